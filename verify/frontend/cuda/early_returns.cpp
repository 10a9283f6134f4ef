#include "verify/frontend/cuda/early_returns.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <string>
#include <vector>

namespace launchproof::frontend::cuda {
namespace {

const llvm::Value* variable_of(const llvm::Value* pointer) {
  const llvm::Value* object = pointer->stripPointerCasts();
  return llvm::isa<llvm::AllocaInst>(object) ? object : nullptr;
}

// Follows control from the end of a block to the end of the kernel. Clang leaves scopes through shared
// blocks, which branch on a number stored in a variable. Returns false if anything else happens on the way.
bool only_ends(const llvm::BasicBlock& from) {
  constexpr int kMostBlocks = 200;
  std::map<const llvm::Value*, const llvm::ConstantInt*> stored;  // by variable
  std::map<const llvm::Value*, const llvm::ConstantInt*> loaded;  // by load
  const auto store = [&](const llvm::StoreInst& item) {
    const llvm::Value* variable = variable_of(item.getPointerOperand());
    if (variable == nullptr) return false;
    stored[variable] = llvm::dyn_cast<llvm::ConstantInt>(item.getValueOperand());
    return true;
  };
  for (const llvm::Instruction& instruction : from)
    if (const auto* item = llvm::dyn_cast<llvm::StoreInst>(&instruction)) store(*item);
  const llvm::BasicBlock* block = from.getSingleSuccessor();
  for (int steps = 0; block != nullptr && steps < kMostBlocks; ++steps) {
    const llvm::BasicBlock* next = nullptr;
    for (const llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::ReturnInst>(instruction)) return true;
      if (llvm::isa<llvm::LifetimeIntrinsic>(instruction) || llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
        continue;
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        const auto found = stored.find(variable_of(load->getPointerOperand()));
        loaded[load] = found == stored.end() ? nullptr : found->second;
      } else if (const auto* item = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        if (!store(*item)) return false;
      } else if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        if (branch->isConditional()) return false;
        next = branch->getSuccessor(0);
      } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
        const auto found = loaded.find(choice->getCondition());
        if (found == loaded.end() || found->second == nullptr) return false;
        next = choice->findCaseValue(found->second)->getCaseSuccessor();
      } else {
        return false;
      }
    }
    block = next;
  }
  return false;
}

// Clang names a file in or below its working folder relative to that folder, whatever path the program was
// given by.
bool is_one_of(const std::set<SyntaxPlace>& returns, const llvm::DILocation& place) {
  const std::string file = place.getFilename().str();
  const auto is_in = [&](const std::string& name) {
    return returns.contains({name, place.getLine(), place.getColumn()});
  };
  return is_in(file) || is_in(place.getDirectory().str() + "/" + file);
}

}  // namespace

void mark_early_returns(llvm::Function& kernel, const std::set<SyntaxPlace>& returns) {
  if (returns.empty() || !kernel.getReturnType()->isVoidTy()) return;
  std::vector<llvm::BasicBlock*> ends;
  for (llvm::BasicBlock& block : kernel) {
    const llvm::DILocation* place = block.getTerminator()->getDebugLoc().get();
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (place == nullptr || place->getInlinedAt() != nullptr || branch == nullptr || branch->isConditional())
      continue;
    if (is_one_of(returns, *place) && only_ends(block)) ends.push_back(&block);
  }
  if (ends.empty()) return;
  const llvm::FunctionCallee mark = kernel.getParent()->getOrInsertFunction(
      kReturns, llvm::FunctionType::get(kernel.getReturnType(), /*isVarArg=*/false));
  for (llvm::BasicBlock* block : ends) {
    llvm::Instruction* last = block->getTerminator();
    block->getSingleSuccessor()->removePredecessor(block);
    llvm::IRBuilder<> builder(last);
    builder.CreateCall(mark);
    builder.CreateRetVoid();
    last->eraseFromParent();
  }
  llvm::removeUnreachableBlocks(kernel);
}

}  // namespace launchproof::frontend::cuda
