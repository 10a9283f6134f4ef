#include "verify/preconditions/search.h"

#include <algorithm>
#include <map>

#include "verify/effort/clock.h"
#include "verify/preconditions/facts.h"
#include "verify/preconditions/hitting_set.h"
#include "verify/preconditions/samples.h"

namespace launchproof::preconditions {

using model::FreeFact;
using model::Quantity;
using verdict::Verdict;

namespace {

using Clock = effort::Clock;

constexpr std::size_t kMostAttempts = 60;  // of one phase
constexpr std::size_t kMostSamples = 120;
constexpr unsigned kDoubted = 15;     // additional cost of a candidate that a verified launch violates
constexpr std::size_t kMostOpen = 8;  // attempts without an answer
// Cumulative shares of the work at the end of each phase.
constexpr double kOfPins = 0.2, kOfSamples = 0.3, kOfAll = 0.5, kOfSome = 0.85;

bool is_reached(const verdict::SourceLocation& place, const verdict::ClassResult& of_class) {
  return std::ranges::none_of(of_class.unreachable, [&](const verdict::SourceLocation& other) {
    return other.file == place.file && other.line == place.line && other.column == place.column;
  });
}

// Returns whether the class's whole proof holds again, and covers the same accesses.
bool is_proved(const verdict::ClassResult& result, const verdict::ClassResult& of_class) {
  if (result.verdict != Verdict::Verified) return false;
  for (const auto& [property, answer] : of_class.properties) {
    if (answer.verdict != Verdict::Verified) continue;
    const auto found = result.properties.find(property);
    if (found == result.properties.end() || found->second.verdict != Verdict::Verified) return false;
  }
  return std::ranges::none_of(result.unreachable,
                              [&](const auto& place) { return is_reached(place, of_class); });
}

// Known results for other launches: those for which the kernel was refuted or not proved, and those for which
// it was verified. Facts that are not named have the launch's values.
using Differences = std::map<Quantity, std::uint64_t>;
struct Knowledge {
  std::vector<Differences> refuted, verified;
};

Differences differences(const std::vector<FreeFact>& free, const Values& values) {
  Differences result;
  for (std::size_t i = 0; i < free.size(); ++i)
    if (values[i] != free[i].bits) result.emplace(free[i].quantity, values[i]);
  return result;
}

// Returns nothing if other facts differ.
std::optional<Values> values_of(const std::vector<FreeFact>& free, const Differences& differences) {
  Values result;
  std::size_t found = 0;
  for (const FreeFact& one : free) {
    const auto other = differences.find(one.quantity);
    found += other == differences.end() ? 0 : 1;
    result.push_back(other == differences.end() ? one.bits : other->second);
  }
  return found == differences.size() ? std::optional(result) : std::nullopt;
}

// The remaining limits.
class Budget {
 public:
  explicit Budget(const Limits& limits) : d_limits(limits), d_deadline(Clock::now() + limits.time) {}

  // Returns whether no more verifications may begin within this share of the work.
  bool is_over(double share) const { return is_late() || work_until(share) < d_limits.least; }
  bool is_late() const { return Clock::now() >= d_deadline; }
  // Verifies with the work that remains within this share.
  Attempt verify(const Check& check, const model::LaunchFacts& facts, double share) {
    Attempt made = check(facts, std::min(work_until(share), d_limits.attempt));
    d_spent += std::max(made.work, d_limits.least);
    return made;
  }
  std::uint64_t spent() const { return d_spent; }

 private:
  std::uint64_t work_until(double share) const {
    const auto end = static_cast<std::uint64_t>(static_cast<double>(d_limits.work) * share);
    return end - std::min(end, d_spent);
  }

  const Limits& d_limits;
  Clock::time_point d_deadline;
  std::uint64_t d_spent = 0;
};

class Phase {
 public:
  Phase(const model::LaunchFacts& launch, const verdict::ClassResult& of_class, const Check& check,
        std::vector<FreeFact> free, std::vector<Candidate> candidates, Budget& budget, double share)
      : d_launch(launch),
        d_of_class(of_class),
        d_check(check),
        d_free(std::move(free)),
        d_candidates(std::move(candidates)),
        d_budget(budget),
        d_share(share) {
    for (const Candidate& one : d_candidates) d_costs.push_back(one.cost);
    d_doubted.assign(d_candidates.size(), false);
  }

  std::optional<Proved> run() {
    while (d_attempts < kMostAttempts && d_open < kMostOpen && !is_over()) {
      const auto chosen = hitting_set(d_excluding, d_costs);
      if (!chosen) return std::nullopt;
      std::optional<Attempt> attempt = ask(*chosen);
      if (!attempt) continue;
      return without_needless(*chosen, std::move(*attempt));
    }
    return std::nullopt;
  }

  std::uint64_t attempts() const { return d_attempts; }
  bool is_over() const { return d_budget.is_over(d_share); }
  // Returns the launches that were refuted.
  const std::vector<Differences>& refuted() const { return d_refuted; }
  // Uses known launches: candidates that verified launches violate are most likely not needed.
  void take_over(const Knowledge& known) {
    for (const Differences& one : known.verified)
      if (const auto values = values_of(d_free, one))
        for (std::size_t i = 0; i < d_candidates.size(); ++i)
          if (!d_doubted[i] && !holds(d_candidates[i].relation, bits_in(*values))) {
            d_doubted[i] = true;
            d_costs[i] += kDoubted;
          }
    for (const Differences& one : known.refuted)
      if (const auto values = values_of(d_free, one)) learn(*values, {});
  }

 private:
  std::vector<model::Relation> relations(const std::vector<std::size_t>& chosen) const {
    std::vector<model::Relation> result;
    result.reserve(chosen.size());
    for (const std::size_t one : chosen) result.push_back(d_candidates[one].relation);
    return result;
  }

  Attempt attempt(const std::vector<std::size_t>& chosen) {
    ++d_attempts;
    return d_budget.verify(d_check, opened(d_launch, d_free, relations(chosen)), d_share);
  }

  // Returns the attempt if it was proved. Otherwise learns from its counterexamples.
  std::optional<Attempt> ask(const std::vector<std::size_t>& chosen) {
    Attempt made = attempt(chosen);
    if (is_proved(made.result, d_of_class)) return made;
    bool learnt = false;
    for (const std::vector<std::uint64_t>& values : made.counterexamples)
      learnt = learn(values, chosen) || learnt;
    if (!learnt) tame(chosen);
    return std::nullopt;
  }

  std::function<std::uint64_t(const Quantity&)> bits_in(const Values& values) const {
    return [&](const Quantity& quantity) {
      for (std::size_t i = 0; i < d_free.size(); ++i)
        if (d_free[i].quantity == quantity) return values[i];
      return std::uint64_t{0};
    };
  }

  // Learns which candidates exclude these values. Returns false if none does, or if an assumed candidate
  // should have excluded them.
  bool learn(const Values& values, const std::vector<std::size_t>& chosen) {
    if (values.size() != d_free.size()) return false;
    std::vector<std::size_t> excluding;
    for (std::size_t i = 0; i < d_candidates.size(); ++i)
      if (!holds(d_candidates[i].relation, bits_in(values))) excluding.push_back(i);
    const bool is_assumed = std::ranges::any_of(
        excluding, [&](std::size_t i) { return std::ranges::find(chosen, i) != chosen.end(); });
    if (excluding.empty() || is_assumed) return false;
    d_refuted.push_back(differences(d_free, values));
    // A set that includes another one is redundant.
    for (std::size_t s = 0; s < d_excluding.size(); ++s)
      if (d_certain[s] && std::ranges::includes(excluding, d_excluding[s])) return true;
    d_excluding.push_back(std::move(excluding));
    d_certain.push_back(true);
    return true;
  }

  // There is no answer, or nothing can be learnt from it, so something stronger must be assumed.
  void tame(const std::vector<std::size_t>& chosen) {
    ++d_open;
    std::vector<std::size_t> stronger;
    const Strength least = d_open > kMostOpen / 2 ? Strength::Pinned : Strength::Tight;
    for (std::size_t i = 0; i < d_candidates.size(); ++i)
      if (d_candidates[i].strength >= least && std::ranges::find(chosen, i) == chosen.end() &&
          !is_pinned(d_candidates[i], chosen))
        stronger.push_back(i);
    d_excluding.push_back(std::move(stronger));
    d_certain.push_back(false);
  }

  // Returns whether all facts in the candidate are pinned, so that it adds nothing.
  bool is_pinned(const Candidate& candidate, const std::vector<std::size_t>& chosen) const {
    const std::vector<Quantity> facts = quantities_of(candidate.relation);
    return std::ranges::all_of(facts, [&](const Quantity& fact) {
      return std::ranges::any_of(chosen, [&](std::size_t i) {
        return d_candidates[i].strength == Strength::Pinned &&
               d_candidates[i].relation.left.factors.front() == fact;
      });
    });
  }

  // Drops candidates that were only assumed because there was no answer, and that may not be needed.
  Proved without_needless(std::vector<std::size_t> chosen, Attempt proof) {
    for (std::size_t i = chosen.size(); i-- > 0 && !is_over();) {
      std::vector<std::size_t> rest(chosen);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (is_known_to_fail(rest)) continue;
      Attempt made = attempt(rest);
      if (!is_proved(made.result, d_of_class)) continue;
      chosen = std::move(rest);
      proof = std::move(made);
    }
    Proved result{d_free, {}, {}, proof.result.engine};
    for (const std::size_t one : chosen) result.conditions.push_back(d_candidates[one]);
    pin_what_is_bounded(result.conditions);
    for (const std::string& line : proof.result.assumptions)
      if (std::ranges::find(d_of_class.assumptions, line) == d_of_class.assumptions.end())
        result.assumptions.push_back(line);
    return result;
  }

  // Pins each fact that is both at most and at least its value in the launch.
  void pin_what_is_bounded(std::vector<Candidate>& conditions) const {
    const auto bounds = [](const model::RelationKind kind, const model::Relation& other,
                           const Candidate& one) {
      return one.relation.kind == kind && one.relation.left == other.left &&
             one.relation.right == other.right;
    };
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      const model::Relation relation = conditions[i].relation;
      if (relation.kind != model::RelationKind::AtMost || !relation.right.factors.empty() ||
          relation.left.factors.size() != 1 || relation.left.coefficient != 1)
        continue;
      const auto lower = std::ranges::find_if(conditions, [&](const Candidate& one) {
        return bounds(model::RelationKind::AtLeast, relation, one);
      });
      const auto pin = std::ranges::find_if(d_candidates, [&](const Candidate& one) {
        return one.strength == Strength::Pinned && one.relation.left == relation.left;
      });
      if (lower == conditions.end() || pin == d_candidates.end()) continue;
      conditions[i] = *pin;
      conditions.erase(lower);
      i = static_cast<std::size_t>(-1);  // restart, since indices have changed
    }
  }

  bool is_known_to_fail(const std::vector<std::size_t>& chosen) const {
    for (std::size_t s = 0; s < d_excluding.size(); ++s)
      if (d_certain[s] && std::ranges::none_of(chosen, [&](std::size_t one) {
            return std::ranges::binary_search(d_excluding[s], one);
          }))
        return true;
    return false;
  }

  const model::LaunchFacts& d_launch;
  const verdict::ClassResult& d_of_class;
  const Check& d_check;
  std::vector<FreeFact> d_free;
  std::vector<Candidate> d_candidates;
  std::vector<unsigned> d_costs;
  Budget& d_budget;
  double d_share;                                     // share of the work that this phase may use
  std::vector<std::vector<std::size_t>> d_excluding;  // by counterexample: candidates that it violates
  std::vector<Differences> d_refuted;
  std::vector<bool> d_doubted;  // by candidate: whether a launch that violates it was verified
  std::vector<bool> d_certain;  // whether it is a counterexample and not the lack of an answer
  std::size_t d_attempts = 0, d_open = 0;
};

}  // namespace

namespace {

constexpr const char* kWithoutSome = "with more sizes left open no precondition was found that suffices";
constexpr const char* kWithoutSizes =
    "sizes of buffers and numbers of groups are as launched: with other sizes no precondition was found that "
    "suffices";

// The choices of sizes to leave open, most general first: all; if there are several dimensions, the groups of
// one dimension; none of the groups.
std::vector<std::vector<FreeFact>> choices_of(const std::vector<FreeFact>& sizes) {
  std::vector<FreeFact> groups, buffers;
  for (const FreeFact& one : sizes)
    (one.quantity.kind == model::QuantityKind::Groups ? groups : buffers).push_back(one);
  std::vector<std::vector<FreeFact>> result;
  if (!sizes.empty()) result.push_back(sizes);
  if (groups.size() > 1)
    for (auto one = groups.rbegin(); one != groups.rend(); ++one) {
      result.push_back(buffers);
      result.back().push_back(*one);
    }
  if (!groups.empty() && !buffers.empty()) result.push_back(std::move(buffers));
  return result;
}

std::vector<Differences> merged(std::vector<Differences> all, const std::vector<Differences>& more) {
  for (const Differences& one : more)
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  return all;
}

}  // namespace

Derived derive(const model::KernelModel& kernel, const model::LaunchFacts& launch,
               const verdict::ClassResult& of_class, const Check& check, const Limits& limits) {
  Derived result;
  result.reason = obstacle(launch);
  if (!result.reason.empty()) return result;
  Budget budget(limits);
  const std::vector<FreeFact> values = scalars(kernel, launch);
  const std::vector<FreeFact> of_sizes = sizes(kernel, launch);
  if (values.empty() && of_sizes.empty()) {
    result.reason = "the launch has no fact that could be left open";
    return result;
  }
  Knowledge known;
  const auto run = [&](const std::vector<FreeFact>& free, std::vector<Candidate> guesses, double share) {
    Phase phase(launch, of_class, check, free, std::move(guesses), budget, share);
    phase.take_over(known);
    std::optional<Proved> proved = phase.run();
    known.refuted = merged(known.refuted, phase.refuted());
    result.attempts += phase.attempts();
    result.cut = result.cut || (!proved && phase.is_over());
    result.late = result.late || budget.is_late();
    result.work = budget.spent();
    return proved;
  };
  if (!values.empty()) {
    result.proved = run(values, pins(kernel, values), kOfPins);
    if (!result.proved && !result.cut) {
      result.reason = "the kernel could not be proved again with its values as they were launched";
      return result;
    }
  }
  std::vector<FreeFact> all = values;
  all.insert(all.end(), of_sizes.begin(), of_sizes.end());
  // A single launch is decided quickly.
  for (const Values& sample : samples(launch, all, kMostSamples)) {
    if (budget.is_over(kOfSamples)) break;
    ++result.attempts;
    const Attempt made = budget.verify(check, with_values(launch, all, sample), kOfSamples);
    const bool is_defect =
        made.result.verdict == Verdict::Defect || made.result.verdict == Verdict::PossibleDefect;
    if (is_proved(made.result, of_class))
      known.verified.push_back(differences(all, sample));
    else if (is_defect)
      known.refuted.push_back(differences(all, sample));
  }
  const std::vector<std::vector<FreeFact>> choices = choices_of(of_sizes);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    std::vector<FreeFact> free = values;
    free.insert(free.end(), choices[i].begin(), choices[i].end());
    const double share = i == 0 ? kOfAll
                                : kOfAll + (kOfSome - kOfAll) * static_cast<double>(i) /
                                               static_cast<double>(choices.size() - 1);
    auto proved = run(free, candidates(kernel, launch, free), share);
    if (!proved) continue;
    result.proved = std::move(proved);
    if (i != 0) result.reason = kWithoutSome;
    return result;
  }
  const bool pinned = result.proved && !result.proved->conditions.empty();
  if (!values.empty() && (pinned || !result.proved))
    if (auto proved = run(values, candidates(kernel, launch, values), 1)) result.proved = std::move(proved);
  if (!result.proved)
    result.reason = "no precondition was found that suffices for the proof";
  else if (!of_sizes.empty())
    result.reason = kWithoutSizes;
  if (result.cut) result.reason += result.late ? " in the time for it" : " with the work for it";
  return result;
}

}  // namespace launchproof::preconditions
