#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Nothing of the machine that the project was written or built on is in it.
. tests/lint/tap.sh

# The brackets keep the patterns from finding themselves.
mirrors='deb[.]debian[.]org|ftp[.][a-z.]*debian|snapshot[.]debian'
mirrors="$mirrors|archive[.]ubuntu|https?://[^ ]*/debian\\b"
homes='(^|[^a-zA-Z0-9_./}-])/(home|root|work|Users)/[a-z]'
scratch='[^a-zA-Z0-9_./}-]/tmp/[a-zA-Z]'

# The hosts that apt is configured with here, as grep -F wants them.
list_hosts() {
	command -v apt-get >/dev/null || return 0
	# shellcheck disable=SC2016 # apt expands it
	apt-get indextargets --format '$(SITE)' 2>/dev/null |
		sed -n 's|.*://\([^/:]*\).*|\1|p' | sort -u
}

search() {
	list_files | grep -v '^LICENSES/' | xargs grep -nIE "$1"
}

search_hosts() {
	hosts=$(list_hosts)
	[ -z "$hosts" ] || list_files | xargs grep -nIF "$hosts"
}

search_results() {
	# kbuild's own files are in the folders of the modules.
	# shellcheck disable=SC2038 # no such names
	find build -maxdepth 3 -path 'build/linux/*/*' -prune -o -type f -path '*fencepost*' -print -o -type f -path '*.elf' -print \
		-o -type f -path '*/guest/init-*' -print 2>/dev/null |
		xargs -r grep -lF "$PWD/" | sed 's/$/: has the path of the checkout/'
}

report "no package mirror" "$(search "$mirrors")$(search_hosts)"
report "no home, no checkout" \
	"$(search "$homes"; list_files | xargs grep -nIF "$PWD/")"
report "no fixed name below /tmp" "$(search "$scratch")"
report "nothing built has the path of the checkout" "$(search_results)"
finish
