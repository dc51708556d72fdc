/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "show.h"

#define MICRO "\xc2\xb5"
#define TO "\xe2\x80\x93"

struct scale {
	double from;
	const char *ascii;
	const char *utf8;
};

/* The largest first. */
static const struct scale times[] = {
	{ 1e9, "s", "s" },
	{ 1e6, "ms", "ms" },
	{ 1e3, "us", MICRO "s" },
	{ 1, "ns", "ns" },
};
static const struct scale rates[] = {
	{ 1e9, "G/s", "G/s" },
	{ 1e6, "M/s", "M/s" },
	{ 1e3, "k/s", "k/s" },
	{ 1, "/s", "/s" },
};

static int digits(double value)
{
	double size = fabs(value);

	if (size == floor(size) && size < 10) {
		return 0;
	}
	return size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
}

static struct shown scaled(double value, const struct scale *scale,
			   const char *more, enum show_style style)
{
	struct shown shown;
	double size = fabs(value);

	/* 999.6 ns would be shown as 1000 ns. */
	while (scale->from > 1 && size < scale->from * 0.9995) {
		scale++;
	}
	value /= scale->from;
	snprintf(shown.text, sizeof(shown.text),
		 size < 1e13 ? "%.*f %s%s" : "%.*e %s%s",
		 size < 1e13 ? digits(value) : 1, value,
		 style == SHOW_UTF8 ? scale->utf8 : scale->ascii, more);
	return shown;
}

static struct shown word(const char *text)
{
	struct shown shown;

	snprintf(shown.text, sizeof(shown.text), "%s", text);
	return shown;
}

struct shown show_value(double value, const char *unit, enum show_style style)
{
	struct shown shown;

	if (isnan(value)) {
		return word("-");
	}
	if (strcmp(unit, "ns") == 0) {
		return scaled(value, times, "", style);
	}
	if (strcmp(unit, "ns/s") == 0) {
		return scaled(value, times, "/s", style);
	}
	if (strcmp(unit, "1/s") == 0) {
		return scaled(value, rates, "", style);
	}
	snprintf(shown.text, sizeof(shown.text), "%.4g %s", value, unit);
	return shown;
}

struct shown show_count(uint64_t count)
{
	struct shown shown;
	char plain[24];
	size_t length = (size_t)snprintf(plain, sizeof(plain), "%" PRIu64,
					 count);
	size_t at = 0;

	for (size_t i = 0; i < length; i++) {
		if (i > 0 && (length - i) % 3 == 0) {
			shown.text[at++] = ',';
		}
		shown.text[at++] = plain[i];
	}
	shown.text[at] = '\0';
	return shown;
}

struct shown show_ratio(double ratio)
{
	struct shown shown;

	if (isnan(ratio)) {
		return word("-");
	}
	snprintf(shown.text, sizeof(shown.text),
		 ratio >= 0.01 && ratio < 100 ? "%.3f" : "%.2g", ratio);
	return shown;
}

struct shown show_interval(double low, double high, enum show_style style)
{
	struct shown shown;
	struct shown from = show_ratio(low);
	struct shown to = show_ratio(high);

	if (isnan(low) || isnan(high)) {
		return word("-");
	}
	snprintf(shown.text, sizeof(shown.text), "%.20s%s%.20s", from.text,
		 style == SHOW_UTF8 ? TO : "-", to.text);
	return shown;
}

struct shown show_p(double p)
{
	struct shown shown;

	if (isnan(p)) {
		return word("-");
	}
	if (p < 0.001) {
		return word("<0.001");
	}
	snprintf(shown.text, sizeof(shown.text), "%.3f", p);
	return shown;
}

struct shown show_effect(double effect)
{
	struct shown shown;

	if (!isfinite(effect)) {
		return word("none");
	}
	snprintf(shown.text, sizeof(shown.text),
		 effect < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * effect);
	return shown;
}

struct shown show_verdict(const struct comparison *comparison)
{
	struct shown shown;

	if (comparison->result.verdict != STATS_NO_DIFFERENCE) {
		return word(stats_verdict_name(comparison->result.verdict));
	}
	snprintf(shown.text, sizeof(shown.text), "no difference > %.3g %%",
		 100 * comparison->options.margin);
	return shown;
}

static bool has_screening(const struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		if (experiment->comparisons[i].result.screening) {
			return true;
		}
	}
	return experiment->quick;
}

size_t show_labels(const struct experiment *experiment,
		   struct show_label *labels)
{
	size_t n = 0;

	if (experiment->simulated) {
		labels[n++] = (struct show_label){ "SIMULATED", word(
			"proves function; its times are no hardware's") };
	}
	if (experiment->null) {
		labels[n++] = (struct show_label){ "A/A", word(
			"both arms are the same: this is the noise floor") };
	}
	if (has_screening(experiment)) {
		labels[n++] = (struct show_label){ "SCREENING ONLY", word(
			"a quick look, no basis for a conclusion") };
	}
	if (experiment->design == DESIGN_ONE_WAY) {
		labels[n++] = (struct show_label){ "ONE WAY", word(
			"an effect and a drift look the same: no verdict") };
	}
	if (experiment->n_runs < experiment->n_planned) {
		labels[n].word = "INCOMPLETE";
		snprintf(labels[n].text.text, sizeof(labels[n].text.text),
			 "%zu of %zu runs were made", experiment->n_runs,
			 experiment->n_planned);
		n++;
	}
	return n;
}

const char *show_design(enum design design)
{
	switch (design) {
	case DESIGN_BLOCKS:
		return "blocks of ABBA or BAAB at random";
	case DESIGN_ONE_WAY:
		return "one way: all runs before, then all runs after";
	case DESIGN_SINGLE:
		break;
	}
	return "one arm: nothing is compared";
}

const char *show_design_name(enum design design)
{
	switch (design) {
	case DESIGN_BLOCKS:
		return "blocks";
	case DESIGN_ONE_WAY:
		return "one-way";
	case DESIGN_SINGLE:
		break;
	}
	return "single";
}

const char *show_title(const struct experiment *experiment)
{
	return experiment->recipe[0] == '\0' ? "experiment" :
					       experiment->recipe;
}
