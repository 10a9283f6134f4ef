#include "verify/frontend/phases/role_order.h"

#include <algorithm>
#include <cstddef>

namespace launchproof::frontend {

void Ahead::join(const Ahead& other) {
  const auto least = [](std::optional<long>& into, const std::optional<long>& one) {
    into = into && one ? std::optional(std::min(*into, *one)) : std::nullopt;
  };
  least(least_known, other.least_known);
  least(least_waited, other.least_waited);
  if (!most_waited)
    most_waited = other.most_waited;
  else if (other.most_waited)
    most_waited = std::max(*most_waited, *other.most_waited);
  is_open |= other.is_open;
}

// By queue: all numbers below that of the arrival plus this one have certainly been arrived at when a thread
// of the role arrives, from the second phase of the barriers on. A thread that has waited for a number knows
// that all threads that arrive there have come to their arrival of this number, and what these had waited for
// then.
std::vector<std::optional<long>> RoleSystem::known_at_arrival(unsigned role, unsigned queue,
                                                              const std::vector<bool>& is_there) const {
  std::vector<std::optional<long>> known;
  for (const Ahead& one : roles[role][queue].ahead) known.push_back(one.least_known);
  const long first = 2L * slots[queue];
  for (std::size_t round = 0; round < slots.size(); ++round)
    for (unsigned over = 0; over < slots.size(); ++over) {
      // The last number that is known is one of a real arrival.
      if (!known[over] || first + *known[over] - 1 < static_cast<long>(slots[over])) continue;
      for (unsigned at = 0; at < roles.size(); ++at) {
        const std::vector<RoleAtQueue>& other = roles[at];
        if (!is_there[at] || !other[over].arrives || other[over].drops) continue;
        for (unsigned to = 0; to < slots.size(); ++to) {
          const std::optional<long> more = other[over].ahead[to].least_known;
          if (more && (!known[to] || *known[to] < *known[over] - 1 + *more))
            known[to] = *known[over] - 1 + *more;
        }
      }
    }
  return known;
}

std::optional<OutOfPhase> RoleSystem::out_of_phase(const std::vector<bool>& is_there) const {
  for (unsigned queue = 0; queue < slots.size(); ++queue) {
    const long turn = static_cast<long>(slots[queue]);
    for (unsigned role = 0; role < roles.size(); ++role) {
      if (!roles[role][queue].arrives) continue;
      const auto known = known_at_arrival(role, queue, is_there);
      if (!known[queue] || *known[queue] < 1 - turn) return OutOfPhase{false, role, queue};
    }
    // The phase behind the one that a thread waits for does not end before it has found that ended.
    const bool is_arrived_at =
        std::ranges::any_of(roles, [&](const std::vector<RoleAtQueue>& role) { return role[queue].arrives; });
    for (unsigned at = 0; at < roles.size(); ++at) {
      const std::vector<RoleAtQueue>& waiting = roles[at];
      if (!waiting[queue].waits || !is_arrived_at) continue;
      const bool is_kept = std::ranges::any_of(roles, [&](const std::vector<RoleAtQueue>& arriving) {
        const bool is_own = &arriving == &waiting;
        if (!arriving[queue].arrives || arriving[queue].drops) return false;
        if (!is_own && !is_there[static_cast<std::size_t>(&arriving - roles.data())]) return false;
        // There is no such phase.
        if (arriving[queue].is_once && !waiting[queue].is_early) return true;
        if (is_own) {
          const std::optional<long> own = arriving[queue].ahead[queue].least_waited;
          if (own && *own >= 1 - turn) return true;
        }
        const long first = waiting[queue].is_early ? turn : 2 * turn;
        for (unsigned over = 0; over < slots.size(); ++over) {
          const std::optional<long> known = arriving[queue].ahead[over].least_waited;
          if (!waiting[over].arrives || waiting[over].drops || !known) continue;
          const std::optional<long> passed = waiting[over].ahead[queue].least_waited;
          if (first + *known - 1 >= static_cast<long>(slots[over]) && passed &&
              *known - 1 + *passed >= 1 - turn)
            return true;
        }
        return false;
      });
      if (!is_kept) return OutOfPhase{true, at, queue};
    }
  }
  return std::nullopt;
}

// An arrival depends on the waits in front of it, and a wait on the arrivals of its number. Numbers go down
// along each circle of these, so that none is without an end.
std::optional<unsigned> RoleSystem::circle() const {
  const std::size_t count = slots.size();
  std::vector<std::vector<std::optional<long>>> longest(count, std::vector<std::optional<long>>(count));
  for (const std::vector<RoleAtQueue>& role : roles)
    for (unsigned queue = 0; queue < count; ++queue) {
      if (!role[queue].arrives) continue;
      for (unsigned over = 0; over < count; ++over) {
        const Ahead& ahead = role[queue].ahead[over];
        if (ahead.is_open) return queue;
        if (!ahead.most_waited) continue;
        std::optional<long>& edge = longest[queue][over];
        edge = std::max(edge.value_or(*ahead.most_waited - 1), *ahead.most_waited - 1);
      }
    }
  for (unsigned over = 0; over < count; ++over)
    for (unsigned from = 0; from < count; ++from)
      for (unsigned to = 0; to < count; ++to) {
        if (!longest[from][over] || !longest[over][to]) continue;
        const long way = *longest[from][over] + *longest[over][to];
        if (!longest[from][to] || *longest[from][to] < way) longest[from][to] = way;
      }
  for (unsigned queue = 0; queue < count; ++queue)
    if (longest[queue][queue] && *longest[queue][queue] >= 0) return queue;
  return std::nullopt;
}

}  // namespace launchproof::frontend
