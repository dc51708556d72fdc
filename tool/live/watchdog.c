/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../tool.h"
#include "watchdog.h"

/* Where glibc before 2.38 has no name for it. */
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#define NS_PER_S 1000000000

static _Thread_local timer_t timer;
static _Thread_local volatile uint8_t *leave_flag;
static _Thread_local volatile sig_atomic_t bit;

static void on_alarm(int number)
{
	(void)number;
	if (leave_flag != NULL) {
		*leave_flag = 1;
		bit = 1;
	}
}

/* It bites again and again: a single signal could be lost on other waits. */
static int arm(uint64_t time_ns)
{
	struct itimerspec when = {
		.it_value = {
			.tv_sec = (time_t)(time_ns / NS_PER_S),
			.tv_nsec = (long)(time_ns % NS_PER_S),
		},
		.it_interval = { .tv_nsec = NS_PER_S / 10 },
	};

	return timer_settime(timer, 0, &when, NULL);
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
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0) {
		return fail("timer_create: %s", strerror(errno));
	}
	bit = 0;
	leave_flag = leave;
	if (arm(time_ns) < 0) {
		watchdog_stop();
		return fail("timer_settime: %s", strerror(errno));
	}
	return 0;
}

bool watchdog_bit(void)
{
	return bit != 0;
}

void watchdog_stop(void)
{
	leave_flag = NULL;
	timer_delete(timer);
}
