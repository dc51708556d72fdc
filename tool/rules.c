/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "rules.h"

const struct rule rules[] = {
	{ "BBM", "a descriptor that a TLB may hold was replaced by another without break-before-make",
	  "[ARM] D8.16 \"break-before-make\"" },
	{ "TABLE-REUSE", "a page that was a table is written or linked again while a CPU may still walk it",
	  "[ARM] D8.16, [RISCV-PRIV] sfence.vma" },
	{ "TAG-REUSE", "an ASID is installed for other translations than a CPU may still hold under it",
	  "[ARM] D8.16, [RISCV-PRIV] \"ASID recycle\"" },
	{ "STALE-GRANT", "a user's old translation may still be held, and its frame was given to someone else",
	  "[ARM] D8.16, [RISCV-PRIV] sfence.vma" },
	{ "INSUFFICIENT", "the issuer went on after its own invalidation while a wrong translation may still be held",
	  "[ARM] D8.16, C5.5, [RISCV-PRIV] sfence.vma" },
	{ "UNORDERED", "a store to a table was not ordered before the invalidation that is meant for it",
	  "[ARM] D8.16, [HERD]" },
	{ "UNFENCED-USE", "an access may fault through an old invalid descriptor where no handler can run",
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
