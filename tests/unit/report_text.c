// SPDX-License-Identifier: BSD-2-Clause
/*
 * The outputs for people: numbers and axes, the table, and the text of the
 * page (what it looks like: tests/measure/page.t).
 */
#include "unit.h"

#include "experiment.h"

#include "../../tool/measure/chart.h"
#include "../../tool/measure/report.h"
#include "../../tool/measure/show.h"

#define MICRO "\xc2\xb5"

static void values(void **state)
{
	static const struct {
		double value;
		const char *unit;
		const char *ascii;
	} cases[] = {
		{ 0, "ns", "0 ns" },
		{ 850, "ns", "850 ns" },
		{ 999.4, "ns", "999 ns" },
		{ 999.6, "ns", "1.00 us" },
		{ 1000, "ns", "1 us" },
		{ 12345, "ns", "12.3 us" },
		{ 99960, "ns", "100 us" },
		{ 4.56e6, "ns", "4.56 ms" },
		{ 7.2e10, "ns", "72.0 s" },
		{ 12345, "ns/s", "12.3 us/s" },
		{ 41234, "1/s", "41.2 k/s" },
		{ 3.1e6, "1/s", "3.10 M/s" },
		{ -2500, "ns", "-2.50 us" },
		{ NAN, "ns", "-" },
		{ 1e90, "ns", "1.0e+81 s" },
		{ 12.25, "pages", "12.25 pages" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_string_equal(show_value(cases[i].value, cases[i].unit,
					       SHOW_ASCII).text,
				    cases[i].ascii);
	}
	assert_string_equal(show_value(12345, "ns", SHOW_UTF8).text,
			    "12.3 " MICRO "s");
	assert_string_equal(show_count(0).text, "0");
	assert_string_equal(show_count(1234567).text, "1,234,567");
	assert_string_equal(show_count(UINT64_MAX).text,
			    "18,446,744,073,709,551,615");
	assert_string_equal(show_ratio(1.0426).text, "1.043");
	assert_string_equal(show_ratio(NAN).text, "-");
	assert_string_equal(show_p(0.0004).text, "<0.001");
	assert_string_equal(show_p(0.0078).text, "0.008");
	assert_string_equal(show_effect(0.08).text, "8.0 %");
	assert_string_equal(show_effect(INFINITY).text, "none");
}

/* Of the axis in bounds, in order, and with a mantissa of 1, 2 or 5. */
static void check_axis(const struct axis *axis)
{
	assert_true(axis->low < axis->high);
	assert_true(isfinite(axis->low) && isfinite(axis->high));
	assert_true(axis->kind == AXIS_LINEAR || axis->low > 0);
	assert_true(axis->n_ticks >= 1 && axis->n_ticks <= AXIS_TICKS_MAX);
	for (size_t i = 0; i < axis->n_ticks; i++) {
		double slack = 1e-6 * (axis->high - axis->low);

		assert_true(axis->ticks[i] >= axis->low - slack);
		assert_true(axis->ticks[i] <= axis->high + slack);
		assert_true(i == 0 || axis->ticks[i] > axis->ticks[i - 1]);
		assert_true(strlen(axis_label(axis, axis->ticks[i]).text) > 0);
	}
	if (axis->n_ticks > 1 && axis->kind == AXIS_LINEAR) {
		double step = axis->ticks[1] - axis->ticks[0];

		assert_true(fabs(axis_round_up(step * 0.999) / step - 1) <
			    1e-6);
	}
}

static void axes(void **state)
{
	static const double values[] = {
		0, 1, -1, 0.5, 5000, 5001, 1e-90, 1e90, -1e90, NAN, INFINITY,
		-INFINITY, 1e-300, 1e300, 1.8e19, 0.98, 1.07, 200, 999999,
	};
	struct axis axis;

	(void)state;
	for (size_t i = 0; i < COUNT(values) * COUNT(values); i++) {
		double low = values[i % COUNT(values)];
		double high = values[i / COUNT(values)];

		for (size_t want = 2; want <= 8; want++) {
			axis_make(&axis, AXIS_LINEAR, AXIS_TIME, low, high,
				  want);
			check_axis(&axis);
			axis_make(&axis, AXIS_LOG, AXIS_PART, low, high, want);
			check_axis(&axis);
		}
	}
}

static void check_label(enum axis_unit unit, double tick, const char *expected)
{
	struct axis axis;

	axis_make(&axis, AXIS_LOG, unit, tick / 10, tick * 10, 5);
	assert_string_equal(axis_label(&axis, tick).text, expected);
}

static void places(void **state)
{
	struct axis axis;

	(void)state;
	axis_make(&axis, AXIS_LOG, AXIS_PLAIN, 1, 10000, 5);
	axis_place(&axis, 200, 0);
	assert_true(axis_at(&axis, 1) == 200);
	assert_true(fabs(axis_at(&axis, 100) - 100) < 1e-9);
	assert_true(axis_at(&axis, 1e9) == 0);
	assert_true(axis_at(&axis, 0) == 200);
	assert_true(axis_at(&axis, NAN) == 200);
	axis_make(&axis, AXIS_LINEAR, AXIS_PLAIN, 0, 100, 5);
	axis_place(&axis, 10, 20);
	assert_true(axis_at(&axis, 50) == 15);
	assert_int_equal(axis.n_ticks, 6);
	assert_true(axis.ticks[1] == 20);
	check_label(AXIS_TIME, 20000, "20 " MICRO "s");
	check_label(AXIS_MICROSECONDS, 20000, "20");
	check_label(AXIS_COUNT, 10000, "10k");
	check_label(AXIS_PART, 0.001, "0.001");
	check_label(AXIS_PART, 1e-5, "10\xe2\x81\xbb\xe2\x81\xb5");
	check_label(AXIS_PART, 1e-12,
		    "10\xe2\x81\xbb\xc2\xb9\xc2\xb2");
}

static size_t occurrences(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)) != NULL; text++) {
		n++;
	}
	return n;
}

/* Labels for which there is no room are left out; their ticks are not. */
static void crowded_axis(void **state)
{
	struct buffer text = { 0 };
	struct chart chart = {
		.text = &text, .height = 100, .left = 44, .right = 346,
		.top = 10, .bottom = 60,
	};
	size_t labels;

	(void)state;
	axis_make(&chart.x, AXIS_LINEAR, AXIS_MICROSECONDS, 1e12, 1.6e12, 8);
	axis_make(&chart.y, AXIS_LINEAR, AXIS_PLAIN, 0, 1, 2);
	chart_open(&chart, "title", "description");
	chart_x_axis(&chart, "name");
	chart_close(&chart);
	labels = occurrences(text.text, "<text class=\"tick\"");
	assert_int_equal(chart.x.n_ticks, 7);
	assert_int_equal(occurrences(text.text, "<line class=\"grid\""), 7);
	assert_true(labels > 1 && labels < 7);
	buffer_free(&text);
}

/* What the output has of each: text, or NULL at the end. */
static void check_table(const char *name, const char *const *wanted)
{
	struct experiment *experiment = experiment_make(name);
	struct buffer text = { 0 };

	report_table(experiment, REPORT_PLAIN, &text);
	for (; *wanted != NULL; wanted++) {
		if (strstr(text.text, *wanted) == NULL) {
			fail_msg("%s: no \"%s\"", name, *wanted);
		}
	}
	buffer_free(&text);
	experiment_destroy(experiment);
}

static void tables(void **state)
{
	static const char *const blocks[] = {
		"fencepost measure: guest-residue\n",
		"  kernel                    6.12.43+deb13-arm64\n",
		"  governor                  CPU 3: ondemand\n",
		"  3 mmu-on                  vm --mmu on --cpu 2\n",
		"Arm 3, mmu-on, against arm 0, none\n",
		"* load.rate       41.1 k/s  33.0 k/s    0.805  0.801-0.812",
		"largest of 64,000 and 64,000 wake-ups\n",
		"no difference > 5 %",
		"  steal                     14 runs, first run 3: 3 ms stolen",
		"Ratios of means",
		NULL,
	};
	static const char *const peers[] = {
		"cyclictest                wakeup.p50: here 65.3 us, there",
		NULL,
	};

	(void)state;
	check_table("blocks", blocks);
	check_table("peers", peers);
	check_table("empty", (const char *const[]){
		"*** INCOMPLETE: 0 of 64 runs were made ***\n",
		"Nothing is compared.\n", NULL });
}

/* Nothing can be read before what says how to read it. */
static void labels(void **state)
{
	static const struct {
		const char *name;
		const char *first;
	} cases[] = {
		{ "simulated", "*** SIMULATED: " },
		{ "null", "*** A/A: " },
		{ "quick", "*** SCREENING ONLY: " },
		{ "one-way", "*** ONE WAY: " },
		{ "interrupted", "*** INCOMPLETE: 6 of 96 " },
		{ "blocks", "fencepost measure: " },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct experiment *experiment = experiment_make(cases[i].name);
		struct buffer text = { 0 };

		report_table(experiment, REPORT_PLAIN, &text);
		assert_ptr_equal(strstr(text.text, cases[i].first), text.text);
		buffer_free(&text);
		experiment_destroy(experiment);
	}
}

/* Escape sequences are for those who ask; blocks, too. */
static void colours(void **state)
{
	static const char block[] = "\xe2\x96\x88";
	struct experiment *experiment = experiment_make("blocks");

	(void)state;
	for (int colour = 0; colour < 4; colour++) {
		struct buffer text = { 0 };

		report_table(experiment, (enum report_colour)colour, &text);
		assert_int_equal(strchr(text.text, '\033') != NULL,
				 colour & REPORT_COLOUR);
		assert_int_equal(strstr(text.text, block) != NULL,
				 (colour & REPORT_UTF8) != 0);
		buffer_free(&text);
	}
	experiment_destroy(experiment);
}

/* Elements that the page has by itself are no more with hostile strings. */
static void hostile_page(void **state)
{
	static const char *const never[] = {
		"<script", "<img", "onerror=\"", "\033", "\xff", NULL,
	};
	struct experiment *experiment = experiment_make("hostile");
	struct buffer text = { 0 };

	(void)state;
	report_page(experiment, &text);
	for (size_t i = 0; never[i] != NULL; i++) {
		assert_null(strstr(text.text, never[i]));
	}
	assert_non_null(strstr(text.text, "&lt;script&gt;alert(1)"));
	buffer_free(&text);
	experiment_destroy(experiment);
	experiment = experiment_make("peers");
	report_page(experiment, &text);
	assert_null(strstr(text.text, "<b>odd"));
	assert_non_null(strstr(text.text, "&lt;b&gt;odd"));
	buffer_free(&text);
	experiment_destroy(experiment);
}

/* No output changes what it is made of: the same text twice. */
static void repeatable(void **state)
{
	(void)state;
	for (size_t i = 0; experiment_names[i] != NULL; i++) {
		struct experiment *experiment =
			experiment_make(experiment_names[i]);
		struct buffer a = { 0 }, b = { 0 };

		report_page(experiment, &a);
		report_table(experiment, REPORT_COLOUR_UTF8, &a);
		report_page(experiment, &b);
		report_table(experiment, REPORT_COLOUR_UTF8, &b);
		assert_string_equal(a.text, b.text);
		buffer_free(&a);
		buffer_free(&b);
		experiment_destroy(experiment);
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(values),
	cmocka_unit_test(axes),
	cmocka_unit_test(places),
	cmocka_unit_test(crowded_axis),
	cmocka_unit_test(tables),
	cmocka_unit_test(labels),
	cmocka_unit_test(colours),
	cmocka_unit_test(hostile_page),
	cmocka_unit_test(repeatable),
};

int main(void)
{
	return run_tap(tests);
}
