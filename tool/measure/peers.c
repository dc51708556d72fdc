/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../file.h"
#include "../tool.h"
#include "peers.h"

#define FILE_MAX 65536u
#define WORDS 5

/* That of this name and metric, or a new one; NULL: there is no room. */
static struct peer *find(struct experiment *experiment, char *const *words)
{
	struct peer *peer;

	for (size_t i = 0; i < experiment->n_peers; i++) {
		peer = &experiment->peers[i];
		if (strcmp(peer->name, words[0]) == 0 &&
		    strcmp(peer->metric, words[1]) == 0) {
			return strcmp(peer->unit, words[2]) == 0 ? peer : NULL;
		}
	}
	if (experiment->n_peers == EXPERIMENT_PEERS_MAX) {
		return NULL;
	}
	peer = &experiment->peers[experiment->n_peers++];
	strcpy(peer->name, words[0]);
	strcpy(peer->metric, words[1]);
	strcpy(peer->unit, words[2]);
	return peer;
}

static int read_value(const char *word, double *value)
{
	char *end;

	*value = strtod(word, &end);
	return *end == '\0' && end != word && isfinite(*value) ? 0 : -1;
}

static int take(char *line, struct experiment *experiment)
{
	char *words[WORDS];
	struct peer *peer;
	double ours;
	double theirs;
	int n = 0;
	char *word;

	while ((word = strsep(&line, " \t")) != NULL) {
		if (word[0] == '\0') {
			continue;
		}
		if (n == WORDS || strlen(word) >= EXPERIMENT_NAME_MAX) {
			return -1;
		}
		words[n++] = word;
	}
	if (n == 0) {
		return 0;
	}
	if (n < WORDS || read_value(words[3], &ours) < 0 ||
	    read_value(words[4], &theirs) < 0) {
		return -1;
	}
	peer = find(experiment, words);
	if (peer == NULL || peer->pairs == EXPERIMENT_PAIRS_MAX) {
		return -1;
	}
	peer->ours[peer->pairs] = ours;
	peer->theirs[peer->pairs++] = theirs;
	return 0;
}

size_t peers_parse(char *text, struct experiment *experiment)
{
	size_t number = 0;
	char *line;

	while ((line = strsep(&text, "\n")) != NULL) {
		number++;
		line[strcspn(line, "#")] = '\0';
		if (take(line, experiment) < 0) {
			return number;
		}
	}
	return 0;
}

int peers_read(const char *path, struct experiment *experiment)
{
	struct buffer text = { 0 };
	size_t bad;

	if (path == NULL) {
		return 0;
	}
	if (file_read(path, FILE_MAX, &text) < 0) {
		return -1;
	}
	buffer_add(&text, "");
	bad = peers_parse(text.text, experiment);
	buffer_free(&text);
	return bad == 0 ? 0 :
		fail("%s, line %zu: NAME METRIC UNIT OURS THEIRS is wanted (at "
		     "most %u peers, %u pairs)", path, bad,
		     EXPERIMENT_PEERS_MAX, EXPERIMENT_PAIRS_MAX);
}
