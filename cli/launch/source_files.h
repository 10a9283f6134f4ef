// Files that hold recorded sources.
#pragma once

#include <filesystem>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::cli {

// The limits of the search.
struct SourceSearch {
  std::size_t entries = 20'000;      // entries of all visited folders together
  std::uint64_t bytes = 64U << 20U;  // read from all files together
  int depth = 12;                    // levels of nested folders
};

// Sets ClassResult::source_path of each class whose source equals, byte for byte, a file below one of the
// folders. If several files do, the one with the shortest path counts, then the first by name. Paths below
// the current folder are relative to it. Hidden folders, captures and links are skipped.
void find_source_files(verdict::Results& results, const std::vector<std::filesystem::path>& folders,
                       const SourceSearch& limits = {});

}  // namespace launchproof::cli
