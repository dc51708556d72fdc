/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parts on which software repeats a TLBI and its DSB for an erratum, so that
 * the second one is not redundant.  docs/model.md sections 6 and 9.
 *
 * Without the repeat a broadcast TLBI may be seen as complete before another
 * PE has stopped using the old translation.  The numbers are those of the
 * parts' Software Developer Errata Notices, as Linux names them.
 */
#include "parts.h"

#define MIDR_IMPLEMENTER(midr)	((midr) >> 24)
#define MIDR_PART(midr)		(((midr) >> 4) & 0xfff)
#define IMPLEMENTER_ARM		0x41
#define IMPLEMENTER_QUALCOMM	0x51

static const struct {
	uint8_t implementer;
	uint16_t part;
} repeating[] = {
	{ IMPLEMENTER_ARM, 0xd05 },	 /* Cortex-A55: 2441007 */
	{ IMPLEMENTER_ARM, 0xd46 },	 /* Cortex-A510: 2441009 */
	{ IMPLEMENTER_ARM, 0xd0b },	 /* Cortex-A76: 1286807 */
	{ IMPLEMENTER_ARM, 0xd0c },	 /* Neoverse N1: CVE-2025-10263 */
	{ IMPLEMENTER_QUALCOMM, 0xc00 }, /* Falkor: 1009 */
};

bool aarch64_repeats(uint32_t midr)
{
	for (unsigned i = 0; i < sizeof(repeating) / sizeof(*repeating); i++) {
		if (MIDR_IMPLEMENTER(midr) == repeating[i].implementer &&
		    MIDR_PART(midr) == repeating[i].part) {
			return true;
		}
	}
	return false;
}

#define TLBI_VALE1IS	0xd50883a0u
#define RT_MASK		0x1fu

bool aarch64_is_repeat_op(uint32_t word, const uint64_t *operand)
{
	return (word & ~RT_MASK) == TLBI_VALE1IS && operand[0] == 0;
}
