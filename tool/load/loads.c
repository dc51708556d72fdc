/* SPDX-License-Identifier: BSD-2-Clause */
#include "loads.h"
#include "sys.h"
#include "text.h"

/* clang-format off */
const struct load loads[] = {
	{ "none", 0, LOAD_EACH, load_none, "nothing", 0 },
	{ "fork", 100, LOAD_EACH, load_fork, "N children that touch a few pages and exit", 0 },
	{ "exec", 50, LOAD_EACH, load_exec, "N children that execute this program again", 0 },
	{ "mmap", 100, LOAD_EACH, load_mmap, "N times map, touch and unmap 8 pages", 0 },
	{ "mmapstress", 200, LOAD_EACH, load_mmapstress,
	  "N small maps of one file made and taken away", 0 },
	{ "mappings", 50, LOAD_EACH, load_mappings,
	  "N regions mapped and faulted in, and small maps", 3 },
	{ "mprotect", 100, LOAD_EACH, load_mprotect, "N times make 4 pages read-only and back", 0 },
	{ "fault", 1000, LOAD_EACH, load_fault, "N anonymous page faults in random order", 0 },
	{ "fault-file", 1000, LOAD_EACH, load_fault_file, "N page faults over a file in tmpfs", 0 },
	{ "threads", 50, LOAD_TEAM, load_threads,
	  "N mappings changed under threads of all CPUs", 0 },
	{ "shootdown", 200, LOAD_TEAM, load_shootdown,
	  "N pages dropped by each of threads on all CPUs", 0 },
	{ "shootdown-single", 200, LOAD_EACH, load_shootdown_single,
	  "the same with one thread", 0 },
	{ "messaging", 50, LOAD_TEAM, load_messaging,
	  "N messages of 8 senders to 4 receivers each", 0 },
	{ "switch", 200, LOAD_EACH, load_switch, "N round trips between two processes", 0 },
	{ NULL, 0, LOAD_EACH, NULL, NULL, 0 },
};
/* clang-format on */

const struct load *load_find(const char *name, size_t length)
{
	for (const struct load *load = loads; load->name != NULL; load++) {
		if (text_is(name, length, load->name)) {
			return load;
		}
	}
	return NULL;
}

bool load_begin(const struct load_context *context, unsigned worker,
		unsigned long done, unsigned long count)
{
	return done < count &&
	       (context->begin == NULL || context->begin(context, worker));
}

void load_end(const struct load_context *context, unsigned worker)
{
	if (context->end != NULL) {
		context->end(context, worker);
	}
}

int load_fail(const struct load_context *context, const char *what, long number)
{
	context->report(what, number);
	return LOAD_EFAIL;
}

void *load_map_anonymous(const struct load_context *context, size_t size)
{
	void *base = sys_map(size, SYS_PROT_READ | SYS_PROT_WRITE,
			     SYS_MAP_PRIVATE | SYS_MAP_ANONYMOUS, -1);

	if (sys_failed(base) != 0) {
		context->report("mmap", sys_failed(base));
		return NULL;
	}
	return base;
}

uint64_t *load_word(const struct load_context *context, void *base, size_t page)
{
	return (uint64_t *)((char *)base + page * context->page_size);
}

/*
 * uname(2) writes its result for any caller: where the page can't be written,
 * the answer is EFAULT and not a signal.
 */
int load_probe_write(void *address)
{
	return sys_uname(address) == 0 ? 0 : -1;
}

int load_wait(const struct load_context *context, long pid, int exit_status)
{
	int status = 0;
	long got = sys_wait(pid, &status);

	if (got != pid) {
		return load_fail(context, "wait for a child", got);
	}
	if (status != exit_status << 8) {
		return load_fail(context, "a child's wait status", status);
	}
	return 0;
}

uint64_t load_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

int load_none(const struct load_context *context, unsigned long count)
{
	(void)context;
	(void)count;
	return 0;
}
