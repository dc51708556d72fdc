/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An end to KVM_RUN, which a guest that hangs never leaves by itself.  One at
 * a time in each thread.
 */
#ifndef LIVE_WATCHDOG_H
#define LIVE_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Until it is stopped, at least ten times a second and after time_ns (not 0),
 * interrupt this thread and set *leave, which makes a KVM_RUN that was not yet
 * begun return at once.  0, or -1 with a message.
 */
int watchdog_start(volatile uint8_t *leave, uint64_t time_ns);
/* Whether the time is over. */
bool watchdog_bit(void);
/* *leave is not touched any more. */
void watchdog_stop(void);

#endif
