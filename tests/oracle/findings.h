// Defects that were seen, one entry for each pair of places.
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
  std::string object;       // the array concerned; empty for divergence
  std::int64_t offset = 0;  // bytes into it
  bool benign = false;
  std::vector<PlaceStack> places;
  std::vector<WorkItemId> work_items;
  std::string schedule;
  std::string contents;
  std::uint64_t count = 1;  // how often it was seen

  // The lines of the places, then those of the calls that lead there; no line twice.
  [[nodiscard]] std::vector<std::uint32_t> lines() const;
};

class Findings {
 public:
  // `key` names the pair of places; a finding is benign only if it was benign each time it was seen.
  void add(const std::string& key, const Finding& finding);
  // Counts one more sighting if `key` is known with this benignity; false if the finding must be added in
  // full.
  bool count_again(const std::string& key, bool benign);
  [[nodiscard]] const std::map<std::string, Finding>& all() const { return d_findings; }

 private:
  std::map<std::string, Finding> d_findings;
};

}  // namespace launchproof::oracle
