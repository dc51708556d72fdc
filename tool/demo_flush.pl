#!/usr/bin/env perl
# SPDX-License-Identifier: BSD-2-Clause
#
# A part of make demo: TLB invalidations at the end of VMs, on a stock arm64
# kernel in nVHE mode with the module of linux/fencepost_s2flush.  demo_flush.pl
# FILE: a row for the last table is added to it.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../tests/lib";
use Flush;

my $module = 'fencepost_s2flush';
my $vms = 50;
my @policies = qw(none vmid all);
# Broadcasts for the regime of guests that only EL2 may issue.
my %words = (d50c8380 => 'ALLE1IS', d50c83c0 => 'VMALLS12E1IS');

# The number of each broadcast; dies if a step failed.
sub run_vms
{
	my ($policy, $mmu) = @_;
	my $result = flush_run(suite => 'trixie', module => $module,
		cpu => 'cortex-a53', steps => [
		"insmod /module.ko policy=$policy",
		"/fencepost vm --mmu $mmu --repeat $vms",
	]);
	my @runs = @{$result->{runs}};

	die "policy $policy, MMU $mmu: the machine or a step failed\n"
		if @runs != 2 || grep { $_->{status} != 0 } @runs;
	return { map { $words{$_} => $result->{counts}{$_} // 0 } keys %words };
}

# As "1 ALLE1IS" for each VM.
sub per_teardown
{
	my ($counts) = @_;
	my @said = map { sprintf('%g %s', $counts->{$_} / $vms, $_) }
		grep { $counts->{$_} } sort keys %$counts;

	return @said ? join(', ', @said) : '0';
}

sub write_row
{
	my ($file, %said) = @_;

	open(my $rows, '>>', $file) or die "$file: $!\n";
	print $rows join("\t", '1 nVHE, TLBIs a VM teardown', $said{none}, '-',
		$said{all} =~ s/ .*//r, 'QEMU cortex-a53, Debian 13'), "\n";
	close($rows) or die "$file: $!\n";
}

print "\nDebian 13's kernel in nVHE mode: broadcast TLBIs of EL2 for one " .
	"VM's teardown,\nby policy of $module ($vms VMs each):\n";
if (!eval { flush_build('trixie', $module) }) {
	print "  skipped: the module can't be built here: $@";
	exit 0;
}
printf("  %-8s %-18s %s\n", 'policy', 'guest MMU off', 'guest MMU on');
my %said;
for my $policy (@policies) {
	my @both = map { per_teardown(run_vms($policy, $_)) } qw(off on);

	printf("  %-8s %-18s %s\n", $policy, @both);
	$said{$policy} = $both[1];
}
write_row($ARGV[0], %said);
