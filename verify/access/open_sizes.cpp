#include "verify/access/open_sizes.h"

#include <algorithm>

#include "verify/analysis/preconditions.h"

namespace launchproof::access {

using smt::Term;

namespace {

constexpr std::uint64_t kMostWorkItems = 0x7fffffff;  // in a dimension (model::OpenSizes)

}  // namespace

std::optional<model::LaunchSizes> sizes_of(const Context& context, const smt::Model& model) {
  const model::LaunchFacts& facts = context.facts;
  model::LaunchSizes sizes;
  for (unsigned d = 0; d < 3; ++d) {
    sizes.local[d] = static_cast<std::uint64_t>(model.evaluate(context.launch.local_size(d)));
    sizes.groups[d] = static_cast<std::uint64_t>(model.evaluate(context.launch.groups(d)));
    // Variables that a model says nothing of are 0.
    sizes.local[d] = std::max<std::uint64_t>(sizes.local[d], 1);
    sizes.groups[d] = std::max<std::uint64_t>(sizes.groups[d], 1);
    const bool is_open = facts.open.local[d] != 0 || facts.open.groups[d] != 0;
    if (!is_open) continue;
    // A model that does not know the product may have one that is too large.
    if (sizes.local[d] > kMostWorkItems / sizes.groups[d]) return std::nullopt;
    if (facts.open.global[d]) continue;
    if (facts.global_size[d] % sizes.local[d] != 0) return std::nullopt;
    sizes.groups[d] = facts.global_size[d] / sizes.local[d];
  }
  return sizes;
}

std::vector<Term> open_sizes(LaunchTerms& launch, const model::OpenSizes& open) {
  std::vector<Term> result;
  for (unsigned d = 0; d < 3; ++d) {
    if (open.local[d] != 0) result.push_back(launch.local_size(d));
    if (open.groups[d] != 0) result.push_back(launch.groups(d));
  }
  return result;
}

namespace {

// A work-item comes behind the preconditions that stand first.
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
    Outcome outcome = session.asker.ask(asked, {&session.s});
    session.asker.make_small(outcome, sizes);
    if (outcome.status != smt::Status::Sat) continue;
    if (const auto found = sizes_of(session.context, outcome.model)) return found;
  }
  return std::nullopt;
}

}  // namespace launchproof::access
