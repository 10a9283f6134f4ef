// Writes a PTX module as a program of CUDA C++ with the same effect, which the CUDA front end compiles. So
// PTX has the same functions after it as source has: work-items, warps, atomics, arithmetic.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

struct Program {
  std::string text;                 // CUDA C++, with lines that name the places of the PTX or of its source
  bool is_relaxed = false;          // arithmetic is not that of IEEE 754
  std::set<std::string> headers;    // that are needed besides ptx_operations.h
  std::vector<std::string> tables;  // of functions: their contents are taken to be those of the text
  bool has_places = false;          // .loc names places of the source
};

// Returns the program of a module that was read from this file. An instruction that is not understood becomes
// a call of a function whose name begins with kRefusal, so that a kernel that reaches it is `unsupported`.
Program program_of(const Module& module, const std::string& file);

inline constexpr const char* kRefusal = "PTX: ";

}  // namespace launchproof::frontend::ptx
