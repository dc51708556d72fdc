// SPDX-License-Identifier: GPL-2.0-only
/*
 * Does a hart keep an invalid page-table entry?  Reading
 * /sys/kernel/debug/fencepost_probe/report asks each online hart.
 *
 * One try: an access faults on the invalid entry, which the hart may now keep.
 * The entry becomes valid in memory, without SFENCE.VMA, and the access is
 * repeated.  Two controls: a valid entry becomes invalid without SFENCE.VMA,
 * and the access is still done ("stale": the hart does keep translations, and
 * the probe sees it); and after SFENCE.VMA each access does what memory says.
 */
#include <linux/cpu.h>
#include <linux/debugfs.h>
#include <linux/irqflags.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/timekeeping.h>
#include <linux/workqueue.h>
#include <asm/csr.h>
#include <asm/tlbflush.h>

#include "probe.h"

#define TRIES_MAX 100000u
#define RETRIES_MAX 100000u
#define WAIT_MAX_US 10000u

static unsigned int tries = 256;
module_param(tries, uint, 0644);
MODULE_PARM_DESC(tries, "tries for each hart and case (256)");

static unsigned int retries = 64;
module_param(retries, uint, 0644);
MODULE_PARM_DESC(retries, "accesses at least before an entry is called kept (64)");

static unsigned int wait_us = 50;
module_param(wait_us, uint, 0644);
MODULE_PARM_DESC(wait_us, "and microseconds at least, with interrupts off (50)");

/*
 * A test of the probe itself: the store that makes the entry valid is held back
 * until the accesses are done.  A hart that keeps the invalid entry looks just
 * like this from outside.
 */
static bool test_hold_store;
module_param(test_hold_store, bool, 0644);
MODULE_PARM_DESC(test_hold_store, "test of the probe: an injected stale entry");

/* What one reading goes by: parameters may change meanwhile. */
struct probe_plan {
	unsigned int tries;
	unsigned int retries;
	unsigned int wait_us;
	bool hold_store;
};

struct probe_case {
	enum probe_entry entry;
	enum probe_access access;
	/* Each try is one of these four. */
	unsigned int clean;		/* the first access was done */
	unsigned int late;		/* a later one, without a fence */
	unsigned int kept;		/* none before the fence */
	unsigned int broken;		/* not what memory said after a fence */
	/* And, as controls: */
	unsigned int stale;		/* done by an entry that was gone */
	unsigned int cured;		/* not done any more after the fence */
};

struct probe_hart {
	const struct probe_plan *plan;
	struct seq_file *seq;
	int cpu;
};

static DEFINE_MUTEX(lock);
static struct dentry *directory;

static const char * const entry_names[] = { "leaf", "table" };
static const char * const access_names[] = { "load", "store", "fetch" };

enum outcome { DONE, FAULT, OTHER };

static notrace unsigned long do_access(enum probe_access access,
				       struct probe_trap *trap)
{
	switch (access) {
	case PROBE_STORE:
		return probe_store(probe_address(), trap);
	case PROBE_FETCH:
		return probe_fetch(probe_address(), trap);
	default:
		return probe_load(probe_address(), trap);
	}
}

static notrace unsigned long cause_of(enum probe_access access)
{
	switch (access) {
	case PROBE_STORE:
		return EXC_STORE_PAGE_FAULT;
	case PROBE_FETCH:
		return EXC_INST_PAGE_FAULT;
	default:
		return EXC_LOAD_PAGE_FAULT;
	}
}

/* stval may be 0 where a core does not tell the address. */
static notrace enum outcome try_access(const struct probe_case *c)
{
	struct probe_trap trap = { 0 };

	if (!do_access(c->access, &trap))
		return DONE;
	if (trap.cause != cause_of(c->access))
		return OTHER;
	return trap.value - probe_address() <= 64 || !trap.value ? FAULT :
								   OTHER;
}

/* Until it is done, or has had its chances.  How many faulted. */
static notrace unsigned int insist(const struct probe_plan *plan,
				   const struct probe_case *c,
				   enum outcome *last)
{
	u64 end = ktime_get_mono_fast_ns() + plan->wait_us * 1000ull;
	unsigned int faults = 0;

	for (;;) {
		*last = try_access(c);
		if (*last != FAULT)
			return faults;
		faults++;
		if (faults > plan->retries && ktime_get_mono_fast_ns() >= end)
			return faults;
	}
}

/* Plant the invalid entry, make it valid, look. */
static notrace void try_invalid(const struct probe_plan *plan,
				struct probe_case *c)
{
	unsigned long satp = probe_enter();
	enum outcome planted, seen, cured;
	unsigned int faults;

	probe_clear(c->entry);
	local_flush_tlb_all();
	planted = try_access(c);
	if (!plan->hold_store)
		probe_set(c->entry);
	faults = insist(plan, c, &seen);
	if (plan->hold_store)
		probe_set(c->entry);
	local_flush_tlb_all();
	cured = try_access(c);
	probe_leave(satp);

	if (planted != FAULT || seen == OTHER || cured != DONE)
		c->broken++;
	else if (seen == FAULT)
		c->kept++;
	else if (faults)
		c->late++;
	else
		c->clean++;
}

/* The other way: used while valid, made invalid. */
static notrace void try_valid(struct probe_case *c)
{
	unsigned long satp = probe_enter();
	enum outcome used, seen, gone;

	used = try_access(c);
	probe_clear(c->entry);
	seen = try_access(c);
	local_flush_tlb_all();
	gone = try_access(c);
	probe_leave(satp);

	c->stale += used == DONE && seen == DONE;
	c->cured += used == DONE && gone == FAULT;
}

static const char *answer(const struct probe_plan *plan,
			  const struct probe_case *c)
{
	if (c->broken || c->cured != plan->tries)
		return "undecided";
	if (c->kept)
		return "kept";
	return c->late || !c->stale ? "undecided" : "not-kept";
}

static void run_case(const struct probe_hart *hart, struct probe_case *c)
{
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < hart->plan->tries; i++) {
		local_irq_save(flags);
		try_invalid(hart->plan, c);
		local_irq_restore(flags);
		local_irq_save(flags);
		try_valid(c);
		local_irq_restore(flags);
		cond_resched();
	}
	seq_printf(hart->seq,
		   "cpu %d entry %s access %s clean %u late %u kept %u "
		   "broken %u stale %u cured %u answer %s\n",
		   hart->cpu, entry_names[c->entry],
		   access_names[c->access], c->clean, c->late, c->kept,
		   c->broken, c->stale, c->cured, answer(hart->plan, c));
}

/* In a worker that is bound to the hart. */
static long run_hart(void *context)
{
	int i;

	for (i = 0; i < PROBE_ENTRIES * PROBE_ACCESSES; i++) {
		struct probe_case c = {
			.entry = i / PROBE_ACCESSES,
			.access = i % PROBE_ACCESSES,
		};

		run_case(context, &c);
	}
	return 0;
}

static int report_show(struct seq_file *seq, void *unused)
{
	struct probe_plan plan = {
		.tries = clamp(READ_ONCE(tries), 1u, TRIES_MAX),
		.retries = clamp(READ_ONCE(retries), 1u, RETRIES_MAX),
		.wait_us = min(READ_ONCE(wait_us), WAIT_MAX_US),
		.hold_store = READ_ONCE(test_hold_store),
	};
	struct probe_hart hart = { .plan = &plan, .seq = seq };
	long status = mutex_lock_interruptible(&lock);

	if (status)
		return status;
	cpus_read_lock();
	seq_puts(seq, "fencepost_probe 1\n");
	seq_printf(seq, "mode %s online %u present %u\n", probe_mode(),
		   num_online_cpus(), num_present_cpus());
	seq_printf(seq, "tries %u retries %u wait_us %u test_hold_store %d\n",
		   plan.tries, plan.retries, plan.wait_us, plan.hold_store);
	for_each_online_cpu(hart.cpu) {
		status = work_on_cpu(hart.cpu, run_hart, &hart);
		if (status || seq_has_overflowed(seq) ||
		    fatal_signal_pending(current))
			break;
	}
	seq_puts(seq, "end\n");
	cpus_read_unlock();
	mutex_unlock(&lock);
	return status;
}

/* Room for all harts at once: seq_file asks again where there is not enough. */
static int report_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, report_show, NULL,
				1024 * (1 + num_possible_cpus()));
}

static const struct file_operations report_operations = {
	.owner = THIS_MODULE,
	.open = report_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static int __init probe_init(void)
{
	int status = probe_tables_get();

	if (status) {
		pr_err("fencepost_probe: %s\n", status == -ENODEV ?
		       "satp is not in Sv39, Sv48 or Sv57" : "no memory");
		return status;
	}
	directory = debugfs_create_dir("fencepost_probe", NULL);
	debugfs_create_file("report", 0400, directory, NULL,
			    &report_operations);
	return 0;
}

static void __exit probe_exit(void)
{
	debugfs_remove(directory);
	probe_tables_put();
}

module_init(probe_init);
module_exit(probe_exit);
MODULE_DESCRIPTION("Does a hart keep invalid page-table entries?");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1");
