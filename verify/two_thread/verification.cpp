#include "verify/effort/clock.h"
#include "verify/two_thread/engine.h"

#include <algorithm>

#include "verify/access/checks/contradictions.h"
#include "verify/analysis/contradiction.h"
#include "verify/symbolic/findings/locations.h"
#include "verify/symbolic/findings/unaligned_barriers.h"
#include "verify/two_thread/guesses/unsupported.h"
#include "verify/two_thread/passes.h"

namespace launchproof::two_thread {

using model::kNone;
using verdict::Cause;
using verdict::Property;
using verdict::PropertyResult;
using verdict::Verdict;

namespace {

void set_all(const model::KernelModel& kernel, verdict::ClassResult& result, Verdict verdict, Cause cause,
             const model::UnsupportedItem& item) {
  const verdict::SourceLocation at = symbolic::location(kernel, item.location, "construct");
  for (const Property property :
       {Property::DataRace, Property::BarrierDivergence, Property::OutOfBounds, Property::NullAccess}) {
    PropertyResult& into = result.properties[property];
    into.verdict = verdict;
    if (into.reason.empty())
      into.reason =
          item.construct + (at.line == 0 ? "" : " (" + at.file + ":" + std::to_string(at.line) + ")");
    into.causes.push_back({cause, item.construct, at});
  }
}

// Findings that were made before it turned out that assumptions exclude every work-item are kept.
void prove_nothing(const model::KernelModel& kernel, verdict::ClassResult& result,
                   const access::Contradiction& impossible) {
  const std::string& why = impossible.text;
  if (result.findings.empty()) {
    result.properties.clear();
    set_all(kernel, result, impossible.is_of_program ? Verdict::Unknown : Verdict::Error,
            Cause::ContradictoryFacts, {why, kNone});
    return;
  }
  for (auto& [property, into] : result.properties)
    if (into.verdict == Verdict::Verified)
      into = {Verdict::Unknown, why, {{Cause::ContradictoryFacts, why, {}}}};
}

void verify_supported(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                      smt::TermStore& store, smt::Solver& solver, const symbolic::Options& limits,
                      const Options& options, const Questions* questions, verdict::ClassResult& result) {
  const OneSetting analysed(kernel, facts, store, limits, options);
  run_passes(analysed, solver, questions, nullptr, result);
}

// Verifies all parts that are reached through calls by contract.
void verify_modular(const model::ModularKernel& kernel, const model::LaunchFacts& facts,
                    smt::TermStore& store, smt::Solver& solver, const symbolic::Options& limits,
                    const Options& options, verdict::ClassResult& result) {
  const auto verify = [&](const model::KernelModel& part, const symbolic::Options& left,
                          const Options& of_parts, Part& notes, verdict::ClassResult& into) {
    const OneSetting analysed(part, facts, store, left, of_parts, notes.entry);
    run_passes(analysed, solver, nullptr, &notes, into);
  };
  verify_parts(kernel, limits, options, verify, result);
}

// With lock step of warps, nothing is known about what is logged where work-items come together. Checking
// only divergence shows nothing about contracts.
bool goes_by_contracts(const model::KernelModel& kernel, const symbolic::Options& limits,
                       const Options& options, const Questions* questions) {
  return options.is_modular && kernel.modular != nullptr && questions == nullptr && limits.warp_sync <= 1 &&
         !limits.only_divergence && options.unwinding == 0;
}

verdict::ClassResult answer_all(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                                smt::TermStore& store, smt::Solver& solver, const symbolic::Options& limits,
                                const Options& options, const Questions* questions) {
  const auto begin = effort::Clock::now();
  verdict::ClassResult result;
  result.kernel = kernel.name;
  result.engine = "two-thread";
  if (questions == nullptr) note_unknown_arrays(kernel, options, result);
  const std::string broken = analysis::contradiction(kernel, facts);
  std::vector<model::UnsupportedItem> items = kernel.unsupported;
  if (broken.empty() && items.empty()) items = unsupported(kernel, facts, limits);
  if (!broken.empty()) {
    set_all(kernel, result, Verdict::Error, Cause::ContradictoryFacts, {broken, kNone});
  } else if (!items.empty()) {
    for (const model::UnsupportedItem& item : items)
      set_all(kernel, result, Verdict::Unsupported, Cause::UnsupportedConstruct, item);
  } else {
    const access::Contradiction impossible =
        access::contradictory_annotations(kernel, facts, store, solver, limits, result);
    const bool is_asked = !impossible || impossible.is_of_assumptions;
    if (is_asked && goes_by_contracts(kernel, limits, options, questions))
      verify_modular(*kernel.modular, facts, store, solver, limits, options, result);
    else if (is_asked)
      verify_supported(kernel, facts, store, solver, limits, options, questions, result);
    if (impossible) prove_nothing(kernel, result, impossible);
  }
  symbolic::doubt_unaligned_barriers(kernel, result);
  if (questions == nullptr) verdict::conclude(result, limits.strict);
  result.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
  return result;
}

}  // namespace

void note_unknown_arrays(const model::KernelModel& kernel, const Options& options,
                         verdict::ClassResult& into) {
  for (const std::string& name : options.adversarial_arrays)
    if (std::ranges::count(kernel.arrays, name, &model::Array::name) == 0)
      into.notes.push_back("`--adversarial-array " + name + "`: the kernel has no array of this name");
}

verdict::ClassResult verify(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            smt::TermStore& store, smt::Solver& solver, const symbolic::Options& limits,
                            const Options& options) {
  return answer_all(kernel, facts, store, solver, limits, options, nullptr);
}

verdict::ClassResult answer(const Questions& questions, const model::KernelModel& kernel,
                            const model::LaunchFacts& facts, smt::TermStore& store, smt::Solver& solver,
                            const symbolic::Options& limits, const Options& options) {
  return answer_all(kernel, facts, store, solver, limits, options, &questions);
}

}  // namespace launchproof::two_thread
