// Reads `results.json` files for commands.
#pragma once

#include <filesystem>
#include <string>

#include "verify/verdict/results.h"

namespace launchproof::cli {

struct ResultsFile {
  std::filesystem::path path;  // of the file
  verdict::Results results;
};

// Reads `name`, or `name/results.json` if it is a folder. Throws UsageError with place, cause and remedy:
// missing, of another schema, damaged, edited, or written by another tool, which is named.
ResultsFile read_results(const std::string& name);

}  // namespace launchproof::cli
