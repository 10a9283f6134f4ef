#include "verify/access/checks/implied_bounds.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "verify/smt/questions/question.h"

namespace launchproof::access {

using model::AnnotationKind;
using model::kNone;
using smt::Status;
using smt::Term;
using symbolic::Unknown;

namespace {

constexpr unsigned kNarrowest = 32;  // narrower arguments are not worth a question
constexpr std::size_t kMostArguments = 4;
constexpr unsigned kPowers[] = {20U, 12U, 8U};  // exponents of upper bounds that are tried until one does not
                                                // hold

// Returns the block after the preconditions that every work-item reaches first, before any assumption.
std::optional<model::BlockId> behind_preconditions(const Context& context) {
  const model::KernelModel& kernel = context.kernel;
  std::optional<model::BlockId> result;
  for (const std::uint32_t id : analysis::first_exclusions(kernel)) {
    if (analysis::is_ignored(context.annotations.ignored, id)) continue;
    if (kernel.annotations[id].kind != AnnotationKind::Precondition) break;
    for (const model::BlockId next : kernel.blocks[kernel.annotations[id].block].successors)
      if (!analysis::is_excluded(kernel, next)) result = next;
  }
  return result;
}

std::vector<Term> open_arguments(const Context& context, const std::vector<Term>& question) {
  std::vector<Term> result;
  for (const Term conjunct : question)
    for (const Term variable : context.store.variables(conjunct)) {
      const Unknown* unknown = context.unknowns.value(variable);
      const bool is_argument = unknown != nullptr && unknown->is_promised && !unknown->address &&
                               unknown->parameter != kNone && variable.width() >= kNarrowest;
      if (is_argument && std::ranges::find(result, variable) == result.end()) result.push_back(variable);
    }
  return result;
}

}  // namespace

std::vector<Term> implied_bounds(Session& session) {
  const Context& context = session.context;
  if (context.family != nullptr || context.facts.open.any()) return {};
  const std::optional<model::BlockId> block = behind_preconditions(context);
  if (!block) return {};
  smt::TermStore& store = context.store;
  std::vector<Term> kept = session.one();
  kept.push_back(session.s.reach(*block, session.s.enter_all(*block, kOutside, "s.k")));
  const std::vector<Term> arguments = open_arguments(context, kept);
  if (arguments.empty() || arguments.size() > kMostArguments) return {};
  const smt::Question reduced(store, kept, /*is_whole=*/false);
  std::vector<Term> bounds;
  session.queries.about(verdict::Property::Assertion, {kNone, 1});
  bool is_hard = false;
  const auto holds = [&](Term bound) {
    std::vector<Term> question = kept;
    question.push_back(store.not_(bound));
    const std::optional<bool> refuted = session.queries.is_refuted_briefly(question, {&session.s});
    is_hard = !refuted;
    if (!refuted.value_or(false)) return false;
    bounds.push_back(bound);
    kept.push_back(bound);
    return true;
  };
  for (const Term argument : arguments) {
    if (is_hard) break;
    const auto known = store.signed_range(reduced.in_place(store, argument));
    const unsigned width = argument.width();
    if (known.low < 0 && !holds(store.not_(store.slt(argument, store.bv(0, width))))) continue;
    for (const unsigned power : kPowers) {
      const std::uint64_t limit = std::uint64_t{1} << power;
      if (known.high < static_cast<smt::SignedBits>(limit)) continue;
      if (!holds(store.ult(argument, store.bv(limit, width)))) break;
    }
  }
  return bounds;
}

}  // namespace launchproof::access
