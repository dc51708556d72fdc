/* SPDX-License-Identifier: BSD-2-Clause */
#include "json.h"
#include "probe.h"

static const char test_text[] =
	"\nThis is a TEST OF THE PROBE (test_hold_store): the store that makes "
	"the entry valid\nwas held back.  It says nothing about the cores.\n";

static const char kept_text[] =
	"\nAnswer: KEEPS.  An access faulted on an entry that was valid in "
	"memory, until\nSFENCE.VMA.  The fence after a new mapping is needed "
	"here, or a handler that\nfences and repeats; the device tree must not "
	"promise svvptc.\n";

static const char not_kept_text[] =
	"\nAnswer: DOES NOT KEEP, in any of these tries.\n\n"
	"What follows: Linux from 6.12 on leaves out the fence after a new "
	"mapping if\neach cpu node of the device tree ends its list with\n\n"
	"\triscv,isa-extensions = ..., \"svvptc\";\n\n"
	"or, in a tree without that property, riscv,isa = \"..._svvptc\".  "
	"Whether that\npays is for \"fencepost compare\" to show, on audits "
	"with and without the line.\n\n"
	"Only the core's vendor can promise it.  The probe can refute Svvptc, "
	"never\nprove it: it tried one page, on a quiet core.\n";

static const char undecided_text[] =
	"\nAnswer: UNDECIDED.\n";

static uint64_t total_of(const struct probe_report *report,
			 enum probe_count which)
{
	uint64_t total = 0;

	for (size_t i = 0; i < report->n_cases; i++) {
		total += report->cases[i].count[which];
	}
	return total;
}

static size_t count_cases(const struct probe_report *report,
			  enum probe_count which, uint32_t value)
{
	size_t cases = 0;

	for (size_t i = 0; i < report->n_cases; i++) {
		cases += report->cases[i].count[which] == value;
	}
	return cases;
}

static void print_reasons(struct buffer *text, const struct probe_report *r)
{
	size_t blind = count_cases(r, PROBE_STALE, 0);
	size_t cured = count_cases(r, PROBE_CURED, r->tries);

	buffer_add(text, undecided_text);
	if (r->online < r->present) {
		buffer_print(text, "- %lu of %lu CPUs are offline: not "
			     "probed.\n",
			     (unsigned long)(r->present - r->online),
			     (unsigned long)r->present);
	}
	if (total_of(r, PROBE_LATE) > 0) {
		buffer_add(text, "- Late: the access faulted for a while, then "
			   "was done without a fence.  The\n  entry may have "
			   "been kept and lost, or the store was seen late.\n");
	}
	if (blind > 0) {
		buffer_print(text, "- In %zu cases no entry at all was seen to "
			     "be kept, not even a valid one:\n  the probe "
			     "could not have seen it.\n", blind);
	}
	if (total_of(r, PROBE_BROKEN) > 0 || cured < r->n_cases) {
		buffer_add(text, "- Broken, or not cured: an access was not "
			   "what memory said, in spite of a\n  fence.  That is "
			   "a defect of the probe or of the core.\n");
	}
}

static void print_case(struct buffer *text, const struct probe_case *k)
{
	buffer_print(text, "%4u  %-5s  %-6s", k->cpu,
		     probe_entry_names[k->entry],
		     probe_access_names[k->access]);
	for (size_t i = 0; i < PROBE_COUNTS; i++) {
		buffer_print(text, " %7lu", (unsigned long)k->count[i]);
	}
	buffer_print(text, "  %s\n", probe_answer_names[k->answer]);
}

void probe_print(struct buffer *text, const struct probe_report *report)
{
	buffer_print(text, "%s, %lu of %lu CPUs, %lu tries a case; kept: "
		     "%lu accesses and %lu us without success\n",
		     report->mode, (unsigned long)report->online,
		     (unsigned long)report->present,
		     (unsigned long)report->tries,
		     (unsigned long)report->retries,
		     (unsigned long)report->wait_us);
	buffer_print(text, "%4s  %-5s  %-6s", "cpu", "entry", "access");
	for (size_t i = 0; i < PROBE_COUNTS; i++) {
		buffer_print(text, " %7s", probe_count_names[i]);
	}
	buffer_add(text, "  answer\n");
	for (size_t i = 0; i < report->n_cases; i++) {
		print_case(text, &report->cases[i]);
	}
	if (report->hold_store != 0) {
		buffer_add(text, test_text);
	}
	switch (probe_conclude(report)) {
	case PROBE_KEPT:
		buffer_add(text, kept_text);
		break;
	case PROBE_NOT_KEPT:
		buffer_add(text, not_kept_text);
		break;
	default:
		print_reasons(text, report);
		break;
	}
}

static void add_case(struct buffer *text, const struct probe_case *k)
{
	live_json_open(text, NULL, '{');
	live_json_number(text, "cpu", k->cpu);
	live_json_text(text, "entry", probe_entry_names[k->entry]);
	live_json_text(text, "access", probe_access_names[k->access]);
	for (size_t i = 0; i < PROBE_COUNTS; i++) {
		live_json_number(text, probe_count_names[i], k->count[i]);
	}
	live_json_text(text, "answer", probe_answer_names[k->answer]);
	live_json_close(text, '}');
}

void probe_print_json(struct buffer *text, const struct probe_report *report)
{
	live_json_open(text, NULL, '{');
	live_json_text(text, "schema", "fencepost.probe/1");
	live_json_text(text, "mode", report->mode);
	live_json_number(text, "online", report->online);
	live_json_number(text, "present", report->present);
	live_json_number(text, "tries", report->tries);
	live_json_number(text, "retries", report->retries);
	live_json_number(text, "wait_us", report->wait_us);
	live_json_word(text, "test_hold_store",
		       report->hold_store != 0 ? "true" : "false");
	live_json_text(text, "answer",
		       probe_answer_names[probe_conclude(report)]);
	live_json_open(text, "cases", '[');
	for (size_t i = 0; i < report->n_cases; i++) {
		add_case(text, &report->cases[i]);
	}
	live_json_close(text, ']');
	live_json_close(text, '}');
	buffer_add(text, "\n");
}
