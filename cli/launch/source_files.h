// Files that hold recorded sources.
#pragma once

#include <filesystem>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::cli {

// How far is looked.
struct SourceSearch {
  std::size_t entries = 20'000;      // of folders, in all
  std::uint64_t bytes = 64U << 20U;  // of files that are read, in all
  int depth = 12;                    // of folders in each other
};

// Sets ClassResult::source_path of the classes of which a file below one of the folders is the source, byte
// for byte: of several such files the one with the shortest path, of these the first by name. Paths below the
// current folder are relative to it. Hidden folders, captures and links are passed over.
void find_source_files(verdict::Results& results, const std::vector<std::filesystem::path>& folders,
                       const SourceSearch& limits = {});

}  // namespace launchproof::cli
