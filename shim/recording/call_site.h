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

// Returns the innermost frame outside this library and the OpenCL loader. The module is empty when no frame
// can be told. `return_address` is where a function of ours that is being called returns to, where that is
// known. It is enough where it lies in the application, which loaders that jump into a layer make the usual
// case; otherwise the stack is unwound, which costs ten times as much.
const HostPlace& calling_place(const void* return_address = nullptr);

}  // namespace launchproof::shim
