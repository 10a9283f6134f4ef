#include "verify/two_thread/proof/falls.h"

#include <algorithm>

#include "verify/two_thread/terms/comparisons.h"

namespace launchproof::two_thread {

using smt::Status;
using smt::Term;

namespace {

constexpr smt::Work kForValues = 500 * smt::kWorkPerMillisecond;

// Returns the values with which the candidate does not hold, from a model of the induction without it.
std::string values_of_fall(CandidateId id, bool is_entry, const Setting& setting, const Problem& problem,
                           const Inferred& inferred, Prover& prover) {
  const Candidate& candidate = problem.candidates[id];
  for (const Induction& induction : problem.inductions) {
    const auto goal = std::ranges::find(induction.goals, id, &std::pair<CandidateId, Term>::first);
    const auto compared =
        std::ranges::find(induction.compares, id, &std::pair<CandidateId, std::vector<Compared>>::first);
    if (induction.is_entry != is_entry || goal == induction.goals.end() ||
        compared == induction.compares.end())
      continue;
    std::vector<Term> question = standing(induction.context, inferred.stands);
    if (!is_entry) question.push_back(candidate.formula);
    question.push_back(setting.store.not_(goal->second));
    const smt::Answer answer = prover.ask(std::move(question), kForValues);
    if (answer.status != Status::Sat) continue;
    const std::string now = in_words(compared->second, answer.model);
    const std::string before = is_entry ? std::string() : in_words(candidate.compares, answer.model);
    std::string text = " (";
    if (!before.empty()) text.append(before).append(" before it, and then ");
    return text.append(now).append(")");
  }
  return {};
}

}  // namespace

std::string why_it_fell(std::uint32_t annotation, const Setting& setting, const Problem& problem,
                        const Inferred& inferred, Prover& prover) {
  const bool is_plain = setting.options.induction_depth == 1;
  const auto values = [&](CandidateId id, bool is_entry) {
    return values_of_fall(id, is_entry, setting, problem, inferred, prover);
  };
  for (CandidateId id = 0; id < problem.candidates.size(); ++id) {
    if (problem.candidates[id].annotation != annotation) continue;
    const Fall fall = inferred.falls[id];
    if (fall == Fall::OnEntry)
      return std::string(": not shown to hold when the loop is entered") +
             (is_plain ? values(id, true) : ", or in its first iterations");
    if (fall == Fall::NotMaintained)
      return std::string(": not shown to be maintained by ") +
             (is_plain ? "an iteration" + values(id, false) : "iterations");
    if (fall == Fall::Undecided) return ": the solver did not decide it";
  }
  return {};
}

}  // namespace launchproof::two_thread
