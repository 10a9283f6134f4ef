// Fixes the outcome of preprocessor conditionals by changing the program's text.
#pragma once

#include <string>
#include <vector>

#include "verify/frontend/opencl/tested_macros.h"
#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Returns the text of this file with its conditionals in `decided` fixed. Lines keep their numbers.
std::string with_decided(std::string text, const std::string& file,
                         const std::vector<DecidedConditional>& decided);

// Fixes the first conditional for which Clang took a different branch than `source.branches` says. Returns
// false if there is no such conditional, or if it had already been fixed differently.
bool decide_next(ProgramSource& source, const Preprocessed& preprocessed);

}  // namespace launchproof::frontend
