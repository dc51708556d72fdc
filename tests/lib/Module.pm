# SPDX-License-Identifier: BSD-2-Clause
#
# A module of linux/ on Debian 13's kernel for riscv64, in QEMU: built against
# the headers of the very kernel, loaded by an init of tests/guest/.
package Module;
use strict;
use warnings;
use Exporter 'import';
use Archive;
use Audit;
use Qemu;

our @EXPORT = qw(module_kernel module_build module_boot);

sub find_kernel
{
	my (undef, $list) = fencepost('kernel', 'list');

	for my $line (split /\n/, $list) {
		return $1 if $line =~ m{^riscv64 +trixie .* (/.*/vmlinuz)$};
	}
	return undef;
}

# The file, and what "uname -r" says there.
sub module_kernel
{
	my $file = find_kernel();

	if (!defined $file) {
		fencepost(qw(kernel get --arch riscv64 trixie));
		$file = find_kernel() // die "no kernel of trixie\n";
	}
	(my $info = $file) =~ s/vmlinuz$/info/;
	my ($release) = (read_file($info) // '') =~
		/^Package: linux-image-(\S+)$/m;
	return ($file, $release // die "$info: no release\n");
}

# The file of the module.
sub module_build
{
	my ($name, $release) = @_;
	my $top = top();

	chomp(my $headers =
		`$top/tests/lib/headers.sh riscv64 trixie '$release'`);
	die "no headers of $release\n" if $headers eq '';
	my $log = `make -C $top SETUP=no linux KDIR='$headers' 2>&1`;
	die "make linux: $log\n" if $?;
	return "$top/build/linux/$name.ko";
}

sub busybox
{
	chomp(my $root = `@{[top()]}/tests/lib/packages.sh riscv64 trixie \\
		busybox-static`);
	my ($file) = glob("$root/{usr/,}bin/busybox");
	return $file // die "no busybox-static for riscv64\n";
}

# In: kernel, module and init (files), cpu, seconds.  Out: the console; and what
# init said, {NAME}: an array for each.
sub module_boot
{
	my (%run) = @_;
	my $initrd = scratch('initrd');
	my $console = scratch('console');
	my ($name) = $run{module} =~ m{([^/]+)$};
	my %result;

	write_archive($initrd, {
		'init' => [$run{init}, 0755],
		'bin/busybox' => [busybox(), 0755],
		'bin/fencepost' => [top() . '/build/fencepost-riscv64', 0755],
		$name => [$run{module}, 0644],
		'dev/.keep' => ['/dev/null', 0644],
	});
	qemu_start(scratch('qemu'), $ENV{FENCEPOST_QEMU} // 'qemu-system-riscv64',
		qw(-M virt -smp 2 -m 512M -display none -monitor none
		-nic none -no-reboot), '-cpu', $run{cpu},
		'-serial', "file:$console", '-kernel', $run{kernel},
		'-initrd', $initrd, '-append',
		'console=ttyS0 quiet panic=-1 rdinit=/init');
	qemu_wait($run{seconds});
	$result{console} = read_file($console) // '';
	$result{console} =~ s/\r//g;
	while ($result{console} =~ /^fencepost: (\S+?): (.*)$/mg) {
		push @{$result{said}{$1}}, $2;
	}
	return \%result;
}

1;
