/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug.h"
#include "file.h"
#include "symbols.h"
#include "tool.h"

#define SYMBOLS_FILE_MAX (1u << 30)
/* Code farther from the symbol before it than this has none. */
#define SYMBOL_REACH (1u << 20)
/* A kernel's image is not larger. */
#define KERNEL_SIZE_MAX (128u << 20)
/* [LINUX] Documentation/arch/arm64/booting.rst, riscv/boot.rst */
#define KERNEL_ALIGNMENT (2u << 20)

struct symbol {
	uint64_t address;
	const char *name;
	char type;
};

struct image_range {
	const char *name;
	uint64_t base;
	uint64_t size;
};

/* A line that was read from a trace. */
struct source_line {
	uint64_t address;
	const char *text;
};

struct symbols {
	struct symbol *list;
	size_t count;
	bool sorted;
	struct image_range *images;
	size_t n_images;
	struct source_line *lines;
	size_t n_lines;
	struct debug *debug;
	uint64_t load_address;	/* physical */
	uint64_t text_address;	/* virtual, of the same place; 0: unknown */
};

struct symbols *symbols_new(void)
{
	return memory_get(sizeof(struct symbols));
}

void symbols_free(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->count; i++) {
		free((char *)symbols->list[i].name);
	}
	for (size_t i = 0; i < symbols->n_images; i++) {
		free((char *)symbols->images[i].name);
	}
	for (size_t i = 0; i < symbols->n_lines; i++) {
		free((char *)symbols->lines[i].text);
	}
	if (symbols->debug != NULL) {
		debug_close(symbols->debug);
	}
	free(symbols->lines);
	free(symbols->list);
	free(symbols->images);
	free(symbols);
}

/*
 * "_text" or "_start", the first of them, is the first byte of the image.
 * Some kernels list only "_stext", which is soon after.
 */
static void note_image_start(struct symbols *symbols, uint64_t address,
			     const char *name)
{
	if (strcmp(name, "_stext") == 0) {
		address &= ~(KERNEL_ALIGNMENT - 1ull);
	} else if (strcmp(name, "_text") != 0 && strcmp(name, "_start") != 0) {
		return;
	}
	if (symbols->text_address == 0 || address < symbols->text_address) {
		symbols->text_address = address;
	}
}

/* Marks of the toolchain inside functions: $x, $d, .L12. */
static bool is_mark(const char *name)
{
	return name[0] == '$' || name[0] == '.' || name[0] == '\0';
}

void symbols_add(struct symbols *symbols, uint64_t address, char type,
		 const char *name)
{
	struct symbol *symbol;

	note_image_start(symbols, address, name);
	if (strchr("tTwW", type) == NULL || is_mark(name)) {
		return;
	}
	symbols->list = memory_grow(symbols->list, symbols->count,
				    sizeof(symbols->list[0]));
	symbol = &symbols->list[symbols->count++];
	*symbol = (struct symbol){ address, memory_text(name), type };
	symbols->sorted = false;
}

/* "ADDRESS TYPE NAME\t[MODULE]" */
static bool add_line(struct symbols *symbols, char *line)
{
	uint64_t address;
	char *name;
	char *end;

	address = strtoull(line, &end, 16);
	if (end == line || end[0] != ' ' || end[1] == '\0' || end[2] != ' ') {
		return false;
	}
	name = end + 3;
	name[strcspn(name, "\r")] = '\0';
	if (strchr(name, '\t') != NULL) {
		*strchr(name, '\t') = ' ';
	}
	/* Without permission, kallsyms has only zeros. */
	if (address == 0) {
		return false;
	}
	symbols_add(symbols, address, end[1], name);
	return true;
}

size_t symbols_add_text(struct symbols *symbols, const char *text)
{
	char *copy = memory_text(text);
	char *next = copy;
	size_t before = symbols->count;
	char *line;

	while ((line = strsep(&next, "\n")) != NULL) {
		add_line(symbols, line);
	}
	free(copy);
	return symbols->count - before;
}

/* False for a file that can't be read, too; the reader says why. */
static bool is_elf(const char *path)
{
	char magic[4] = "";
	FILE *file = fopen(path, "re");

	if (file != NULL) {
		if (fread(magic, sizeof(magic), 1, file) != 1) {
			magic[0] = '\0';
		}
		fclose(file);
	}
	return memcmp(magic, "\177ELF", sizeof(magic)) == 0;
}

static int add_elf(struct symbols *symbols, const char *path)
{
	if (symbols->debug != NULL) {
		return fail("only one ELF file can name addresses");
	}
	symbols->debug = debug_open(path, symbols);
	return symbols->debug == NULL ? -1 : 0;
}

static int add_text_file(struct symbols *symbols, const char *path)
{
	struct buffer content = { 0 };
	int result = file_read(path, SYMBOLS_FILE_MAX, &content);

	if (result == 0) {
		symbols_add_text(symbols, content.text);
	}
	buffer_free(&content);
	return result;
}

int symbols_add_file(struct symbols *symbols, const char *path)
{
	size_t before = symbols->count;

	if (file_check(path) < 0 ||
	    (is_elf(path) ? add_elf(symbols, path) :
	     add_text_file(symbols, path)) < 0) {
		return -1;
	}
	return symbols->count > before ? 0 :
		fail("there are no symbols of code in %s", path);
}

void symbols_add_image(struct symbols *symbols, const char *name,
		       uint64_t base, uint64_t size)
{
	symbols->images = memory_grow(symbols->images, symbols->n_images,
				      sizeof(symbols->images[0]));
	symbols->images[symbols->n_images++] =
		(struct image_range){ memory_text(name), base, size };
}

void symbols_set_load_address(struct symbols *symbols, uint64_t pa)
{
	symbols->load_address = pa;
}

static size_t underscores(const char *name)
{
	return strspn(name, "_");
}

/*
 * Of several names for an address the first is used: global before weak
 * before local, fewer underscores before more, then by the alphabet.
 */
static int compare(const void *a, const void *b)
{
	static const char order[] = "TWwt";
	const struct symbol *x = a;
	const struct symbol *y = b;
	long rank = strchr(order, x->type) - strchr(order, y->type);

	if (x->address != y->address) {
		return x->address < y->address ? -1 : 1;
	}
	if (rank == 0) {
		rank = (long)underscores(x->name) - (long)underscores(y->name);
	}
	if (rank == 0) {
		rank = strcmp(x->name, y->name);
	}
	return rank < 0 ? -1 : rank > 0;
}

static void sort(struct symbols *symbols)
{
	size_t kept = 0;

	if (symbols->sorted) {
		return;
	}
	if (symbols->count > 0) {
		qsort(symbols->list, symbols->count, sizeof(symbols->list[0]),
		      compare);
	}
	for (size_t i = 0; i < symbols->count; i++) {
		if (kept > 0 && symbols->list[kept - 1].address ==
		    symbols->list[i].address) {
			free((char *)symbols->list[i].name);
		} else {
			symbols->list[kept++] = symbols->list[i];
		}
	}
	symbols->count = kept;
	symbols->sorted = true;
}

/* The last symbol at or before address, if it is near enough. */
static const struct symbol *find(const struct symbols *symbols,
				 uint64_t address)
{
	size_t low = 0;
	size_t high = symbols->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols->list[middle].address <= address) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	if (low == 0 ||
	    address - symbols->list[low - 1].address > SYMBOL_REACH) {
		return NULL;
	}
	return &symbols->list[low - 1];
}

static uint64_t to_virtual(const struct symbols *symbols, uint64_t address)
{
	if (symbols->load_address != 0 && symbols->text_address != 0 &&
	    address - symbols->load_address < KERNEL_SIZE_MAX) {
		return address - symbols->load_address + symbols->text_address;
	}
	return address;
}

static void name_of_image(const struct symbols *symbols, uint64_t address,
			  struct buffer *name)
{
	for (size_t i = 0; i < symbols->n_images; i++) {
		const struct image_range *image = &symbols->images[i];

		if (address - image->base < image->size) {
			buffer_escape(name, image->name);
			buffer_print(name, "+0x%" PRIx64,
				     address - image->base);
			return;
		}
	}
	buffer_print(name, "0x%" PRIx64, address);
}

void symbols_name(struct symbols *symbols, uint64_t address,
		  enum symbols_address kind, struct buffer *name)
{
	uint64_t inside = kind == SYMBOLS_RETURN ? address - 1 : address;
	const struct symbol *symbol;
	const char *module;

	if (address == 0) {
		buffer_add(name, "unknown");
		return;
	}
	sort(symbols);
	symbol = find(symbols, inside);
	if (symbol == NULL) {
		symbol = find(symbols, to_virtual(symbols, inside));
		address = to_virtual(symbols, address);
	}
	if (symbol == NULL) {
		name_of_image(symbols, address, name);
		return;
	}
	module = strchr(symbol->name, ' ');
	buffer_escape_bytes(name, symbol->name, strcspn(symbol->name, " "));
	buffer_print(name, "+0x%" PRIx64, address - symbol->address);
	if (module != NULL) {
		buffer_escape(name, module);
	}
}

bool symbols_source(const struct symbols *symbols, uint64_t address,
		    struct buffer *source)
{
	if (symbols->debug != NULL) {
		return debug_source(symbols->debug,
				    to_virtual(symbols, address), source);
	}
	for (size_t i = 0; i < symbols->n_lines; i++) {
		if (symbols->lines[i].address == address) {
			buffer_escape(source, symbols->lines[i].text);
			return true;
		}
	}
	return false;
}

void symbols_write_source(const struct symbols *symbols, uint64_t address,
			  struct buffer *text)
{
	struct buffer source = { 0 };

	if (symbols_source(symbols, address, &source)) {
		buffer_print(text, "#source %" PRIx64 " %s\n", address,
			     source.text);
	}
	buffer_free(&source);
}

static void add_source(struct symbols *symbols, uint64_t address,
		       const char *text)
{
	symbols->lines = memory_grow(symbols->lines, symbols->n_lines,
				     sizeof(symbols->lines[0]));
	symbols->lines[symbols->n_lines++] =
		(struct source_line){ address, memory_text(text) };
}

void symbols_write(struct symbols *symbols, struct buffer *text)
{
	sort(symbols);
	for (size_t i = 0; i < symbols->n_images; i++) {
		buffer_print(text, "#image %" PRIx64 " %" PRIx64 " %s\n",
			     symbols->images[i].base, symbols->images[i].size,
			     symbols->images[i].name);
	}
	if (symbols->load_address != 0) {
		buffer_print(text, "#load %" PRIx64 " %" PRIx64 "\n",
			     symbols->load_address, symbols->text_address);
	}
	for (size_t i = 0; i < symbols->count; i++) {
		buffer_print(text, "#symbol %" PRIx64 " %c %s\n",
			     symbols->list[i].address, symbols->list[i].type,
			     symbols->list[i].name);
	}
}

void symbols_add_comment(struct symbols *symbols, const char *comment)
{
	char *copy = memory_text(comment);
	uint64_t a, b;
	int used = 0;

	if (strncmp(copy, "symbol ", 7) == 0) {
		add_line(symbols, copy + 7);
	} else if (sscanf(copy, "image %" SCNx64 " %" SCNx64 " %n", &a, &b,
			  &used) == 2 && used > 0) {
		symbols_add_image(symbols, copy + used, a, b);
	} else if (sscanf(copy, "source %" SCNx64 " %n", &a, &used) == 1 &&
		   used > 0) {
		add_source(symbols, a, copy + used);
	} else if (sscanf(copy, "load %" SCNx64 " %" SCNx64, &a, &b) == 2) {
		symbols->load_address = a;
		symbols->text_address = b;
	}
	free(copy);
}
