/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs the assemblers and disassemblers of the cross toolchains, as second
 * opinions about encodings.  A tool that is missing knows nothing.
 */
#ifndef UNIT_ASSEMBLER_H
#define UNIT_ASSEMBLER_H

#include "unit.h"

#include <unistd.h>

#define WORD_UNKNOWN 0u		/* no instruction on either architecture */

struct assembler {
	const char *name;
	const char *command;	/* assembles a.s into a.o */
	const char *objcopy;
	const char *first;	/* a line for the start of a.s */
};

struct source {
	char (*lines)[64];
	unsigned count;
	unsigned room;
};

static inline void source_add(struct source *source, const char *format, ...)
{
	va_list args;

	if (source->count == source->room) {
		source->room = source->room * 2 + 64;
		source->lines = realloc(source->lines,
					source->room * sizeof(*source->lines));
		assert_non_null(source->lines);
	}
	va_start(args, format);
	vsnprintf(source->lines[source->count++], sizeof(*source->lines),
		  format, args);
	va_end(args);
}

static inline void source_free(struct source *source)
{
	free(source->lines);
	*source = (struct source){ 0 };
}

struct workplace {
	char path[128];
};

static inline void workplace_make(struct workplace *place)
{
	const char *base = getenv("TMPDIR");

	snprintf(place->path, sizeof(place->path), "%s/fencepost.XXXXXX",
		 base ? base : "/tmp");
	assert_non_null(mkdtemp(place->path));
}

static inline int workplace_run(const struct workplace *place,
				const char *command)
{
	char line[512];

	snprintf(line, sizeof(line), "cd '%s' && %s", place->path, command);
	return system(line);
}

static inline FILE *workplace_open(const struct workplace *place,
				   const char *name, const char *mode)
{
	char path[192];

	snprintf(path, sizeof(path), "%s/%s", place->path, name);
	return fopen(path, mode);
}

static inline void workplace_remove(const struct workplace *place)
{
	char line[192];

	snprintf(line, sizeof(line), "rm -rf '%s'", place->path);
	assert_int_equal(system(line), 0);
}

/* Lines that are not known are replaced, so that the others stay in place. */
static inline void write_source(const struct workplace *place,
				const struct assembler *with,
				const struct source *source,
				const uint32_t *words)
{
	FILE *file = workplace_open(place, "a.s", "w");

	assert_non_null(file);
	fprintf(file, "%s\n", with->first);
	for (unsigned i = 0; i < source->count; i++) {
		fprintf(file, "%s\n", words[i] == WORD_UNKNOWN
					     ? ".word 0" : source->lines[i]);
	}
	assert_int_equal(fclose(file), 0);
}

/* "a.s:LINE: Error: ..." or "a.s:LINE:COLUMN: error: ..." */
static inline void drop_unknown(const struct workplace *place,
				const struct source *source, uint32_t *words)
{
	FILE *file = workplace_open(place, "errors", "r");
	char line[512];
	unsigned number;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		if (strstr(line, "rror:") &&
		    sscanf(line, "a.s:%u:", &number) == 1 && number >= 2 &&
		    number - 2 < source->count) {
			words[number - 2] = WORD_UNKNOWN;
		}
	}
	fclose(file);
}

static inline void read_words(const struct workplace *place, uint32_t *words,
			      unsigned count)
{
	FILE *file = workplace_open(place, "a.bin", "r");

	assert_non_null(file);
	assert_int_equal(fread(words, sizeof(*words), count, file), count);
	fclose(file);
}

/* The word of each line; WORD_UNKNOWN where this assembler can't say. */
static inline void assemble(const struct assembler *with,
			    const struct source *source, uint32_t *words)
{
	struct workplace place;
	char command[256];

	for (unsigned i = 0; i < source->count; i++) {
		words[i] = 1;
	}
	workplace_make(&place);
	snprintf(command, sizeof(command), "%s a.s -o a.o 2>errors",
		 with->command);
	write_source(&place, with, source, words);
	if (workplace_run(&place, command) != 0) {
		drop_unknown(&place, source, words);
		write_source(&place, with, source, words);
	}
	if (workplace_run(&place, command) == 0) {
		snprintf(command, sizeof(command),
			 "%s -O binary -j .text a.o a.bin", with->objcopy);
		assert_int_equal(workplace_run(&place, command), 0);
		read_words(&place, words, source->count);
	} else {
		diag("%s cannot be used here", with->name);
		memset(words, 0, source->count * sizeof(*words));
	}
	workplace_remove(&place);
}

/* What a disassembler calls each word: "tlbi vae1is, x0"; "" if it can't. */
static inline void read_names(FILE *file, struct source *names)
{
	char line[512], mnemonic[64], rest[64];
	unsigned address, word;

	while (fgets(line, sizeof(line), file)) {
		rest[0] = '\0';
		if (sscanf(line, " %x: %x %63s %63[^\n<]", &address, &word,
			   mnemonic, rest) >= 3 && address / 4 < names->count) {
			snprintf(names->lines[address / 4],
				 sizeof(*names->lines), "%.20s%s%.40s",
				 mnemonic, rest[0] ? " " : "", rest);
		}
	}
}

/* command reads a.bin, and a.o made from it by the with assembler. */
static inline void disassemble(const char *command, const uint32_t *words,
			       unsigned count, struct source *names)
{
	struct workplace place;
	FILE *file;
	char line[256];

	for (unsigned i = 0; i < count; i++) {
		source_add(names, "%s", "");
	}
	workplace_make(&place);
	file = workplace_open(&place, "a.bin", "w");
	assert_non_null(file);
	assert_int_equal(fwrite(words, sizeof(*words), count, file), count);
	assert_int_equal(fclose(file), 0);
	file = workplace_open(&place, "a.s", "w");
	assert_non_null(file);
	for (unsigned i = 0; i < count; i++) {
		fprintf(file, ".insn 0x%08x\n", words[i]);
	}
	assert_int_equal(fclose(file), 0);
	snprintf(line, sizeof(line), "(%s) >names 2>errors", command);
	if (workplace_run(&place, line) == 0) {
		file = workplace_open(&place, "names", "r");
		assert_non_null(file);
		read_names(file, names);
		fclose(file);
	} else {
		diag("cannot be used here: %s", command);
	}
	workplace_remove(&place);
}

#endif
