/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "deb822.h"
#include "file.h"
#include "sources.h"
#include "tool.h"

#define SOURCES_FILE_MAX (1u << 20)

/* One entry, whichever way it was written. */
struct source {
	struct buffer types;
	struct buffer uris;
	struct buffer suites;
	struct buffer components;
	struct buffer signed_by;	/* may hold a whole key */
	struct buffer enabled;
};

struct choice {
	const char *suite;
	int score;
	struct buffer uris;
	struct buffer signed_by;
};

static void source_free(struct source *source)
{
	buffer_free(&source->types);
	buffer_free(&source->uris);
	buffer_free(&source->suites);
	buffer_free(&source->components);
	buffer_free(&source->signed_by);
	buffer_free(&source->enabled);
}

static bool has_word(const struct buffer *list, const char *wanted)
{
	const char *cursor = list->text == NULL ? "" : list->text;
	struct buffer word = { 0 };
	bool found = false;

	while (!found && deb822_word(&cursor, &word)) {
		found = strcmp(word.text, wanted) == 0;
	}
	buffer_free(&word);
	return found;
}

static bool is_security(const char *suite)
{
	const char *at = strstr(suite, "-security");

	return at != NULL || strstr(suite, "/updates") != NULL;
}

/* Whether a suite is one of Debian's own: others use "main" as well. */
static bool is_debian_suite(const char *suite)
{
	static const char *const names[] = {
		"bullseye", "bookworm", "trixie", "forky", "duke", "sid",
		"oldstable", "stable", "testing", "unstable",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t length = strlen(names[i]);

		if (strncmp(suite, names[i], length) == 0 &&
		    (suite[length] == '\0' || suite[length] == '-' ||
		     suite[length] == '/')) {
			return true;
		}
	}
	return false;
}

static bool serves(const struct source *source, const char *wanted)
{
	const char *cursor = source->suites.text;
	struct buffer suite = { 0 };
	bool found = false;

	while (cursor != NULL && !found && deb822_word(&cursor, &suite)) {
		found = is_debian_suite(suite.text) &&
			is_security(suite.text) == is_security(wanted);
	}
	buffer_free(&suite);
	return found;
}

/*
 * How sure it is that this is Debian's archive: other archives have suites
 * called "bookworm" as well.  0: it is not.
 */
static int score(const struct source *source, const char *file,
		 const char *suite)
{
	const char *name = strrchr(file, '/') + 1;
	int sum = 1;

	if (!has_word(&source->types, "deb") ||
	    has_word(&source->enabled, "no") ||
	    has_word(&source->enabled, "false") ||
	    /* A disc has no other suites. */
	    strncmp(source->uris.text, "cdrom:", 6) == 0 ||
	    !has_word(&source->components, "main") || !serves(source, suite)) {
		return 0;
	}
	if (source->signed_by.length > 0 &&
	    strstr(source->signed_by.text, "debian-archive") != NULL) {
		sum += 4;
	}
	if (strcmp(name, "sources.list") == 0 ||
	    strcmp(name, "debian.sources") == 0) {
		sum += 2;
	}
	return sum + (has_word(&source->suites, suite) ? 1 : 0);
}

static void consider(const struct source *source, const char *file,
		     struct choice *best)
{
	int sum = score(source, file, best->suite);

	if (sum <= best->score) {
		return;
	}
	best->score = sum;
	buffer_free(&best->uris);
	buffer_free(&best->signed_by);
	buffer_add(&best->uris, source->uris.text);
	if (source->signed_by.length > 0) {
		buffer_add(&best->signed_by, source->signed_by.text);
	}
}

static void consider_deb822(const char *text, const char *file,
			    struct choice *best)
{
	struct paragraph paragraph;

	while (deb822_next(&text, &paragraph)) {
		struct source source = { 0 };

		deb822_field(&paragraph, "Types", &source.types);
		deb822_field(&paragraph, "Suites", &source.suites);
		deb822_field(&paragraph, "Components", &source.components);
		deb822_field(&paragraph, "Signed-By", &source.signed_by);
		deb822_field(&paragraph, "Enabled", &source.enabled);
		if (deb822_field(&paragraph, "URIs", &source.uris)) {
			consider(&source, file, best);
		}
		source_free(&source);
	}
}

/* "[ signed-by=FILE arch=amd64 ]" at *cursor, if there is one. */
static void parse_options(const char **cursor, struct source *source)
{
	const char *at = *cursor + strspn(*cursor, " \t");
	const char *end = strchr(at, ']');
	const char *key;

	if (*at != '[' || end == NULL) {
		return;
	}
	key = strcasestr(at, "signed-by=");
	if (key != NULL && key < end) {
		key += strlen("signed-by=");
		buffer_add_bytes(&source->signed_by, key,
				 strcspn(key, " \t]"));
	}
	*cursor = end + 1;
}

/* TYPE [OPTIONS] URI SUITE COMPONENT... */
static void consider_line(const char *line, const char *file,
			  struct choice *best)
{
	struct source source = { 0 };

	if (deb822_word(&line, &source.types) &&
	    strcmp(source.types.text, "deb") == 0) {
		parse_options(&line, &source);
		if (deb822_word(&line, &source.uris) &&
		    deb822_word(&line, &source.suites)) {
			buffer_add(&source.components, line);
			consider(&source, file, best);
		}
	}
	source_free(&source);
}

static void consider_lines(char *text, const char *file, struct choice *best)
{
	char *save = NULL;

	for (char *line = strtok_r(text, "\n", &save); line != NULL;
	     line = strtok_r(NULL, "\n", &save)) {
		line[strcspn(line, "#")] = '\0';
		consider_line(line, file, best);
	}
}

static void consider_file(const char *file, struct choice *best)
{
	const char *dot = strrchr(file, '.');
	struct buffer text = { 0 };

	if (file_exists(file) &&
	    file_read(file, SOURCES_FILE_MAX, &text) == 0) {
		if (dot != NULL && strcmp(dot, ".sources") == 0) {
			consider_deb822(text.text, file, best);
		} else {
			consider_lines(text.text, file, best);
		}
	}
	buffer_free(&text);
}

static void consider_pattern(const char *etc, const char *pattern,
			     struct choice *best)
{
	struct buffer path = { 0 };
	glob_t found = { 0 };

	buffer_print(&path, "%s/%s", etc, pattern);
	if (glob(path.text, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			consider_file(found.gl_pathv[i], best);
		}
		globfree(&found);
	}
	buffer_free(&path);
}

/* Values go as they are: a key may stand in the file itself, over lines. */
static void write_source(const struct choice *best, const char *architecture,
			 struct buffer *source)
{
	buffer_print(source, "Types: deb\nSuites: %s\nComponents: main\n"
		     "Architectures: %s\nTargets: Packages\nURIs: %s\n",
		     best->suite, architecture, best->uris.text);
	if (best->signed_by.length > 0) {
		buffer_print(source, "Signed-By: %s", best->signed_by.text);
	}
	buffer_add(source, "\n");
}

int sources_for_suite(const char *etc, const char *suite,
		      const char *architecture, struct buffer *source)
{
	struct choice best = { .suite = suite };

	consider_pattern(etc, "sources.list", &best);
	consider_pattern(etc, "sources.list.d/*.list", &best);
	consider_pattern(etc, "sources.list.d/*.sources", &best);
	if (best.score > 0) {
		write_source(&best, architecture, source);
	}
	buffer_free(&best.uris);
	buffer_free(&best.signed_by);
	return best.score > 0 ? 0 : -1;
}
