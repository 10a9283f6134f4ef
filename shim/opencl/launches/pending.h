// Launches whose contents are not known yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "capture/writing/writer.h"
#include "shim/opencl/launches/snapshot.h"

namespace launchproof::shim {

// Keeps the snapshot until its copies can be read, and then moves the launch from the line that `handle`
// stands for to one with contents. Looked after by `look_after_pending` and at the end of the process; what
// is left when it ends otherwise keeps the first line, which says so.
void keep_pending(std::unique_ptr<Snapshot> snapshot, capture::Launch launch,
                  const capture::LaunchHandle& handle) noexcept;

// Returns how many launches are waiting.
std::size_t pending_launches() noexcept;

// Lets go of the launches in the context, whose copies are not to be had any more.
void give_up_pending(cl_context context) noexcept;

// Looks at the launches that are waiting; waits at most for this long, and only for what is being read. Costs
// one load when there are none. Outside of a section.
void look_after_pending(std::int64_t nanoseconds = 0) noexcept;

}  // namespace launchproof::shim
