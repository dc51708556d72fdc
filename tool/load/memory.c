/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loads of one address space: mmap, mprotect, fault, fault-file.
 */
#include "loads.h"
#include "sys.h"

#define MMAP_PAGES 8
#define MPROTECT_PAGES 4
/* Pages that the fault loads map at a time. */
#define WINDOW 1024
#define SEED 0x46656e6365706f73ull

/* A word that tells round and page. */
static uint64_t stamp(unsigned long round, size_t page)
{
	return ((uint64_t)round << 16 | page) ^ SEED;
}

static void write_stamps(const struct load_context *context, void *base,
			 size_t pages, unsigned long round)
{
	for (size_t page = 0; page < pages; page++) {
		*(volatile uint64_t *)load_word(context, base, page) =
			stamp(round, page);
	}
}

/* 0, or LOAD_EFAIL after a report. */
static int check_stamps(const struct load_context *context, void *base,
			size_t pages, unsigned long round)
{
	for (size_t page = 0; page < pages; page++) {
		volatile uint64_t *word = load_word(context, base, page);

		if (*word != stamp(round, page)) {
			return load_fail(context, "wrong content of page",
					 (long)page);
		}
	}
	return 0;
}

static int unmap(const struct load_context *context, void *base, size_t pages)
{
	long got = sys_unmap(base, pages * context->page_size);

	return got == 0 ? 0 : load_fail(context, "munmap", got);
}

static int protect(const struct load_context *context, void *base, size_t pages,
		   int protection)
{
	long got = sys_protect(base, pages * context->page_size, protection);

	return got == 0 ? 0 : load_fail(context, "mprotect", got);
}

/* Every page must be (0) or must not be (-1) writable. */
static int check_writable(const struct load_context *context, void *base,
			  size_t pages, int expected)
{
	for (size_t page = 0; page < pages; page++) {
		if (load_probe_write(load_word(context, base, page)) !=
		    expected) {
			return load_fail(context,
					 expected == 0
						 ? "write refused to page"
						 : "write allowed to page",
					 (long)page);
		}
	}
	return 0;
}

int load_mmap(const struct load_context *context, unsigned long count)
{
	for (unsigned long i = 0; load_begin(context, 0, i, count); i++) {
		void *base = load_map_anonymous(
			context, MMAP_PAGES * context->page_size);

		if (base == NULL) {
			return LOAD_EFAIL;
		}
		write_stamps(context, base, MMAP_PAGES, i);
		if (check_stamps(context, base, MMAP_PAGES, i) < 0 ||
		    unmap(context, base, MMAP_PAGES) < 0) {
			return LOAD_EFAIL;
		}
		load_end(context, 0);
		if (check_writable(context, base, MMAP_PAGES, -1) < 0) {
			return LOAD_EFAIL;
		}
	}
	return 0;
}

/* One round of it on fresh pages. */
static int mprotect_round(const struct load_context *context, void *base,
			  unsigned long round)
{
	write_stamps(context, base, MPROTECT_PAGES, round);
	if (protect(context, base, MPROTECT_PAGES, SYS_PROT_READ) < 0 ||
	    check_stamps(context, base, MPROTECT_PAGES, round) < 0 ||
	    check_writable(context, base, MPROTECT_PAGES, -1) < 0 ||
	    protect(context, base, MPROTECT_PAGES,
		    SYS_PROT_READ | SYS_PROT_WRITE) < 0) {
		return LOAD_EFAIL;
	}
	write_stamps(context, base, MPROTECT_PAGES, round + 1);
	return check_stamps(context, base, MPROTECT_PAGES, round + 1);
}

int load_mprotect(const struct load_context *context, unsigned long count)
{
	for (unsigned long i = 0; load_begin(context, 0, i, count); i++) {
		void *base = load_map_anonymous(
			context, MPROTECT_PAGES * context->page_size);

		if (base == NULL || mprotect_round(context, base, i) < 0 ||
		    unmap(context, base, MPROTECT_PAGES) < 0) {
			return LOAD_EFAIL;
		}
		load_end(context, 0);
	}
	return 0;
}

/* Which pages are next, and whether they still count. */
struct faults {
	uint64_t random;
	bool ended;
};

/* order[] = the numbers below n, in random order. */
static void shuffle(uint16_t *order, size_t n, uint64_t *state)
{
	for (size_t i = 0; i < n; i++) {
		size_t other = load_random(state) % (i + 1);

		order[i] = order[other];
		order[other] = (uint16_t)i;
	}
}

/* Page faults of this process so far, or a negative number after a report. */
static int64_t count_faults(const struct load_context *context)
{
	struct sys_rusage usage;
	long got = sys_usage(&usage);

	if (got < 0) {
		return load_fail(context, "getrusage", got);
	}
	return usage.minor_faults + usage.major_faults;
}

/* The operation is one fault.  After the last one the window is completed. */
static void touch_page(const struct load_context *context, void *base,
		       size_t page, struct faults *faults, unsigned long round)
{
	if (!faults->ended && !load_begin(context, 0, 0, 1)) {
		faults->ended = true;
	}
	*(volatile uint64_t *)load_word(context, base, page) =
		stamp(round, page);
	if (!faults->ended) {
		load_end(context, 0);
	}
}

/*
 * Write to each page once, in random order: no fault-around, so each write is
 * a fault, and fewer faults than pages mean that the load was not done.
 */
static int fault_pages(const struct load_context *context, void *base,
		       size_t pages, struct faults *faults, unsigned long round)
{
	static uint16_t order[WINDOW];
	int64_t before;
	int64_t after;

	shuffle(order, pages, &faults->random);
	before = count_faults(context);
	for (size_t i = 0; i < pages; i++) {
		touch_page(context, base, order[i], faults, round);
	}
	after = count_faults(context);
	if (before < 0 || after < 0) {
		return LOAD_EFAIL;
	}
	if (after - before < (int64_t)pages) {
		return load_fail(context, "page faults fewer than pages",
				 (long)(after - before));
	}
	return check_stamps(context, base, pages, round);
}

static size_t window_pages(unsigned long count, unsigned long done)
{
	return count - done < WINDOW ? count - done : WINDOW;
}

int load_fault(const struct load_context *context, unsigned long count)
{
	struct faults faults = { .random = SEED };

	for (unsigned long done = 0; done < count && !faults.ended;
	     done += WINDOW) {
		size_t pages = window_pages(count, done);
		size_t size = pages * context->page_size;
		void *base = load_map_anonymous(context, size);

		if (base == NULL) {
			return LOAD_EFAIL;
		}
		/* A kernel without huge pages refuses: just as good. */
		sys_no_huge_pages(base, size);
		if (fault_pages(context, base, pages, &faults, done) < 0 ||
		    unmap(context, base, pages) < 0) {
			return LOAD_EFAIL;
		}
	}
	return 0;
}

/* The file must hold the stamps of this round. */
static int check_file(const struct load_context *context, long fd, size_t pages,
		      unsigned long round)
{
	for (size_t page = 0; page < pages; page++) {
		uint64_t word = 0;
		long got = sys_pread(fd, &word, sizeof(word),
				     page * context->page_size);

		if (got != (long)sizeof(word) || word != stamp(round, page)) {
			return load_fail(context, "wrong content of file page",
					 (long)page);
		}
	}
	return 0;
}

static int fault_file_window(const struct load_context *context, long fd,
			     int flags, size_t pages, struct faults *faults,
			     unsigned long round)
{
	size_t size = pages * context->page_size;
	void *base = sys_map(size, SYS_PROT_READ | SYS_PROT_WRITE, flags, fd);

	if (sys_failed(base) != 0) {
		return load_fail(context, "mmap of a file", sys_failed(base));
	}
	sys_no_huge_pages(base, size);
	if (fault_pages(context, base, pages, faults, round) < 0) {
		return LOAD_EFAIL;
	}
	return unmap(context, base, pages);
}

/*
 * Half of the faults go through a shared mapping, half through a private one
 * of the same pages, whose stamps (of another round) must not reach the file.
 */
static int fault_file(const struct load_context *context, long fd, size_t pages,
		      struct faults *faults, unsigned long round)
{
	size_t private = pages / 2;
	size_t shared = pages - private;

	if (fault_file_window(context, fd, SYS_MAP_SHARED, shared, faults,
			      round) < 0 ||
	    check_file(context, fd, shared, round) < 0) {
		return LOAD_EFAIL;
	}
	if (private == 0) {
		return 0;
	}
	if (fault_file_window(context, fd, SYS_MAP_PRIVATE, private, faults,
			      round + 1) < 0) {
		return LOAD_EFAIL;
	}
	return check_file(context, fd, private, round);
}

static long open_file(const struct load_context *context)
{
	long fd = sys_memfd("load");
	long got;

	if (fd < 0) {
		return load_fail(context, "memfd_create", fd);
	}
	got = sys_set_size(fd, WINDOW * context->page_size);
	if (got < 0) {
		sys_close(fd);
		return load_fail(context, "ftruncate", got);
	}
	return fd;
}

int load_fault_file(const struct load_context *context, unsigned long count)
{
	struct faults faults = { .random = SEED };
	long fd = open_file(context);
	int result = fd < 0 ? LOAD_EFAIL : 0;

	for (unsigned long done = 0;
	     done < count && result == 0 && !faults.ended; done += WINDOW) {
		result = fault_file(context, fd, window_pages(count, done),
				    &faults, done);
	}
	if (fd >= 0) {
		sys_close(fd);
	}
	return result;
}
