/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../tool.h"
#include "init.h"

#define MODULES "/modules"
#define COMPRESSED_FILE 4		/* finit_module(2) */

bool init_is_wanted(void)
{
	struct statfs root;

	return getpid() == 1 && access("/proc/self", F_OK) < 0 &&
		statfs("/", &root) == 0 &&
		(root.f_type == RAMFS_MAGIC || root.f_type == TMPFS_MAGIC);
}

static void provide(const char *type, const char *place, const char *probe)
{
	if (access(probe, F_OK) == 0) {
		return;
	}
	mkdir(place, 0755);
	if (mount(type, place, type, 0, NULL) < 0 && errno != EBUSY) {
		message("can't mount %s on %s: %s", type, place,
			strerror(errno));
	}
}

/* A kernel that found no console in its file system left these closed. */
static void open_console(void)
{
	int fd;

	if (fcntl(STDERR_FILENO, F_GETFD) >= 0) {
		return;
	}
	fd = open("/dev/console", O_RDWR);
	if (fd < 0) {
		return;
	}
	for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
		dup2(fd, i);
	}
	if (fd > STDERR_FILENO) {
		close(fd);
	}
}

static void load_module(const char *name)
{
	size_t length = strlen(name);
	int plain = length > 3 && strcmp(name + length - 3, ".ko") == 0;
	char path[sizeof(MODULES) + sizeof(((struct dirent *)0)->d_name)];
	int fd;

	snprintf(path, sizeof(path), MODULES "/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || (syscall(SYS_finit_module, fd, "",
			       plain ? 0 : COMPRESSED_FILE) < 0 &&
		       errno != EEXIST)) {
		message("can't load %s: %s", path, strerror(errno));
	}
	if (fd >= 0) {
		close(fd);
	}
}

static void load_modules(void)
{
	struct dirent **list;
	int count = scandir(MODULES, &list, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		if (list[i]->d_name[0] != '.') {
			load_module(list[i]->d_name);
		}
		free(list[i]);
	}
	if (count >= 0) {
		free(list);
	}
}

static void run_child(int argc, char **argv, int (*run)(int, char **))
{
	pid_t child = fork();
	int status;

	if (child < 0) {
		message("can't start a process: %s", strerror(errno));
		return;
	}
	if (child == 0) {
		exit(run(argc, argv));
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
	}
	if (WIFEXITED(status)) {
		message("exit status %d", WEXITSTATUS(status));
	} else {
		message("killed by signal %d", WTERMSIG(status));
	}
}

_Noreturn void init_run(int argc, char **argv, int (*run)(int, char **))
{
	provide("devtmpfs", "/dev", "/dev/kvm");
	open_console();
	provide("proc", "/proc", "/proc/self");
	provide("sysfs", "/sys", "/sys/kernel");
	load_modules();
	run_child(argc, argv, run);
	sync();
	reboot(RB_POWER_OFF);
	reboot((int)RB_HALT_SYSTEM);
	/* A kernel panics when its first process ends. */
	for (;;) {
		pause();
	}
}
