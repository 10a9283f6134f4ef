// Exceptions that end a judgement early. Both are caught at the top of each judgement and become its reason.
#pragma once

#include <string>

namespace launchproof::oracle {

// The oracle has no rule for something that the kernel does; the verdict is `cannot-judge`.
struct CannotJudge {
  std::string reason;
};

// The command line or a case header is wrong: file, place and remedy in the message.
struct UsageError {
  std::string message;
};

}  // namespace launchproof::oracle
