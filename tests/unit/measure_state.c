// SPDX-License-Identifier: BSD-2-Clause
/*
 * The state file: what was written comes back, and what was not is refused.
 */
#include "unit.h"

#include "../../tool/measure/escape.h"
#include "../../tool/measure/peers.h"
#include "../../tool/measure/state.h"

#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define HEAD "fencepost-measure 1\noption --load mmap\n"
#define ONE HEAD "run 0 0 0 0 1 0x1p+0\n"

static struct experiment experiment;
static struct words words;

static void reset(void)
{
	experiment_free(&experiment);
	memset(&experiment, 0, sizeof(experiment));
	words_free(&words);
	words = (struct words){ 0 };
}

static int parse(const char *text, size_t *used)
{
	char *copy = strdup(text);
	int result = state_parse(&experiment, copy, &words, used);

	free(copy);
	return result;
}

static struct run make_run(size_t number)
{
	struct run run = { .number = number, .arm = 1, .pair = 0, .block = 2 };

	run.started_s = 1796096305;
	run.seconds = 1.0 / 3;
	strcpy(run.boot, "an id");
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		run.value[i] = i % 2 == 0 ? NAN : 0.1 * (double)i;
	}
	run.delivery.operations = 7;
	run.delivery.tlb_ipis = UINT64_MAX;
	run.delivery.moved = 3;
	flags_add(&run.flags, "odd \\ name", "line\nand \xff byte");
	flags_add(&run.flags, "empty", "%s", "");
	run.wakeup = calloc(1, sizeof(*run.wakeup));
	for (uint64_t i = 1; i < 1000; i++) {
		histogram_add(run.wakeup, i * i * i);
	}
	return run;
}

static void assert_same(const struct run *a, const struct run *b)
{
	assert_int_equal(a->number, b->number);
	assert_int_equal(a->arm, b->arm);
	assert_int_equal(a->block, b->block);
	assert_true(a->seconds == b->seconds);
	assert_string_equal(a->boot, b->boot);
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		assert_true(a->value[i] == b->value[i] ||
			    (isnan(a->value[i]) && isnan(b->value[i])));
	}
	assert_memory_equal(&a->delivery, &b->delivery, sizeof(a->delivery));
	assert_int_equal(a->flags.count, b->flags.count);
	for (size_t i = 0; i < a->flags.count; i++) {
		assert_string_equal(a->flags.list[i].name,
				    b->flags.list[i].name);
		assert_string_equal(a->flags.list[i].detail,
				    b->flags.list[i].detail);
	}
	assert_memory_equal(a->wakeup, b->wakeup, sizeof(*a->wakeup));
}

static void comes_back(void **state)
{
	struct run runs[2] = { make_run(0), make_run(1) };
	struct buffer text = { 0 };
	size_t used;

	(void)state;
	reset();
	buffer_add(&text, HEAD);
	state_print(&runs[0], &text);
	state_print(&runs[1], &text);
	assert_int_equal(parse(text.text, &used), 0);
	assert_int_equal(used, text.length);
	assert_int_equal(experiment.n_runs, 2);
	assert_int_equal(words.count, 2);
	assert_string_equal(words.list[1], "mmap");
	assert_same(&experiment.runs[0], &runs[0]);
	assert_same(&experiment.runs[1], &runs[1]);
	free(runs[0].wakeup);
	free(runs[1].wakeup);
	buffer_free(&text);
	reset();
}

/* Cut after any byte: the whole runs before it, and no more. */
static void cut_anywhere(void **state)
{
	struct run run = make_run(0);
	struct buffer text = { 0 };
	size_t head = strlen(HEAD);
	size_t used;

	(void)state;
	buffer_add(&text, HEAD);
	state_print(&run, &text);
	for (size_t length = head; length < text.length; length++) {
		char *copy = strndup(text.text, length);

		reset();
		assert_int_equal(parse(copy, &used), 0);
		assert_int_equal(used, head);
		assert_int_equal(experiment.n_runs, 0);
		free(copy);
	}
	free(run.wakeup);
	buffer_free(&text);
	reset();
}

static void refused(void **state)
{
	static const char *const bad[] = {
		"",
		"fencepost-measure 2\noption\n",
		HEAD "nonsense\n",
		HEAD "run 0 0 0\n",
		HEAD "run 1 0 0 0 1 0x1p+0\nend 1\n",
		HEAD "run 0 0 0 9 1 0x1p+0\nend 0\n",
		HEAD "run 0 0 9 0 1 0x1p+0\nend 0\n",
		HEAD "run 0 0 0 0 1 nan\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\nend 7\n",
		HEAD "run 0 0 0 0 1 0x1p+0\nvalue none 1\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\nvalue load.p50 x\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ncount none 1\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\nflag \\x00 a\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ntimes 1 1 1 1 99999:1\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ntimes 2 1 1 1 5:1\nend 0\n",
		/* Numbers that are none, or not of this experiment. */
		HEAD "run 0 257 0 0 1 0x1p+0\nend 0\n",
		HEAD "run 0 -1 0 0 1 0x1p+0\nend 0\n",
		HEAD "run 0 0 -1 0 1 0x1p+0\nend 0\n",
		HEAD "run 0 0 8 0 1 0x1p+0\nend 0\n",
		HEAD "run 0 0 0 0 1 -0x1p+0\nend 0\n",
		HEAD "run 0 0 0 0 1 inf\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\nvalue load.p50 nan\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\nvalue load.p50 inf\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\nvalue load.p50 -1\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ncount tlb -1\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ncount tlb \nend 0\n",
		ONE "count tlb 99999999999999999999\nend 0\n",
		/* Buckets that are not of their times. */
		HEAD "run 0 0 0 0 1 0x1p+0\ntimes 1 5 5 5 5:\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ntimes 1 5 4 5 5:1\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ntimes 1 5 5 6 5:1\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ntimes 0 0 0 0\nend 0\n",
		HEAD "run 0 0 0 0 1 0x1p+0\ntimes 2 9 5 5 5:1 5:2\nend 0\n",
		/* The sum is 1 only by going beyond 64 bits. */
		ONE "times 1 5 5 6 5:18446744073709551615 6:2\nend 0\n",
	};
	size_t used;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		reset();
		if (parse(bad[i], &used) == 0) {
			fail_msg("taken: %s", bad[i]);
		}
	}
	reset();
}

/* As files: what a machine that went down, and others, may leave. */
static char path[256];

static void put_file(const char *text, size_t length)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static int open_file(void)
{
	struct state opened;
	int result;

	reset();
	result = state_open(&opened, path, &words, &experiment);
	state_close(&opened);
	return result;
}

#define RUN "run 0 0 0 0 1 0x1p+0\nend 0\n"

static void files(void **state)
{
	static const char tail[] = HEAD RUN "run 1 0\0\0\0\0";
	static const char hole[] = HEAD "\0\0\0\0" RUN;
	struct stat status;
	struct state opened;
	const char *base = getenv("TMPDIR");
	pid_t pid;
	int code;
	int fd;

	(void)state;
	snprintf(path, sizeof(path), "%s/fencepost-unit-XXXXXX",
		 base == NULL ? P_tmpdir : base);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	put_file(tail, sizeof(tail) - 1);
	assert_int_equal(open_file(), 0);
	assert_int_equal(experiment.n_runs, 1);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_size, strlen(HEAD RUN));
	put_file(hole, sizeof(hole) - 1);
	assert_int_equal(open_file(), -1);
	/* What it says will be done, by this user. */
	put_file(tail, sizeof(tail) - 1);
	assert_int_equal(chmod(path, 0622), 0);
	assert_int_equal(open_file(), -1);
	assert_int_equal(chmod(path, 0644), 0);
	/* One that is being written is left as it is. */
	reset();
	assert_int_equal(state_open(&opened, path, &words, &experiment), 0);
	assert_int_equal(write(opened.fd, "run 1", 5), 5);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		_exit(open_file() == -1 ? 7 : 0);
	}
	assert_int_equal(waitpid(pid, &code, 0), pid);
	assert_int_equal(code, 7 << 8);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_size, strlen(HEAD RUN "run 1"));
	state_close(&opened);
	unlink(path);
	reset();
}

/* A file with more runs than any plan has takes no memory without bound. */
static void too_many_runs(void **state)
{
	struct buffer text = { 0 };
	size_t used;

	(void)state;
	reset();
	buffer_add(&text, HEAD);
	for (unsigned i = 0; i <= 4 * 256 * 8 + 4; i++) {
		buffer_print(&text, "run %u 0 0 0 1 0x1p+0\nend %u\n", i, i);
	}
	assert_int_equal(parse(text.text, &used), -1);
	assert_int_equal(experiment.n_runs, 4 * 256 * 8 + 4);
	buffer_free(&text);
	reset();
}

static void escapes(void **state)
{
	char all[256];
	char back[256];
	struct buffer text = { 0 };

	(void)state;
	for (int i = 0; i < 255; i++) {
		all[i] = (char)(i + 1);
	}
	all[255] = '\0';
	escape_word(&text, all);
	assert_null(strpbrk(text.text, " \n\t\x7f"));
	assert_int_equal(unescape_word(text.text, back, sizeof(back)), 0);
	assert_string_equal(back, all);
	assert_int_equal(unescape_word(text.text, back, sizeof(back) - 1), -1);
	assert_int_equal(unescape_word("\\x0", back, sizeof(back)), -1);
	assert_int_equal(unescape_word("\\", back, sizeof(back)), -1);
	assert_int_equal(unescape_word("\\x00", back, sizeof(back)), -1);
	assert_int_equal(unescape_word("\\e", back, sizeof(back)), 0);
	assert_string_equal(back, "");
	buffer_free(&text);
}

static void peers(void **state)
{
	char good[] = "# a comment\n\ncyclictest p50 ns 1 2\n"
		      "cyclictest p50 ns 3 4.5\nstress-ng rate 1/s 5 6\n";
	char unit[] = "a p50 ns 1 2\na p50 us 1 2\n";
	char words_missing[] = "a p50 ns 1\n";
	char no_number[] = "a p50 ns 1 nan\n";

	(void)state;
	reset();
	assert_int_equal(peers_parse(good, &experiment), 0);
	assert_int_equal(experiment.n_peers, 2);
	assert_int_equal(experiment.peers[0].pairs, 2);
	assert_true(experiment.peers[0].theirs[1] == 4.5);
	assert_int_equal(peers_parse(words_missing, &experiment), 1);
	assert_int_equal(peers_parse(no_number, &experiment), 1);
	assert_int_equal(peers_parse(unit, &experiment), 2);
	reset();
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(comes_back),
	cmocka_unit_test(cut_anywhere),
	cmocka_unit_test(refused),
	cmocka_unit_test(files),
	cmocka_unit_test(too_many_runs),
	cmocka_unit_test(escapes),
	cmocka_unit_test(peers),
};

int main(void)
{
	return run_tap(tests);
}
