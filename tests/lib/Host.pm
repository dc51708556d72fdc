# SPDX-License-Identifier: BSD-2-Clause
#
# A stock kernel in QEMU that is itself a host: the static program runs on it,
# with nothing else, or one command after the other beside busybox.
package Host;
use strict;
use warnings;
use Exporter 'import';
use Archive;
use Audit;
use Qemu;

our @EXPORT = qw(host_alone host_run);

my %arches = (
	aarch64 => {
		debian => 'arm64', console => 'ttyAMA0',
		machine => '-M virt,virtualization=on,gic-version=3',
	},
	riscv64 => {
		debian => 'riscv64', console => 'ttyS0', machine => '-M virt',
	},
);

sub packages
{
	my ($arch, @names) = @_;
	my $root = `@{[top()]}/tests/lib/packages.sh \\
		$arches{$arch}{debian} trixie @names`;

	chomp($root);
	return $root || die "no @names for $arch\n";
}

sub one_file
{
	my ($pattern) = @_;
	my ($file) = glob($pattern);

	return $file // die "nothing is like $pattern\n";
}

sub cached_kernel
{
	my ($arch, $suite) = @_;
	my (undef, $list) = fencepost('kernel', 'list');

	return $list =~ m{^\Q$arch\E +\Q$suite\E .* (/.*)$}m ? $1 : undef;
}

# { image, modules }.  A kernel with modules has to be of one package with them.
sub get_kernel
{
	my ($arch, $suite) = @_;

	if ($arch eq 'riscv64') {
		my $root = packages($arch, 'linux-image-riscv64');

		return { image => one_file("$root/boot/vmlinu*"), modules =>
			[one_file("$root/usr/lib/modules/*/kernel/arch/riscv/kvm/kvm.ko*")] };
	}
	my $log = '';
	my $image = cached_kernel($arch, $suite);
	(undef, $log) = fencepost('kernel', 'get', '--arch', $arch, $suite)
		if !$image;
	$image //= cached_kernel($arch, $suite) //
		die "no kernel of $suite: $log\n";
	return { image => $image, modules => [] };
}

# The program, and each module as modules/NAME.
sub program_and_modules
{
	my ($run, $kernel) = @_;

	my $program = $run->{program} // top() . "/build/fencepost-$run->{arch}";

	return ('fencepost' => [$program, 0755],
		map { ('modules/' . s{.*/}{}r => [$_, 0644]) }
		@{$kernel->{modules}});
}

# Reads the console until the machine has ended, or for so many seconds.
sub boot
{
	my ($run, $kernel, $initrd, $append) = @_;
	my $arch = $arches{$run->{arch}};
	my $log = scratch('console');
	my @command = ("qemu-system-$run->{arch}", split(' ',
		"$arch->{machine} -cpu $run->{cpu} -smp 2 -m 512 -nic none" .
		' -display none -serial stdio -monitor none -no-reboot' .
		' -sandbox on,spawn=deny'), '-kernel', $kernel->{image},
		'-initrd', $initrd, '-append',
		"console=$arch->{console} panic=-1 $append");

	qemu_start($log, @command);
	my $end = qemu_wait($run->{seconds} // 120);
	my $console = read_file($log);
	$console =~ tr/\r//d;
	return { end => $end, console => $console };
}

# In: arch, cpu (QEMU's), suite, options (more of the kernel's command line),
# words (the program's), program (another one), seconds.  Out: end ('off', 'time limit'), console,
# status (what the program's was, by itself).
sub host_alone
{
	my (%run) = @_;
	my $kernel = get_kernel($run{arch}, $run{suite});
	my $initrd = scratch('alone');

	write_archive($initrd, { program_and_modules(\%run, $kernel) });
	my $result = boot(\%run, $kernel, $initrd, join(' ', $run{options} // '',
		'rdinit=/fencepost --', $run{words}));
	($result->{status}) = $result->{console} =~
		/^fencepost: exit status (\d+)$/m;
	return $result;
}

sub write_commands
{
	my ($file, @commands) = @_;

	open(my $out, '>', $file) or die "$file: $!\n";
	print $out "$_\n" for @commands;
	close($out) or die "$file: $!\n";
}

# As host_alone(), but: commands (each of them words of the program), files (NAME
# => FILE, more of the file system).  Out: end, console, and runs, for each
# command { command, output, status }.
sub host_run
{
	my (%run) = @_;
	my $kernel = get_kernel($run{arch}, $run{suite});
	my $busybox = packages($run{arch}, 'busybox-static');
	my ($initrd, $commands) = (scratch('initrd'), scratch('commands'));

	write_commands($commands, @{$run{commands}});
	write_archive($initrd, { program_and_modules(\%run, $kernel),
		init => [top() . '/tests/guest/commands-init', 0755],
		'bin/busybox' => [one_file("$busybox/{usr/,}bin/busybox"), 0755],
		commands => [$commands, 0644],
		map { ($_ => [$run{files}{$_}, 0644]) } keys %{$run{files}} });
	my $result = boot(\%run, $kernel, $initrd, $run{options} // '');

	while ($result->{console} =~
		/^commands: run (.*)\n((?s:.*?))^commands: status (\d+)$/mg) {
		push @{$result->{runs}}, { command => $1, output => $2,
			status => $3 };
	}
	return $result;
}

1;
