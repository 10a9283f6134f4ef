// Symbolic execution of one work-item without unrolling: every value, path and loop of the kernel model
// becomes a term over the work-item's ids and one counter for each loop.
//
// A loop-carried value gets a closed form in the counter where its recurrence has one; otherwise it is an
// unknown. Conditions over-approximate: whatever a formula admits beyond the program depends on a marker of
// `Unknowns`. With all its markers false, the same formula admits only what really happens.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "verify/access/evaluator/annotations_in_use.h"
#include "verify/access/evaluator/environment.h"
#include "verify/access/evaluator/group_counts.h"
#include "verify/access/loops/loop_facts.h"
#include "verify/analysis/counters.h"
#include "verify/analysis/earlier_accesses.h"
#include "verify/analysis/flow_graph.h"
#include "verify/analysis/memory_regions.h"
#include "verify/analysis/uniformity.h"
#include "verify/model/variables.h"
#include "verify/symbolic/floats/exact_floats.h"
#include "verify/symbolic/lowering/lowering.h"
#include "verify/symbolic/terms/launch_setting.h"
#include "verify/symbolic/terms/unknowns.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::access {

using symbolic::OutOfTime;

struct FamilyRun;

// The context that the evaluators of both work-items share.
struct Context : symbolic::LaunchSetting {
  const analysis::StableReads& stable;
  analysis::Counters& counters;      // settle_counters() refines what the graph shows
  const std::vector<bool>& decides;  // by value: an address or a branch depends on it
  const std::vector<bool>& opaque;   // by value: carried around a loop, and no closed form is looked for
  Environments& environments;
  FamilyRun* family;  // null for one launch, whose counterexamples are findings
  const AnnotationsInUse& annotations;
  // If sizes are left open: receives the sizes in the counterexamples found.
  std::vector<model::LaunchSizes>* seen_sizes = nullptr;
  LoopFacts* loop_facts = nullptr;              // null: no loop facts are looked for
  const model::Variables* variables = nullptr;  // variables whose values findings show; null if none are
                                                // known
  // The order of accesses of different groups that settle_group_counts() finds. It may find an order only if
  // no other fact depends on the premise that a write of another group to the place is a race.
  GroupCounts group_counts;
  bool follows_flags = false;  // whether flags, by which one work-item tells others how far it has come,
                               // order accesses
};

class Evaluator {
 public:
  Evaluator(Context& context, symbolic::WorkItem item);

  const symbolic::WorkItem& item() const { return d_item; }

  // Returns the value as computed in `environment`. Loops that computed the value and have ended are at their
  // exit iteration. Values of width 1 are Boolean terms.
  smt::Term value(model::ValueId id, EnvironmentId environment);

  // Returns the condition that control, started at the start of the region of `environment` (loop header or
  // entry), reaches `block` in that iteration. Loops nested below it are at their exit iteration.
  smt::Term arrive(model::BlockId block, EnvironmentId environment);
  // Returns whether control at the start of region node `from` reaches region node `to`, both in the region
  // of `environment`.
  smt::Term path(model::BlockId from, model::BlockId to, EnvironmentId environment);
  // Returns the condition that control takes the edge out of `block`, or another edge from the same loop to
  // the same block, given that control reached the region node that holds `block`. `block` lies in the region
  // or below it.
  smt::Term edge(model::BlockId block, std::uint32_t successor, EnvironmentId environment);
  // Returns whether control reaches `block` from the kernel's entry. `environment` names the iteration of
  // every loop around it.
  smt::Term reach(model::BlockId block, EnvironmentId environment);

  // Returns the condition that control comes to `block` in the iterations that `inner` names. Takes it as
  // given that control leaves the start of the region of `outer` towards the outermost loop around `block`
  // below that region, and enters that loop. Returns true if both environments have one region.
  smt::Term descend(model::BlockId block, EnvironmentId inner, EnvironmentId outer);

  // Returns whether the loop, once entered in the parent environment, reaches the iteration that
  // `environment` names.
  smt::Term iterates(EnvironmentId environment);
  // Returns a loop that may come before `block` and that was not shown to end when `model` satisfies these
  // conjuncts. Returns kNone if there is none.
  model::LoopId may_not_end(model::BlockId block, EnvironmentId environment, const smt::Model& model,
                            const std::vector<smt::Term>& conjuncts);
  // Returns the iteration in which the loop is left after it was entered in `outer`.
  smt::Term exit_counter(model::LoopId loop, EnvironmentId outer);
  // Returns an arbitrary iteration of the loop, as narrow as its trip count allows. `name` makes it unique.
  smt::Term counter(model::LoopId loop, EnvironmentId outer, const std::string& name);
  // Returns the environment of `block` with fresh counters, for loops beyond those of `outer`.
  EnvironmentId enter_all(model::BlockId block, EnvironmentId outer, const std::string& name);
  // Returns the environment restricted to the loops that enclose `loop`.
  EnvironmentId restrict(EnvironmentId environment, model::LoopId loop) const;

  // One call of an atomic that counts (analysis::Counters).
  struct Call {
    model::SiteId site = model::kNone;
    EnvironmentId environment = kOutside;
    bool number = false;  // the variable holds the number of earlier calls instead of the value
  };
  // The result of a sum over the places of a group or sub-group (model::is_sum_of_places).
  struct Scanned {
    model::ValueId value = model::kNone;
    EnvironmentId environment = kOutside;
  };
  // Returns the scan that yields the term, or null. The last operand of the term is the place of the
  // work-item, 64 bits wide; the others identify the sub-group and the time.
  const Scanned* scanned(smt::Term application) const;
  // Returns the call of a counter that returned this value, or null.
  const Call* call(smt::Term variable) const;
  // Returns the largest number of calls that one group, or all groups together, make; nothing if it is not
  // known.
  std::optional<smt::Bits> calls_of_group(const analysis::Counter& counter);
  std::optional<smt::Bits> calls_of_launch(const analysis::Counter& counter);
  // Returns whether the bits of two values of one width differ. They may be floats.
  smt::Term differ(smt::Term a, smt::Term b);
  // Returns the byte address, within its region, of an access to one array.
  smt::Term address(model::SiteId site, EnvironmentId environment);

  // Returns the constraints on every exit counter that the terms mention, directly or through other terms. If
  // `peer` is given, the constraints include those on what it computes as the other work-item. The question
  // must include them.
  std::vector<smt::Term> definitions(const std::vector<smt::Term>& terms, Evaluator* peer = nullptr);

  // Returns facts about the values that the loop carries. They hold in every iteration, for each work-item,
  // and each time that the loop is entered. Omits candidates that are too hard to decide.
  std::vector<LoopFact> prove_loop_facts(model::LoopId loop, const InductionProver& prover);

 private:
  // Recurrence of a header phi (closed forms after Kuck's and Wolfe's classes of induction variables, and the
  // chains of recurrences of Bachmann, Wang and Zima). All of them hold in machine arithmetic.
  enum class Form : std::uint8_t {
    Unknown,
    Invariant,
    Polynomial,  // x' = x + a polynomial in the counter; affine if the polynomial is constant
    Complement,  // x' = step - x
    Toggle,      // x' = x xor step
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    DivideSigned,
    Power,    // x' = ratio * x + step
    Masked,   // x' = the low bits of a recurrence that is only as wide as these
    Modulo,   // x' = (x + step) mod modulus
    Orbit,    // the listed values, the last of which repeat
    Previous  // computed from the previous iteration's values that have closed forms
  };
  struct Recurrence {
    Form form = Form::Unknown;
    std::vector<smt::Term> differences;        // Polynomial: coefficient of the counter over 1, over 2, ...
    smt::Term step;                            // Complement: sum; Toggle: mask; Power, Modulo: addend
    smt::Term modulus;                         // Modulo
    bool is_signed = false;                    // Modulo
    smt::Term second;                          // Modulo: value in iteration 1
    unsigned amount = 0;                       // shifts: bits for each iteration
    smt::Bits ratio = 0;                       // Power
    std::vector<smt::Term> listed;             // Orbit: values in iterations 0, 1, ...
    std::size_t period = 0;                    // Orbit: how many values at the end of `listed` repeat
    std::shared_ptr<const Recurrence> narrow;  // Masked
    std::optional<smt::Bits> most;             // Unknown: the largest value, unsigned
    bool is_deferred = false;                  // Unknown because nothing has asked for the form yet
    model::ValueId next = model::kNone;        // value on the latch edge
    model::ValueId initial = model::kNone;
  };
  struct Exit {
    std::uint32_t index = 0;  // into FlowGraph::exits
    bool known = false;
    bool exact = false;  // `no_wrap` is true
    smt::Term stays;     // number of iterations in which the exit is not taken, 64 bits
    // The same number in a form whose bounds follow from those of its parts; correct where `no_wrap` holds.
    // Null if `stays` is bounded already.
    smt::Term most;
    smt::Term no_wrap;  // the condition under which the count is right
  };
  struct LoopSummary {
    std::map<model::ValueId, Recurrence> recurrences;
    std::vector<Exit> exits;
    bool all_known = false;  // every exit has an exact count
  };
  // An arbitrary iteration, used to find recurrences: a counter and a placeholder for each header phi. In a
  // later round, phis whose recurrences are known have their closed forms instead of placeholders.
  struct Arbitrary {
    model::LoopId loop = model::kNone;
    EnvironmentId outer = kOutside;
    EnvironmentId inside = kOutside;
    smt::Term here;
    smt::Term core;  // the variable that `here` extends
    std::map<model::ValueId, smt::Term> placeholders;
    std::map<model::ValueId, smt::Term> next;
    std::vector<smt::Term> opaque;                        // values for which no closed form is looked for
    std::unordered_set<smt::Term> terms;                  // `core`, the placeholders and the terms of
                                                          // `opaque`
    mutable std::unordered_map<smt::Term, bool> varying;  // caches the results of varies() by term
  };
  // A compared value that starts at `first` and changes by `step` in each iteration, with the range in which
  // it changes without wrapping.
  struct Moving {
    smt::Term first, step, low, high;
  };

  // A value in an environment, or, if the value is kNone, one of the environment's paths.
  class Here final : public symbolic::Computation {
   public:
    Here(Evaluator& evaluator, model::ValueId id, EnvironmentId environment)
        : d_evaluator(evaluator), d_id(id), d_environment(environment) {}

    const symbolic::WorkItem& item() const override { return d_evaluator.d_item; }
    model::LoopId region() const override {
      return d_evaluator.d_context.environments.at(d_environment).loop;
    }
    std::uint64_t place() const override { return d_environment; }
    smt::Term value(model::ValueId id) override { return d_evaluator.value(id, d_environment); }
    smt::Term edge(model::BlockId block, std::uint32_t successor) override {
      return d_evaluator.edge(block, successor, d_environment);
    }
    smt::Term this_edge(model::BlockId block, std::uint32_t successor) override {
      return d_evaluator.this_edge(block, successor, d_environment);
    }
    smt::Term unknown(const std::string& name, const symbolic::Unknown& why) override;
    bool is_functional(const model::Function& /*function*/) const override { return true; }
    bool is_promised(std::uint32_t parameter) const override {
      return d_evaluator.d_context.annotations.promised[parameter];
    }
    smt::Term operation(const model::Value& value, const std::vector<smt::Term>& operands) override;
    std::optional<symbolic::ExactFloats::Result> exact(const model::Value& value,
                                                       const std::vector<smt::Term>& operands,
                                                       const symbolic::Unknown& why) override;
    smt::Term where_exact(const symbolic::ExactFloats::Result& exact, smt::Term otherwise,
                          const symbolic::Unknown& why) override {
      return d_evaluator.where_exact(exact, otherwise, why);
    }
    smt::Term compared(const model::Function& function, const std::vector<smt::Term>& operands,
                       smt::Term application) override {
      return d_evaluator.compared(function.name, operands, application);
    }
    void note_apart(model::ArrayId a, model::ArrayId b) override { d_evaluator.note_apart(a, b); }

   private:
    Evaluator& d_evaluator;
    model::ValueId d_id;
    EnvironmentId d_environment;
  };

  smt::Term evaluate(const model::Value& value, model::ValueId id, EnvironmentId environment);
  smt::Term product(smt::Term a, smt::Term b);
  smt::Term sum(smt::Term a, smt::Term b);
  smt::Term other(const model::Value& value, model::ValueId id, EnvironmentId environment);
  smt::Term accessed(const model::Value& value, EnvironmentId environment);
  smt::Term chosen_access(std::uint32_t number, EnvironmentId environment, bool since_barrier);
  smt::Term chosen_from(const analysis::EarlierAccess& earlier, const model::AccessQuery& query,
                        EnvironmentId environment, smt::Term offset, smt::Term unordered);
  smt::Term converged(const model::Value& value, model::ValueId id, EnvironmentId environment);
  smt::Term exchanged(const model::Value& value, model::ValueId id, EnvironmentId environment,
                      const std::string& name, std::vector<smt::Term> instance);
  smt::Term own_part(smt::Term given);
  smt::Term sum_of_places(const model::Value& value, model::ValueId id, EnvironmentId environment,
                          std::vector<smt::Term> instance);
  // Returns whether a thread may have ended by a `return` statement when others reach this block.
  bool may_have_ended_before(model::BlockId point) const;
  smt::Term header_phi(model::ValueId id, EnvironmentId environment);
  std::optional<smt::Term> listed_phi(model::ValueId id, const Recurrence& recurrence,
                                      const Environment& here);
  smt::Term read(const model::Value& value, EnvironmentId environment);
  smt::Term initial_read(const model::Value& value, model::ArrayId id, smt::Term offset);
  smt::Term pixel_read(const model::Value& value, model::ArrayId id, smt::Term offset);
  smt::Term compared(const std::string& function, const std::vector<smt::Term>& x, smt::Term application);
  smt::Term bits_of_float(const model::Value& value, const std::vector<smt::Term>& x);
  smt::Term where_exact(const symbolic::ExactFloats::Result& exact, smt::Term otherwise,
                        const symbolic::Unknown& why);
  void note_apart(model::ArrayId a, model::ArrayId b);
  smt::Term chosen_read(const model::Value& value, model::ValueId id, EnvironmentId at);
  smt::Term shared_read(const model::Value& value, model::ValueId id, const model::Site& site,
                        EnvironmentId environment, const symbolic::Unknown& why);
  // Returns the value that the work-item itself last wrote there, if the program's text shows it; else
  // null.
  smt::Term own_value(const model::Value& value, EnvironmentId environment);
  smt::Term wrote_before(model::SiteId read, EnvironmentId environment);
  smt::Term counted(const analysis::Counter& counter, const model::Site& site, model::ValueId id,
                    EnvironmentId environment, const symbolic::Unknown& why);
  std::pair<smt::Term, smt::Term> constant_read(const model::Array& array, const model::Site& site,
                                                std::uint64_t component, smt::Term offset);
  smt::Term unknown(model::ValueId id, const std::string& name, unsigned width, EnvironmentId environment,
                    const symbolic::Unknown& why);
  EnvironmentId at_block(model::BlockId block, EnvironmentId environment);

  const LoopSummary& summary(model::LoopId loop, EnvironmentId outer);
  // Returns the name of the counter of the arbitrary iteration in which recurrences are first looked for.
  std::string iteration_name(model::LoopId loop, EnvironmentId outer) const;
  smt::Term iteration(model::LoopId loop, EnvironmentId outer);
  // Find recurrences.
  Arbitrary arbitrary_iteration(model::LoopId loop, EnvironmentId outer, smt::Term here);
  void classify(Arbitrary& arbitrary, LoopSummary& summary);
  // Classifies the values that summary() deferred, which decide no address and no branch. Building their
  // terms may take far longer than all questions about the kernel.
  void classify_deferred(model::LoopId loop, EnvironmentId outer);
  Recurrence classify_one(const Arbitrary& arbitrary, const LoopSummary& summary, smt::Term now,
                          smt::Term next);
  Recurrence classify_power(const Arbitrary& arbitrary, smt::Term now, smt::Term next);
  Recurrence classify_modulo(const Arbitrary& arbitrary, smt::Term now, smt::Term next);
  void find_orbits(const Arbitrary& arbitrary, LoopSummary& summary);
  bool find_orbit(const Arbitrary& arbitrary, LoopSummary& summary, model::ValueId id);
  static void find_previous(const Arbitrary& arbitrary, LoopSummary& summary);
  void find_bound(const Arbitrary& arbitrary, LoopSummary& summary, model::ValueId id);
  // Returns whether the value may be the result of an operation on floats. Bounds on the bits of a float help
  // no proof, and finding them requires the terms of everything that the loop computes.
  bool may_be_float(model::ValueId value) const;
  bool varies(const Arbitrary& arbitrary, smt::Term term);
  bool is_varying_variable(const Arbitrary& arbitrary, smt::Term variable);
  // Returns the coefficients c of a value that is c[0] + c[1] * k + c[2] * k(k-1)/2 + ... in iteration k.
  std::optional<std::vector<smt::Term>> polynomial(const Arbitrary& arbitrary, const LoopSummary& summary,
                                                   smt::Term term, unsigned depth = 0);
  // Returns the closed form: the value in iteration `counter` of a recurrence whose value in iteration 0 is
  // `first`. Returns null if there is none.
  smt::Term closed(const Recurrence& recurrence, smt::Term first, smt::Term counter);
  smt::Term shifted(const Recurrence& recurrence, smt::Term first, smt::Term counter);
  smt::Term powered(const Recurrence& recurrence, smt::Term first, smt::Term counter);
  smt::Term modular(const Recurrence& recurrence, smt::Term first, smt::Term counter);
  bool stays_modular(const Recurrence& recurrence);
  smt::Term orbiting(const Recurrence& recurrence, smt::Term counter);
  smt::Term choose(const std::vector<smt::Term>& values, std::size_t from, std::size_t count,
                   smt::Term index);
  smt::Term binomial(smt::Term counter, unsigned below, unsigned width);
  // The following functions compute facts of loops.
  LoopState state_at(EnvironmentId environment);
  std::vector<CarriedValue> carried_values(model::LoopId loop, EnvironmentId inside);
  std::vector<smt::Term> loop_facts(EnvironmentId environment);
  // Compute trip counts.
  void count_exit(Arbitrary& arbitrary, const LoopSummary& summary, Exit& exit);
  bool count_by_formula(Arbitrary& arbitrary, const LoopSummary& summary, Exit& exit,
                        model::ValueId condition, bool stay_when);
  // Returns for how many iterations a value that starts at `from` and grows by the constant `step` does not
  // pass `to`. The result has two more bits than they have. Its bounds follow from theirs, without knowing
  // which of the two is larger.
  smt::Term bounded_count(smt::Term from, smt::Term to, smt::Term step, bool is_signed, bool strict);
  bool count_by_running(const Arbitrary& arbitrary, Exit& exit, bool stay_when);
  bool count_by_listing(const Arbitrary& arbitrary, const LoopSummary& summary, Exit& exit);
  std::optional<std::uint64_t> settles(const Arbitrary& arbitrary, const LoopSummary& summary,
                                       smt::Term term);
  std::optional<Moving> moving(Arbitrary& arbitrary, const LoopSummary& summary, model::ValueId operand,
                               bool is_signed);
  // Returns the condition that control takes exactly this edge, which is what a phi depends on.
  smt::Term this_edge(model::BlockId block, std::uint32_t successor, EnvironmentId environment);
  smt::Term enter(EnvironmentId environment);
  smt::Term define(smt::Term counter, model::LoopId loop, EnvironmentId outer);

  Context& d_context;
  smt::TermStore& d_store;
  symbolic::Lowering d_lowering;
  symbolic::ExactFloats d_floats;
  symbolic::WorkItem d_item;
  std::map<std::pair<model::ValueId, EnvironmentId>, smt::Term> d_values;
  std::map<std::pair<model::LoopId, EnvironmentId>, LoopSummary> d_summaries;
  std::map<std::pair<model::LoopId, EnvironmentId>, smt::Term> d_exit_counters;
  std::unordered_map<smt::Term, std::pair<model::LoopId, EnvironmentId>> d_exit_variables;
  std::unordered_map<smt::Term, EnvironmentId> d_made_in;  // unknown -> environment
  std::unordered_map<smt::Term, smt::Term> d_bounds;       // unknown -> bounds that hold for it
  std::unordered_map<smt::Term, smt::Term> d_defined;      // application -> definition that holds for it
  std::unordered_map<smt::Term, EnvironmentId> d_carried;  // unknown carried by a loop -> its environment
  // Choice -> the read that it belongs to.
  std::unordered_map<smt::Term, std::pair<model::SiteId, EnvironmentId>> d_own_writes;
  std::unordered_map<smt::Term, model::ValueId> d_others;  // variable -> the value that the other work-item
                                                           // computes
  std::unordered_map<smt::Term, std::pair<model::ValueId, EnvironmentId>> d_exchanged;  // value -> result
  std::unordered_map<smt::Term, Scanned> d_scanned;
  std::unordered_map<smt::Term, std::pair<std::uint32_t, EnvironmentId>> d_accessed;  // variable -> the query
  std::unordered_map<smt::Term, Call> d_calls;  // value returned by a counter -> the call
  std::unordered_set<EnvironmentId> d_before;   // environments of writes before a read
  // For header phis whose terms became too large: the number of iterations that may still be computed one by
  // one.
  std::unordered_map<model::ValueId, std::uint64_t> d_most_listed;
  std::unordered_set<model::ValueId> d_previous;  // header phis whose previous iteration is being evaluated
  std::unordered_map<EnvironmentId, bool>
      d_arbitrary;  // cache of `Arbitrary`; the flag says whether known recurrences are in closed form
};

}  // namespace launchproof::access
