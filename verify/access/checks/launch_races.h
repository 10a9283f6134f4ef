// The questions of launch-race: may two work-items of two launches that may run at the same time access a
// common byte, with at least one write?
//
// Reads of either launch are taken to find what memory held when the launch began, or what the launch itself
// wrote. That holds up to the first race of the two launches: take an execution with a race, and the first
// access in it that races with an earlier one. No read before it found what the other launch wrote, since
// that read would have been the first racing access. Memory that both launches access, that the other launch
// may write and that a launch also changes itself is left arbitrary in that launch, since atomics of both
// launches do not race.
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
  bool same_program = false;  // both launches have the variables of one program
  bool same_device = true;    // if false, atomics order the two launches only if their scope is all devices
  symbolic::Options engine;   // `time` is the limit for all questions about the pair
};

// Two accesses that were not shown to be apart.
struct OpenAccesses {
  model::SiteId first = model::kNone;   // a site of the first launch's kernel
  model::SiteId second = model::kNone;  // a site of the second launch's kernel
  // True: in some model of the two launches, the accesses meet. False: the question was not answered.
  bool is_satisfiable = false;
  // If satisfiable: the groups of the two work-items in that model.
  std::array<std::uint64_t, 3> first_group{}, second_group{};
  verdict::Cause cause{};  // if not satisfiable: why there is no answer
  std::string reason;
};

// Values in memory that decide which path a launch takes and what it touches.
struct ReadValues {
  bool any = false;  // there are some
  bool own = false;  // some of the values lie in memory that the launch itself writes, or in local memory
};

struct LaunchRaceAnswer {
  std::uint64_t pairs = 0;         // pairs of accesses to common memory, at least one of which writes
  std::vector<OpenAccesses> open;  // the pairs that may meet; empty if no two accesses meet
  ReadValues first_reads, second_reads;
  std::uint64_t questions = 0;  // questions put to the solver
  std::uint64_t settled = 0;    // without it
};

// Returns pairs of arrays, by their numbers in the two kernels, that lie in one memory object or are one
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
