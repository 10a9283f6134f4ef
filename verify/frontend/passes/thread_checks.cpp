#include "verify/frontend/passes/thread_checks.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

namespace launchproof::frontend {
namespace {

// Finds what depends on the thread, by the values that branches depend on.
class Dependence {
 public:
  explicit Dependence(const llvm::Function& kernel)
      : d_kernel(kernel), d_later(const_cast<llvm::Function&>(kernel)) {}

  // Returns whether a branch that decides whether control comes to the block depends on the thread.
  bool of(const llvm::BasicBlock& block) {
    if (!d_blocks.insert(&block).second) return false;
    return llvm::any_of(d_kernel, [&](const llvm::BasicBlock& from) {
      const llvm::Instruction& end = *from.getTerminator();
      if (end.getNumSuccessors() < 2 || !decides(from, block)) return false;
      return end.getNumOperands() == 0 || of(*end.getOperand(0)) || of(from);
    });
  }

 private:
  bool decides(const llvm::BasicBlock& from, const llvm::BasicBlock& block) const {
    const bool is_always_later = &from != &block && d_later.dominates(&block, &from);
    return !is_always_later && llvm::any_of(llvm::successors(&from), [&](const llvm::BasicBlock* next) {
      return d_later.dominates(&block, next);
    });
  }

  bool of(const llvm::Value& value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !d_values.insert(instruction).second) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction)) {
      constexpr std::array<std::string_view, 4> kSame{"get_group_id", "get_num_groups", "get_local_size",
                                                      "get_global_size"};
      const llvm::Function* callee = call->getCalledFunction();
      return callee == nullptr || std::ranges::none_of(kSame, [&](std::string_view name) {
               return callee->getName().contains(llvm::StringRef(name.data(), name.size()));
             });
    }
    if (instruction->mayReadFromMemory()) return true;
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
      for (const llvm::BasicBlock* from : phi->blocks())
        if (of(*from)) return true;
    return std::ranges::any_of(instruction->operands(),
                               [&](const llvm::Use& operand) { return of(*operand.get()); });
  }

  const llvm::Function& d_kernel;
  llvm::PostDominatorTree d_later;
  std::set<const llvm::BasicBlock*> d_blocks;
  std::set<const llvm::Instruction*> d_values;
};

}  // namespace

bool reaches(const llvm::Instruction& target, const OfInstruction& from, const OfInstruction& stop,
             const OfEdge& may_go) {
  std::set<const llvm::BasicBlock*> seen;
  std::vector<const llvm::BasicBlock*> open;
  // Returns true where `from` is found; goes on in front of the block if nothing stops it.
  const auto look = [&](const llvm::BasicBlock& block, const llvm::Instruction* at) {
    for (; at != nullptr; at = at->getPrevNode()) {
      if (from(*at)) return true;
      if (stop(*at)) return false;
    }
    for (const llvm::BasicBlock* before : llvm::predecessors(&block))
      if (may_go(*before, block) && seen.insert(before).second) open.push_back(before);
    return false;
  };
  if (look(*target.getParent(), target.getPrevNode())) return true;
  while (!open.empty()) {
    const llvm::BasicBlock& block = *open.back();
    open.pop_back();
    if (look(block, &block.back())) return true;
  }
  return false;
}

bool depends_on_thread(const llvm::Instruction& instruction) {
  return Dependence(*instruction.getFunction()).of(*instruction.getParent());
}

}  // namespace launchproof::frontend
