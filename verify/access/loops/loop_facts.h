// Facts of values that a loop carries and that have no closed form, such as `0 <= low` and `low <= high` of a
// binary search. A fact relates header phis of the loop, values that the loop does not change and the number
// of the iteration. It is used once it is proved by induction over the iterations.
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
  std::function<smt::Term(model::ValueId)> first;    // a header phi, when the loop is entered
  std::function<smt::Term(model::ValueId)> fixed;    // a value from outside of the loop
  smt::Term iteration;                               // 64 bits, from 0
};

// A value in a LoopState, extended to `width` bits, plus a constant.
struct LoopOperand {
  enum class Source : std::uint8_t { Carried, First, Fixed, Zero };
  Source source = Source::Carried;
  model::ValueId value = model::kNone;
  bool is_signed = false;  // how it is extended
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
    SameSum,  // operands[0] + operands[1] - operands[2] is what it was first; the last one may be missing
    Rises,    // operands[0] is at most `number` an iteration more than first
    Falls,    // operands[0] is at most `number` an iteration less than first
    Aligned,  // the lowest `number` bits of operands[0] are what they were first
    OneOf,    // operands[0] is one of `constants`
    BothZero  // operands[1] is 0 where operands[0] is
  };
  Kind kind = Kind::ULess;
  std::vector<LoopOperand> operands;
  smt::Bits number = 0;
  std::vector<smt::Bits> constants;
  // The chain that the fact belongs to. Each fact of a chain implies those after it, unless something wraps.
  std::uint32_t chain = 0;
};

// Returns what the fact says of the state.
smt::Term holds(smt::TermStore& store, const LoopFact& fact, const LoopState& state);

// A header phi of integers, as candidates are made from it.
struct CarriedValue {
  model::ValueId id = model::kNone;
  bool is_open = false;              // it has no closed form
  std::optional<smt::Bits> most;     // the largest value, unsigned
  std::optional<smt::Bits> rises;    // an iteration adds at most so much, and takes nothing away
  std::optional<smt::Bits> falls;    // an iteration takes at most so much away, and adds nothing
  std::vector<smt::Bits> constants;  // everything that it may be; empty when it may be something else
};

// Returns facts that may hold of the loop: comparisons of its open values with what they were first, with one
// another and with what the loop compares anything with; bounds by the number of the iteration; sums;
// alignment.
std::vector<LoopFact> loop_candidates(const analysis::FlowGraph& graph, model::LoopId loop,
                                      const std::vector<CarriedValue>& values);

// Answers the questions of an induction.
struct InductionProver {
  // Looks for a model of the conjunction.
  std::function<smt::Answer(const std::vector<smt::Term>&)> ask;
  // Returns whether what ask() refuted holds for all launches that are examined. May be empty.
  std::function<bool(const std::vector<smt::Term>&)> confirm;
};

// The facts of all loops of a kernel under one launch, for an arbitrary work-item. Those of a loop are looked
// for when they are first asked for.
class LoopFacts {
 public:
  using Find = std::function<std::vector<LoopFact>(model::LoopId)>;
  explicit LoopFacts(Find find) : d_find(std::move(find)) {}

  // Returns what is proved about the loop; nothing while the proof is under way.
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
