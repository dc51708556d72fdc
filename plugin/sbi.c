// SPDX-License-Identifier: GPL-2.0-or-later
/* [SBI] v2.0: chapter 5 legacy extensions, 8 RFENCE, 10 system reset. */
#include <stddef.h>

#include "feed.h"
#include "sbi.h"

#define LEGACY_SFENCE_VMA 6
#define LEGACY_SFENCE_VMA_ASID 7
#define LEGACY_SHUTDOWN 8
#define EXTENSION_RFENCE 0x52464e43
#define EXTENSION_SYSTEM_RESET 0x53525354

#define RFENCE_FENCE_I 0
#define RFENCE_SFENCE_VMA_ASID 2
#define RFENCE_LAST 6

#define EVERYTHING UINT64_MAX

/* A call that asked for fences and has not returned. */
struct pending {
	uint32_t site; /* 0: there is none */
	/* Harts that it is for: bits, from base on.  base -1: all. */
	uint64_t mask;
	uint64_t base;
	uint64_t start;
	uint64_t size;
	bool has_asid;
	uint64_t asid;
};

static struct pending calls[LEDGER_CPUS_MAX];

bool sbi_is_fence(const struct sbi_call *call)
{
	if (call->extension == EXTENSION_RFENCE) {
		return call->function > RFENCE_FENCE_I &&
		       call->function <= RFENCE_LAST;
	}
	return call->extension == LEGACY_SFENCE_VMA ||
	       call->extension == LEGACY_SFENCE_VMA_ASID;
}

static void begin_fence(struct pending *pending, const struct sbi_call *call)
{
	const uint64_t *arguments = call->arguments;
	bool is_legacy = call->extension != EXTENSION_RFENCE;

	pending->mask = arguments[0];
	pending->base = arguments[1];
	if (is_legacy) {
		/* Its mask lies in memory: taken as all harts. */
		arguments--;
		pending->base = EVERYTHING;
	}
	pending->start = arguments[2];
	pending->size = arguments[3];
	pending->asid = arguments[4];
	pending->has_asid = is_legacy
				    ? call->extension == LEGACY_SFENCE_VMA_ASID
				    : call->function == RFENCE_SFENCE_VMA_ASID;
}

void sbi_begin(const struct cpu *cpu, const struct sbi_call *call,
	       uint32_t site)
{
	struct pending *pending = &calls[cpu->index];

	pending->site = site;
	if (sbi_is_fence(call)) {
		begin_fence(pending, call);
	}
	if (call->extension == EXTENSION_SYSTEM_RESET ||
	    call->extension == LEGACY_SHUTDOWN) {
		feed_power_down();
	}
}

void sbi_end(const struct cpu *cpu)
{
	calls[cpu->index].site = 0;
}

static bool is_for(const struct pending *pending, uint64_t hart)
{
	uint64_t bit = hart - pending->base;

	return pending->site != 0 &&
	       (pending->base == EVERYTHING ||
		(bit < 64 && (pending->mask >> bit & 1) != 0));
}

/* Is the fence what the call asked for, or a part of it, or more? */
static bool is_asked(const struct pending *pending,
		     const struct sbi_fence *fence)
{
	if (!fence->is_all_va && pending->size != 0 &&
	    pending->size != EVERYTHING &&
	    fence->va - pending->start >= pending->size) {
		return false;
	}
	return fence->is_all_asid || !pending->has_asid ||
	       fence->asid == pending->asid;
}

uint32_t sbi_find_caller(const struct cpu *cpu, const struct sbi_fence *fence)
{
	const struct pending *own = &calls[cpu->index];
	uint32_t any = 0;

	if (is_for(own, fence->hart) && is_asked(own, fence)) {
		return own->site;
	}
	for (unsigned i = 0; i < LEDGER_CPUS_MAX; i++) {
		if (!is_for(&calls[i], fence->hart)) {
			continue;
		}
		if (is_asked(&calls[i], fence)) {
			return calls[i].site;
		}
		if (any == 0) {
			any = calls[i].site;
		}
	}
	return any;
}
