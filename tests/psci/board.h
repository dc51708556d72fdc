/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board for the host: what lib/psci stands on, as variables.  One thread is
 * all CPUs in turn; board.cpu says which.  Include it in one file of a program.
 */
#ifndef TESTS_PSCI_BOARD_H
#define TESTS_PSCI_BOARD_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <arch/psci.h>
#include <psci/psci.h>

/* Cortex-A72: CPUACTLR_EL1[55], disable load pass store. */
#define CPUACTLR_LOAD_PASS_STORE (1ull << 55)
#define CPUACTLR_RESET 0x8a5a00f00d005aull

#define ESR_SMC64 0x5e000000u	/* SMC #0 from AArch64 */
#define ESR_SMC32 0x4e000000u	/* from AArch32 */

/* What happened, all of it. */
struct board_events {
	unsigned cpu_off, off, reset, interrupt_wait, mitigate, unused;
};

struct board {
	unsigned cpu;
	uint32_t big_endian;
	uint64_t cpuactlr[PSCI_CPUS_MAX];
	int32_t workaround[PSCI_CPUS_MAX][3];	/* _1, _2, _3 */
	uint64_t release[PSCI_CPUS_MAX];
	struct board_events events;
	/* In place of waiting for an event; it has to bring one. */
	void (*wait)(void);
};

static struct board board;
static struct psci psci;

/* 4 GiB of memory with a hole below 1 GiB, a part above 4 GiB; the monitor. */
static void board_reset(void)
{
	memset(&board, 0, sizeof(board));
	memset(&psci, 0, sizeof(psci));
	psci.cpus = PSCI_CPUS_MAX;
	psci.memory[0] = (struct psci_range){ 0, 0x3b400 };
	psci.memory[1] = (struct psci_range){ 0x40000, 0xbc000 };
	psci.memory[2] = (struct psci_range){ 0x100000, 0x80000 };
	psci.monitor = (struct psci_range){ 0, 1 };
	for (unsigned cpu = 0; cpu < PSCI_CPUS_MAX; cpu++) {
		board.cpuactlr[cpu] = CPUACTLR_RESET | CPUACTLR_LOAD_PASS_STORE;
		psci.cpu[cpu].state = cpu ? PSCI_STATE_OFF : PSCI_STATE_ON;
	}
}

unsigned arch_cpu_number(void)
{
	return board.cpu;
}

uint32_t arch_shared_read(const uint32_t *word)
{
	return *(const volatile uint32_t *)word;
}

void arch_shared_write(uint32_t *word, uint32_t value)
{
	*(volatile uint32_t *)word = value;
}

void arch_shared_barrier(void)
{
}

void arch_event_send(void)
{
}

void arch_event_wait(void)
{
	/* Else it would be for ever. */
	if (!board.wait) {
		abort();
	}
	board.wait();
}

void arch_interrupt_wait(void)
{
	board.events.interrupt_wait++;
}

uint32_t arch_caller_is_big_endian(void)
{
	return board.big_endian;
}

int32_t arch_workaround(uint32_t function)
{
	const int32_t *answers = board.workaround[board.cpu];

	switch (function) {
	case SMCCC_ARCH_WORKAROUND_1:
		return answers[0];
	case SMCCC_ARCH_WORKAROUND_2:
		return answers[1];
	case SMCCC_ARCH_WORKAROUND_3:
		return answers[2];
	default:
		abort();
	}
}

void arch_store_bypass_mitigate(uint32_t on)
{
	board.events.mitigate++;
	if (on) {
		board.cpuactlr[board.cpu] |= CPUACTLR_LOAD_PASS_STORE;
	} else {
		board.cpuactlr[board.cpu] &= ~CPUACTLR_LOAD_PASS_STORE;
	}
}

void arch_cpu_off(void)
{
	board.events.cpu_off++;
}

void platform_off(void)
{
	board.events.off++;
}

void platform_reset(void)
{
	board.events.reset++;
}

uint64_t platform_release_address(unsigned cpu)
{
	return board.release[cpu];
}

void platform_release_taken(unsigned cpu)
{
	board.release[cpu] = 0;
}

#endif
