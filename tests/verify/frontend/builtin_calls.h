// Calls of built-in functions as OpenCL C, made from their prototypes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/verify/frontend/opencl_header.h"
#include "verify/frontend/frontend.h"

namespace launchproof::frontend {

// The words one after the other.
template <typename... Words>
std::string joined(const Words&... words) {
  std::string text;
  (text.append(words), ...);
  return text;
}

// "uint4" as base "uint" and 4 lanes.
struct ValueType {
  std::string base;
  unsigned lanes = 1;
  unsigned bytes() const;  // of a component; 0 for types that are not numbers
  bool is_float() const { return base == "float" || base == "double" || base == "half"; }
  bool is_signed() const;
};
ValueType value_type(const std::string& text);

// Takes numbers alone, or vectors of them, and yields one.
bool computes(const Prototype& function);
bool uses_floats(const Prototype& function);

// A device with every extension and feature that changes what Clang declares.
DeviceEnvironment full_device();

// A kernel in one line that calls the function once. Numbers are parameters, so that nothing is folded; what
// the function yields goes to `out`.
std::string calling_kernel(const Prototype& function, const std::string& kernel);

// The call with numbers made from `seed`.
std::string call_with_numbers(const Prototype& function, std::uint64_t seed);

}  // namespace launchproof::frontend
