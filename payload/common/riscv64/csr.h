/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * S-mode registers and calls to the firmware.  Accessors have no hidden
 * fences.  [RISCV-PRIV] supervisor
 */
#ifndef PAYLOAD_RISCV64_CSR_H
#define PAYLOAD_RISCV64_CSR_H

/* satp, in bit order. */
#define SATP_PPN_SHIFT 12 /* of an address */
#define SATP_ASID_SHIFT 44
#define SATP_MODE_SV39 (8ull << 60)

/* sstatus.  SPP 0: SRET goes to U-mode.  SPIE 0: with interrupts off. */
#define SSTATUS_SPIE 0x20
#define SSTATUS_SPP 0x100

/* sie and sip: the supervisor's software interrupt. */
#define SIE_SSIE 0x2

/* scause */
#define CAUSE_USER_CALL 8
#define CAUSE_FETCH_PAGE_FAULT 12
#define CAUSE_LOAD_PAGE_FAULT 13
#define CAUSE_STORE_PAGE_FAULT 15

#ifndef __ASSEMBLER__

#include <stdint.h>

uint64_t read_satp(void);
void write_satp(uint64_t value);

/* Stores before it are seen by walks of this and other harts after it. */
void fence_stores(void);

/* SBI: extension and function in a7 and a6.  The error code of the call. */
int64_t firmware_call(uint64_t extension, uint64_t function, uint64_t a,
		      uint64_t b, uint64_t c, uint64_t d);

/* Where a hart starts that SBI turns on; its struct cpu is the opaque value. */
extern char secondary_entry[];

/*
 * The next user excursions' traps load from this kernel address, before
 * (FATAL) or after sepc is saved; 0: they don't.  For UNFENCED-USE.
 */
enum touch {
	TOUCH_NOTHING,
	TOUCH_BEFORE_SAVING,
	TOUCH_AFTER_SAVING,
};

/* arch_user_run() with a trap handler that touches va. */
uint64_t user_run_touching(uint64_t pc, uint64_t va, enum touch when);

#endif
#endif
