// Finds the files that a program includes and that findings name.
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

// Returns the file that locations in the program refer to by this name. It is one of the headers that came
// with the program, or a file in or below the folder where its relative paths start, or in which a source
// lies. Returns nothing for a source and for other files, such as those of a toolkit.
std::optional<IncludedText> included_file(const Program& program, const std::string& name);

// Returns the program with the file's text replaced by another text, in every source that includes the file.
Program with_included(Program program, const IncludedText& file, const std::string& text);

// Sets ClassResult::included to the files that findings name.
void name_included(const Program& program, verdict::ClassResult& result);

}  // namespace launchproof::jobs
