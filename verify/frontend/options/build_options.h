// The options string of clBuildProgram, clCompileProgram and clLinkProgram.
#pragma once

#include <string>
#include <vector>

namespace launchproof::frontend {

struct BuildOptions {
  std::string language;  // value of -cl-std as Clang spells it, e.g. "CL1.2"; empty when not given
  std::vector<std::string> preprocessor;  // Clang arguments in the order given: -DX=1, -UX, -Idir
  std::vector<std::string>
      language_flags;           // Clang arguments that change types or meaning, not code generation
  bool uniform_groups = false;  // -cl-uniform-work-group-size
  bool warnings_are_errors = false;
  bool no_warnings = false;
  bool fast_relaxed_math = false;
  bool relaxed_arithmetic = false;  // floats need not be computed as IEEE 754 has it
  bool finite_math = false;         // computations with infinities or NaN are undefined
  std::vector<std::string> notes;   // options that were not understood, in words
  std::vector<std::string> errors;  // malformed options
};

// Never throws. Code generation options (-cl-opt-disable, -g, -O…) are accepted and dropped.
BuildOptions parse_build_options(const std::string& text);

// Splits at blanks outside quotes; '…', "…" and backslashes work as in a shell. Sets `unterminated` when a
// quote is left open.
std::vector<std::string> split_options(const std::string& text, bool& unterminated);

}  // namespace launchproof::frontend
