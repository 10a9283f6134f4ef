// The place in the application that called the API.
#pragma once

#include <cstdint>
#include <string>

namespace launchproof::shim {

struct HostPlace {
  std::string function;    // mangled name of the nearest dynamic symbol; empty if there is none
  std::string module;      // path of the executable or library
  std::uint64_t offset{};  // offset of the return address in that module
};

// Returns the innermost frame outside this library and the OpenCL loader. The module is empty if no frame can
// be determined. `return_address` is the return address of the shim's function that was called, if known. If
// it lies in the application, which is usual with loaders that jump into a layer, it suffices. Otherwise the
// stack is unwound, which costs ten times as much.
const HostPlace& calling_place(const void* return_address = nullptr);

}  // namespace launchproof::shim
