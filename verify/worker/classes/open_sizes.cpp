// Launches with open sizes: proved for all sizes, or refuted by one launch. If a runtime chose among few
// local sizes, each of these is judged.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "verify/access/engine.h"
#include "verify/access/family.h"
#include "verify/scans/sums_at_read.h"
#include "verify/two_thread/engine.h"
#include "verify/worker/classes/chosen_sizes.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/scan_proofs.h"

namespace launchproof::worker {

using verdict::Cause;
using verdict::Verdict;

namespace {

// The proof for all sizes gets this share of the time; the rest is for launches with specific sizes.
constexpr double kShareOfAll = 0.5;
constexpr std::size_t kMostTried = 3;  // launches with specific sizes
constexpr const char* kBound =
    "a dimension of the launch whose size is left open has less than 2^31 work-items, in whole groups";
constexpr const char* kNotShown = "not shown for every size that is left open";
constexpr const char* kNotShownOfRuntime =
    "local size was left to the runtime, and the property was not shown for every size";

bool is_contradiction(const verdict::ClassResult& result) {
  return std::ranges::any_of(result.properties, [](const auto& entry) {
    return std::ranges::any_of(entry.second.causes,
                               [](const auto& one) { return one.cause == Cause::ContradictoryFacts; });
  });
}

// Keeps only proofs and benign findings, since sizes from models are tried separately.
void keep_proofs(verdict::ClassResult& result, const Job& job) {
  const bool strict = job.options.strict;
  const char* const why = job.runtime_chose ? kNotShownOfRuntime : kNotShown;
  std::erase_if(result.findings, [&](const verdict::Finding& one) { return strict || !one.benign; });
  for (auto& [property, into] : result.properties) {
    if (into.verdict != Verdict::Defect && into.verdict != Verdict::PossibleDefect) continue;
    into = {Verdict::Unknown, why, {{Cause::SizesLeftOpen, why, {}}}};
  }
}

}  // namespace

verdict::ClassResult ClassVerifier::judge_open(const Job& job, const model::KernelModel& kernel,
                                               const FactsAnswer& answer, std::chrono::milliseconds time,
                                               std::vector<model::LaunchSizes>& seen) {
  symbolic::Options options = job.options;
  options.time = time;
  options.question_time = std::min(options.question_time, options.time);
  Workbench& bench = workbench(job, kernel.name);
  verdict::ClassResult result =
      job.engine == Engine::TwoThread
          ? two_thread::verify(kernel, *answer.facts, bench.store, *bench.solver, options, job.two_thread)
          : access::verify_open(
                kernel, *answer.facts, bench.store, *bench.solver, options, seen,
                scans::sums_at_reads(kernel, *answer.facts, bench.store, *bench.solver, options));
  prove_scans(kernel, *answer.facts, bench.store, *bench.solver, options, result);
  const std::vector<std::string>& of_compiler = translation(*job.program).assumptions;
  result.assumptions.insert(result.assumptions.end(), of_compiler.begin(), of_compiler.end());
  if (!job.runtime_chose) result.assumptions.emplace_back(kBound);  // the sizes of a launch are known
  if (result.verdict == Verdict::Verified) result.facts = access::facts_read(kernel, *answer.facts);
  return result;
}

// A counterexample counts if it is one of a launch with specific sizes. A proof counts if there is a launch
// that it applies to, which satisfies the preconditions.
Outcome ClassVerifier::verify_open(const Job& job, const model::KernelModel& kernel,
                                   const FactsAnswer& answer) {
  const auto begin = Clock::now();
  std::vector<model::LaunchSizes> sizes;
  Outcome outcome;
  const auto share = std::chrono::duration_cast<std::chrono::milliseconds>(job.options.time * kShareOfAll);
  try {
    outcome.result = judge_open(job, kernel, answer, share, sizes);
  } catch (const smt::Disagreement& error) {
    outcome.result = settled(job, kernel.name, Verdict::Error, Cause::SolversDisagree, error.what());
    d_workbench.reset();
    return outcome;
  }
  verdict::ClassResult& result = outcome.result;
  keep_proofs(result, job);
  bool fits = false;
  bool cut = false;
  const auto time_left = [&] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(job.options.time - (Clock::now() - begin));
  };
  std::vector<model::LaunchSizes> possible;
  if (job.runtime_chose && result.verdict != Verdict::Verified)
    possible = possible_local_sizes(*answer.facts);
  std::vector<JudgedSize> judged;
  for (const model::LaunchSizes& one : possible) {
    Job sized = with_sizes(job, one);
    sized.kernel = kernel.name;
    sized.options.time = time_left();
    const FactsAnswer facts = facts_of(sized, kernel);
    if (!facts.facts && facts.cause == Cause::ContradictoryFacts) continue;  // no device accepts it
    cut = cut || sized.options.time.count() <= 0;
    if (cut || !facts.facts) {
      judged.clear();
      break;
    }
    JudgedSize& now = judged.emplace_back(one, verify(sized, {}));
    cut = !now.outcome.lasting;
    if (is_contradiction(now.outcome.result)) judged.pop_back();
  }
  if (!judged.empty()) {
    d_cut = cut;
    Outcome joined = join_sizes(result, judged, answer.facts->work_dim);
    if (joined.sizes) {
      verdict::conclude(joined.result, job.options.strict);
      joined.result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      return joined;
    }
    fits = true;
    outcome = std::move(joined);
    if (result.verdict == Verdict::Verified) result.facts = access::facts_read(kernel, *answer.facts);
  }
  std::size_t tried = 0;
  // A size that a runtime chose is only tried for a launch that the proof applies to.
  const std::size_t most =
      job.runtime_chose && (result.verdict != Verdict::Verified || fits) ? 0 : kMostTried;
  for (std::size_t i = 0; i < sizes.size() && tried < most; ++i) {
    if (std::find(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(i), sizes[i]) !=
        sizes.begin() + static_cast<std::ptrdiff_t>(i))
      continue;
    const auto left = time_left();
    if (left.count() <= 0) cut = true;
    if (cut) break;
    ++tried;
    Job sized = with_sizes(job, sizes[i]);
    sized.kernel = kernel.name;
    sized.options.time = left;
    Outcome one = verify(sized, {});
    cut = !one.lasting;
    if (is_contradiction(one.result)) continue;
    fits = true;
    if (job.runtime_chose) break;
    if (one.result.findings.empty() || one.result.verdict == Verdict::Verified) continue;
    one.result.notes.push_back("sizes were left open; this is a launch of some of them");
    one.sizes = sizes[i];
    d_cut = cut;
    return one;
  }
  d_cut = cut;
  if (!fits && result.verdict == Verdict::Verified)
    for (auto& [property, into] : result.properties)
      into = {Verdict::Unknown,
              "no launch was found that keeps to the kernel's preconditions",
              {{Cause::SizesLeftOpen, "no launch was found that keeps to the kernel's preconditions", {}}}};
  result.kernel = kernel.name;
  result.source = job.source;
  result.launch = describe_launch(kernel, *answer.facts, false);
  result.launches = job.launches;
  result.call_site = job.call_site;
  result.repro = job.repro;
  verdict::conclude(result, job.options.strict);
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return outcome;
}

}  // namespace launchproof::worker
