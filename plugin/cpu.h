/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's CPUs: which one runs, and its registers.
 *
 * QEMU compiles the number of a CPU into the code that it translates.  With
 * one thread for all CPUs, code that CPU 0 translated reports 0 when CPU 1
 * runs it, up to QEMU 10.  So the number of a callback is never believed;
 * QEMU's thread-local current_cpu tells who runs, once each CPU has shown at
 * its start which pointer is its own.
 */
#ifndef PLUGIN_CPU_H
#define PLUGIN_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include <ledger/event.h>

#include "qemu.h"

#define CPU_REGISTERS_MAX 48

struct cpu {
	unsigned index;
	/* The level of privilege that the ledger knows of. */
	uint8_t privilege;
	/* The guest has switched it off, and it has not run since. */
	bool off;
	/* A trap handler runs that has not saved the state of its trap. */
	bool fatal;
	struct qemu_handle *handles[CPU_REGISTERS_MAX];
};

/* May QEMU run the CPUs in threads of their own? */
enum cpu_threads {
	CPU_THREADS_ONE,
	CPU_THREADS_MANY,
};

/* Prepare for n CPUs with registers of these names.  0, or -1: a message. */
int cpu_open(unsigned n, enum cpu_threads threads, const char *const *registers,
	     unsigned n_registers);

/*
 * CPU number vcpu starts; called in its thread, before it runs.  Ends QEMU
 * when CPUs can't be told apart, or are in several threads and may not.
 */
void cpu_start(unsigned vcpu);

/* The CPU that runs now; NULL when that is none that has started. */
struct cpu *cpu_running(void);

/* CPU number index. */
struct cpu *cpu_at(unsigned index);

/*
 * Does the number that a callback was given fit: is it of the running CPU, or
 * of one in translators, which have translated the code?  If not, the method
 * is at fault.
 */
bool cpu_fits(const struct cpu *cpu, unsigned vcpu, uint64_t translators);

bool cpu_has_register(const struct cpu *cpu, unsigned number);

/*
 * The register of the running CPU; 0 for one that this CPU does not have.
 * Only in callbacks that were registered with QEMU_READ_REGISTERS, and in the
 * translation callback.
 */
uint64_t cpu_read(const struct cpu *cpu, unsigned number);

#endif
