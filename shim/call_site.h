// The place in the application that called the API.
#pragma once

#include <cstdint>
#include <string>

namespace launchproof::shim {

struct HostPlace {
  std::string function;    // mangled name of the nearest dynamic symbol; empty when there is none
  std::string module;      // path of the executable or library
  std::uint64_t offset{};  // of the return address in that module
};

// The innermost frame outside this library and the OpenCL loader. Empty module when no frame can be told.
// Costs about a microsecond once a place has been seen.
const HostPlace& calling_place();

}  // namespace launchproof::shim
