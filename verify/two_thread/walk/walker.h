// Walks through a kernel with two work-items in lock step, and records what must be proved.
//
// Blocks are visited in the order of the acyclic graph; a work-item that does not reach a block is disabled
// there. A loop is entered once for an arbitrary iteration, at whose start its candidates are assumed and
// after which they must hold again. The loop is left in another arbitrary state. docs/two-thread.md explains
// why that is sound.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "verify/analysis/lock_step.h"
#include "verify/two_thread/guesses/claims.h"
#include "verify/two_thread/rules/rule_table.h"
#include "verify/two_thread/terms/copies.h"

namespace launchproof::two_thread {

// The head of a loop in an iteration that the launch reaches from its start.
struct IterationHead {
  model::LoopId loop = model::kNone;
  FrameId frame = kOutside;
  std::uint32_t number = 0;  // number of the iteration, from 0
  const std::vector<Assumption>& context;
  const std::vector<Log>& logs;  // indexed by region and kind
};

// Observes the walk while loops are unwound.
class Observer {
 public:
  virtual ~Observer() = default;
  // Returns false when it has seen enough.
  virtual bool at_head(const IterationHead& head) = 0;
  virtual void behind(model::LoopId /*loop*/, FrameId /*parent*/, const std::vector<Log>& /*logs*/) {}
  // Called when the first work-item reaches the site, under the condition `reached`.
  virtual void at_site(model::SiteId /*site*/, model::ArrayId /*array*/, FrameId /*frame*/,
                       smt::Term /*reached*/) {}
};

// Tracks the contents of shared memory while loops are unwound. The walk then looks for no races, and assumes
// that both work-items satisfy the kernel's assumptions.
class MemoryFollower {
 public:
  virtual ~MemoryFollower() = default;
  // Visits the code before event number `event` of the block. `context` is the list of facts known there.
  virtual void at_event(model::BlockId block, std::uint32_t event, FrameId frame,
                        const std::vector<Assumption>& context) = 0;
  virtual void at_site(model::SiteId site, FrameId frame) = 0;
  // Visits a barrier. `both` is the condition that both work-items reach it together.
  virtual void at_barrier(model::BarrierId barrier, FrameId frame, smt::Term both) = 0;
};

// Unrolls each loop up to this many times instead of cutting it. Launches with more iterations are not
// considered.
struct Unwinding {
  std::uint32_t iterations = 1;
  // With an observer, obligations are not recorded, and the walk ends where no work-item can arrive. Without
  // one, an iteration counts once it has passed the loop's head, and what was left out is recorded
  // (Problem::unwound).
  Observer* observer = nullptr;
  MemoryFollower* follower = nullptr;
};

// Returns, by site, whether it is a read that need not be checked for races because another read of the same
// place has the same races.
std::vector<bool> unlogged_reads(const Setting& setting);

class Walker {
 public:
  // Creates a walker. `relevant` are the values that invariants are guessed about. If empty, they are the
  // values that the pass itself is about.
  Walker(const Setting& setting, Pairing pairing, Values& values, Memory& memory,
         std::optional<Unwinding> unwinding = {}, std::vector<bool> relevant = {});

  // Walks through the kernel. `base` holds the facts about the work-items.
  Problem run(const std::vector<smt::Term>& base);

 private:
  struct Ended {};  // thrown

  using Replacements = std::unordered_map<smt::Term, smt::Term>;
  struct Cut {  // a loop that is being walked through
    model::LoopId loop = model::kNone;
    FrameId parent = kOutside, body = kOutside;
    std::vector<smt::Term> entered;   // by work-item
    std::vector<Log> before;          // all logs
    CopiesInFlight::Logs in_flight;   // logs of copies
    std::vector<Head::HeadLog> logs;  // logs that the loop may change
    std::vector<Head::InFlight> copies;
    bool has_barrier = false;
  };

  void walk_region(model::LoopId region, FrameId frame);
  void visit_block(model::BlockId id, FrameId frame);
  void visit_excluded(model::BlockId block, FrameId frame);
  void visit_annotations(model::BlockId block, std::uint32_t event, FrameId frame);
  void visit_comparison(std::uint32_t id, FrameId frame);
  void visit_site(model::SiteId id, FrameId frame);
  void ask_bounds(model::SiteId id, FrameId frame, smt::Term reached);
  void log(model::SiteId site, model::ArrayId array, FrameId frame, smt::Term reached);
  // Returns the condition under which an access touches a piece at this address.
  using Touches = std::function<smt::Term(smt::Term piece)>;
  // Checks an access against all logged accesses.
  void check(model::SiteId id, model::ArrayId array, FrameId frame, const Touches& touches);
  // Visits an access of an asynchronous copy, which is made by the group and not by a single work-item.
  void visit_copy(model::SiteId id, FrameId frame);
  bool is_of_group(const model::Site& site) const {
    return site.copy != model::kNone && d_pairing == Pairing::SameGroup;
  }
  void visit_barrier(model::BarrierId id, FrameId frame);
  // Assumes what is known when the procedure is called.
  void begin_procedure();
  void visit_call(std::uint32_t id, FrameId frame);
  void visit_contract(std::uint32_t id, FrameId frame);
  // Returns the annotation's condition with the logged accesses in place of those that it mentions.
  smt::Term of_logged(std::uint32_t annotation, FrameId frame);
  // Assumes what contracts guarantee about calls in the loop, for work-item `who` only, in a frame that
  // replaces its body.
  void assume_guarantees(model::LoopId loop, FrameId frame, unsigned who, smt::Term gate);
  // Assumes the same for an access made by such a call, given that it is the logged one.
  void assume_guarantees_of(model::SiteId site, FrameId frame, smt::Term gate, const Log& log);
  // Returns the condition that both work-items run in lock step; false if nothing does.
  smt::Term same_warp();
  // Clears the logs under the condition that both work-items are at the block and run in lock step.
  void come_together(model::BlockId block, FrameId frame);

  void visit_loop(model::LoopId loop, FrameId parent);
  void unwind(model::LoopId loop, FrameId parent);
  void unwind_looked_on(model::LoopId loop, FrameId parent);
  std::vector<smt::Term> arriving(model::LoopId loop, FrameId iteration);
  void settle_head(model::LoopId loop, FrameId iteration);
  std::vector<smt::Term> beyond_head(model::LoopId loop, FrameId iteration,
                                     const std::vector<smt::Term>& there);
  Cut open(model::LoopId loop, FrameId parent);
  void havoc_logs(const Cut& cut, FrameId frame);
  void havoc_copies(const Cut& cut, FrameId frame);
  // Returns the condition that some access of the instance is in flight at the frame's moment.
  smt::Term in_flight(const Instance& instance, const CopiesInFlight::Key& key, FrameId frame);
  static const Log* before(const Cut& cut, const Head::InFlight& flight);
  // Adds replacements of the copies in flight at the head by those in flight now.
  void replace_copies(const Cut& cut, Replacements& into);
  // Returns the frame of arbitrary iterations that made the access: one of this loop, and one of each loop
  // between it and the access.
  FrameId past_frame(const Cut& cut, model::SiteId site);
  void summarise(const Cut& cut, const Head::HeadLog& changed, Log& log);
  void guess(const Cut& cut);
  void guess_annotations(const Cut& cut, const Head& head);
  Replacements logged_accesses(const Head& head, std::uint32_t annotation);
  // Adds replacements that turn the head's log into the current one.
  static void replace_log(const Head::HeadLog& log, const Log& now, Replacements& into);
  void add_candidate(const Cut& cut, std::uint32_t rule, const Guess& guess, std::uint32_t annotation,
                     bool is_costly = false);
  // Returns a formula with head variables replaced.
  smt::Term replaced(smt::Term formula, const Replacements& by);
  void prove(const Cut& cut, bool is_entry, const Replacements& by);
  Replacements first_values(const Cut& cut);
  // Returns the values after the iteration that the frame names.
  Replacements next_values(const Cut& cut, FrameId iteration);
  // Returns whether the loop is proved by k-induction. All candidates are then assumed at the heads of
  // preceding iterations, in which nothing is checked.
  bool is_deepened(model::LoopId loop) const;
  void prove_first_iterations(const Cut& cut);
  Replacements after_further_iterations(const Cut& cut, Replacements at_head);
  Replacements walk_iteration(const Cut& cut, FrameId iteration, const Replacements& at_head);
  void leave(const Cut& cut);
  // A value that comes closer to 0 while work-item `who` stays in the loop. The candidate states that it
  // does.
  struct End {
    CandidateId candidate = model::kNone;
    unsigned who = 0;
    smt::Term apart, runs;
  };
  void guess_ends(const Cut& cut);
  void prove_ends(const Cut& cut, const Replacements& next);
  void assume_ends(const Cut& cut, FrameId exit);
  // Returns whether the term uses only variables of the head and values from outside the loop.
  bool is_of_head(const Cut& cut, smt::Term term);
  // Assumes the candidates about the work-item that hold, in a frame that replaces the loop's body. `gate` is
  // the condition that the work-item is there.
  void assume_local(FrameId frame, unsigned who, smt::Term gate);
  smt::Term enabled(FrameId body, unsigned who);
  smt::Term hit(model::SiteId site, model::ArrayId array, FrameId frame, const Piece& at);
  void take(model::SiteId site, model::ArrayId array, FrameId frame, smt::Term reached);
  Log arbitrary_log(std::uint32_t region, LogKind kind, FrameId frame);
  static const Log& before(const Cut& cut, const Head::HeadLog& log) {
    return cut.before[log.region * kLogKinds.size() + static_cast<std::size_t>(log.kind)];
  }

  void assume(smt::Term term, CandidateId candidate = model::kNone);
  // Assumes what is known about all values returned by counters, wherever they are used.
  void assume_tickets();
  Obligation& oblige(ObligationKind kind, FrameId frame, smt::Term bad);
  Log& log_of(std::uint32_t region, LogKind kind) {
    return d_logs[region * kLogKinds.size() + static_cast<std::size_t>(kind)];
  }

  const Setting& d_setting;
  smt::TermStore& d_store;
  Pairing d_pairing;
  Values& d_values;
  Memory& d_memory;
  std::optional<Unwinding> d_unwinding;
  Observer* d_observer;
  MemoryFollower* d_follower;
  bool d_is_silent = false;                       // the current code is not checked
  std::optional<analysis::LockStep> d_lock_step;  // with --warp-sync, for a pair within a group
  Problem d_problem;
  Obligation d_unasked;
  std::vector<Assumption> d_context;
  std::vector<Log> d_logs;            // indexed by region and kind
  CopiesInFlight d_copies;            // copies begun by the group
  std::vector<smt::Term> d_left_out;  // by work-item: an assumption excludes it
  std::vector<FrameId> d_bodies;      // by loop: its body frame
  std::vector<std::vector<CandidateId>> d_of_loop;
  std::vector<bool> d_relevant;                               // by value: rules guess something about it
  std::vector<bool> d_redundant;                              // by site: races need not be checked
  std::vector<std::vector<End>> d_ends;                       // by loop
  bool d_guesses = true;                                      // candidates are made in the first of two walks
  std::set<std::pair<model::LoopId, std::uint32_t>> d_known;  // candidates by formula
};

}  // namespace launchproof::two_thread
