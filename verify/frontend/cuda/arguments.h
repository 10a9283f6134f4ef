// The arguments of Clang's compilation of CUDA device code.
#pragma once

#include <string>
#include <vector>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend::cuda {

// The settings in the build options of a CUDA program. The spellings of nvcc and Clang are understood.
struct Options {
  std::vector<std::string> preprocessor;  // Clang arguments in the order given: -DX=1, -UX, -Idir
  std::string standard = "c++17";         // value of -std
  unsigned architecture = 75;             // compute capability of the device: 75 for sm_75
  bool fast_math = false;                 // --use_fast_math
  bool contracts = true;                  // products may be added without intermediate rounding (--fmad)
  bool no_warnings = false;
  std::string toolkit;              // folder of the CUDA toolkit (--cuda-path); empty: the usual one, if any
  std::vector<std::string> notes;   // describes options that were not understood
  std::vector<std::string> errors;  // malformed options
};

// Parses build options. Never throws. Accepts and ignores options that control code generation or host code.
Options parse_options(const std::string& text);

// Returns the arguments for a source, with the headers of this folder inserted before it.
std::vector<std::string> arguments(const ProgramSource& source, const Options& options,
                                   const DeviceEnvironment& device, const std::string& resources,
                                   bool with_annotations);

}  // namespace launchproof::frontend::cuda
