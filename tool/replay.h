/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPLAY_H
#define TOOL_REPLAY_H

/* fencepost replay; returns an exit status. */
int replay_main(int argc, char **argv);

#endif
