// Calls of OpenCL's built-in functions.
#pragma once

#include <llvm/IR/InstrTypes.h>

#include "verify/frontend/translate/kernel_translator.h"

namespace launchproof::frontend {

// Translates the call of a function without a body. An unknown function becomes an unsupported item that
// names it.
void translate_builtin(KernelTranslator& translator, const llvm::CallBase& call);

}  // namespace launchproof::frontend
