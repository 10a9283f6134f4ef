// Finds the kernels that depend on guesses about the device's compiler.
#pragma once

#include <functional>
#include <vector>

#include "verify/frontend/program/program.h"
#include "verify/frontend/program/translation.h"

namespace launchproof::frontend {

// Compiles and translates the sources, and returns the guesses that the translation depends on.
struct GuessedTranslation {
  Translation translation;
  std::vector<Guess> guesses;
};
using Translator = std::function<GuessedTranslation(const std::vector<ProgramSource>&)>;

// Returns the translation with Translation::guesses. A kernel depends on no guess if every other outcome of
// the guessed conditionals gives the same model of it. At most eight programs are compiled to find out.
Translation with_guesses(const std::vector<ProgramSource>& sources, const Translator& translate);

}  // namespace launchproof::frontend
