// Calls of built-in functions in OpenCL C, generated from their prototypes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/verify/frontend/opencl_header.h"
#include "verify/frontend/frontend.h"

namespace launchproof::frontend {

// Returns the words joined together.
template <typename... Words>
std::string joined(const Words&... words) {
  std::string text;
  (text.append(words), ...);
  return text;
}

// "uint4" has the base "uint" and 4 lanes.
struct ValueType {
  std::string base;
  unsigned lanes = 1;
  unsigned bytes() const;  // bytes of a component; 0 for types that are not numbers
  bool is_float() const { return base == "float" || base == "double" || base == "half"; }
  bool is_signed() const;
};
ValueType value_type(const std::string& text);

// Returns whether the function takes only numbers, or vectors of numbers, and returns one.
bool computes(const Prototype& function);
bool uses_floats(const Prototype& function);

// Returns a device with every extension and feature that affects Clang's declarations.
DeviceEnvironment full_device();

// Returns a kernel, on one line, that calls the function once. Numbers are parameters, so that nothing is
// folded; the result is stored in `out`.
std::string calling_kernel(const Prototype& function, const std::string& kernel);

// The call with numbers made from `seed`.
std::string call_with_numbers(const Prototype& function, std::uint64_t seed);

}  // namespace launchproof::frontend
