// Converts a PTX module to a CUDA C++ program with the same effect, which the CUDA front end compiles. All
// later steps (work-items, warps, atomics, arithmetic) are therefore the same for PTX and for source.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

struct Program {
  std::string text;                 // CUDA C++, with line directives for places in the PTX or in its source
  bool is_relaxed = false;          // arithmetic deviates from IEEE 754
  std::set<std::string> headers;    // headers needed besides ptx_operations.h
  std::vector<std::string> tables;  // tables of functions whose contents are assumed to be those in the text
  bool has_places = false;          // .loc names places in the source
};

// Returns the program for a module that was read from this file. An instruction that is not understood
// becomes a call of a function whose name begins with kRefusal, so that a kernel that reaches it is
// `unsupported`.
Program program_of(const Module& module, const std::string& file);

inline constexpr const char* kRefusal = "PTX: ";

}  // namespace launchproof::frontend::ptx
