# SPDX-License-Identifier: BSD-2-Clause
#
# For tests of the monitor's machine code.
package Monitor;
use strict;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT = qw(noted slurp listing page0);

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

1;
