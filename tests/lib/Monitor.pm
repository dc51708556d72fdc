# SPDX-License-Identifier: BSD-2-Clause
#
# For tests of the monitor's machine code.
package Monitor;
use strict;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT = qw(noted slurp listing page0 stack_frames stack_depth);

# A test with what was seen; at most ten lines of it.
sub noted
{
	my ($good, $name, @seen) = @_;

	ok($good, $name);
	note($_) for grep { defined } @seen[0 .. ($#seen < 9 ? $#seen : 9)];
}

sub slurp
{
	my ($path) = @_;

	open my $file, '<:raw', $path or die "$path: $!\n";
	local $/;
	return scalar <$file>;
}

# objdump's lines as [address, instruction], with single spaces, uncommented.
sub listing
{
	my @list;

	for (@_) {
		next unless /^\s*([0-9a-f]+):\s+[0-9a-f]{8}\s+(.*?)\s*$/;
		my ($address, $text) = (hex $1, $2);
		$text =~ s/\s+/ /g;
		push @list, [$address, $text =~ s{ //.*}{}r];
	}
	return @list;
}

# The instructions of an image's page 0; data is left out.
sub page0
{
	my ($elf) = @_;

	return listing(`aarch64-linux-gnu-objdump -d -j .page0 $elf`);
}

# Of objdump's lines: function => what it takes of the stack, calls, and jumps
# to (its frame is gone then).
sub stack_frames
{
	my (%all, $name);

	for (@_) {
		$name = $1 if /^[0-9a-f]+ <([^>+]+)>:/;
		next unless defined $name;
		my $of = $all{$name} //= { size => 0, call => {}, jump => {} };
		$of->{size} += $1 if /\[sp, #-(\d+)\]!/;
		$of->{size} += hex $1 if /\tsub\tsp, sp, #0x([0-9a-f]+)$/;
		$of->{call}{$1} = 1 if /\tbl\t[0-9a-f]+ <([^>+]+)>/;
		$of->{jump}{$1} = 1 if /\tb\t[0-9a-f]+ <([^>+]+)>/;
	}
	return \%all;
}

# The most bytes of stack below this function; a recursion has no bound.
sub stack_depth
{
	my ($all, $name, %above) = @_;
	my $of = $all->{$name} // return 0;

	return 9**9 if $above{$name}++;
	return $of->{depth} if defined $of->{depth};
	my $most = $of->{size};
	for my $callee (keys %{$of->{call}}) {
		my $depth = $of->{size} + stack_depth($all, $callee, %above);
		$most = $depth if $depth > $most;
	}
	for my $next (grep { $_ ne $name } keys %{$of->{jump}}) {
		my $depth = stack_depth($all, $next, %above);
		$most = $depth if $depth > $most;
	}
	return $of->{depth} = $most;
}

1;
