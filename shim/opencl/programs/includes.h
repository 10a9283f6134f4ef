// The files that a program's source includes, as the kernel compiler would find them at build time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace launchproof::shim {

struct IncludedFile {
  std::string name;  // as written between the quotes or brackets
  std::string path;  // where it was found
  std::string text;
};

struct IncludeSearch {
  std::vector<IncludedFile> files;     // each path once
  std::vector<std::string> not_found;  // names as written; they may belong to inactive conditional code
};

// Returns the directories given with -I in a build option string, in order, as written.
std::vector<std::string> include_directories(std::string_view options);

// Returns the names in `#include` lines, each with its opening delimiter, '"' or '<'. Ignores comments and
// macro names. Conditional code counts as active.
std::vector<std::string> include_lines(std::string_view text);

// Searches for the files that `source` includes, recursively: next to the including file, in the -I
// directories, in the working directory. `embedded` are names that clCompileProgram gets as headers and that
// are not searched for. Stops at 1,000 files or 64 MiB in total; the remaining names are in `not_found`.
IncludeSearch find_includes(std::string_view source, std::string_view options,
                            const std::vector<std::string>& embedded);

}  // namespace launchproof::shim
