// Finds the kernels that depend on guesses about the device's compiler.
#pragma once

#include <functional>
#include <vector>

#include "verify/frontend/program/program.h"
#include "verify/frontend/program/translation.h"

namespace launchproof::frontend {

// Compiles and translates the sources, and returns the guesses on which the translation depends.
struct GuessedTranslation {
  Translation translation;
  std::vector<Guess> guesses;
};
using Translator = std::function<GuessedTranslation(const std::vector<ProgramSource>&)>;

// Returns the translation with Translation::guesses. A kernel depends on no guess if every other outcome of
// the guessed conditionals gives the same model for it. Compiles at most eight programs to find out.
Translation with_guesses(const std::vector<ProgramSource>& sources, const Translator& translate);

}  // namespace launchproof::frontend
