/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guest.h"
#include "initrd.h"
#include "install.h"
#include "kernel.h"
#include "load.h"
#include "tool.h"

/* Of riscv64; arm64 takes 2048. [LINUX] arch/riscv/include/uapi/asm/setup.h */
#define APPEND_MAX 1023

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

/* The word after "Linux version " where it is a version, not a format. */
static void find_banner(const char *bytes, size_t length, char *version,
			size_t size)
{
	static const char banner[] = "Linux version ";
	const char *end = bytes + length;
	const char *at = bytes;

	version[0] = '\0';
	while ((at = memmem(at, (size_t)(end - at), banner,
			    sizeof(banner) - 1)) != NULL) {
		size_t n = 0;

		at += sizeof(banner) - 1;
		while (at + n < end && n + 1 < size && isgraph(at[n]) != 0) {
			version[n] = at[n];
			n++;
		}
		version[n] = '\0';
		if (isdigit(version[0]) != 0) {
			return;
		}
		version[0] = '\0';
	}
}

/* Left out if the image is compressed. */
static void set_version(const char *path, struct facts *facts)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char version[128] = "";
	struct stat state;
	void *bytes;

	if (fd >= 0 && fstat(fd, &state) == 0 && state.st_size > 0) {
		bytes = mmap(NULL, (size_t)state.st_size, PROT_READ,
			     MAP_PRIVATE, fd, 0);
		if (bytes != MAP_FAILED) {
			find_banner(bytes, (size_t)state.st_size, version,
				    sizeof(version));
			munmap(bytes, (size_t)state.st_size);
		}
	}
	if (fd >= 0) {
		close(fd);
	}
	facts_set(facts, "kernel.version", version);
}

static int use_payload(struct guest *guest, const char *name, const char *arch,
		       struct facts *facts)
{
	size_t length = strlen(name);
	size_t arch_length = strlen(arch);
	char part[256];
	bool whole = length > arch_length &&
		strcmp(name + length - arch_length, arch) == 0;

	guest->kind = GUEST_PAYLOAD;
	if (strchr(name, '/') != NULL) {
		return fail("\"%s\" is not the name of a payload", name);
	}
	snprintf(part, sizeof(part), "payload/%s%s%s.elf", name,
		 whole ? "" : "-", whole ? "" : arch);
	if (install_find(part, guest->path) < 0) {
		return -1;
	}
	facts_set(facts, "kernel.file", base_name(part));
	return 0;
}

static int use_file(struct guest *guest, const char *path, struct facts *facts)
{
	if (file_check(path) < 0) {
		return -1;
	}
	if (strlen(path) >= sizeof(guest->path)) {
		return fail("the name of the kernel's file is too long");
	}
	strcpy(guest->path, path);
	facts_set(facts, "kernel.file", base_name(path));
	set_version(path, facts);
	return 0;
}

/* From the cache, else fetched.  As kernel_get(). */
static int use_debian(struct guest *guest, const char *arch, const char *suite,
		      struct facts *facts)
{
	struct kernel kernel;
	int result = kernel_check_suite(suite);

	if (result == 0 && kernel_find(arch, suite, &kernel) < 0) {
		message("fetching Debian's kernel of %s for %s", suite, arch);
		result = kernel_get(arch, suite, &kernel);
	}
	if (result < 0) {
		return result;
	}
	strcpy(guest->path, kernel.path);
	facts_set(facts, "kernel.file", kernel.package);
	facts_set(facts, "kernel.package", kernel.version);
	facts_set(facts, "kernel.suite", suite);
	set_version(kernel.path, facts);
	return 0;
}

/* Neither --kernel nor --payload: Debian's, or without a network a payload. */
static int use_default(struct guest *guest, const struct audit_options *options,
		       struct facts *facts)
{
	int result = use_debian(guest, options->arch, KERNEL_SUITE, facts);

	if (result != KERNEL_EUNAVAILABLE) {
		return result;
	}
	if (options->initrd != NULL || options->load != NULL ||
	    options->run != NULL || options->add.count > 0) {
		return fail("there is no kernel to run; --kernel FILE names "
			    "one");
	}
	message("no Debian kernel can be fetched: auditing the bare-metal "
		"payload \"smoke\" instead");
	return use_payload(guest, "smoke", options->arch, facts);
}

static int choose(struct guest *guest, const struct audit_options *options,
		  struct facts *facts)
{
	const char *kernel = options->kernel;

	if (options->payload != NULL) {
		return use_payload(guest, options->payload, options->arch,
				   facts);
	}
	if (kernel == NULL) {
		return use_default(guest, options, facts);
	}
	if (strcmp(kernel, "debian") == 0) {
		return use_debian(guest, options->arch, KERNEL_SUITE, facts);
	}
	if (strncmp(kernel, "debian:", 7) == 0) {
		return use_debian(guest, options->arch, kernel + 7, facts);
	}
	return use_file(guest, kernel, facts);
}

static int make_initrd(struct guest *guest, const struct audit_options *options)
{
	char init[FILE_PATH_MAX];
	char part[64];

	if (options->initrd != NULL) {
		guest->kind = GUEST_LINUX_INITRD;
		if (file_check(options->initrd) < 0) {
			return -1;
		}
		guest->initrd = open(options->initrd, O_RDONLY);
		return guest->initrd < 0 ?
			fail("can't open %s", options->initrd) : 0;
	}
	snprintf(part, sizeof(part), "guest/init-%s", options->arch);
	if (install_find(part, init) < 0) {
		return -1;
	}
	guest->initrd = file_memory("initrd", FILE_INHERITED);
	return guest->initrd < 0 ? -1 :
		initrd_write(guest->initrd, init, &options->add);
}

static const char *loads(const struct audit_options *options)
{
	if (options->load != NULL) {
		return options->load;
	}
	return options->run != NULL ? "none" : LOAD_DEFAULT;
}

/* The user's own comes last: the last one counts, for most parameters. */
static int make_append(struct guest *guest, const struct audit_options *options,
		       const struct machine *machine, struct facts *facts)
{
	struct buffer *append = &guest->append;
	size_t before;

	buffer_print(append, "console=%s nokaslr panic=-1 quiet",
		     machine->kind->console);
	if (guest->kind == GUEST_LINUX) {
		buffer_print(append, " rdinit=/init fencepost.load=%s",
			     loads(options));
		facts_set(facts, "machine.loads", loads(options));
	}
	if (options->run != NULL) {
		buffer_add(append, " fencepost.run=");
		load_encode(options->run, append);
		facts_set(facts, "machine.run", options->run);
	}
	before = append->length;
	for (size_t i = 0; i < options->append.count; i++) {
		buffer_print(append, " %s", options->append.list[i]);
	}
	if (options->append.count > 0) {
		facts_set(facts, "machine.append", append->text + before + 1);
	}
	return append->length <= APPEND_MAX ? 0 :
		fail("the kernel's command line is longer than %d bytes",
		     APPEND_MAX);
}

int guest_start(struct guest *guest, const struct audit_options *options,
		const struct machine *machine, struct facts *facts)
{
	*guest = (struct guest){ .kind = GUEST_LINUX, .initrd = -1 };
	if (choose(guest, options, facts) < 0) {
		return -1;
	}
	if (guest->kind == GUEST_PAYLOAD) {
		return 0;
	}
	return make_initrd(guest, options) < 0 ? -1 :
		make_append(guest, options, machine, facts);
}

void guest_add_words(const struct guest *guest,
		     const struct audit_options *options, struct words *words)
{
	words_add(words, "-kernel");
	words_add(words, "%s", guest->path);
	if (guest->initrd >= 0) {
		words_add(words, "-initrd");
		words_add(words, "/proc/self/fd/%d", guest->initrd);
		words_add(words, "-append");
		words_add(words, "%s", guest->append.text);
	}
	if (options->firmware != NULL) {
		words_add(words, "-bios");
		words_add(words, "%s", options->firmware);
	}
}

void guest_free(struct guest *guest)
{
	if (guest->initrd >= 0) {
		close(guest->initrd);
	}
	buffer_free(&guest->append);
}
