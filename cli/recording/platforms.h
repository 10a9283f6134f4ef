// The machine's OpenCL platforms.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace launchproof::cli {

// Returns names and versions in the loader's order. Returns nothing without a loader, or if a driver crashes
// or takes over ten seconds. Drivers are loaded into a separate process.
std::optional<std::vector<std::string>> list_platforms();

// Throws UsageError that lists the available platforms if none of them has this number.
void require_platform(std::size_t number);

}  // namespace launchproof::cli
