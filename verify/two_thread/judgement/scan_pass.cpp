#include "verify/two_thread/judgement/scan_pass.h"

#include "verify/scans/interval_run.h"
#include "verify/symbolic/findings/finding_words.h"
#include "verify/symbolic/findings/locations.h"
#include "verify/verdict/finding_id.h"

namespace launchproof::two_thread {

using model::kNone;
using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

namespace {

constexpr std::uint64_t kSteps = 20'000'000;

std::string why_open(const MemoryPass& pass, const model::Annotation& annotation) {
  const model::LaunchFacts& facts = pass.setting.facts;
  if (annotation.scan.input == kNone || annotation.scan.output == kNone) return annotation.open;
  if (facts.open.any() || !facts.free.empty()) return "it is shown for given sizes alone";
  if (pass.setting.limits.warp_sync > 1) return "it is not judged with --warp-sync";
  for (const model::ArrayId array : {annotation.scan.input, annotation.scan.output})
    if (pass.setting.regions.placement(array).region == kNone) return "one of its arrays is null";
  return {};
}

verdict::Finding finding_of(const model::KernelModel& kernel, const model::Annotation& annotation,
                            const scans::RunResult& run) {
  verdict::Finding finding;
  finding.property = Property::Assertion;
  finding.kind = kBrokenScan;
  finding.message = "`" + annotation.text + "` does not hold: " + run.text;
  finding.confirmation = verdict::Confirmation::Unconfirmed;
  finding.replay = symbolic::kNotExecuted;
  finding.locations = {symbolic::location(kernel, annotation.location, "assertion")};
  if (run.where != kNone) finding.locations.push_back(symbolic::location(kernel, run.where, "store"));
  finding.approximations.push_back({Cause::SharedContents,
                                    "which elements are joined was followed, and not what they hold",
                                    symbolic::location(kernel, annotation.location, "approximation")});
  finding.witness.emplace();
  finding.id = verdict::finding_id(kernel.name, finding);
  return finding;
}

}  // namespace

void judge_scans(MemoryPass& pass) {
  const model::KernelModel& kernel = pass.setting.kernel;
  for (const model::Annotation& one : kernel.annotations) {
    if (one.kind != model::AnnotationKind::Scan || !pass.is_asked(one.location)) continue;
    const auto leave_open = [&](Cause cause, const std::string& why, model::LocationId where) {
      pass.outcome.fail(Property::Assertion, Verdict::Unknown, cause, "`" + one.text + "`: " + why,
                        where == kNone ? one.location : where);
    };
    if (const std::string why = why_open(pass, one); !why.empty()) {
      leave_open(Cause::AnnotationNotJudged, why, kNone);
      continue;
    }
    if (!pass.excludes_races) {
      leave_open(Cause::VoidedRace, kRestsOnNoRace, kNone);
      continue;
    }
    const scans::RunResult run =
        scans::run_over_intervals(kernel, pass.setting.facts, pass.setting.regions, pass.setting.launch,
                                  pass.setting.store, one.scan, kSteps);
    if (run.verdict == scans::RunVerdict::Wrong) pass.outcome.add(finding_of(kernel, one, run));
    if (run.verdict == scans::RunVerdict::Open)
      leave_open(Cause::AnnotationNotJudged, "a run over intervals does not show it: " + run.text, run.where);
    if (run.verdict != scans::RunVerdict::Shown) continue;
    pass.result.notes.push_back("`" + one.text + "` holds for all contents: " + std::to_string(run.elements) +
                                " elements, joined by " +
                                (run.operation.empty() ? "nothing" : run.operation));
    if (run.is_of_reals)
      pass.result.assumptions.emplace_back(
          "sums of floating-point numbers are compared as sums of real numbers: they may be rounded in "
          "another order");
  }
}

}  // namespace launchproof::two_thread
