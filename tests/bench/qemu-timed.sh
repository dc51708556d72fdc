#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Stands in for QEMU ($FENCEPOST_QEMU): runs $BENCH_QEMU with the same arguments,
# without the plugin if $BENCH_ARM is "plain", and appends the CPU time that it
# took (user + system, seconds) to $BENCH_TIMES.
set -u

# Only runs of a kernel count: the tool also asks QEMU what it can do.
case " $* " in
*" -kernel "*)	;;
*)		exec "$BENCH_QEMU" "$@" ;;
esac

args=()
while [ $# -gt 0 ]; do
	if [ "$1" = -plugin ] && [ "$BENCH_ARM" = plain ]; then
		shift 2
		continue
	fi
	args+=("$1")
	shift
done

"$BENCH_QEMU" "${args[@]}"
status=$?
# Not in a pipe: there it would be a subshell that has no children.
times >"$BENCH_TIMES.new"
tail -n 1 "$BENCH_TIMES.new" >>"$BENCH_TIMES"
exit $status
