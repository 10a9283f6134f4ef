// The file in which the endings of the application's other processes are recorded.
#pragma once

#include <climits>
#include <ctime>

namespace launchproof::shim {

struct OtherEnds {
  timespec begin{};          // start of this program; records of other programs are ignored if they are older
  char capture[PATH_MAX]{};  // empty: nothing is recorded

  bool is_recorded() const { return capture[0] != '\0'; }
};

// May be called in any state of the process.
const OtherEnds& other_ends() noexcept;

}  // namespace launchproof::shim
