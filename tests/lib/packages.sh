#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Debian packages of another architecture and what they depend on, unpacked into
# the cache for tests that boot them: tests/lib/packages.sh ARCHITECTURE SUITE
# PACKAGE...  They come from the mirror that this system's apt is configured
# with and are verified by it.  Prints the directory; quick when it is there.
set -eu
export LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin
mk=../../mk
# shellcheck source=mk/apt.sh
. "$(dirname "$0")/$mk/apt.sh"

fail() {
	echo "packages: $*" >&2
	exit 1
}

prepare_apt() {
	mirror=$(get_mirror)
	[ -n "$mirror" ] || fail "apt has no entry for Debian $codename"
	write_configuration
	# shellcheck disable=SC2086 # three words
	write_sources deb "$suite" $mirror
	mkdir "$work/root"
}

fetch() {
	work=$(mktemp -d "$base/packages-XXXXXX")
	trap 'rm -rf "$work"' EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	prepare_apt
	run_apt update
	run_apt install --download-only --yes --no-install-recommends "$@"
	for file in "$work"/cache/archives/*.deb; do
		dpkg-deb -x "$file" "$work/root"
		basename "$file" >>"$work/root/packages"
	done
	mkdir -p "${place%/*}"
	# Another one may have been quicker: the same files.
	[ -d "$place" ] || mv -T "$work/root" "$place"
}

[ $# -ge 3 ] || fail "usage: packages.sh ARCHITECTURE SUITE PACKAGE..."
architecture=$1 suite=$2
shift 2
case ${XDG_CACHE_HOME-} in
/*)	base=$XDG_CACHE_HOME/fencepost ;;
*)	base=${HOME:?}/.cache/fencepost ;;
esac
# The names of the packages are part of the path: another list is another one.
place=$base/packages/$architecture/$suite/$(echo "$*" | tr ' ' '+')
mkdir -p "$base"
[ -d "$place" ] || fetch "$@"
echo "$place"
