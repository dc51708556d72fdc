#!/usr/bin/perl
# SPDX-License-Identifier: BSD-2-Clause
#
# An OS that was not told of PSCI keeps page 0 and nothing else of the monitor,
# and starts its cores by the spin table.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Monitor;
use File::Temp qw(tempdir);

my $build = $ENV{BUILD} // 'build';
my $work = tempdir(CLEANUP => 1);
my $address = 0x2e00000;

sub spew {
	my ($path, $bytes) = @_;
	open my $file, '>:raw', $path or die "$path: $!";
	print $file $bytes;
	close $file or die "$path: $!";
}

sub tree {
	my ($reserved) = @_;
	spew("$work/dts", <<"END");
/dts-v1/;
/memreserve/ 0 0x1000;
/ {
	#address-cells = <1>;
	#size-cells = <1>;
	memory { device_type = "memory"; reg = <0 0x3b400000>; };
	reserved-memory {
		#address-cells = <1>;
		#size-cells = <1>;
		ranges;
		$reserved
	};
};
END
	system("dtc -q -I dts -O dtb -o $work/dtb $work/dts") == 0 or die;
	return slurp("$work/dtb");
}

# What the payload says, under the image with this tree.
sub run {
	my ($image, $tree) = @_;
	substr($image, 0xf0, 16) = pack 'V4', 0, 0, $address, 0x200000;
	spew("$work/stub", $image);
	spew("$work/tree", $tree);
	my $pid = fork // die "fork: $!";
	if (!$pid) {
		exec 'timeout', '60', 'qemu-system-aarch64', '-M', 'raspi4b',
			'-display', 'none', '-serial', "file:$work/serial",
			'-monitor', 'none', '-no-reboot', '-accel',
			'tcg,thread=single',
			'-device', "loader,file=$work/stub,addr=0x0,force-raw=on",
			'-device', "loader,file=$work/release,addr=0x200000,force-raw=on",
			'-device', "loader,file=$work/tree,addr=$address,force-raw=on"
			or exit 127;
	}
	waitpid $pid, 0;
	die "QEMU ended with $?\n" if $?;
	return slurp("$work/serial") =~ s/\s+$//r;
}

my $image = slurp("$build/monitor/bcm2711/armstub8.bin");
system('aarch64-linux-gnu-objcopy', '-O', 'binary',
	"$build/payload/release.elf", "$work/release") == 0 or die;

my %trees = (
	'a tree that reserves a part of the monitor' =>
		tree('stub@0 { reg = <0 0x1000>; };'),
	'a tree that cannot be read' => "\xa5" x 4096,
);
for my $name (sort keys %trees) {
	my $said = run($image, $trees{$name});
	noted($said eq 'started', "$name: core 1 starts", $said);
}

# It is seen to fail: in core_enter, a write of SCTLR_EL3 with M set before ERET.
my $mutant = $image;
my $register;
for my $at (map { 4 * $_ } 0x800 / 4 .. 0x9fc / 4) {
	my $word = unpack 'V', substr $mutant, $at, 4;
	# movz x1, #0x183c: SCTLR_EL3 without M
	substr($mutant, $at, 4) = pack 'V', $word | 1 << 5
		if $word == 0xd2830781;
}
my $said = run($mutant, $trees{'a tree that cannot be read'});
noted($mutant ne $image && $said eq 'lost',
	'a monitor that needs page 1 for it is found out', $said);
done_testing();
