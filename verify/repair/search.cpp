#include "verify/repair/search.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "verify/repair/kept_accesses.h"

namespace launchproof::repair {

using verdict::ClassResult;
using verdict::Finding;
using verdict::Property;
using verdict::Verdict;

namespace {

// In the order of removal: properties that depend on others come last.
constexpr std::array kRepaired{Property::OutOfBounds, Property::NullAccess, Property::BarrierDivergence,
                               Property::DataRace};

bool is_repaired(Property property) {
  return std::ranges::find(kRepaired, property) != kRepaired.end();
}

bool is_bad(Verdict verdict) {
  return verdict == Verdict::Defect || verdict == Verdict::PossibleDefect;
}

Verdict verdict_of(const ClassResult& result, Property property) {
  const auto found = result.properties.find(property);
  return found == result.properties.end() ? Verdict::NotAsked : found->second.verdict;
}

// Returns the findings that determine their property's verdict.
std::vector<const Finding*> counted(const ClassResult& result) {
  std::vector<const Finding*> all;
  for (const Finding& finding : result.findings)
    if (!finding.benign && is_repaired(finding.property) && is_bad(verdict_of(result, finding.property)))
      all.push_back(&finding);
  return all;
}

// Returns whether a property is open only because the size of an array is not known, which no change loses.
bool lacks_sizes(const ClassResult& result, Property property) {
  const auto found = result.properties.find(property);
  return found != result.properties.end() && std::ranges::any_of(found->second.causes, [](const auto& cause) {
           return cause.cause == verdict::Cause::SizeNotKnown;
         });
}

// Returns whether some property is worse than before. A property that was not checked before does not become
// worse by being checked.
bool is_worse(const ClassResult& before, const ClassResult& after) {
  for (const auto& [property, answer] : after.properties) {
    const Verdict was = verdict_of(before, property);
    // A property that depended on a defect was left open.
    if (was == Verdict::NotAsked && answer.verdict == Verdict::Verified) continue;
    if (answer.verdict != was && verdict::worse(was, answer.verdict) == answer.verdict) return true;
  }
  return std::ranges::any_of(before.properties, [&](const auto& entry) {
    return entry.second.verdict != Verdict::NotAsked && verdict_of(after, entry.first) == Verdict::NotAsked &&
           !lacks_sizes(after, entry.first);
  });
}

// Returns the number of unverified properties and the number of findings. Lower is better.
std::pair<std::size_t, std::size_t> score(const ClassResult& result) {
  std::size_t open = 0;
  for (const auto& [property, answer] : result.properties)
    if (answer.verdict != Verdict::Verified && answer.verdict != Verdict::NotAsked) ++open;
  return {open, counted(result).size()};
}

std::vector<Candidate> candidates(const SourceTree& tree, const KernelFacts& facts, const Finding& finding) {
  std::vector<Candidate> all;
  const auto add = [&](std::vector<Candidate> some) {
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
  };
  add(guards(tree, facts, finding));
  add(null_checks(tree, facts, finding));
  add(other_elements(tree, facts, finding));
  add(later_exits(tree, facts, finding));
  add(split_conditionals(tree, facts, finding));
  add(moved_barriers(tree, facts, finding));
  add(wider_fences(tree, facts, finding));
  add(group_fences(tree, facts, finding));
  // A single statement that reads, changes and writes is more likely to lack an atomic than a barrier.
  const bool is_one_place = finding.locations.size() == 2 &&
                            finding.locations[0].file == finding.locations[1].file &&
                            finding.locations[0].line == finding.locations[1].line;
  if (is_one_place) add(atomics(tree, facts, finding));
  add(single_stores(tree, facts, finding));
  add(barriers(tree, facts, finding));
  add(split_statements(tree, facts, finding));
  if (!is_one_place) add(atomics(tree, facts, finding));
  add(stricter_conditions(tree, facts, finding));
  return all;
}

class Search {
 public:
  Search(const ClassResult& result, const std::string& text, const KernelFacts& facts, const Verify& verify,
         const Limits& limits)
      : d_result(result),
        d_text(text),
        d_facts(facts),
        d_verify(verify),
        d_limits(limits),
        d_kept(result, text, facts) {}

  std::vector<verdict::Fix> run() {
    State now{d_text, d_result, {}};
    for (unsigned change = 0; change < d_limits.changes; ++change) {
      std::optional<State> next = improved(now);
      if (!next) break;
      now = std::move(*next);
      if (const auto fix = fix_of(now)) d_best = fix;
      if (now.result.verdict == Verdict::Verified) break;
    }
    if (!d_best) return {};
    return {*d_best};
  }

 private:
  struct State {
    std::string text;
    ClassResult result;
    std::vector<std::string> titles;
  };

  // Returns the best of the changes that remove some finding, or the first one that leaves nothing to remove.
  std::optional<State> improved(const State& now) {
    std::optional<State> best;
    std::set<std::string> tried;
    // A property whose findings no change removes may depend on a later one.
    std::optional<Property> of;
    for (const Finding* finding : next_findings(now.result)) {
      if (best && of != finding->property) return best;
      of = finding->property;
      SourceTree tree(now.text);
      tree.number_lines(line_edits(d_text, now.text));
      for (Candidate& candidate : candidates(tree, d_facts, *finding)) {
        std::string text = applied(now.text, candidate.edits);
        if (!tried.insert(text).second) continue;
        if (d_trials++ >= d_limits.trials) return best;
        std::optional<Judged> judged = d_verify(text);
        if (!judged || d_kept.loses(text, *judged)) continue;
        const ClassResult& result = judged->result;
        if (is_worse(d_result, result) || is_worse(now.result, result)) continue;
        if (score(result) >= score(best ? best->result : now.result)) continue;
        // A check of an index may leave out the store that a later read needs, and a barrier may order a read
        // of what is never stored.
        if (judged->reads_unwritten && judged->reads_unwritten()) continue;
        best = {std::move(text), std::move(judged->result), now.titles};
        best->titles.push_back(candidate.title);
        if (best->result.verdict == Verdict::Verified) return best;
      }
      if (best) return best;
    }
    return best;
  }

  // Returns a few findings at different places of each property, worst first.
  static std::vector<const Finding*> next_findings(const ClassResult& result) {
    constexpr std::size_t kMost = 3;  // of one property
    std::vector<const Finding*> chosen;
    const std::vector<const Finding*> all = counted(result);
    for (const Property property : kRepaired) {
      std::size_t count = 0;
      for (const Finding* finding : all) {
        if (count == kMost) break;
        const bool is_known = std::ranges::any_of(chosen, [&](const Finding* other) {
          return other->property == finding->property && other->locations == finding->locations;
        });
        if (is_known || finding->property != property) continue;
        chosen.push_back(finding);
        ++count;
      }
    }
    return chosen;
  }

  // Returns the changes so far as a fix if they make some further property verified.
  std::optional<verdict::Fix> fix_of(const State& state) const {
    verdict::Fix fix;
    for (const Finding* finding : counted(d_result))
      if (verdict_of(state.result, finding->property) == Verdict::Verified ||
          (verdict_of(state.result, finding->property) == Verdict::NotAsked &&
           lacks_sizes(state.result, finding->property)))
        fix.findings.push_back(finding->id);
    if (fix.findings.empty()) return std::nullopt;
    for (const std::string& title : state.titles) fix.title += (fix.title.empty() ? "" : "; then ") + title;
    fix.edits = line_edits(d_text, state.text);
    fix.is_complete = state.result.verdict == Verdict::Verified;
    return fix;
  }

  const ClassResult& d_result;
  const std::string& d_text;
  const KernelFacts& d_facts;
  const Verify& d_verify;
  const Limits& d_limits;
  KeptAccesses d_kept;
  unsigned d_trials = 0;
  std::optional<verdict::Fix> d_best;
};

}  // namespace

bool may_be_repaired(const ClassResult& result) {
  return !counted(result).empty();
}

std::vector<verdict::Fix> find_fixes(const ClassResult& result, const std::string& text,
                                     const KernelFacts& facts, const Verify& verify, const Limits& limits) {
  return Search(result, text, facts, verify, limits).run();
}

}  // namespace launchproof::repair
