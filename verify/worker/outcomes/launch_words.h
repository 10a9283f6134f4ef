// Describes a launch in parts, so that one text can describe several launches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::worker {

// A value with its context: "out: 64 bytes" is the value "64" between `before` and `after`.
struct LaunchWord {
  unsigned place = 0;  // words of several launches with the same place describe the same fact
  std::string before, text, after;
  std::int64_t order = 0;
  bool ordered = true;  // if false, several values are only counted
  bool shown = true;    // omitted if no launch shows it

  bool operator==(const LaunchWord&) const = default;
};

struct LaunchWords {
  std::string alone;  // the text that describes this launch alone
  std::vector<LaunchWord> words;

  bool operator==(const LaunchWords&) const = default;
};

// Returns "global (16 to 96, 8), n = 1 to 66, out: 64 to 128 bytes" for launches of one kernel, which must
// not be empty.
std::string in_words(const std::vector<LaunchWords>& launches);

}  // namespace launchproof::worker
