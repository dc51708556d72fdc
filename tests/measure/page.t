#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The result page of every experiment, in a real browser: at two widths, light
# and dark, without a network.
. tests/measure/tap.sh

pass "every experiment gives a page" make_outputs page json

names_no_host() {
	! grep -lE '://|@import|url\(' "$work"/*.page >"$work/stdout"
}
pass "no address in it" names_no_host

if ! command -v chromium >/dev/null; then
	pass "# SKIP no chromium here" true
	finish
fi

looked_at() {
	# shellcheck disable=SC2086 # a list
	python3 tests/measure/browser.py "$work" "$1" $names \
		>"$work/stdout" 2>"$work/stderr"
}
for scheme in light dark; do
	pass "looked at, $scheme" looked_at "$scheme"
done
finish
