// SPDX-License-Identifier: GPL-2.0-only
/*
 * Copyright (C) 2026 soc-timers contributors
 *
 * Load and unload modules many times without starting processes from a shell, which
 * takes longer than loading the modules on an emulated board.
 *
 *	reload ROUNDS OURS OTHER 'FILE [PARAMETER...]'...
 *
 * Loads the files in this order and unloads them in reverse. Every tenth round
 * switches to the clocksource OURS for a moment, then to OTHER. Stops at the first
 * failure, with a line that names the failed step and the round.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"

static bool failed(const char *what, const char *name)
{
	printf("%s %s: %s\n", what, name, strerror(errno));
	return false;
}

static bool load(const char *module)
{
	const char *parameters = strchr(module, ' ');
	char file[256];
	long err;
	int fd;

	snprintf(file, sizeof(file), "%.*s", (int)strcspn(module, " "), module);
	fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return failed("open", file);
	err = syscall(SYS_finit_module, fd, parameters ? parameters + 1 : "", 0);
	close(fd);

	return !err || failed("load", module);
}

/* A module's name is that of its file without ".ko". */
static bool unload(const char *module)
{
	size_t length = strcspn(module, " ");
	const char *begin = memrchr(module, '/', length);
	char name[64];

	begin = begin ? begin + 1 : module;
	snprintf(name, sizeof(name), "%.*s", (int)(module + length - begin), begin);
	name[strcspn(name, ".")] = '\0';

	return !syscall(SYS_delete_module, name, O_NONBLOCK) || failed("unload", name);
}

static bool switch_to(const char *clocksource)
{
	char now[64] = "";
	ssize_t length;
	int fd;

	fd = open(CLOCKSOURCE, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return failed("open", CLOCKSOURCE);
	if (write(fd, clocksource, strlen(clocksource)) < 0) {
		close(fd);
		return failed("switch to", clocksource);
	}
	length = pread(fd, now, sizeof(now) - 1, 0);
	close(fd);
	now[length > 0 ? strcspn(now, "\n") : 0] = '\0';
	if (strcmp(now, clocksource)) {
		printf("switch to %s: it is still %s\n", clocksource, now);
		return false;
	}

	return true;
}

static bool one_round(bool in_use, const char *ours, const char *other, char **modules, int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!load(modules[i]))
			return false;
	if (in_use && (!switch_to(ours) || !switch_to(other)))
		return false;
	while (i--)
		if (!unload(modules[i]))
			return false;

	return true;
}

int main(int argc, char **argv)
{
	int round, rounds;

	if (argc < 5 || atoi(argv[1]) < 1) {
		fputs("usage: reload ROUNDS OURS OTHER 'FILE [PARAMETER...]'...\n", stderr);
		return 2;
	}
	rounds = atoi(argv[1]);
	for (round = 1; round <= rounds; round++) {
		if (!one_round(round % 10 == 0, argv[2], argv[3], argv + 4, argc - 4)) {
			printf("in round %d of %d\n", round, rounds);
			return 1;
		}
	}

	return 0;
}
