// The geometry of the image that an instruction for textures or surfaces names, and its operands.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "verify/frontend/ptx/syntax.h"

namespace launchproof::frontend::ptx {

// The header of CUDA that these instructions need.
inline constexpr const char* kImageHeader = "ptx_images.h";

struct Geometry {
  std::string_view name;
  unsigned sides = 0;  // number of coordinates
  bool is_layered = false;
};
inline constexpr std::array<Geometry, 5> kGeometries{
    {{"1d", 1, false}, {"2d", 2, false}, {"3d", 3, false}, {"a1d", 1, true}, {"a2d", 2, true}}};

// Returns null for a geometry that is not among them.
inline const Geometry* geometry_of(const Instruction& instruction) {
  for (const Geometry& geometry : kGeometries)
    if (std::ranges::find(instruction.suffixes, geometry.name) != instruction.suffixes.end())
      return &geometry;
  return nullptr;
}

inline std::vector<Operand> components_of(const Operand& operand) {
  return operand.kind == Operand::Kind::Vector ? operand.parts : std::vector{operand};
}

}  // namespace launchproof::frontend::ptx
