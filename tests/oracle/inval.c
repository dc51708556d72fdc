// SPDX-License-Identifier: BSD-2-Clause
/* Section 5: when invalidations are issued and when they complete. */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

/*
 * Parts whose TLBI is executed twice: Linux, arch/arm64/Kconfig, errata
 * 1286807, 2441007, 2441009, 4118414 and its like (CVE-2025-10263), Qualcomm
 * 1009.  Implementer and part number; revisions lowest to highest as
 * variant << 4 | revision.
 */
static const struct {
	uint32_t implementer, part, lowest, highest;
} REPEATING[] = {
	{ 0x41, 0xd05, 0x00, 0xff }, /* Cortex-A55 */
	{ 0x41, 0xd0b, 0x00, 0xff }, /* Cortex-A76 */
	{ 0x41, 0xd0c, 0x00, 0xff }, /* Neoverse-N1 */
	{ 0x41, 0xd0d, 0x00, 0xff }, /* Cortex-A77 */
	{ 0x41, 0xd0e, 0x00, 0xff }, /* Cortex-A76AE */
	{ 0x41, 0xd40, 0x00, 0xff }, /* Neoverse-V1 */
	{ 0x41, 0xd41, 0x00, 0xff }, /* Cortex-A78 */
	{ 0x41, 0xd42, 0x00, 0xff }, /* Cortex-A78AE */
	{ 0x41, 0xd44, 0x00, 0xff }, /* Cortex-X1 */
	{ 0x41, 0xd46, 0x00, 0x11 }, /* Cortex-A510 */
	{ 0x41, 0xd47, 0x00, 0xff }, /* Cortex-A710 */
	{ 0x41, 0xd48, 0x00, 0xff }, /* Cortex-X2 */
	{ 0x41, 0xd49, 0x00, 0xff }, /* Neoverse-N2 */
	{ 0x41, 0xd4b, 0x00, 0xff }, /* Cortex-A78C */
	{ 0x41, 0xd4c, 0x00, 0xff }, /* Cortex-X1C */
	{ 0x41, 0xd4e, 0x00, 0xff }, /* Cortex-X3 */
	{ 0x41, 0xd4f, 0x00, 0xff }, /* Neoverse-V2 */
	{ 0x41, 0xd82, 0x00, 0xff }, /* Cortex-X4 */
	{ 0x41, 0xd83, 0x00, 0xff }, /* Neoverse-V3AE */
	{ 0x41, 0xd84, 0x00, 0xff }, /* Neoverse-V3 */
	{ 0x41, 0xd85, 0x00, 0xff }, /* Cortex-X925 */
};

static bool cpu_repeats(uint32_t midr)
{
	uint32_t revision = (midr >> 20 & 0xf) << 4 | (midr & 0xf);
	size_t i;

	for (i = 0; i < sizeof(REPEATING) / sizeof(REPEATING[0]); i++) {
		if (midr >> 24 == REPEATING[i].implementer &&
		    (midr >> 4 & 0xfff) == REPEATING[i].part &&
		    revision >= REPEATING[i].lowest &&
		    revision <= REPEATING[i].highest) {
			return true;
		}
	}
	return false;
}

/* Section 6, rule 6, as far as it is known at the issue. */
static bool is_second(const struct cpu *cpu, const struct op *op)
{
	const struct previous_op *first = &cpu->previous;

	if (!cpu_repeats(cpu->midr) || !first->completed ||
	    cpu->stored > first->event) {
		return false;
	}
	return op->erratum_form ||
	       (op->word == first->word && op->operand[0] == first->operand);
}

/* What an op removes was made before this event. */
static uint64_t order_of(const struct oracle *o, const struct op *op)
{
	if (o->arch->is_arm) {
		return o->ordered;
	}
	return op->deferred ? o->cpu[op->cpu].opened : op->event;
}

static void remember(struct cpu *cpu, const struct op *op)
{
	cpu->previous = (struct previous_op){
		.event = op->event,
		.word = op->word,
		.operand = op->operand[0],
	};
}

static void complete(struct oracle *o, struct op *op)
{
	if (o->cpu[op->cpu].previous.event == op->event) {
		o->cpu[op->cpu].previous.completed = true;
	}
	verdict_complete(o, op);
}

void inval_issue(struct oracle *o, const struct event *e)
{
	struct cpu *cpu = &o->cpu[e->cpu];
	struct op *op = oracle_alloc(sizeof(*op));
	struct op **end = &cpu->pending;

	memset(op, 0, sizeof(*op));
	op->event = o->now;
	op->cpu = e->cpu;
	op->privilege = e->privilege;
	op->word = e->word;
	op->operand[0] = e->operand[0];
	op->operand[1] = e->operand[1];
	o->arch->decode_op(cpu->regs, op);
	op->scope = op->broadcast ? ~UINT64_C(0) >> (64 - o->n_cpus)
				  : UINT64_C(1) << e->cpu;
	op->ordered_before = order_of(o, op);
	op->inert = !o->arch->is_arm && op->ordered_before == 0;
	op->repeats = is_second(cpu, op);
	if (op->unjudged == NULL) {
		remember(cpu, op);
	}
	if (!op->effect) {
		output_verdict(o, op);
		free(op);
	} else if (!op->deferred) {
		complete(o, op);
	} else {
		while (*end != NULL) {
			end = &(*end)->next;
		}
		*end = op;
	}
}

void inval_barrier(struct oracle *o, const struct event *e)
{
	struct cpu *cpu = &o->cpu[e->cpu];
	unsigned effect = o->arch->barrier(e->word);
	struct op **link = &cpu->pending;

	if ((effect & BARRIER_ORDERS) != 0) {
		o->ordered = o->now;
	}
	if ((effect & BARRIER_OPENS) != 0) {
		cpu->opened = o->now;
	}
	while (*link != NULL) {
		struct op *op = *link;
		unsigned needed = op->broadcast ? BARRIER_COMPLETES_ALL
						: BARRIER_COMPLETES_LOCAL;

		if ((effect & needed) == 0) {
			link = &op->next;
			continue;
		}
		*link = op->next;
		complete(o, op);
	}
}

/* By CPU, and then as they were issued. */
void inval_finish(struct oracle *o)
{
	unsigned cpu;

	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		while (o->cpu[cpu].pending != NULL) {
			struct op *op = o->cpu[cpu].pending;

			o->cpu[cpu].pending = op->next;
			complete(o, op);
		}
	}
	verdict_finish(o);
}
