// The place where a value is computed, and hooks for engines that compute it differently.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"
#include "verify/symbolic/floats/exact_floats.h"
#include "verify/symbolic/terms/unknowns.h"
#include "verify/symbolic/terms/work_item.h"

namespace launchproof::symbolic {

// One value, or one path condition, of a work-item in certain iterations of the loops around it.
class Computation {
 public:
  Computation() = default;
  Computation(const Computation&) = delete;
  Computation& operator=(const Computation&) = delete;

  virtual const WorkItem& item() const = 0;
  // Returns the loop whose iteration the conditions are about. The next function returns a number that is
  // unique to this iteration and work-item within the engine.
  virtual model::LoopId region() const = 0;
  virtual std::uint64_t place() const = 0;
  // Returns another value of the same work-item in the same iterations.
  virtual smt::Term value(model::ValueId id) = 0;
  // Returns the condition that control takes the edge out of `block`, or another edge from the same loop to
  // the same block, given that control reached the region's node that holds the block.
  virtual smt::Term edge(model::BlockId block, std::uint32_t successor) = 0;
  virtual smt::Term this_edge(model::BlockId block, std::uint32_t successor) {
    return edge(block, successor);
  }
  // Creates a variable for an unknown value. `name` says what it is for.
  virtual smt::Term unknown(const std::string& name, const Unknown& why) = 0;

  // Returns whether the function has equal results for equal operands, whichever work-items they belong to.
  virtual bool is_functional(const model::Function& function) const = 0;
  // Returns whether preconditions mention a by-value argument.
  virtual bool is_promised(std::uint32_t /*parameter*/) const { return false; }
  // Returns the result of an operation on these operands if the engine has a more precise one; null
  // otherwise.
  virtual smt::Term operation(const model::Value& /*value*/, const std::vector<smt::Term>& /*operands*/) {
    return {};
  }
  // Returns the result of a float function if it is exact.
  virtual std::optional<ExactFloats::Result> exact(const model::Value& /*value*/,
                                                   const std::vector<smt::Term>& /*operands*/,
                                                   const Unknown& /*why*/) {
    return {};
  }
  // Returns the exact result if it is valid, and `otherwise` if not. Called with the result of exact().
  virtual smt::Term where_exact(const ExactFloats::Result& /*exact*/, smt::Term otherwise,
                                const Unknown& /*why*/) {
    return otherwise;
  }
  // Returns the truth value of a function application; null if nothing is known about it.
  virtual smt::Term compared(const model::Function& /*function*/, const std::vector<smt::Term>& /*operands*/,
                             smt::Term /*application*/) {
    return {};
  }
  // Records that the result depends on these arrays sharing no memory.
  virtual void note_apart(model::ArrayId /*a*/, model::ArrayId /*b*/) {}

 protected:
  ~Computation() = default;
};

}  // namespace launchproof::symbolic
