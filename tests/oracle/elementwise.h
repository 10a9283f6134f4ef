// Built-in functions that work lane by lane.
#pragma once

#include <algorithm>

#include "tests/oracle/builtins.h"

namespace launchproof::oracle {

// Calls `function(const ScalarType& type, a, b, c)` for each lane. `type` is the type of the first argument,
// and missing arguments are 0. Scalars are used for every lane of vectors.
template <typename Function>
Handler elementwise(const Signature& signature, Function function) {
  struct Shape {
    ScalarType type;
    std::uint32_t lanes = 1;
    std::uint8_t result_bits = 0;
    std::size_t count = 0;
    bool is_vector[3] = {false, false, false};
  };
  Shape shape;
  shape.lanes = signature.result_lanes;
  shape.result_bits = signature.result_bits;
  shape.count = std::min<std::size_t>(3, signature.parameters.size());
  if (shape.count > 0) shape.type = signature.parameters[0].scalar;
  for (std::size_t i = 0; i < shape.count; ++i) shape.is_vector[i] = signature.parameters[i].lanes > 1;
  return [shape, function](CallingItem&, Lanes arguments, std::uint64_t* result) {
    for (std::uint32_t lane = 0; lane < shape.lanes; ++lane) {
      std::uint64_t values[3] = {0, 0, 0};
      for (std::size_t i = 0; i < shape.count; ++i) values[i] = arguments[i][shape.is_vector[i] ? lane : 0];
      result[lane] = function(shape.type, values[0], values[1], values[2]) & mask_of(shape.result_bits);
    }
  };
}

}  // namespace launchproof::oracle
