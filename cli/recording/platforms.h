// The machine's OpenCL platforms.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace launchproof::cli {

// Names and versions in the loader's order. Nothing when they cannot be told: without a loader, or when a
// driver crashes or takes over ten seconds. Drivers are loaded into a process of their own.
std::optional<std::vector<std::string>> list_platforms();

// Throws UsageError with the platforms that there are when there is none of this number.
void require_platform(std::size_t number);

}  // namespace launchproof::cli
