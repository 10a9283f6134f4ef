#include "verify/frontend/phases/role_meetings.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "verify/frontend/ir/markers.h"
#include "verify/frontend/phases/thread_checks.h"

namespace launchproof::frontend {
namespace {

// Barriers of the block: that of a program point, and number 0, at which threads of several points meet.
constexpr std::uint64_t kOfPlace = 3, kOfNumber = 3 | 1 << 8;

llvm::StringRef name_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr || call->getCalledFunction() == nullptr ? llvm::StringRef()
                                                                 : call->getCalledFunction()->getName();
}

// Returns the operand of a barrier at which all threads of the block come together.
std::optional<std::uint64_t> barrier_of_block(const llvm::Instruction& instruction) {
  if (name_of(instruction) != "_Z7barrierj") return std::nullopt;
  const auto* kind = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0));
  if (kind == nullptr) return std::nullopt;
  const std::uint64_t number = kind->getZExtValue();
  return number == kOfPlace || number == kOfNumber ? std::optional(number) : std::nullopt;
}

class PlaceChecker {
 public:
  PlaceChecker(const llvm::Function& kernel, const PlacedSteps& calls)
      : d_kernel(kernel),
        d_calls(calls),
        d_dominators(const_cast<llvm::Function&>(kernel)),
        d_loops(d_dominators) {
    for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
      if (llvm::isa<llvm::ReturnInst>(instruction)) d_returns.push_back(&instruction);
      if (comes_together(instruction)) d_meetings.push_back(&instruction);
    }
  }

  std::optional<Misplaced> run() {
    find_first();
    if (d_first != nullptr) {
      check_ends_of_kernel();
      check_made();
      for (const llvm::Instruction* meeting : d_meetings)
        if (meeting != d_first) check_meeting(*meeting);
      check_ends_of_barriers();
      check_loops();
    }
    return d_result;
  }

 private:
  void refuse(const std::string& why, const llvm::Instruction& at) {
    if (!d_result) d_result = {why, &at};
  }

  bool leads_to_step(const llvm::Instruction& from) const {
    return std::ranges::any_of(d_calls.steps, [&](const llvm::CallInst* step) { return leads(from, *step); });
  }

  bool is_in_loop(const llvm::Instruction& instruction) const {
    return d_loops.getLoopFor(instruction.getParent()) != nullptr;
  }

  // The last barrier of the block that each thread comes to once before its steps.
  void find_first() {
    for (const llvm::Instruction* meeting : d_meetings) {
      const bool is_first = barrier_of_block(*meeting) && !is_in_loop(*meeting) &&
                            std::ranges::all_of(d_calls.steps, [&](const llvm::CallInst* step) {
                              return d_dominators.dominates(meeting, step);
                            });
      if (is_first && (d_first == nullptr || d_dominators.dominates(d_first, meeting))) d_first = meeting;
    }
    if (d_first == nullptr)
      refuse(
          "a step of a barrier in memory that some threads only arrive at, without a barrier of the block in "
          "front of all such steps",
          *d_calls.steps.front());
  }

  void check_ends_of_kernel() {
    for (const llvm::Instruction* end : d_returns)
      if (!d_dominators.dominates(d_first, end))
        refuse("a thread that may return before all of the block come together for a barrier in memory",
               *end);
  }

  void check_made() {
    for (const llvm::CallInst* made : d_calls.made)
      if (leads(*d_first, *made))
        refuse(
            "a barrier in memory that is initialised where no barrier of the block separates this from its "
            "steps",
            *made);
  }

  void check_meeting(const llvm::Instruction& meeting) {
    const std::optional<std::uint64_t> of_block = barrier_of_block(meeting);
    if (!leads(*d_first, meeting)) {
      // At barriers with numbers, threads may meet from different places in the code.
      const bool by_number = std::ranges::any_of(
          d_meetings, [](const llvm::Instruction* one) { return barrier_of_block(*one) == kOfNumber; });
      if (by_number && of_block && (is_in_loop(meeting) || !d_dominators.dominates(&meeting, d_first)))
        refuse("a barrier that perhaps not all threads of the block come to before a barrier in memory",
               meeting);
      return;
    }
    if (!of_block)
      refuse("threads that come together beside the steps of a barrier in memory that some only arrive at",
             meeting);
    else if (leads_to_step(meeting))
      refuse("threads that come together between the steps of a barrier in memory that some only arrive at",
             meeting);
    // Where all threads come to, what they have done can be compared.
    const bool is_for_all = std::ranges::all_of(
        d_returns, [&](const llvm::Instruction* end) { return d_dominators.dominates(&meeting, end); });
    if (d_returns.size() > 1 && !is_for_all)
      refuse("a thread that may return before others come together behind the steps of a barrier in memory",
             meeting);
  }

  // All threads come together between their last steps and the end.
  void check_ends_of_barriers() {
    for (const llvm::CallInst* end : d_calls.ends) {
      const bool is_beside = reaches(
          *end,
          [&](const llvm::Instruction& one) {
            return &one == d_first || std::ranges::find(d_calls.steps, &one) != d_calls.steps.end();
          },
          [&](const llvm::Instruction& one) { return barrier_of_block(one).has_value() && &one != d_first; },
          [](const auto&, const auto&) { return true; });
      if (is_beside) refuse("the end of a barrier in memory that other threads may still use", *end);
      if (leads_to_step(*end)) refuse("a step of a barrier in memory behind its end", *end);
      for (const llvm::CallInst* made : d_calls.made)
        if (leads(*end, *made)) refuse("a barrier in memory that is initialised again", *made);
    }
  }

  // A thread may wait in a loop for what another one writes, and each thread comes to its end.
  void check_loops() {
    for (const llvm::BasicBlock& block : d_kernel) {
      const llvm::Instruction& end = block.back();
      if (!leads(*d_first, end)) continue;
      const bool goes_on =
          llvm::isa<llvm::UnreachableInst, llvm::ReturnInst>(end) ||
          std::ranges::any_of(d_returns, [&](const llvm::Instruction* one) { return leads(end, *one); });
      if (!goes_on) refuse("a loop without an end beside the steps of a barrier in memory", end);
    }
    const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&d_kernel);
    if (llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, d_loops))
      refuse("jumps into a loop beside the steps of a barrier in memory", d_kernel.getEntryBlock().back());
    for (const llvm::Loop* loop : d_loops.getLoopsInPreorder()) check_loop(*loop);
  }

  // A loop that may wait for what other threads write has atomic or volatile accesses. It does not wait if
  // its exits are counted.
  void check_loop(const llvm::Loop& loop) {
    const llvm::Instruction& begin = loop.getHeader()->front();
    if (!leads(*d_first, begin) || !leads_to_step(begin) || !may_wait(loop)) return;
    llvm::SmallVector<llvm::BasicBlock*, 4> exits;
    loop.getExitingBlocks(exits);
    for (const llvm::BasicBlock* block : exits) {
      std::set<const llvm::Value*> seen;
      const llvm::Instruction& end = block->back();
      if (end.getNumSuccessors() < 2 || !is_counted(*end.getOperand(0), seen))
        refuse("a loop in front of a step of a barrier in memory that may wait for what other threads write",
               end);
    }
  }

  bool may_wait(const llvm::Loop& loop) const {
    return std::ranges::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
      return std::ranges::any_of(*block, [&](const llvm::Instruction& one) {
        if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(one)) return true;
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&one))
          return load->isAtomic() || (load->isVolatile() && !load->hasMetadata(kPlainAccess));
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
        if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) return false;
        for (const auto* calls : {&d_calls.steps, &d_calls.made, &d_calls.ends})
          if (std::ranges::find(*calls, call) != calls->end()) return false;
        return !call->onlyWritesMemory() && !call->doesNotAccessMemory();
      });
    });
  }

  // Returns whether the value depends on no memory: it is made of arguments, ids and what loops count.
  bool is_counted(const llvm::Value& value, std::set<const llvm::Value*>& seen) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !seen.insert(instruction).second) return true;
    if (llvm::isa<llvm::IntrinsicInst>(instruction) && instruction->mayReadFromMemory()) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction))
      if (!llvm::isa<llvm::IntrinsicInst>(call) && !name_of(*call).contains("get_")) return false;
    if (instruction->mayReadOrWriteMemory() && !llvm::isa<llvm::CallBase>(instruction)) return false;
    // A value that branches in the loop choose may rest on any condition.
    if (llvm::isa<llvm::PHINode>(instruction)) {
      const llvm::Loop* loop = d_loops.getLoopFor(instruction->getParent());
      if (loop != nullptr && loop->getHeader() != instruction->getParent()) return false;
    }
    return std::ranges::all_of(instruction->operands(),
                               [&](const llvm::Use& operand) { return is_counted(*operand.get(), seen); });
  }

  const llvm::Function& d_kernel;
  const PlacedSteps& d_calls;
  llvm::DominatorTree d_dominators;
  llvm::LoopInfo d_loops;
  std::vector<const llvm::Instruction*> d_returns, d_meetings;
  const llvm::Instruction* d_first = nullptr;
  std::optional<Misplaced> d_result;
};

}  // namespace

bool comes_together(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) return false;
  const llvm::StringRef name = name_of(instruction);
  // What is refused elsewhere has its description as its name.
  if (name.contains(' ')) return false;
  if (call->isConvergent()) return true;
  return name.contains("barrier") || (name.contains("group_") && !name.contains("get_"));
}

std::optional<Misplaced> misplaced_step(const llvm::Function& kernel, const PlacedSteps& calls) {
  return PlaceChecker(kernel, calls).run();
}

}  // namespace launchproof::frontend
