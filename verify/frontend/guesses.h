// Which kernels depend on what the device's compiler was taken to answer.
#pragma once

#include <functional>
#include <vector>

#include "verify/frontend/program/program.h"
#include "verify/frontend/program/translation.h"

namespace launchproof::frontend {

// Compiles and translates the sources, and gives the guesses that this rested on.
struct GuessedTranslation {
  Translation translation;
  std::vector<Guess> guesses;
};
using Translator = std::function<GuessedTranslation(const std::vector<ProgramSource>&)>;

// Returns the translation with Translation::guesses. Where every other outcome of the guessed conditionals
// gives the same model of a kernel, the kernel depends on none; this is looked at for up to eight programs.
Translation with_guesses(const std::vector<ProgramSource>& sources, const Translator& translate);

}  // namespace launchproof::frontend
