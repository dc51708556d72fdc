// SPDX-License-Identifier: GPL-2.0-or-later
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "options.h"

#define ARENA_DEFAULT (UINT64_C(4) << 30)
#define ZERO_DEFAULT 64
#define PAGE_MASK UINT64_C(0xfff)

/* A number up to a character of stops; NULL, or where it ended. */
static const char *parse_number(const char *text, int base, const char *stops,
				uint64_t *value)
{
	char *end;

	/* strtoull() itself would take spaces, signs and 0x. */
	if (!isxdigit((unsigned char)text[0])) {
		return NULL;
	}
	errno = 0;
	*value = strtoull(text, &end, base);
	if (errno != 0 || strchr(stops, *end) == NULL) {
		return NULL;
	}
	return end;
}

static int parse_fd(const char *text, int *fd)
{
	uint64_t value;

	if (parse_number(text, 10, "", &value) == NULL || value > 65535) {
		return -1;
	}
	*fd = (int)value;
	return 0;
}

static int parse_range(const char *text, struct options *options)
{
	struct options_range range = { 0 };
	const char *rest;

	if (options->n_ranges == OPTIONS_RANGES_MAX) {
		return -1;
	}
	rest = parse_number(text, 16, ":", &range.base);
	if (rest == NULL || *rest == '\0') {
		return -1;
	}
	rest = parse_number(rest + 1, 16, ":", &range.size);
	if (rest == NULL ||
	    (*rest != '\0' &&
	     parse_number(rest + 1, 16, "", &range.offset) == NULL)) {
		return -1;
	}
	if (((range.base | range.size | range.offset) & PAGE_MASK) != 0 ||
	    range.size == 0 || range.base + range.size < range.base ||
	    range.offset + range.size < range.offset) {
		return -1;
	}
	options->ranges[options->n_ranges++] = range;
	return 0;
}

static int parse_midr(const char *text, struct options *options)
{
	uint64_t value;

	if (parse_number(text, 16, "", &value) == NULL || value > UINT32_MAX) {
		return -1;
	}
	options->midr = (uint32_t)value;
	options->has_midr = true;
	return 0;
}

static int parse_zero(const char *text, struct options *options)
{
	uint64_t value;

	/* [ARM] DCZID_EL0.BS: at most 2 KiB. */
	if (parse_number(text, 10, "", &value) == NULL || value < 8 ||
	    value > 2048 || (value & (value - 1)) != 0) {
		return -1;
	}
	options->zero = value;
	return 0;
}

static int parse_arena(const char *text, struct options *options)
{
	uint64_t value;

	if (parse_number(text, 10, "", &value) == NULL || value == 0 ||
	    value > SIZE_MAX) {
		return -1;
	}
	options->arena = (size_t)value;
	return 0;
}

static int parse_flag(const char *text, const char *wanted, bool *flag)
{
	*flag = strcmp(text, wanted) == 0;
	return *flag ? 0 : -1;
}

static int parse_file(const char *text, struct options_target *target)
{
	target->file = text;
	return *text == '\0' ? -1 : 0;
}

enum option {
	OPTION_RAMFD,
	OPTION_RAM,
	OPTION_RESULTFD,
	OPTION_RESULT,
	OPTION_RECORDFD,
	OPTION_RECORD,
	OPTION_SYMBOLSFD,
	OPTION_SYMBOLS,
	OPTION_PROGRESSFD,
	OPTION_MIDR,
	OPTION_ZERO,
	OPTION_ARENA,
	OPTION_FAST,
	OPTION_USES,
	OPTION_COUNT,
};

static const char *const names[OPTION_COUNT] = {
	"ramfd",  "ram",       "resultfd", "result",	 "recordfd",
	"record", "symbolsfd", "symbols",  "progressfd", "midr",
	"zero",	  "arena",     "fast",	   "uses",
};

static enum option find_option(const char *argument, size_t length)
{
	unsigned i;

	for (i = 0; i < OPTION_COUNT; i++) {
		if (strlen(names[i]) == length &&
		    strncmp(names[i], argument, length) == 0) {
			break;
		}
	}
	return (enum option)i;
}

static int parse_value(struct options *options, enum option option,
		       const char *value)
{
	switch (option) {
	case OPTION_RAMFD:
		return parse_fd(value, &options->ram_fd);
	case OPTION_RAM:
		return parse_range(value, options);
	case OPTION_RESULTFD:
		return parse_fd(value, &options->result.fd);
	case OPTION_RESULT:
		return parse_file(value, &options->result);
	case OPTION_RECORDFD:
		return parse_fd(value, &options->record.fd);
	case OPTION_RECORD:
		return parse_file(value, &options->record);
	case OPTION_SYMBOLSFD:
		return parse_fd(value, &options->symbols.fd);
	case OPTION_SYMBOLS:
		return parse_file(value, &options->symbols);
	case OPTION_PROGRESSFD:
		return parse_fd(value, &options->progress_fd);
	case OPTION_MIDR:
		return parse_midr(value, options);
	case OPTION_ZERO:
		return parse_zero(value, options);
	case OPTION_ARENA:
		return parse_arena(value, options);
	case OPTION_FAST:
		return parse_flag(value, "on", &options->fast);
	case OPTION_USES:
		return parse_flag(value, "all", &options->uses_all);
	case OPTION_COUNT:
		break;
	}
	return -1;
}

static int parse_argument(struct options *options, const char *argument)
{
	size_t length = strcspn(argument, "=");
	enum option option = find_option(argument, length);

	if (option == OPTION_COUNT) {
		message_print("unknown argument \"%s\"", argument);
		return -1;
	}
	if (argument[length] == '\0' ||
	    parse_value(options, option, argument + length + 1) < 0) {
		message_print("malformed argument \"%s\"", argument);
		return -1;
	}
	return 0;
}

static int check_target(const struct options_target *target, const char *name)
{
	if (target->fd >= 0 && target->file != NULL) {
		message_print("%s and %sfd exclude each other", name, name);
		return -1;
	}
	return 0;
}

static int check_options(const struct options *options)
{
	if (options->ram_fd < 0 || options->n_ranges == 0) {
		message_print("ramfd=N and ram=BASE:SIZE are needed");
		return -1;
	}
	if (options->result.fd < 0 && options->result.file == NULL) {
		message_print("result=FILE or resultfd=N is needed");
		return -1;
	}
	if (check_target(&options->result, "result") < 0 ||
	    check_target(&options->record, "record") < 0 ||
	    check_target(&options->symbols, "symbols") < 0) {
		return -1;
	}
	return 0;
}

int options_parse(struct options *options, int argc, char **argv)
{
	const struct options_target none = { .fd = -1, .file = NULL };

	*options = (struct options){
		.ram_fd = -1,
		.result = none,
		.record = none,
		.symbols = none,
		.progress_fd = -1,
		.zero = ZERO_DEFAULT,
		.arena = (size_t)ARENA_DEFAULT,
	};
	for (int i = 0; i < argc; i++) {
		if (parse_argument(options, argv[i]) < 0) {
			return -1;
		}
	}
	return check_options(options);
}
