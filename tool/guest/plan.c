/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan.h"

#define LOAD_KEY "fencepost.load="
#define RUN_KEY "fencepost.run="

static int refuse(struct text *why, const char *what, const char *bytes,
		  size_t length)
{
	text_clear(why);
	text_add(why, what);
	text_add(why, ": ");
	text_add_bytes(why, bytes, length);
	return -1;
}

/* Length of the text before the first of the two characters, or its end. */
static size_t span(const char *text, size_t length, char a, char b)
{
	size_t i = 0;

	while (i < length && text[i] != a && text[i] != b) {
		i++;
	}
	return i;
}

/* NAME[:N] */
static int parse_step(struct plan_step *step, const char *text, size_t length,
		      struct text *why)
{
	size_t name = span(text, length, ':', ':');

	step->load = load_find(text, name);
	if (step->load == NULL) {
		return refuse(why, "unknown load", text, name);
	}
	step->count = step->load->count;
	if (name == length) {
		return 0;
	}
	if (step->load->count == 0) {
		return refuse(why, "this load takes no number", text, length);
	}
	if (text_to_count(text + name + 1, length - name - 1, LOAD_COUNT_MAX,
			  &step->count) < 0) {
		return refuse(why, "bad number of a load", text, length);
	}
	return 0;
}

static int parse_loads(struct plan *plan, const char *text, size_t length,
		       struct text *why)
{
	if (plan->n_steps > 0) {
		return refuse(why, "given twice", text, length);
	}
	for (;;) {
		size_t item = span(text, length, ',', ',');

		if (plan->n_steps == PLAN_STEPS_MAX) {
			return refuse(why, "too many loads", text, length);
		}
		if (parse_step(&plan->steps[plan->n_steps++], text, item, why) <
		    0) {
			return -1;
		}
		if (item == length) {
			return 0;
		}
		text += item + 1;
		length -= item + 1;
	}
}

static int parse_run(struct plan *plan, const char *text, size_t length,
		     struct text *why)
{
	int words;

	if (plan->argv[0] != NULL) {
		return refuse(why, "given twice", text, length);
	}
	if (text_from_base64url(text, length, plan->line, PLAN_LINE_MAX) < 0) {
		return refuse(why, "not base64url, or too long", text, length);
	}
	words = text_split(plan->line, plan->argv, PLAN_WORDS_MAX);
	if (words < 0) {
		return refuse(why, "open quotation or too many words in", text,
			      length);
	}
	if (words == 0 || plan->argv[0][0] != '/') {
		return refuse(why, "no absolute path of a program in", text,
			      length);
	}
	return 0;
}

static int parse_word(struct plan *plan, const char *word, size_t length,
		      struct text *why)
{
	size_t key = span(word, length, '=', '=') + 1;

	if (text_is(word, key < length ? key : length, LOAD_KEY)) {
		return parse_loads(plan, word + key, length - key, why);
	}
	if (text_is(word, key < length ? key : length, RUN_KEY)) {
		return parse_run(plan, word + key, length - key, why);
	}
	/* A misspelt key would otherwise be a run that did nothing. */
	if (length >= 10 && text_is(word, 10, "fencepost.")) {
		return refuse(why, "unknown parameter", word, length);
	}
	return 0;
}

int plan_parse(struct plan *plan, const char *command_line, struct text *why)
{
	const char *at = command_line;
	size_t left = text_length(command_line);

	plan->n_steps = 0;
	plan->argv[0] = NULL;
	while (left > 0) {
		size_t length = span(at, left, ' ', '\n');

		if (parse_word(plan, at, length, why) < 0) {
			return -1;
		}
		at += length;
		left -= length;
		while (left > 0 && (*at == ' ' || *at == '\n')) {
			at++;
			left--;
		}
	}
	return 0;
}
