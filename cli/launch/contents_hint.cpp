#include "cli/launch/contents_hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "cli/options/options.h"
#include "reports/words/words.h"

namespace launchproof::cli {
namespace {

using verdict::Approximation;
using verdict::Cause;

bool is_of_contents(Cause cause) {
  return cause == Cause::ContentsNotRecorded || cause == Cause::SharedContents;
}

// Returns whether an execution with recorded contents also settles the cause, or whether the cause represents
// an answer about another property.
bool may_follow(Cause cause) {
  switch (cause) {
    case Cause::ContentsNotRecorded:
    case Cause::ContentsUndecided:
    case Cause::SharedContents:
    case Cause::NoClosedForm:
    case Cause::EarlierIterations:
    case Cause::LoopAbstraction:
    case Cause::TwoWorkItems:
    case Cause::MayBeOrdered:
    case Cause::SkippedBarrier:
    case Cause::VoidedDivergence:
    case Cause::VoidedBounds:
    case Cause::VoidedRace:
    case Cause::SolverTimeout:
      return true;
    default:
      return false;
  }
}

bool rests_on_chosen_contents(const verdict::Finding& finding) {
  return finding.witness && std::ranges::any_of(finding.witness->chosen, &verdict::ChosenValue::contents);
}

// Returns whether every finding of the defect was shown only with contents chosen by Launchproof.
bool is_shown_with_chosen_contents(const verdict::ClassResult& result, verdict::Property property) {
  bool is_shown = false;
  for (const verdict::Finding& finding : result.findings) {
    if (finding.property != property || finding.benign || !finding.approximations.empty()) continue;
    if (!rests_on_chosen_contents(finding)) return false;
    is_shown = true;
  }
  return is_shown;
}

}  // namespace

bool may_be_decided_by_contents(const verdict::ClassResult& result) {
  for (const auto& [property, answer] : result.properties) {
    if (answer.verdict == verdict::Verdict::Defect && is_shown_with_chosen_contents(result, property))
      return true;
    if (!verdict::is_undecided(answer.verdict)) continue;
    std::vector<Approximation> causes = answer.causes;
    for (const verdict::Finding& finding : result.findings)
      if (finding.property == property)
        causes.insert(causes.end(), finding.approximations.begin(), finding.approximations.end());
    const bool rests = std::ranges::any_of(causes, is_of_contents, &Approximation::cause);
    if (rests && std::ranges::all_of(causes, may_follow, &Approximation::cause)) return true;
  }
  return false;
}

bool lacks_contents(const capture::Capture& capture, const std::vector<std::size_t>& launches) {
  return std::ranges::any_of(launches, [&](std::size_t number) {
    return std::ranges::any_of(capture.launches[number].arguments, [](const capture::Argument& argument) {
      const auto* buffer = std::get_if<capture::BufferArgument>(&argument.value);
      return buffer != nullptr && !buffer->contents;
    });
  });
}

std::string record_with_contents(const capture::Capture& capture) {
  return "launchproof run --contents=all -- " + join_words(capture.session.command);
}

std::string contents_hint(std::uint64_t classes, const std::string& remedy) {
  if (classes == 0) return {};
  return fmt::format("buffer contents may decide undecided answers, or whether a defect happens, in {}: {}",
                     reports::count_of(classes, "launch class", "launch classes"), remedy);
}

}  // namespace launchproof::cli
