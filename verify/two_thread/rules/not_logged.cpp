#include "verify/two_thread/rules/not_logged.h"

#include <algorithm>

namespace launchproof::two_thread {

using smt::Term;

void guess_not_logged(const Head& head, LogKind kind, std::vector<Guess>& into) {
  if (!head.has_barrier) return;
  const bool is_left_within =
      std::ranges::any_of(head.setting.graph.exits(head.loop),
                          [&](const analysis::ExitEdge& exit) { return exit.from != head.of().header; });
  for (const Head::HeadLog& log : head.logs) {
    if (log.kind != kind) continue;
    const Term none = head.store().not_(log.set);
    into.push_back({none});
    if (is_left_within) into.push_back({head.store().implies(head.store().or_(head.enabled), none)});
  }
}

}  // namespace launchproof::two_thread
