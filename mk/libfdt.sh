#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Get libfdt, which edits device trees in the monitor, as Debian's source:
# mk/libfdt.sh.  It goes to the cache directory, once; nothing of
# the system is changed.  The signed index of the configured mirror says what
# the original archive has to be; only that archive is fetched, since Debian's
# changes are about packaging.  All of it is done by apt and tar: no dpkg-dev,
# no xz.
#
# The newest release is asked first on every system, so that the monitor is the
# same wherever it is built.
set -eu
export LC_ALL=C

suites="trixie bookworm"
package=device-tree-compiler

fail() {
	echo "setup: $*" >&2
	exit 2
}

case ${XDG_CACHE_HOME-} in
/*)	cache=$XDG_CACHE_HOME/fencepost ;;
*)	cache=${HOME:?}/.cache/fencepost ;;
esac

[ ! -e "$cache/libfdt/libfdt.h" ] || exit 0

# shellcheck source=mk/apt.sh
. "$(dirname "$0")/apt.sh"

# URI SHA256 of the original archive, from the index that apt has verified.
find_archive() {
	apt-get -c "$work/apt.conf" source --print-uris "$package" |
		sed -n "s/^'\([^']*\.orig\.tar\.xz\)' .* \(SHA256:[0-9a-f]*\)\$/\1 \2/p"
}

# apt's own helper checks the sum and unpacks xz.
fetch_archive() {
	"$helper" -c "$work/apt.conf" download-file "$1" \
		"$work/archive.tar.xz" "$2" >/dev/null &&
		"$helper" cat-file "$work/archive.tar.xz" |
		tar -x -f - -C "$work" --wildcards --strip-components=1 \
			'*/libfdt/*' '*/BSD-2-Clause'
}

# try_suite SUITE FILE:ENTRY URI SUITE-OF-ENTRY
try_suite() {
	rm -rf "$work/state" "$work/libfdt"
	write_configuration
	write_sources deb-src "$@"
	apt-get -c "$work/apt.conf" update >/dev/null || return
	archive=$(find_archive)
	[ -n "$archive" ] || return
	# shellcheck disable=SC2086 # two words
	fetch_archive $archive || return
	[ -e "$work/libfdt/libfdt.h" ] || return
	echo "${archive% *}" | sed 's/.*_\(.*\)\.orig.*/\1/' \
		>"$work/libfdt/version"
}

helper=/usr/lib/apt/apt-helper
[ -x "$helper" ] || fail "there is no apt here; please put libfdt/ of the" \
	"device tree compiler's source into $cache"
mkdir -p "$cache"
work=$(mktemp -d "$cache/libfdt-XXXXXX")
trap 'rm -rf "$work"' EXIT
mirror=$(get_mirror)
[ -n "$mirror" ] ||
	fail "apt has no entry for Debian $codename to get libfdt's source from"

for suite in $suites; do
	echo "setup: fetching libfdt (source of $package, $suite) into $cache"
	# shellcheck disable=SC2086 # three words
	if try_suite "$suite" $mirror; then
		# Someone else may have been quicker.
		mv -T "$work/libfdt" "$cache/libfdt" ||
			[ -e "$cache/libfdt/libfdt.h" ]
		exit
	fi
done
fail "none of these suites of the configured mirror has it: $suites"
