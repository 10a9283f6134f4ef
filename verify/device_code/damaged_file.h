#pragma once

#include <stdexcept>

namespace launchproof::device_code {

// A compiled file that is damaged, in words.
class DamagedFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace launchproof::device_code
