/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The audited machine, as QEMU's command line has it.
 */
#ifndef TOOL_MACHINE_H
#define TOOL_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "process.h"

#define MACHINE_SMP "2"
#define MACHINE_MEMORY "1G"

/* What is fixed for a kind of machine. */
struct machine_kind {
	const char *arch;
	const char *name;	/* as after -M */
	const char *cpu;	/* the default */
	const char *console;	/* Linux's name for the first serial port */
	const char *options;	/* more for -M, so that runs are the same */
	uint64_t ram_base;
	uint64_t load_address;	/* where QEMU puts a Linux image */
	uint64_t firmware_size;	/* at ram_base; 0: none */
};

struct machine {
	const struct machine_kind *kind;
	const char *spec;	/* -M */
	const char *cpu;
	unsigned smp;
	uint64_t memory;	/* bytes */
	uint32_t midr;		/* 0: unknown, or not an Arm */
	bool fast;		/* MTTCG: not reproducible */
};

/*
 * From the options, NULL where one was not given.  0, or -1 with a message.
 */
int machine_start(struct machine *machine, const char *arch, const char *spec,
		  const char *cpu, const char *smp, const char *memory);

/* Add QEMU's options for it; its memory is what is behind ram_fd. */
void machine_add_words(const struct machine *machine, int ram_fd,
		       struct words *words);

#endif
