// Parses the launch that the options of `check` describe.
#pragma once

#include "cli/options/options.h"
#include "verify/jobs/given/given_launch.h"

namespace launchproof::cli {

// Returns the sub-groups that --sub-group-size and --sub-group-mapping state.
model::SubGroups stated_sub_groups(const Arguments& arguments);

// Parses the launch options. Throws UsageError that names the option, what is wrong and what is expected.
jobs::GivenLaunch parse_launch(const Arguments& arguments);

}  // namespace launchproof::cli
