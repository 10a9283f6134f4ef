// One verification of one launch class: the work-items, the asker and the result that the questions fill in.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "verify/access/asker.h"
#include "verify/access/findings.h"
#include "verify/access/intervals.h"

namespace launchproof::access {

struct Session {
  Session(Context& shared, smt::Solver& solver, const Options& chosen, Lessons& lessons,
          verdict::ClassResult& into);

  Context& context;
  const Options& options;
  verdict::ClassResult& result;
  Asker asker;
  FindingBuilder build;
  Evaluator s;  // an arbitrary work-item
  Evaluator t;  // another of its group
  Evaluator u;  // one of another group

  // Work-item ids are in range; for two of one group, the ids differ.
  std::vector<smt::Term> one() const { return s.item().constraints; }
  std::vector<smt::Term> same_group() const;
  std::vector<smt::Term> other_group() const;

  // The one with these global ids, counted without the launch's offset.
  WorkItem item_at(const std::array<std::uint64_t, 3>& id) const;

  // Some work-item satisfies one(). Most often its first one does, and no solver is asked.
  bool possible_work_item();

  // The environment of `block` with counters shared by `s` and `t`, which pass barriers there together.
  EnvironmentId shared_environment(model::BlockId block);

  // The access is one that its site stands for: the element of a copy is one of those that it moves.
  smt::Term is_element(const Side& side);

  void fail(verdict::Property property, const Outcome& outcome, model::LocationId where);
  void fail(verdict::Property property, verdict::Verdict verdict, verdict::Cause cause, std::string detail,
            model::LocationId where);
  // Asks for a model with small ids and iterations.
  void make_small(std::initializer_list<Side> sides, Outcome& outcome);
  // Names what would make the counterexample of this side unreal although its formula holds nothing unknown.
  void doubt(const Side& side, Outcome& outcome);
  void doubt(Evaluator& evaluator, model::BlockId block, EnvironmentId environment, Outcome& outcome);
  void add(verdict::Finding finding);
  // An annotation with its place.
  std::string describe(const model::Annotation& annotation) const;
  void note(std::string text);
  void assume(std::string text);

 private:
  std::set<std::string> d_assumed;
};

// Asks for every property that the options name.
void ask_everything(Session& session);

// Each asks all questions of one property and sets its verdict in the result.
void ask_barrier_divergence(Session& session);
void ask_bounds(Session& session);  // out-of-bounds, null-access, and which sites are unreachable
void ask_races(Session& session);
void ask_assertions(Session& session);  // and invariants

// Lists the annotations on which answers may rest, and those that nothing used.
void name_annotations(Session& session);

// Accesses before which something may order work-items that the engine does not model (fences, atomics whose
// result is used, loops that wait for shared memory), by block; design section 3, rule 2.
std::vector<bool> possibly_ordered_blocks(const Context& context);

}  // namespace launchproof::access
