#include "verify/worker/replay/element_names.h"

#include <cstdint>
#include <string>

#include "verify/model/array_places.h"

namespace launchproof::worker {
namespace {

// Returns nothing if several arrays of different layouts have this name.
const model::Array* array_of(const model::KernelModel& kernel, const std::string& name) {
  const model::Array* found = nullptr;
  for (const model::Array& array : kernel.arrays) {
    if (array.name != name) continue;
    if (found != nullptr && found->layout != array.layout) return nullptr;
    found = &array;
  }
  return found;
}

template <typename Access>
void name(Access& access, const model::KernelModel& kernel) {
  if (access.bytes == 0 || access.array.empty() || !access.element.empty()) return;
  const model::Array* array = array_of(kernel, access.array);
  if (array == nullptr) return;
  access.element = model::place_in(*array, static_cast<std::int64_t>(access.byte_offset), access.bytes);
}

}  // namespace

void name_element(verdict::WorkItem& item, const model::KernelModel& kernel) {
  name(item, kernel);
}

void name_elements(verdict::Witness& witness, const model::KernelModel& kernel) {
  for (verdict::WorkItem& item : witness.work_items) name(item, kernel);
  for (verdict::Step& step : witness.steps) name(step, kernel);
}

}  // namespace launchproof::worker
