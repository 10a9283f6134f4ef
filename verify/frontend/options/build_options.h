// Parses the options string of clBuildProgram, clCompileProgram and clLinkProgram.
#pragma once

#include <string>
#include <vector>

namespace launchproof::frontend {

struct BuildOptions {
  std::string language;  // value of -cl-std in Clang's spelling, e.g. "CL1.2"; empty if not given
  std::vector<std::string> preprocessor;  // Clang arguments in the order given: -DX=1, -UX, -Idir
  std::vector<std::string>
      language_flags;           // Clang arguments that change types or meaning, not code generation
  bool uniform_groups = false;  // -cl-uniform-work-group-size
  bool warnings_are_errors = false;
  bool no_warnings = false;
  bool fast_relaxed_math = false;
  bool relaxed_arithmetic = false;  // float arithmetic may deviate from IEEE 754
  bool finite_math = false;         // computations with infinities or NaN are undefined
  std::vector<std::string> notes;   // describes options that were not understood
  std::vector<std::string> errors;  // malformed options
};

// Parses options. Never throws. Accepts and drops code generation options (-cl-opt-disable, -g, -O…).
BuildOptions parse_build_options(const std::string& text);

// Splits the text at blanks outside quotes; '…', "…" and backslashes work as in a shell. Sets `unterminated`
// if a quote is not closed.
std::vector<std::string> split_options(const std::string& text, bool& unterminated);

}  // namespace launchproof::frontend
