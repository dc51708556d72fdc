/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every judgement and finding of a replay as text, by event, so that another
 * ledger can be compared with this one.
 */
#ifndef TOOL_VERDICTS_H
#define TOOL_VERDICTS_H

#include <ledger/ledger.h>

#include "result.h"

#include "buffer.h"

struct verdict_line {
	uint64_t event;
	const char *kind;
	const char *name;
	int over_scoped;	/* of a verdict */
	uint64_t collateral;
};

struct verdicts {
	struct verdict_line *list;
	size_t count;
};

void verdicts_add_judgement(struct verdicts *verdicts,
			    const struct judgement *judgement);
void verdicts_add_finding(struct verdicts *verdicts,
			  const struct finding *finding);

/*
 * "verdict EVENT NAME OVER-SCOPED COLLATERAL" and "finding EVENT RULE" lines,
 * numbers in decimal, sorted by EVENT and then as text.
 */
void verdicts_print(struct verdicts *verdicts, struct buffer *text);
/* Then, sorted: "delay RULE COUNT" and "residue LABEL CPU ASID GHOSTS". */
void verdicts_print_sums(const struct result *result, struct buffer *text);
void verdicts_free(struct verdicts *verdicts);

#endif
