// A kernel model prepared for execution: the instructions of each block in order, and the blocks where
// diverged paths meet again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/equivalence/graph/graph.h"
#include "verify/model/kernel_model.h"

namespace launchproof::equivalence {

// How a function of the model is computed in a graph. Names with the same meaning share one function.
struct FunctionCode {
  std::uint32_t name = 0;  // in the graph
  bool commutative = false;
  bool swaps = false;          // the first two operands are swapped
  bool negates = false;        // the result (width 1) is negated
  std::uint32_t operands = 0;  // number of operands that are used; the others only say what may be contracted
  bool may_contract = false;
};

struct Instruction {
  model::Op op = model::Op::Undefined;
  std::uint16_t width = 0;
  std::uint16_t operand_width = 0;  // width of the first operand
  model::ValueId target = 0;
  std::uint32_t first = 0, count = 0;  // range of the operands in KernelCode::operands
  std::uint32_t index = 0;
  std::uint64_t literal = 0;
};

struct Step {
  enum class Kind : std::uint8_t { Compute, Access, Barrier, Fence } kind = Kind::Compute;
  std::uint32_t index = 0;  // index into KernelCode::instructions, or into the KernelModel's sites, barriers
                            // or fences
};

struct BlockCode {
  std::vector<Step> steps;
  std::vector<std::uint32_t> edges;    // by successor: the index of this edge among the successor's
                                       // predecessors
  model::BlockId join = model::kNone;  // the block where all paths from here meet; kNone: after the end
  std::vector<model::ValueId> live;    // values live at the block's start, including its phis
};

class KernelCode {
 public:
  // Requires that the kernel outlives this object. `side` distinguishes functions that two kernels never
  // share.
  KernelCode(const model::KernelModel& kernel, Graph& graph, const std::string& side);

  const model::KernelModel& kernel() const { return *d_kernel; }
  const std::vector<Instruction>& leaves() const { return d_leaves; }  // the same everywhere
  const Instruction& instruction(std::uint32_t number) const { return d_instructions[number]; }
  const BlockCode& block(model::BlockId id) const { return d_blocks[id]; }
  const FunctionCode& function(std::uint32_t index) const { return d_functions[index]; }
  std::span<const model::ValueId> operands(const Instruction& of) const {
    return {d_operands.data() + of.first, of.count};
  }
  // Returns whether something uses the value that the site (an atomic) read.
  bool is_result_used(model::SiteId site) const { return d_result_used[site]; }
  // Returns the values read by the site, by component.
  const std::vector<model::ValueId>& results(model::SiteId site) const { return d_results[site]; }

 private:
  Instruction instruction_of(model::ValueId id);
  void lay_out(model::BlockId id);
  void find_joins();
  void find_live();
  void name_functions(Graph& graph, const std::string& side);

  const model::KernelModel* d_kernel;
  std::vector<Instruction> d_leaves, d_instructions;
  std::vector<BlockCode> d_blocks;
  std::vector<model::ValueId> d_operands;
  std::vector<FunctionCode> d_functions;
  std::vector<bool> d_result_used;
  std::vector<std::vector<model::ValueId>> d_results;
};

}  // namespace launchproof::equivalence
