// `report --index`: one page over the runs of a folder.
#pragma once

#include "cli/options/options.h"

namespace launchproof::cli {

// Writes the page and names it on standard output; gives the exit status. Throws UsageError where the folder
// holds no results.
int write_runs_page(const Arguments& arguments);

}  // namespace launchproof::cli
