// Helpers that translate CUDA sources to models in tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "verify/frontend/frontend.h"

namespace launchproof::frontend::cuda {

inline Translation translate_cuda(const std::string& text, const std::string& options = "") {
  ProgramSource source{"test.cu", text, options, "", {}};
  source.language = SourceLanguage::Cuda;
  return translate({source}, {});
}

// Returns the compiler's errors, one line each; empty if the source compiles.
inline std::string errors_of(const std::string& text, const std::string& options = "") {
  std::string errors;
  for (const CompilerMessage& message : translate_cuda(text, options).messages)
    if (message.is_error) errors += std::to_string(message.line) + ": " + message.text + "\n";
  return errors;
}

}  // namespace launchproof::frontend::cuda
