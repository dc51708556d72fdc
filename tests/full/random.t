#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Three million random events: both ledgers agree on each.
exec "$(dirname "$0")/../oracle/agree.sh" 60x 25000 1000
