/* SPDX-License-Identifier: BSD-2-Clause */
#include "../common/tap.h"
#include "board.h"
#include "call.h"
#include "ids.h"
#include "sysreg.h"

#define UART_DATA 0x00
#define UART_FLAGS 0x18
#define UART_CONTROL 0x30
#define UART_FLAGS_FULL (1u << 5)
#define UART_CONTROL_ENABLE (1u << 0 | 1u << 8)
#define UART_PATIENCE 1000000

#define CBAR_VIRT 0x08000000ull

static const struct board pi4 = {
	.name = "board: Raspberry Pi 4",
	.uart = 0xfe201000,
	.distributor = 0xff841000,
	.interface = 0xff842000,
	.frequency = 54000000,
	.bad_entries = {
		0x00000000,	/* the monitor: header, vectors, ... */
		0x000000d8,	/* ... its spin table, ... */
		0x00000800,
		0x00000ffc,	/* ... and its last word at least */
		0xfe201000,	/* devices */
		0xff841000,
		0x100000000000,	/* more bits than a physical address has */
		0xf0000000000,	/* nothing */
		0x8000000000000000,
		0xfffffffffffffffc,
	},
};

static const struct board virt = {
	.name = "board: QEMU virt",
	.uart = 0x09000000,
	.distributor = 0x08000000,
	.interface = 0x08010000,
	.frequency = 62500000,
	.bad_entries = {
		0x0e000000,	/* the monitor's memory, secure */
		0x0e000800,
		0x0effffff & ~3ull,
		0x00000000,	/* the monitor's flash, secure */
		0x04000000,	/* flash */
		0x09000000,	/* devices */
		0x08000000,
		0xf0000000000,	/* nothing */
		0x8000000000000000,
		0xfffffffffffffffc,
	},
};

/* Every register of the other board faults here, but this one is the core's. */
const struct board *board(void)
{
	return read_cbar_el1() == CBAR_VIRT ? &virt : &pi4;
}

uint32_t mmio_read(uint64_t address)
{
	return *(volatile uint32_t *)address;
}

void mmio_write(uint64_t address, uint32_t value)
{
	*(volatile uint32_t *)address = value;
}

/* A serial port that stays full loses characters, not the run. */
void arch_put(char c)
{
	uint64_t uart = board()->uart;
	int patience = UART_PATIENCE;

	mmio_write(uart + UART_CONTROL, UART_CONTROL_ENABLE);
	while ((mmio_read(uart + UART_FLAGS) & UART_FLAGS_FULL) &&
	       --patience > 0) {
	}
	mmio_write(uart + UART_DATA, (uint8_t)c);
}

_Noreturn void arch_off(void)
{
	smc_call(ID_SYSTEM_OFF, 0, 0, 0);
	for (;;) {
		event_wait();
	}
}
