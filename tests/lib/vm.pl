# SPDX-License-Identifier: BSD-2-Clause
#
# What has to hold for fencepost vm on any stock kernel that has KVM.
use strict;
use warnings;
use Test::More;
use JSON::PP;
use Audit;
use Host;

# Guests of one's own, as instructions.
my %images = (
	aarch64 => {
		# b .
		loop => [0x14000000],
		# movz w0, #8; movk w0, #0x8400, lsl #16; hvc #0
		off => [0x52800100, 0x72b08000, 0xd4000002],
		# The same with 9.
		reset => [0x52800120, 0x72b08000, 0xd4000002],
		# movz x1, #0x1000; ldr w0, [x1]
		outside => [0xd2820001, 0xb9400020],
	},
	riscv64 => {
		# j .
		loop => [0x0000006f],
		# lui a7, 0x53525; addi a7, a7, 0x354; li a6, 0; li a0, 0;
		# li a1, 0; ecall
		off => [0x535258b7, 0x35488893, 0x00000813, 0x00000513,
			0x00000593, 0x00000073],
		# The same with li a0, 1.
		reset => [0x535258b7, 0x35488893, 0x00000813, 0x00100513,
			0x00000593, 0x00000073],
		# lui a1, 0x1; lw a0, 0(a1)
		outside => [0x000015b7, 0x0005a503],
	},
);

my %registers = (
	aarch64 => qr/^fencepost:   pc        0000000040010000$/m,
	riscv64 => qr/^fencepost:   pc     0000000080010000$/m,
);

sub write_images
{
	my ($arch) = @_;
	my %files;

	for my $name (keys %{$images{$arch}}) {
		$files{$name} = scratch("$arch-$name");
		open(my $out, '>:raw', $files{$name}) or die $!;
		print $out pack('V*', @{$images{$arch}{$name}});
		close($out) or die $!;
	}
	return \%files;
}

sub is_spun
{
	my ($output, $arch) = @_;
	my ($text) = $output =~ /^(\{.*\})$/m or return 0;
	my $json = decode_json($text);

	return $json->{schema} eq 'fencepost.vm/1' && $json->{arch} eq $arch &&
		$json->{virtual} && $json->{spin_ns} == 20_000_000 &&
		$json->{times_ns}{run}{min} >= 20_000_000;
}

# [command, status, what its output is to be].
sub commands
{
	my ($arch) = @_;
	my $last = qr/^destroy /m;

	return (
		['vm --repeat 200', 0, qr/ MMU on, 200 VMs\n.*^run .*$last/ms],
		['vm --repeat 200 --mmu off', 0,
			qr/ MMU off, 200 VMs\n.*^run .*$last/ms],
		['vm --never-run --repeat 20', 0,
			qr/ 20 VMs, never run\n.*\ncreate .*\n$last/],
		['vm --keep --repeat 20', 0, qr/ 20 VMs\n.*^run .*$last/ms],
		['vm --spin 20ms --json /dev/console', 0,
			sub { is_spun($_[0], $arch) }],
		['vm --cpu 1', 0, qr/ 1 VM\n.*$last/ms],
		['vm --cpu 7', 2, qr/^fencepost: --cpu 7: /],
		['vm --guest /off', 0, qr/, own guest,/],
		['vm --guest /loop --timeout 100ms', 3,
			qr/\Afencepost: the guest hangs: .*$registers{$arch}/ms],
		['vm --guest /reset', 3, qr/exit 24.*\(it asked for a reset\)/],
		['vm --guest /outside', 3,
			qr/exit 6,.*\(it accessed an address that is not memory\)/],
	);
}

sub check_command
{
	my ($name, $run, $wanted) = @_;
	my ($command, $status, $output) = @$wanted;
	my $good = ref($output) eq 'CODE' ? $output->($run->{output}) :
		$run->{output} =~ $output;

	is($run->{command}, $command, "$name: $command");
	is($run->{status}, $status, "$name: $command: exit status");
	ok($good, "$name: $command: what it says") or diag($run->{output});
}

sub check_machine
{
	my ($name, $result, $mode) = @_;
	my @log = split(/\n/, $result->{console});
	my @complaints = grep { /Kernel panic|Oops|WARNING:|BUG:/ } @log;

	is($result->{end}, 'off', "$name: the machine went off");
	ok($result->{console} =~ $mode, "$name: KVM's mode") or
		diag(join("\n", "none is like $mode:", grep { /kvm/i } @log));
	is_deeply(\@complaints, [], "$name: the kernel has no complaint");
}

# In: arch, cpu, suite, mode (in the kernel's log), options.
sub check_host
{
	my (%run) = @_;
	my $name = join(' ', $run{suite}, $run{cpu}, $run{options} // ());
	my @wanted = commands($run{arch});
	my $result = host_run(%run, files => write_images($run{arch}),
		commands => [map { $_->[0] } @wanted]);

	check_machine($name, $result, $run{mode});
	is(scalar(@{$result->{runs} // []}), @wanted, "$name: all ran") or
		diag($result->{console});
	for my $i (0 .. $#wanted) {
		check_command($name, $result->{runs}[$i] // {
			command => 'none', status => '', output => '' },
			$wanted[$i]);
	}
}

# The static program and its kernel, nothing else.
sub check_alone
{
	my (%run) = @_;
	my $name = "$run{suite} $run{cpu}, alone";
	my $result = host_alone(%run, words => 'vm --repeat 3');

	cmp_ok(-s top() . "/build/fencepost-$run{arch}", '<', 2 << 20,
		"$run{arch}: less than 2 MiB");
	check_machine($name, $result, $run{mode});
	is($result->{status}, 0, "$name: exit status");
	like($result->{console}, qr/^$run{arch}, .* MMU on, 3 VMs$/m,
		"$name: its table");
}

# A program with a guest that is changed by a script for sed.
sub make_mutant
{
	my ($arch, $script) = @_;
	my $file = scratch("mutant-$arch");

	system(top() . '/tests/lib/live-mutant.sh', $arch, $file, $script) == 0
		or die "no mutant by $script\n";
	return $file;
}

# name, the script, options of vm, what it says.
sub check_mutant
{
	my ($run, $name, $script, $options, $says) = @_;
	my $result = host_alone(%$run, words => "vm $options",
		program => make_mutant($run->{arch}, $script));

	is($result->{status}, 3, "$run->{arch}: $name: exit status");
	like($result->{console}, $says, "$run->{arch}: $name: message");
}

# A guest that is not what was asked for does not pass.
sub check_mutants
{
	my (%run) = @_;
	my $marks = { aarch64 => 'str\tw3, \[x4, #BLOCK_MARKER\]',
		riscv64 => 'sw\tt1, BLOCK_MARKER(t0)' }->{$run{arch}};
	my $state = { aarch64 => 's/and\tw3, w3, #1/eor\tw3, w3, #1/',
		riscv64 => 's/snez\tt1, t1/seqz\tt1, t1/' }->{$run{arch}};
	my $branch = { aarch64 => 's/cbz\tx1, .Lmark/b\t.Lmark/',
		riscv64 => 's/beqz\tt1, .Lmark/j\t.Lmark/' }->{$run{arch}};

	check_mutant(\%run, 'a wrong marker', 's/GUEST_MARKER/0x12345678/', '',
		qr/^fencepost: the guest's marker is 0x12345678, not/m);
	check_mutant(\%run, 'no marker', "/$marks/d", '',
		qr/^fencepost: the guest's marker is 0, not/m);
	check_mutant(\%run, 'a lie about the MMU', $state, '--mmu off',
		qr/^fencepost: the guest ran with its MMU on/m);
	check_mutant(\%run, 'an MMU that stays off', $branch, '',
		qr/^fencepost: the guest ran with its MMU off/m);
}

1;
