#include "verify/preconditions/size_conditions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "verify/model/launch_facts.h"
#include "verify/preconditions/hitting_set.h"

namespace launchproof::preconditions {

using model::Amount;
using model::Quantity;
using model::QuantityKind;
using model::Relation;
using model::RelationKind;

namespace {

struct SizeCandidate {
  Relation relation;
  unsigned cost = 0;
};

constexpr unsigned kMostExponent = model::kOpenSizeBits - 1;
// Exponents of upper bounds that are tried first, and what they cost.
constexpr std::array<std::pair<unsigned, unsigned>, 5> kBounds{{{15, 3}, {10, 4}, {8, 5}, {6, 6}, {5, 7}}};
constexpr unsigned kMostMultiple = 6;  // exponent
constexpr unsigned kCostOfPositive = 1, kCostOfPower = 2, kCostOfOrder = 3, kCostOfEqual = 4,
                   kCostOfMultiple = 4, kCostOfOne = 7;

Amount constant(std::int64_t number) {
  return {.coefficient = number, .factors = {}};
}

class Candidates {
 public:
  explicit Candidates(const std::vector<Quantity>& open) {
    for (const Quantity& one : open) of_one(one);
    for (std::size_t i = 0; i < open.size(); ++i)
      for (std::size_t j = i + 1; j < open.size(); ++j) of_two(open[i], open[j]);
    for (const Quantity& local : open)
      for (const Quantity& groups : open)
        if (local.kind == QuantityKind::LocalSize && groups.kind == QuantityKind::Groups &&
            local.index == groups.index)
          of_global_size(local, groups, open);
  }

  std::vector<SizeCandidate> take() && { return std::move(d_all); }

 private:
  void add(RelationKind kind, Amount left, Amount right, unsigned cost) {
    Relation relation{.kind = kind, .left = std::move(left), .right = std::move(right), .bits = 0};
    if (model::width_of(relation)) d_all.push_back({std::move(relation), cost});
  }

  void of_one(const Quantity& one) {
    const Amount itself{.coefficient = 1, .factors = {one}};
    add(RelationKind::PowerOfTwo, itself, constant(0), kCostOfPower);
    for (const auto& [exponent, cost] : kBounds)
      if (exponent < one.width)
        add(RelationKind::AtMost, itself, constant(std::int64_t{1} << exponent), cost);
    for (unsigned exponent = 1; exponent <= kMostMultiple; ++exponent)
      add(RelationKind::MultipleOf, itself, constant(std::int64_t{1} << exponent),
          kCostOfMultiple + exponent);
    add(RelationKind::AtMost, itself, constant(1), kCostOfOne);
    // Sizes are positive in any case.
    const bool is_value = one.kind == QuantityKind::Value;
    add(RelationKind::AtLeast, itself, constant(is_value ? 1 : 2), is_value ? kCostOfPositive : kCostOfOne);
    if (is_value && one.is_signed) add(RelationKind::AtLeast, itself, constant(0), kCostOfPositive);
  }

  void of_two(const Quantity& one, const Quantity& other) {
    const Amount left{.coefficient = 1, .factors = {one}}, right{.coefficient = 1, .factors = {other}};
    // A local size and a number of groups are seldom equal for a reason.
    const bool is_likely = one.kind == other.kind || one.kind == QuantityKind::Value;
    add(RelationKind::Equal, left, right, is_likely ? kCostOfEqual : kCostOfOne);
    add(RelationKind::AtMost, left, right, kCostOfOne);
    add(RelationKind::AtLeast, left, right, kCostOfOne);
  }

  // Arguments are often the number of work-items in a dimension, which indices may be too narrow for.
  void of_global_size(const Quantity& local, const Quantity& groups, const std::vector<Quantity>& open) {
    const Amount all{.coefficient = 1, .factors = {local, groups}};
    for (const auto& [exponent, cost] : kBounds)
      add(RelationKind::AtMost, all, constant(std::int64_t{1} << exponent), cost);
    for (const Quantity& scalar : open) {
      if (scalar.kind != QuantityKind::Value) continue;
      const Amount left{.coefficient = 1, .factors = {scalar}};
      add(RelationKind::AtMost, left, all, kCostOfOrder);
      add(RelationKind::AtLeast, left, all, kCostOfOrder);
      add(RelationKind::Equal, left, all, kCostOfEqual);
    }
  }

  std::vector<SizeCandidate> d_all;
};

class SizeSearch {
 public:
  SizeSearch(const std::vector<Quantity>& open, const std::vector<JudgedLaunch>& launches,
             const ProveUnder& proves, unsigned most_attempts)
      : d_open(open), d_launches(launches), d_proves(proves), d_left(most_attempts) {
    for (SizeCandidate& one : Candidates(open).take())
      // A relation that no good launch satisfies is of no use.
      if (std::ranges::any_of(launches, [&](const JudgedLaunch& launch) {
            return launch.holds && satisfies(launch, one.relation);
          }))
        d_candidates.push_back(std::move(one));
  }

  std::optional<std::vector<Relation>> run() {
    std::vector<std::vector<std::size_t>> sets;
    for (const JudgedLaunch& launch : d_launches) {
      if (launch.holds) continue;
      std::vector<std::size_t> violated;
      for (std::size_t i = 0; i < d_candidates.size(); ++i)
        if (!satisfies(launch, d_candidates[i].relation)) violated.push_back(i);
      sets.push_back(std::move(violated));
    }
    std::vector<unsigned> costs;
    costs.reserve(d_candidates.size());
    for (const SizeCandidate& one : d_candidates) costs.push_back(one.cost);
    // Without a launch to exclude, a condition still has to be more than nothing.
    if (sets.empty()) sets.push_back(others({}));
    // Sets that admit no good launch take no attempt, but some time.
    constexpr unsigned kMostSets = 200;
    for (unsigned tried = 0; tried < kMostSets && d_left > 0; ++tried) {
      const std::optional<std::vector<std::size_t>> chosen = hitting_set(sets, costs);
      if (!chosen) return std::nullopt;
      std::vector<Relation> relations;
      for (const std::size_t i : *chosen) relations.push_back(d_candidates[i].relation);
      if (admits_good_launch(relations) && proves(relations)) return weakened(std::move(relations));
      sets.push_back(others(*chosen));
    }
    return std::nullopt;
  }

 private:
  bool satisfies(const JudgedLaunch& launch, const Relation& relation) const {
    return model::holds(relation, [&](const Quantity& quantity) {
      const auto found = std::ranges::find(d_open, quantity);
      return launch.bits.at(static_cast<std::size_t>(found - d_open.begin()));
    });
  }

  bool satisfies(const JudgedLaunch& launch, const std::vector<Relation>& relations) const {
    return std::ranges::all_of(relations, [&](const Relation& one) { return satisfies(launch, one); });
  }

  bool admits_good_launch(const std::vector<Relation>& relations) const {
    return std::ranges::any_of(
        d_launches, [&](const JudgedLaunch& launch) { return launch.holds && satisfies(launch, relations); });
  }

  bool admits_bad_launch(const std::vector<Relation>& relations) const {
    return std::ranges::any_of(d_launches, [&](const JudgedLaunch& launch) {
      return !launch.holds && satisfies(launch, relations);
    });
  }

  bool proves(const std::vector<Relation>& relations) {
    if (d_left == 0 || admits_bad_launch(relations)) return false;
    --d_left;
    return d_proves(relations);
  }

  std::vector<std::size_t> others(const std::vector<std::size_t>& chosen) const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < d_candidates.size(); ++i)
      if (std::ranges::find(chosen, i) == chosen.end()) result.push_back(i);
    return result;
  }

  std::vector<Relation> weakened(std::vector<Relation> relations) {
    for (std::size_t i = 0; i < relations.size() && relations.size() > 1;) {
      std::vector<Relation> fewer = relations;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (proves(fewer))
        relations = std::move(fewer);
      else
        ++i;
    }
    for (std::size_t i = 0; i < relations.size(); ++i) weaken(relations, i);
    return relations;
  }

  // Replaces a bound or a divisor by the weakest power of two that is proved.
  void weaken(std::vector<Relation>& relations, std::size_t i) {
    const Relation& relation = relations[i];
    const bool is_bound = relation.kind == RelationKind::AtMost;
    if (!relation.right.factors.empty() || relation.right.coefficient < 1 ||
        (!is_bound && relation.kind != RelationKind::MultipleOf))
      return;
    unsigned proved = 0;
    while (std::int64_t{1} << (proved + 1) <= relation.right.coefficient) ++proved;
    unsigned refused = 0;
    if (is_bound) refused = std::min(kMostExponent + 1, relation.left.factors.front().width);
    const auto between = [&] { return is_bound ? refused > proved + 1 : proved > refused + 1; };
    while (between()) {
      const unsigned middle = (proved + refused) / 2;
      std::vector<Relation> weaker = relations;
      weaker[i].right.coefficient = std::int64_t{1} << middle;
      if (proves(weaker)) {
        relations = std::move(weaker);
        proved = middle;
      } else {
        refused = middle;
      }
    }
  }

  const std::vector<Quantity>& d_open;
  const std::vector<JudgedLaunch>& d_launches;
  const ProveUnder& d_proves;
  unsigned d_left;  // attempts
  std::vector<SizeCandidate> d_candidates;
};

}  // namespace

std::optional<std::vector<Relation>> find_size_condition(const std::vector<Quantity>& open,
                                                         const std::vector<JudgedLaunch>& launches,
                                                         const ProveUnder& proves, unsigned most_attempts) {
  if (std::ranges::none_of(launches, &JudgedLaunch::holds)) return std::nullopt;
  return SizeSearch(open, launches, proves, most_attempts).run();
}

}  // namespace launchproof::preconditions
