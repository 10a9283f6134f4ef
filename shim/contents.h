// What buffers hold just before a launch.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "capture/types.h"
#include "shim/objects.h"

namespace launchproof::shim {

// Of which launches contents are recorded: LAUNCHPROOF_CONTENTS, read once.
//   none       of none; the default
//   arguments  of the first of each kind
//   all        of every one, with at most kMostContents different contents of each kind
enum class ContentsMode : std::uint8_t { None, Arguments, All };
ContentsMode contents_mode();

inline constexpr unsigned kMostContents = 1024;

// An enqueue as the application wrote it.
struct Enqueue {
  cl_command_queue queue = nullptr;
  cl_uint wait_count = 0;
  const cl_event* wait = nullptr;
};

// The contents of these buffers (null: no buffer, nothing is recorded) as they are when all that the enqueue
// waits for has completed: its wait list and what the queue orders before it. Waits for that, yet never for
// long when the application has to do something first; then the contents' reason says so. Changes nothing
// that the application can see but time. Outside of a Section: it may take long.
std::vector<std::optional<capture::Contents>> take_contents(
    const Enqueue& enqueue, const std::vector<std::shared_ptr<const Memory>>& buffers) noexcept;

}  // namespace launchproof::shim
