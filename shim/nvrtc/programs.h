// The programs that the application compiles with NVRTC.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shim/nvrtc/interface/runtime_source.h"

namespace launchproof::shim {

// One program as the application gave it to NVRTC.
struct NvrtcProgram {
  std::string name, text, options;
  std::vector<std::pair<std::string, std::string>> headers;  // name and text
  std::vector<std::string> expressions;
};

// Returns the options in one text, from which they can be told apart again: one with blanks, quotes or
// backslashes stands in double quotes, with a backslash before each quote and backslash.
std::string joined_options(int count, const char* const* options);

// Not thread-safe: the user must serialise calls.
class NvrtcPrograms {
 public:
  // Notes that a program with this handle was created. Replaces an earlier one with the same handle.
  void create(const void* handle, NvrtcProgram program);
  // Returns null for a handle that is not known.
  NvrtcProgram* find(const void* handle);
  void destroy(const void* handle) { d_programs.erase(handle); }
  // Keeps the program as it is now as the source of an image that NVRTC gave. If two different programs gave
  // an image, the first one stays. `ptx` is that of the same compilation, where the image is machine code.
  void keep(const void* handle, std::string_view image, std::string ptx = {});
  // Returns the source behind an image; null when there is none. It lasts as long as this.
  const RuntimeSource* source_of(std::string_view image) const;

 private:
  struct Kept {
    NvrtcProgram program;
    std::string ptx;
    std::vector<const char*> header_names, header_texts, expressions;
    RuntimeSource view{};
  };

  std::map<const void*, NvrtcProgram> d_programs;
  std::map<std::string, std::unique_ptr<Kept>> d_kept;  // by the image's digest
};

}  // namespace launchproof::shim
