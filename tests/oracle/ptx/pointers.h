// Finds the kernel parameters that are addresses, from the use of their values.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "tests/oracle/ptx/module.h"

namespace launchproof::oracle::ptx {

// A parameter of a function, by its number among the function's variables, and an offset in it.
using ParameterPart = std::pair<std::uint32_t, std::int64_t>;

struct FunctionUse {
  std::set<ParameterPart> addresses;             // loaded and used in an address
  std::map<ParameterPart, std::uint32_t> loads;  // number of bytes loaded from there
};

// Returns the uses by the function's number in the module.
std::map<std::uint32_t, FunctionUse> uses_of_parameters(const Module& module);

}  // namespace launchproof::oracle::ptx
