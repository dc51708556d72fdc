/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <ledger/event.h>

#include "machine.h"
#include "tool.h"

#define MEMORY_MIN (64u << 20)
#define MEMORY_MAX ((uint64_t)64 << 30)

/* [QEMU] hw/arm/virt.c, hw/arm/boot.c, hw/riscv/virt.c, hw/riscv/boot.c */
static const struct machine_kind kinds[] = {
	{
		.arch = "aarch64", .name = "virt", .cpu = "cortex-a72",
		.console = "ttyAMA0", .options = ",dtb-randomness=off",
		.ram_base = 0x40000000, .load_address = 0x40200000,
	},
	{
		.arch = "riscv64", .name = "virt", .cpu = "rv64",
		.console = "ttyS0", .options = "",
		.ram_base = 0x80000000, .load_address = 0x80200000,
		.firmware_size = 0x200000,
	},
};

/*
 * MIDR_EL1 of QEMU's models [QEMU] target/arm/tcg/cpu64.c: the ledger needs
 * it to tell an erratum's second TLBI from a redundant one.
 */
static const struct {
	const char *cpu;
	uint32_t midr;
} midrs[] = {
	{ "cortex-a35", 0x411fd040 },
	{ "cortex-a53", 0x410fd034 },
	{ "cortex-a55", 0x412fd050 },
	{ "cortex-a57", 0x411fd070 },
	{ "cortex-a72", 0x410fd083 },
	{ "cortex-a76", 0x414fd0b1 },
	{ "cortex-a710", 0x412fd471 },
	{ "neoverse-n1", 0x414fd0c1 },
	{ "neoverse-n2", 0x410fd493 },
	{ "neoverse-v1", 0x411fd402 },
	{ "a64fx", 0x461f0010 },
};

/* Whether the part of spec before its first comma is name. */
static bool is_called(const char *spec, const char *name)
{
	size_t length = strcspn(spec, ",");

	return strlen(name) == length && strncmp(spec, name, length) == 0;
}

static const struct machine_kind *find_kind(const char *arch, const char *spec)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kinds[i].arch, arch) == 0 &&
		    is_called(spec, kinds[i].name)) {
			return &kinds[i];
		}
	}
	fail("machine \"%s\" is not known here: where its memory lies must "
	     "be known; there is \"virt\"", spec);
	return NULL;
}

static uint32_t find_midr(const char *cpu)
{
	for (size_t i = 0; i < sizeof(midrs) / sizeof(midrs[0]); i++) {
		if (is_called(cpu, midrs[i].cpu)) {
			return midrs[i].midr;
		}
	}
	return 0;
}

static int parse_smp(const char *text, unsigned *smp)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (text[0] < '0' || text[0] > '9' || *end != '\0' || n < 1 ||
	    n > LEDGER_CPUS_MAX) {
		return fail("--smp \"%s\": from 1 to %d", text,
			    LEDGER_CPUS_MAX);
	}
	*smp = (unsigned)n;
	return 0;
}

/* A number with M or G; without, MiB, as QEMU has it. */
static int parse_memory(const char *text, uint64_t *memory)
{
	char *end;
	uint64_t n;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || errno != 0 || n > MEMORY_MAX) {
		end = "?";
	}
	n <<= *end == 'G' ? 30 : 20;
	if (*end == 'G' || *end == 'M') {
		end++;
	}
	if (*end != '\0' || n < MEMORY_MIN || n > MEMORY_MAX) {
		return fail("--memory \"%s\": a number with M or G, from 64M "
			    "to 64G", text);
	}
	*memory = n;
	return 0;
}

int machine_start(struct machine *machine, const char *arch, const char *spec,
		  const char *cpu, const char *smp, const char *memory)
{
	machine->spec = spec == NULL ? "virt" : spec;
	machine->kind = find_kind(arch, machine->spec);
	if (machine->kind == NULL ||
	    parse_smp(smp == NULL ? MACHINE_SMP : smp, &machine->smp) < 0 ||
	    parse_memory(memory == NULL ? MACHINE_MEMORY : memory,
			 &machine->memory) < 0) {
		return -1;
	}
	machine->cpu = cpu == NULL ? machine->kind->cpu : cpu;
	machine->midr = find_midr(machine->cpu);
	return 0;
}

void machine_add_words(const struct machine *machine, int ram_fd,
		       struct words *words)
{
	words_add(words, "-object");
	words_add(words, "memory-backend-file,id=ram,size=%" PRIu64
		  ",mem-path=/proc/self/fd/%d,share=on", machine->memory,
		  ram_fd);
	words_add(words, "-M");
	words_add(words, "%s,memory-backend=ram%s", machine->spec,
		  machine->kind->options);
	words_add(words, "-cpu");
	words_add(words, "%s", machine->cpu);
	words_add(words, "-smp");
	words_add(words, "%u", machine->smp);
	words_add(words, "-m");
	words_add(words, "%" PRIu64 "M", machine->memory >> 20);
	words_add(words, "-accel");
	words_add(words, "tcg,thread=%s", machine->fast ? "multi" : "single");
	if (!machine->fast) {
		words_add(words, "-icount");
		words_add(words, "shift=0,sleep=off");
	}
	words_add(words, "-seed");
	words_add(words, "1");
	words_add(words, "-rtc");
	words_add(words, "base=2026-01-01T00:00:00,clock=vm");
	words_add(words, "-sandbox");
	words_add(words, "on,spawn=deny");
	words_add(words, "-nic");
	words_add(words, "none");
	words_add(words, "-no-user-config");
	words_add(words, "-no-reboot");
	words_add(words, "-display");
	words_add(words, "none");
	words_add(words, "-monitor");
	words_add(words, "none");
	words_add(words, "-serial");
	words_add(words, "file:/proc/self/fd/1");
}
