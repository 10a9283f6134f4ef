#include "verify/repair/meetings.h"

#include <utility>

namespace launchproof::repair {

std::vector<Meeting> meetings_of(const SourceTree& tree, const std::vector<Places>& sides) {
  std::vector<Meeting> meetings;
  if (sides.empty()) return meetings;
  const Places& other = sides.size() > 1 ? sides[1] : sides[0];
  for (const std::size_t a : sides[0])
    for (const std::size_t b : other) {
      Meeting meeting{tree.chain(tree.innermost(a)), tree.chain(tree.innermost(b))};
      if (meeting.first.empty() || meeting.second.empty()) continue;
      if (meeting.first.back() == meeting.second.back()) meetings.push_back(std::move(meeting));
    }
  return meetings;
}

Common common_of(const Meeting& meeting) {
  Common common;
  auto a = meeting.first.rbegin();
  auto b = meeting.second.rbegin();
  while (a != meeting.first.rend() && b != meeting.second.rend() && *a == *b) {
    common.statement = *a;
    ++a, ++b;
  }
  if (a != meeting.first.rend()) common.first = *a;
  if (b != meeting.second.rend()) common.second = *b;
  return common;
}

}  // namespace launchproof::repair
