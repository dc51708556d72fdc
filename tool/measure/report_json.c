/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>

#include "../live/json.h"
#include "report.h"
#include "report_parts.h"
#include "show.h"

static void add_flag(struct buffer *text, const struct flag *flag)
{
	live_json_open(text, NULL, '{');
	live_json_text(text, "name", flag->name);
	live_json_text(text, "detail", flag->detail);
	live_json_close(text, '}');
}

void report_json_flags(struct buffer *text, const struct flags *flags)
{
	live_json_open(text, "flags", '[');
	for (size_t i = 0; i < flags->count; i++) {
		add_flag(text, &flags->list[i]);
	}
	live_json_close(text, ']');
	live_json_number(text, "flags_dropped", flags->dropped);
}

void report_json_facts(struct buffer *text, const char *key,
		       const struct experiment *experiment)
{
	live_json_open(text, key, '{');
	for (size_t i = 0; i < experiment->n_facts; i++) {
		live_json_text(text, experiment->facts[i].name,
			       experiment->facts[i].value);
	}
	live_json_close(text, '}');
}

void report_json_truth(struct buffer *text, const char *key, int value)
{
	live_json_word(text, key, value ? "true" : "false");
}

void report_json_count(struct buffer *text, const char *key, uint64_t value)
{
	if (value == UINT64_MAX) {
		live_json_word(text, key, "null");
	} else {
		live_json_number(text, key,
				 value > INT64_MAX ? INT64_MAX : value);
	}
}

/* 64 bits are more than many a reader's numbers hold. */
static void add_seed(struct buffer *text, uint64_t seed)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, seed);
	live_json_text(text, "seed", digits);
}

static void add_design(struct buffer *text, const struct experiment *experiment)
{
	live_json_open(text, "design", '{');
	live_json_text(text, "kind", show_design_name(experiment->design));
	report_json_truth(text, "quick", experiment->quick);
	report_json_truth(text, "null", experiment->null);
	add_seed(text, experiment->seed);
	live_json_number(text, "blocks", experiment->blocks);
	live_json_real(text, "seconds", experiment->seconds);
	live_json_real(text, "warmup_s", experiment->warmup_s);
	live_json_real(text, "margin", experiment->margin);
	live_json_number(text, "interval_ns", experiment->interval_ns);
	if (experiment->probe_cpu < 0) {
		live_json_word(text, "probe_cpu", "null");
	} else {
		live_json_number(text, "probe_cpu",
				 (uint64_t)experiment->probe_cpu);
	}
	live_json_number(text, "runs_planned", experiment->n_planned);
	live_json_number(text, "runs_made", experiment->n_runs);
	live_json_close(text, '}');
}

static void add_labels(struct buffer *text, const struct experiment *experiment)
{
	struct show_label labels[SHOW_LABELS_MAX];
	size_t n = show_labels(experiment, labels);

	live_json_open(text, "labels", '[');
	for (size_t i = 0; i < n; i++) {
		live_json_text(text, NULL, labels[i].word);
	}
	live_json_close(text, ']');
}

static void add_metric_kinds(struct buffer *text)
{
	live_json_open(text, "metrics", '[');
	for (int i = 0; i < METRIC_COUNT; i++) {
		const struct metric_kind *kind = &metric_kinds[i];

		live_json_open(text, NULL, '{');
		live_json_text(text, "name", kind->name);
		live_json_text(text, "unit", kind->unit);
		live_json_text(text, "worse",
			       kind->sense == STATS_HIGHER_IS_WORSE ? "higher" :
								      "lower");
		live_json_text(text, "help", kind->help);
		live_json_close(text, '}');
	}
	live_json_close(text, ']');
}

static void add_buckets(struct buffer *text, const struct histogram *histogram)
{
	live_json_open(text, "buckets", '[');
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (histogram->bucket[i] == 0) {
			continue;
		}
		live_json_open(text, NULL, '[');
		report_json_count(text, NULL, histogram_low_ns(i));
		report_json_count(text, NULL, histogram->bucket[i]);
		live_json_close(text, ']');
	}
	live_json_close(text, ']');
}

static void add_histogram(struct buffer *text,
			  const struct histogram *histogram)
{
	if (histogram == NULL) {
		live_json_word(text, "histogram", "null");
		return;
	}
	live_json_open(text, "histogram", '{');
	report_json_count(text, "count", histogram->count);
	/* Not as a count: the largest number is a time, too. */
	live_json_real(text, "sum_ns", (double)histogram->sum_ns);
	live_json_real(text, "min_ns", (double)histogram->min_ns);
	live_json_real(text, "max_ns", (double)histogram->max_ns);
	add_buckets(text, histogram);
	live_json_close(text, '}');
}

static void add_medians(struct buffer *text,
			const struct experiment *experiment, size_t arm)
{
	live_json_open(text, "medians", '{');
	for (int i = 0; i < METRIC_COUNT; i++) {
		live_json_real(text, metric_kinds[i].name,
			       show_median(experiment, SHOW_ALL_PAIRS, arm,
					   (enum metric)i));
	}
	live_json_close(text, '}');
}

static void add_rates(struct buffer *text, const struct show_delivery *delivery)
{
	live_json_open(text, "rates", '{');
	live_json_real(text, "operations", delivery->operations_rate);
	live_json_real(text, "tlb_ipis", delivery->tlb_rate);
	live_json_real(text, "function_ipis", delivery->function_rate);
	live_json_real(text, "reschedule_ipis", delivery->reschedule_rate);
	live_json_close(text, '}');
}

static void add_arm(struct buffer *text, const struct experiment *experiment,
		    size_t arm)
{
	struct histogram sum;
	struct show_delivery delivery;

	show_deliver(experiment, arm, &delivery);
	live_json_open(text, NULL, '{');
	live_json_number(text, "arm", arm);
	live_json_text(text, "name", experiment->arms[arm].name);
	live_json_text(text, "action", experiment->arms[arm].action);
	live_json_number(text, "runs", delivery.runs);
	live_json_number(text, "runs_flagged", delivery.flagged);
	live_json_real(text, "seconds", delivery.seconds);
	add_rates(text, &delivery);
	add_medians(text, experiment, arm);
	add_histogram(text, experiment_histogram(experiment, arm, &sum) ?
				    &sum : NULL);
	live_json_close(text, '}');
}

static void add_delivery(struct buffer *text, const struct delivery *delivery)
{
	live_json_open(text, "delivery", '{');
	report_json_count(text, "operations", delivery->operations);
	report_json_count(text, "tlb_ipis", delivery->tlb_ipis);
	report_json_count(text, "function_ipis", delivery->function_ipis);
	report_json_count(text, "reschedule_ipis", delivery->reschedule_ipis);
	report_json_count(text, "workers", delivery->workers);
	report_json_count(text, "moved", delivery->moved);
	live_json_close(text, '}');
}

static void add_run(struct buffer *text, const struct run *run)
{
	live_json_open(text, NULL, '{');
	live_json_number(text, "number", run->number);
	live_json_number(text, "block", run->block);
	live_json_number(text, "pair", run->pair);
	live_json_number(text, "arm", run->arm);
	report_json_count(text, "started_s", run->started_s);
	live_json_real(text, "seconds", run->seconds);
	live_json_open(text, "values", '{');
	for (int i = 0; i < METRIC_COUNT; i++) {
		live_json_real(text, metric_kinds[i].name, run->value[i]);
	}
	live_json_close(text, '}');
	add_delivery(text, &run->delivery);
	report_json_flags(text, &run->flags);
	add_histogram(text, run->wakeup);
	live_json_close(text, '}');
}

static void add_result(struct buffer *text, const struct stats_result *result)
{
	live_json_text(text, "verdict", stats_verdict_name(result->verdict));
	report_json_truth(text, "screening", result->screening);
	live_json_number(text, "blocks", result->blocks);
	live_json_number(text, "runs", result->runs);
	live_json_real(text, "ratio", result->ratio);
	live_json_real(text, "low", result->low);
	live_json_real(text, "high", result->high);
	live_json_real(text, "hodges_lehmann", result->hodges_lehmann);
	live_json_real(text, "p", result->p);
	live_json_real(text, "p_holm", result->p_holm);
	report_json_truth(text, "exact", result->exact);
	live_json_real(text, "p_equivalence", result->p_equivalence);
	live_json_real(text, "noise", result->noise);
	live_json_real(text, "smallest_effect", result->smallest_effect);
}

static void add_comparison(struct buffer *text,
			   const struct experiment *experiment,
			   const struct comparison *comparison)
{
	size_t pair = comparison->pair;

	live_json_open(text, NULL, '{');
	live_json_number(text, "pair", pair);
	live_json_text(text, "metric", metric_kinds[comparison->metric].name);
	report_json_truth(text, "primary", comparison->primary);
	live_json_real(text, "before", show_median(experiment, pair, 0,
						   comparison->metric));
	live_json_real(text, "after", show_median(experiment, pair, pair + 1,
						  comparison->metric));
	add_seed(text, comparison->options.seed);
	live_json_real(text, "margin", comparison->options.margin);
	live_json_number(text, "family", comparison->options.family);
	add_result(text, &comparison->result);
	live_json_close(text, '}');
}

static void add_peer(struct buffer *text, const struct peer *peer)
{
	double ours = show_median_of(peer->ours, peer->pairs);
	double theirs = show_median_of(peer->theirs, peer->pairs);

	live_json_open(text, NULL, '{');
	live_json_text(text, "name", peer->name);
	live_json_text(text, "metric", peer->metric);
	live_json_text(text, "unit", peer->unit);
	live_json_real(text, "ours", ours);
	live_json_real(text, "theirs", theirs);
	live_json_real(text, "ratio", ours / theirs);
	live_json_open(text, "pairs", '[');
	for (size_t i = 0; i < peer->pairs; i++) {
		live_json_open(text, NULL, '[');
		live_json_real(text, NULL, peer->ours[i]);
		live_json_real(text, NULL, peer->theirs[i]);
		live_json_close(text, ']');
	}
	live_json_close(text, ']');
	live_json_close(text, '}');
}

static void add_means(struct buffer *text, const struct experiment *experiment,
		      size_t pair)
{
	static const char *const keys[SHOW_MEANS] = {
		"average", "maximum", "rate",
	};

	live_json_open(text, NULL, '{');
	live_json_number(text, "pair", pair);
	for (size_t i = 0; i < SHOW_MEANS; i++) {
		live_json_real(text, keys[i],
			       show_mean_ratio(experiment, pair,
					       show_means[i]));
	}
	live_json_close(text, '}');
}

static void add_lists(struct buffer *text, const struct experiment *experiment)
{
	live_json_open(text, "arms", '[');
	for (size_t i = 0; i < experiment->n_arms; i++) {
		add_arm(text, experiment, i);
	}
	live_json_close(text, ']');
	live_json_open(text, "comparisons", '[');
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		add_comparison(text, experiment, &experiment->comparisons[i]);
	}
	live_json_close(text, ']');
	live_json_open(text, "ratios_of_means", '[');
	for (size_t i = 0; i + 1 < experiment->n_arms; i++) {
		add_means(text, experiment, i);
	}
	live_json_close(text, ']');
	live_json_open(text, "peers", '[');
	for (size_t i = 0; i < experiment->n_peers; i++) {
		add_peer(text, &experiment->peers[i]);
	}
	live_json_close(text, ']');
	live_json_open(text, "runs", '[');
	for (size_t i = 0; i < experiment->n_runs; i++) {
		add_run(text, &experiment->runs[i]);
	}
	live_json_close(text, ']');
}

void report_json(const struct experiment *experiment, struct buffer *text)
{
	live_json_open(text, NULL, '{');
	live_json_text(text, "schema", "fencepost.measure/1");
	live_json_text(text, "recipe", experiment->recipe);
	live_json_text(text, "loads", experiment->loads);
	live_json_text(text, "probe", experiment->probe);
	report_json_truth(text, "simulated", experiment->simulated);
	add_labels(text, experiment);
	add_design(text, experiment);
	report_json_facts(text, "facts", experiment);
	report_json_flags(text, &experiment->flags);
	add_metric_kinds(text);
	add_lists(text, experiment);
	live_json_close(text, '}');
	buffer_add(text, "\n");
}
