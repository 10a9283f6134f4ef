// The source behind code that NVRTC compiled in this process. The interface between the shim, which sees the
// calls of NVRTC, and the libraries that record CUDA: C types alone, as each has a C++ runtime of its own.
#pragma once

#include <cstddef>

namespace launchproof {

// Texts end with a zero byte, and last as long as the process.
struct RuntimeSource {
  const char* name;                 // as given to nvrtcCreateProgram; empty when the application gave none
  const char* text;                 // the program
  const char* ptx;                  // of the same compilation, where the image is machine code; else empty
  const char* options;              // in one text; those with blanks or quotes stand in double quotes
  std::size_t headers;              // the number of entries of the next two lists
  const char* const* header_names;  // as the program includes them
  const char* const* header_texts;
  std::size_t expressions;              // the number of entries of the next list
  const char* const* expression_texts;  // of nvrtcAddNameExpression
};

// The type of launchproof_runtime_source, which the shim exports. Returns the source behind an image of
// `size` bytes, the zero byte at the end of PTX not counted; null when NVRTC did not give these bytes.
using FindRuntimeSource = const RuntimeSource* (*)(const char* image, std::size_t size);
inline constexpr const char* kFindRuntimeSource = "launchproof_runtime_source";

}  // namespace launchproof
