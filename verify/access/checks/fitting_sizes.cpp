#include "verify/access/checks/fitting_sizes.h"

#include <vector>

#include "verify/access/questions/open_sizes.h"
#include "verify/analysis/preconditions.h"

namespace launchproof::access {

using smt::Term;

namespace {

// Returns the condition that a work-item gets past the leading preconditions.
std::vector<Term> keeps_to_preconditions(Session& session) {
  const model::KernelModel& kernel = session.context.kernel;
  std::vector<Term> question = session.one();
  std::vector<std::uint32_t> first = analysis::first_exclusions(kernel);
  std::erase_if(
      first, [&](std::uint32_t id) { return analysis::is_ignored(session.context.annotations.ignored, id); });
  if (first.empty()) return question;
  for (const model::BlockId next : kernel.blocks[kernel.annotations[first.back()].block].successors) {
    if (analysis::is_excluded(kernel, next)) continue;
    question.push_back(session.s.reach(next, session.s.enter_all(next, kOutside, "s.k")));
    break;
  }
  return question;
}

}  // namespace

std::optional<model::LaunchSizes> fitting_sizes(Session& session) {
  smt::TermStore& store = session.context.store;
  const std::vector<Term> question = keeps_to_preconditions(session);
  std::vector<Term> larger(question);
  const std::vector<Term> sizes = open_sizes(session.context.launch, session.context.facts.open);
  for (const Term size : sizes) larger.push_back(store.ule(store.bv(2, size.width()), size));
  for (const std::vector<Term>& asked : {larger, question}) {
    Outcome outcome = session.queries.ask(asked, {&session.s});
    session.queries.make_small(outcome, sizes);
    if (outcome.status != smt::Status::Sat) continue;
    if (const auto found = sizes_of(session.context, outcome.model)) return found;
  }
  return std::nullopt;
}

}  // namespace launchproof::access
