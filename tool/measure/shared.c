/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "../tool.h"
#include "shared.h"

/* Its pages come with the first write: most workers don't exist. */
struct shared *shared_create(void)
{
	void *memory = mmap(NULL, sizeof(struct shared),
			    PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (memory == MAP_FAILED) {
		fail("can't map shared memory: %s", strerror(errno));
		return NULL;
	}
	return memory;
}

void shared_destroy(struct shared *shared)
{
	munmap(shared, sizeof(*shared));
}

enum phase shared_phase(const struct shared *shared)
{
	return (enum phase)__atomic_load_n(&shared->phase, __ATOMIC_ACQUIRE);
}

void shared_set_phase(struct shared *shared, enum phase phase)
{
	__atomic_store_n(&shared->phase, (uint32_t)phase, __ATOMIC_RELEASE);
}

void shared_die_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent) {
		_exit(1);
	}
}

void shared_fail(struct shared *shared, const char *reason, long number)
{
	uint32_t expected = 0;

	if (!__atomic_compare_exchange_n(&shared->failed, &expected, 1, 0,
					 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		return;
	}
	strncpy(shared->reason, reason, sizeof(shared->reason) - 1);
	shared->number = number;
}
