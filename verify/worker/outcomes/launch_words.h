// A launch in words, in parts, so that several launches can be told in one text.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace launchproof::worker {

// "out: 64 bytes" is the value "64" between `before` and `after`.
struct LaunchWord {
  unsigned place = 0;  // words of several launches at one place say the same of each
  std::string before, text, after;
  std::int64_t order = 0;
  bool ordered = true;  // else several values are only counted
  bool shown = true;    // what no launch shows is left out

  bool operator==(const LaunchWord&) const = default;
};

struct LaunchWords {
  std::string alone;  // the text of this launch by itself
  std::vector<LaunchWord> words;

  bool operator==(const LaunchWords&) const = default;
};

// Returns "global (16 to 96, 8), n = 1 to 66, out: 64 to 128 bytes", of launches of one kernel; not empty.
std::string in_words(const std::vector<LaunchWords>& launches);

}  // namespace launchproof::worker
