// `report --index`: creates one page for all runs in one folder or several.
#pragma once

#include "cli/options/options.h"

namespace launchproof::cli {

// Writes the page and prints its name on standard output. Returns the exit status. Throws UsageError if
// a folder has no results.
int write_runs_page(const Arguments& arguments);

}  // namespace launchproof::cli
