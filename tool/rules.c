/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "rules.h"

const struct rule rules[] = {
	{ "BBM", "a descriptor that may be held was replaced without break-before-make",
	  "[ARM] D8.16 \"break-before-make\"" },
	{ "TABLE-REUSE", "a former table is written or linked again; a CPU may still walk it",
	  "[ARM] D8.16, [LINUX] 285994a62c80" },
	{ "TAG-REUSE", "an ASID is installed while a CPU may hold others of its translations",
	  "[ARM] D8.16, [RISCV-PRIV] \"ASID recycle\"" },
	{ "STALE-GRANT", "a user may still reach a frame that was given to someone else",
	  "[ARM] D8.16, [RISCV-PRIV] sfence.vma" },
	{ "INSUFFICIENT", "the issuer went on, and its invalidation left a wrong translation",
	  "[ARM] D8.16, C5.5, [RISCV-PRIV] sfence.vma" },
	{ "UNORDERED", "a store was not ordered before the invalidation that is meant for it",
	  "[ARM] D8.16, [HERD]" },
	{ "UNFENCED-USE", "an access may fault on an old descriptor where no handler can run",
	  "[RISCV-PRIV] sfence.vma" },
	{ NULL, NULL, NULL },
};

const struct rule *rule_find(const char *name)
{
	for (const struct rule *rule = rules; rule->name != NULL; rule++) {
		if (strcmp(rule->name, name) == 0) {
			return rule;
		}
	}
	return NULL;
}
