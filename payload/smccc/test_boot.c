/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state in which the monitor enters the image, and in which CPU_ON brings
 * a CPU back after it has left its registers in another.
 */
#include "../common/tap.h"
#include "cpu.h"
#include "ids.h"
#include "registers.h"
#include "suite.h"
#include "sysreg.h"

#define CONTEXT 0x0123456789abcd00ull

static void report_registers(const uint64_t values[REGISTERS_MAX],
			     const char *name)
{
	unsigned wrong = 0;

	for (unsigned n = 0; registers[n].name; n++) {
		const struct register_row *row = &registers[n];

		if ((values[n] & row->defined) != registers_expected(row) &&
		    row->same_as != read_mpidr_el1) {
			wrong++;
			tap_note_hex(row->name, values[n]);
		}
	}
	tap_ok(wrong == 0, name);
}

void test_boot(void)
{
	static uint64_t values[REGISTERS_MAX];
	const struct cpu *self = cpu_self();

	registers_read(values);
	report_registers(values, "boot: registers are as after a reset");
	registers_clean();
	tap_note_hex("device tree at", self->entry_x[0]);
	tap_is(self->entry_sctlr, SCTLR_EL2_RES1, "boot: SCTLR_EL2");
	tap_is(self->entry_x[1] | self->entry_x[2] | self->entry_x[3], 0,
	       "boot: x1 to x3 are 0");
	tap_is(read_mpidr_el1(), 0x80000000, "boot: this is CPU 0");
	tap_is(cpu_state(0), IS_ON, "boot: CPU 0 is on");
	tap_is(cpu_state(1), IS_OFF, "boot: CPU 1 is off already");
	tap_is(cpu_state(2), IS_OFF, "boot: CPU 2 is off already");
	tap_is(cpu_state(3), IS_OFF, "boot: CPU 3 is off already");
}

/* One CPU leaves dirt behind; the other waits for that and turns it on. */
struct reset {
	unsigned target;
	uint64_t values[REGISTERS_MAX];
	uint64_t mpidr;
	uint64_t vmpidr;
	uint64_t sctlr;
	uint64_t x0;
};

static void leave_dirt(void *argument)
{
	struct reset *reset = argument;
	const struct cpu *self = cpu_self();

	registers_dirty();
	cpu_off();
	registers_read(reset->values);
	reset->mpidr = read_mpidr_el1();
	reset->vmpidr = read_vmpidr_el2();
	registers_clean();
	reset->sctlr = self->entry_sctlr;
	reset->x0 = self->entry_x[0];
}

static void turn_on(void *argument)
{
	const struct reset *reset = argument;

	cpu_await_state(reset->target, IS_OFF);
	cpu_on(reset->target, CONTEXT + reset->target);
}

void test_reset_state(void)
{
	static struct reset resets[CPUS];

	for (unsigned n = 0; n < CPUS; n++) {
		struct reset *reset = &resets[n];

		reset->target = n;
		tap_note("reset state: CPU", n);
		cpu_run_two(n, leave_dirt, cpu_partner(n), turn_on, reset);
		report_registers(reset->values,
				 "reset state: registers are as after a reset");
		tap_is(reset->vmpidr, reset->mpidr, "reset state: VMPIDR_EL2");
		tap_is(reset->sctlr, SCTLR_EL2_RES1,
		       "reset state: SCTLR_EL2, MMU and caches off");
		tap_is(reset->x0, CONTEXT + n, "reset state: x0 is context_id");
	}
}
