# SPDX-License-Identifier: BSD-2-Clause
#
# What has to hold for a stock kernel that boots through the monitor.
use strict;
use warnings;
use Test::More;
use Audit;
use Linux;

# What the kernel is told, and what it must say of itself then.  ssbd is the
# state of a process, which tells a firmware that can be asked to switch from
# one that only says so.
my %variants = (
	'' => { spectre_v2 => qr/^Mitigation: .*, BHB$/,
		spec_store_bypass => qr/^Mitigation: /,
		ssbd => qr/^thread vulnerable$/ },
	'nospectre_v2' => { spectre_v2 => qr/^Vulnerable/,
		spec_store_bypass => qr/^Mitigation: /,
		ssbd => qr/^thread vulnerable$/ },
	'ssbd=force-on' => { spectre_v2 => qr/^Mitigation: .*, BHB$/,
		spec_store_bypass => qr/^Mitigation: /,
		ssbd => qr/^not vulnerable$/ },
	'ssbd=force-off' => { spectre_v2 => qr/^Mitigation: .*, BHB$/,
		spec_store_bypass => qr/^Vulnerable/,
		ssbd => qr/^vulnerable$/ },
	'mitigations=off' => { spectre_v2 => qr/^Vulnerable/,
		spec_store_bypass => qr/^Vulnerable/,
		ssbd => qr/^vulnerable$/ },
);

my %ends = (off => 'guest-shutdown', reset => 'guest-reset');

sub variants { return sort keys %variants; }

# One line of TAP, and what it was judged by.
sub judge
{
	my ($good, $name, @evidence) = @_;

	ok($good, $name) ? note(@evidence) : diag(@evidence);
}

# A line of evidence that has to be there.
sub judge_line
{
	my ($name, $pattern, @lines) = @_;
	my ($line) = grep { /$pattern/ } @lines;

	judge(defined $line, $name,
		$line // join("\n", "none matches $pattern:", @lines));
}

# It ended as it was told to, and nothing went wrong on the way.
sub check_end
{
	my ($name, $result, $end) = @_;
	my @failures = linux_failures($result);

	judge($result->{end} eq $ends{$end}, "$name: ends by $end",
		$result->{end});
	judge(!@failures, "$name: no failure", join("\n", @failures));
	if ($result->{end} ne $ends{$end} || @failures) {
		diag(join("\n", (split /\n/, $result->{console})[-40 .. -1]));
	}
}

sub check_cpus
{
	my ($name, $result) = @_;
	my @log = linux_said($result, 'log');

	judge_line("$name: four CPUs", qr/^0-3$/, linux_said($result, 'online'));
	judge_line("$name: by PSCI", qr/^psci $/, linux_said($result, 'method'));
	judge_line("$name: all at EL2", qr/All CPU.s. started at EL2/, @log);
	judge_line("$name: PSCI 1.1", qr/PSCIv1\.1 detected in firmware/, @log);
	judge_line("$name: SMCCC 1.1 or later",
		qr/SMC Calling Convention v1\.[1-9]/, @log);
}

# A Raspberry Pi's tree keeps page 0 from the kernel, and so must each kernel
# that is started by another.
sub check_reserved
{
	my ($name, $result) = @_;

	judge_line("$name: the monitor's memory is reserved, and no more",
		qr/^\s*0: 0x0+\.\.0x0+[0-3]?fff\b/,
		linux_said($result, 'reserved')) if $name =~ /raspi4b/;
}

sub check_mitigations
{
	my ($name, $result, $options) = @_;
	my $wanted = $variants{$options};

	for my $key (sort keys %$wanted) {
		judge_line("$name: $key", $wanted->{$key},
			linux_said($result, $key));
	}
}

# In: suite, board, options (one of variants()).
sub check_variant
{
	my (%run) = @_;
	my $name = join(' ', $run{suite}, $run{board}, $run{options} || 'default');
	my $result = linux_boot(%run, steps => 'report,off');

	check_cpus($name, $result);
	check_reserved($name, $result);
	check_mitigations($name, $result, $run{options});
	check_end($name, $result, 'off');
	return $result;
}

# Every CPU idles through CPU_SUSPEND, and is never refused.
sub check_idle
{
	my (%run) = @_;
	my $name = "$run{suite} $run{board}, idle";
	my $result = linux_boot(%run, idle => 1, steps => 'idle,off');
	my @idle = linux_said($result, 'idle');

	judge(4 == grep({ /^standby [1-9]\d* rejected 0$/ } @idle),
		"$name: four CPUs in standby", join("\n", @idle));
	check_end($name, $result, 'off');
}

# CPUs come and go, then kernels start one another; it ends by reset.
sub check_cycles
{
	my ($cycles, $boot_cpu, $kexecs, %run) = @_;
	my $name = "$run{suite} $run{board}";
	my $result = linux_boot(%run, seconds => 1200, steps =>
		"hotplug:$cycles,boot-cpu:$boot_cpu,kexec:$kexecs,report,reset");
	my @online = linux_said($result, 'online');

	judge_line("$name: CPUs 1 to 3 off and on",
		qr/^$cycles cycles, online 0-3$/,
		linux_said($result, 'hotplug'));
	judge_line("$name: CPU 0 off and on",
		qr/^$boot_cpu cycles, online 0-3$/,
		linux_said($result, 'boot-cpu'));
	is(scalar(linux_said($result, 'kexec')), $kexecs, "$name: kexecs");
	# Before each, after the last, and in the report.
	is_deeply(\@online, [('0-3') x ($kexecs + 2)],
		"$name: four CPUs after each");
	check_mitigations("$name, at last", $result, '');
	check_reserved("$name, at last", $result);
	check_end($name, $result, 'reset');
}

1;
