/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debug.h"
#include "symbols.h"
#include "tool.h"

struct debug {
	Dwfl *dwfl;
	Dwfl_Module *module;
};

/* Debug information is in the file itself; none is looked for elsewhere. */
static int find_debuginfo(Dwfl_Module *module, void **data, const char *name,
			  Dwarf_Addr base, const char *file,
			  const char *link, GElf_Word checksum, char **found)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)file;
	(void)link;
	(void)checksum;
	(void)found;
	return -1;
}

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

static void add_symbol(struct symbols *symbols, Elf *elf, const GElf_Sym *sym,
		       const char *name)
{
	Elf_Scn *section = elf_getscn(elf, sym->st_shndx);
	unsigned type = GELF_ST_TYPE(sym->st_info);
	GElf_Shdr header;

	/* Labels of assembly have no type. */
	if ((type != STT_FUNC && type != STT_NOTYPE) ||
	    sym->st_shndx == SHN_UNDEF || section == NULL ||
	    gelf_getshdr(section, &header) == NULL ||
	    (header.sh_flags & SHF_EXECINSTR) == 0) {
		return;
	}
	symbols_add(symbols, sym->st_value,
		    GELF_ST_BIND(sym->st_info) == STB_LOCAL ? 't' : 'T', name);
}

static void add_table(struct symbols *symbols, Elf *elf, Elf_Scn *section,
		      const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Sym sym;

	for (int i = 0; data != NULL && gelf_getsym(data, i, &sym) != NULL;
	     i++) {
		const char *name = elf_strptr(elf, header->sh_link,
					      sym.st_name);

		if (name != NULL) {
			add_symbol(symbols, elf, &sym, name);
		}
	}
}

static int add_symbols(struct symbols *symbols, int fd)
{
	Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	int result = elf_kind(elf) == ELF_K_ELF ? 0 : -1;

	while (result == 0 && (section = elf_nextscn(elf, section)) != NULL) {
		if (gelf_getshdr(section, &header) != NULL &&
		    header.sh_type == SHT_SYMTAB) {
			add_table(symbols, elf, section, &header);
		}
	}
	elf_end(elf);
	return result;
}

struct debug *debug_open(const char *path, struct symbols *symbols)
{
	struct debug *debug;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		fail("can't open %s: %s", path, strerror(errno));
		return NULL;
	}
	elf_version(EV_CURRENT);
	if (add_symbols(symbols, fd) < 0) {
		fail("%s is a damaged ELF file", path);
		close(fd);
		return NULL;
	}
	debug = memory_get(sizeof(*debug));
	debug->dwfl = dwfl_begin(&callbacks);
	if (debug->dwfl != NULL) {
		/* Its own addresses, wherever it could be loaded. */
		debug->module = dwfl_report_elf(debug->dwfl, path, path, fd, 0,
						true);
		dwfl_report_end(debug->dwfl, NULL, NULL);
	}
	/* The module has the descriptor now, if there is one. */
	if (debug->module == NULL) {
		close(fd);
	}
	return debug;
}

bool debug_source(const struct debug *debug, uint64_t address,
		  struct buffer *source)
{
	const char *directory;
	const char *file;
	Dwfl_Line *line;
	size_t length;
	int number = 0;

	line = debug->module == NULL ? NULL :
		dwfl_module_getsrc(debug->module, address);
	file = line == NULL ? NULL :
		dwfl_lineinfo(line, NULL, &number, NULL, NULL, NULL);
	if (file == NULL) {
		return false;
	}
	/* Where it was built is no part of the name. */
	directory = dwfl_line_comp_dir(line);
	length = directory == NULL ? 0 : strlen(directory);
	if (length > 0 && strncmp(file, directory, length) == 0 &&
	    file[length] == '/') {
		file += length + 1;
	}
	buffer_escape(source, file);
	buffer_print(source, ":%d", number);
	return true;
}

void debug_close(struct debug *debug)
{
	if (debug->dwfl != NULL) {
		dwfl_end(debug->dwfl);
	}
	free(debug);
}
