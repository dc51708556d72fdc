/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is unmapped and fenced by Svinval's three instructions. Twin of
 * verdict_insufficient_svinval.
 */
/* run: --cpu rv64,svinval=on */
/* expect: required 1 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	slot_write(slot, 0);
	sfence_w_inval(); /* the store, before the SINVAL */
	sinval_vma_va_asid(USER_DATA, ASID);
	sfence_inval_ir(); /* the SINVAL, before what follows */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped");
}
