#include "verify/worker/classes/scan_proofs.h"

#include <algorithm>
#include <utility>

#include "verify/analysis/atomic_order.h"
#include "verify/scans/every_size.h"

namespace launchproof::worker {

using verdict::Approximation;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

bool is_open_in_one_dimension(const model::LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d) {
    if (facts.open.groups[d] != 0) return false;
    if (d != 0 && (facts.open.global[d] || facts.open.local[d] != 0 || facts.local_size[d] != 1))
      return false;
  }
  return facts.open.local[0] != 0 && facts.free.empty() && facts.global_size[1] == 1 &&
         facts.global_size[2] == 1;
}

bool is_verified(const verdict::ClassResult& result, Property property) {
  const auto entry = result.properties.find(property);
  return entry != result.properties.end() && entry->second.verdict == Verdict::Verified;
}

}  // namespace

void prove_scans(const model::KernelModel& kernel, const model::LaunchFacts& facts, smt::TermStore& store,
                 smt::Solver& solver, const symbolic::Options& options, verdict::ClassResult& result) {
  const auto entry = result.properties.find(Property::Assertion);
  if (entry == result.properties.end() || entry->second.verdict != Verdict::Unknown ||
      !is_open_in_one_dimension(facts) || !is_verified(result, Property::DataRace) ||
      !is_verified(result, Property::BarrierDivergence))
    return;
  // An ordered store of another group is not a race, but changes the value read.
  if (analysis::has_order_between_groups(kernel)) return;
  const auto is_at = [&](const model::Annotation& one, const Approximation& cause) {
    if (one.kind != model::AnnotationKind::Scan || one.location == model::kNone) return false;
    const model::Location& at = kernel.locations[one.location];
    return at.file == cause.location.file && at.line == cause.location.line;
  };
  bool is_shown = true;
  for (Approximation& cause : entry->second.causes) {
    const auto claim = std::ranges::find_if(kernel.annotations,
                                            [&](const model::Annotation& one) { return is_at(one, cause); });
    if (claim == kernel.annotations.end() || claim->scan.input == model::kNone ||
        claim->scan.output == model::kNone) {
      is_shown = false;
      continue;
    }
    scans::EverySize proof;
    try {
      proof = scans::prove_for_every_size(kernel, facts, store, solver, options, claim->scan);
    } catch (const symbolic::OutOfTime&) {
      proof.why = "the launch class used up its time";
    }
    result.questions += proof.questions;
    if (!proof.is_shown) {
      is_shown = false;
      cause.detail = "`" + claim->text + "`: " + proof.why;
      if (proof.where != model::kNone)
        cause.detail += " (line " + std::to_string(kernel.locations[proof.where].line) + ")";
      entry->second.reason = cause.detail;
      continue;
    }
    result.notes.push_back(
        "`" + claim->text +
        "` holds for all contents and every local size that is a power of two, joined by " +
        scans::in_words(*proof.join));
    if (proof.join == scans::Join::FloatAdd)
      result.assumptions.emplace_back(
          "sums of floating-point numbers are compared as sums of real numbers: they may be "
          "rounded in another order");
  }
  if (!is_shown) return;
  entry->second = {Verdict::Verified, "", {}};
  verdict::conclude(result, options.strict);
}

}  // namespace launchproof::worker
