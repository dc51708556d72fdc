/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tool.h"
#include "escape.h"
#include "state.h"

#define HEADER "fencepost-measure 1\n"
#define WORD_MAX_BYTES 4096u
/* Of the largest plan: a run takes 40 KB, so no file may have any number. */
#define RUNS_MAX (4u * STATS_BLOCKS_MAX * (EXPERIMENT_ARMS_MAX - 1) + 4u)

static const char *const counts[] = {
	"operations", "tlb", "function", "reschedule", "workers", "moved",
};

#define COUNTS (sizeof(counts) / sizeof(counts[0]))

/* In the order of their names. */
static uint64_t *count_of(struct delivery *delivery, size_t number)
{
	uint64_t *const list[COUNTS] = {
		&delivery->operations, &delivery->tlb_ipis,
		&delivery->function_ipis, &delivery->reschedule_ipis,
		&delivery->workers, &delivery->moved,
	};

	return list[number];
}

static void print_times(const struct histogram *times, struct buffer *text)
{
	buffer_print(text, "times %" PRIu64 " %" PRIu64 " %" PRIu64 " %"
		     PRIu64, times->count, times->sum_ns, times->min_ns,
		     times->max_ns);
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (times->bucket[i] > 0) {
			buffer_print(text, " %zu:%" PRIu64, i,
				     times->bucket[i]);
		}
	}
	buffer_add(text, "\n");
}

void state_print(const struct run *run, struct buffer *text)
{
	struct delivery delivery = run->delivery;

	buffer_print(text, "run %zu %zu %zu %zu %" PRIu64 " %a\n", run->number,
		     run->block, run->pair, run->arm, run->started_s,
		     run->seconds);
	buffer_add(text, "boot ");
	escape_word(text, run->boot);
	buffer_add(text, "\n");
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		if (!isnan(run->value[i])) {
			buffer_print(text, "value %s %a\n",
				     metric_kinds[i].name, run->value[i]);
		}
	}
	for (size_t i = 0; i < COUNTS; i++) {
		buffer_print(text, "count %s %" PRIu64 "\n", counts[i],
			     *count_of(&delivery, i));
	}
	for (size_t i = 0; i < run->flags.count; i++) {
		buffer_add(text, "flag ");
		escape_word(text, run->flags.list[i].name);
		buffer_add(text, " ");
		escape_word(text, run->flags.list[i].detail);
		buffer_add(text, "\n");
	}
	if (run->wakeup != NULL) {
		print_times(run->wakeup, text);
	}
	buffer_print(text, "end %zu\n", run->number);
}

static int parse_run(struct run *run, const char *rest)
{
	int end = 0;

	*run = (struct run){ .number = 0 };
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		run->value[i] = NAN;
	}
	/* scanf() takes "-1" for a large number. */
	return rest[0] != '-' && strstr(rest, " -") == NULL &&
	       sscanf(rest, "%zu %zu %zu %zu %" SCNu64 " %la%n", &run->number,
		      &run->block, &run->pair, &run->arm, &run->started_s,
		      &run->seconds, &end) == 6 && rest[end] == '\0' &&
	       isfinite(run->seconds) && run->arm < EXPERIMENT_ARMS_MAX &&
	       run->pair < EXPERIMENT_ARMS_MAX - 1 &&
	       run->block <= STATS_BLOCKS_MAX ? 0 : -1;
}

static int parse_value(struct run *run, char *rest)
{
	const char *name = strsep(&rest, " ");
	char *end;

	for (size_t i = 0; i < METRIC_COUNT && rest != NULL; i++) {
		if (strcmp(metric_kinds[i].name, name) == 0) {
			run->value[i] = strtod(rest, &end);
			return *end == '\0' && end != rest &&
			       isfinite(run->value[i]) && run->value[i] >= 0 ?
			       0 : -1;
		}
	}
	return -1;
}

/* Decimal digits and no more: strtoull() takes signs as well. */
static int read_number(const char *text, uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 10);
	return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 ?
		0 : -1;
}

static int parse_count(struct run *run, char *rest)
{
	const char *name = strsep(&rest, " ");

	for (size_t i = 0; i < COUNTS && rest != NULL; i++) {
		if (strcmp(counts[i], name) == 0) {
			return read_number(rest, count_of(&run->delivery, i));
		}
	}
	return -1;
}

static int parse_flag(struct run *run, char *rest)
{
	char name[EXPERIMENT_NAME_MAX];
	char detail[EXPERIMENT_TEXT_MAX];
	const char *word = strsep(&rest, " ");

	if (rest == NULL || unescape_word(word, name, sizeof(name)) < 0 ||
	    unescape_word(rest, detail, sizeof(detail)) < 0) {
		return -1;
	}
	flags_add(&run->flags, name, "%s", detail);
	return 0;
}

static int parse_bucket(struct histogram *times, const char *word)
{
	char *end;
	unsigned long bucket = strtoul(word, &end, 10);

	if (end == word || *end != ':' || bucket >= HISTOGRAM_BUCKETS ||
	    times->bucket[bucket] != 0) {
		return -1;
	}
	return read_number(end + 1, &times->bucket[bucket]);
}

/* Whether the buckets are those of these times: outputs rely on it. */
static bool adds_up(const struct histogram *times)
{
	uint64_t left = times->count;
	size_t first = HISTOGRAM_BUCKETS;
	size_t last = 0;

	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (times->bucket[i] > left) {
			return false;
		}
		left -= times->bucket[i];
		if (times->bucket[i] > 0) {
			first = first < i ? first : i;
			last = i;
		}
	}
	return left == 0 && times->count > 0 &&
	       times->min_ns <= times->max_ns &&
	       histogram_bucket(times->min_ns) == first &&
	       histogram_bucket(times->max_ns) == last;
}

static int parse_times(struct run *run, char *rest)
{
	struct histogram *times;
	int end = 0;
	char *word;

	if (run->wakeup != NULL) {
		return -1;
	}
	times = run->wakeup = memory_get(sizeof(*times));
	memset(times, 0, sizeof(*times));
	if (sscanf(rest, "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 "%n",
		   &times->count, &times->sum_ns, &times->min_ns,
		   &times->max_ns, &end) != 4) {
		return -1;
	}
	rest += end;
	while ((word = strsep(&rest, " ")) != NULL) {
		if (word[0] != '\0' && parse_bucket(times, word) < 0) {
			return -1;
		}
	}
	return adds_up(times) ? 0 : -1;
}

/* A line between "run" and "end". */
static int parse_part(struct run *run, char *line)
{
	const char *kind = strsep(&line, " ");

	if (line == NULL) {
		return -1;
	}
	return strcmp(kind, "boot") == 0 ?
		       unescape_word(line, run->boot, sizeof(run->boot)) :
	       strcmp(kind, "value") == 0 ? parse_value(run, line) :
	       strcmp(kind, "count") == 0 ? parse_count(run, line) :
	       strcmp(kind, "flag") == 0 ? parse_flag(run, line) :
	       strcmp(kind, "times") == 0 ? parse_times(run, line) : -1;
}

static int keep(struct experiment *experiment, const struct run *run)
{
	if (run->number != experiment->n_runs ||
	    experiment->n_runs == RUNS_MAX) {
		return -1;
	}
	experiment->runs = memory_grow(experiment->runs, experiment->n_runs,
				       sizeof(*experiment->runs));
	experiment->runs[experiment->n_runs++] = *run;
	return 0;
}

/* 1: a whole run was read and kept; 0: go on; -1: this is none. */
static int take_line(struct experiment *experiment, struct run *run,
		     bool *inside, char *line)
{
	if (!*inside) {
		*inside = strncmp(line, "run ", 4) == 0 &&
			  parse_run(run, line + 4) == 0;
		return *inside ? 0 : -1;
	}
	if (strncmp(line, "end ", 4) == 0) {
		char *end;

		if (strtoul(line + 4, &end, 10) != run->number ||
		    *end != '\0' || keep(experiment, run) < 0) {
			return -1;
		}
		*inside = false;
		return 1;
	}
	return parse_part(run, line);
}

static int parse_options(char *line, struct words *options)
{
	char word[WORD_MAX_BYTES];
	const char *next = strsep(&line, " ");

	if (strcmp(next, "option") != 0) {
		return -1;
	}
	while ((next = strsep(&line, " ")) != NULL) {
		if (unescape_word(next, word, sizeof(word)) < 0) {
			return -1;
		}
		words_add(options, "%s", word);
	}
	return 0;
}

/* The next whole line, without its end; NULL: there is none. */
static char *next_line(char **at)
{
	char *line = *at;
	char *end = strchr(line, '\n');

	if (end == NULL) {
		return NULL;
	}
	*end = '\0';
	*at = end + 1;
	return line;
}

int state_parse(struct experiment *experiment, char *text,
		struct words *options, size_t *used)
{
	bool inside = false;
	struct run run = { .number = 0 };
	char *at;
	char *line;
	int taken = 0;

	if (strncmp(text, HEADER, strlen(HEADER)) != 0) {
		return -1;
	}
	at = text + strlen(HEADER);
	line = next_line(&at);
	if (line == NULL || parse_options(line, options) < 0) {
		return -1;
	}
	*used = (size_t)(at - text);
	while (taken >= 0 && (line = next_line(&at)) != NULL) {
		taken = take_line(experiment, &run, &inside, line);
		if (taken > 0) {
			*used = (size_t)(at - text);
		}
	}
	if (inside) {
		free(run.wakeup);
	}
	/* A write that was cut short leaves whole lines and a part of one. */
	return taken < 0 ? -1 : 0;
}
