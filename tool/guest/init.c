/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The init of audited guests: runs what the kernel's command line asks for
 * (plan.h), hands the kernel's symbols out, reports and powers off.
 *
 * Whatever goes wrong is printed, and the machine is powered off all the same,
 * with enum status, or the added command's exit status, in MAGIC_STATUS.
 */
#include "../load/loads.h"
#include "../load/sys.h"
#include "../load/text.h"
#include "guest.h"
#include "plan.h"

enum status {
	STATUS_GOOD = 0,
	STATUS_LOAD_FAILED = 1,
	STATUS_USAGE = 2,
	STATUS_SET_UP = 3,
	/* As in a shell: can't be executed; 128 + signal. */
	STATUS_NOT_RUN = 127,
	STATUS_SIGNAL = 128,
};

#define AT_PAGESZ 6
#define COMMAND_LINE_MAX 8192
#define KALLSYMS_CHUNK 65536

_Static_assert(KALLSYMS_CHUNK <= MAGIC_LENGTH_MAX, "a longer one is ignored");

static const char *current_load = "";

/* A line on the console, for a person. */
static void print(const char *a, const char *b)
{
	struct text line;

	text_clear(&line);
	text_add(&line, "fencepost: ");
	text_add(&line, a);
	text_add(&line, b);
	text_add(&line, "\n");
	sys_write_all(2, line.at, line.length);
}

static void print_number(const char *what, const char *of, long number)
{
	struct text line;

	text_clear(&line);
	text_add(&line, what);
	text_add(&line, of);
	text_add(&line, ": ");
	text_add_number(&line, number);
	print(line.at, "");
}

static void report_load(const char *what, long number)
{
	struct text line;

	text_clear(&line);
	text_add(&line, "load ");
	text_add(&line, current_load);
	text_add(&line, ": ");
	text_add(&line, what);
	print_number(line.at, "", number);
}

/* A text of this function's stack is resident when it is handed out. */
static void tell(enum magic_kind kind, const char *a, const char *b,
		 const char *c)
{
	struct text line;

	text_clear(&line);
	text_add(&line, a);
	text_add(&line, b);
	text_add(&line, c);
	sys_magic(kind, line.at, line.length, 0);
}

/* 0, or a negative error that was printed. */
static long mount(const char *type, const char *path)
{
	long got = sys_mkdir(path);

	if (got < 0 && got != -SYS_EEXIST) {
		print_number("mkdir ", path, got);
		return got;
	}
	got = sys_mount(type, path);
	if (got < 0 && got != -SYS_EBUSY) {
		print_number("mount ", path, got);
		return got;
	}
	return 0;
}

/* Without /dev/console in the initramfs, init starts with no open files. */
static void open_console(void)
{
	long fd = sys_open("/dev/console", SYS_O_RDWR);

	for (long as = 0; as <= 2 && fd >= 0; as++) {
		if (as != fd) {
			sys_duplicate(fd, as);
		}
	}
	if (fd > 2) {
		sys_close(fd);
	}
}

static enum status set_up(void)
{
	long dev = mount("devtmpfs", "/dev");

	if (dev == 0) {
		open_console();
	}
	if (mount("proc", "/proc") < 0) {
		return STATUS_SET_UP;
	}
	/* Only an added command may want it: said, but no failure. */
	mount("sysfs", "/sys");
	return STATUS_GOOD;
}

/* The command line and a NUL in buffer. */
static enum status read_command_line(char *buffer, size_t size)
{
	long fd = sys_open("/proc/cmdline", SYS_O_RDONLY);
	long got;

	if (fd < 0) {
		print_number("open ", "/proc/cmdline", fd);
		return STATUS_SET_UP;
	}
	got = sys_read_all(fd, buffer, size);
	sys_close(fd);
	if (got < 0 || (size_t)got >= size) {
		print_number("read ", "/proc/cmdline", got);
		return STATUS_SET_UP;
	}
	buffer[got] = '\0';
	return STATUS_GOOD;
}

/*
 * A load runs in a process of its own: one that is killed does not take init
 * with it, and so not the whole report.
 */
static enum status run_load(const struct load_context *context,
			    const struct plan_step *step)
{
	int status = 0;
	long pid = sys_fork();

	if (pid < 0) {
		report_load("fork", pid);
		return STATUS_LOAD_FAILED;
	}
	if (pid == 0) {
		sys_exit(step->load->run(context, step->count) == 0 ? 0 : 1);
	}
	if (sys_wait(pid, &status) != pid || status != 0) {
		report_load("failed with wait status", status);
		return STATUS_LOAD_FAILED;
	}
	return STATUS_GOOD;
}

static enum status run_step(const struct load_context *context,
			    const struct plan_step *step)
{
	enum status status;
	struct text number;

	current_load = step->load->name;
	text_clear(&number);
	text_add(&number, current_load);
	if (step->count > 0) {
		text_add(&number, " ");
		text_add_number(&number, (long)step->count);
	}
	tell(MAGIC_PROGRESS, "load ", number.at, "");
	tell(MAGIC_MARK, "load ", current_load, " begin");
	status = run_load(context, step);
	tell(MAGIC_MARK, "load ", current_load, " end");
	tell(MAGIC_PROGRESS, "load ", current_load,
	     status == STATUS_GOOD ? " done" : " failed");
	return status;
}

static int run_command(char **argv)
{
	static char home[] = "HOME=/";
	static char path[] = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
	static char terminal[] = "TERM=linux";
	char *const envp[] = { home, path, terminal, NULL };
	int status = 0;
	long pid = sys_fork();

	if (pid == 0) {
		print_number("can't execute ", argv[0],
			     sys_execute(argv[0], argv, envp));
		sys_exit(STATUS_NOT_RUN);
	}
	if (pid < 0 || sys_wait(pid, &status) != pid) {
		print_number("fork or wait for ", argv[0], pid);
		return STATUS_SET_UP;
	}
	if ((status & 0x7f) != 0) {
		return STATUS_SIGNAL + (status & 0x7f);
	}
	return status >> 8 & 0xff;
}

static int run_plan(struct plan *plan, const struct load_context *context)
{
	int status = STATUS_GOOD;

	for (size_t i = 0; i < plan->n_steps && status == STATUS_GOOD; i++) {
		status = (int)run_step(context, &plan->steps[i]);
	}
	if (plan->argv[0] != NULL && status == STATUS_GOOD) {
		tell(MAGIC_PROGRESS, "run ", plan->argv[0], "");
		tell(MAGIC_MARK, "run", " begin", "");
		status = run_command(plan->argv);
		tell(MAGIC_MARK, "run", " end", "");
	}
	return status;
}

/* Whether a line that begins in here has an address other than 0. */
static bool has_address(const char *text, size_t length)
{
	for (size_t i = 0; i + 16 < length; i++) {
		if (text[i] == '\n' &&
		    !text_starts(text + i + 1, "0000000000000000")) {
			return true;
		}
	}
	return false;
}

/* 0, or -1 after a message: the report then lacks names, but is a report. */
static int hand_out_symbols(void)
{
	static char chunk[KALLSYMS_CHUNK];
	long fd = sys_open("/proc/kallsyms", SYS_O_RDONLY);
	long got = fd;
	bool known = false;

	/* By read(2), which makes the buffer resident. */
	while (fd >= 0 && (got = sys_read_all(fd, chunk, sizeof(chunk))) > 0) {
		known = known || has_address(chunk, (size_t)got);
		sys_magic(MAGIC_KALLSYMS, chunk, (size_t)got, 0);
	}
	if (fd >= 0) {
		sys_close(fd);
	}
	if (got < 0) {
		print_number("read ", "/proc/kallsyms", got);
		return -1;
	}
	if (!known) {
		print("/proc/kallsyms", " shows no addresses");
		return -1;
	}
	return 0;
}

static int run(size_t page_size)
{
	static struct plan plan;
	static char command_line[COMMAND_LINE_MAX];
	const struct load_context context = {
		.self = "/proc/self/exe",
		.page_size = page_size,
		.report = report_load,
	};
	struct text why;
	int status = (int)set_up();

	if (status == STATUS_GOOD) {
		status = (int)read_command_line(command_line,
						sizeof(command_line));
	}
	if (status != STATUS_GOOD) {
		return status;
	}
	if (plan_parse(&plan, command_line, &why) < 0) {
		print("command line: ", why.at);
		tell(MAGIC_PROGRESS, "command line: ", why.at, "");
		return STATUS_USAGE;
	}
	status = run_plan(&plan, &context);
	tell(MAGIC_PROGRESS, "symbols", "", "");
	hand_out_symbols();
	return status;
}

static size_t find_page_size(const uintptr_t *aux)
{
	for (; aux[0] != 0; aux += 2) {
		if (aux[0] == AT_PAGESZ) {
			return aux[1];
		}
	}
	return 4096;
}

/* Past the NULL that ends a vector of pointers. */
static uintptr_t *after(uintptr_t *vector)
{
	while (*vector++ != 0) {
	}
	return vector;
}

_Noreturn void guest_start(uintptr_t *stack)
{
	uintptr_t *argv = stack + 1;
	uintptr_t *envp = after(argv);
	int status;

	if (stack[0] == 3 &&
	    text_is((const char *)argv[1], text_length((const char *)argv[1]),
		    LOAD_EXEC_ARGUMENT)) {
		sys_exit(load_exec_status((const char *)argv[2]));
	}
	if (sys_getpid() != 1) {
		print("this is the init of a guest", ", not a command");
		sys_exit(STATUS_USAGE);
	}
	status = run(find_page_size(after(envp)));
	sys_magic(MAGIC_STATUS, NULL, 0, (uint64_t)status);
	print_number("guest ends with status", "", status);
	print_number("power off", "", sys_power_off());
	sys_exit(status);
}
