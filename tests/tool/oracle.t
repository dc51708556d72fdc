#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The good and bad traces of every rule, and random events: what the ledger says
# is what was worked out by hand, and what the second ledger says.
exec "$(dirname "$0")/../oracle/agree.sh" 3x 20000
