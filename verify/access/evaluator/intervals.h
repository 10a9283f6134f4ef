// Barrier intervals: what one work-item may do after it has passed a barrier instance (or the entry) and
// before the next barrier that orders the memory in question.
//
// An instance is a barrier together with the iterations of the loops around it. From there control is
// followed through the graph. A loop that holds such a barrier is in one of these iterations: the instance's
// own, the next one, any later one (if an iteration can pass without the barrier), or iteration 0 after the
// loop was entered again. Other loops are in an arbitrary iteration.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "verify/access/evaluator/evaluator.h"

namespace launchproof::access {

enum class Order : std::uint8_t {
  LocalMemory,
  GlobalMemory,
  ImageMemory,
  Any
};  // selects the barriers that end an interval

// Returns whether the barrier orders memory of this kind between work-items of one group or of one sub-group.
bool covers(const model::Barrier& barrier, Order order,
            model::ConvergenceLevel level = model::ConvergenceLevel::Group);

// The start of an interval: after event number `event` of `block`. The kernel's entry is block 0, event 0.
struct Start {
  model::BlockId block = 0;
  std::size_t event = 0;
  model::BarrierId barrier = model::kNone;  // kNone for the entry or a branch
};

// A site that is executed in the interval.
struct SiteInstance {
  model::SiteId site = model::kNone;
  EnvironmentId environment = kOutside;
  smt::Term condition;
};

// The barrier instance that ends the interval, or the end of the kernel (barrier kNone).
struct End {
  model::BarrierId barrier = model::kNone;
  EnvironmentId environment = kOutside;
  smt::Term condition;
  bool is_named = true;      // the environment names one instance, which is the same for every work-item
  bool is_excluded = false;  // an annotation states that no work-item comes here
  bool by_return = false;    // the kernel ends here by a `return` statement (model::Block::ends_by_return)
};

struct Interval {
  std::vector<SiteInstance> sites;
  std::vector<End> ends;
  // The condition under which the interval continues beyond the iterations that are followed one by one. It
  // states that some later iteration exists, so its negation has no meaning.
  smt::Term beyond;
  bool complete = true;  // false if there were too many states, so that nothing may be concluded
};

class IntervalExplorer {
 public:
  // Explores intervals of work-items that share a group, or a sub-group.
  IntervalExplorer(Context& context, Order order,
                   model::ConvergenceLevel level = model::ConvergenceLevel::Group);
  // Explores intervals that end at those barriers for which `ends` is true.
  IntervalExplorer(Context& context, std::vector<bool> ends);

  // Explores the interval. `environment` holds the iterations of the loops around the start; `condition` is
  // the condition under which the work-item passes the start.
  Interval explore(Evaluator& evaluator, const Start& start, EnvironmentId environment,
                   smt::Term condition) const;

  // Returns the entry and every barrier that ends an interval.
  std::vector<Start> starts() const;
  // Returns whether the loop holds no barrier that ends an interval.
  bool is_quiet(model::LoopId loop) const { return d_quiet[loop]; }

 private:
  struct Walk;
  Context& d_context;
  std::vector<bool> d_ends;   // by barrier
  std::vector<bool> d_quiet;  // by loop
};

}  // namespace launchproof::access
