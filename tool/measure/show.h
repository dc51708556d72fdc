/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the outputs for people share: numbers with units, and what they derive
 * from an experiment.  Nothing here changes it.
 */
#ifndef MEASURE_SHOW_H
#define MEASURE_SHOW_H

#include "experiment.h"

enum show_style {
	SHOW_ASCII,			/* "us" */
	SHOW_UTF8,			/* with the sign for micro */
};

struct shown {
	char text[96];
};

/*
 * Three digits and a unit that suits: "12.3 us", "1.20 k/s", "12.3 us/s".  A
 * unit that is none of a metric's stands behind the number as it is.  NAN is
 * "-".
 */
struct shown show_value(double value, const char *unit, enum show_style style);
struct shown show_count(uint64_t count);	/* "1,234,567" */
struct shown show_ratio(double ratio);		/* "1.043" */
struct shown show_interval(double low, double high, enum show_style style);
struct shown show_p(double p);			/* "0.008", "<0.001" */
/* 0.08: "8.0 %"; INFINITY: "none". */
struct shown show_effect(double effect);
/* As stats_verdict_name(), with the margin where it belongs. */
struct shown show_verdict(const struct comparison *comparison);

/* What has to be read before any number. */
struct show_label {
	const char *word;		/* "SIMULATED" */
	struct shown text;
};

#define SHOW_LABELS_MAX 6u
size_t show_labels(const struct experiment *experiment,
		   struct show_label *labels);

/* Any pair: the runs of all together. */
#define SHOW_ALL_PAIRS SIZE_MAX

/* Of an arm's runs that have the metric; NAN if none has. */
double show_median(const struct experiment *experiment, size_t pair,
		   size_t arm, enum metric metric);
bool show_has_metric(const struct experiment *experiment, enum metric metric);
/* Finite values only; NAN if there are none.  values is not changed. */
double show_median_of(const double *values, size_t count);

/*
 * The metrics to look at first: those declared primary, else one or two that
 * the runs have.
 */
size_t show_metrics(const struct experiment *experiment,
		    enum metric list[METRIC_COUNT]);

/*
 * What a simple driver prints: the mean over an arm's runs of their mean
 * latency, their largest latency and the load's rate, by the mean of arm 0's
 * runs in the same blocks.  NAN where there is none.
 */
#define SHOW_MEANS 3u
extern const enum metric show_means[SHOW_MEANS];
double show_mean_ratio(const struct experiment *experiment, size_t pair,
		       enum metric metric);
/* Whether there is any such ratio. */
bool show_has_means(const struct experiment *experiment);

/* Wake-ups of the arm's runs in this pair. */
uint64_t show_wakeups(const struct experiment *experiment, size_t pair,
		      size_t arm);

/* All runs of an arm together; a rate is NAN where it was not counted. */
struct show_delivery {
	size_t runs;
	size_t flagged;
	double seconds;
	double operations_rate;
	double tlb_rate;
	double function_rate;
	double reschedule_rate;
	uint64_t workers;		/* the most of a run */
	uint64_t moved;
};

void show_deliver(const struct experiment *experiment, size_t arm,
		  struct show_delivery *delivery);

/* One name of a flag, in all runs. */
struct show_flag {
	const char *name;
	const char *detail;		/* of the first that has one */
	size_t runs;
	size_t first;			/* number of the first run */
};

/* The most frequent first; *list is to be freed. */
size_t show_flags(const struct experiment *experiment,
		  struct show_flag **list);
/* Of all runs: those for which there was no room. */
size_t show_dropped_flags(const struct experiment *experiment);

/* "blocks of ABBA or BAAB", ... */
const char *show_design(enum design design);
/* As in the JSON: "blocks", "one-way", "single". */
const char *show_design_name(enum design design);
/* The recipe, or what stands for it. */
const char *show_title(const struct experiment *experiment);

#endif
