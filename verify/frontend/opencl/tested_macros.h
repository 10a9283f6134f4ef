// Inputs that the course of preprocessing depended on, besides the program's own text. LLVM types stay in
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

// A conditional of the program that preprocessing came to.
struct MetConditional {
  std::string file;  // as Clang names it
  unsigned line = 0;
};

struct Preprocessed {
  // A sentence for each predefined name whose definition neither the program nor its options nor the device's
  // record decides: names that conditionals test, and names that the program's code uses.
  std::vector<std::string> in_conditionals, in_code;
  std::vector<Guess> guessed_conditionals, guessed_code;
  std::vector<MetConditional> conditionals;
  Branches branches;  // of each of them
};

// Watches the preprocessing of a program. `result` is filled by the time that it ends. The names that count
// are those that compilers predefine: reserved ones, and those of OpenCL and PoCL. A question by an operator
// (`__has_builtin` and its like), and `#elifdef`, which not every compiler knows, is a guess; so is a name
// that Clang defines and that the record of an asked device leaves open. `resources` is Clang's folder, whose
// headers do not count.
std::unique_ptr<clang::PPCallbacks> watch_macros(clang::Preprocessor& preprocessor,
                                                 const DeviceEnvironment& device, std::string resources,
                                                 Preprocessed& result);

}  // namespace launchproof::frontend
