// Finds files that contain recorded sources.
#pragma once

#include <filesystem>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::cli {

// The limits of the search.
struct SourceSearch {
  std::size_t entries = 20'000;      // total number of entries in all visited folders
  std::uint64_t bytes = 64U << 20U;  // total bytes read from all files
  int depth = 12;                    // levels of nested folders
};

// Sets ClassResult::source_path of each class whose source equals, byte for byte, a file below one of the
// folders. If several files match, takes the one with the shortest path, then the first by name. Paths below
// the current folder are relative to it. Skips hidden folders, captures and links.
void find_source_files(verdict::Results& results, const std::vector<std::filesystem::path>& folders,
                       const SourceSearch& limits = {});

}  // namespace launchproof::cli
