/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../tool.h"
#include "times.h"
#include "watchdog.h"

/* Where glibc before 2.38 has no name for it. */
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define TICK_MAX_NS 100000000u

static _Thread_local timer_t timer;
static _Thread_local volatile uint8_t *leave_flag;
static _Thread_local uint64_t end_ns;

static void on_alarm(int number)
{
	(void)number;
	if (leave_flag != NULL) {
		*leave_flag = 1;
	}
}

/*
 * It ticks until it is stopped, since a signal that comes just before a wait
 * does not end it: neither this one nor the user's.  The last of equal ticks
 * is at the end of the time.
 */
static int arm(uint64_t time_ns)
{
	uint64_t ticks = (time_ns + TICK_MAX_NS - 1) / TICK_MAX_NS;
	struct timespec tick = { .tv_nsec = (long)(time_ns / ticks) };
	struct itimerspec when = { .it_value = tick, .it_interval = tick };

	return timer_settime(timer, 0, &when, NULL);
}

/* Whoever started us may have blocked it, and such a mask is inherited. */
static void unblock(int number)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

int watchdog_start(volatile uint8_t *leave, uint64_t time_ns)
{
	struct sigaction action = { .sa_handler = on_alarm };
	struct sigevent event = {
		.sigev_notify = SIGEV_THREAD_ID,
		.sigev_signo = SIGALRM,
	};

	event.sigev_notify_thread_id = gettid();
	sigaction(SIGALRM, &action, NULL);
	unblock(SIGALRM);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0) {
		return fail("timer_create: %s", strerror(errno));
	}
	*leave = 0;
	leave_flag = leave;
	end_ns = times_now_ns() + time_ns;
	if (arm(time_ns) < 0) {
		watchdog_stop();
		return fail("timer_settime: %s", strerror(errno));
	}
	return 0;
}

bool watchdog_bit(void)
{
	return times_now_ns() >= end_ns;
}

void watchdog_stop(void)
{
	leave_flag = NULL;
	timer_delete(timer);
}
