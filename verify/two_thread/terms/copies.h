// Asynchronous copies: which the engine follows, and which are in flight while the two work-items of a group
// run in lock step. verify/access/checks/copies.cpp says what a copy is ordered against.
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <map>
#include <vector>

#include "verify/analysis/flights.h"
#include "verify/two_thread/terms/memory.h"

namespace launchproof::two_thread {

// Copies that may never be waited for, of which also those that are older than the latest call, each with its
// place; and copies by groups that may have one work-item, of which there is no pair.
std::vector<model::UnsupportedItem> unsupported_copies(const model::KernelModel& kernel,
                                                       const model::LaunchFacts& facts);

// A call that comes again while the copy is in flight makes what is in flight older.
enum class Age : std::uint8_t { Latest, Older };

// The transfers of one copy: those that its latest call began, or everything that its earlier calls began.
struct Instance {
  model::BarrierId copy = model::kNone;
  Age age = Age::Latest;
  auto operator<=>(const Instance&) const = default;
};

// Follows what the copies in flight access. Only copies that `unsupported_copies` does not name are followed.
//
// Only a wait ends a copy: no barrier does, nor do work-items of one warp that come together.
class CopiesInFlight {
 public:
  using Key = std::pair<std::uint32_t, LogKind>;  // region and kind
  using Logs = std::map<Instance, std::map<Key, Log>>;

  CopiesInFlight(const Setting& setting, const Memory& memory);

  // Forgets all copies: none is in flight.
  void clear();
  // Returns the log of whether it accesses the region's watched piece, which is any in each of the
  // instrumentations. The log may be written to.
  Log& log_of(const Instance& instance, const Key& key);
  // Visits the log of each copy. The region that a copy reads is never the one that it writes, as one of them
  // is local memory.
  void each(std::uint32_t region, LogKind kind, const std::function<void(const Log&)>& look) const;
  // Notes that the copy is about to be started again under this condition. Its transfers in flight become
  // older ones.
  void begin_again(model::BarrierId copy, smt::Term passed);
  // Ends the copies that this wait certainly waits for, where it is passed.
  void wait(model::BarrierId wait, smt::Term passed);
  // Ends an iteration of the loop, and all copies started in it that are never in flight at its end.
  void end_iteration(model::LoopId loop);
  // Returns whether some copy accesses the region.
  bool touches(std::uint32_t region) const { return d_touched[region]; }

  const Logs& all() const { return d_logs; }
  void restore(const Logs& logs) { d_logs = logs; }
  // Returns whether the loop starts the copy, or waits for the instance.
  bool changes_in(const Instance& instance, model::LoopId loop) const;
  bool is_begun_in(const Instance& instance, model::LoopId loop) const;
  // Return whether it may be in flight when control reaches the loop's head, from outside or from the latch,
  // or when control leaves the loop.
  bool may_be_at_head(const Instance& instance, model::LoopId loop) const;
  bool may_be_behind(const Instance& instance, model::LoopId loop) const;
  // Returns the copy's accesses, by what they touch.
  const std::map<Key, std::vector<model::SiteId>>& sites(model::BarrierId copy) const {
    return d_copies.at(copy).sites;
  }
  // Returns all instances that there are.
  std::vector<Instance> instances() const;

 private:
  struct Course {
    std::vector<bool> ends;     // by barrier
    std::vector<bool> reached;  // by block: control may get there while it is in flight
  };
  struct Copy {
    std::array<Course, 2> courses;  // by age
    bool is_begun_again = false;
    std::map<Key, std::vector<model::SiteId>> sites;
  };

  const Course& course(const Instance& instance) const {
    return d_copies.at(instance.copy).courses.at(static_cast<std::size_t>(instance.age));
  }

  const Setting& d_setting;
  const Memory& d_memory;
  std::map<model::BarrierId, Copy> d_copies;
  Logs d_logs;
  std::vector<bool> d_touched;  // by region
};

// Clears the log under this condition.
void forget(smt::TermStore& store, Log& log, smt::Term when);

}  // namespace launchproof::two_thread
