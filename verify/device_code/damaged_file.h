#pragma once

#include <stdexcept>

namespace launchproof::device_code {

// Reports that a compiled file is damaged; the message says how.
class DamagedFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace launchproof::device_code
