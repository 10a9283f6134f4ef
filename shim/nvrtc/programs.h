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

// One program as passed to NVRTC by the application.
struct NvrtcProgram {
  std::string name, text, options;
  std::vector<std::pair<std::string, std::string>> headers;  // name and text
  std::vector<std::string> expressions;
};

// Returns the options in one text from which they can be separated again. An option with blanks, quotes or
// backslashes is in double quotes, with a backslash before each quote and backslash.
std::string joined_options(int count, const char* const* options);

// Not thread-safe: users must serialise calls.
class NvrtcPrograms {
 public:
  // Records that a program with this handle was created. Replaces an earlier program with the same handle.
  void create(const void* handle, NvrtcProgram program);
  // Returns null for an unknown handle.
  NvrtcProgram* find(const void* handle);
  void destroy(const void* handle) { d_programs.erase(handle); }
  // Stores the current program as the source of an image that NVRTC returned. If two different programs gave
  // the same image, keeps the first one. If the image is machine code, `ptx` is the PTX of the same
  // compilation.
  void keep(const void* handle, std::string_view image, std::string ptx = {});
  // Returns the source of an image; null if there is none. It is valid as long as this object.
  const RuntimeSource* source_of(std::string_view image) const;

 private:
  struct Kept {
    NvrtcProgram program;
    std::string ptx;
    std::vector<const char*> header_names, header_texts, expressions;
    RuntimeSource view{};
  };

  std::map<const void*, NvrtcProgram> d_programs;
  std::map<std::string, std::unique_ptr<Kept>> d_kept;  // keyed by the image's digest
};

}  // namespace launchproof::shim
