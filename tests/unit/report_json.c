// SPDX-License-Identifier: BSD-2-Clause
/*
 * The outputs for programs: JSON, cost file, cyclictest's JSON and KTAP, of
 * every experiment there is.
 */
#include "unit.h"

#include "experiment.h"

#include "../../tool/live/json.h"
#include "../../tool/measure/report.h"

#include <jansson.h>

typedef void report_fn(const struct experiment *experiment,
		       struct buffer *text);

static json_t *parse(report_fn *report, const struct experiment *experiment,
		     const char *name)
{
	struct buffer text = { 0 };
	json_error_t error;
	json_t *value;

	report(experiment, &text);
	value = json_loads(text.text, JSON_REJECT_DUPLICATES, &error);
	if (value == NULL) {
		fail_msg("%s: %s at %d", name, error.text, error.position);
	}
	assert_int_equal(text.text[text.length - 1], '\n');
	buffer_free(&text);
	return value;
}

static json_t *get(json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	if (value == NULL) {
		fail_msg("no member %s", key);
	}
	return value;
}

static double real(json_t *object, const char *key)
{
	return json_number_value(get(object, key));
}

static void check_real(double value, const char *expected)
{
	struct buffer text = { 0 };

	live_json_open(&text, NULL, '[');
	live_json_real(&text, NULL, value);
	live_json_close(&text, ']');
	assert_string_equal(text.text, expected);
	buffer_free(&text);
}

static void numbers(void **state)
{
	(void)state;
	check_real(0.25, "[0.25]");
	check_real(-3, "[-3]");
	check_real(1e-90, "[1e-90]");
	check_real(NAN, "[null]");
	check_real(INFINITY, "[null]");
	check_real(-INFINITY, "[null]");
}

/* What every run gave is there, and null where it gave nothing. */
static void check_runs(const struct experiment *experiment, json_t *runs)
{
	assert_int_equal(json_array_size(runs), experiment->n_runs);
	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];
		json_t *one = json_array_get(runs, i);
		json_t *values = get(one, "values");

		assert_true(real(one, "arm") == (double)run->arm);
		assert_int_equal(json_array_size(get(one, "flags")),
				 run->flags.count);
		assert_int_equal(json_object_size(values), METRIC_COUNT);
		for (int m = 0; m < METRIC_COUNT; m++) {
			json_t *value = get(values, metric_kinds[m].name);

			assert_int_equal(json_is_null(value),
					 !isfinite(run->value[m]));
		}
		assert_int_equal(json_is_null(get(one, "histogram")),
				 run->wakeup == NULL);
	}
}

/* All counts of an arm's buckets are its runs' wake-ups. */
static void check_arms(const struct experiment *experiment, json_t *arms)
{
	assert_int_equal(json_array_size(arms), experiment->n_arms);
	for (size_t i = 0; i < experiment->n_arms; i++) {
		json_t *histogram = get(json_array_get(arms, i), "histogram");
		json_t *buckets;
		double sum = 0;

		if (json_is_null(histogram)) {
			continue;
		}
		buckets = get(histogram, "buckets");
		for (size_t j = 0; j < json_array_size(buckets); j++) {
			sum += json_number_value(json_array_get(
				json_array_get(buckets, j), 1));
		}
		assert_true(sum == real(histogram, "count"));
	}
}

static void every_experiment(void **state)
{
	(void)state;
	for (size_t i = 0; experiment_names[i] != NULL; i++) {
		const char *name = experiment_names[i];
		struct experiment *experiment = experiment_make(name);
		json_t *value = parse(report_json, experiment, name);

		assert_string_equal(json_string_value(get(value, "schema")),
				    "fencepost.measure/1");
		check_runs(experiment, get(value, "runs"));
		check_arms(experiment, get(value, "arms"));
		assert_int_equal(json_array_size(get(value, "comparisons")),
				 experiment->n_comparisons);
		assert_int_equal(json_array_size(get(value, "peers")),
				 experiment->n_peers);
		json_decref(value);
		json_decref(parse(report_costs, experiment, name));
		json_decref(parse(report_cyclictest, experiment, name));
		experiment_destroy(experiment);
	}
}

static void results(void **state)
{
	struct experiment *experiment = experiment_make("blocks");
	struct comparison *comparison = &experiment->comparisons[0];
	json_t *value;
	json_t *one;

	(void)state;
	comparison->result.p_holm = 0.625;
	value = parse(report_json, experiment, "blocks");
	one = json_array_get(get(value, "comparisons"), 0);
	assert_string_equal(json_string_value(get(one, "metric")),
			    "wakeup.p99.9");
	assert_true(json_is_true(get(one, "primary")));
	assert_true(fabs(real(one, "ratio") - comparison->result.ratio) < 1e-9);
	assert_true(fabs(real(one, "low") - comparison->result.low) < 1e-9);
	assert_true(fabs(real(one, "high") - comparison->result.high) < 1e-9);
	assert_true(real(one, "p_holm") == 0.625);
	assert_true(fabs(real(one, "p") - comparison->result.p) < 1e-9);
	assert_string_equal(json_string_value(get(one, "seed")),
			    "18446744073709551557");
	json_decref(value);
	experiment_destroy(experiment);
}

/* The text of a hostile string comes back, byte for code point. */
static void hostile_strings(void **state)
{
	struct experiment *experiment = experiment_make("hostile");
	json_t *value = parse(report_json, experiment, "hostile");
	const char *got = json_string_value(get(value, "loads"));
	const char *raw = experiment->loads;

	(void)state;
	for (; *raw != '\0'; raw++) {
		unsigned char byte = (unsigned char)*raw;

		if (byte < 0x80) {
			assert_int_equal((unsigned char)*got++, byte);
		} else {
			assert_int_equal((unsigned char)*got++,
					 0xc0 | (byte >> 6));
			assert_int_equal((unsigned char)*got++,
					 0x80 | (byte & 0x3f));
		}
	}
	assert_int_equal(*got, '\0');
	assert_true(real(value, "flags_dropped") > 0);
	json_decref(value);
	experiment_destroy(experiment);
}

static json_t *first_cost(json_t *value)
{
	return json_array_get(get(value, "costs"), 0);
}

static void costs(void **state)
{
	struct experiment *experiment = experiment_make("idle");
	json_t *value = parse(report_costs, experiment, "idle");
	json_t *one = first_cost(value);

	(void)state;
	/* 4 ms a second are lost to 40,000 operations. */
	assert_int_equal(json_array_size(get(value, "costs")), 1);
	assert_true(real(one, "issuer_ns") == 25000);
	assert_true(fabs(real(one, "bystander_ns") - 100) < 0.01);
	assert_true(fabs(real(one, "wakeup_ns") - 2000) < 0.01);
	assert_true(fabs(real(one, "rate") - 40000) < 0.01);
	json_decref(value);
	/* Runs one way after the other: what changed may be time. */
	experiment->design = DESIGN_ONE_WAY;
	value = parse(report_costs, experiment, "idle");
	assert_true(json_is_null(get(first_cost(value), "bystander_ns")));
	assert_true(json_is_null(get(first_cost(value), "wakeup_ns")));
	json_decref(value);
	experiment_destroy(experiment);
}

/* Without an arm that has no load nobody knows what a bystander pays. */
static void costs_unknown(void **state)
{
	struct experiment *experiment = experiment_make("blocks");
	json_t *value = parse(report_costs, experiment, "blocks");
	json_t *one = first_cost(value);

	(void)state;
	assert_int_equal(json_array_size(get(value, "costs")), 4);
	assert_true(fabs(real(one, "issuer_ns") - 48800) < 1000);
	assert_true(json_is_null(get(one, "bystander_ns")));
	assert_true(json_is_null(get(one, "bystander_low_ns")));
	json_decref(value);
	/* The arm without a load is in the last pair. */
	strcpy(experiment->arms[3].action, "load=none");
	value = parse(report_costs, experiment, "blocks");
	assert_int_equal(json_array_size(get(value, "costs")), 3);
	assert_true(json_is_number(get(first_cost(value), "wakeup_ns")));
	json_decref(value);
	experiment_destroy(experiment);
	experiment = experiment_make("empty");
	value = parse(report_costs, experiment, "empty");
	assert_int_equal(json_array_size(get(value, "costs")), 0);
	json_decref(value);
	experiment_destroy(experiment);
}

static void cyclictest(void **state)
{
	struct experiment *experiment = experiment_make("blocks");
	json_t *value = parse(report_cyclictest, experiment, "blocks");
	json_t *thread = get(get(value, "thread"), "0");
	const char *key;
	json_t *bin;
	double sum = 0;

	(void)state;
	assert_true(real(value, "num_threads") == 4);
	json_object_foreach(get(thread, "histogram"), key, bin) {
		long time_us = strtol(key, NULL, 10);

		assert_true((double)time_us >= real(thread, "min"));
		assert_true((double)time_us <= real(thread, "max"));
		sum += json_number_value(bin);
	}
	assert_true(sum == real(thread, "cycles"));
	assert_true(sum == 48 * 4000);
	assert_true(fabs(real(thread, "avg") - 11.15) < 0.1);
	json_decref(value);
	experiment_destroy(experiment);
	experiment = experiment_make("no-probe");
	value = parse(report_cyclictest, experiment, "no-probe");
	assert_int_equal(json_object_size(value), 0);
	json_decref(value);
	experiment_destroy(experiment);
}

static size_t occurrences(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)) != NULL; text++) {
		n++;
	}
	return n;
}

static size_t count_verdict(const struct experiment *experiment,
			    enum stats_verdict verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		n += experiment->comparisons[i].result.verdict == verdict;
	}
	return n;
}

static void ktap(void **state)
{
	(void)state;
	for (size_t i = 0; experiment_names[i] != NULL; i++) {
		struct experiment *experiment =
			experiment_make(experiment_names[i]);
		size_t n = experiment->n_comparisons;
		struct buffer text = { 0 };
		char plan[64];

		report_tap(experiment, &text);
		snprintf(plan, sizeof(plan), "KTAP version 1\n1..%zu%s\n", n,
			 n == 0 ? " # SKIP nothing was compared" : "");
		assert_ptr_equal(strstr(text.text, plan), text.text);
		assert_int_equal(occurrences(text.text, "\nok ") +
				 occurrences(text.text, "\nnot ok "), n);
		assert_int_equal(occurrences(text.text, "\nnot ok "),
				 count_verdict(experiment, STATS_WORSE));
		assert_int_equal(
			occurrences(text.text, "# SKIP inconclusive\n"),
			count_verdict(experiment, STATS_INCONCLUSIVE));
		assert_int_equal(
			occurrences(text.text, "# SKIP no verdict\n"),
			count_verdict(experiment, STATS_NO_VERDICT));
		buffer_free(&text);
		experiment_destroy(experiment);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(numbers),
	cmocka_unit_test(every_experiment),
	cmocka_unit_test(results),
	cmocka_unit_test(hostile_strings),
	cmocka_unit_test(costs),
	cmocka_unit_test(costs_unknown),
	cmocka_unit_test(cyclictest),
	cmocka_unit_test(ktap),
};

int main(void)
{
	return run_tap(tests);
}
