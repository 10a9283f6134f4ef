#include "verify/frontend/prepare.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <deque>

#include "verify/frontend/private_memory.h"

namespace launchproof::frontend {
namespace {

// More calls than this after inlining are refused: the model would not fit.
constexpr std::size_t kMaximumInlined = 20'000;

// A call and the functions that it was inlined from, as an index into the chain table (npos for the kernel's
// own).
struct PendingCall {
  llvm::CallBase* call;
  std::size_t chain;
};

struct ChainLink {
  const llvm::Function* function;
  std::size_t outer;
};

constexpr std::size_t kNoChain = static_cast<std::size_t>(-1);

void inline_calls(llvm::Function& kernel, std::vector<Refusal>& refusals) {
  std::vector<ChainLink> chains{{&kernel, kNoChain}};
  std::deque<PendingCall> pending;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) pending.push_back({call, 0});
  std::size_t inlined = 0;
  while (!pending.empty()) {
    const PendingCall next = pending.front();
    pending.pop_front();
    llvm::Function* callee = next.call->getCalledFunction();
    if (callee == nullptr || callee->isDeclaration()) continue;
    bool recursive = false;
    for (std::size_t link = next.chain; link != kNoChain; link = chains[link].outer)
      recursive |= chains[link].function == callee;
    if (recursive) {
      refusals.push_back({"recursive call of " + callee->getName().str(), next.call->getDebugLoc()});
      continue;
    }
    if (++inlined > kMaximumInlined) {
      refusals.push_back({"too many calls to inline", next.call->getDebugLoc()});
      return;
    }
    llvm::InlineFunctionInfo info;
    const llvm::DebugLoc location = next.call->getDebugLoc();
    const auto result =
        llvm::InlineFunction(*next.call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false);
    if (!result.isSuccess()) {
      refusals.push_back(
          {"call of " + callee->getName().str() + " that cannot be inlined: " + result.getFailureReason(),
           location});
      continue;
    }
    chains.push_back({callee, next.chain});
    for (llvm::CallBase* call : info.InlinedCallSites) pending.push_back({call, chains.size() - 1});
  }
}

void promote(llvm::Function& kernel) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(kernel, analyses);
}

// Constant folding and removal of unused values. Shared loads are volatile and calls opaque, so neither goes.
void fold(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  bool changed = true;
  while (changed) {
    changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
      if (instruction.isTerminator()) continue;
      if (!instruction.use_empty() && !instruction.mayReadOrWriteMemory()) {
        if (llvm::Constant* constant = llvm::ConstantFoldInstruction(&instruction, layout)) {
          instruction.replaceAllUsesWith(constant);
          changed = true;
        }
      }
      if (llvm::isInstructionTriviallyDead(&instruction)) {
        instruction.eraseFromParent();
        changed = true;
      }
    }
  }
}

// A switch becomes a chain of comparisons in the order of its cases.
void lower_switches(llvm::Function& kernel) {
  std::vector<llvm::SwitchInst*> switches;
  for (llvm::BasicBlock& block : kernel)
    if (auto* item = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) switches.push_back(item);
  for (llvm::SwitchInst* item : switches) {
    llvm::BasicBlock* origin = item->getParent();
    llvm::BasicBlock* otherwise = item->getDefaultDest();
    // Phis get one entry for each new edge instead of those of the switch.
    std::vector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> edges;
    std::vector<std::pair<llvm::ConstantInt*, llvm::BasicBlock*>> cases;
    for (const auto& branch : item->cases())
      if (branch.getCaseSuccessor() != otherwise)
        cases.emplace_back(branch.getCaseValue(), branch.getCaseSuccessor());
    llvm::BasicBlock* block = origin;
    llvm::BasicBlock* after = origin->getNextNode();
    std::vector<llvm::BasicBlock*> chain{origin};
    for (std::size_t i = 1; i < cases.size(); ++i)
      chain.push_back(
          llvm::BasicBlock::Create(kernel.getContext(), origin->getName() + ".case", &kernel, after));
    std::vector<llvm::BasicBlock*> targets{otherwise};
    for (const auto& [value, target] : cases)
      if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
    llvm::IRBuilder<> builder(item);
    const llvm::DebugLoc location = item->getDebugLoc();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      block = chain[i];
      if (i == 0)
        builder.SetInsertPoint(item);
      else
        builder.SetInsertPoint(block);
      builder.SetCurrentDebugLocation(location);
      llvm::BasicBlock* next = i + 1 < cases.size() ? chain[i + 1] : otherwise;
      builder.CreateCondBr(builder.CreateICmpEQ(item->getCondition(), cases[i].first), cases[i].second, next);
      edges.emplace_back(block, cases[i].second);
      if (next == otherwise) edges.emplace_back(block, otherwise);
    }
    if (cases.empty()) {
      builder.SetInsertPoint(item);
      builder.SetCurrentDebugLocation(location);
      builder.CreateBr(otherwise);
      edges.emplace_back(origin, otherwise);
    }
    for (llvm::BasicBlock* target : targets) {
      for (llvm::PHINode& phi : target->phis()) {
        llvm::Value* value = phi.getIncomingValueForBlock(origin);
        while (phi.getBasicBlockIndex(origin) >= 0)
          phi.removeIncomingValue(origin, /*DeletePHIIfEmpty=*/false);
        for (const auto& [from, to] : edges)
          if (to == target) phi.addIncoming(value, from);
      }
    }
    item->eraseFromParent();
  }
}

void tidy_blocks(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel) llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/false);
  llvm::EliminateUnreachableBlocks(kernel);
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(kernel)) llvm::MergeBlockIntoPredecessor(&block);
}

void simplify_loops(llvm::Function& kernel) {
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(kernel);
  const std::vector<llvm::Loop*> top(loops.begin(), loops.end());
  for (llvm::Loop* loop : top)
    llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, /*PreserveLCSSA=*/false);
}

}  // namespace

std::vector<Refusal> prepare(llvm::Function& kernel) {
  std::vector<Refusal> refusals;
  inline_calls(kernel, refusals);
  copy_parameters(kernel, refusals);
  expand_block_operations(kernel, /*keep_private=*/true, refusals);
  mark_undefined(kernel);
  promote(kernel);
  drop_undefined_stores(kernel);
  expand_block_operations(kernel, /*keep_private=*/false, refusals);
  fold(kernel);
  lower_switches(kernel);
  tidy_blocks(kernel);
  fold(kernel);
  simplify_loops(kernel);
  return refusals;
}

}  // namespace launchproof::frontend
