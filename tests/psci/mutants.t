#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The explorer finds each of these defects, put into a copy of lib/psci: the
# four races of other firmware, a refused call that changes the pending one, and
# a barrier or an event less.  Nothing is found in a copy without a change.
#
# All programs are built here, by gcc, without sanitizers.
set -eu

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
status=0
flags='-std=c11 -O1 -fno-omit-frame-pointer -fno-stack-protector -Iinclude'
explore=tests/psci/explore

# compile FILE OBJECT FLAG...
compile() {
	file=$1
	object=$2
	shift 2
	# shellcheck disable=SC2086 # a list
	gcc $flags "$@" -c -o "$object" "$file"
}

for file in "$explore"/*.c; do
	name=$(basename "$file" .c)
	case $name in
	run | program)	compile "$file" "$work/$name.o" ;;
	*)		compile "$file" "$work/$name.o" -O2 ;;
	esac
done

# build_copy: the explorer with the copy of the library.
build_copy() {
	rm -f "$work"/lib-*.o
	for file in "$work"/psci/*.c; do
		compile "$file" "$work/lib-$(basename "$file" .c).o" \
			-fsanitize=thread
	done
	gcc -pthread -o "$work/explore" "$work"/*.o
}

# result OK TEXT
result() {
	count=$((count + 1))
	if [ "$1" = 1 ]; then
		echo "ok $count - $2"
		return
	fi
	echo "not ok $count - $2"
	status=1
}

# copy_with SCRIPT: a copy of the library, changed by SCRIPT in its folder.
copy_with() {
	rm -rf "$work/psci"
	cp -r lib/psci "$work/psci"
	(cd "$work/psci" && eval "$1")
	! diff -r lib/psci "$work/psci" >/dev/null
}

# mutant MODEL NAME SCRIPT: the first thing that the explorer finds in MODEL.
mutant() {
	if ! copy_with "$3"; then
		echo "# the copy is not changed" >&2
		result 0 "$2"
		return
	fi
	build_copy
	if "$work/explore" first "$1" >"$work/log"; then
		result 0 "$2 ($1)"
		return
	fi
	broken=$(sed -n 's/^# broken: //p' "$work/log")
	where=$(sed -n 's/^not ok [0-9]* - \(.*\), [a-z]*: .*/\1/p' "$work/log")
	[ -n "$broken" ] && found=1 || found=0
	result "$found" "$2 ($1): not \"$broken\" in \"$where\""
}

# patched NAME: the patch in tests/psci/mutants/.
patched() {
	patch -s -p3 <"$root/tests/psci/mutants/$1.patch"
}

# without PATTERN NUMBER FILE: its n-th line with PATTERN is gone.
without() {
	awk -v pattern="$1" -v number="$2" \
		'index($0, pattern) && ++seen == number { next } { print }' \
		"$3" >"$3.new"
	mv "$3.new" "$3"
}

root=$PWD
# The explorer's own test has the other models.
copy_with : || :
build_copy
if "$work/explore" first spurious >"$work/log"; then
	result 1 "nothing is found in the library as it is"
else
	sed 's/^/# /' "$work/log" >&2
	result 0 "nothing is found in the library as it is"
fi

# Historic, and H2.
mutant strong "the CPU that goes off loses an ON_PENDING" \
	'patched off-twice'
mutant strong "the state is set after the release" \
	'patched state-after-release'
mutant strong "the CPU is up before its context is complete" \
	'patched state-before-entry'
mutant strong "the context is not passed on" \
	'sed -i "/cpu->entry.context = /d" cpu.c'
mutant strong "a refused CPU_ON changes the pending one" \
	'patched entry-before-check'
mutant strong "OFF is shown before the CPU is in the pen" \
	'patched off-early'

# The lock.
mutant strong "no lock around CPU_ON" \
	'sed -i "/^int32_t psci_cpu_on/,/^}/ { /psci_lock/d }" cpu.c'
mutant strong "no lock around the spin table" \
	'sed -i "/^static int is_released/,/^}/ { /psci_lock/d }" cpu.c'
mutant strong "the spin table does not look at the state" \
	'sed -i "s/(arch_shared_read(&cpu->state) == PSCI_STATE_OFF)/(1)/" cpu.c'
mutant strong "the lock does not see who takes a number" \
	'sed -i "s/return ticket &&/return ticket > TAKING \&\&/" lock.c'
mutant strong "the lock knows no order among equals" \
	'sed -i "s/ticket == mine && cpu < self/0/" lock.c'
mutant strong "the lock lets nobody be first among equals" \
	'sed -i "s/cpu < self/cpu != self/" lock.c'
mutant strong "the lock is not given back" \
	'sed -i "s/\[self\].ticket, 0)/[self].ticket, 2)/" lock.c'

# Barriers.
mutant weak "no barrier between entry and state" \
	'without "arch_shared_barrier()" 1 cpu.c'
mutant weak "no barrier before OFF" \
	'without "arch_shared_barrier()" 2 cpu.c'
mutant weak "no barrier between ON_PENDING and entry" \
	'without "arch_shared_barrier()" 3 cpu.c'
mutant weak "no barrier after TAKING" \
	'without "arch_shared_barrier()" 1 lock.c'
mutant weak "no barrier once the lock is held" \
	'without "arch_shared_barrier()" 2 lock.c'
mutant weak "no barrier before the lock is given back" \
	'without "arch_shared_barrier()" 3 lock.c'

# Events.
mutant strong "no event when a number is taken" \
	'without "arch_event_send()" 1 lock.c'
mutant strong "no event when the lock is given back" \
	'without "arch_event_send()" 2 lock.c'
mutant strong "no event when the CPU is OFF" \
	'without "arch_event_send()" 1 cpu.c'
mutant strong "the pen takes one event too many" \
	'sed -i "/^void psci_park/,/^}/ s/arch_event_wait();/&&/" cpu.c'
mutant strong "the lock takes one event too many" \
	'sed -i "s/arch_event_wait();/&&/" lock.c'
echo "1..$count"
exit $status
