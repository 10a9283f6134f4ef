// Makes, from a file of PTX, the source of CUDA C++ that is compiled in its place.
#pragma once

#include <string>
#include <vector>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend::ptx {

struct CudaSource {
  ProgramSource source;                   // without text where `messages` holds an error
  std::vector<CompilerMessage> messages;  // errors with their lines, and notes
  std::vector<std::string> assumptions;   // what a verdict about this PTX is about
  bool is_relaxed = false;                // arithmetic is not that of IEEE 754
};

// An option for code that is only executed. Printing, assertions that fail and traps become calls of
// functions that the execution provides. An operation that proofs leave open, and that an execution would
// have to compute, is refused.
inline constexpr const char* kForExecution = "-DLAUNCHPROOF_FOR_EXECUTION";

// Never throws: a text that is not PTX is an error among the messages.
CudaSource cuda_source_of(const ProgramSource& ptx);

}  // namespace launchproof::frontend::ptx
