// Runs the two-thread engine after the access engine and its replays, for what these leave open.
#include <algorithm>
#include <utility>

#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/access/family.h"
#include "verify/access/pattern.h"
#include "verify/analysis/preconditions.h"
#include "verify/smt/solvers/solver_names.h"
#include "verify/two_thread/engine.h"
#include "verify/verdict/finding_id.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/portfolio.h"

namespace launchproof::worker {

using verdict::Cause;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Verdict;

namespace {

constexpr double kLeastForSecond = 0.02;  // otherwise it is not started
// Most classes are decided by the first engine before that.
constexpr std::chrono::milliseconds kHeadStart{400};

double seconds_left(const Job& job, const verdict::ClassResult& result) {
  return std::chrono::duration<double>(job.options.time).count() * kEngineShare - result.seconds;
}

}  // namespace

// Cross-checked answers come one after the other from one solver.
void ClassVerifier::begin_concurrent(const Job& job, const model::KernelModel& kernel,
                                     const FactsAnswer& answer, Clock::time_point begin) {
  if (job.engine != Engine::Portfolio || job.cross_check.share > 0 || d_second_engine || has_variants(job) ||
      default_workers() < 2)
    return;
  symbolic::Options options = job.options;
  model::LaunchFacts facts = analysis::with_preconditions(
      kernel, *answer.facts, access::AnnotationsInUse::of(kernel, options).ignored);
  const auto time = std::chrono::duration_cast<Clock::duration>(job.options.time * kEngineShare);
  d_concurrent = std::make_unique<ConcurrentEngine>(
      ConcurrentEngine::Task{kernel, std::move(facts),
                             job.second_solver.empty() ? job.solver : job.second_solver, kTwoThreadStagger,
                             workbench(job, kernel.name).log, std::move(options), job.two_thread,
                             begin + time},
      kHeadStart);
}

std::optional<verdict::ClassResult> ClassVerifier::answer_concurrent(const two_thread::Questions& questions) {
  const std::unique_ptr<ConcurrentEngine> concurrent = std::move(d_concurrent);
  std::optional<verdict::ClassResult> second;
  if (concurrent) second = concurrent->wait();
  if (second && !answers(questions, *second)) second.reset();
  return second;
}

bool ClassVerifier::asks_second_engine(const Job& job, const Outcome& found) const {
  const bool has_unused = found.has_candidates || has_unused_annotations(found.result);
  const bool wanted = job.engine == Engine::Portfolio || (job.engine == Engine::Auto && has_unused);
  // Findings for open sizes are findings for some of the sizes.
  return wanted && !found.sizes && questions_left(found.result) &&
         (seconds_left(job, found.result) > kLeastForSecond || (d_concurrent && d_concurrent->has_answer()));
}

Outcome ClassVerifier::refine(const Job& job, Outcome found) {
  if (found.second_engine) return ask_second_engine(job, std::move(found));
  Outcome confirmed = confirm(job, std::move(found));
  confirmed.second_engine = asks_second_engine(job, confirmed);
  confirmed.interim = confirmed.second_engine;
  if (!confirmed.interim) d_concurrent.reset();
  return confirmed;
}

void ClassVerifier::confirm_second(const Job& job, const FoundKernel& of, const verdict::ClassResult& second,
                                   const ReplayLimits& limits, verdict::ClassResult& result) {
  verdict::ClassResult replayed = result;
  replayed.findings.clear();
  for (const Finding& finding : second.findings) {
    const auto answer = result.properties.find(finding.property);
    const bool is_known =
        std::ranges::any_of(result.findings, [&](const Finding& known) { return known.id == finding.id; });
    // A property that the first engine was not asked about may be refuted as well.
    const Verdict said = answer == result.properties.end() ? Verdict::NotAsked : answer->second.verdict;
    if ((said == Verdict::NotAsked || verdict::is_undecided(said)) && !is_known)
      replayed.findings.push_back(finding);
  }
  if (replayed.findings.empty()) return;
  d_replayer.confirm(replayed, 0, job, *of.kernel, *of.answer.facts, limits);
  for (auto& [property, answer] : replayed.properties)
    if (answer.verdict == Verdict::Error) result.properties[property] = answer;
  for (Finding& finding : replayed.findings)
    if (finding.confirmation == Confirmation::Replayed) result.findings.push_back(std::move(finding));
  verdict::make_ids_unique(result.findings);
  for (Finding& finding : result.findings)
    if (finding.repro.empty()) add_commands(job, finding);
  verdict::conclude(result, job.options.strict);
}

smt::Solver& ClassVerifier::second_solver(const Job& job, Workbench& bench) {
  if (job.second_solver.empty() || bench.cross_check != nullptr) return *bench.solver;
  if (!bench.second_engine || bench.second_engine_name != job.second_solver) {
    bench.second_engine = smt::make_solver(bench.store, job.second_solver, kTwoThreadStagger, bench.log);
    bench.second_engine_name = job.second_solver;
  }
  return *bench.second_engine;
}

Outcome ClassVerifier::ask_second_engine(const Job& job, Outcome found) {
  const auto begin = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  found.interim = found.second_engine = false;
  const bool lasting = std::exchange(found.lasting, false);
  d_cut = false;
  d_replayer.was_cut();
  verdict::ClassResult& result = found.result;
  FoundKernel of = find(job, result.kernel);
  auto questions = questions_left(result);
  if (of.kernel == nullptr || !questions) return found;
  rest_on_no_order(*questions, *of.kernel);
  symbolic::Options options = job.options;
  const double left = seconds_left(job, result);
  const auto set_time = [&] {
    options.time = std::max(std::chrono::milliseconds(static_cast<std::int64_t>((left - elapsed()) * 1000)),
                            std::chrono::milliseconds{1});
    options.question_time = std::min(options.question_time, options.time);
  };
  of.answer.facts = analysis::with_preconditions(*of.kernel, *of.answer.facts,
                                                 access::AnnotationsInUse::of(*of.kernel, options).ignored);
  const model::LaunchFacts& facts = *of.answer.facts;
  Workbench& bench = workbench(job, of.kernel->name);
  const auto agreed = [&] { return bench.cross_check == nullptr ? 0 : bench.cross_check->agreed(); };
  const std::uint64_t agreed_before = agreed();
  try {
    std::optional<verdict::ClassResult> second = answer_concurrent(*questions);
    if (second) questions->only_at.clear();  // it was asked about all lines
    if (!second && d_second_engine) second = d_second_engine(*questions);
    if (!second) {
      set_time();
      options.another_solver =
          another_solver(job.second_solver.empty() ? job.solver : job.second_solver, bench);
      second = two_thread::answer(*questions, *of.kernel, facts, bench.store, second_solver(job, bench),
                                  options, job.two_thread);
    }
    settle(result, *second, *questions, job.options.strict);
    result.cross_checked += agreed() - agreed_before;
    ReplayLimits limits;
    limits.seconds = std::min(limits.seconds, left - elapsed());
    if (job.replay && job.options.warp_sync <= 1 && limits.seconds > 0)
      confirm_second(job, of, *second, limits, result);
  } catch (const smt::Disagreement& error) {
    for (auto& [property, answer] : result.properties)
      answer = {Verdict::Error, error.what(), {{Cause::SolversDisagree, error.what(), {}}}};
    verdict::conclude(result, job.options.strict);
    d_workbench.reset();
  }
  if (result.verdict == Verdict::Verified) {
    result.facts = access::facts_read(*of.kernel, facts, of.answer.local_size_open);
    if (!of.answer.local_size_open && d_workbench)
      result.pattern = access::access_pattern(*of.kernel, facts, bench.store, job.options);
  }
  result.seconds += elapsed();
  d_cut = d_cut || d_replayer.was_cut();
  judge_lasting(job, *of.kernel, found);
  found.lasting = found.lasting && (lasting || result.verdict == Verdict::Verified);
  return found;
}

}  // namespace launchproof::worker
