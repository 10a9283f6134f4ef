#include "verify/frontend/ptx/measured_elements.h"

#include <cstdint>
#include <vector>

namespace launchproof::frontend::ptx {
namespace {

// How the accesses to one array see it.
struct Use {
  std::set<std::uint32_t> widths;  // in bytes
  bool has_floats = false;
};

const char* name_of(std::uint32_t bytes, bool is_float) {
  if (bytes == 2) return is_float ? "half" : "ushort";
  if (bytes == 4) return is_float ? "float" : "uint";
  return is_float ? "double" : "ulong";
}

}  // namespace

void measure_elements(model::KernelModel& kernel, const std::set<model::SiteId>& float_sites) {
  std::vector<Use> uses(kernel.arrays.size());
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    if (site.observes || site.copy != model::kNone) continue;
    for (const model::ArrayId array : site.arrays) {
      uses[array].widths.insert(site.component_bytes);
      uses[array].has_floats = uses[array].has_floats || float_sites.contains(id);
    }
  }
  for (model::ArrayId id = 1; id < kernel.arrays.size(); ++id) {
    model::Array& array = kernel.arrays[id];
    if (array.element_bytes != 1 || array.image || uses[id].widths.size() != 1) continue;
    const std::uint32_t bytes = *uses[id].widths.begin();
    if ((bytes != 2 && bytes != 4 && bytes != 8) || (array.bytes && *array.bytes % bytes != 0)) continue;
    array.element_bytes = bytes;
    array.element_type = name_of(bytes, uses[id].has_floats);
    array.layout = {};
  }
}

}  // namespace launchproof::frontend::ptx
