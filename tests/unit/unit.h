/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What every test here starts with.  <cmocka.h> wants four headers before it.
 * A test is one group of cmocka tests, printed as TAP.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A line of TAP for people. */
#define diag(...) (printf("# " __VA_ARGS__), printf("\n"))

/* Fails, and says where in a table of cases: a number and a text. */
#define check_case(condition, number, text)                                 \
	do {                                                                \
		if (!(condition)) {                                         \
			fail_msg("case %u (%s): %s", (unsigned)(number),    \
				 text, #condition);                         \
		}                                                           \
	} while (0)

/* By lines, so that a crash takes no result with it. */
#define run_tap(tests)                                                      \
	(setvbuf(stdout, NULL, _IOLBF, 0),                                  \
	 cmocka_set_message_output(CM_OUTPUT_TAP),                          \
	 cmocka_run_group_tests(tests, NULL, NULL))

#endif
