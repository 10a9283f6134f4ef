// Asynchronous copies: which of them the engine supports, and which are in flight while the two work-items of
// a group run in lock step. verify/access/checks/copies.cpp describes how copies are ordered.
#pragma once

#include <array>
#include <compare>
#include <functional>
#include <map>
#include <vector>

#include "verify/analysis/flights.h"
#include "verify/two_thread/terms/memory.h"

namespace launchproof::two_thread {

// Returns copies, each with its place, that the engine does not support: those whose latest or older
// instances may never be waited for, and those by groups that may have only one work-item, and therefore no
// pair.
std::vector<model::UnsupportedItem> unsupported_copies(const model::KernelModel& kernel,
                                                       const model::LaunchFacts& facts);

// A call made while the copy is in flight turns the transfers in flight into older ones.
enum class Age : std::uint8_t { Latest, Older };

// The transfers of one copy: those begun by its latest call, or all of those begun by its earlier calls.
struct Instance {
  model::BarrierId copy = model::kNone;
  Age age = Age::Latest;
  auto operator<=>(const Instance&) const = default;
};

// Tracks the accesses of copies in flight. Only tracks copies that `unsupported_copies` does not name.
//
// Only a wait ends a copy. Neither barriers nor warps that come together do.
class CopiesInFlight {
 public:
  using Key = std::pair<std::uint32_t, LogKind>;  // region and kind
  using Logs = std::map<Instance, std::map<Key, Log>>;

  CopiesInFlight(const Setting& setting, const Memory& memory);

  // Forgets all copies: none is in flight.
  void clear();
  // Returns the log of whether the instance accesses the watched piece of the region. This piece is
  // arbitrary, for every instrumentation. The caller may change the log.
  Log& log_of(const Instance& instance, const Key& key);
  // Visits the log of each copy. The region that a copy reads is never the one that it writes, since one of
  // the two is local memory.
  void each(std::uint32_t region, LogKind kind, const std::function<void(const Log&)>& look) const;
  // Records that the copy is about to start again under this condition. Its transfers in flight become older
  // ones.
  void begin_again(model::BarrierId copy, smt::Term passed);
  // Ends the copies that this wait certainly waits for, under the condition that the wait is passed.
  void wait(model::BarrierId wait, smt::Term passed);
  // Ends an iteration of the loop, and with it all copies started in it that are never in flight at its end.
  void end_iteration(model::LoopId loop);
  // Returns whether some copy accesses the region.
  bool touches(std::uint32_t region) const { return d_touched[region]; }

  const Logs& all() const { return d_logs; }
  void restore(const Logs& logs) { d_logs = logs; }
  // Returns whether the loop starts the copy, or waits for the instance.
  bool changes_in(const Instance& instance, model::LoopId loop) const;
  bool is_begun_in(const Instance& instance, model::LoopId loop) const;
  // Return whether the copy may be in flight when control reaches the loop's head, from outside or from the
  // latch, or when control leaves the loop.
  bool may_be_at_head(const Instance& instance, model::LoopId loop) const;
  bool may_be_behind(const Instance& instance, model::LoopId loop) const;
  // Returns the copy's accesses, by what they touch.
  const std::map<Key, std::vector<model::SiteId>>& sites(model::BarrierId copy) const {
    return d_copies.at(copy).sites;
  }
  // Returns all instances.
  std::vector<Instance> instances() const;

 private:
  struct Course {
    std::vector<bool> ends;     // by barrier
    std::vector<bool> reached;  // by block: whether control may get there while the copy is in flight
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
