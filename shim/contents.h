// What buffers hold just before a launch: whether it is wanted, its limits, and its way into the capture.
#pragma once

#include <string>

#include "capture/types.h"
#include "shim/objects.h"

namespace launchproof::shim {

// The launches whose contents are recorded. LAUNCHPROOF_CONTENTS names the mode and is read once.
//   none       no launch; the default
//   arguments  the first launch of each kind
//   all        every launch, but at most kMostContents launches of each kind
enum class ContentsMode : std::uint8_t { None, Arguments, All };
ContentsMode contents_mode();

inline constexpr unsigned kMostContents = 1024;

// Keeps errno, and a cancellation for later.
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

// What can be said of a buffer without reading it, or an empty text.
std::string reason_beforehand(const Memory& memory);

// Puts the bytes into the capture. Outside of a section: hashing and compressing take long.
capture::Contents store_contents(const unsigned char* bytes, std::size_t size);

}  // namespace launchproof::shim
