#include "cli/jobs/side_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/terminal/interruption.h"
#include "cli/verification/verification.h"
#include "verify/effort/clock.h"
#include "verify/equivalence/equivalence.h"
#include "verify/equivalence/open_sizes.h"
#include "verify/smt/solvers/child_process.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::cli {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

std::string solver_of_equivalence() {
  return smt::find_program("cvc5").empty() ? "cadical,z3" : "cadical,cvc5:int,z3+cvc5";
}

equivalence::Options equivalence_options(const Arguments& arguments) {
  equivalence::Options options;
  options.arithmetic = *equivalence::parse_arithmetic(arguments.arithmetic);
  options.time = std::chrono::milliseconds(static_cast<std::int64_t>(arguments.timeout_seconds * 1000));
  options.memory_mib = arguments.memory_mib;
  options.solver = arguments.solver.empty() ? solver_of_equivalence() : arguments.solver;
  options.always_executes = !arguments.cross_check.empty() && arguments.cross_check != "off";
  return options;
}

}  // namespace

std::vector<verdict::ClassResult> decided(const std::vector<Question>& questions,
                                          const Arguments& arguments) {
  const equivalence::Options options = equivalence_options(arguments);
  worker::PoolOptions pool;
  pool.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  pool.limits = {options.time, arguments.memory_mib};
  pool.grace = std::chrono::milliseconds(2000);
  const Interruption interruption;
  pool.stop = [] { return interrupting_signal() != 0; };
  pool.work = [&](std::size_t task, const std::string&) {
    const Question& question = questions[task];
    const auto begin = effort::Clock::now();
    equivalence::Answer answer = question.open
                                     ? equivalence::decide_open(*question.left, *question.right, options)
                                     : equivalence::decide(*question.left, *question.right, options);
    worker::TaskOutcome outcome;
    outcome.result = *question.begun;
    outcome.result.properties[Property::Equivalent] = std::move(answer.property);
    outcome.result.findings = std::move(answer.findings);
    outcome.result.assumptions = std::move(answer.assumptions);
    outcome.result.notes = std::move(answer.notes);
    outcome.result.questions = answer.counts.questions;
    outcome.result.settled =
        answer.counts.compared - std::min(answer.counts.compared, answer.counts.questions);
    outcome.result.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
    return outcome;
  };
  pool.lost = [&](std::size_t task, const std::string&, Cause cause, const std::string& reason) {
    worker::TaskOutcome outcome;
    outcome.result = *questions[task].begun;
    outcome.result.properties[Property::Equivalent] = {
        .verdict = cause == Cause::WorkerCrash ? Verdict::Error : Verdict::Unknown,
        .reason = reason,
        .causes = {{.cause = cause, .detail = reason, .location = {}}}};
    return outcome;
  };
  std::vector<verdict::ClassResult> results;
  for (worker::CompletedTask& one : worker::run_tasks(std::vector<worker::Task>(questions.size()), pool))
    results.push_back(std::move(one.outcome.result));
  return results;
}

void rest_on(const std::vector<verdict::ClassResult>& verified, verdict::ClassResult& result) {
  verdict::PropertyResult& answer = result.properties[Property::Equivalent];
  if (answer.verdict == Verdict::Error) return;
  const bool is_proof = answer.verdict == Verdict::Verified || answer.verdict == Verdict::ProbablyEqual;
  const bool is_shown = answer.verdict == Verdict::Defect || answer.verdict == Verdict::PossibleDefect;
  const auto give_up = [&](const std::string& reason) {
    answer.verdict = Verdict::Unknown;
    answer.reason = reason;
    answer.causes.push_back({.cause = Cause::SideNotVerified, .detail = reason, .location = {}});
    result.findings.clear();
  };
  for (const verdict::ClassResult& side : verified) {
    // --only-divergence asks about nothing else.
    for (const Property order : {Property::DataRace, Property::BarrierDivergence}) {
      const auto own = side.properties.find(order);
      if (own != side.properties.end() && own->second.verdict != Verdict::NotAsked) continue;
      give_up(fmt::format("depends on `{}`, whose {} is not asked", side.kernel, verdict::name(order)));
      return;
    }
    const std::pair<const Property, verdict::PropertyResult>* worst = nullptr;
    bool fails = false;
    for (const auto& one : side.properties) {
      const auto& [property, own] = one;
      const bool orders = property == Property::DataRace || property == Property::BarrierDivergence;
      if (own.verdict == Verdict::Verified) continue;
      if (own.verdict == Verdict::NotAsked) {
        if (property == Property::OutOfBounds && is_proof)
          result.assumptions.push_back(
              fmt::format("the accesses of `{}` are in bounds: {}", side.kernel, own.reason));
        continue;
      }
      fails = fails || orders || !is_shown;
      if (worst == nullptr || verdict::worse(worst->second.verdict, own.verdict) != worst->second.verdict)
        worst = &one;
    }
    if (!fails) continue;
    give_up(fmt::format("depends on `{}`, whose {} is {}: {}", side.kernel, verdict::name(worst->first),
                        verdict::name(worst->second.verdict), worst->second.reason));
    return;
  }
}

bool are_ordered(const std::vector<verdict::ClassResult>& verified) {
  return std::ranges::all_of(verified, [](const verdict::ClassResult& one) {
    return std::ranges::all_of(one.properties, [](const auto& property) {
      const bool orders =
          property.first == Property::DataRace || property.first == Property::BarrierDivergence;
      return !orders || property.second.verdict == Verdict::Verified ||
             property.second.verdict == Verdict::NotAsked;
    });
  });
}

std::string launch_words_of(const GivenSide& given) {
  std::string words;
  for (const auto& one : given.side.launches)
    words +=
        (words.empty() ? "" : "; ") + worker::describe_launch(one.launch.kernel, one.launch.facts, false);
  return words;
}

}  // namespace launchproof::cli
