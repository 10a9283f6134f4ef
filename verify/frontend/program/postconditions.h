// Statements of kernels about memory when the launch has ended, and the kernels that check them
// (passes/postconditions.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::frontend {

struct PostconditionPlace {
  std::string file;
  unsigned line = 0, column = 0;
};

struct Postconditions {
  std::vector<PostconditionPlace> places;  // places of the conditions, in the order of their results
  // By parameter of K: the number of the parameter of K.postconditions that holds its earlier contents;
  // model::kNone for parameters that are not pointers to global memory.
  std::vector<std::uint32_t> before;
  // K.postconditions must be launched with the sizes of K, because conditions may use them. Only its first
  // work-item executes the conditions.
  bool uses_sizes = false;
  std::string refusal;  // why they cannot be asked, with the place; empty: they can
};

inline constexpr const char* kPostconditionsSuffix = ".postconditions";
inline constexpr const char* kConditionsHoldSuffix = ".conditions_hold";
inline constexpr const char* kConditionResults = "conditions";  // the last parameter

}  // namespace launchproof::frontend
