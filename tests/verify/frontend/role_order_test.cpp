// Compares what is said of roles at barriers in memory with executions in random order.
#include "verify/frontend/phases/role_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <vector>

namespace launchproof::frontend {
namespace {

struct Step {
  bool arrives = false;
  unsigned queue = 0;
};

// The threads of a role take the same steps. `early`: by queue, whether the first waits are for the phases
// before the first ones, which have ended.
struct Role {
  std::vector<Step> steps;
  std::vector<bool> early;
  unsigned threads = 1;
};

struct Program {
  std::vector<unsigned> slots;
  std::vector<Role> roles;
};

RoleSystem system_of(const Program& program) {
  RoleSystem result;
  result.slots = program.slots;
  const std::size_t queues = program.slots.size();
  for (const Role& role : program.roles) {
    std::vector<RoleAtQueue>& made = result.roles.emplace_back(queues);
    std::vector<long> arrived, waited;
    for (std::size_t queue = 0; queue < queues; ++queue) {
      made[queue].ahead.resize(queues);
      made[queue].is_early = role.early[queue];
      made[queue].is_once = true;
      arrived.push_back(program.slots[queue]);
      waited.push_back(role.early[queue] ? 0 : program.slots[queue]);
    }
    for (const Step& step : role.steps) {
      RoleAtQueue& here = made[step.queue];
      if (!step.arrives) {
        here.waits = true;
        ++waited[step.queue];
        continue;
      }
      for (std::size_t over = 0; over < queues; ++over) {
        const long number = arrived[step.queue], slots = program.slots[over];
        Ahead ahead;
        ahead.least_known = std::max(waited[over], slots) - number;
        ahead.least_waited = waited[over] - number;
        if (waited[over] > slots) ahead.most_waited = waited[over] - number;
        if (here.arrives)
          here.ahead[over].join(ahead);
        else
          here.ahead[over] = ahead;
      }
      here.arrives = true;
      if (++arrived[step.queue] > 2L * program.slots[step.queue]) here.is_once = false;
    }
  }
  return result;
}

// Returns how many times a role arrives at a queue, or waits there.
long count(const Role& role, bool arrivals, unsigned queue) {
  return std::ranges::count_if(
      role.steps, [&](const Step& step) { return step.arrives == arrivals && step.queue == queue; });
}

// Returns whether all threads that arrive at a queue arrive for each number that a thread waits for.
bool are_enough(const Program& program) {
  for (unsigned queue = 0; queue < program.slots.size(); ++queue)
    for (const Role& waiting : program.roles)
      for (const Role& arriving : program.roles) {
        const long arrivals = count(arriving, true, queue);
        const long before = waiting.early[queue] ? program.slots[queue] : 0;
        if (arrivals != 0 && count(waiting, false, queue) - before > arrivals) return false;
      }
  for (unsigned queue = 0; queue < program.slots.size(); ++queue) {
    const auto acts = [&](bool arrivals) {
      return std::ranges::any_of(program.roles,
                                 [&](const Role& role) { return count(role, arrivals, queue) != 0; });
    };
    if (acts(false) && !acts(true)) return false;
  }
  return true;
}

struct Thread {
  const Role* role = nullptr;
  std::size_t next = 0;
  std::vector<long> arrived, waited;
};

// Executes the program with barriers that know phases alone. Returns false if threads wait without an end, an
// arrival belongs to another phase than that of its number, or a wait ends before all have arrived.
bool goes_well(const Program& program, std::mt19937& random) {
  struct Barrier {
    long phase = 0;
    unsigned arrivals = 0;
  };
  std::vector<std::vector<Barrier>> barriers;
  std::vector<unsigned> expected(program.slots.size(), 0);
  barriers.reserve(program.slots.size());
  for (const unsigned slots : program.slots) barriers.emplace_back(slots);
  std::vector<Thread> threads;
  for (const Role& role : program.roles)
    for (unsigned i = 0; i < role.threads; ++i) {
      Thread& thread = threads.emplace_back();
      thread.role = &role;
      for (unsigned queue = 0; queue < program.slots.size(); ++queue) {
        thread.arrived.push_back(program.slots[queue]);
        thread.waited.push_back(role.early[queue] ? 0 : program.slots[queue]);
        if (count(role, true, queue) != 0) ++expected[queue];
      }
    }
  while (true) {
    std::vector<Thread*> able;
    for (Thread& thread : threads) {
      if (thread.next == thread.role->steps.size()) continue;
      const Step& step = thread.role->steps[thread.next];
      const long slots = program.slots[step.queue], number = thread.waited[step.queue];
      const Barrier& barrier = barriers[step.queue][static_cast<std::size_t>(number % slots)];
      // A wait names the parity of its phase, and ends when the current phase has the other parity.
      const bool has_ended = ((barrier.phase + (number / slots - 1)) % 2 + 2) % 2 != 0;
      if (step.arrives || has_ended) able.push_back(&thread);
    }
    if (able.empty())
      return std::ranges::all_of(
          threads, [](const Thread& thread) { return thread.next == thread.role->steps.size(); });
    Thread& thread = *able[random() % able.size()];
    const Step& step = thread.role->steps[thread.next++];
    const long slots = program.slots[step.queue];
    long& number = (step.arrives ? thread.arrived : thread.waited)[step.queue];
    Barrier& barrier = barriers[step.queue][static_cast<std::size_t>(number % slots)];
    if (step.arrives) {
      if (barrier.phase != number / slots - 1) return false;
      if (++barrier.arrivals == expected[step.queue]) barrier = {barrier.phase + 1, 0};
    } else if (std::ranges::any_of(threads, [&](const Thread& other) {
                 return number >= slots && count(*other.role, true, step.queue) != 0 &&
                        other.arrived[step.queue] <= number;
               })) {
      return false;
    }
    ++number;
  }
}

// Some steps around a loop of producers and consumers, with mistakes.
Program some_program(std::mt19937& random) {
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  Program program;
  const unsigned queues = 1 + below(3), roles = 1 + below(3), rounds = 1 + below(6);
  for (unsigned queue = 0; queue < queues; ++queue) program.slots.push_back(1 + below(2));
  for (unsigned i = 0; i < roles; ++i) {
    Role& role = program.roles.emplace_back();
    role.threads = 1 + below(2);
    for (unsigned queue = 0; queue < queues; ++queue) role.early.push_back(below(3) == 0);
    const auto some_steps = [&](unsigned most) {
      std::vector<Step> steps;
      for (unsigned left = below(most + 1); left != 0; --left)
        steps.push_back({below(2) == 0, below(queues)});
      return steps;
    };
    const std::vector<Step> before = some_steps(2), repeated = some_steps(4), behind = some_steps(1);
    role.steps = before;
    for (unsigned round = 0; round < rounds; ++round)
      role.steps.insert(role.steps.end(), repeated.begin(), repeated.end());
    role.steps.insert(role.steps.end(), behind.begin(), behind.end());
  }
  return program;
}

bool is_followed(const Program& program) {
  const RoleSystem system = system_of(program);
  const std::vector<bool> all(program.roles.size(), true);
  return are_enough(program) && !system.circle() && !system.out_of_phase(all).has_value();
}

std::vector<Step> repeated(std::size_t rounds, const std::vector<Step>& before,
                           const std::vector<Step>& round) {
  std::vector<Step> all = before;
  for (std::size_t i = 0; i < rounds; ++i) all.insert(all.end(), round.begin(), round.end());
  return all;
}

// Queue 0 tells that a buffer is free, queue 1 that it is full.
Program ring(unsigned slots, bool is_early, std::size_t rounds) {
  const Step frees{true, 0}, fills{true, 1}, waits_for_free{false, 0}, waits_for_full{false, 1};
  const std::vector<Step> at_first(is_early ? 0 : slots, frees);
  return {{slots, slots},
          {{repeated(rounds, {}, {waits_for_free, fills}), {is_early, false}, 2},
           {repeated(rounds, at_first, {waits_for_full, frees}), {false, false}, 2}}};
}

TEST(RoleOrder, ARingOfBuffersIsFollowed) {
  std::mt19937 random(1);
  for (const unsigned slots : {1U, 2U, 4U})
    for (const bool is_early : {false, true}) {
      const Program program = ring(slots, is_early, 12);
      EXPECT_TRUE(is_followed(program)) << slots;
      for (int i = 0; i < 50; ++i) EXPECT_TRUE(goes_well(program, random)) << slots;
    }
}

TEST(RoleOrder, BuffersThatNobodyFreesAtFirstAreACircle) {
  Program program = ring(2, false, 12);
  auto& steps = program.roles[1].steps;
  steps.erase(steps.begin(), steps.begin() + 2);
  EXPECT_TRUE(system_of(program).circle().has_value());
}

TEST(RoleOrder, AProducerThatDoesNotWaitIsOutOfPhase) {
  Program program = ring(2, true, 12);
  std::erase_if(program.roles[0].steps, [](const Step& step) { return !step.arrives; });
  EXPECT_TRUE(system_of(program).out_of_phase({true, true}).has_value());
}

TEST(RoleOrder, WhatIsFollowedGoesWellInEachOrder) {
  std::mt19937 random(7);
  constexpr int kPrograms = 200'000, kOrders = 12;
  int followed = 0, interesting = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const Program program = some_program(random);
    if (!is_followed(program)) continue;
    ++followed;
    std::size_t acting = 0;
    for (const Role& role : program.roles) acting += role.steps.size() > 3 ? 1 : 0;
    interesting += acting > 1 ? 1 : 0;
    for (int order = 0; order < kOrders; ++order)
      ASSERT_TRUE(goes_well(program, random)) << "program " << i << " in order " << order;
  }
  EXPECT_GT(followed, 1'000);
  EXPECT_GT(interesting, 100);
}

}  // namespace
}  // namespace launchproof::frontend
