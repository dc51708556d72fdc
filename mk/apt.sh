# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# An apt of its own below $work, a directory: the system's lists and settings
# stay as they are, its proxy and keys are used, and nothing is taken that apt
# cannot verify.  Sourced by scripts in mk/ and tests/lib/; $architecture is the
# one to fetch for, if it is not the system's.

# shellcheck source=mk/mirror.sh
. "$(dirname "$0")/${mk:-.}/mirror.sh"

# shellcheck source=/dev/null
codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")

write_configuration() {
	mkdir -p "${work:?}/state/lists/partial" "$work/cache/archives/partial" \
		"$work/sources"
	: >"$work/status"
	cat >"$work/apt.conf" <<-END
	Dir::State "$work/state";
	Dir::State::Lists "lists/";
	Dir::State::Status "$work/status";
	Dir::Cache "$work/cache";
	Dir::Log "$work";
	Dir::Etc::SourceList "/dev/null";
	Dir::Etc::SourceParts "$work/sources";
	Dir::Etc::Preferences "/dev/null";
	Dir::Etc::PreferencesParts "/dev/null";
	APT::Default-Release "";
	#clear APT::Update::Pre-Invoke;
	#clear APT::Update::Post-Invoke;
	#clear APT::Update::Post-Invoke-Success;
	APT::Sandbox::User "";
	APT::Update::Error-Mode "any";
	APT::Get::AllowUnauthenticated "false";
	Acquire::AllowInsecureRepositories "false";
	Acquire::AllowWeakRepositories "false";
	Acquire::AllowDowngradeToInsecureRepositories "false";
	Acquire::Languages "none";
	Acquire::Retries "1";
	Quiet "2";
	END
	[ -z "${architecture-}" ] || cat >>"$work/apt.conf" <<-END
	APT::Architecture "$architecture";
	#clear APT::Architectures;
	APT::Architectures { "$architecture"; };
	END
}

# A fresh system has no lists to find the mirror in; get them, but elsewhere.
update_copy() {
	write_configuration
	sed '/SourceList\|SourceParts/d' "$work/apt.conf" >"$work/system.conf"
	APT_CONFIG=$work/system.conf apt-get update >/dev/null || return 0
}

# FILE:ENTRY URI SUITE, as find_mirror; nothing if there is none.
get_mirror() {
	mirror=$(find_mirror)
	if [ -z "$mirror" ]; then
		update_copy
		mirror=$(APT_CONFIG=$work/system.conf find_mirror)
	fi
	echo "$mirror"
}

# write_sources TYPE SUITE FILE:ENTRY URI SUITE-OF-ENTRY
write_sources() {
	{
		echo "Types: $1"
		echo "URIs: $4"
		echo "Suites: $2"
		echo "Components: main"
		print_signed_by "$3" "$4" "$5"
	} >"$work/sources/fencepost.sources"
}

# What apt-get says is shown only when it fails; fail() is the caller's.
run_apt() {
	apt-get -c "$work/apt.conf" "$@" >"$work/log" 2>&1 || {
		cat "$work/log" >&2
		fail "apt-get $* failed"
	}
}
