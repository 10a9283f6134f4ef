// Follows one work-item through its kernel over a graph. At a branch on an unknown value, both paths are
// followed under a guard up to the block where they meet. From there on, values are choices between the two
// paths.
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
  // Requires that all arguments outlive this object. `most_depth` limits the nesting of branches with both
  // paths followed.
  Walker(const Launch& launch, const std::string& side, const SizeWords& sizes, Graph& graph,
         const Granules& granules, Budget& budget, std::size_t most_depth);

  // Performs the access under guard(). Throws Stop.
  virtual void access(Item& item, model::SiteId site) = 0;
  // Assumes the condition, which a precondition or assumption of the kernel states, under guard().
  virtual void assume(Word condition, model::LocationId location);

  // Handles a work-item at the end of the header of a loop whose condition is unknown. Returns whether the
  // work-item was moved to the start of what follows the loop; otherwise the caller follows both paths.
  virtual bool is_loop_done(Item& item, Word condition, std::size_t depth);

  // Returns whether is_loop_done() is asked even if the condition of the loop is known.
  virtual bool keeps_loop(model::LoopId loop, std::size_t depth) const;

  // Places the work-item before its first step.
  void begin(Item& item, const ItemIds& ids);
  // Runs up to the next barrier, or up to the end, which sets `done`.
  void go_on(Item& item);

  [[noreturn]] void stop(const std::string& reason, model::LocationId location,
                         verdict::Verdict verdict = verdict::Verdict::Unknown) const;
  void look_at_budget(std::uint64_t steps);
  // Returns the arrays that the access may touch, each with the condition under which it does.
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

  // Runs up to the start of the block `end` (its phis then have their values), up to a barrier (only at the
  // outermost level), or up to the kernel's end.
  void run_until(Item& item, model::BlockId end, std::size_t depth);
  void go(Item& item, const BlockCode& code, std::size_t successor);
  // Computes the values of the current block again, without performing accesses.
  void compute_block(Item& item);

 private:
  // Returns whether statements of the kernel exclude one of the two paths; if so, the other path is taken.
  bool is_decided_by_statement(Item& item, const BlockCode& code, Word condition);
  // Follows both paths of a branch up to the block where they meet.
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
