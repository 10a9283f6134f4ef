// Files that a program includes, as findings name them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "verify/jobs/program.h"
#include "verify/verdict/results.h"

namespace launchproof::jobs {

struct IncludedText {
  std::size_t source = 0;  // number of the source that includes it
  // Its name among ProgramSource::headers, or the name of an entry that would hide it. Empty: the source
  // itself.
  std::string header;
  std::string text;
};

// Returns the file that locations of the program give this name. It is one of the headers that came with the
// program, or a file at or below the folder where its relative paths start. Returns nothing for a source, and
// for other files, such as those of a toolkit.
std::optional<IncludedText> included_file(const Program& program, const std::string& name);

// Returns the program in which another text stands in place of the file's, in every source that includes it.
Program with_included(Program program, const IncludedText& file, const std::string& text);

// Sets ClassResult::included to the files that findings name.
void name_included(const Program& program, verdict::ClassResult& result);

}  // namespace launchproof::jobs
