// Errors in a command line or in input.
#pragma once

#include <stdexcept>

namespace launchproof::cli {

// Wrong usage or input: printed with the prefix "launchproof: ", exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace launchproof::cli
