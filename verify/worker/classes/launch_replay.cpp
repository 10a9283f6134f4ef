#include "verify/worker/classes/launch_replay.h"
#include "verify/analysis/preconditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "verify/verdict/doubt.h"
#include "verify/worker/replay/replay_evidence.h"
#include "verify/worker/replay/seen_finding.h"

namespace launchproof::worker {
namespace {

using verdict::Cause;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

// Returns the made-up contents, with the reason if contents should have been recorded.
std::vector<std::string> with_reasons(const replay::Outcome& outcome, const model::LaunchFacts& facts) {
  std::vector<std::string> texts = outcome.made_up;
  for (std::size_t i = 0; i < texts.size() && i < outcome.made_up_parameters.size(); ++i) {
    const auto* buffer =
        std::get_if<model::BufferArgument>(&facts.arguments.at(outcome.made_up_parameters[i]));
    if (buffer != nullptr && !buffer->contents.reason().empty())
      texts[i] += " (" + buffer->contents.reason() + ")";
  }
  return texts;
}

void set_all(verdict::ClassResult& result, Verdict verdict, Cause cause, const std::string& reason) {
  for (std::size_t i = 0; i < verdict::all_properties().size(); ++i) {
    if (static_cast<Property>(i) == Property::Assertion) continue;  // observed only if it is violated
    result.properties[static_cast<Property>(i)] = {verdict, reason, {{cause, reason, {}}}};
  }
}

}  // namespace

std::string with_remedy(const std::string& reason) {
  if (reason.find("time limit") != std::string::npos) return reason + " (--timeout raises it)";
  if (reason.find("memory limit") != std::string::npos) return reason + " (--memory raises it)";
  return reason;
}

Outcome replay_launch(const Job& job, const std::string& selector, const LaunchReplay& how,
                      ClassVerifier& verifier) {
  const auto begin = std::chrono::steady_clock::now();
  FoundKernel found = verifier.find(job, selector);
  if (found.kernel == nullptr) return std::move(found.outcome);
  Outcome outcome = std::move(found.outcome);
  verdict::ClassResult& result = outcome.result;
  result = settled(job, found.kernel->name, Verdict::NotAsked, Cause::ContentsNotRecorded, "");
  result.properties.clear();
  result.engine = "replay";
  const model::LaunchFacts facts = analysis::with_preconditions(*found.kernel, *found.answer.facts);
  if (result.launch.empty())
    result.launch = describe_launch(*found.kernel, facts, found.answer.local_size_open);
  replay::Contents contents;
  contents.seed = how.seed;
  add_recorded(facts, contents);
  if (const std::string why = keep_to_properties({}, facts, contents); !why.empty()) {
    set_all(result, Verdict::Unknown, Cause::ContentsNotRecorded, why);
    verdict::conclude(result, job.options.strict);
    return outcome;
  }
  replay::Options options;
  options.barrier_rule = job.options.barrier_rule;
  options.seconds = how.seconds;
  options.maximum_steps = kAnySteps;
  options.maximum_memory = how.memory;
  const replay::Outcome seen =
      replay::replay(job.program->sources, job.program->device, found.kernel->name, facts, contents, options);
  std::string made_up;
  if (!seen.made_up.empty())
    made_up = fmt::format("made up (seed {}): {}", how.seed, fmt::join(with_reasons(seen, facts), ", "));
  for (const replay::Seen& one : seen.seen) {
    // Copies of partly written data are not defects.
    if (one.kind == replay::kUndefinedPrivate) continue;
    Finding finding = finding_of(one, *found.kernel);
    finding.id = fmt::format("seen-{}", result.findings.size() + 1);
    finding.repro = job.launch_command;
    if (!is_independent(finding, *found.kernel, facts, seen)) {
      finding.confirmation = Confirmation::Unconfirmed;
      finding.replay = made_up.empty() ? "it happened, and may rest on a value that the program leaves open"
                                       : "it happened with what is not recorded " + made_up;
    }
    result.findings.push_back(std::move(finding));
  }
  const std::string done = fmt::format("executed {} groups of {} work-items in all, {} accesses", seen.groups,
                                       seen.work_items, seen.accesses);
  switch (seen.status) {
    case replay::Status::Completed:
      set_all(result, Verdict::NotAsked, Cause::ContentsNotRecorded,
              "nothing was seen, which proves nothing");
      break;
    case replay::Status::Unknown:
      set_all(result, Verdict::Unknown, Cause::ClassTimeout, with_remedy(seen.reason));
      break;
    case replay::Status::Unsupported:
      set_all(result, Verdict::Unsupported, Cause::UnsupportedConstruct, seen.reason);
      break;
    case replay::Status::Error:
      set_all(result, Verdict::Error, Cause::ContradictoryFacts, seen.reason);
      break;
  }
  result.assumptions.push_back(done);
  if (!made_up.empty()) result.assumptions.push_back(made_up);
  verdict::conclude(result, job.options.strict);
  verdict::doubt(result, outcome.doubts, job.options.strict);
  const bool nothing = seen.status == replay::Status::Completed && result.verdict == Verdict::Unknown;
  if (nothing) {
    result.verdict = Verdict::NotAsked;
    result.reason = "executed, and nothing was seen; other contents may behave otherwise";
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

}  // namespace launchproof::worker
