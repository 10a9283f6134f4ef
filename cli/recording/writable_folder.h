#pragma once

#include <filesystem>

namespace launchproof::cli {

// Throws UsageError if the folder cannot be created or written to. Called before the work starts.
void require_writable_folder(const std::filesystem::path& folder);

}  // namespace launchproof::cli
