#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The static program for x86-64 as the first process, with nothing else in its
# file system: in name spaces of its own, since this kernel runs already.
. tests/tool/tap.sh

program=build/fencepost-x86_64
export PROC=
is_small() {
	[ "$(wc -c <"$program")" -lt 2097152 ]
}
pass "less than 2 MiB" is_small
is_static() {
	! readelf -lW "$program" | grep -q INTERP
}
pass "no loader" is_static

if [ "$(uname -m)" != x86_64 ] ||
	! unshare --mount --pid --fork true 2>/dev/null; then
	pass "# SKIP no name spaces here: they want root on x86-64" true
	finish
fi

mkdir "$work/root" "$work/disk"
cp "$program" "$work/disk/fencepost"
# In name spaces of its own, which end with it; unshare ignores SIGTERM.
isolated() {
	code=0
	timeout -s KILL 20 unshare --mount --pid --fork --kill-child "$@" \
		>"$work/stdout" 2>"$work/stderr" || code=$?
}

# alone WORD...: as process 1 of a root in memory; what it says goes to files.
# Where PROC is set, /proc is mounted.
alone() {
	# shellcheck disable=SC2016 # for the inner shell
	isolated sh -c '
		root=$1
		mount -t tmpfs none "$root" && cp "$2" "$root/fencepost" || exit 9
		if [ -n "$PROC" ]; then
			mkdir "$root/proc" && mount -t proc none "$root/proc" ||
				exit 9
		fi
		shift 2
		exec chroot "$root" /fencepost "$@"' \
		sh "$work/root" "$program" "$@"
}
# reboot() in a PID name space ends its first process by SIGINT, [man] reboot(2).
has_gone_off() {
	[ "$code" = 130 ]
}

alone --version
if [ "$code" = 9 ]; then
	pass "# SKIP no mount in name spaces here" true
	finish
fi
pass "its version" says '^fencepost [0-9]'
pass "its version: status" warns '^fencepost: exit status 0$'
pass "its version: it goes off" has_gone_off
alone none
pass "a wrong command: status" warns '^fencepost: exit status 2$'
pass "a wrong command: it goes off" has_gone_off
# Where file systems may not be mounted it says so, and goes on.
if [ ! -r /dev/kvm ] || warns "can't mount devtmpfs"; then
	pass "# SKIP no /dev/kvm in a new devtmpfs here" true
	finish
fi
alone vm --repeat 3
pass "three VMs" says 'x86_64, built-in guest, MMU on, 3 VMs'
pass "three VMs: status" warns '^fencepost: exit status 0$'
pass "three VMs: it goes off" has_gone_off
alone vm --guest /none
pass "no such guest" warns "can't open /none"
pass "no such guest: status" warns '^fencepost: exit status 2$'

# As an ordinary process, or the first one of a container, it is none of that.
says_nothing_more() {
	! warns 'exit status' && warns 'none' && has_code 2
}
PROC=yes
alone none
pass "the first one where /proc is mounted" says_nothing_more
code=0
"$program" none >"$work/stdout" 2>"$work/stderr" || code=$?
pass "an ordinary process" says_nothing_more
case $(stat -f -c %T "$work/disk") in
tmpfs | ramfs)
	pass "# SKIP temporary files are in memory" true ;;
*)
	isolated chroot "$work/disk" /fencepost none
	pass "the first one of a root on a disk" says_nothing_more ;;
esac
finish
