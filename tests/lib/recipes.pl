# SPDX-License-Identifier: BSD-2-Clause
#
# What has to hold for the recipes of fencepost measure on stock kernels in QEMU.
# Times are not looked at: an emulator's say nothing.
use strict;
use warnings;
use Test::More;
use JSON::PP;
use Audit;
use Flush;
use Host;
use Reboots;

my $module = 'fencepost_s2flush';
my $policy = "/sys/module/$module/parameters/policy";
# ALLE1IS and VMALLS12E1IS, as the plugin prints them.
my ($alle1is, $vmalls12e1is) = qw(d50c8380 d50c83c0);

sub says
{
	my ($name, $text, $pattern) = @_;

	like($text // '', $pattern, $name);
}

# For docs/measuring-qemu.md, and for whoever wants to look.
sub show_table
{
	my ($name, $text) = @_;

	# Lines of the progress are written over each other.
	note("$name:\n", join("\n", grep { !/\e|^\{"schema/ }
		split(/\n/, $text // '')));
}

# The report, or an empty one.
sub parse_report
{
	my ($name, $text) = @_;
	# On a console it may follow the progress, in its line.
	my ($json) = ($text // '') =~ /(\{"schema": "fencepost.*\})$/m;
	my $report = eval { decode_json($json // '') };

	ok($report, "$name: JSON") or diag(substr($text // 'none', -2000));
	return $report // { arms => [], flags => [], facts => {}, runs => [],
		labels => [], design => {}, ratios_of_means => [],
		comparisons => [] };
}

sub flag_names
{
	my ($report) = @_;

	return map { $_->{name} } @{$report->{flags}};
}

# It ran to its end, and does not pass for more than it is.
sub check_report
{
	my ($name, $report, $recipe, @arms) = @_;
	my %flags = map { $_ => 1 } flag_names($report);

	is($report->{recipe}, $recipe, "$name: the recipe");
	is_deeply([map { $_->{name} } @{$report->{arms}}], \@arms,
		"$name: its arms");
	cmp_ok($report->{design}{runs_planned} // 0, '>=', 4 * $#arms,
		"$name: four runs for each arm but the baseline");
	is(scalar(@{$report->{runs}}), $report->{design}{runs_planned} // -1,
		"$name: all runs");
	ok($report->{simulated} && $flags{simulated}, "$name: is simulated");
	ok(!grep({ $_ eq 'INCOMPLETE' } @{$report->{labels}}) && %flags,
		"$name: not incomplete");
	is(scalar(grep { $_->{delivery}{operations} > 0 &&
		!$_->{delivery}{moved} } @{$report->{runs}}),
		$report->{design}{runs_planned} // -1,
		"$name: each run's loads worked, where they should");
	is(scalar(grep { $_->{verdict} eq 'no verdict' }
		@{$report->{comparisons}}), @{$report->{comparisons}} || -1,
		"$name: one block is no verdict");
}

sub fact_is
{
	my ($name, $report, $fact, $pattern) = @_;

	says("$name: $fact", $report->{facts}{$fact}, $pattern);
}

# A command between the module and its counters.  Out: of flush_run().
sub run_with_module
{
	my ($name, $cpu, $command) = @_;
	my $result = flush_run(name => $name, suite => 'trixie', cpu => $cpu,
		module => $module, seconds => 200, steps => [
		"insmod /module.ko policy=none",
		"NO_COLOR=1 /fencepost $command --json /json >/table 2>/log",
		'cat /table', 'cat /log', 'cat /json',
		"cat /sys/kernel/debug/$module/counters $policy",
		'ls -d /fencepost-measure*']);
	my @output = map { $_->{output} } @{$result->{runs}};

	is($result->{end}, 'off', "$name: the machine went off") or
		diag(substr($result->{console}, -3000));
	is(($result->{runs}[1] // {})->{status}, 0, "$name: exit status") or
		diag($output[3]);
	@$result{qw(table log json)} = @output[2 .. 4];
	show_table($name, $result->{table});
	$result->{counters} = { ($output[5] // '') =~ /^([a-z-]+) (\d+)$/mg };
	says("$name: the policy is put back", $output[5], qr/^none$/m);
	isnt(($result->{runs}[6] // {})->{status}, 0,
		"$name: no note of changes is left");
	note("the module's counters:\n$output[5]", map { "$_ was executed " .
		($result->{counts}{$_} // 0) . " times\n" } $alle1is,
		$vmalls12e1is);
	return $result;
}

# Flags of a machine that is virtual, and what its kernel is.
sub check_arm_facts
{
	my ($name, $report, $part) = @_;

	ok(grep({ $_ eq 'virtual' } flag_names($report)),
		"$name: is virtual");
	fact_is($name, $report, 'KVM mode', qr/Hyp nVHE mode initialized/);
	fact_is($name, $report, 'CPU parts', qr/^$part$/);
	fact_is($name, $report, 'uptime (s)', qr/^\d+\.\d+$/);
	fact_is($name, $report, 'kvm.enable_virt_at_load', qr/^Y$/);
	fact_is($name, $report, 'stage-2 flush policy', qr/^none$/);
	ok(!exists $report->{facts}{'nohz_full CPUs'},
		"$name: no fact without a value");
}

# In: cpu, part (in /proc/cpuinfo), options.
sub check_residue
{
	my (%run) = @_;
	my $name = "guest-residue, $run{cpu}";
	my $result = run_with_module($name, $run{cpu},
		"measure guest-residue --quick --blocks 1 $run{options}");
	my $report = parse_report($name, $result->{json});
	my @arms = ('none', 'never run', 'MMU off', 'MMU on', 'policy none',
		'policy vmid', 'policy all');
	my @washed = $result->{log} =~ /wash-out: 2\^8 VMs$/mg;
	my $n = $result->{counters};

	check_report($name, $report, 'guest-residue', @arms);
	check_arm_facts($name, $report, $run{part});
	is($report->{arms}[0]{action}, '', "$name: the baseline has no VM");
	for my $arm (@arms[1 .. $#arms]) {
		fact_is($name, $report, "after/before, $arm", qr/^average
			\ latency\ \d+\.\d+,\ maximum\ latency\ \d+\.\d+,\ load's
			\ rate\ \d+\.\d+$/x);
	}
	is($report->{facts}{"after/before, $arms[$_->{pair} + 1]"},
		sprintf('average latency %.3f, maximum latency %.3f, ' .
			'load\'s rate %.3f', @$_{qw(average maximum rate)}),
		"$name: as the ratios of means of pair $_->{pair}")
		for @{$report->{ratios_of_means}};
	says("$name: why one arm is not there", $result->{log},
		qr/kvm.enable_virt_at_load=0: it needs reboots/);
	# Each VM of a wash-out ran under policy none; one roll-over at least
	# is forced each time, and no policy but "all" adds to ALLE1IS.
	cmp_ok(scalar(@washed), '>=', $#arms - 1, "$name: wash-outs");
	cmp_ok($n->{none}, '>=', 256 * @washed, "$name: their VMs");
	is_deeply([map { $n->{$_} > 0 ? 1 : 0 } qw(vmid all never-ran)],
		[1, 1, 1], "$name: VMs under the policies, and never run");
	is($n->{errors} + $n->{missed}, 0, "$name: no teardown is missed");
	is($result->{counts}{$vmalls12e1is}, $n->{vmid},
		"$name: VMALLS12E1IS at those of policy vmid only");
	cmp_ok($result->{counts}{$alle1is} - $n->{all}, '>=', @washed,
		"$name: ALLE1IS: a roll-over for each wash-out");
}

# In: cpu, part, options.
sub check_teardown
{
	my (%run) = @_;
	my $name = "teardown-cost, $run{cpu}";
	my $result = run_with_module($name, $run{cpu},
		"measure teardown-cost --quick --blocks 1 $run{options}");
	my $report = parse_report($name, $result->{json});
	my ($n, $counts) = @$result{qw(counters counts)};
	my @arms = ('none', 'vmid', 'all', 'MMU off');

	check_report($name, $report, 'teardown-cost', @arms);
	check_arm_facts($name, $report, $run{part});
	for my $arm (@arms) {
		fact_is($name, $report, "VMs, $arm",
			qr/^[1-9]\d*, \d+\.\d{3} ms each$/);
	}
	is(scalar(grep { ($_->{values}{'wakeup.p50'} // 0) == 0 }
		@{$report->{runs}}), 0, "$name: a bystander in each run");
	cmp_ok($n->{$_}, '>', 0, "$name: teardowns under $_")
		for qw(none vmid all);
	is($n->{errors} + $n->{missed}, 0, "$name: no teardown is missed");
	is($counts->{$vmalls12e1is}, $n->{vmid},
		"$name: VMALLS12E1IS at those of policy vmid only");
	# Roll-overs by themselves: one for 255 VMs.
	my $rolled = $counts->{$alle1is} - $n->{all};
	my $all = $n->{none} + $n->{vmid} + $n->{all};
	ok($rolled >= 0 && $rolled <= 1 + $all / 255,
		"$name: ALLE1IS at those of policy all, and at roll-overs") or
		diag("$rolled more, $all VMs");
}

# In: cpu, isa (a pattern), options.
sub check_mappings
{
	my (%run) = @_;
	my $name = "new-mappings, $run{cpu}";
	my $result = host_run(arch => 'riscv64', suite => 'trixie',
		cpu => $run{cpu}, options => 'NO_COLOR=1', commands => [
		"measure new-mappings --quick --blocks 1 $run{options} " .
		'--json /dev/console']);
	my $only = $result->{runs}[0] // { output => '', status => 'none' };
	my $report = parse_report($name, $only->{output});

	show_table($name, $only->{output});
	is($result->{end}, 'off', "$name: the machine went off");
	is($only->{status}, 0, "$name: exit status");
	check_report($name, $report, 'new-mappings', 'none', 'none again');
	is($report->{loads}, 'mappings', "$name: its load");
	is_deeply([sort map { $_->{metric} } grep { $_->{primary} }
		@{$report->{comparisons}}], ['fault.p50', 'mmap.p50'],
		"$name: what it asks, each apart");
	ok(grep({ $_ eq 'A/A' } @{$report->{labels}}), "$name: is A/A");
	fact_is($name, $report, 'ISA', $run{isa});
}

# Names of the arms that had runs in a boot, each once.
sub arms_of
{
	my ($boot, @arms) = @_;
	my %seen;

	return grep { !$seen{$_}++ } map { $arms[$_] }
		($boot->{log} // '') =~ /run \d+, arm (\d+):/g;
}

# The arm that needs a boot of its own.  In: options.
sub check_virt_at_load
{
	my (%run) = @_;
	my $name = 'guest-residue, no virt at load';
	my @arms = ('none', 'never run', 'MMU on', 'no virt at load');
	my $boots = reboots_run(boots => 8, measure => 'measure guest-residue ' .
		"--quick --blocks 1 --seed 1 -m 1 $run{options}");
	my $report = parse_report($name, $boots->[-1]{json});

	check_boots($name, @$boots);
	check_report($name, $report, 'guest-residue', @arms);
	for my $boot (grep { arms_of($_, @arms) } @$boots) {
		my $own = grep { $_ eq $arms[3] } arms_of($boot, @arms);
		my $asked = $boot->{words}{'kvm.enable_virt_at_load=0'} ? 1 : 0;

		is($own, $asked, "$name: this arm where the kernel is told so");
		is(scalar(arms_of($boot, @arms)), 1, "$name: and no other")
			if $asked;
	}
}

# An arm's own calls: of the boots that had runs of no other.
sub calls_of
{
	my ($boots, $name, @arms) = @_;
	my @own = grep { join(',', arms_of($_, @arms)) eq $name } @$boots;

	return { boots => scalar(@own), map { my $key = $_;
		($key => [map { $_->{$key} } @own]) } qw(wa1 wa2) };
}

sub all_are
{
	my ($name, $good, $calls) = @_;

	ok(@$calls && @$calls == grep({ $good->($_) } @$calls),
		"$name: @$calls") or diag('that is not it');
}

# What the kernel asks of the monitor at boot: each CPU's state of bypassing.
my $few = sub { $_[0] <= 16 };
my $none = sub { $_[0] == 0 };
my $many = sub { $_[0] >= 1000 };

# [ARCH_WORKAROUND_1, ARCH_WORKAROUND_2] of a boot.
my %expected = (
	'none' => [$none, $few],
	'v4 on' => [$none, $many],
	'v2 on' => [$many, $few],
	'both on' => [$many, $many],
);

sub check_boots
{
	my ($name, @boots) = @_;
	my ($last, @before) = reverse @boots;

	is($last->{status}, 0, "$name: ends with status 0") or
		diag(substr($last->{console}, -3000));
	is(scalar(grep { $_->{status} ne '4' } @before), 0,
		"$name: and asks for boots before");
	cmp_ok(scalar(@boots), '>', 1, "$name: they were made");
	is(scalar(grep { ($_->{log} // '') !~ /run \d+, arm/ }
		@boots[1 .. $#boots]), 0,
		"$name: each boot but the first is good for a run");
	is(scalar(grep { !$_->{firmware} && $_->{wa1} + $_->{wa2} } @boots), 0,
		"$name: no calls where there is no monitor");
}

# In: options.
sub check_mitigations
{
	my (%run) = @_;
	my $name = 'mitigations';
	my @arms = ('none', 'v4 on', 'v4 by task', 'v2 on', 'both on',
		'stock firmware', 'stock firmware again');
	my $boots = reboots_run(boots => 30, measure => 'measure mitigations ' .
		"--quick --blocks 1 --seed 1 $run{options}");
	my $report = parse_report($name, $boots->[-1]{json});

	show_table($name, $boots->[-1]{table});
	check_boots($name, @$boots);
	check_report($name, $report, 'mitigations', @arms);
	fact_is($name, $report, 'board', qr/^Raspberry Pi 4/);
	for my $arm (sort keys %expected) {
		my $calls = calls_of($boots, $arm, @arms);

		all_are("$name: $arm: ARCH_WORKAROUND_1", $expected{$arm}[0],
			$calls->{wa1});
		all_are("$name: $arm: ARCH_WORKAROUND_2", $expected{$arm}[1],
			$calls->{wa2});
	}
	my ($task) = calls_of($boots, 'v4 by task', @arms)->{wa2}[0];
	my ($all) = calls_of($boots, 'v4 on', @arms)->{wa2}[0];

	ok(defined $task && defined $all && $task < $all / 4,
		"$name: tasks that ask for it spare the kernel's calls") or
		diag(($task // 'none') . ' and ' . ($all // 'none'));
}

1;
