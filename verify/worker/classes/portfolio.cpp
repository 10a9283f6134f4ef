#include "verify/worker/classes/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "verify/analysis/atomic_order.h"
#include "verify/two_thread/judgement/memory_pass.h"
#include "verify/verdict/rests_on.h"

namespace launchproof::worker {

using two_thread::Line;
using two_thread::Questions;
using verdict::Approximation;
using verdict::Cause;
using verdict::ClassResult;
using verdict::Confirmation;
using verdict::Finding;
using verdict::Property;
using verdict::PropertyResult;
using verdict::Verdict;

namespace {

constexpr std::string_view kFirst = "access";
constexpr std::string_view kSecond = "two-thread";

// The properties that the second engine judges for a single work-item. For assertions that compare two, it
// shows itself that both reach the earlier barriers together.
constexpr std::initializer_list<Property> kOfOneItem{Property::OutOfBounds, Property::NullAccess,
                                                     Property::AccessFlags, Property::Assertion};

// The assumptions that conclude() states in place of missing proofs.
constexpr std::string_view kInPlaceOfBounds = "accesses in bounds: ";
constexpr std::string_view kInPlaceOfBarriers = "all work-items of a group meet the same barriers: ";

Verdict verdict_of(const ClassResult& result, Property property) {
  const auto entry = result.properties.find(property);
  return entry == result.properties.end() ? Verdict::NotAsked : entry->second.verdict;
}

bool is_left(const ClassResult& result, Property property) {
  return verdict::is_undecided(verdict_of(result, property));
}

bool is_refuted(const ClassResult& result, Property property) {
  const Verdict verdict = verdict_of(result, property);
  return verdict == Verdict::Defect || verdict == Verdict::Error;
}

bool is_bad(const ClassResult& result, Property property) {
  return is_refuted(result, property) || verdict_of(result, property) == Verdict::PossibleDefect;
}

// Returns whether a finding prevents its property from being proved.
bool is_open(const Finding& finding, Property property, bool strict) {
  return finding.property == property && finding.confirmation == Confirmation::Unconfirmed &&
         finding.kind != verdict::kInnerArray && (strict || !finding.benign);
}

// Returns whether the property is proved except for another one that its proof depends on.
bool is_voided(const ClassResult& result, Property property) {
  const auto entry = result.properties.find(property);
  if (entry == result.properties.end() || entry->second.verdict != Verdict::Unknown) return false;
  bool any = false;
  for (const Approximation& cause : entry->second.causes) {
    const bool voids = verdict::is_voided_by(property, cause.cause);
    any = any || voids;
    if (!voids && cause.cause != Cause::SizeNotKnown) return false;
  }
  return any && std::ranges::none_of(result.findings, [&](const Finding& finding) {
           return is_open(finding, property, false);
         });
}

// Returns the lines at which the property was not proved, or nothing if they are unknown.
std::optional<std::set<Line>> open_lines(const ClassResult& result, Property property) {
  std::set<Line> lines;
  const auto add = [&](const verdict::SourceLocation& at) { lines.emplace(at.file, at.line); };
  for (const Approximation& cause : result.properties.at(property).causes) {
    if (cause.cause == Cause::SizeNotKnown) continue;
    if (cause.location.line == 0) return std::nullopt;
    add(cause.location);
  }
  for (const Finding& finding : result.findings) {
    if (!is_open(finding, property, true)) continue;
    if (finding.locations.empty() || finding.locations.front().line == 0) return std::nullopt;
    for (const verdict::SourceLocation& at : finding.locations) add(at);
  }
  if (lines.empty()) return std::nullopt;
  return lines;
}

void ask(const ClassResult& first, Property property, Questions& into) {
  into.properties.insert(property);
  // If there may be a race, proofs elsewhere may depend on its absence.
  if (property == Property::BarrierDivergence || property == Property::DataRace ||
      verdict_of(first, Property::DataRace) != Verdict::Verified)
    return;
  if (auto lines = open_lines(first, property)) into.only_at[property] = std::move(*lines);
}

}  // namespace

bool has_unused_annotations(const ClassResult& first) {
  const auto is_annotation = [](const Approximation& cause) {
    return cause.cause == Cause::AnnotationNotJudged;
  };
  return std::ranges::any_of(
             first.properties,
             [&](const auto& entry) { return std::ranges::any_of(entry.second.causes, is_annotation); }) ||
         std::ranges::any_of(first.findings, [&](const Finding& finding) {
           return std::ranges::any_of(finding.approximations, is_annotation);
         });
}

std::optional<Questions> questions_left(const ClassResult& first) {
  if (first.verdict == Verdict::Error || first.verdict == Verdict::Unsupported) return std::nullopt;
  Questions result;
  const bool race_is_refuted = is_refuted(first, Property::DataRace);
  for (const Property property : kOfOneItem)
    if (is_left(first, property) && !(race_is_refuted && is_voided(first, property)))
      ask(first, property, result);
  const bool rests_on_defects =
      is_refuted(first, Property::BarrierDivergence) || is_refuted(first, Property::OutOfBounds);
  const bool asks_race =
      is_left(first, Property::DataRace) && !is_voided(first, Property::DataRace) && !rests_on_defects;
  const bool asks_divergence = is_left(first, Property::BarrierDivergence) &&
                               !(race_is_refuted && is_voided(first, Property::BarrierDivergence));
  const bool asks_of_one = !result.properties.empty();
  if (asks_race) ask(first, Property::DataRace, result);
  if (asks_race || asks_divergence) ask(first, Property::BarrierDivergence, result);
  if (result.properties.empty()) return std::nullopt;
  result.may_rest_on_races = !is_bad(first, Property::OutOfBounds) &&
                             (asks_race || verdict_of(first, Property::DataRace) == Verdict::Verified ||
                              is_voided(first, Property::DataRace));
  result.excludes_races = verdict_of(first, Property::DataRace) == Verdict::Verified;
  // Statements about known defects must not be contradicted.
  for (const Property property : kOfOneItem)
    if (asks_of_one && verdict_of(first, property) == Verdict::Defect) result.properties.insert(property);
  if (asks_divergence && verdict_of(first, Property::DataRace) == Verdict::Defect)
    result.properties.insert(Property::DataRace);
  return result;
}

void rest_on_no_order(Questions& questions, const model::KernelModel& kernel) {
  // Races that the second engine itself excludes are excluded, whatever atomics order.
  if (questions.properties.contains(Property::DataRace) || !analysis::has_order_between_groups(kernel))
    return;
  questions.may_rest_on_races = questions.excludes_races = false;
}

namespace {

class Settlement {
 public:
  Settlement(ClassResult& first, const ClassResult& second, const Questions& asked, bool strict)
      : d_first(first), d_second(second), d_asked(asked), d_strict(strict) {}

  bool run() {
    for (const Property property : kOfOneItem) take(property);
    take(Property::BarrierDivergence);
    take_race();
    if (is_voided(d_first, Property::DataRace) && may_lean()) restore(Property::DataRace);
    if (verdict_of(d_first, Property::DataRace) == Verdict::Verified)
      for (auto& [property, answer] : d_first.properties)
        if (property != Property::DataRace && is_voided(d_first, property)) restore(property);
    take_findings();
    for (const Property property : d_asked.properties)
      if (is_left(d_first, property)) say_why_not(property);
    if (d_any) name_engines();
    return d_any;
  }

 private:
  bool is_proved(Property property) const {
    const auto entry = d_second.properties.find(property);
    if (entry == d_second.properties.end() || !d_asked.properties.contains(property)) return false;
    return entry->second.verdict == Verdict::Verified;
  }

  void take(Property property) {
    if (is_proved(property)) prove(property);
  }

  // Races were excluded using barriers that the engine itself showed to be reached together, since the first
  // engine assumes that loops end.
  void take_race() {
    if (is_proved(Property::BarrierDivergence) && may_lean()) take(Property::DataRace);
  }

  // conclude() would keep a proof of the absence of data races.
  bool may_lean() const {
    const Verdict divergence = verdict_of(d_first, Property::BarrierDivergence);
    return (divergence == Verdict::Verified || divergence == Verdict::NotAsked) &&
           !is_bad(d_first, Property::OutOfBounds);
  }

  void prove(Property property) {
    PropertyResult& into = d_first.properties[property];
    if (into.verdict == Verdict::Defect) {
      contradict(property, into);
      return;
    }
    if (!verdict::is_undecided(into.verdict)) return;
    std::vector<Approximation> left = d_second.properties.at(property).causes;
    for (const Approximation& cause : into.causes) {
      if (cause.cause == Cause::AnnotationNotJudged) forget_note(cause.location, left);
      if (cause.cause == Cause::SizeNotKnown && std::ranges::find(left, cause) == left.end())
        left.push_back(cause);
    }
    into = {Verdict::Verified, "", std::move(left)};
    into.engine = d_asked.only_at.contains(property) ? fmt::format("{}, {}", kFirst, kSecond) : kSecond;
    std::erase_if(d_first.findings,
                  [&](const Finding& finding) { return is_open(finding, property, d_strict); });
    d_any = true;
  }

  // Removes the note that an annotation was not shown to hold, unless it is still left open.
  void forget_note(const verdict::SourceLocation& at, const std::vector<Approximation>& left) {
    const auto is_there = [&](const Approximation& cause) {
      return cause.location.file == at.file && cause.location.line == at.line;
    };
    if (at.line == 0 || std::ranges::any_of(left, is_there)) return;
    const std::string place = fmt::format(" ({}:{}): ", at.file, at.line);
    std::erase_if(d_first.notes,
                  [&](const std::string& note) { return note.find(place) != std::string::npos; });
  }

  // Takes the findings that the first engine does not judge at all.
  void take_findings() {
    for (const Finding& finding : d_second.findings) {
      const bool is_known =
          std::ranges::any_of(d_first.findings, [&](const Finding& one) { return one.id == finding.id; });
      if (!two_thread::is_of_followed_memory(finding) || is_known) continue;
      PropertyResult& into = d_first.properties[finding.property];
      if (!verdict::is_undecided(into.verdict)) continue;
      into.verdict = verdict::worse(into.verdict, Verdict::PossibleDefect);
      into.reason = finding.message;
      d_first.findings.push_back(finding);
    }
  }

  void restore(Property property) {
    PropertyResult& into = d_first.properties[property];
    std::erase_if(into.causes,
                  [&](const Approximation& cause) { return verdict::is_voided_by(property, cause.cause); });
    into.verdict = Verdict::Verified;
    into.reason.clear();
    d_any = true;
  }

  void contradict(Property property, PropertyResult& into) {
    // Neither engine judges what happens after an access outside its array.
    for (const Property other : {Property::OutOfBounds, Property::NullAccess, Property::BarrierDivergence})
      if (other != property && is_bad(d_first, other)) return;
    const std::string why = fmt::format(
        "internal error: the {} engine showed a defect ({}), and the {} engine proved that there is none. "
        "This is a "
        "fault of Launchproof and not of the kernel: please report it with the kernel, the launch, this text "
        "and what "
        "launchproof --version prints",
        kFirst, into.reason, kSecond);
    into.verdict = Verdict::Error;
    into.reason = why;
    into.causes.push_back({Cause::EnginesDisagree, why, {}});
    d_any = true;
  }

  // One line for each cause, so that readers see what both engines had difficulties with.
  void say_why_not(Property property) {
    const auto entry = d_second.properties.find(property);
    if (entry == d_second.properties.end()) return;
    std::vector<Approximation>& causes = d_first.properties[property].causes;
    const auto add = [&](Cause cause, const std::string& detail, const verdict::SourceLocation& at) {
      Approximation one{cause, fmt::format("the {} engine: {}", kSecond, detail), at};
      if (std::ranges::find(causes, one) == causes.end()) causes.push_back(std::move(one));
    };
    for (const Approximation& cause : entry->second.causes)
      if (cause.cause != Cause::SizeNotKnown) add(cause.cause, cause.detail, cause.location);
    for (const Finding& finding : d_second.findings)
      if (finding.property == property && !finding.locations.empty() &&
          !two_thread::is_of_followed_memory(finding))
        add(Cause::LoopAbstraction, finding.message, finding.locations.front());
  }

  void name_engines() {
    for (auto& [property, answer] : d_first.properties)
      if (answer.engine.empty()) answer.engine = kFirst;
    d_first.engine += fmt::format(", {}", kSecond);
    // The first engine may give more details, such as the sufficient size.
    const auto is_said = [&](const std::string& line) {
      return std::ranges::any_of(d_first.assumptions, [&](const std::string& known) {
        return known == line || known.starts_with(line + ";");
      });
    };
    for (const std::string& line : d_second.assumptions)
      if (!is_said(line)) d_first.assumptions.push_back(line);
    // They are added again if they still exist.
    std::erase_if(d_first.assumptions, [](const std::string& line) {
      return line.starts_with(kInPlaceOfBounds) || line.starts_with(kInPlaceOfBarriers);
    });
  }

  ClassResult& d_first;
  const ClassResult& d_second;
  const Questions& d_asked;
  const bool d_strict;
  bool d_any = false;
};

}  // namespace

bool settle(ClassResult& first, const ClassResult& second, const Questions& asked, bool strict) {
  const bool any = Settlement(first, second, asked, strict).run();
  first.questions += second.questions;
  first.settled += second.settled;
  verdict::conclude(first, strict);
  return any;
}

void no_second_answer(ClassResult& first, Cause cause, const std::string& reason) {
  const auto asked = questions_left(first);
  if (!asked) return;
  for (const Property property : asked->properties)
    if (is_left(first, property))
      first.properties[property].causes.push_back(
          {cause, fmt::format("the {} engine did not finish: {}", kSecond, reason), {}});
}

}  // namespace launchproof::worker
