#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The static program with another guest: tests/lib/live-mutant.sh ARCH PROGRAM
# SCRIPT, where SCRIPT for sed has to change tool/live/ARCH/guest.S.
set -eu

arch=$1 program=$2 script=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$(dirname "$0")/../.."

gcc=$arch-linux-gnu-gcc
[ "$arch" != "$(uname -m)" ] || gcc=gcc
mkdir -p "$work/live/$arch"
cp tool/live/block.h "$work/live"
sed "$script" "tool/live/$arch/guest.S" >"$work/live/$arch/guest.S"
if cmp -s "tool/live/$arch/guest.S" "$work/live/$arch/guest.S"; then
	echo "live-mutant: nothing changed by: $script" >&2
	exit 1
fi
cd tool
"$gcc" -std=c11 -D_GNU_SOURCE= -O1 -I../include -static -o "$program" \
	live/*.c "live/$arch"/*.c "$work/live/$arch/guest.S" buffer.c file.c \
	interrupt.c message.c options.c output.c process.c -lm
