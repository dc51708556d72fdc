#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Fetching kernels: with which source, what is left when it fails.
# shellcheck disable=SC2317 # functions are called by pass
. tests/tool/tap.sh

export FAKE=good FAKE_SEEN="$work/seen" FAKE_ETC="$work/etc"
PATH=$PWD/tests/tool/fake-apt:$PATH
cache=$XDG_CACHE_HOME/fencepost
mkdir -p "$FAKE_ETC/sources.list.d"

# sources FILE: standard input becomes the only file with sources.
sources() {
	rm -rf "$FAKE_ETC"
	mkdir -p "$FAKE_ETC/sources.list.d"
	cat >"$FAKE_ETC/$1"
}

# uses FIELD VALUE: the source that APT was given has it.
uses() {
	sed -n "s|^$1: ||p" "$FAKE_SEEN" | grep -qxF -e "$2"
}

has_no_trust() {
	! grep -qi trusted "$FAKE_SEEN" &&
		grep -q 'AllowInsecureRepositories "false"' "$FAKE_SEEN.conf"
}

sources sources.list <<'END'
# deb http://commented.example/x trixie main
deb-src http://source.example/x trixie main
deb cdrom:[Debian]/ trixie main
deb [arch=amd64 signed-by=/k/other.gpg] http://other.example/x bookworm stable
deb [ trusted=yes signed-by=/k/debian.gpg ] http://mirror.example/d trixie main contrib # c
deb http://security.example/s trixie-security main
END
fencepost kernel get
pass "get: succeeds" has_code 0
pass "get: says what it has" says '^aarch64 +trixie +9.1-1 .*/vmlinuz$'
pass "one-line source: mirror" uses URIs http://mirror.example/d
pass "one-line source: keyring" uses Signed-By /k/debian.gpg
pass "one-line source: suite" uses Suites trixie
pass "one-line source: architecture" uses Architectures arm64
pass "one-line source: verified" has_no_trust
pass "the kernel is that of the package" grep -qx linux-image-9-arm64 \
	"$cache/kernels/aarch64/trixie/vmlinuz"
pass "the configuration is there" [ -s "$cache/kernels/aarch64/trixie/config" ]
pass "the board's device tree is there" \
	[ -s "$cache/kernels/aarch64/trixie/bcm2711-rpi-4-b.dtb" ]
pass "nothing else is" [ "$(ls "$cache")" = kernels ]

fencepost kernel get --arch riscv64 trixie-security
pass "a suite of the security mirror" uses URIs http://security.example/s
fencepost kernel list
pass "list: both" [ "$(wc -l <"$work/stdout")" = 2 ]
pass "list: the second" says '^riscv64 +trixie-security +9.1-1'
FAKE="split"
fencepost kernel get sid
pass "split packages" grep -qx linux-binary-9-arm64 \
	"$cache/kernels/aarch64/sid/vmlinuz"
FAKE=good

sources sources.list.d/debian.sources <<'END'
# comment
Types: deb deb-src
URIs: http://mirror.example/d
Suites: bookworm bookworm-updates
# comment
Components: main
Signed-By: /k/debian-archive-keyring.gpg

Types: deb
URIs: http://security.example/s
Suites: bookworm-security
Components: main
Trusted: yes

Types: deb
URIs: http://off.example/x
Suites: trixie
Components: main
Enabled: no
Signed-By: /k/debian-archive-keyring.gpg
END
cat >"$FAKE_ETC/sources.list.d/a-third-party.list" <<'END'
deb [signed-by=/k/party.gpg] https://party.example bookworm main
END
fencepost kernel get trixie
pass "deb822 source: mirror" uses URIs http://mirror.example/d
pass "deb822 source: keyring" uses Signed-By /k/debian-archive-keyring.gpg
pass "deb822 source: suite" uses Suites trixie
pass "deb822 source: verified" has_no_trust
fencepost kernel get bookworm-security
pass "deb822 source: security" uses URIs http://security.example/s
pass "deb822 source: not trusted for that" has_no_trust

sources sources.list.d/debian.sources <<'END'
Types: deb
URIs: http://mirror.example/d
Suites: sid
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 key
 -----END PGP PUBLIC KEY BLOCK-----
END
fencepost kernel get sid
pass "a key in the file" [ "$(grep -A 4 '^Signed-By' "$FAKE_SEEN" | tail -n 2 |
	head -n 1)" = ' key' ]

rm -rf "$cache"
sources sources.list <<'END'
deb http://mirror.example/d trixie main
END

# fails FAKE PATTERN: no kernel, and nothing is left in the cache.
fails() {
	FAKE=$1
	refused "$1" 2 "$2" kernel get
	pass "$1: nothing is left" [ -z "$(ls -A "$cache")" ]
}
fails no-network "can't reach the configured mirror: .*resolving"
fails no-key "can't verify .*keyring"
fails no-suite 'no such suite'
fails no-package 'suite trixie has no kernel for arm64'
fails no-download "can't fetch linux-image-9-arm64"
fails full 'No space left'
fails no-image 'no kernel where one is expected'
fails link 'no kernel where one is expected'
FAKE=good
sources sources.list <<'END'
deb https://party.example stable-x party
END
fails good 'no Debian mirror is configured'
sources sources.list <<'END'
deb http://mirror.example/d trixie main
END
FAKE_ETC=
fails good 'no APT on this system'
FAKE_ETC=$work/etc

# One that is there survives a failure.
FAKE=good
fencepost kernel get
FAKE=no-network
fencepost kernel get
pass "a failure: status" has_code 2
pass "a failure keeps what was there" grep -qx linux-image-9-arm64 \
	"$cache/kernels/aarch64/trixie/vmlinuz"

# What a killed one left is removed by the next.
mkdir -p "$cache/tmp-killed/state"
FAKE=good
fencepost kernel get
pass "leftovers are removed" [ "$(ls "$cache")" = kernels ]

FAKE=sleeps
"$FENCEPOST" kernel get >"$work/stdout" 2>"$work/stderr" &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ ! -s "$FAKE_SEEN.pid" ] || break
	sleep 0.3
done
kill -s INT "$pid"
code=0
wait "$pid" || code=$?
pass "SIGINT: dies of it" has_code 130
pass "SIGINT: one message" one_message
pass "SIGINT: nothing is left" [ "$(ls "$cache")" = kernels ]
pass "SIGINT: APT is gone" [ ! -d "/proc/$(cat "$FAKE_SEEN.pid")" ]

# Two at once.
FAKE=good
rm -rf "$cache"
"$FENCEPOST" kernel get >/dev/null 2>&1 &
one=$!
"$FENCEPOST" kernel get --arch riscv64 >/dev/null 2>&1 &
two=$!
code=0
{ wait "$one" && wait "$two"; } || code=$?
pass "two at once: succeed" has_code 0
pass "two at once: both are there" [ "$(echo "$cache"/kernels/*/trixie/vmlinuz |
	wc -w)" = 2 ]

# Without a network an audit runs the payload, and says so.
export FENCEPOST_QEMU="$PWD/tests/tool/fake-qemu" FAKE_PID="$work/pid"
rm -rf "$cache"
FAKE=no-network
fencepost audit
pass "audit without a network: says so" warns 'payload "smoke" instead'
pass "audit without a network: runs it" grep -q 'smoke-aarch64.elf$' \
	"$FAKE_PID.arguments"
fencepost audit --kernel debian:sid --json "$out/json"
pass "audit of a kernel that can't be had: says why" was_refused 2 "can't reach"
finish
