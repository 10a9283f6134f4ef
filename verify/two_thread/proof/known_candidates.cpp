#include "verify/two_thread/proof/known_candidates.h"

namespace launchproof::two_thread {

void KnownCandidates::remember(const Problem& problem, const Values& values, smt::TermStore& store,
                               const Inferred& inferred, bool alone, bool with_fallen) {
  CandidateKeys keys(d_formulas, values);
  for (CandidateId id = 0; id < problem.candidates.size(); ++id) {
    const Candidate& candidate = problem.candidates[id];
    if (candidate.of_item == model::kNone) continue;
    if (with_fallen && (inferred.falls[id] == Fall::OnEntry || inferred.falls[id] == Fall::NotMaintained))
      d_fallen.emplace(keys.of(candidate), inferred.falls[id]);
    if (alone && inferred.stands[id] && keys.is_guarded(candidate, store))
      d_standing.insert(keys.of(candidate));
  }
}

Inferred KnownCandidates::begin(const Problem& problem, const Values& values, bool likely) {
  CandidateKeys keys(d_formulas, values);
  Inferred result = all_candidates(problem, !likely);
  for (CandidateId id = 0; id < problem.candidates.size(); ++id) {
    if (problem.candidates[id].of_item == model::kNone) continue;
    const std::uint64_t key = keys.of(problem.candidates[id]);
    if (d_standing.contains(key)) {
      result.stands[id] = result.given[id] = true;
    } else if (const auto found = d_fallen.find(key); likely && found != d_fallen.end()) {
      result.stands[id] = false;
      result.falls[id] = found->second;
    }
  }
  return result;
}

}  // namespace launchproof::two_thread
