/* SPDX-License-Identifier: BSD-2-Clause */
#include "../file.h"
#include "host.h"
#include "json.h"
#include "vm.h"

static void add_row(struct buffer *text, const char *name,
		    const struct times *times)
{
	struct times_summary s = times_summarize(times);

	if (times->count > 0) {
		buffer_print(text, "%-8s %12llu %12llu %12llu\n", name,
			     (unsigned long long)s.min_ns,
			     (unsigned long long)s.median_ns,
			     (unsigned long long)s.max_ns);
	}
}

static int print_table(const struct vm_request *request,
		       const struct vm_result *result)
{
	struct buffer text = { 0 };
	int status;

	buffer_print(&text, "%s, %s guest, MMU %s, %zu VM%s%s\n", arch_name,
		     request->file == NULL ? "built-in" : "own",
		     request->guest.mmu != 0 ? "on" : "off", request->repeat,
		     request->repeat == 1 ? "" : "s",
		     request->never_run ? ", never run" : "");
	buffer_print(&text, "%-8s %12s %12s %12s\n", "ns", "min", "median",
		     "max");
	add_row(&text, "create", &result->create);
	add_row(&text, "run", &result->run);
	add_row(&text, "destroy", &result->destroy);
	if (host_kind("") == HOST_VIRTUAL) {
		buffer_add(&text, "This machine is itself virtual: "
			   "the times are its host's as well.\n");
	}
	status = output_print(&text);
	buffer_free(&text);
	return status;
}

static void add_times(struct buffer *text, const char *name,
		      const struct times *times)
{
	struct times_summary s = times_summarize(times);

	if (times->count == 0) {
		live_json_word(text, name, "null");
		return;
	}
	live_json_open(text, name, '{');
	live_json_number(text, "min", s.min_ns);
	live_json_number(text, "median", s.median_ns);
	live_json_number(text, "max", s.max_ns);
	live_json_open(text, "all", '[');
	for (size_t i = 0; i < times->count; i++) {
		live_json_number(text, NULL, times->list[i]);
	}
	live_json_close(text, ']');
	live_json_close(text, '}');
}

static void add_request(struct buffer *text, const struct vm_request *request)
{
	live_json_text(text, "arch", arch_name);
	live_json_word(text, "virtual", host_kind_json(host_kind("")));
	if (request->file == NULL) {
		live_json_word(text, "guest", "null");
	} else {
		live_json_text(text, "guest", request->file);
	}
	live_json_text(text, "mmu", request->guest.mmu != 0 ? "on" : "off");
	if (request->cpu < 0) {
		live_json_word(text, "cpu", "null");
	} else {
		live_json_number(text, "cpu", (uint64_t)request->cpu);
	}
	live_json_number(text, "spin_ns", request->guest.spin_ns);
	live_json_word(text, "ran", request->never_run ? "false" : "true");
	live_json_word(text, "kept", request->keep ? "true" : "false");
	live_json_number(text, "vms", request->repeat);
}

static int write_json(const struct vm_request *request,
		      const struct vm_result *result)
{
	struct buffer text = { 0 };
	int status;

	live_json_open(&text, NULL, '{');
	live_json_text(&text, "schema", "fencepost.vm/1");
	add_request(&text, request);
	live_json_open(&text, "times_ns", '{');
	add_times(&text, "create", &result->create);
	add_times(&text, "run", &result->run);
	add_times(&text, "destroy", &result->destroy);
	live_json_close(&text, '}');
	live_json_close(&text, '}');
	buffer_add(&text, "\n");
	status = output_text(request->json, &text);
	buffer_free(&text);
	return status;
}

int vm_report(const struct vm_request *request, const struct vm_result *result)
{
	if (request->json != NULL && write_json(request, result) < 0) {
		return -1;
	}
	return print_table(request, result);
}
