// Observed defects, one entry for each pair of places.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace launchproof::oracle {

// A place in the source together with the calls that lead to it, innermost first.
struct Place {
  std::string file;
  std::uint32_t line = 0;  // 0 when unknown
  std::uint32_t column = 0;
  std::string function;
};
using PlaceStack = std::vector<Place>;

struct WorkItemId {
  std::array<std::uint64_t, 3> group{};
  std::array<std::uint64_t, 3> local{};
};

struct Finding {
  // data-race | barrier-divergence | out-of-bounds | null-access | access-flags | assertion
  std::string property;
  std::string kind;
  std::string object;       // the array in question; empty for divergence
  std::int64_t offset = 0;  // bytes into it
  bool benign = false;
  std::vector<PlaceStack> places;
  std::vector<WorkItemId> work_items;
  std::string schedule;
  std::string contents;
  std::uint64_t count = 1;  // number of observations

  // Returns the lines of the places, followed by those of the calls that lead there, each line once.
  [[nodiscard]] std::vector<std::uint32_t> lines() const;
};

class Findings {
 public:
  // `key` identifies the pair of places. A finding is benign only if it was benign at every observation.
  void add(const std::string& key, const Finding& finding);
  // Counts one more observation if `key` is known with this benignity. Returns false if the finding must be
  // added completely.
  bool count_again(const std::string& key, bool benign);
  [[nodiscard]] const std::map<std::string, Finding>& all() const { return d_findings; }

 private:
  std::map<std::string, Finding> d_findings;
};

}  // namespace launchproof::oracle
