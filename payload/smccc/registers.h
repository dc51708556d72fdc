/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The system registers as a table: what a call must preserve, and what CPU_ON
 * must bring back.
 */
#ifndef SMCCC_REGISTERS_H
#define SMCCC_REGISTERS_H

#include <stdint.h>

#define REGISTERS_MAX 64

struct register_row {
	const char *name;
	uint64_t (*read)(void);
	/* NULL: left as it is. */
	void (*write)(uint64_t value);
	/* A value that does no harm here and that no reset leaves. */
	uint64_t dirt;
	/* After CPU_ON: the bits that are defined, and their value, ... */
	uint64_t defined;
	uint64_t value;
	/* ... or this register's. */
	uint64_t (*same_as)(void);
};

/* Ends with a NULL name. */
extern const struct register_row registers[];

void registers_dirty(void);
void registers_read(uint64_t values[REGISTERS_MAX]);
/* The defined bits of row n. */
uint64_t registers_expected(const struct register_row *row);
/* What the tests need, whatever was there. */
void registers_clean(void);
/* For AArch64 at EL1, and for AArch32. */
void lower_prepare(void);
void lower_prepare_aarch32(void);

#endif
