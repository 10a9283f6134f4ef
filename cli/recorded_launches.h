// A capture's launches for the trace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/trace.h"

namespace launchproof::cli {

// In the order of the capture. Throws UsageError when it cannot be read.
std::vector<reports::RecordedLaunch> recorded_launches(const std::filesystem::path& path);

// A class's key as results hold it.
std::string short_key(const std::string& key);

}  // namespace launchproof::cli
