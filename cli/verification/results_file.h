// `results.json` files that commands read.
#pragma once

#include <filesystem>
#include <string>

#include "verify/verdict/results.h"

namespace launchproof::cli {

struct ResultsFile {
  std::filesystem::path path;  // of the file
  verdict::Results results;
};

// Reads `name`, or `name/results.json` where it is a folder. Throws UsageError naming the place, the cause
// and the remedy: not there, not of this schema, damaged, edited, or written by another tool, which is named.
ResultsFile read_results(const std::string& name);

}  // namespace launchproof::cli
