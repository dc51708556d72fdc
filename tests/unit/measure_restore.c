// SPDX-License-Identifier: BSD-2-Clause
/*
 * What an experiment changes comes back, however it ends, and nothing that
 * others left there decides what is written where.
 */
#include "unit.h"

#include "../../tool/measure/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OLD "old1"
#define NEW "new2"

#define PATH 256

static char directory[PATH];
static char journal[PATH + 16];
static char knob[PATH + 16];
static char other_knob[PATH + 16];

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, 0600), 0);
}

static const char *get(const char *path)
{
	static char text[65536];
	FILE *file = fopen(path, "r");
	size_t got = file == NULL ? 0 : fread(text, 1, sizeof(text) - 1, file);

	text[got] = '\0';
	if (file != NULL) {
		fclose(file);
	}
	return text;
}

static bool is_there(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0;
}

static int start(void **state)
{
	const char *base = getenv("TMPDIR");

	(void)state;
	snprintf(directory, sizeof(directory), "%s/fencepost-unit-XXXXXX",
		 base == NULL ? P_tmpdir : base);
	assert_non_null(mkdtemp(directory));
	snprintf(journal, sizeof(journal), "%s/journal", directory);
	snprintf(knob, sizeof(knob), "%s/knob", directory);
	snprintf(other_knob, sizeof(other_knob), "%s/other", directory);
	return 0;
}

static int end(void **state)
{
	char lock[PATH + 32];

	(void)state;
	snprintf(lock, sizeof(lock), "%s.lock", journal);
	unlink(journal);
	unlink(lock);
	unlink(knob);
	unlink(other_knob);
	return rmdir(directory);
}

static int fresh(void **state)
{
	(void)state;
	unlink(journal);
	put(knob, OLD);
	put(other_knob, OLD);
	return 0;
}

static struct restore restore;

static void comes_back(void **state)
{
	(void)state;
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore_write(&restore, knob, NEW), 0);
	assert_string_equal(get(knob), NEW);
	assert_true(is_there(journal));
	assert_int_equal(restore_write(&restore, knob, "new3"), 0);
	assert_int_equal(restore_close(&restore), 0);
	assert_string_equal(get(knob), OLD);
	assert_false(is_there(journal));
}

/* In a child that is killed after so many steps. */
static void die_after(int steps)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (restore_open_file(&restore, journal) < 0 ||
		    (steps > 0 && restore_write(&restore, knob, NEW) < 0) ||
		    (steps > 1 &&
		     restore_write(&restore, other_knob, NEW) < 0) ||
		    (steps > 2 && restore_undo(&restore, 1) < 0) ||
		    (steps > 3 && restore_undo(&restore, 0) < 0)) {
			_exit(1);
		}
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static void killed(void **state)
{
	static const size_t repaired[] = { 0, 1, 2, 1, 0 };

	for (int steps = 0; steps < 5; steps++) {
		fresh(state);
		die_after(steps);
		assert_int_equal(restore_open_file(&restore, journal), 0);
		assert_int_equal(restore.repaired, repaired[steps]);
		assert_int_equal(restore.other, 0);
		assert_string_equal(get(knob), OLD);
		assert_string_equal(get(other_knob), OLD);
		assert_int_equal(restore_close(&restore), 0);
		assert_false(is_there(journal));
	}
}

/* What can't be put back now is not forgotten, and the rest is. */
static void kept(void **state)
{
	(void)state;
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore_write(&restore, knob, NEW), 0);
	assert_int_equal(restore_write(&restore, other_knob, NEW), 0);
	unlink(knob);
	assert_int_equal(mkdir(knob, 0700), 0);
	assert_int_equal(restore_undo(&restore, 0), -1);
	assert_int_equal(restore.count, 1);
	assert_string_equal(get(other_knob), OLD);
	assert_int_equal(restore_close(&restore), -1);
	assert_true(is_there(journal));
	rmdir(knob);
	put(knob, NEW);
	put(other_knob, NEW);
	/* In another process: this one is its owner, and lives. */
	assert_non_null(strstr(get(journal), knob));
	assert_null(strstr(get(journal), other_knob));
}

/* A knob that is gone needs nothing. */
static void gone(void **state)
{
	(void)state;
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore_write(&restore, knob, NEW), 0);
	unlink(knob);
	assert_int_equal(restore_close(&restore), 0);
	assert_false(is_there(journal));
}

static void one_at_a_time(void **state)
{
	int ready[2];
	int done[2];
	char byte = 0;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(pipe(done), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		bool good = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
			    restore_open_file(&restore, journal) == 0 &&
			    write(ready[1], &byte, 1) == 1 &&
			    read(done[0], &byte, 1) == 1 &&
			    restore_write(&restore, knob, NEW) == 0 &&
			    write(ready[1], &byte, 1) == 1 &&
			    read(done[0], &byte, 1) == 1 &&
			    restore_close(&restore) == 0;

		_exit(good ? 0 : 1);
	}
	assert_int_equal(read(ready[0], &byte, 1), 1);
	/* It has changed nothing yet: both measure, and one may change. */
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore.other, pid);
	assert_int_equal(restore_write(&restore, other_knob, NEW), -EBUSY);
	assert_string_equal(get(other_knob), OLD);
	assert_int_equal(write(done[1], &byte, 1), 1);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	/* Its journal outlives our end, and turns others away. */
	assert_int_equal(restore_close(&restore), 0);
	assert_true(is_there(journal));
	assert_int_equal(restore_open_file(&restore, journal), -1);
	assert_int_equal(write(done[1], &byte, 1), 1);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_string_equal(get(knob), OLD);
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore.other, 0);
	assert_int_equal(restore_close(&restore), 0);
	for (int i = 0; i < 2; i++) {
		close(ready[i]);
		close(done[i]);
	}
}

/* A journal of a process that is not there, in this boot or another. */
static void put_journal(const char *boot, const char *lines)
{
	char text[1024];

	snprintf(text, sizeof(text), "owner 999999999 1 %s\n%s", boot, lines);
	put(journal, text);
}

static const char *this_boot(void)
{
	static char boot[64];
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");

	if (file == NULL || fscanf(file, "%63s", boot) != 1) {
		strcpy(boot, "\\e");
	}
	if (file != NULL) {
		fclose(file);
	}
	return boot;
}

static void another_boot(void **state)
{
	char line[2 * PATH];

	(void)state;
	snprintf(line, sizeof(line), "write %s " NEW "\n", knob);
	put_journal("00000000-0000-0000-0000-000000000000", line);
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore.repaired, 0);
	assert_string_equal(get(knob), OLD);
	assert_false(is_there(journal));
	restore_close(&restore);
	put_journal(this_boot(), line);
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore.repaired, 1);
	assert_string_equal(get(knob), NEW);
	restore_close(&restore);
}

static void damaged(void **state)
{
	/* What stands before and after the knob's name. */
	static const char *const lines[][2] = {
		{ "write", "" }, { "write ", "\n" }, { "write ", " \\x0\n" },
		{ "write ", " \\x00\n" }, { "erase ", " " NEW "\n" },
		{ "write ", " " NEW "\nwrite x\n" },
	};
	char line[2 * PATH];

	for (size_t i = 0; i < COUNT(lines); i++) {
		fresh(state);
		snprintf(line, sizeof(line), "%s%s%s", lines[i][0], knob,
			 lines[i][1]);
		put_journal(this_boot(), line);
		check_case(restore_open_file(&restore, journal) == -1, i, line);
		assert_string_equal(get(knob), OLD);
		assert_true(is_there(journal));
	}
	put(journal, "owner x\n");
	assert_int_equal(restore_open_file(&restore, journal), -1);
	put(journal, "");
	assert_int_equal(restore_open_file(&restore, journal), -1);
}

/* Whatever else may lie there in a folder that everybody may write to. */
static void not_ours(void **state)
{
	char line[2 * PATH];

	snprintf(line, sizeof(line), "write %s " NEW "\n", knob);
	put_journal(this_boot(), line);
	assert_int_equal(chmod(journal, 0622), 0);
	assert_int_equal(restore_open_file(&restore, journal), -1);
	fresh(state);
	put_journal(this_boot(), line);
	unlink(other_knob);
	assert_int_equal(link(journal, other_knob), 0);
	assert_int_equal(restore_open_file(&restore, journal), -1);
	unlink(journal);
	assert_int_equal(symlink(other_knob, journal), 0);
	assert_int_equal(restore_open_file(&restore, journal), -1);
	unlink(journal);
	/* It must not wait for a writer. */
	assert_int_equal(mkfifo(journal, 0600), 0);
	alarm(20);
	assert_int_equal(restore_open_file(&restore, journal), -1);
	alarm(0);
	assert_string_equal(get(knob), OLD);
}

/* What could not be put back is not changed. */
static void too_much(void **state)
{
	char text[RESTORE_VALUE_MAX + 2];

	(void)state;
	assert_int_equal(restore_open_file(&restore, journal), 0);
	put(knob, "one\ntwo\n");
	assert_int_equal(restore_write(&restore, knob, NEW), -EFBIG);
	assert_string_equal(get(knob), "one\ntwo\n");
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	put(knob, text);
	assert_int_equal(restore_write(&restore, knob, NEW), -EFBIG);
	assert_string_equal(get(knob), text);
	assert_int_equal(restore_write(&restore, directory, NEW), -EISDIR);
	assert_false(is_there(journal));
	assert_int_equal(restore.count, 0);
	/* As many as there is room for, each as long as can be. */
	put(knob, OLD);
	for (size_t i = 0; i < RESTORE_ENTRIES_MAX; i++) {
		assert_int_equal(restore_write(&restore, knob, NEW), 0);
	}
	assert_int_equal(restore_write(&restore, knob, NEW), -ENOSPC);
	assert_int_equal(restore_close(&restore), 0);
	assert_string_equal(get(knob), OLD);
}

/* As long as a journal can be, and then the kill. */
static void long_journal(void **state)
{
	char text[RESTORE_VALUE_MAX];
	pid_t pid;

	(void)state;
	memset(text, '\x01', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	put(knob, text);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		int failed = restore_open_file(&restore, journal);

		for (size_t i = 0; i < RESTORE_ENTRIES_MAX; i++) {
			failed |= restore_write(&restore, knob, text);
		}
		if (failed != 0) {
			_exit(1);
		}
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(restore_open_file(&restore, journal), 0);
	assert_int_equal(restore.repaired, RESTORE_ENTRIES_MAX);
	assert_int_equal(restore_close(&restore), 0);
}

/* The chosen word of a choice; of an empty line, a line. */
static void choices(void **state)
{
	(void)state;
	assert_int_equal(restore_open_file(&restore, journal), 0);
	put(knob, "always [madvise] never\n");
	assert_int_equal(restore_write(&restore, knob, NEW), 0);
	assert_string_equal(restore.list[0].value, "madvise");
	put(other_knob, "\n");
	assert_int_equal(restore_write(&restore, other_knob, "1"), 0);
	assert_int_equal(restore_close(&restore), 0);
	assert_string_equal(get(other_knob), "\n");
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

static const struct CMUnitTest tests[] = {
	TEST(comes_back), TEST(killed), TEST(kept), TEST(gone),
	TEST(one_at_a_time), TEST(another_boot), TEST(damaged),
	TEST(not_ours), TEST(too_much), TEST(long_journal), TEST(choices),
};

int main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, start, end);
}
