// The arguments of Clang's compilation of CUDA device code.
#pragma once

#include <string>
#include <vector>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend::cuda {

// The settings that the build options of a CUDA program ask for. nvcc's and Clang's spellings are understood.
struct Options {
  std::vector<std::string> preprocessor;  // Clang arguments in the order given: -DX=1, -UX, -Idir
  std::string standard = "c++17";         // value of -std
  unsigned architecture = 75;             // of the device: 75 for sm_75
  bool fast_math = false;                 // --use_fast_math
  bool contracts = true;                  // products may be added without being rounded (--fmad)
  bool no_warnings = false;
  std::string toolkit;              // folder of the CUDA toolkit (--cuda-path); empty: the usual one, if any
  std::vector<std::string> notes;   // options that were not understood, in words
  std::vector<std::string> errors;  // malformed options
};

// Never throws. Options that steer code generation or host code are accepted and dropped.
Options parse_options(const std::string& text);

// Returns the arguments for a source, with the headers of this folder in front of it.
std::vector<std::string> arguments(const ProgramSource& source, const Options& options,
                                   const DeviceEnvironment& device, const std::string& resources,
                                   bool with_annotations);

}  // namespace launchproof::frontend::cuda
