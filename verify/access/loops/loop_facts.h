// Facts about loop-carried values that have no closed form, such as `0 <= low` and `low <= high` in a binary
// search. A fact relates header phis of the loop, values that the loop does not change and the number of the
// iteration. It is used only after it has been proved by induction over the iterations.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "verify/analysis/flow_graph.h"
#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::access {

// The start of one iteration of a loop, as terms.
struct LoopState {
  std::function<smt::Term(model::ValueId)> carried;  // a header phi
  std::function<smt::Term(model::ValueId)> first;    // the value of a header phi when the loop is entered
  std::function<smt::Term(model::ValueId)> fixed;    // a value from outside the loop
  smt::Term iteration;                               // the number of the iteration, 64 bits, from 0
};

// A value in a LoopState, extended to `width` bits, plus a constant.
struct LoopOperand {
  enum class Source : std::uint8_t { Carried, First, Fixed, Zero };
  Source source = Source::Carried;
  model::ValueId value = model::kNone;
  bool is_signed = false;  // sign extension instead of zero extension
  unsigned width = 0;
  smt::Bits offset = 0;
  bool operator==(const LoopOperand&) const = default;
};

struct LoopFact {
  enum class Kind : std::uint8_t {
    ULess,  // operands[0] < operands[1]
    ULessEq,
    SLess,
    SLessEq,
    SameSum,  // operands[0] + operands[1] - operands[2] keeps its initial value; the last one may be missing
    Rises,    // operands[0] is above its initial value by at most `number` for each iteration
    Falls,    // operands[0] is below its initial value by at most `number` for each iteration
    Aligned,  // the lowest `number` bits of operands[0] keep their initial value
    OneOf,    // operands[0] is one of `constants`
    BothZero  // operands[1] is 0 whenever operands[0] is
  };
  Kind kind = Kind::ULess;
  std::vector<LoopOperand> operands;
  smt::Bits number = 0;
  std::vector<smt::Bits> constants;
  // The chain that the fact belongs to. Unless something wraps, each fact of a chain implies the facts after
  // it.
  std::uint32_t chain = 0;
};

// Returns the fact, stated about `state`.
smt::Term holds(smt::TermStore& store, const LoopFact& fact, const LoopState& state);

// An integer header phi, with the properties that candidates are made from.
struct CarriedValue {
  model::ValueId id = model::kNone;
  bool is_open = false;              // the value has no closed form
  std::optional<smt::Bits> most;     // the largest value, unsigned
  std::optional<smt::Bits> rises;    // upper limit of what one iteration adds; no iteration subtracts
  std::optional<smt::Bits> falls;    // upper limit of what one iteration subtracts; no iteration adds
  std::vector<smt::Bits> constants;  // all values that it may have, if they are known constants; empty
                                     // otherwise
};

// Returns facts that may hold for the loop: comparisons of its open values with their initial values, with
// one another and with the operands of the loop's comparisons; bounds by the number of the iteration; sums;
// alignment.
std::vector<LoopFact> loop_candidates(const analysis::FlowGraph& graph, model::LoopId loop,
                                      const std::vector<CarriedValue>& values);

// Answers the questions of an induction.
struct InductionProver {
  // Looks for a model of the conjunction.
  std::function<smt::Answer(const std::vector<smt::Term>&)> ask;
  // Returns whether what ask() refuted holds for all launches under examination. May be empty.
  std::function<bool(const std::vector<smt::Term>&)> confirm;
};

// The facts of all loops of a kernel in one launch, for an arbitrary work-item. The facts of a loop are
// searched for when they are first requested.
class LoopFacts {
 public:
  using Find = std::function<std::vector<LoopFact>(model::LoopId)>;
  explicit LoopFacts(Find find) : d_find(std::move(find)) {}

  // Returns what has been proved about the loop; nothing while the proof is in progress.
  const std::vector<LoopFact>& of(model::LoopId loop) {
    const auto [it, inserted] = d_known.try_emplace(loop);
    if (inserted) it->second = d_find(loop);
    return it->second;
  }

 private:
  Find d_find;
  std::map<model::LoopId, std::vector<LoopFact>> d_known;
};

}  // namespace launchproof::access
