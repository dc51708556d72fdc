/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a bare-metal image has to stand on.  It is started by QEMU's -M virt
 * with -kernel, at EL1 (PSCI by HVC) or in S-mode (SBI), runs payload_main()
 * on CPU 0 with the MMU on, reports TAP on the serial port and switches the
 * machine off.
 *
 * These images are for an emulator: caches are coherent before the MMU is on,
 * and the TLBs hold nothing after reset.
 *
 * The address space is flat and the same on all CPUs, in every struct space:
 * devices and memory are mapped as they lie, global, for the kernel alone.
 * User addresses start at USER_TEXT.
 */
#ifndef PAYLOAD_PAYLOAD_H
#define PAYLOAD_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>

#include <fencepost/magic.h>

#include "layout.h"
#include "tap.h"

#define PAGE_SIZE 4096ull
/* What a slot translates: a page, or 512 times the slot below. */
#define HEIGHT_PAGE 0
#define HEIGHT_BLOCK 1
#define HEIGHT_ROOT 2

/* The image: runs on CPU 0; when it returns, the payload is over. */
void payload_main(void);

/* A page that holds zeros.  None is ever given back; none left: bails. */
uint64_t *page_new(void);
/* count of them, adjacent, aligned to that: a power of 2, 16 at most. */
uint64_t *page_new_group(size_t count);

struct cpu {
	/* Invalidations executed here, by kind: enum op.  First: assembly. */
	uint64_t counts[OPS_MAX];
	uint64_t number;
	uint64_t hardware_id;
	/* Work for this CPU, which sets it to NULL when it is done. */
	void (*work)(void *argument);
	void *argument;
	uint32_t online;
	uint32_t unused[109];
} __attribute__((aligned(CPU_SIZE)));

_Static_assert(sizeof(struct cpu) == CPU_SIZE, "known to assembly");
_Static_assert(offsetof(struct cpu, counts) == 0, "known to assembly");

extern struct cpu cpus[CPUS_MAX];

unsigned cpu_count(void);
/* Bails with fewer: an image that needs more than one says so first. */
void cpu_require(unsigned count);
/* Let CPU n (not 0) do something: start it and go on, wait for it, or both. */
void cpu_start(unsigned n, void (*work)(void *argument), void *argument);
void cpu_wait(unsigned n);
void cpu_run(unsigned n, void (*work)(void *argument), void *argument);
/* Wait until *word is value: the bound is long, and bails. */
void cpu_await(const uint32_t *word, uint32_t value);
void cpu_set(uint32_t *word, uint32_t value);

/* Address spaces: three levels, 39 bits, 4 KiB pages. */
#define USER_TEXT 0x100000000ull
#define USER_DATA 0x140000000ull

/* Leaf attributes; without USER, the kernel's. */
#define LEAF_USER 0x01u
#define LEAF_WRITE 0x02u
#define LEAF_EXECUTE 0x04u
#define LEAF_GLOBAL 0x08u
#define LEAF_DEVICE 0x10u
/* One of 16 that belong together: the contiguous bit, NAPOT. */
#define LEAF_CONTIGUOUS 0x20u
/* Accessed bit clear. */
#define LEAF_OLD 0x40u

struct space {
	uint64_t *root;
	uint16_t asid;
};

/* What each CPU starts with; ASID 0. */
extern struct space kernel_space;

/* The kernel's part, and the user code below at USER_TEXT. */
void space_new(struct space *space, uint16_t asid);
/*
 * The slot for va at this height; tables above it are made.  On a space that
 * is installed this stores to it.
 */
uint64_t *space_slot(const struct space *space, uint64_t va, unsigned height);
/* One store of 8 bytes, as it stands: no barrier. */
void slot_write(uint64_t *slot, uint64_t descriptor);
/*
 * The same, ordered before what the caller does next to tell other CPUs or
 * the MMU: an invalidation, a call.
 */
void slot_publish(uint64_t *slot, uint64_t descriptor);
/* A leaf of HEIGHT_PAGE for a new page; returns its slot. */
uint64_t *space_map(const struct space *space, uint64_t va, unsigned flags);
/* space_install() on CPU n, which stays there. */
void space_install_on(unsigned n, struct space *space);

/* What a user excursion ended with. */
enum user_end {
	USER_RETURNED, /* by its system call */
	USER_FAULTED,  /* a page fault (abort) */
	USER_OTHER,
};

/* In assembly: the user code, mapped at USER_TEXT.  It returns by a call. */
extern char user_page[];
#define USER_NOTHING (USER_TEXT + 0)
#define USER_LOAD (USER_TEXT + 16)  /* from the address of the argument */
#define USER_STORE (USER_TEXT + 32) /* to it, its own value */

/* Go to user code at pc.  *value: what it loaded; may be NULL. */
enum user_end user_run(uint64_t pc, uint64_t argument, uint64_t *value);
/* The same on CPU n, in whichever space is installed there. */
enum user_end user_run_on(unsigned n, uint64_t pc, uint64_t argument,
			  uint64_t *value);

/* A 2 MiB frame that nothing else uses. */
extern const uint64_t free_block;

/* ---- What each architecture provides, in payload/common/<arch>/ ---- */

uint64_t arch_table(const uint64_t *table);
uint64_t arch_leaf(uint64_t pa, unsigned height, unsigned flags);
int arch_is_table(uint64_t descriptor);
uint64_t arch_table_address(uint64_t descriptor);
/* The kernel's part of a new root. */
void arch_map_kernel(uint64_t *root);
/* The first one on this CPU turns translation on. */
void arch_enable(const struct space *space);
/* No invalidation.  With what orders it for this CPU. */
void space_install(const struct space *space);
enum user_end arch_user_end(uint64_t cause);
/* Names of what struct cpu counts, as in a report; NULL after the last. */
extern const char *const op_names[];

/* Start the CPU with this hardware_id as cpu.  Negative: there is none. */
long arch_cpu_on(uint64_t hardware_id, struct cpu *cpu);
/* In a loop that waits for another CPU: let it run. */
void arch_relax(void);
/* user_run() without its decoding: the raw cause. */
uint64_t arch_user_run(uint64_t pc, uint64_t argument, uint64_t *value);

/* Entered from assembly. */
_Noreturn void payload_start(uint64_t hardware_id);
_Noreturn void payload_secondary(struct cpu *cpu);
_Noreturn void payload_trap(uint64_t cause, uint64_t pc, uint64_t address);

#endif
