#include "verify/equivalence/execution/launch.h"

#include <algorithm>

namespace launchproof::equivalence {

std::string own_array(const model::Array& array) {
  return "array " + array.name;
}

void add_granules(const Launch& launch, Granules& granules) {
  for (const model::Site& site : launch.kernel.sites)
    for (const model::ArrayId id : site.arrays) {
      const model::Array& array = launch.kernel.arrays[id];
      const bool is_argument = array.parameter != model::kNone && array.memory != model::Memory::Local;
      const std::string name = is_argument ? launch.names[array.parameter] : own_array(array);
      if (name.empty() || site.component_bytes == 0) continue;
      const auto [place, is_new] = granules.try_emplace(name, site.component_bytes);
      place->second = std::min({place->second, site.component_bytes, 8U});
    }
}

}  // namespace launchproof::equivalence
