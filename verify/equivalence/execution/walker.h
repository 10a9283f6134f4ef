// Follows one work-item through its kernel over a graph. A branch on something that is not known is followed
// on both sides, with a guard, up to where they meet; values are choices from there on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "verify/equivalence/execution/budget.h"
#include "verify/equivalence/execution/kernel_code.h"
#include "verify/equivalence/execution/launch.h"
#include "verify/equivalence/execution/memory.h"
#include "verify/equivalence/execution/values.h"
#include "verify/equivalence/graph/graph.h"
#include "verify/verdict/registry.h"

namespace launchproof::equivalence {

struct Item {
  ItemIds ids;
  std::vector<Word> values;
  std::map<model::ArrayId, Memory> arrays;  // of its own
  model::BlockId block = 0;
  std::size_t step = 0;
  bool done = false;
};

class Walker {
 public:
  virtual ~Walker() = default;
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;

 protected:
  // Requires that all arguments live as long as this. `most_depth` is that of branches that are followed on
  // both sides.
  Walker(const Launch& launch, const std::string& side, const SizeWords& sizes, Graph& graph,
         const Granules& granules, Budget& budget, std::size_t most_depth);

  // Makes the access, under guard(). Throws Stop.
  virtual void access(Item& item, model::SiteId site) = 0;
  // Takes the condition, which a precondition or assumption of the kernel states, for granted under guard().
  virtual void assume(Word condition, model::LocationId location);

  // Handles a work-item at the end of the header of a loop whose condition is not known. Returns whether it
  // was put at the start of what follows the loop; else both paths are followed.
  virtual bool is_loop_done(Item& item, Word condition, std::size_t depth);

  // Puts the work-item before its first step.
  void begin(Item& item, const ItemIds& ids);
  // Runs to the next barrier, or to the end, which sets `done`.
  void go_on(Item& item);

  [[noreturn]] void stop(const std::string& reason, model::LocationId location,
                         verdict::Verdict verdict = verdict::Verdict::Unknown) const;
  void look_at_budget(std::uint64_t steps);
  // Returns the arrays that the access may go to, each with the condition under which it does.
  std::vector<std::pair<Word, model::ArrayId>> bases(const Item& item, const model::Site& site);
  Memory& private_array(Item& item, model::ArrayId id) const;
  unsigned granule(const std::string& name) const;

  const Launch& launch() const { return d_launch; }
  const model::KernelModel& kernel() const { return d_launch.kernel; }
  Graph& graph() const { return d_graph; }
  const KernelCode& code() const { return d_code; }
  const Values& values() const { return d_values; }
  Word guard() const { return d_guard; }
  void set_guard(Word guard) { d_guard = guard; }

  // Runs to the start of the block `end`, whose phis then have their values, to a barrier (of the outermost
  // level alone), or to the end.
  void run_until(Item& item, model::BlockId end, std::size_t depth);
  void go(Item& item, const BlockCode& code, std::size_t successor);
  // Computes the values of the block at hand again, which accesses nothing.
  void compute_block(Item& item);

 private:
  // Returns whether the kernel's statements exclude one of the two paths; then the other one is taken.
  bool is_decided_by_statement(Item& item, const BlockCode& code, Word condition);
  // Follows both sides of a branch to where they meet.
  void part(Item& item, Word condition, std::size_t depth);

  const Launch& d_launch;
  Graph& d_graph;
  const Granules& d_granules;
  Budget& d_budget;
  std::size_t d_most_depth;
  KernelCode d_code;
  Values d_values;
  std::vector<Word> d_incoming;
  Word d_guard{1, 0};
  std::uint64_t d_steps = 0;
};

}  // namespace launchproof::equivalence
