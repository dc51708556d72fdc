/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apt.h"
#include "process.h"
#include "tool.h"

/* Added to what write_configuration() writes first. */
static const char settings[] =
	"Dir::State::Lists \"lists/\";\n"
	"Dir::Etc::SourceList \"/dev/null\";\n"
	"Dir::Etc::Preferences \"/dev/null\";\n"
	"Dir::Etc::PreferencesParts \"/dev/null\";\n"
	"APT::Default-Release \"\";\n"
	/* Hooks of the system are about the system's own lists. */
	"#clear APT::Update::Pre-Invoke;\n"
	"#clear APT::Update::Post-Invoke;\n"
	"#clear APT::Update::Post-Invoke-Success;\n"
	/* The cache is in a home directory, which user _apt may not enter. */
	"APT::Sandbox::User \"\";\n"
	"APT::Update::Error-Mode \"any\";\n"
	"APT::Get::AllowUnauthenticated \"false\";\n"
	"Acquire::AllowInsecureRepositories \"false\";\n"
	"Acquire::AllowWeakRepositories \"false\";\n"
	"Acquire::AllowDowngradeToInsecureRepositories \"false\";\n"
	"Acquire::Languages \"none\";\n"
	"Acquire::Retries \"1\";\n"
	"Acquire::http::Timeout \"20\";\n"
	"Acquire::https::Timeout \"20\";\n"
	"Quiet \"1\";\n";

/* Read after the system's own settings, so it has the last word. */
static void write_configuration(const struct apt *apt, struct buffer *text)
{
	const char *directory = apt->directory;

	buffer_print(text, "Dir::State \"%s/state\";\n", directory);
	buffer_print(text, "Dir::State::Status \"%s/status\";\n", directory);
	buffer_print(text, "Dir::Cache \"%s/cache\";\n", directory);
	buffer_print(text, "Dir::Etc::SourceParts \"%s/sources\";\n",
		     directory);
	buffer_print(text, "Dir::Log \"%s\";\n", directory);
	buffer_print(text, "APT::Architecture \"%s\";\n", apt->architecture);
	buffer_print(text, "#clear APT::Architectures;\n"
		     "APT::Architectures { \"%s\"; };\n",
		     apt->architecture);
	buffer_add(text, settings);
}

static int make_directory(const struct apt *apt, const char *name)
{
	struct buffer path = { 0 };
	int result = 0;

	buffer_print(&path, "%s/%s", apt->directory, name);
	if (mkdir(path.text, 0755) < 0) {
		result = fail("can't make %s: %s", path.text, strerror(errno));
	}
	buffer_free(&path);
	return result;
}

static int write_file(const struct apt *apt, const char *name,
		      const struct buffer *text)
{
	struct buffer path = { 0 };
	int result;

	buffer_print(&path, "%s/%s", apt->directory, name);
	result = output_text(path.text, text);
	buffer_free(&path);
	return result;
}

int apt_prepare(const struct apt *apt, const struct buffer *source)
{
	static const char *const directories[] = {
		"state", "state/lists", "state/lists/partial", "cache",
		"cache/archives", "cache/archives/partial", "sources", "debs",
	};
	struct buffer empty = { .text = "" };
	struct buffer text = { 0 };
	int result;

	for (size_t i = 0; i < sizeof(directories) / sizeof(char *); i++) {
		if (make_directory(apt, directories[i]) < 0) {
			return -1;
		}
	}
	write_configuration(apt, &text);
	result = write_file(apt, "apt.conf", &text);
	if (result == 0) {
		result = write_file(apt, "status", &empty);
	}
	if (result == 0) {
		result = write_file(apt, "sources/fencepost.sources", source);
	}
	buffer_free(&text);
	return result;
}

/* program -c CONFIGURATION then what follows */
static void start_words(const struct apt *apt, const char *program,
			struct words *words)
{
	words_add(words, "env");
	/* What APT says is parsed. */
	words_add(words, "LC_ALL=C");
	words_add(words, "%s", program);
	words_add(words, "-c");
	words_add(words, "%s/apt.conf", apt->directory);
}

static bool succeeded(int status)
{
	return status >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int apt_find_sources(struct buffer *directory)
{
	/* apt-config prints an assignment. */
	static char script[] =
		"command -v apt-get && command -v apt-cache && "
		"command -v dpkg-deb && "
		"line=$(apt-config shell etc Dir::Etc/d) && "
		"eval \"$line\" && printf 'etc=%s\\n' \"$etc\"";
	static char sh[] = "sh";
	static char command[] = "-c";
	char *const argv[] = { sh, command, script, NULL };
	struct buffer out = { 0 };
	struct buffer error = { 0 };
	int status = process_run(argv, NULL, &out, &error);
	const char *etc = strstr(out.text, "etc=/");
	int result = status < 0 ? -1 : 0;

	if (result == 0 && (!succeeded(status) || etc == NULL)) {
		message("there is no APT on this system");
		result = APT_EUNAVAILABLE;
	} else if (result == 0) {
		etc += strlen("etc=");
		buffer_add_bytes(directory, etc, strcspn(etc, "\n"));
	}
	buffer_free(&out);
	buffer_free(&error);
	return result;
}

/* The first error or warning line; APT repeats itself after it. */
static void first_complaint(const struct buffer *error, struct buffer *line)
{
	const char *at = strstr(error->text, "E: ");

	if (at == NULL) {
		at = strstr(error->text, "W: ");
	}
	if (at == NULL) {
		at = error->text;
	}
	buffer_add_bytes(line, at, strcspn(at, "\n"));
}

/* Why APT could not update, in words of ours. */
static int explain_update(const struct buffer *error)
{
	struct buffer line = { 0 };
	int result = APT_EUNAVAILABLE;

	first_complaint(error, &line);
	if (strstr(error->text, "NO_PUBKEY") != NULL ||
	    strstr(error->text, "not signed") != NULL) {
		result = fail("APT can't verify the suite's signature "
			      "(is debian-archive-keyring up to date?): %s",
			      line.text);
	} else if (strstr(error->text, "does not have a Release file") ||
		   strstr(error->text, "404 ")) {
		result = fail("the configured mirror has no such suite: %s",
			      line.text);
	} else if (strstr(error->text, "No space left") != NULL) {
		result = fail("the file system of the cache is full: %s",
			      line.text);
	} else {
		message("APT can't reach the configured mirror: %s",
			line.text);
	}
	buffer_free(&line);
	return result;
}

int apt_update(const struct apt *apt)
{
	struct words words = { 0 };
	struct buffer out = { 0 };
	struct buffer error = { 0 };
	int result = 0;
	int status;

	start_words(apt, "apt-get", &words);
	words_add(&words, "update");
	status = process_run(words.list, NULL, &out, &error);
	if (status < 0) {
		result = -1;
	} else if (!succeeded(status)) {
		result = explain_update(&error);
	}
	words_free(&words);
	buffer_free(&out);
	buffer_free(&error);
	return result;
}

int apt_show(const struct apt *apt, const char *package,
	     struct buffer *record)
{
	struct words words = { 0 };
	struct buffer error = { 0 };
	int status;

	start_words(apt, "apt-cache", &words);
	words_add(&words, "show");
	words_add(&words, "--no-all-versions");
	words_add(&words, "%s", package);
	status = process_run(words.list, NULL, record, &error);
	words_free(&words);
	buffer_free(&error);
	return succeeded(status) && record->length > 0 ? 0 : -1;
}

static int download(const struct apt *apt, const char *package)
{
	struct words words = { 0 };
	struct buffer path = { 0 };
	struct buffer error = { 0 };
	struct buffer line = { 0 };
	int result = 0;
	int status;

	start_words(apt, "apt-get", &words);
	words_add(&words, "download");
	words_add(&words, "%s", package);
	buffer_print(&path, "%s/debs", apt->directory);
	status = process_run(words.list, path.text, &error, &error);
	if (status < 0) {
		result = -1;
	} else if (!succeeded(status)) {
		first_complaint(&error, &line);
		message("APT can't fetch %s: %s", package, line.text);
		result = strstr(error.text, "No space left") != NULL ?
			-1 : APT_EUNAVAILABLE;
	}
	words_free(&words);
	buffer_free(&path);
	buffer_free(&error);
	buffer_free(&line);
	return result;
}

/* Unpack the one package file in debs/, and remove it. */
static int unpack(const struct apt *apt, const char *directory)
{
	struct words words = { 0 };
	struct buffer pattern = { 0 };
	struct buffer error = { 0 };
	glob_t found = { 0 };
	int result = -1;
	int status;

	buffer_print(&pattern, "%s/debs/*.deb", apt->directory);
	if (glob(pattern.text, 0, NULL, &found) != 0 || found.gl_pathc != 1) {
		fail("APT fetched no package");
	} else {
		words_add(&words, "dpkg-deb");
		words_add(&words, "-x");
		words_add(&words, "%s", found.gl_pathv[0]);
		words_add(&words, "%s", directory);
		status = process_run(words.list, NULL, &error, &error);
		if (succeeded(status)) {
			unlink(found.gl_pathv[0]);
			result = 0;
		} else if (status >= 0) {
			fail("can't unpack a package: %s", error.text);
		}
	}
	globfree(&found);
	words_free(&words);
	buffer_free(&pattern);
	buffer_free(&error);
	return result;
}

int apt_unpack(const struct apt *apt, const char *package,
	       const char *directory)
{
	int result = download(apt, package);

	return result < 0 ? result : unpack(apt, directory);
}
