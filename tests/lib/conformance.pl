# SPDX-License-Identifier: BSD-2-Clause
#
# payload/smccc on a board, its TAP as tests of this process.
use strict;
use warnings;
use Test::More;
use Machine;

# payload/smccc/options.h and layout.h
my $options_address = 0x401ff000;
my $options_magic = 0x736d6363 << 32 | 0x63303121;
my $entry = 0x40200000;
# Memory of both boards that nothing else is in.
my $garbage_address = 0x50000000;
my %endings = (off => 0, reset => 1, reset2 => 2, 'reset2-64' => 3);
my $ending_only = 0x100;

# ldr x4, 8; br x4; 8: .quad of the image's entry.  x0 to x3 stay.
my $jump = pack('V2Q<', 0x58000044, 0xd61f0080, $entry);

sub option_words
{
	my (%given) = @_;
	my @words = ($options_magic, $given{seed} // 1,
		$given{random} // 100_000, $given{cycles} // 10_000,
		$given{races} // 200, $given{stride} // 251,
		$endings{$given{end} // 'off'} |
			($given{only} ? $ending_only : 0), $given{cpu} // 0);
	return { map { $options_address + 8 * $_ => $words[$_] }
		0 .. $#words };
}

# (board, payload's options, machine_run()'s)
sub run_smccc
{
	my ($board, $options, %more) = @_;
	my $build = $ENV{BUILD} // 'build';
	return machine_run($board, kernel => $entry,
		files => ["$build/payload/smccc.elf"],
		words => option_words(%$options), %more);
}

# Each line of it is a test here; what it says of a failure is shown.
sub pass_on
{
	my ($name, $text) = @_;
	my ($count, $plan, $good) = (0, -1, 1);
	for my $line (split /\r?\n/, $text) {
		if ($line =~ /^(not )?ok \d+ - (.*)/) {
			$count++;
			$good = ok(!$1, "$name: $2");
		} elsif ($line =~ /^1\.\.(\d+)$/) {
			$plan = $1;
		} elsif ($line =~ /^Bail out/) {
			fail("$name: $line");
		} elsif (!$good) {
			diag($line =~ s{^# }{}r);
		}
	}
	is($count, $plan, "$name: its plan");
}

# The whole suite, with these options.
sub check_suite
{
	my ($name, $board, $options, %more) = @_;
	my $run = run_smccc($board, $options, tree => tree_for($board), %more);
	pass_on($name, $run->{text});
	is($run->{end}, $options->{end} && $options->{end} =~ /^reset/ ?
		'reset' : 'off', "$name: how it ended");
}

# virt has one of its own.
sub tree_for
{
	return $_[0] eq 'raspi4b' ? machine_tree() : undef;
}

# It gets as far as the payload, whatever the header and the tree are; garbage:
# bytes of a tree.
sub check_reaches
{
	my ($name, $board, %more) = @_;
	my %blobs;
	$blobs{machine_kernel($board)} = $jump if machine_kernel($board) != $entry;
	if (defined $more{garbage}) {
		$more{tree_address} = $garbage_address;
		$blobs{$garbage_address} = delete $more{garbage};
	}
	my $run = run_smccc($board, { only => 1 }, blobs => \%blobs, %more);
	pass_on($name, $run->{text});
	is($run->{end}, 'off', "$name: how it ended");
}

1;
