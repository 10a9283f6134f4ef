#pragma once

#include <filesystem>

namespace launchproof::cli {

// Throws UsageError when the folder cannot be made or written into; asked before the work is done.
void require_writable_folder(const std::filesystem::path& folder);

}  // namespace launchproof::cli
