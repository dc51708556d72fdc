# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# For the tests in this folder: what the outputs make of each experiment of
# tests/unit/experiment.h, in files $work/NAME.FORMAT.
. tests/tool/tap.sh

print=$BUILD/tests/measure/print
: >"$work/stdout"
names=$("$print" names 2>"$work/stderr")

# make_outputs FORMAT...
make_outputs() {
	for format; do
		for made in $names; do
			"$print" "$format" "$made" >"$work/$made.$format" \
				2>>"$work/stderr" || return
		done
	done
	[ -n "$names" ] && [ ! -s "$work/stderr" ]
}
