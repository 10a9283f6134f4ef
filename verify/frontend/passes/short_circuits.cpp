#include "verify/frontend/passes/short_circuits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <optional>
#include <vector>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/mangled_name.h"

namespace launchproof::frontend {
namespace {

constexpr unsigned kMostBlocks = 64;  // of one condition

bool states_condition(const llvm::CallBase& call) {
  const llvm::Function* function = call.getCalledFunction();
  if (function == nullptr || !function->isDeclaration() || call.arg_empty()) return false;
  const AnnotationEntry* entry = annotation(unmangle(function->getName()).first);
  return entry != nullptr && states_something(entry->treatment);
}

// Returns whether computing the value is harmless if it is not needed.
bool may_come_early(const llvm::Instruction& item) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&item))
    return load->isSimple() && llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
  return !item.mayReadOrWriteMemory() && llvm::isSafeToSpeculativelyExecute(&item);
}

// The blocks between a branching block and the block where all of its paths meet, in topological order.
struct Choice {
  llvm::BasicBlock* begin = nullptr;
  llvm::BasicBlock* end = nullptr;
  std::vector<llvm::BasicBlock*> between;
};

// Returns nothing if anything other than computing values happens in between.
std::optional<Choice> choice_before(llvm::BasicBlock& end) {
  llvm::DominatorTree dominators(*end.getParent());
  llvm::DomTreeNode* const above =
      dominators.getNode(&end) == nullptr ? nullptr : dominators[&end]->getIDom();
  if (above == nullptr) return std::nullopt;
  Choice result{above->getBlock(), &end, {}};
  // Collects the blocks backwards from the end, then sorts them topologically.
  llvm::SmallSetVector<llvm::BasicBlock*, 8> all;
  llvm::SmallVector<llvm::BasicBlock*, 8> open(llvm::predecessors(&end));
  while (!open.empty()) {
    llvm::BasicBlock* const block = open.pop_back_val();
    if (block == result.begin || !all.insert(block)) continue;
    if (all.size() > kMostBlocks || block == &end) return std::nullopt;
    llvm::append_range(open, llvm::predecessors(block));
  }
  const auto leads_on = [&](llvm::BasicBlock* block) {
    return llvm::isa<llvm::BranchInst>(block->getTerminator()) &&
           llvm::all_of(llvm::successors(block),
                        [&](llvm::BasicBlock* next) { return next == &end || all.contains(next); });
  };
  if (!leads_on(result.begin)) return std::nullopt;
  while (result.between.size() < all.size()) {
    const auto* const next = llvm::find_if(all, [&](llvm::BasicBlock* block) {
      const auto is_placed = [&](llvm::BasicBlock* one) {
        return one == result.begin || llvm::is_contained(result.between, one);
      };
      return !is_placed(block) && llvm::all_of(llvm::predecessors(block), is_placed);
    });
    if (next == all.end()) return std::nullopt;  // a loop
    const bool is_plain = llvm::all_of(**next, [](const llvm::Instruction& item) {
      return item.isTerminator() || llvm::isa<llvm::PHINode>(item) || may_come_early(item);
    });
    if (!is_plain || !leads_on(*next)) return std::nullopt;
    result.between.push_back(*next);
  }
  return result;
}

// Computes everything at the place where the choice begins.
class Folding {
 public:
  explicit Folding(const Choice& choice) : d_choice(choice), d_builder(choice.begin->getTerminator()) {}

  void run() {
    d_reached[d_choice.begin] = d_builder.getTrue();
    for (llvm::BasicBlock* block : d_choice.between) {
      llvm::Value* reached = d_builder.getFalse();
      for (llvm::BasicBlock* from : unique_predecessors(*block))
        reached = d_builder.CreateOr(reached, taken(*from, *block));
      d_reached[block] = reached;
      fold_phis(*block);
      for (llvm::Instruction& item : llvm::make_early_inc_range(*block))
        if (!item.isTerminator()) item.moveBefore(d_choice.begin->getTerminator());
    }
    fold_phis(*d_choice.end);
    llvm::Instruction* const branch = d_choice.begin->getTerminator();
    d_builder.CreateBr(d_choice.end);
    branch->eraseFromParent();
    llvm::DeleteDeadBlocks(d_choice.between);
    llvm::MergeBlockIntoPredecessor(d_choice.end);
  }

 private:
  static llvm::SmallSetVector<llvm::BasicBlock*, 4> unique_predecessors(llvm::BasicBlock& block) {
    return {llvm::pred_begin(&block), llvm::pred_end(&block)};
  }

  // Returns the condition under which control goes from one block to the next.
  llvm::Value* taken(llvm::BasicBlock& from, llvm::BasicBlock& to) {
    llvm::Value* const reached = d_reached.at(&from);
    const auto* branch = llvm::cast<llvm::BranchInst>(from.getTerminator());
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return reached;
    llvm::Value* const condition = branch->getCondition();
    return d_builder.CreateAnd(reached,
                               branch->getSuccessor(0) == &to ? condition : d_builder.CreateNot(condition));
  }

  void fold_phis(llvm::BasicBlock& block) {
    while (auto* phi = llvm::dyn_cast<llvm::PHINode>(&block.front())) {
      llvm::Value* result = nullptr;
      for (llvm::BasicBlock* from : unique_predecessors(block)) {
        llvm::Value* const value = phi->getIncomingValueForBlock(from);
        result = result == nullptr ? value : d_builder.CreateSelect(taken(*from, block), value, result);
      }
      phi->replaceAllUsesWith(result);
      phi->eraseFromParent();
    }
  }

  const Choice& d_choice;
  llvm::IRBuilder<> d_builder;
  std::map<llvm::BasicBlock*, llvm::Value*> d_reached;
};

// One of the values from which the value is computed.
std::optional<Choice> next_choice(llvm::Value* condition) {
  llvm::SmallPtrSet<llvm::Value*, 16> seen;
  llvm::SmallVector<llvm::Value*, 16> open{condition};
  while (!open.empty()) {
    auto* item = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (item == nullptr || !seen.insert(item).second) continue;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(item))
      if (auto choice = choice_before(*phi->getParent())) return choice;
    for (llvm::Value* operand : item->operands()) open.push_back(operand);
  }
  return std::nullopt;
}

}  // namespace

void fold_short_circuits(llvm::Module& module) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && states_condition(*call))
        calls.push_back(call);
  for (llvm::CallBase* call : calls)
    while (const auto choice = next_choice(call->getArgOperand(0))) Folding(*choice).run();
}

}  // namespace launchproof::frontend
