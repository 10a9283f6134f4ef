// Tracks commands that may change memory objects while they are enqueued.
#pragma once

#include <memory>
#include <vector>

#include "shim/opencl/entry/api.h"
#include "shim/recording/activity.h"

namespace launchproof::shim {

// Marks the enqueue of a command that may change these objects, while this object exists.
class Writing {
 public:
  Writing() = default;
  explicit Writing(cl_mem memory) { add(memory); }
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  // Adds a memory object. Does nothing while contents are not recorded, or if the object is unknown.
  void add(cl_mem memory);
  // Adds an activity. Requires a section.
  void add(std::shared_ptr<Activity> activity);
  bool has(const Activity& activity) const;

 private:
  std::vector<std::shared_ptr<Activity>> d_activities;
};

}  // namespace launchproof::shim
