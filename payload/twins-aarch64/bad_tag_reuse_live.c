/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two address spaces that are both in use have the same ASID and other pages
 * at the same address, and the CPU goes from one to the other.
 */
/* expect: finding TAG-REUSE 1 */
#include "../common/payload.h"

#define ASID 3

static struct space first;
static struct space second;

void payload_main(void)
{
	space_new(&first, ASID);
	space_new(&second, ASID);
	space_map(&first, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_map(&second, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&first);
	space_install(&second);
	tap_ok(1, "two spaces of one ASID");
}
