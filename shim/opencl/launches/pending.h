// Launches whose contents are not available yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "capture/writing/writer.h"
#include "shim/opencl/launches/snapshot.h"

namespace launchproof::shim {

// Keeps the snapshot until its copies can be read, and then moves the launch from the line that `handle`
// stands for to a line with contents. `look_after_pending` and the end of the process do this. If the process
// ends in another way, the first line remains, which says that contents are missing.
void keep_pending(std::unique_ptr<Snapshot> snapshot, capture::Launch launch,
                  const capture::LaunchHandle& handle) noexcept;

// Returns how many launches are waiting.
std::size_t pending_launches() noexcept;

// Drops the launches in the context, whose copies can no longer be read.
void give_up_pending(cl_context context) noexcept;

// Checks the pending launches. Waits at most this long, and only for copies that are being read. Costs one
// load if there are none. Must be called outside of a section.
void look_after_pending(std::int64_t nanoseconds = 0) noexcept;

}  // namespace launchproof::shim
