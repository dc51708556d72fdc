#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# The last table of the demo: demo.pl OFF.json ON.json ROWS.  Issued and not
# needed are counted without the remedy, "after remedy" with it.  ROWS: more
# rows, with tabs between their fields.
use strict;
use warnings;
use JSON::PP;

sub sites
{
	my ($file) = @_;
	open(my $in, '<', $file) or die "$file: $!\n";
	local $/;
	return JSON::PP->new->decode(scalar <$in>)->{sites};
}

# Sums over the sites whose call chain has a function that matches.
sub count
{
	my ($sites, $pattern, @keys) = @_;
	my $sum = 0;

	for my $site (@$sites) {
		next if !grep { /$pattern/ } $site->{symbol},
			@{$site->{callers}};
		$sum += $site->{$_} for @keys;
	}
	return $sum;
}

my ($off, $on) = map { sites($_) } @ARGV[0, 1];
my @not_needed = qw(preventive deferrable redundant);
my $user = qr/^(__)?handle_mm_fault|^do_wp_page|^filemap_map_pages/;
my $kernel = qr/^__set_fixmap|^flush_cache_vmap|^vmap_/;
my @rows = (
	['proposal', 'issued', 'not needed', 'after remedy', 'seen on'],
);

for my $row (['3 RISC-V, user mappings', $user],
		['3 RISC-V, kernel mappings', $kernel]) {
	my ($name, $pattern) = @$row;
	push @rows, [$name, count($off, $pattern, 'issued'),
		count($off, $pattern, @not_needed),
		count($on, $pattern, 'issued'), 'QEMU, Debian 13, Svvptc'];
}
open(my $more, '<', $ARGV[2]) or die "$ARGV[2]: $!\n";
push @rows, map { chomp; [split /\t/] } <$more>;
printf("%-28s | %10s | %10s | %12s | %s\n", @$_) for @rows;
