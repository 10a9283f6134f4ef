#include "verify/frontend/passes/conditions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "verify/frontend/passes/lower_annotations.h"

namespace launchproof::frontend {
namespace {

// Returns the phi of a short circuit's join block, which contains only a Boolean phi and the branch on it.
llvm::PHINode* joined_condition(llvm::BasicBlock& block) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return nullptr;
  auto* phi = llvm::dyn_cast<llvm::PHINode>(branch->getCondition());
  if (phi == nullptr || phi->getParent() != &block || !phi->hasOneUse()) return nullptr;
  if (phi != &block.front() || phi->getNextNonDebugInstruction() != branch) return nullptr;
  return phi;
}

bool is_successor(const llvm::BasicBlock* of, const llvm::BasicBlock* target) {
  return llvm::is_contained(llvm::successors(of), target);
}

// Redirects predecessors that determine the condition to the block that it selects.
void thread(llvm::BasicBlock& block, llvm::PHINode& phi) {
  auto* branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
  for (unsigned i = phi.getNumIncomingValues(); i-- > 0;) {
    const auto* known = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValue(i));
    if (known == nullptr || phi.getNumIncomingValues() == 1) continue;
    llvm::BasicBlock* from = phi.getIncomingBlock(i);
    llvm::BasicBlock* to = branch->getSuccessor(known->isZero() ? 1 : 0);
    // A second edge between two blocks would have to carry the same values.
    if (to == &block || is_successor(from, to)) continue;
    if (std::count(llvm::succ_begin(from), llvm::succ_end(from), &block) != 1) continue;
    for (llvm::PHINode& other : to->phis()) other.addIncoming(other.getIncomingValueForBlock(&block), from);
    from->getTerminator()->replaceSuccessorWith(&block, to);
    phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
  }
}

// The block's branch leaves a loop on a conjunction or disjunction. The part that is evaluated first gets the
// block's branch; the other part gets the branch of a new block, which is returned.
llvm::BasicBlock* split_exit(llvm::BasicBlock& block, const llvm::Loop& loop) {
  namespace match = llvm::PatternMatch;
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1) ||
      (loop.contains(branch->getSuccessor(0)) && loop.contains(branch->getSuccessor(1))))
    return nullptr;
  // The condition of an annotation is not split.
  for (const llvm::BasicBlock* successor : llvm::successors(&block))
    if (excluded_by(*successor->getTerminator())) return nullptr;
  llvm::Value *first = nullptr, *second = nullptr;
  while (match::match(branch->getCondition(), match::m_Not(match::m_Value(first)))) {
    branch->setCondition(first);
    branch->swapSuccessors();
  }
  const bool both = match::match(branch->getCondition(),
                                 match::m_LogicalAnd(match::m_Value(first), match::m_Value(second)));
  if (!both && !match::match(branch->getCondition(),
                             match::m_LogicalOr(match::m_Value(first), match::m_Value(second))))
    return nullptr;
  // The case in which the first part alone decides.
  const unsigned decided = both ? 1 : 0;
  llvm::BasicBlock* early = branch->getSuccessor(decided);
  llvm::BasicBlock* late = branch->getSuccessor(1 - decided);
  auto* rest = llvm::BasicBlock::Create(block.getContext(), block.getName() + ".and", block.getParent(),
                                        block.getNextNode());
  auto* last = llvm::BranchInst::Create(branch->getSuccessor(0), branch->getSuccessor(1), second, rest);
  last->setDebugLoc(branch->getDebugLoc());
  branch->setCondition(first);
  branch->setSuccessor(1 - decided, rest);
  for (llvm::PHINode& phi : early->phis()) phi.addIncoming(phi.getIncomingValueForBlock(&block), rest);
  late->replacePhiUsesWith(&block, rest);
  return rest;
}

}  // namespace

void thread_conditions(llvm::Function& kernel) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  for (llvm::BasicBlock& block : kernel) {
    llvm::PHINode* phi = joined_condition(block);
    // An edge that bypasses a loop's header would be a second entry.
    if (phi != nullptr && !loops.isLoopHeader(&block)) thread(block, *phi);
  }
}

void split_exits(llvm::Function& kernel) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  std::vector<std::pair<llvm::BasicBlock*, const llvm::Loop*>> open;
  for (llvm::BasicBlock& block : kernel)
    if (const llvm::Loop* loop = loops.getLoopFor(&block)) open.emplace_back(&block, loop);
  while (!open.empty()) {
    const auto [block, loop] = open.back();
    open.pop_back();
    llvm::BasicBlock* rest = split_exit(*block, *loop);
    if (rest == nullptr) continue;
    open.emplace_back(block, loop);
    open.emplace_back(rest, loop);
  }
}

}  // namespace launchproof::frontend
