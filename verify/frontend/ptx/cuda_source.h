// Converts a PTX file to CUDA C++ source, which is compiled in its place.
#pragma once

#include <string>
#include <vector>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend::ptx {

struct CudaSource {
  ProgramSource source;                   // empty if `messages` contains an error
  std::vector<CompilerMessage> messages;  // errors with their lines, and notes
  std::vector<std::string> assumptions;   // what a verdict for this PTX applies to
  bool is_relaxed = false;                // arithmetic deviates from IEEE 754
};

// An option for code that is only executed. Printing, failed assertions and traps become calls of functions
// that the execution provides. Operations that proofs leave open, but that an execution would have to
// compute, are rejected.
inline constexpr const char* kForExecution = "-DLAUNCHPROOF_FOR_EXECUTION";

// Options for a program that was converted from PTX: products are added without intermediate rounding only
// where the PTX says so.
inline constexpr const char* kProgramOptions =
    "-w -DLAUNCHPROOF_OF_PTX --fmad=false -include /launchproof.cuda/ptx_operations.h";

// Returns the source. Never throws: a text that is not PTX gives an error in the messages.
CudaSource cuda_source_of(const ProgramSource& ptx);

}  // namespace launchproof::frontend::ptx
