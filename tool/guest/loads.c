/* SPDX-License-Identifier: BSD-2-Clause */
#include "loads.h"
#include "sys.h"
#include "text.h"

/* clang-format off */
const struct load loads[] = {
	{ "none", 0, load_none, "nothing" },
	{ "fork", 100, load_fork, "N children that touch a few pages and exit" },
	{ "exec", 50, load_exec, "N children that execute this program again" },
	{ "mmap", 100, load_mmap, "N times map, touch and unmap 8 pages" },
	{ "mprotect", 100, load_mprotect, "N times make 4 pages read-only and back" },
	{ "fault", 1000, load_fault, "N anonymous page faults in random order" },
	{ "fault-file", 1000, load_fault_file, "N page faults over a file in tmpfs" },
	{ "threads", 50, load_threads, "N mappings changed under threads of all CPUs" },
	{ "messaging", 50, load_messaging, "N messages of 8 senders to 4 receivers each" },
	{ NULL, 0, NULL, NULL },
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

int load_none(const struct load_context *context, unsigned long count)
{
	(void)context;
	(void)count;
	return 0;
}
