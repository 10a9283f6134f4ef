#include "verify/frontend/ptx/parameter_places.h"

#include <algorithm>

namespace launchproof::frontend::ptx {

std::uint64_t bytes_of(const Variable& variable) {
  const std::uint64_t element = std::max(variable.type.bits / 8, 1U);
  return variable.elements ? *variable.elements * element : element;
}

std::uint64_t alignment_of(const Variable& variable) {
  return std::max<std::uint64_t>(variable.alignment, std::max(variable.type.bits / 8, 1U));
}

std::vector<ParameterPlace> parameter_places(const Function& kernel) {
  std::vector<ParameterPlace> places;
  std::uint64_t end = 0;
  for (const Variable* parameter : kernel.parameters) {
    const std::uint64_t alignment = alignment_of(*parameter);
    const std::uint64_t offset = (end + alignment - 1) / alignment * alignment;
    places.push_back({offset, bytes_of(*parameter)});
    end = offset + bytes_of(*parameter);
  }
  return places;
}

}  // namespace launchproof::frontend::ptx
