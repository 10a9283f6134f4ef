#include "verify/worker/classes/derivation.h"

#include <algorithm>
#include <utility>

#include "verify/access/engine.h"
#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/access/questions/lessons.h"
#include "verify/analysis/preconditions.h"
#include "verify/preconditions/facts.h"
#include "verify/preconditions/words.h"
#include "verify/scans/sums_at_read.h"
#include "verify/smt/limits/allowance.h"
#include "verify/symbolic/terms/launch_terms.h"
#include "verify/two_thread/engine.h"
#include "verify/worker/classes/class_verifier.h"
#include "verify/worker/classes/portfolio.h"

namespace launchproof::worker {

using verdict::Verdict;

namespace {

// The share of --derive-time that counts as work. The rest is for uncounted work.
constexpr double kShareOfWork = 0.6;
// The share of the time after which the search ends as a last resort, so that results are not lost.
constexpr double kShareOfSearch = 0.95;
constexpr smt::Work kWorkOfAttempt = 3'000 * smt::kWorkPerMillisecond;
constexpr smt::Work kQuestionsInAttempt = 4;  // number of questions that together may use all the work
constexpr smt::Work kLeastWork = 20 * smt::kWorkPerMillisecond;  // work of an attempt for creating its terms
constexpr int kTimeSlack = 8;  // multiple of the usual time for the work of an attempt

bool is_of(const verdict::ClassResult& result, std::string_view engine) {
  return result.engine.find(engine) != std::string::npos;
}

}  // namespace

void no_precondition(verdict::ClassResult& result, const std::string& reason) {
  result.precondition.emplace();
  result.precondition->reason = reason;
}

Outcome ClassVerifier::announce_derivation(const Job& job, Outcome outcome) {
  if (job.derive_time.count() == 0 || outcome.interim || !outcome.expand.empty() ||
      !outcome.input_error.empty() || outcome.result.verdict != Verdict::Verified)
    return outcome;
  outcome.derives = outcome.interim = true;
  return outcome;
}

preconditions::Attempt ClassVerifier::attempt(const Job& job, const model::KernelModel& kernel,
                                              const verdict::ClassResult& of_class,
                                              const model::LaunchFacts& facts, smt::Work work,
                                              std::chrono::milliseconds time, bool knows_sums) {
  preconditions::Attempt made;
  symbolic::Options options = job.options;
  options.time =
      std::min(time, std::chrono::milliseconds(kTimeSlack * (work / smt::kWorkPerMillisecond + 1)));
  options.question_time = std::min(options.question_time, options.time);
  options.counterexamples = &made.counterexamples;
  smt::Cancellation used_up;
  options.cancellation = &used_up;
  Workbench& bench = workbench(job, kernel.name);
  smt::Allowance first(*bench.solver, work, work / kQuestionsInAttempt, used_up);
  if (of_class.engine == "two-thread") {
    made.result = two_thread::verify(kernel, facts, bench.store, first, options, job.two_thread);
    made.work = first.spent();
    return made;
  }
  access::Lessons lessons;  // lessons of other classes of this kernel concern other questions
  access::SumsOf sums;
  if (knows_sums) sums = scans::sums_at_reads(kernel, facts, bench.store, first, options);
  made.result = access::verify(kernel, facts, bench.store, first, options, lessons, sums);
  made.work = first.spent();
  auto questions = is_of(of_class, "two-thread") ? questions_left(made.result) : std::nullopt;
  if (!questions || used_up.cancelled()) return made;
  rest_on_no_order(*questions, kernel);
  smt::Allowance second(second_solver(job, bench), work - made.work, work / kQuestionsInAttempt, used_up);
  settle(made.result,
         two_thread::answer(*questions, kernel, facts, bench.store, second, options, job.two_thread),
         *questions, job.options.strict);
  made.work += second.spent();
  return made;
}

Outcome ClassVerifier::derive(const Job& job, Outcome found) {
  const auto begin = Clock::now();
  found.interim = found.derives = false;
  verdict::ClassResult& result = found.result;
  const FoundKernel of = find(job, result.kernel);
  no_precondition(result, {});
  verdict::Precondition& into = *result.precondition;
  if (of.kernel == nullptr) {
    into.reason = "the launch facts could not be made again";
    return found;
  }
  if (of.answer.local_size_open) {
    into.reason = "the local size was left to the runtime";
    return found;
  }
  if (is_of(result, "replay")) {
    into.reason = "the launch was proved by executing it";
    return found;
  }
  const model::KernelModel& kernel = *of.kernel;
  const model::LaunchFacts launch = analysis::with_preconditions(
      kernel, *of.answer.facts, access::AnnotationsInUse::of(kernel, job.options).ignored);
  const verdict::ClassResult of_class = result;
  preconditions::Limits limits;
  limits.time = std::chrono::duration_cast<std::chrono::milliseconds>(job.derive_time * kShareOfSearch);
  limits.work = static_cast<smt::Work>(static_cast<double>(job.derive_time.count()) * kShareOfWork *
                                       static_cast<double>(smt::kWorkPerMillisecond));
  limits.attempt = kWorkOfAttempt;
  limits.least = kLeastWork;
  const auto agreed = [&] {
    return d_workbench && d_workbench->cross_check != nullptr ? d_workbench->cross_check->agreed() : 0;
  };
  const std::uint64_t agreed_before = agreed();
  try {
    const preconditions::Derived derived = preconditions::derive(
        kernel, launch, of_class,
        [&](const model::LaunchFacts& facts, smt::Work work) {
          const auto left =
              std::chrono::duration_cast<std::chrono::milliseconds>(begin + limits.time - Clock::now());
          return attempt(job, kernel, of_class, facts, work, std::max(left, std::chrono::milliseconds(1)));
        },
        limits);
    into.reason = derived.reason;
    into.attempts = derived.attempts;
    found.lasting = found.lasting && !derived.cut;
    if (derived.proved) {
      std::vector<model::Relation> relations;
      for (const preconditions::Candidate& one : derived.proved->conditions) {
        relations.push_back(one.relation);
        into.conditions.push_back(
            {preconditions::in_words(kernel, one.relation), one.strength == preconditions::Strength::Pinned});
      }
      const model::LaunchFacts opened = preconditions::opened(launch, derived.proved->free, relations);
      // Checks them as passed to the engines, not only as guessed: a proof about no launches would be
      // vacuous.
      symbolic::LaunchTerms terms(workbench(job, kernel.name).store, kernel, opened);
      into.proved = terms.relations_admit_launch();
      if (into.proved) {
        into.engine = derived.proved->engine;
        into.assumptions = derived.proved->assumptions;
        for (const model::FreeFact& one : derived.proved->free)
          if (std::ranges::none_of(relations, [&](const model::Relation& relation) {
                return relation.kind == model::RelationKind::Pinned &&
                       relation.left.factors.front() == one.quantity;
              }))
            into.any.push_back(preconditions::in_words(kernel, one.quantity));
        into.fixed = preconditions::fixed_facts(kernel, launch, derived.proved->free);
      } else {
        into.conditions.clear();
        into.reason = "the launch violates the precondition that was found; this is a fault of Launchproof";
      }
    }
  } catch (const smt::Disagreement& error) {
    for (auto& [property, answer] : result.properties)
      answer = {Verdict::Error, error.what(), {{verdict::Cause::SolversDisagree, error.what(), {}}}};
    verdict::conclude(result, job.options.strict);
    result.precondition.reset();
    found.lasting = false;
    d_workbench.reset();
    return found;
  }
  result.cross_checked += agreed() - agreed_before;
  into.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return found;
}

}  // namespace launchproof::worker
