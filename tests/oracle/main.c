// SPDX-License-Identifier: BSD-2-Clause
/*
 * oracle TRACE: what the second ledger says about a trace, line by line.
 *
 *	finding EVENT RULE
 *	verdict EVENT NAME OVERSCOPED COLLATERAL
 *	delay RULE COUNT
 *	residue LABEL CPU ASID COUNT
 *
 * Exits with 2 and a message when the trace can't be read.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle.h"

#define EXIT_TRACE 2

_Noreturn void oracle_die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(EXIT_TRACE);
}

void *oracle_realloc(void *old, size_t size)
{
	void *new = realloc(old, size);

	if (new == NULL) {
		oracle_die("out of memory");
	}
	return new;
}

void *oracle_alloc(size_t size)
{
	return oracle_realloc(NULL, size);
}

void *oracle_grow(void *array, size_t n, size_t *max, size_t size)
{
	if (n < *max) {
		return array;
	}
	*max = *max == 0 ? 4 : *max * 2;
	return oracle_realloc(array, *max * size);
}

static void take_power(struct oracle *o, const struct event *e)
{
	context_power(o, e->cpu);
	ghost_remove_cpu(o, e->cpu);
	verdict_power(o, e->cpu);
}

static void take_mode(struct oracle *o, const struct event *e)
{
	if (e->to == PRIVILEGE_USER) {
		rule_to_user(o, e->cpu);
	}
}

static void take_mark(struct oracle *o, const struct event *e)
{
	rule_residue(o, e->label);
}

void oracle_event(struct oracle *o, const struct event *e)
{
	static void (*const TAKE[])(struct oracle *, const struct event *) = {
		[EV_STORE] = change_store, [EV_REG] = context_update,
		[EV_INVAL] = inval_issue,  [EV_BARRIER] = inval_barrier,
		[EV_MODE] = take_mode,	   [EV_ACCESS] = rule_access,
		[EV_POWER] = take_power,   [EV_MARK] = take_mark,
	};

	o->now = e->number;
	o->judge_grants = e->kind == EV_REG || e->kind == EV_MODE ||
			  e->kind == EV_POWER;
	TAKE[e->kind](o, e);
	if (o->judge_grants) {
		rule_judge_grants(o);
	}
}

void oracle_end(struct oracle *o)
{
	inval_finish(o);
	rule_residue(o, "end");
	output_print(o);
}

int main(int argc, char **argv)
{
	/* Static: what is never given back stays reachable. */
	static struct oracle o = { .structure = 1 };

	if (argc != 2) {
		oracle_die("usage: oracle TRACE");
	}
	trace_run(&o, argv[1]);
	oracle_end(&o);
	return EXIT_SUCCESS;
}
