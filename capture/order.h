// The order of commands: the recorded facts about each command that affect when launches run.
#pragma once

#include <cstdint>
#include <vector>

#include "capture/types.h"

namespace launchproof::capture {

// Effects of a command on the order of others. These are bits of `OrderedCommand::flags`, with the values in
// the file.
inline constexpr unsigned kAllEarlier = 1;   // it waits for everything in its queue
inline constexpr unsigned kBlocksLater = 2;  // later commands of its queue wait for it
inline constexpr unsigned kHostWaits = 4;    // the host waited for it, and therefore for everything that it
                                             // waits for
inline constexpr unsigned kIsLaunch = 8;     // `launch` is the counter of a launch
inline constexpr unsigned kGoesOn = 16;      // the next entry is for the same command: launches of a command
                                             // buffer
// Without a queue:
inline constexpr unsigned kUserEvent = 32;  // the application made the user event `event`
inline constexpr unsigned kSignals = 64;    // it completes the user event that `waits` names
inline constexpr unsigned kCallback =
    128;  // a callback begins: its actor knows that `waits` is complete, and nothing else

// The caller, if it matters: a thread, for its waits and signals, or a callback of an event, for everything
// that it does. 0 means that the caller is unknown, so that nothing is known to be complete. A number stands
// for one thread, or for consecutive callbacks.
using Actor = std::uint16_t;
inline constexpr Actor kOfCallback = 0x8000;  // the bit that marks callbacks

// A command, or a wait of the host (without a queue). Moments are numbers that never decrease within a
// process. If the `end` of one command is smaller than the `begin` of another, the first call had returned
// before the second was made.
struct OrderedCommand {
  QueueId queue = 0;
  std::uint8_t flags = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint64_t event = 0;  // handle of the event that it created; 0: none
  std::uint64_t launch = 0;
  std::vector<std::uint64_t> waits;  // handles of events
  Actor actor = 0;
};

// The known order of one process's commands.
struct Order {
  std::vector<OrderedCommand> commands;  // by `end`
  bool is_cut_off = false;               // later commands are not recorded
  // Some launches whose contents became known later are still named by the line that first counted them.
  bool lacks_moved = false;
};

}  // namespace launchproof::capture
