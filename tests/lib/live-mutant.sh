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
# The other objects are those of the program itself.
case $arch in
x86_64)	numbers=tool/load/x86_64/numbers.c ;;
*)	numbers=tool/load/generic/numbers.c ;;
esac
set --
for source in tool/live/*.c "tool/live/$arch"/*.c tool/measure/*.c \
	tool/load/*.c "$numbers" "tool/load/$arch/call.S" tool/buffer.c \
	tool/file.c tool/interrupt.c tool/message.c tool/options.c \
	tool/output.c tool/process.c; do
	set -- "$@" "build/live-$arch/$source.o"
done
cd tool
"$gcc" -I../include -c -o "$work/guest.o" "$work/live/$arch/guest.S"
cd ..
"$gcc" -static -o "$program" "$@" "$work/guest.o" -lm
