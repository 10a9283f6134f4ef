#include "verify/worker/classes/finding_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/analysis/preconditions.h"

namespace launchproof::worker {
namespace {

using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;

// Removes the result of the last replay.
Finding as_found(Finding finding, Confirmation confirmation) {
  finding.confirmation = confirmation;
  finding.replay.clear();
  if (finding.witness) {
    finding.witness->steps.clear();
    finding.witness->steps_left_out = 0;
  }
  return finding;
}

}  // namespace

std::string why_incomplete(const Finding& finding) {
  if (!finding.witness) return "it has no witness";
  const std::size_t least =
      finding.property == Property::DataRace || finding.property == Property::BarrierDivergence ? 2 : 1;
  if (finding.witness->work_items.size() < least) return "its witness lacks a work-item";
  for (const verdict::ChosenValue& value : finding.witness->chosen)
    if (value.bytes == 0 || value.bytes > sizeof value.value) return "its witness lacks a value";
  return {};
}

Outcome replay_finding(const Job& job, verdict::ClassResult known, const LaunchReplay& how,
                       ClassVerifier& verifier) {
  const auto begin = std::chrono::steady_clock::now();
  FoundKernel found = verifier.find(job, known.kernel);
  if (found.kernel == nullptr) return std::move(found.outcome);
  Outcome outcome = std::move(found.outcome);
  const Finding stored = known.findings.at(0);
  const FactsAnswer answer = ClassVerifier::facts_of_launch(job, *found.kernel, stored.launch);
  const model::LaunchFacts facts =
      analysis::with_preconditions(*found.kernel, answer.facts ? *answer.facts : *found.answer.facts,
                                   access::AnnotationsInUse::of(*found.kernel, job.options).ignored);
  ReplayLimits limits;
  limits.seconds = how.seconds;
  limits.memory = how.memory;
  limits.contents_bytes = std::max(limits.contents_bytes, how.memory / 4);
  limits.steps = limits.all_steps = kAnySteps;
  Replayer replayer;
  const auto replay = [&](Confirmation confirmation) {
    verdict::ClassResult result = known;
    result.findings = {as_found(stored, confirmation)};
    replayer.confirm(result, stored.launch, job, *found.kernel, facts, limits);
    return result;
  };
  const bool was_seen = stored.confirmation == Confirmation::Replayed;
  outcome.result = replay(was_seen || stored.confirmation == Confirmation::Exact ? Confirmation::Exact
                                                                                 : Confirmation::Unconfirmed);
  // It was seen with different made-up contents, or is no longer seen.
  if (was_seen && outcome.result.findings.at(0).confirmation != Confirmation::Replayed) {
    replayer.was_cut();
    outcome.result = replay(Confirmation::Unconfirmed);
  }
  verdict::ClassResult& result = outcome.result;
  if (replayer.was_cut() && result.findings.at(0).confirmation != Confirmation::Replayed)
    result.findings.at(0).replay +=
        fmt::format("; the replay had {:g} s and {} MiB, and --timeout and --memory give it more",
                    how.seconds, how.memory >> 20);
  add_commands(job, result.findings.at(0));
  result.repro = job.repro;
  result.source = job.source;
  result.engine = "replay";
  result.cached = false;
  result.questions = result.settled = result.cross_checked = 0;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

}  // namespace launchproof::worker
