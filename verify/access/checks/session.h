// The verification of one launch class: work-items, solver queries, and the result that the answers fill in.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/access/evaluator/intervals.h"
#include "verify/access/questions/findings.h"
#include "verify/access/questions/queries.h"

namespace launchproof::access {

struct Session {
  Session(Context& shared, smt::Solver& solver, const symbolic::Options& chosen, Lessons& lessons,
          verdict::ClassResult& into);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Context& context;
  const symbolic::Options& options;
  verdict::ClassResult& result;
  Queries queries;
  Findings build;
  Evaluator s;  // an arbitrary work-item
  Evaluator t;  // another work-item of the group of `s`
  Evaluator u;  // a work-item of another group
  LoopFacts loop_facts;
  // Accesses found outside of their array, with the position of the finding in the result.
  std::map<std::pair<model::SiteId, model::ArrayId>, std::size_t> found_outside;

  // Facts that are added to every question (implied_bounds.h).
  std::vector<smt::Term> implied;

  // Return the constraints that the ids are in range and, for two work-items of one group, that they differ.
  std::vector<smt::Term> one() const;
  std::vector<smt::Term> same_group() const;
  std::vector<smt::Term> other_group() const;

  // Returns the work-item with these global ids, counted without the launch's offset.
  symbolic::WorkItem item_at(const std::array<std::uint64_t, 3>& id) const;

  // Returns an arbitrary work-item of the group that the tag names.
  std::unique_ptr<Evaluator> another(const std::string& tag, const std::string& group_tag) const;

  // Returns false if no work-item satisfies one(). Asks no solver in the usual case that the first work-item
  // satisfies it.
  bool possible_work_item();

  // Returns whether the launch has, or may have, more than one group.
  bool has_several_groups();

  // Returns the environment of `block` with counters shared by `s` and the other work-item (`t` where none is
  // given), which pass barriers there together.
  EnvironmentId shared_environment(model::BlockId block) { return shared_environment(block, t); }
  EnvironmentId shared_environment(model::BlockId block, Evaluator& other);

  // Returns whether the access is one of those that its site stands for. For an asynchronous copy, its
  // element must be one that the copy moves.
  smt::Term is_element(const Side& side);

  // Returns whether some byte of the access lies outside of the array, which has `bytes` bytes from where the
  // kernel's pointer points.
  smt::Term beyond(const Side& side, model::ArrayId array, smt::Term bytes);

  void fail(verdict::Property property, const Outcome& outcome, model::LocationId where);
  void fail(verdict::Property property, verdict::Verdict verdict, verdict::Cause cause, std::string detail,
            model::LocationId where);
  // Asks for a model with small ids and iterations.
  void make_small(std::initializer_list<Side> sides, Outcome& outcome);
  // Notes what would make this side of the counterexample unreal even though its formula contains no unknown
  // value.
  void doubt(const Side& side, Outcome& outcome);
  void doubt(Evaluator& evaluator, model::BlockId block, EnvironmentId environment, Outcome& outcome);
  void add(verdict::Finding finding);
  // Returns the text of an annotation together with its place.
  std::string describe(const model::Annotation& annotation) const;
  void note(std::string text);
  void assume(std::string text);

 private:
  std::set<std::string> d_assumed;
};

// Asks about every property that the options name. Calls `after_each`, which may be empty, after each
// property.
void ask_everything(Session& session, const std::function<void()>& after_each = {});

// Each function asks all questions of one property and sets its verdict in the result.
void ask_barrier_divergence(Session& session);
void ask_bounds(Session& session);  // for out-of-bounds, null-access and unreachable sites
// Asks only if some argument has memory with access flags (analysis::has_access_flags).
void ask_access_flags(Session& session);
void ask_races(Session& session);
void ask_assertions(Session& session);  // and invariants

// Asks for the limits of the translation (Annotation::is_limit). Returns false if one is not shown to hold;
// then all properties say so.
bool keeps_limits(Session& session);

// Returns whether some access of the kernel would violate an access flag if it were reached. If none would,
// no flag is violated, whatever the kernel reads.
bool may_break_access_flags(const Context& context);

// Lists the annotations that answers may depend on, and those that nothing used.
void name_annotations(Session& session);

}  // namespace launchproof::access
