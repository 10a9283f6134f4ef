// Makes every loop count its iterations, so that a kernel that does not end reaches a limit, and so that
// barriers in loops know the iteration.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>
#include <string_view>

#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

// Hooks at which the work-items of a group meet; the second argument is the number of the place.
constexpr std::string_view kMeetings[] = {"lp_barrier", "lp_copy", "lp_wait", "lp_collective", "lp_exchange"};

std::vector<std::pair<const llvm::CallInst*, std::uint32_t>> meetings_of(const llvm::Function& kernel) {
  std::vector<std::pair<const llvm::CallInst*, std::uint32_t>> result;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr) continue;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    for (const std::string_view meeting : kMeetings)
      if (name == llvm::StringRef(meeting.data(), meeting.size()))
        result.emplace_back(call, static_cast<std::uint32_t>(
                                      llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getZExtValue()));
  }
  return result;
}

// Counts down inline. At 0, a call checks the limits.
void burn(Rewriting& rewriting, llvm::BasicBlock& latch, llvm::Value* fuel, std::uint32_t loop) {
  llvm::IRBuilder<> builder(latch.getTerminator());
  llvm::MDNode* mark = llvm::MDNode::get(rewriting.module.getContext(), {});
  llvm::LoadInst* old = builder.CreateLoad(builder.getInt64Ty(), fuel);
  old->setMetadata(kMachineState, mark);
  llvm::Value* left = builder.CreateSub(old, builder.getInt64(1));
  builder.CreateStore(left, fuel)->setMetadata(kMachineState, mark);
  llvm::Value* empty = builder.CreateICmpSLT(left, builder.getInt64(0));
  llvm::MDNode* unlikely = llvm::MDBuilder(rewriting.module.getContext()).createBranchWeights(1, 2000);
  llvm::Instruction* then =
      llvm::SplitBlockAndInsertIfThen(empty, latch.getTerminator()->getIterator(), false, unlikely);
  builder.SetInsertPoint(then);
  builder.CreateCall(rewriting.hook("lp_check"), {rewriting.item, builder.getInt32(loop)});
}

// Returns the only block from which control comes. Returns null if work-items may join: after branches, or
// after loops, which they may leave in different iterations. A header, where a loop's iterations join,
// represents the block before it if nothing else joins in the loop.
const llvm::BasicBlock* before(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  if (!loops.isLoopHeader(&block)) {
    const llvm::BasicBlock* only = block.getSinglePredecessor();
    const llvm::Loop* left = only == nullptr ? nullptr : loops.getLoopFor(only);
    return left == nullptr || left->contains(&block) ? only : nullptr;
  }
  const llvm::Loop* loop = loops.getLoopFor(&block);
  if (loop->getLoopLatch() == nullptr) return nullptr;
  for (const llvm::BasicBlock* inner : loop->blocks())
    if (inner != &block && inner->getSinglePredecessor() == nullptr) return nullptr;
  return loop->getLoopPredecessor();
}

bool is_parted_only(const llvm::BasicBlock& place, const llvm::LoopInfo& loops,
                    const llvm::PostDominatorTree& after) {
  const llvm::BasicBlock* entry = &place.getParent()->getEntryBlock();
  const llvm::BasicBlock* block = &place;
  const auto is_for_all = [&](const llvm::BasicBlock* one) {
    return one == entry || (loops.getLoopFor(one) == nullptr && after.dominates(one, entry));
  };
  while (block != nullptr && !is_for_all(block)) block = before(*block, loops);
  return block != nullptr;
}

}  // namespace

void order_meetings(Rewriting& rewriting) {
  const llvm::DominatorTree dominators(rewriting.kernel);
  const llvm::LoopInfo loops(dominators);
  const llvm::PostDominatorTree after(rewriting.kernel);
  const auto meetings = meetings_of(rewriting.kernel);
  std::uint32_t next = 0;
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal(&rewriting.kernel))
    for (const auto& [call, id] : meetings) {
      if (call->getParent() != block) continue;
      BarrierSpec& place = rewriting.tables.barriers[id];
      place.order = next++;
      place.is_parted_only = is_parted_only(*block, loops, after);
    }
}

void count_loops(Rewriting& rewriting) {
  const auto meetings = meetings_of(rewriting.kernel);
  llvm::DominatorTree dominators(rewriting.kernel);
  llvm::LoopInfo loops(dominators);
  order_meetings(rewriting);
  llvm::IRBuilder<> entry(rewriting.kernel.getEntryBlock().getTerminator());
  llvm::Value* fuel =
      rewriting.constant_member(entry, rewriting.item, offsetof(MachineItem, fuel), entry.getPtrTy());
  std::vector<std::pair<llvm::BasicBlock*, std::uint32_t>> burning;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const auto number = static_cast<std::uint32_t>(rewriting.tables.loops.size());
    rewriting.tables.loops.push_back({locations_of(loop->getStartLoc())});
    bool has_meeting = false;
    for (const auto& [call, id] : meetings) {
      if (!loop->contains(call)) continue;
      rewriting.tables.barriers[id].loops.push_back(number);
      has_meeting = true;
    }
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) {
      if (!has_meeting) {
        burning.emplace_back(latch, number);
        continue;
      }
      llvm::IRBuilder<> builder(latch->getTerminator());
      builder.CreateCall(rewriting.hook("lp_iterate"), {rewriting.item, builder.getInt32(number)});
    }
    if (!has_meeting) continue;
    for (llvm::BasicBlock* before : llvm::predecessors(loop->getHeader())) {
      if (loop->contains(before)) continue;
      llvm::IRBuilder<> builder(before->getTerminator());
      builder.CreateCall(rewriting.hook("lp_enter_loop"), {rewriting.item, builder.getInt32(number)});
    }
  }
  for (const auto& [latch, number] : burning) burn(rewriting, *latch, fuel, number);
}

}  // namespace launchproof::replay
