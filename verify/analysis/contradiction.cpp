#include "verify/analysis/contradiction.h"

#include <array>
#include <cstdint>
#include <limits>
#include <variant>

namespace launchproof::analysis {

namespace {

std::string triple(const std::array<std::uint64_t, 3>& v) {
  return "(" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2]) + ")";
}

}  // namespace

std::string contradiction(const model::KernelModel& kernel, const model::LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d) {
    if (facts.local_size[d] == 0) return "a local size is 0";
    if (facts.global_size[d] == 0) return "a global size is 0";
    if (kernel.address_bits < 64 && (facts.global_size[d] >> kernel.address_bits) != 0)
      return "a global size does not fit the device's addresses";
    // No device accepts such a launch (CL_INVALID_GLOBAL_OFFSET): its global ids would wrap around.
    const std::uint64_t largest = kernel.address_bits < 64 ? (std::uint64_t{1} << kernel.address_bits) - 1
                                                           : std::numeric_limits<std::uint64_t>::max();
    if (facts.global_offset[d] > largest - facts.global_size[d])
      return "global offset " + std::to_string(facts.global_offset[d]) + " and global size " +
             std::to_string(facts.global_size[d]) + " together exceed the device's addresses";
  }
  if (kernel.required_local_size && *kernel.required_local_size != facts.local_size)
    return "the kernel requires local size " + triple(*kernel.required_local_size) + ", the launch has " +
           triple(facts.local_size);
  for (std::size_t i = 0; i < kernel.parameters.size() && i < facts.arguments.size(); ++i) {
    const auto* value = std::get_if<model::ValueArgument>(&facts.arguments[i]);
    const model::Parameter& parameter = kernel.parameters[i];
    if (value != nullptr && parameter.kind == model::ParameterKind::Value &&
        value->bytes.size() != parameter.bytes)
      return "argument `" + parameter.name + "` has " + std::to_string(value->bytes.size()) +
             " bytes, the kernel takes " + std::to_string(parameter.bytes);
    if (parameter.kind != model::ParameterKind::Image) continue;
    // An argument that is not an image of this type has no pixels that the kernel could access.
    const auto* image = std::get_if<model::BufferArgument>(&facts.arguments[i]);
    const bool none = std::holds_alternative<model::UnknownArgument>(facts.arguments[i]);
    if (!none && (image == nullptr || !image->image || image->image->type != parameter.image))
      return "argument `" + parameter.name + "` is not an image of the type " + parameter.type;
  }
  return {};
}

}  // namespace launchproof::analysis
