// Finds the inputs, besides the program's own text, that preprocessing depended on. LLVM types do not leave
// this folder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "verify/frontend/program/program.h"

namespace clang {
class PPCallbacks;
class Preprocessor;
}  // namespace clang

namespace launchproof::frontend {

// A conditional of the program that the preprocessor reached.
struct MetConditional {
  std::string file;  // as named by Clang
  unsigned line = 0;
};

struct Preprocessed {
  // One sentence for each predefined name whose definition is not determined by the program, its options or
  // the device's record. The first list has names that conditionals test, the second has names that the
  // program's code uses.
  std::vector<std::string> in_conditionals, in_code;
  std::vector<Guess> guessed_conditionals, guessed_code;
  std::vector<MetConditional> conditionals;
  Branches branches;  // branches taken at each of them
};

// Returns callbacks that watch the preprocessing of a program and fill `result` by its end. Only names that
// compilers predefine count: reserved ones, and those of OpenCL and PoCL. Three things are guesses: the
// result of an operator such as `__has_builtin`, `#elifdef`, which not every compiler knows, and a name that
// Clang defines but that the record of a queried device leaves open. `resources` is Clang's folder, whose
// headers do not count.
std::unique_ptr<clang::PPCallbacks> watch_macros(clang::Preprocessor& preprocessor,
                                                 const DeviceEnvironment& device, std::string resources,
                                                 Preprocessed& result);

}  // namespace launchproof::frontend
