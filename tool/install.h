/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the parts lie that the command needs: beside it in the build
 * directory, or in PREFIX/lib/fencepost.
 */
#ifndef TOOL_INSTALL_H
#define TOOL_INSTALL_H

#include "file.h"

/* The path of a part, "guest/init-aarch64".  0, or -1 with a message. */
int install_find(const char *part, char path[FILE_PATH_MAX]);

#endif
