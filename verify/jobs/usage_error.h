// Errors in the user's input.
#pragma once

#include <stdexcept>

namespace launchproof::jobs {

// Wrong usage or input; the message names the option. A program with a command line prints it and exits.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace launchproof::jobs
