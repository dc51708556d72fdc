# SPDX-License-Identifier: BSD-2-Clause
#
# What has to hold for linux/fencepost_s2flush on any stock kernel in nVHE mode,
# and what it says where it may not be loaded.
use strict;
use warnings;
use Test::More;
use Audit;
use Flush;

my $module = 'fencepost_s2flush';
my $counters = "/sys/kernel/debug/$module/counters";
my $parameter = "/sys/module/$module/parameters/policy";

# SYS instructions with register 0, as the plugin prints them: ALLE1IS,
# VMALLS12E1IS, ALLE1, VMALLS12E1.
my ($alle1is, $vmalls12e1is) = qw(d50c8380 d50c83c0);
my @el2 = ($alle1is, $vmalls12e1is, qw(d50c8780 d50c87c0));

sub run_steps
{
	my ($host, @steps) = @_;
	my $result = flush_run(%$host, module => $module, steps => \@steps);
	my @complaints = grep { /Kernel panic|Oops|WARNING:|BUG:/ }
		split(/\n/, $result->{console});

	is($result->{end}, 'off', "$host->{name}: the machine went off");
	is(scalar(@{$result->{runs}}), scalar(@steps),
		"$host->{name}: all steps ran") or diag($result->{console});
	is_deeply(\@complaints, [], "$host->{name}: the kernel is content");
	return $result;
}

sub all_good
{
	my ($name, $result) = @_;

	is($_->{status}, 0, "$name: $_->{step}") or diag($_->{output})
		for @{$result->{runs}};
}

# The module's counters, by name, of the last step that printed them.
sub last_counters
{
	my ($result) = @_;
	my ($run) = grep { $_->{step} =~ /cat \Q$counters/ }
		reverse @{$result->{runs}};

	return { ($run ? $run->{output} : '') =~ /^([a-z-]+) (\d+)$/mg };
}

sub expect_counters
{
	my ($name, $result, %expected) = @_;
	my %all = (none => 0, vmid => 0, all => 0, 'never-ran' => 0,
		errors => 0, missed => 0, %expected);

	is_deeply(last_counters($result), \%all, "$name: the module's counters");
}

# 50 VMs that run and 10 that never do, under one policy; undef is without the
# module.
sub run_policy
{
	my ($host, $policy) = @_;
	my @steps = ('/fencepost vm --repeat 50',
		'/fencepost vm --never-run --repeat 10');
	my $result;

	@steps = ("insmod /module.ko policy=$policy", @steps,
		"cat $counters") if defined $policy;
	$result = run_steps($host, @steps);
	all_good("$host->{name} " . ($policy // 'no module'), $result);
	expect_counters("$host->{name} $policy", $result, $policy => 50,
		'never-ran' => 10) if defined $policy;
	return $result->{counts};
}

# How many more of each instruction, those that did not change left out.
sub subtract
{
	my ($one, $other, @words) = @_;
	my %more;

	for my $word (@words) {
		my $n = ($one->{$word} // 0) - ($other->{$word} // 0);

		$more{$word} = $n if $n;
	}
	return \%more;
}

# Instructions of EL2 for the guests' regime, and those for EL1 that the
# hypervisor issues under a VMID, are compared with a run without the module.
sub check_policies
{
	my ($host, @policies) = @_;
	my %more = (none => {}, vmid => { $vmalls12e1is => 50 },
		all => { $alle1is => 50 });
	my $without = run_policy($host, undef);

	for my $policy (@policies) {
		my $counts = run_policy($host, $policy);

		is_deeply(subtract($counts, $without, @el2), $more{$policy},
			"$host->{name} $policy: TLBIs at 50 teardowns");
	}
}

# Loaded, changed and unloaded while VMs run: each of 50 teardowns is counted
# once while the module is there.
sub check_changes
{
	my ($host) = @_;
	my $result = run_steps($host,
		'/fencepost vm --spin 200ms & vm=$!',
		'sleep 0.1; insmod /module.ko policy=vmid; wait $vm',
		"cat $counters",
		'/fencepost vm --repeat 40 --spin 2ms & vm=$!',
		"for p in all none vmid all none; do echo \$p >$parameter; done",
		'wait $vm',
		"cat $counters; cat $counters | awk '{ n += \$2 } END { print \"sum\", n }'",
		'/fencepost vm --repeat 20 --spin 2ms & vm=$!',
		'rmmod fencepost_s2flush', 'wait $vm');

	all_good("$host->{name} changes", $result);
	like($result->{runs}[2]{output}, qr/^vmid 1$/m,
		"$host->{name}: a VM from before the module");
	like($result->{runs}[6]{output}, qr/^sum 41$/m,
		"$host->{name}: changes of the policy lose nothing");
}

# Refused by its policy; the one before stays.
sub check_local
{
	my ($host) = @_;
	my $result = run_steps($host, 'insmod /module.ko policy=local',
		'insmod /module.ko policy=all', "echo local >$parameter",
		"cat $parameter", 'dmesg | grep s2flush');
	my @status = map { $_->{status} != 0 ? 1 : 0 } @{$result->{runs}};

	is_deeply(\@status, [1, 0, 1, 0, 0], "$host->{name}: local is refused");
	is($result->{runs}[3]{output}, "all\n", "$host->{name}: all stays");
	like($result->{runs}[4]{output}, qr/has no hypercall for a local ALLE1$/m,
		"$host->{name}: with the reason");
}

# In: the reason, as the kernel logs it.
sub check_refused
{
	my ($host, $reason) = @_;
	my $result = run_steps($host, 'insmod /module.ko policy=all',
		'dmesg | grep s2flush');

	isnt($result->{runs}[0]{status}, 0, "$host->{name}: refused");
	like($result->{runs}[1]{output}, $reason, "$host->{name}: the reason");
}

1;
