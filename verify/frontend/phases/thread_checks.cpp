#include "verify/frontend/phases/thread_checks.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <array>
#include <optional>
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

 private:
  bool decides(const llvm::BasicBlock& from, const llvm::BasicBlock& block) const {
    const bool is_always_later = &from != &block && d_later.dominates(&block, &from);
    return !is_always_later && llvm::any_of(llvm::successors(&from), [&](const llvm::BasicBlock* next) {
      return d_later.dominates(&block, next);
    });
  }

  const llvm::Function& d_kernel;
  llvm::PostDominatorTree d_later;
  std::set<const llvm::BasicBlock*> d_blocks;
  std::set<const llvm::Instruction*> d_values;
};

// Returns what the condition is where the phase has ended, if it is about nothing else, and no other use of
// the result is there.
std::optional<bool> means_ended(const llvm::Value& condition, const llvm::CallInst& wait) {
  if (&condition == &wait) return true;
  const auto* operation = llvm::dyn_cast<llvm::Instruction>(&condition);
  if (operation == nullptr) return std::nullopt;
  switch (operation->getOpcode()) {
    case llvm::Instruction::ZExt:
    case llvm::Instruction::Trunc:
      return means_ended(*operation->getOperand(0), wait);
    case llvm::Instruction::Xor: {
      const auto* one = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
      if (one == nullptr || !one->isOne()) return std::nullopt;
      const auto inner = means_ended(*operation->getOperand(0), wait);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    case llvm::Instruction::ICmp: {
      const auto& compare = llvm::cast<llvm::ICmpInst>(*operation);
      const auto* zero = llvm::dyn_cast<llvm::ConstantInt>(compare.getOperand(1));
      if (zero == nullptr || !zero->isZero() || !compare.isEquality()) return std::nullopt;
      const auto inner = means_ended(*compare.getOperand(0), wait);
      return inner ? std::optional(*inner == (compare.getPredicate() == llvm::ICmpInst::ICMP_NE))
                   : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

// Returns whether nothing happens in the block but the wait, so that it may be repeated.
bool is_idle(const llvm::BasicBlock& block, const llvm::CallInst& wait) {
  return std::ranges::all_of(block, [&](const llvm::Instruction& one) {
    return one.isTerminator() || one.isDebugOrPseudoInst() || &one == &wait ||
           (!llvm::isa<llvm::CallBase>(one) && !one.mayReadOrWriteMemory());
  });
}

bool comes_back(const llvm::BasicBlock& from, const llvm::CallInst& wait) {
  const llvm::BasicBlock& to = *wait.getParent();
  const llvm::BasicBlock* at = &from;
  for (unsigned steps = 0; steps < 8 && at != &to; ++steps) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(at->getTerminator());
    if (branch == nullptr || branch->isConditional() || !is_idle(*at, wait)) return false;
    at = branch->getSuccessor(0);
  }
  // What the wait is for stays the same.
  return at == &to && to.phis().empty();
}

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

bool leads(const llvm::Instruction& from, const llvm::Instruction& to) {
  return reaches(
      to, [&](const llvm::Instruction& one) { return &one == &from; }, [](const auto&) { return false; },
      [](const auto&, const auto&) { return true; });
}

bool depends_on_thread(const llvm::Instruction& instruction) {
  return Dependence(*instruction.getFunction()).of(*instruction.getParent());
}

bool value_depends_on_thread(const llvm::Function& kernel, const llvm::Value& value) {
  return Dependence(kernel).of(value);
}

const char* straighten_wait(llvm::CallInst& wait) {
  constexpr const char* kOnce = "a wait at a barrier in memory that is not repeated until it succeeds";
  llvm::BasicBlock& block = *wait.getParent();
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return kOnce;
  const std::optional<bool> means = means_ended(*branch->getCondition(), wait);
  if (!means) return "a wait at a barrier in memory whose result is used otherwise";
  llvm::BasicBlock* again = branch->getSuccessor(*means ? 1 : 0);
  llvm::BasicBlock* on = branch->getSuccessor(*means ? 0 : 1);
  if (!is_idle(block, wait) || !comes_back(*again, wait) || on == &block) return kOnce;
  llvm::BranchInst* straight = llvm::BranchInst::Create(on, branch->getIterator());
  straight->setDebugLoc(branch->getDebugLoc());
  again->removePredecessor(&block);
  branch->eraseFromParent();
  wait.replaceAllUsesWith(llvm::ConstantInt::getTrue(wait.getContext()));
  return nullptr;
}

const llvm::Value* without_vectors(const llvm::Value* value) {
  while (llvm::isa<llvm::BitCastInst, llvm::ExtractElementInst, llvm::FreezeInst>(value))
    value = llvm::cast<llvm::Instruction>(value)->getOperand(0);
  return value;
}

}  // namespace launchproof::frontend
