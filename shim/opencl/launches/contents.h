// Records the contents of buffers just before a launch: whether they are requested, their limits, and how
// they are stored in the capture.
#pragma once

#include <string>

#include "capture/types.h"
#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

// The launches whose contents are recorded. LAUNCHPROOF_CONTENTS names the mode and is read once.
//   none       no launch; the default
//   arguments  the first launch of each kind
//   all        every launch, but at most kMostContents launches of each kind
enum class ContentsMode : std::uint8_t { None, Arguments, All };
ContentsMode contents_mode();

inline constexpr unsigned kMostContents = 1024;

// Preserves errno and postpones cancellation while it exists.
class Unnoticed {
 public:
  Unnoticed();
  ~Unnoticed();
  Unnoticed(const Unnoticed&) = delete;
  Unnoticed& operator=(const Unnoticed&) = delete;

 private:
  int d_errno;
  int d_cancel_state = 0;
};

capture::Contents not_recorded(std::string reason);

// Returns the reason why a buffer cannot be recorded, if it is known without reading the buffer; empty if
// there is none.
std::string reason_beforehand(const Memory& memory);

// Stores the bytes in the capture. Called outside of sections, since hashing and compressing take long.
capture::Contents store_contents(const unsigned char* bytes, std::size_t size);

}  // namespace launchproof::shim
