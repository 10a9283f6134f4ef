// The source of code that NVRTC compiled in this process. This is the interface between the shim, which
// observes the calls of NVRTC, and the libraries that record CUDA. It only uses C types, since each side has
// its own C++ runtime.
#pragma once

#include <cstddef>

namespace launchproof {

// Texts end with a zero byte and are valid as long as the process exists.
struct RuntimeSource {
  const char* name;                 // as passed to nvrtcCreateProgram; empty if the application passed none
  const char* text;                 // the program
  const char* ptx;                  // PTX of the same compilation if the image is machine code, otherwise
                                    // empty
  const char* options;              // in one text; options with blanks or quotes are in double quotes
  std::size_t headers;              // the number of entries of the next two lists
  const char* const* header_names;  // as named in the program's includes
  const char* const* header_texts;
  std::size_t expressions;              // the number of entries of the next list
  const char* const* expression_texts;  // of nvrtcAddNameExpression
};

// The type of launchproof_runtime_source, which the shim exports. Returns the source for an image of `size`
// bytes, not counting the zero byte at the end of PTX. Returns null if NVRTC did not return these bytes.
using FindRuntimeSource = const RuntimeSource* (*)(const char* image, std::size_t size);
inline constexpr const char* kFindRuntimeSource = "launchproof_runtime_source";

}  // namespace launchproof
