#include "shim/opencl/launches/writing.h"

#include <algorithm>
#include <utility>

#include "shim/opencl/devices/objects.h"
#include "shim/opencl/launches/contents.h"
#include "shim/recording/section.h"

namespace launchproof::shim {

Writing::~Writing() {
  for (const auto& activity : d_activities) activity->end();
}

void Writing::add(cl_mem memory) {
  if (contents_mode() == ContentsMode::None) return;
  record([&] {
    if (const auto known = memories().find(memory)) add(known->activity);
  });
}

void Writing::add(std::shared_ptr<Activity> activity) {
  if (activity == nullptr || has(*activity)) return;
  d_activities.push_back(std::move(activity));
  d_activities.back()->begin();
}

bool Writing::has(const Activity& activity) const {
  return std::ranges::any_of(d_activities, [&](const auto& one) { return one.get() == &activity; });
}

}  // namespace launchproof::shim
