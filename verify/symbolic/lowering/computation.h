// The place where a value is computed, and the hooks for engines that compute it differently.
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

// One value, or one condition of a path, of a work-item in certain iterations of the loops around it.
class Computation {
 public:
  Computation() = default;
  Computation(const Computation&) = delete;
  Computation& operator=(const Computation&) = delete;

  virtual const WorkItem& item() const = 0;
  // Returns the loop whose iteration the conditions are about, and a number that no other iteration, and no
  // other work-item of the engine, has.
  virtual model::LoopId region() const = 0;
  virtual std::uint64_t place() const = 0;
  // Returns another value of the same work-item in the same iterations.
  virtual smt::Term value(model::ValueId id) = 0;
  // Returns whether the edge out of `block` is taken, given that the node of the region that holds the block
  // was reached: this edge, or another one out of the same loop to the same block.
  virtual smt::Term edge(model::BlockId block, std::uint32_t successor) = 0;
  virtual smt::Term this_edge(model::BlockId block, std::uint32_t successor) {
    return edge(block, successor);
  }
  // Makes a variable for an unknown value. `name` says what for.
  virtual smt::Term unknown(const std::string& name, const Unknown& why) = 0;

  // Returns whether the function yields one result for equal operands, whichever work-item they are of.
  virtual bool is_functional(const model::Function& function) const = 0;
  // Returns whether preconditions speak of a by-value argument.
  virtual bool is_promised(std::uint32_t /*parameter*/) const { return false; }
  // Returns the result of an operation on these operands that the engine knows better; null for others.
  virtual smt::Term operation(const model::Value& /*value*/, const std::vector<smt::Term>& /*operands*/) {
    return {};
  }
  // Returns the result of a function of floats where it is exact.
  virtual std::optional<ExactFloats::Result> exact(const model::Value& /*value*/,
                                                   const std::vector<smt::Term>& /*operands*/,
                                                   const Unknown& /*why*/) {
    return {};
  }
  // Returns the exact result where it is valid, and `otherwise` elsewhere. Called with what exact() returned.
  virtual smt::Term where_exact(const ExactFloats::Result& /*exact*/, smt::Term otherwise,
                                const Unknown& /*why*/) {
    return otherwise;
  }
  // Returns the truth value that an application of a function yields; null where nothing is known of it.
  virtual smt::Term compared(const model::Function& /*function*/, const std::vector<smt::Term>& /*operands*/,
                             smt::Term /*application*/) {
    return {};
  }
  // Notes that the result depends on these arrays sharing no memory.
  virtual void note_apart(model::ArrayId /*a*/, model::ArrayId /*b*/) {}

 protected:
  ~Computation() = default;
};

}  // namespace launchproof::symbolic
