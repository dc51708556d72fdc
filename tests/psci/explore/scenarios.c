/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The scripts.  A line for each CPU: what it does, one after the other.  The
 * small ones first.
 */
#include "explore.h"

#define ON PSCI_STATE_ON
#define ABSENT PSCI_STATE_ABSENT

#define S (1u << MODEL_STRONG)
#define E (1u << MODEL_SPURIOUS)
#define W (1u << MODEL_WEAK)

#define CPU(n) (1u << (n))

const struct scenario scenarios[] = {
	{ "lock: 2 CPUs, twice each", 2, 0, S | E | W, 0, { ON, ON }, {
		{ { DO_LOCK, 0 }, { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 }, { DO_LOCK, 0 } } } },
	{ "lock: 3 CPUs", 3, 0, S | E | W, 0, { ON, ON, ON }, {
		{ { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 } } } },
	{ "CPU_ON while the CPU comes to the pen", 2, 0, S | E | W, 0, { ON, ABSENT }, {
		{ { DO_ON, 1 }, { DO_ON, 1 }, { DO_ASK, 1 } },
		{ { DO_START, 0 } } } },
	{ "CPU_ON again while pending, and after", 2, CPU(1), S | E | W, 0, { ON, ABSENT }, {
		{ { DO_ON, 1 }, { DO_ON, 1 }, { DO_ASK, 1 } },
		{ { DO_START, 0 } } } },
	{ "CPU_OFF against CPU_ON: asks again", 2, 0, S | E | W, 0, { ON, ON }, {
		{ { DO_ON_RETRY, 1 } },
		{ { DO_OFF, 0 } } } },
	{ "CPU_OFF against CPU_ON: waits for OFF", 2, 0, S | E | W, 0, { ON, ON }, {
		{ { DO_ON_WHEN_OFF, 1 } },
		{ { DO_OFF, 0 } } } },
	{ "off and on, three times", 2, 0, S | E | W, 0, { ON, ON }, {
		{ { DO_ON_RETRY, 1 }, { DO_ON_RETRY, 1 }, { DO_ON_RETRY, 1 } },
		{ { DO_OFF, 0 }, { DO_OFF, 0 }, { DO_OFF, 0 } } } },
	{ "each turns the other on", 2, CPU(1), S | E | W, 0, { ON, ABSENT }, {
		{ { DO_ON, 1 }, { DO_OFF, 0 } },
		{ { DO_START, 0 }, { DO_ON_RETRY, 0 } } } },
	{ "spin table", 2, 0, S | E | W, 0, { ON, ABSENT }, {
		{ { DO_RELEASE_BAD, 1 }, { DO_RELEASE, 1 } },
		{ { DO_START, 0 } } } },
	{ "spin table against CPU_ON: one CPU", 2, 0, S | E | W, 0, { ON, ABSENT }, {
		{ { DO_RELEASE, 1 }, { DO_ON, 1 }, { DO_ON, 1 } },
		{ { DO_START, 0 }, { DO_OFF, 0 } } } },
	{ "spin table against CPU_ON: two CPUs", 3, CPU(2), S | E | W, 0, { ON, ON, ABSENT }, {
		{ { DO_RELEASE, 2 } },
		{ { DO_ON, 2 } },
		{ { DO_START, 0 } } } },
	{ "two CPU_ONs of one CPU", 3, CPU(2), S | E | W, 0, { ON, ON, ABSENT }, {
		{ { DO_ON, 2 } },
		{ { DO_ON, 2 } },
		{ { DO_START, 0 } } } },
	{ "two CPU_ONs of one that goes off", 3, 0, S, E | W, { ON, ON, ON }, {
		{ { DO_ON_RETRY, 2 } },
		{ { DO_ON, 2 } },
		{ { DO_OFF, 0 }, { DO_OFF, 0 } } } },
	{ "one waits for OFF, another asks", 3, 0, S | W, E, { ON, ON, ON }, {
		{ { DO_ON_WHEN_OFF, 2 } },
		{ { DO_ON, 2 }, { DO_ASK, 2 } },
		{ { DO_OFF, 0 }, { DO_OFF, 0 } } } },
	{ "one turns on two", 3, CPU(1) | CPU(2), S | E | W, 0, { ON, ABSENT, ABSENT }, {
		{ { DO_ON, 1 }, { DO_ON, 2 } },
		{ { DO_START, 0 } },
		{ { DO_START, 0 } } } },
	{ "in a ring", 3, CPU(1) | CPU(2), S | E | W, 0, { ON, ABSENT, ABSENT }, {
		{ { DO_ON, 1 }, { DO_OFF, 0 } },
		{ { DO_START, 0 }, { DO_ON, 2 } },
		{ { DO_START, 0 }, { DO_ON_RETRY, 0 } } } },
	{ "three CPU_ONs of one CPU", 4, CPU(3), S, E, { ON, ON, ON, ABSENT }, {
		{ { DO_ON, 3 } },
		{ { DO_ON, 3 } },
		{ { DO_ON, 3 } },
		{ { DO_START, 0 } } } },
	{ "two CPU_ONs of each of two", 4, CPU(2) | CPU(3), 0, S | E, { ON, ON, ABSENT, ABSENT }, {
		{ { DO_ON, 2 }, { DO_ON, 3 } },
		{ { DO_ON, 3 }, { DO_ON, 2 } },
		{ { DO_START, 0 } },
		{ { DO_START, 0 } } } },
	{ "spin table and CPU_ON and CPU_OFF, 4 CPUs", 4, CPU(3), S, E, { ON, ON, ON, ABSENT }, {
		{ { DO_RELEASE, 3 } },
		{ { DO_ON, 3 } },
		{ { DO_ON, 3 } },
		{ { DO_START, 0 }, { DO_OFF, 0 } } } },
	{ "lock: 3 CPUs, twice each", 3, 0, S, E | W, { ON, ON, ON }, {
		{ { DO_LOCK, 0 }, { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 }, { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 }, { DO_LOCK, 0 } } } },
	{ "lock: 4 CPUs", 4, 0, S, E, { ON, ON, ON, ON }, {
		{ { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 } },
		{ { DO_LOCK, 0 } } } },
};
const unsigned scenarios_count = sizeof(scenarios) / sizeof(scenarios[0]);
