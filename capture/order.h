// The order of commands: what is recorded of each command that affects when launches run.
#pragma once

#include <cstdint>
#include <vector>

#include "capture/types.h"

namespace launchproof::capture {

// Effects of a command on the order of others; bits of `OrderedCommand::flags`, as they are in the file.
inline constexpr unsigned kAllEarlier = 1;   // it waits for everything that is in its queue
inline constexpr unsigned kBlocksLater = 2;  // later commands of its queue wait for it
inline constexpr unsigned kHostWaits = 4;    // the host waited for it, and so for everything it waits for
inline constexpr unsigned kIsLaunch = 8;     // `launch` is the counter of a launch
inline constexpr unsigned kGoesOn = 16;  // the next one is of the same command: launches of a command buffer
// Without a queue:
inline constexpr unsigned kUserEvent = 32;  // the application made the user event `event`
inline constexpr unsigned kSignals = 64;    // it completes the user event that `waits` names
inline constexpr unsigned kCallback =
    128;  // a callback begins: its actor knows `waits` to be complete, and no more

// The caller, where it matters: a thread, for its waits and signals, or a callback of an event, for all that
// it does. 0 means that the caller is not known, so that nothing is known to be complete. A number stands for
// one thread, or for one callback after another.
using Actor = std::uint16_t;
inline constexpr Actor kOfCallback = 0x8000;  // the bit that callbacks have

// A command, or a wait of the host (without a queue). Moments are numbers that never decrease in a process:
// of two commands, that with the smaller `end` had returned before that with the larger `begin` was called.
struct OrderedCommand {
  QueueId queue = 0;
  std::uint8_t flags = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t event = 0;  // the handle of the event that it made; 0: none
  std::uint64_t launch = 0;
  std::vector<std::uint64_t> waits;  // handles of events
  Actor actor = 0;
};

// The known order of one process's commands.
struct Order {
  std::vector<OrderedCommand> commands;  // by `end`
  bool is_cut_off = false;               // later commands are not recorded
  // Some launches whose contents became known later are still named by the line that counted them
  // first.
  bool lacks_moved = false;
};

}  // namespace launchproof::capture
