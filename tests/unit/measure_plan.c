// SPDX-License-Identifier: BSD-2-Clause
/*
 * From words to a plan: what is taken, what is refused, and in which order the
 * runs come.
 */
#include "unit.h"

#include "../../tool/measure/measure.h"

#include <string.h>

#define LINE_WORDS 16
#define THREE "run=1_+_run=2_+_run=3"

static struct experiment experiment;
static struct plan plan;
static struct measure_options options;

static void reset(void)
{
	plan_free(&plan);
	experiment_free(&experiment);
	measure_options_free(&options);
	memset(&experiment, 0, sizeof(experiment));
	memset(&plan, 0, sizeof(plan));
	memset(&options, 0, sizeof(options));
}

/* Words with one blank between; a '_' in a word is a blank. */
static int make(const char *line)
{
	char copy[2048] = "measure --load mmap --probe load ";
	char *argv[LINE_WORDS + 8];
	int argc = 0;
	char *next = copy;

	reset();
	strncat(copy, line, sizeof(copy) - strlen(copy) - 1);
	while (next != NULL && argc < LINE_WORDS + 7) {
		argv[argc] = strsep(&next, " ");
		for (char *at = argv[argc]; *at != '\0'; at++) {
			*at = *at == '_' ? ' ' : *at;
		}
		argc += argv[argc][0] != '\0';
	}
	argv[argc] = NULL;
	return measure_options_read(&options, argc, argv) == 0 &&
	       measure_plan(&options, &plan, &experiment) == 0 ? 0 : -1;
}

static void taken(void **state)
{
	static const char *const good[] = {
		"", "--blocks 256", "--seconds 0.05", "--margin 0",
		"--seed 2147483647", "--wash-out none", "--wash-out never",
		"--wash-out reboot", "--wash-out rollover:1",
		"--wash-out rollover:16", "--wash-out run=true",
		"--do a:_run=true_+_undo=true", "--do none:_run=true",
		"--load shootdown:pages=1024,by=protect --load switch",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		check_case(make(good[i]) == 0, i, good[i]);
		assert_int_equal(experiment.n_planned, plan.n_runs);
		assert_true(experiment.n_arms >= 2);
	}
	reset();
}

static void refused(void **state)
{
	static const char *const bad[] = {
		"--blocks 257", "--blocks -1", "--blocks 1x", "--blocks 0x4",
		"--blocks 99999999999999999999", "--seconds nan",
		"--seconds inf", "--seconds 0.04", "--seconds -1",
		"--warm-up -1", "--margin -1", "--margin nan", "--seed -1",
		"--seed 2147483648", "--wash-out rolloverX",
		"--wash-out rollover:", "--wash-out rollover:0",
		"--wash-out rollover:17", "--wash-out rollover:8x",
		"--wash-out run", "--probe-cpu -1 --probe gap",
		"--load-cpus 0-", "--load-cpus 1024", "--load-cpus 0,,1",
		"--load-cpus 1-0", "--load-cpus 18446744073709551616",
		"--guest-cpu 99999", "--load mmap:rate=nan",
		"--load mmap:rate=inf", "--load mmap:rate=-1",
		"--load mmap:pages=0", "--load mmap:pages=-1",
		"--load mmap:pages=18446744073709551617", "--load mmap:",
		"--load mmap:,", "--load fault:mmu=on", "--probe wakeup:",
		"--probe wakeup:interval=20x", "--probe wakeup:priority=99",
		"--probe wakeup:priority=-1", "--do write=/x",
		"--do write=x:1", "--do run=", "--do vm=", "--do run",
		"--do =", "--do psci=maybe",
		"--do " THREE "_+_" THREE "_+_" THREE,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		check_case(make(bad[i]) == -1, i, bad[i]);
	}
	reset();
}

/* Longer than there is room for: refused, and never cut. */
static void too_long(void **state)
{
	static const char *const options_of_text[] = {
		"--do run=", "--do none:_run=", "--do write=/", "--load mmap:",
		"--wash-out run=", "--load-cpus ", "--do module=",
	};
	char line[1500];

	(void)state;
	for (size_t i = 0; i < COUNT(options_of_text); i++) {
		size_t length = strlen(options_of_text[i]);

		memset(line, 'x', sizeof(line));
		memcpy(line, options_of_text[i], length);
		line[sizeof(line) - 1] = '\0';
		check_case(make(line) == -1, i, options_of_text[i]);
	}
	reset();
}

/* All baseline runs first, and as many of each arm as blocks have. */
static void one_way(void **state)
{
	(void)state;
	assert_int_equal(make("--wash-out never --blocks 3 --do run=true"), 0);
	assert_int_equal(experiment.design, DESIGN_ONE_WAY);
	assert_int_equal(plan.n_runs, 12);
	for (size_t i = 0; i < plan.n_runs; i++) {
		assert_int_equal(plan.runs[i].arm, i >= 6);
		assert_int_equal(plan.runs[i].block, i / 2 % 3);
	}
	reset();
}

/* The seed alone decides; quick is labelled, whatever else is said. */
static void same_seed(void **state)
{
	struct planned_run first[64];
	size_t n;

	(void)state;
	assert_int_equal(make("--seed 5 --blocks 8 --do run=true "
			      "--do run=false"), 0);
	n = plan.n_runs;
	assert_int_equal(n, 64);
	memcpy(first, plan.runs, n * sizeof(first[0]));
	assert_int_equal(make("--blocks 8 --seed 5 --do run=a --do run=b "
			      "--quick --seconds 9"), 0);
	assert_memory_equal(first, plan.runs, n * sizeof(first[0]));
	assert_true(experiment.quick);
	assert_int_equal(make("--seed 6 --blocks 8 --do run=true "
			      "--do run=false"), 0);
	assert_int_not_equal(memcmp(first, plan.runs, n * sizeof(first[0])),
			     0);
	reset();
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(taken), cmocka_unit_test(refused),
	cmocka_unit_test(too_long), cmocka_unit_test(one_way),
	cmocka_unit_test(same_seed),
};

int main(void)
{
	return run_tap(tests);
}
