// SPDX-License-Identifier: GPL-2.0-only
/*
 * The look-up of symbols is not exported since 5.7, but a kprobe tells the
 * address of a function that it names.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>

#include "resolve.h"

#define LOOKUP "kallsyms_lookup_name"

static unsigned long (*lookup)(const char *name);

/*
 * A probe may have been moved past a landing pad (BTI) or a call to the tracer;
 * an indirect call has to hit the first instruction.
 */
static unsigned long get_entry(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned long offset;

	sprint_symbol(text, address);
	if (sscanf(text, LOOKUP "+0x%lx/", &offset) != 1)
		return 0;
	return address - offset;
}

int resolve_init(void)
{
	struct kprobe probe = { .symbol_name = LOOKUP };
	int error = register_kprobe(&probe);

	if (error) {
		pr_err("refused: no kprobe on " LOOKUP " (error %d)\n", error);
		return error;
	}
	lookup = (void *)get_entry((unsigned long)probe.addr);
	unregister_kprobe(&probe);
	if (!lookup) {
		pr_err("refused: " LOOKUP " is not where its kprobe is\n");
		return -ENOENT;
	}
	return 0;
}

unsigned long resolve_symbol(const char *name)
{
	return lookup(name);
}
