// The questions of launch-race: may a work-item of one launch and a work-item of another launch, which may
// run at once, touch a common byte that one of them writes?
//
// Reads of either launch are taken to find what memory held when the launch began, or what the launch itself
// wrote. That holds up to the first race of the two: take an execution with a race, and the first access in
// it that races with an earlier one. No read before it found what the other launch wrote, since it would have
// been that access. Memory that both launches reach and the other one may write is left arbitrary where a
// launch changes it itself, since atomics of both do not race.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/symbolic/terms/options.h"
#include "verify/verdict/results.h"

namespace launchproof::access {

// One of the two launches. What it refers to must outlive it.
struct RacingLaunch {
  const model::KernelModel& kernel;
  const model::LaunchFacts& facts;
};

struct LaunchRaceOptions {
  bool same_program = false;  // both have the variables of one program
  bool same_device = true;    // else they order the two only if their scope is all devices
  symbolic::Options engine;   // `time` is the limit for all questions of the pair
};

// Two accesses that were not shown to be apart.
struct OpenAccesses {
  model::SiteId first = model::kNone;   // a site of the first launch's kernel
  model::SiteId second = model::kNone;  // a site of the second one's
  // Satisfiable: some model of the two launches has them meet. Else the question was not answered.
  bool is_satisfiable = false;
  // Satisfiable: the groups of the two work-items of that model.
  std::array<std::uint64_t, 3> first_group{}, second_group{};
  verdict::Cause cause{};  // not satisfiable: why there is no answer
  std::string reason;
};

// Values in memory that decide which path a launch takes and what it touches.
struct ReadValues {
  bool any = false;  // there are some
  bool own = false;  // some lie in memory that the launch itself writes, or in local memory
};

struct LaunchRaceAnswer {
  std::uint64_t pairs = 0;         // of accesses to common memory, one of which writes
  std::vector<OpenAccesses> open;  // of these pairs; none: no two accesses meet
  ReadValues first_reads, second_reads;
  std::uint64_t questions = 0;  // asked of the solver
  std::uint64_t settled = 0;    // without it
};

// Returns pairs of arrays, by their numbers in either kernel, that lie in one memory object, or are one
// variable of the program.
std::vector<std::pair<model::ArrayId, model::ArrayId>> common_arrays(const RacingLaunch& first,
                                                                     const RacingLaunch& second,
                                                                     bool same_program);

// Returns where the array begins in its memory object.
std::uint64_t origin_of(const RacingLaunch& launch, model::ArrayId array);

// Asks about each pair of accesses to common memory. Requires that both kernels are fully supported and that
// accesses stay within their arrays. `solver` must belong to `store`.
LaunchRaceAnswer ask_launch_races(const RacingLaunch& first, const RacingLaunch& second,
                                  smt::TermStore& store, smt::Solver& solver,
                                  const LaunchRaceOptions& options);

}  // namespace launchproof::access
