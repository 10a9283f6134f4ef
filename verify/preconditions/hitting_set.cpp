#include "verify/preconditions/hitting_set.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace launchproof::preconditions {

namespace {

constexpr std::size_t kMostSteps = 20'000;

class Search {
 public:
  Search(const std::vector<std::vector<std::size_t>>& sets, const std::vector<unsigned>& costs)
      : d_sets(sets), d_costs(costs), d_hits(costs.size(), std::vector<bool>(sets.size(), false)) {
    for (std::size_t s = 0; s < sets.size(); ++s)
      for (const std::size_t element : sets[s]) d_hits[element][s] = true;
    drop_dominated();
  }

  std::vector<std::size_t> run() {
    std::vector<bool> hit(d_sets.size(), false);
    descend(hit, 0);
    std::vector<std::size_t> result = d_best;
    // Removes elements that the others make redundant, in case the search was cut off.
    for (std::size_t i = result.size(); i-- > 0;) {
      std::vector<std::size_t> rest(result);
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (hits_all(rest)) result = std::move(rest);
    }
    std::ranges::sort(result);
    return result;
  }

 private:
  bool hits_all(const std::vector<std::size_t>& chosen) const {
    for (std::size_t s = 0; s < d_sets.size(); ++s)
      if (std::ranges::none_of(chosen, [&](std::size_t one) { return d_hits[one][s]; })) return false;
    return true;
  }

  // Drops elements that hit no more sets than a cheaper element does.
  void drop_dominated() {
    std::vector<std::size_t> order(d_costs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t one) { return std::pair(d_costs[one], one); });
    std::vector<std::size_t> kept;
    for (const std::size_t one : order) {
      const auto covers = [&](std::size_t other) {
        for (std::size_t s = 0; s < d_sets.size(); ++s)
          if (d_hits[one][s] && !d_hits[other][s]) return false;
        return true;
      };
      if (std::ranges::none_of(kept, covers)) kept.push_back(one);
    }
    d_members.resize(d_sets.size());
    d_cheapest.assign(d_sets.size(), std::numeric_limits<unsigned>::max());
    // Starts with elements that have the lowest cost per set that they hit.
    const auto hits = [&](std::size_t one) {
      return static_cast<std::size_t>(std::ranges::count(d_hits[one], true));
    };
    std::ranges::sort(kept, [&](std::size_t a, std::size_t b) {
      const std::size_t of_a = d_costs[a] * hits(b), of_b = d_costs[b] * hits(a);
      return of_a != of_b ? of_a < of_b : a < b;
    });
    for (const std::size_t one : kept)
      for (std::size_t s = 0; s < d_sets.size(); ++s) {
        if (!d_hits[one][s]) continue;
        d_members[s].push_back(one);
        d_cheapest[s] = std::min(d_cheapest[s], d_costs[one]);
      }
  }

  void descend(const std::vector<bool>& hit, unsigned cost) {
    std::size_t next = d_sets.size();
    unsigned least = 0;  // lower bound for the cost of the rest
    for (std::size_t s = 0; s < d_sets.size(); ++s) {
      if (hit[s]) continue;
      least = std::max(least, d_cheapest[s]);
      if (next == d_sets.size() || d_members[s].size() < d_members[next].size()) next = s;
    }
    if (cost + least >= d_least) return;
    if (next == d_sets.size()) {
      d_least = cost;
      d_best = d_chosen;
      return;
    }
    // The first descent always finishes, so that there is an answer.
    for (const std::size_t one : d_members[next]) {
      if (++d_steps > kMostSteps && d_least != std::numeric_limits<unsigned>::max()) return;
      std::vector<bool> with(hit);
      for (std::size_t s = 0; s < d_sets.size(); ++s) with[s] = with[s] || d_hits[one][s];
      d_chosen.push_back(one);
      descend(with, cost + d_costs[one]);
      d_chosen.pop_back();
    }
  }

  const std::vector<std::vector<std::size_t>>& d_sets;
  const std::vector<unsigned>& d_costs;
  std::vector<std::vector<bool>> d_hits;            // by element
  std::vector<std::vector<std::size_t>> d_members;  // by set: its useful elements
  std::vector<unsigned> d_cheapest;                 // by set: the lowest cost of these elements
  std::vector<std::size_t> d_chosen, d_best;
  unsigned d_least = std::numeric_limits<unsigned>::max();
  std::size_t d_steps = 0;
};

}  // namespace

std::optional<std::vector<std::size_t>> hitting_set(const std::vector<std::vector<std::size_t>>& sets,
                                                    const std::vector<unsigned>& costs) {
  if (std::ranges::any_of(sets, [](const auto& set) { return set.empty(); })) return std::nullopt;
  return Search(sets, costs).run();
}

}  // namespace launchproof::preconditions
