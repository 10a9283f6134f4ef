// A capture's launches, for the trace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/formats/trace.h"

namespace launchproof::cli {

// Returns the launches in the order of the capture. Throws UsageError if it cannot be read.
std::vector<reports::RecordedLaunch> recorded_launches(const std::filesystem::path& path);

// Returns the application's name in the capture's session, or else the name of the capture's folder; empty if
// there is no capture.
std::string sample_name(const std::filesystem::path& capture);

}  // namespace launchproof::cli
