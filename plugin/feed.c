// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "feed.h"
#include "filter.h"
#include "message.h"
#include "ram.h"
#include "record.h"
#include "result.h"
#include "store.h"
#include "walk.h"

/* Reset leaves a CPU at the highest level; docs/trace-format.md. */
#define PRIVILEGE_RESET 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct arch *machine;
static struct ledger *ledger;
static bool closed;
/* The ledger reads pages for an event, and not to translate for us. */
static bool in_event;
static uint64_t n_refused;

static int read_page(void *context, uint64_t pa, uint64_t *words)
{
	const uint8_t *host = ram_at(pa, RAM_PAGE);

	(void)context;
	if (host == NULL) {
		return -1;
	}
	memcpy(words, host, RAM_PAGE);
	if (in_event) {
		record_page(pa, words);
	}
	return 0;
}

static void follow(void *context, uint64_t pa, int followed)
{
	(void)context;
	ram_follow(pa, followed);
	if (followed) {
		filter_forget();
	}
}

static int open_ledger(const struct options *options, unsigned cpus)
{
	struct ledger_config config = {
		.arch = machine->ledger,
		.cpus = cpus,
		.memory_size = options->arena,
		.read_page = read_page,
		.follow = follow,
	};

	for (unsigned i = 0; options->has_midr && i < cpus; i++) {
		config.midr[i] = options->midr;
	}
	config.memory = mmap(NULL, options->arena, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			     0);
	if (config.memory == MAP_FAILED) {
		message_print("can't reserve %zu bytes for the ledger: %s",
			      options->arena, strerror(errno));
		return -1;
	}
	ledger = ledger_new(&config);
	if (ledger == NULL) {
		message_print("arena=%zu is too little", options->arena);
		return -1;
	}
	return 0;
}

int feed_open(const struct options *options, const struct arch *arch,
	      unsigned cpus, int interface_version)
{
	machine = arch;
	if (result_open(options, interface_version) < 0 ||
	    record_open(options, arch->ledger, cpus) < 0) {
		return -1;
	}
	for (unsigned i = 0; i < cpus; i++) {
		cpu_at(i)->privilege = PRIVILEGE_RESET;
	}
	return open_ledger(options, cpus);
}

void feed_fail(const char *reason)
{
	if (!closed) {
		closed = true;
		message_print("%s; no more events", reason);
		result_note("%s; no more events", reason);
		result_fail();
	}
}

void feed_power_down(void)
{
	closed = true;
	result_power_off();
}

static void emit(struct event *event)
{
	in_event = true;
	if (ledger_event(ledger, event) == LEDGER_EINVAL) {
		n_refused++;
	}
	in_event = false;
	record_event(event);
}

static void forget_translations(void)
{
	walk_forget();
	filter_forget();
}

static void power_on(struct cpu *cpu)
{
	struct event event = {
		.type = EVENT_POWER,
		.cpu = (uint8_t)cpu->index,
		.privilege = PRIVILEGE_RESET,
		.power.on = 1,
	};

	cpu->off = false;
	cpu->privilege = PRIVILEGE_RESET;
	machine->reset(cpu);
	forget_translations();
	emit(&event);
}

struct cpu *feed_enter(unsigned vcpu, uint64_t translators)
{
	struct cpu *cpu;

	pthread_mutex_lock(&lock);
	if (closed) {
		return NULL;
	}
	cpu = cpu_running();
	if (cpu == NULL || !cpu_fits(cpu, vcpu, translators)) {
		feed_fail("the running CPU can't be told in this QEMU");
		return NULL;
	}
	store_settle();
	if (cpu->off) {
		power_on(cpu);
	}
	machine->settle(cpu);
	return cpu;
}

struct cpu *feed_enter_translation(void)
{
	pthread_mutex_lock(&lock);
	return closed ? NULL : cpu_running();
}

void feed_leave(void)
{
	pthread_mutex_unlock(&lock);
}

void feed_level(struct cpu *cpu, uint8_t privilege)
{
	struct event event = {
		.type = EVENT_MODE,
		.cpu = (uint8_t)cpu->index,
		.privilege = cpu->privilege,
		.mode.to = privilege,
	};

	if (cpu->privilege != privilege) {
		cpu->privilege = privilege;
		emit(&event);
	}
}

uint32_t feed_site(const struct site *site)
{
	uint32_t id = ledger_add_site(ledger, site);

	record_site(id, site);
	return id;
}

/* What all events of a doer have in common. */
static struct event begin(const struct doer *doer, enum event_type type)
{
	struct event event = {
		.type = type,
		.cpu = (uint8_t)doer->cpu->index,
		.privilege = doer->privilege,
		.site = doer->site,
	};

	return event;
}

void feed_store(const struct doer *doer, uint64_t pa, uint64_t value)
{
	struct event event = begin(doer, EVENT_STORE);

	event.store.pa = pa;
	event.store.value = value;
	emit(&event);
}

void feed_register(const struct doer *doer, enum event_register reg,
		   uint64_t value)
{
	struct event event = begin(doer, EVENT_REGISTER);

	event.reg.reg = reg;
	event.reg.value = value;
	forget_translations();
	emit(&event);
}

void feed_invalidation(const struct doer *doer, uint32_t word, uint64_t first,
		       uint64_t second)
{
	struct event event = begin(doer, EVENT_INVALIDATE);

	event.invalidate.word = word;
	event.invalidate.operand[0] = first;
	event.invalidate.operand[1] = second;
	forget_translations();
	emit(&event);
}

void feed_barrier(const struct doer *doer, uint32_t word)
{
	struct event event = begin(doer, EVENT_BARRIER);

	event.barrier.word = word;
	emit(&event);
}

void feed_access(const struct doer *doer, uint64_t va, enum event_access kind)
{
	struct event event = begin(doer, EVENT_ACCESS);

	event.access.va = va;
	event.access.kind = kind;
	event.access.fatal = doer->cpu->fatal;
	emit(&event);
}

void feed_power_off(struct cpu *cpu)
{
	struct event event = {
		.type = EVENT_POWER,
		.cpu = (uint8_t)cpu->index,
		.privilege = cpu->privilege,
	};

	cpu->off = true;
	emit(&event);
}

void feed_mark(struct cpu *cpu, const char *label)
{
	struct event event = {
		.type = EVENT_MARK,
		.cpu = (uint8_t)cpu->index,
		.privilege = cpu->privilege,
	};

	snprintf(event.mark.label, sizeof(event.mark.label), "%s", label);
	emit(&event);
}

int feed_translate(const struct cpu *cpu, uint64_t va, uint64_t *pa)
{
	return ledger_translate(ledger, cpu->index, va, pa);
}

void feed_close(void)
{
	pthread_mutex_lock(&lock);
	if (!closed) {
		store_settle();
	}
	closed = true;
	if (n_refused > 0) {
		result_note("the ledger refused %llu events",
			    (unsigned long long)n_refused);
	}
	ledger_end(ledger);
	record_close(result_reason());
	result_write(ledger);
	pthread_mutex_unlock(&lock);
}
