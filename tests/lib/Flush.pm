# SPDX-License-Identifier: BSD-2-Clause
#
# Debian's arm64 kernels in QEMU with a module of linux/: built for the kernel,
# loaded by the steps that the test names, all TLB invalidations counted by a
# plugin that shares nothing with ours, or by an audit. Time is counted in
# instructions, as in an audit: the same steps give the same counts.
package Flush;
use strict;
use warnings;
use Cwd 'abs_path';
use Exporter 'import';
use File::Basename 'basename';
use Archive;
use Audit;
use Qemu;

our @EXPORT = qw(flush_build flush_run flush_audit);

sub capture
{
	my (@command) = @_;
	my $text = '';

	open(my $in, '-|', @command) or die "$command[0]: $!\n";
	while (my $line = <$in>) {
		$text .= $line;
	}
	close($in) or die "@command failed\n";
	chomp($text);
	return $text;
}

# Where "fencepost kernel get" puts it; undef if it is not there.
sub cached_kernel
{
	my ($suite) = @_;
	my $cache = $ENV{XDG_CACHE_HOME} // "$ENV{HOME}/.cache";
	my $image = "$cache/fencepost/kernels/aarch64/$suite/vmlinuz";

	return -e $image ? $image : undef;
}

# A checkout whose module has a fault: { from, to } in its main.c. All else is
# this checkout's.
sub write_mutant
{
	my ($name, $fault) = @_;
	my ($tree, $here) = (scratch('mutant'), abs_path(top()));
	my $file = "$tree/linux/$name/main.c";

	system('rm', '-rf', $tree) == 0 && mkdir($tree) or die "$tree: $!\n";
	for my $path (grep { !m{/(build|linux)$} } glob("$here/*")) {
		symlink($path, $tree . '/' . basename($path)) or
			die "$path: $!\n";
	}
	system('cp', '-r', "$here/linux", $tree) == 0 or die;
	my $text = read_file($file);
	$text =~ s/\Q$fault->{from}\E/$fault->{to}/ or
		die "$file has no '$fault->{from}'\n";
	open(my $out, '>', $file) or die "$file: $!\n";
	print $out $text;
	close($out) or die "$file: $!\n";
	return $tree;
}

my %kernels;

# { image, release, module }, made once for a suite and a fault of the module.
sub flush_build
{
	my ($suite, $name, $fault) = @_;
	my $key = $suite . ($fault ? $fault->{to} : '');

	return $kernels{$key} if $kernels{$key};
	my ($image, $log) = (cached_kernel($suite), '');
	(undef, $log) = fencepost('kernel', 'get', '--arch', 'aarch64', $suite)
		if !$image;
	$image //= cached_kernel($suite) // die "no kernel of $suite: $log\n";
	my ($release) = read_file($image) =~ /Linux version (\S+) / or
		die "$image does not say which Linux it is\n";
	my $kdir = capture(top() . '/tests/lib/headers.sh', 'arm64', $suite,
		$release);
	my $tree = $fault ? write_mutant($name, $fault) : top();
	# Not the caller's jobserver and variables: it may be a make.
	delete local @ENV{qw(MAKEFLAGS MAKELEVEL MFLAGS)};
	capture('make', '-s', '-C', $tree, 'linux', 'SETUP=no', "KDIR=$kdir");
	my $module = scratch("$suite-$name-" . keys(%kernels) . '.ko');
	system('cp', "$tree/build/linux/$name.ko", $module) == 0 or die;
	return $kernels{$key} = { image => $image, release => $release,
		module => $module };
}

sub write_steps
{
	my ($file, @steps) = @_;

	open(my $out, '>', $file) or die "$file: $!\n";
	print $out "$_\n" for @steps;
	close($out) or die "$file: $!\n";
	return $file;
}

sub find_busybox
{
	my $root = capture(top() . '/tests/lib/packages.sh',
		qw(arm64 trixie busybox-static));
	my ($file) = glob("$root/{usr/,}bin/busybox");

	return $file // die "no busybox in $root\n";
}

# The same size whatever the steps, so that memory is laid out alike.
sub write_initrd_with
{
	my ($file, %contents) = @_;
	my %made;

	open(my $out, '>:raw', $file) or die "$file: $!\n";
	for my $name (sort keys %contents) {
		print $out Archive::parents($name, \%made),
			Archive::entry($name, 0100755,
				read_file($contents{$name}) //
				die "$contents{$name}: $!\n");
	}
	print $out Archive::entry('TRAILER!!!', 0, '');
	close($out) or die "$file: $!\n";
}

my $machine = 'virt,virtualization=on,gic-version=3,dtb-randomness=off';

sub command
{
	my ($run, $kernel, $initrd, $counts) = @_;

	return ('qemu-system-aarch64', '-M', $machine, split(' ',
		'-smp 2 -m 512 -nic none ' .
		'-display none -serial stdio -monitor none -no-reboot -seed 1 ' .
		'-accel tcg,thread=single -icount shift=0,sleep=off ' .
		'-rtc base=2026-01-01T00:00:00,clock=vm ' .
		'-sandbox on,spawn=deny'),
		'-cpu', $run->{cpu}, '-kernel', $kernel->{image},
		'-initrd', $initrd, '-plugin',
		build() . "/tests/count.so,out=$counts", '-append',
		'console=ttyAMA0 panic=-1 nokaslr norandmaps ' . ($run->{options} // ''));
}

# By instruction, as hexadecimal digits: how often it was executed.
sub read_counts
{
	my ($file) = @_;

	return { (read_file($file) // '') =~ /^([0-9a-f]{8}) (\d+)$/mg };
}

# The kernel of the suite, and an initial file system that takes the steps.
sub prepare
{
	my ($run) = @_;
	my $kernel = flush_build(@$run{qw(suite module fault)});
	my $initrd = scratch('initrd');

	write_initrd_with($initrd, init => top() . '/tests/guest/steps-init',
		'bin/busybox' => find_busybox(), 'module.ko' => $kernel->{module},
		fencepost => top() . '/build/fencepost-aarch64',
		steps => write_steps(scratch('steps'), @{$run->{steps}}));
	return ($kernel, $initrd);
}

# In: as for flush_run. Out: what an audit of that machine gives.
sub flush_audit
{
	my (%run) = @_;
	my ($kernel, $initrd) = prepare(\%run);

	return audit('--kernel', $kernel->{image}, '--cpu', $run{cpu},
		'--machine', $machine, '--initrd', $initrd, '--append',
		$run{options} // '');
}

# In: suite, module (its name), fault (of it), cpu, steps, options (of the
# kernel), seconds.
# Out: end, console, counts, and runs: for each step { step, output, status }.
sub flush_run
{
	my (%run) = @_;
	my ($kernel, $initrd) = prepare(\%run);
	my ($log, $counts) = map { scratch($_) } qw(console counts);

	unlink($counts);
	qemu_start($log, command(\%run, $kernel, $initrd, $counts));
	my $end = qemu_wait($run{seconds} // 120);
	my $console = read_file($log);
	$console =~ tr/\r//d;
	my $result = { end => $end, console => $console, runs => [],
		counts => read_counts($counts) };

	while ($console =~ /^steps: run (.*)\n((?s:.*?))^steps: status (\d+)$/mg) {
		push @{$result->{runs}}, { step => $1, output => $2, status => $3 };
	}
	return $result;
}

1;
