// The commands. Each returns the exit status of the program; UsageError means 2, any other exception 13.
#pragma once

#include "cli/options/options.h"

namespace launchproof::cli {

int run_application(const Arguments& arguments);
int record_application(const Arguments& arguments);
int verify_capture(const Arguments& arguments);
int check_files(const Arguments& given);
int compare_kernels(const Arguments& arguments);
int check_batch(const Arguments& arguments);
int show_capture(const Arguments& arguments);
int capture_stats(const Arguments& arguments);
int merge_captures(const Arguments& arguments);
int collect_garbage(const Arguments& arguments);
int redact_capture(const Arguments& arguments);
int export_launches(const Arguments& arguments);
int import_launches(const Arguments& arguments);
int replay_launches(const Arguments& given);
int export_repro(const Arguments& given);
int write_report(const Arguments& arguments);
int diff_results(const Arguments& arguments);
int cache_stats(const Arguments& arguments);
int collect_results(const Arguments& arguments);
int explain_names(const Arguments& arguments);

}  // namespace launchproof::cli
