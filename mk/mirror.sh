# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Where this Debian gets its packages from.  Sourced; $codename is the release's.

# Where apt gets this release's main section from: FILE:ENTRY URI SUITE.
find_mirror() {
	# shellcheck disable=SC2016 # apt expands it
	apt-get indextargets --format '$(SOURCESENTRY) $(REPO_URI) $(RELEASE)' \
		'Created-By: Packages' 'Origin: Debian' 'Label: Debian' \
		"Codename: ${codename:?}" 'Component: main' | head -n 1
}

# The Signed-By of that entry, as deb822 has it, from either format.
print_signed_by() {
	file=${1%:*}
	uri=${2%/}
	case $file in
	*.sources)
		awk -v uri="$uri" -v suite="$3" 'BEGIN { RS = ""; FS = "\n" }
			index($0, uri) && $0 ~ "Suites:[^\n]*" suite {
				for (i = 1; i <= NF; i++) {
					if ($i !~ /^[ #]/)
						on = tolower($i) ~ /^signed-by:/
					if (on)
						print $i
				}
				exit
			}' "$file" ;;
	*)
		sed -n "\\|^deb .*$uri/* *$3 |s/.*signed-by=\\([^] ]*\\).*/Signed-By: \\1/p" \
			"$file" | head -n 1 ;;
	esac
}
