# SPDX-License-Identifier: BSD-2-Clause
#
# Every payload of an architecture, against what its source says the audit must
# find.  A line in the source: /* expect: WHAT N */, WHAT a verdict, "finding
# RULE", "delay RULE" or "unjudged REASON".  What is not named must be 0.  And
# /* run: OPTIONS */ adds options for fencepost, /* residue: LABEL CPU N */ tells
# how many ghosts a CPU may hold at a mark, under all dead ASIDs together.
use strict;
use warnings;
use Test::More;
use File::Basename;
use Audit;

my @verdicts = qw(required preventive deferrable redundant insufficient repeat
	unjudged);

sub read_expectations
{
	my ($source) = @_;
	my %expect;
	my @options;
	for my $line (split /\n/, read_file($source)) {
		if ($line =~ m{/\* expect: (.*\S) (\d+) \*/}) {
			$expect{$1} = $2;
		} elsif ($line =~ m{/\* residue: (.*\S) (\d+) (\d+) \*/}) {
			$expect{"residue $1 $2"} = $3;
		} elsif ($line =~ m{/\* run: (.*\S) \*/}) {
			push @options, split(' ', $1);
		}
	}
	return (\%expect, \@options);
}

sub seen
{
	my ($json) = @_;
	my %seen;
	my $firmware = firmware_ops($json);
	for my $verdict (@verdicts) {
		$seen{$verdict} = $json->{totals}{$verdict};
	}
	$seen{unjudged} -= $_ for values %$firmware;
	$seen{"finding $_->{rule}"} += $_->{count} for @{$json->{findings}};
	$seen{"delay $_->{rule}"} += $_->{count} for @{$json->{delays}};
	for my $entry (@{$json->{residue}}) {
		$seen{"residue $entry->{at} $entry->{cpu}"} +=
			$entry->{ghosts};
	}
	return { map { $_ => $seen{$_} } grep { $seen{$_} } keys %seen };
}

# What is issued by the firmware below the payload: OpenSBI, at start-up.
sub firmware_ops
{
	my ($json) = @_;
	my %ops;

	for my $site (@{$json->{sites}}) {
		$ops{$site->{op}} += $site->{issued}
			if $site->{symbol} =~ /^firmware(\+|$)/;
	}
	return \%ops;
}

# The guest's own count of an op, against ours without the firmware's.
sub check_own_count
{
	my ($name, $json) = @_;
	my (%own, %ours);
	my $firmware = firmware_ops($json);

	$own{$_->{op}} += $_->{n} for @{$json->{expect}};
	for my $op (@{$json->{ops}}) {
		$ours{$op->{op}} = $op->{issued} - ($firmware->{$op->{op}} // 0);
	}
	delete @own{grep { !$own{$_} } keys %own};
	delete @ours{grep { !$ours{$_} } keys %ours};
	is_deeply(\%ours, \%own, "$name: the payload counted the same");
}

sub check_payload
{
	my ($arch, $source) = @_;
	my $name = basename($source, '.c') . "-$arch";
	my ($expect, $options) = read_expectations($source);
	my $audit = audit('--arch', $arch, '--payload', $name, @$options);
	my $wanted = grep({ /^finding/ } keys %$expect) ? 1 : 0;

	is($audit->{status}, $wanted, "$name: exit status") or
		diag($audit->{log});
	return if !$audit->{json};
	my $named = { map { $_ => $expect->{$_} }
		grep { $expect->{$_} && !/^unjudged / } keys %$expect };
	is_deeply(seen($audit->{json}), $named, "$name: what is found") or
		diag(explain(seen($audit->{json})));
	check_own_count($name, $audit->{json});
}

sub check_all
{
	my ($arch) = @_;
	my @sources = sort(glob(top() . "/payload/twins-$arch/*.c"));

	ok(@sources > 10, 'there are twins') or return;
	check_payload($arch, $_) for @sources;
}

1;
