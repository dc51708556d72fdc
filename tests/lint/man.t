#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Manual pages: mandoc has nothing to say.
. tests/lint/tap.sh

for page in man/*.[1-9]; do
	report "mandoc -T lint $page" \
		"$(mandoc -T lint -W warning "$page" 2>&1)"
done
finish
