// Errors in what a user gave.
#pragma once

#include <stdexcept>

namespace launchproof::jobs {

// Wrong usage or input, in words that name the option: a program that has a command line ends with them.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace launchproof::jobs
