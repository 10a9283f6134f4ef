// Launches whose contents are not known yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "capture/writing/writer.h"
#include "shim/opencl/launches/snapshot.h"

namespace launchproof::shim {

// Keeps the snapshot until its copies can be read, and then moves the launch from the line that `handle`
// stands for to one with contents. `look_after_pending` and the end of the process see to that. If the
// process ends otherwise, the first line stays, which says so.
void keep_pending(std::unique_ptr<Snapshot> snapshot, capture::Launch launch,
                  const capture::LaunchHandle& handle) noexcept;

// Returns how many launches are waiting.
std::size_t pending_launches() noexcept;

// Gives up the launches in the context, whose copies can no longer be read.
void give_up_pending(cl_context context) noexcept;

// Looks at the pending launches. Waits at most this long, and only for copies that are being read. Costs one
// load if there are none. Must be called outside of a section.
void look_after_pending(std::int64_t nanoseconds = 0) noexcept;

}  // namespace launchproof::shim
