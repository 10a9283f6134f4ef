// Conditionals of the preprocessor whose outcome is set by changing the program's text.
#pragma once

#include <string>
#include <vector>

#include "verify/frontend/opencl/tested_macros.h"
#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// Returns the text of this file with its conditionals among `decided` decided. Lines keep their numbers.
std::string with_decided(std::string text, const std::string& file,
                         const std::vector<DecidedConditional>& decided);

// Decides the first conditional for which Clang took a different branch than `source.branches` says. Returns
// whether there was such a conditional that had not been decided differently before.
bool decide_next(ProgramSource& source, const Preprocessed& preprocessed);

}  // namespace launchproof::frontend
