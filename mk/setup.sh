#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Find what is missing to build and test, and install it on Debian 12 or later:
# mk/setup.sh [--upgrade-qemu].  Silent when nothing is missing.  Only the
# package mirror that this system is configured with is asked.  Elsewhere the
# list of what is needed is printed, and the exit status is 2.
set -eu
export LC_ALL=C
PATH=$PATH:/usr/sbin:/sbin

# shellcheck source=mk/mirror.sh
. "$(dirname "$0")/mirror.sh"

missing=
missing_names=
backports_file=/etc/apt/sources.list.d/fencepost-backports.sources

say() {
	echo "setup: $*"
}

fail() {
	echo "setup: $*" >&2
	exit 2
}

# need PACKAGE NAME COMMAND...: without success of COMMAND, NAME is missing.
need() {
	package=$1
	name=$2
	shift 2
	if ! "$@" >/dev/null 2>&1; then
		missing="$missing $package"
		missing_names="$missing_names
  $name (Debian: $package)"
	fi
}

has_headers() {
	for header; do
		echo "#include <$header>"
	done | gcc -E -o /dev/null -
}

has_file_like() {
	for file; do
		[ -e "$file" ] && return
	done
	return 1
}

has_clang_runtime() {
	has_file_like "$(clang -print-resource-dir)"/lib/*/libclang_rt.fuzzer*
}

# 9.2 or later: older ones have no plugin interface that suffices.
has_qemu() {
	version=$("qemu-system-$1" --version |
		sed -n 's/^QEMU emulator version \([0-9]*\.[0-9]*\).*/\1/p')
	[ "${version%.*}" -gt 9 ] ||
		{ [ "${version%.*}" -eq 9 ] && [ "${version#*.}" -ge 2 ]; }
}

find_missing() {
	missing=
	missing_names=
	need gcc "gcc" command -v gcc
	need libc6-dev "C library headers" has_headers stdio.h
	need binutils "binutils" command -v ar
	need clang "clang" command -v clang
	need lld "lld" command -v ld.lld
	need libclang-rt-dev "clang's sanitizers and libFuzzer" \
		has_clang_runtime
	for arch in aarch64 riscv64; do
		need gcc-$arch-linux-gnu "gcc for $arch" \
			command -v $arch-linux-gnu-gcc
	done
	need libjansson-dev "jansson" has_headers jansson.h
	need libcmocka-dev "cmocka" \
		has_headers setjmp.h stdarg.h stddef.h stdint.h cmocka.h
	need libgsl-dev "GSL, for one test" \
		has_headers gsl/gsl_cdf.h
	need libdw-dev "libdw" has_headers elfutils/libdwfl.h
	need libelf-dev "libelf" has_headers libelf.h
	need libzstd-dev "zstd, the library" has_headers zstd.h
	need qemu-system-arm "qemu-system-aarch64, 9.2 or later" \
		has_qemu aarch64
	need qemu-system-riscv "qemu-system-riscv64, 9.2 or later" \
		has_qemu riscv64
	need opensbi "OpenSBI for QEMU" has_file_like \
		/usr/lib/riscv64-linux-gnu/opensbi/generic/fw_dynamic.bin \
		/usr/share/qemu/opensbi-riscv64-generic-fw_dynamic.bin
	need python3 "Python, for tests" command -v python3
	need procps "pgrep, for tests" command -v pgrep
	need chromium "Chromium, for one test" command -v chromium
	need device-tree-compiler "dtc" command -v dtc
	need perl "prove (Perl)" command -v prove
	need mandoc "mandoc" command -v mandoc
	need shellcheck "shellcheck" command -v shellcheck
	need clang-format "clang-format" command -v clang-format
	need clang-tidy "clang-tidy" command -v clang-tidy
	need cppcheck "cppcheck" command -v cppcheck
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@" </dev/null
	else
		sudo "$@" </dev/null
	fi
}

# Mirrors have bad moments; a second try is cheap.
run_apt() {
	set -- env DEBIAN_FRONTEND=noninteractive apt-get --yes --quiet \
		-o DPkg::Lock::Timeout=300 "$@"
	as_root "$@" && return
	say "apt-get failed; once more in ten seconds"
	sleep 10
	as_root "$@"
}

candidate() {
	apt-cache policy "$1" | sed -n 's/^  Candidate: //p'
}

is_new_enough() {
	dpkg --compare-versions "$1" ge 1:9.2
}

in_backports() {
	apt-cache madison qemu-system-riscv | grep -q -e -backports/
}

add_backports() {
	mirror=$(find_mirror)
	[ -n "$mirror" ] ||
		fail "apt has no entry for Debian $codename to derive backports from"
	# shellcheck disable=SC2086 # three words
	set -- $mirror
	say "QEMU is older than 9.2 here; adding $codename-backports of the" \
		"configured mirror ($2): $backports_file"
	{
		echo "Types: deb"
		echo "URIs: $2"
		echo "Suites: $codename-backports"
		echo "Components: main"
		print_signed_by "$@"
	} | if [ "$(id -u)" -eq 0 ]; then
		tee "$backports_file"
	else
		sudo tee "$backports_file"
	fi >/dev/null
	if ! run_apt update || ! in_backports; then
		as_root rm -f "$backports_file"
		fail "$codename-backports cannot be read there; not added"
	fi
}

# All QEMU packages of a system have one version; say so before apt does.
check_old_qemu() {
	old=$(dpkg-query -W -f '${Version}' qemu-system-common 2>/dev/null) ||
		return 0
	[ -n "$old" ] && ! is_new_enough "$old" || return 0
	[ "$upgrade" = yes ] ||
		fail "QEMU $old is installed and too old; it is not replaced" \
			"unasked: run mk/setup.sh --upgrade-qemu"
	qemu=$(dpkg-query -W -f '${Package} ${Status}\n' 'qemu-system-*' \
		qemu-block-extra qemu-utils 2>/dev/null |
		sed -n 's/ install ok installed$//p' | tr '\n' ' ')
}

# The packages that have to come from backports, as PACKAGE/SUITE.  apt wants
# each one named that must not come from where it would by itself.
find_qemu() {
	for package in $qemu qemu-system-arm qemu-system-riscv \
		qemu-system-common qemu-system-data opensbi; do
		echo "$package/$codename-backports"
	done | tr '\n' ' '
}

install_missing() {
	say "missing:$missing"
	qemu=
	check_old_qemu
	say "about to run apt-get update and apt-get install for these"
	run_apt update -o APT::Update::Error-Mode=any ||
		say "apt-get update failed; trying with what it has"
	packages=$missing
	case $missing$qemu in
	*qemu-*)
		if ! is_new_enough "$(candidate qemu-system-arm)"; then
			in_backports || add_backports
			packages="$packages $(find_qemu)"
		fi ;;
	esac
	# shellcheck disable=SC2086 # a list
	run_apt install --no-install-recommends --no-remove \
		$keep $packages ||
		fail "apt-get could not install:$missing"
}

upgrade=no
keep=--no-upgrade
case ${1-} in
--upgrade-qemu)	upgrade=yes keep= ;;
?*)		fail "usage: mk/setup.sh [--upgrade-qemu]" ;;
esac

find_missing
[ -n "$missing" ] || exec "$(dirname "$0")/libfdt.sh"

id=
codename=
if [ -r /etc/os-release ]; then
	# shellcheck source=/dev/null
	codename=$(. /etc/os-release && echo "${ID-} ${VERSION_CODENAME-}")
	id=${codename% *}
	codename=${codename#* }
fi
if [ "$id" != debian ] || ! command -v apt-get >/dev/null; then
	fail "this is not Debian; please install:$missing_names"
fi
if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
	fail "neither root nor sudo; please install:$missing_names"
fi
install_missing
find_missing
[ -z "$missing" ] || fail "still missing:$missing_names"
"$(dirname "$0")/libfdt.sh"
say "done"
