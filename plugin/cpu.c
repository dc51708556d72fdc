// SPDX-License-Identifier: GPL-2.0-or-later
#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "cpu.h"
#include "message.h"

static struct cpu cpus[LEDGER_CPUS_MAX];
static unsigned n_cpus;
static enum cpu_threads allowed;
static const char *const *names;
static unsigned n_names;

/* What is at owner() while a CPU runs; NULL before it has started. */
static const void *owners[LEDGER_CPUS_MAX];
static bool has_current_cpu;

/* Different for each thread. */
static _Thread_local char thread;
static const char *first_thread;

/* A register's bytes; one for each thread, since QEMU grows it. */
static _Thread_local struct qemu_bytes *scratch;

/* What tells CPUs apart: without current_cpu, that each has its thread. */
static const void *owner(void)
{
	return has_current_cpu ? current_cpu : &thread;
}

int cpu_open(unsigned n, enum cpu_threads threads, const char *const *registers,
	     unsigned n_registers)
{
	assert(n_registers <= CPU_REGISTERS_MAX);
	if (n == 0 || n > LEDGER_CPUS_MAX) {
		message_print("%u CPUs; from 1 to %d are supported", n,
			      LEDGER_CPUS_MAX);
		return -1;
	}
	/* The address of a weak thread-local variable is never NULL. */
	has_current_cpu = dlsym(RTLD_DEFAULT, "current_cpu") != NULL;
	n_cpus = n;
	allowed = threads;
	names = registers;
	n_names = n_registers;
	for (unsigned i = 0; i < n; i++) {
		cpus[i].index = i;
	}
	return 0;
}

static void find_registers(struct cpu *cpu)
{
	struct qemu_array *array = qemu_plugin_get_registers();
	size_t size = g_array_get_element_size(array);

	for (unsigned i = 0; i < array->length; i++) {
		struct qemu_register found;

		memcpy(&found, array->data + i * size, sizeof(found));
		for (unsigned j = 0; j < n_names; j++) {
			if (names[j] != NULL &&
			    strcmp(names[j], found.name) == 0) {
				cpu->handles[j] = found.handle;
			}
		}
	}
	g_array_free(array, 1);
}

static void check_thread(void)
{
	if (first_thread == NULL) {
		first_thread = &thread;
	}
	if (first_thread != &thread && allowed == CPU_THREADS_ONE) {
		message_die("QEMU runs its CPUs in several threads, so that "
			    "their events have no order: use -icount, "
			    "-accel tcg,thread=single or fast=on");
	}
}

void cpu_start(unsigned vcpu)
{
	if (vcpu >= n_cpus) {
		message_die("CPU %u started; QEMU had said that there are %u",
			    vcpu, n_cpus);
	}
	check_thread();
	for (unsigned i = 0; i < n_cpus; i++) {
		if (i != vcpu && owners[i] == owner()) {
			message_die("CPUs %u and %u can't be told apart in "
				    "this QEMU: use one CPU, or fast=on",
				    i, vcpu);
		}
	}
	owners[vcpu] = owner();
	find_registers(&cpus[vcpu]);
}

struct cpu *cpu_running(void)
{
	const void *now = owner();

	for (unsigned i = 0; i < n_cpus; i++) {
		if (now != NULL && owners[i] == now) {
			return &cpus[i];
		}
	}
	return NULL;
}

struct cpu *cpu_at(unsigned index)
{
	return &cpus[index];
}

bool cpu_fits(const struct cpu *cpu, unsigned vcpu, uint64_t translators)
{
	return vcpu == cpu->index ||
	       (vcpu < LEDGER_CPUS_MAX && ((translators >> vcpu) & 1) != 0);
}

bool cpu_has_register(const struct cpu *cpu, unsigned number)
{
	return cpu->handles[number] != NULL;
}

uint64_t cpu_read(const struct cpu *cpu, unsigned number)
{
	uint64_t value = 0;

	if (cpu->handles[number] == NULL) {
		return 0;
	}
	if (scratch == NULL) {
		scratch = g_byte_array_new();
	}
	/* QEMU appends. */
	g_byte_array_set_size(scratch, 0);
	qemu_plugin_read_register(cpu->handles[number], scratch);
	memcpy(&value, scratch->data,
	       scratch->length < sizeof(value) ? scratch->length
					       : sizeof(value));
	return value;
}
