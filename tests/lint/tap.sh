# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# For the tests in this folder, which judge the tree they are started in.

count=0
status=0

# report NAME OFFENCES: ok when there are none.  prove shows what is on stderr.
report() {
	count=$((count + 1))
	if [ -z "$2" ]; then
		echo "ok $count - $1"
		return
	fi
	echo "$2" | sed 's/^/# /' >&2
	echo "not ok $count - $1"
	status=1
}

finish() {
	echo "1..$count"
	exit "$status"
}

# All files of the project, by name; build/ is not part of it.
list_files() {
	find . \( -path ./.git -o -path ./build \) -prune -o -type f -print |
		sed 's|^\./||' | sort
}

# list_c FOLDER...: the files there that are C.
list_c() {
	find "$@" -path ./build -prune -o -name '*.[ch]' -print |
		sed 's|^\./||' | sort
}
