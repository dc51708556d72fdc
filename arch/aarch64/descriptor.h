/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * VMSAv8-64 stage-1 descriptors, 4 KiB granule.  [ARM] D8.3
 */
#ifndef AARCH64_DESCRIPTOR_H
#define AARCH64_DESCRIPTOR_H

#include <stdint.h>

#define DESC_VALID		(1ull << 0)
#define DESC_TABLE_OR_PAGE	(1ull << 1)
#define DESC_ATTRINDX_SHIFT	2
#define DESC_ATTRINDX_MASK	7ull
#define DESC_AP_EL0		(1ull << 6)
#define DESC_AP_READONLY	(1ull << 7)
#define DESC_SH_SHIFT		8
#define DESC_SH_MASK		3ull
#define DESC_AF			(1ull << 10)
#define DESC_NG			(1ull << 11)
#define DESC_ADDRESS		0x0000fffffffff000ull
/* With 48-bit output addresses these are reserved. [ARM] D8.3.1 */
#define DESC_RESERVED		(3ull << 48)
#define DESC_GP			(1ull << 50)
#define DESC_DBM		(1ull << 51)
#define DESC_CONTIGUOUS		(1ull << 52)
#define DESC_PXN		(1ull << 53)
#define DESC_UXN		(1ull << 54)
/* Software's bits, and those that the walker ignores in a leaf. */
#define DESC_LEAF_IGNORED	((0xfull << 55) | (0x1full << 59))
/* NSTable, APTable, UXNTable, PXNTable. */
#define DESC_TABLE_ATTRIBUTES	(0x1full << 59)

#endif
