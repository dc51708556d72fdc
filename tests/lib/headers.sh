#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Debian's headers of a kernel of another architecture, for building modules
# here: tests/lib/headers.sh ARCHITECTURE SUITE RELEASE, where RELEASE is what
# "uname -r" says there.  They come from the mirror that this system's apt is
# configured with and are verified by it; the build's programs are those of this
# machine's architecture.  Prints KDIR; quick when it is there.
set -eu
export LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin
mk=../../mk
# shellcheck source=mk/apt.sh
. "$(dirname "$0")/$mk/apt.sh"

fail() {
	echo "headers: $*" >&2
	exit 1
}

# download ARCHITECTURE PACKAGE...
download() {
	architecture=$1
	shift
	rm -rf "$work/state"
	write_configuration
	# shellcheck disable=SC2086 # three words
	write_sources deb "$suite" $mirror
	run_apt update
	(cd "$work/debs" && run_apt download "$@")
}

# The makefiles of Debian's headers name each other by absolute paths.
relocate() {
	root=$1
	build=usr/src/linux-headers-$release
	for file in "$root/$build/Makefile" "$root/$build/.kernelvariables" \
		"$root/usr/src/linux-headers-$common/Makefile"; do
		if [ -f "$file" ]; then
			sed -i "s|/usr/src/|$place/usr/src/|g
				s|/usr/lib/linux-kbuild|$place/usr/lib/linux-kbuild|g" \
				"$file"
		fi
	done
}

# These are absolute as well.
relink() {
	find "$1/usr/src" -type l -lname '/usr/*' | while read -r link; do
		ln -sfn "$place$(readlink "$link")" "$link"
	done
}

# The build's programs want the C library of their release, which may be newer
# than this system's; it is unpacked beside them.  Of those that a module needs
# only modpost is so demanding.
wrap_modpost() {
	loader=$(cd "$1" && find libc -name 'ld-linux*.so.*' | head -n 1)
	library=$(dirname "$(cd "$1" && find libc -name 'libc.so.6')")
	modpost=$1/usr/lib/$kbuild/scripts/mod/modpost
	[ -e "$modpost.real-lsb-64" ] || return 0
	cat >"$modpost.wrapper" <<-END
	#!/bin/sh
	exec $place/$loader --library-path $place/$library \
		$place/${modpost#"$1/"}.real-lsb-64 "\$@"
	END
	chmod +x "$modpost.wrapper"
	mv "$modpost.wrapper" "$modpost"
}

fetch() {
	work=$(mktemp -d "$base/headers-XXXXXX")
	trap 'rm -rf "$work"' EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	mkdir "$work/debs" "$work/root"
	mirror=$(get_mirror)
	[ -n "$mirror" ] || fail "apt has no entry for Debian $codename"
	download "$target" "linux-headers-$release" "linux-headers-$common"
	download "$(dpkg --print-architecture)" \
		"$kbuild" libc6
	mkdir "$work/root/libc"
	for file in "$work"/debs/libc6_*.deb; do
		dpkg-deb -x "$file" "$work/root/libc"
		rm "$file"
	done
	for file in "$work"/debs/*.deb; do
		dpkg-deb -x "$file" "$work/root"
	done
	relocate "$work/root"
	relink "$work/root"
	wrap_modpost "$work/root"
	mkdir -p "${place%/*}"
	# Another one may have been quicker: the same files.
	[ -d "$place" ] || mv -T "$work/root" "$place"
}

[ $# -eq 3 ] || fail "usage: headers.sh ARCHITECTURE SUITE RELEASE"
target=$1 suite=$2 release=$3
common=${release%-*}-common
# Debian 12 has one package of the build's programs for all 6.1.
case $release in
*+*)	kbuild=linux-kbuild-${common%-common} ;;
*)	kbuild=linux-kbuild-${release%.*} ;;
esac
case ${XDG_CACHE_HOME-} in
/*)	base=$XDG_CACHE_HOME/fencepost ;;
*)	base=${HOME:?}/.cache/fencepost ;;
esac
place=$base/headers/$target/$release
mkdir -p "$base"
[ -d "$place" ] || fetch
echo "$place/usr/src/linux-headers-$release"
