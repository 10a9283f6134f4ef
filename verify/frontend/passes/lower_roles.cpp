#include "verify/frontend/passes/lower_roles.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/passes/lower_queues.h"
#include "verify/frontend/passes/phase_states.h"
#include "verify/frontend/passes/touches.h"
#include "verify/frontend/phases/queue_phases.h"
#include "verify/frontend/phases/role_phases.h"
#include "verify/frontend/phases/thread_checks.h"
#include "verify/frontend/phases/thread_classes.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

// The number of the next arrival of a thread that does not arrive (any more).
constexpr std::uint64_t kNever = std::uint64_t{1} << 62;

// What a thread counts at a queue: the numbers of its next arrival and of its next wait.
struct RoleCounters {
  llvm::AllocaInst* arriving = nullptr;
  llvm::AllocaInst* awaited = nullptr;
};

// Returns whether work-items come together there.
bool comes_together(const llvm::Instruction& instruction) {
  const llvm::StringRef name = called_name(instruction);
  return name.contains("barrier") || (name.contains("group_") && !name.contains("get_"));
}

class RoleLowering {
 public:
  RoleLowering(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals)
      : d_kernel(kernel),
        d_layout(kernel.getParent()->getDataLayout()),
        d_purpose(purpose),
        d_refusals(refusals) {}

  bool run() {
    if (!collect()) return false;
    llvm::removeUnreachableBlocks(d_kernel);
    collect();
    const bool is_understood = check() && straighten_waits() && check_ends() && check_meetings() && follow();
    if (is_understood) {
      make_variables();
      lower();
    }
    remove_calls();
    return is_understood;
  }

 private:
  bool refuse(const std::string& what, const llvm::Instruction& at) {
    d_refusals.push_back({what, at.getDebugLoc()});
    return false;
  }

  // Returns whether the kernel has barriers of the kind that this pass is for.
  bool collect() {
    d_calls.clear();
    d_steps.clear();
    bool is_of_roles = false, has_others = false;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (!name.starts_with(kPhasePrefix) && !name.starts_with(kQueuePrefix)) continue;
      auto* call = llvm::cast<llvm::CallInst>(&instruction);
      d_calls.push_back(call);
      if (name == kPhaseInit || name == kBarrierInit) d_steps.push_back({call, RoleStep::Init});
      if (name == kPhaseArrive || name == kBarrierExpect) d_steps.push_back({call, RoleStep::Arrive});
      if (name == kPhaseDrop) d_steps.push_back({call, RoleStep::Drop});
      if (name == kPhaseWait || name == kPhaseTest) d_steps.push_back({call, RoleStep::Token});
      if (name == kPhaseParity || name == kBarrierWait) d_steps.push_back({call, RoleStep::Parity});
      has_others |= name == kPhaseCopy || name == kPhaseFree || name == kPhasePush || name == kPhaseNext ||
                    name == kBlockCopy;
      is_of_roles |=
          name == kPhaseParity || name == kPhaseDrop || name == kBarrierExpect || name == kBarrierWait;
    }
    if (has_others || d_steps.empty()) return false;
    return is_of_roles || std::ranges::any_of(d_steps, [](const RoleCall& one) {
             return one.step != RoleStep::Init && depends_on_thread(*one.call);
           });
  }

  bool check() {
    const llvm::CallInst& first = *d_steps.front().call;
    if (!is_kernel(d_kernel)) return refuse("a barrier in memory in a function that is not inlined", first);
    if (d_purpose == Purpose::Execution)
      return refuse("a barrier in memory that some threads only arrive at, which is not executed", first);
    if (d_layout.getPointerSizeInBits(kGlobalSpace) != 64)
      return refuse("a barrier in memory with addresses of 32 bits", first);
    for (const RoleCall& one : d_steps) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object_of(one.call->getArgOperand(0)));
      if (variable == nullptr || variable->getAddressSpace() != kLocalSpace)
        return refuse("a barrier in memory that is no variable in shared memory", *one.call);
    }
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (name.starts_with("launchproof.copy"))
        return refuse("asynchronous copies beside barriers that some threads only arrive at", instruction);
      if (name == kBarrierExpect) {
        const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
        if (bytes == nullptr || !bytes->isZero())
          return refuse("a barrier in memory that waits for bytes that no copy brings", instruction);
      }
    }
    return true;
  }

  bool straighten_waits() {
    for (const RoleCall& one : d_steps) {
      const llvm::StringRef name = called_name(*one.call);
      if (name != kPhaseTest && name != kPhaseParity && name != kBarrierWait) continue;
      if (const char* why = straighten_wait(*one.call)) return refuse(why, *one.call);
    }
    llvm::removeUnreachableBlocks(d_kernel);
    return true;
  }

  // What threads have done is compared where they return, to which each step leads.
  bool check_ends() {
    for (const RoleCall& one : d_steps) {
      std::set<const llvm::BasicBlock*> seen{one.call->getParent()};
      std::vector<const llvm::BasicBlock*> open{one.call->getParent()};
      bool returns = false;
      while (!open.empty()) {
        const llvm::BasicBlock& block = *open.back();
        open.pop_back();
        if (llvm::isa<llvm::UnreachableInst>(block.getTerminator()))
          return refuse("a thread that may end by a trap behind a step of a barrier in memory", *one.call);
        returns |= llvm::isa<llvm::ReturnInst>(block.getTerminator());
        for (const llvm::BasicBlock* next : llvm::successors(&block))
          if (seen.insert(next).second) open.push_back(next);
      }
      if (!returns) return refuse("a step of a barrier in memory in a loop without an end", *one.call);
    }
    return true;
  }

  // Threads that wait for each other in another way, too, may do so in a circle.
  bool check_meetings() {
    const auto is_step = [](const llvm::Instruction& one) {
      const llvm::StringRef name = called_name(one);
      return (name.starts_with(kPhasePrefix) || name.starts_with(kQueuePrefix)) && name != kPhaseInit &&
             name != kBarrierInit && name != kProxyFence && name != kBarrierEnd;
    };
    const auto comes_before = [](const llvm::Instruction& target, const OfInstruction& from) {
      return reaches(
          target, from, [](const auto&) { return false; }, [](const auto&, const auto&) { return true; });
    };
    for (const llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      if (comes_together(instruction) && !called_name(instruction).starts_with("launchproof.") &&
          comes_before(instruction, is_step)) {
        const auto is_this = [&](const llvm::Instruction& one) { return &one == &instruction; };
        for (const RoleCall& one : d_steps)
          if (one.step != RoleStep::Init && comes_before(*one.call, is_this))
            return refuse(
                "threads that come together between the steps of a barrier that some only arrive at",
                instruction);
      }
      if (is_step(instruction) && comes_before(instruction, [](const llvm::Instruction& one) {
            return called_name(one) == kBarrierEnd;
          }))
        return refuse("a step of a barrier in memory behind its end", instruction);
    }
    return true;
  }

  bool follow() {
    d_facts = follow_roles(d_kernel, d_steps);
    if (!d_facts.refused.empty()) return refuse(d_facts.refused, *d_facts.refused_at);
    return true;
  }

  static llvm::Value* load(llvm::IRBuilder<>& builder, llvm::AllocaInst* from) {
    return builder.CreateLoad(from->getAllocatedType(), from);
  }

  // Returns the runs of neighbours, as the first one and the one behind the last.
  static std::vector<std::pair<std::uint64_t, std::uint64_t>> runs(const std::set<std::uint64_t>& threads) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
    for (const std::uint64_t thread : threads) {
      if (!result.empty() && result.back().second == thread)
        ++result.back().second;
      else
        result.emplace_back(thread, thread + 1);
    }
    return result;
  }

  llvm::Value* is_one_of(llvm::IRBuilder<>& builder, const std::set<std::uint64_t>& threads) const {
    if (threads.size() == kMostThreads) return builder.getTrue();
    llvm::Value* result = builder.getFalse();
    for (const auto& [first, end] : runs(threads)) {
      llvm::Value* is_in = builder.CreateICmpULT(d_thread, builder.getInt64(end));
      if (first != 0)
        is_in = builder.CreateAnd(is_in, builder.CreateICmpUGE(d_thread, builder.getInt64(first)));
      result = builder.CreateOr(result, is_in);
    }
    return result;
  }

  // Returns how many of the threads the block has.
  static llvm::Value* count_of(llvm::IRBuilder<>& builder, const std::set<std::uint64_t>& threads) {
    llvm::Value* size = local_size(builder, 0);
    llvm::Value* result = builder.getInt64(0);
    for (const auto& [first, end] : runs(threads)) {
      llvm::Value* begin = builder.getInt64(first);
      llvm::Value* count = builder.CreateSub(
          end == kMostThreads ? size
                              : builder.CreateSelect(builder.CreateICmpULT(size, builder.getInt64(end)), size,
                                                     builder.getInt64(end)),
          begin);
      if (first != 0)
        count = builder.CreateSelect(builder.CreateICmpULT(size, begin), builder.getInt64(0), count);
      result = builder.CreateAdd(result, count);
    }
    return result;
  }

  void make_variables() {
    llvm::BasicBlock& entry = d_kernel.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    d_thread = builder.CreateCall(d_kernel.getParent()->getOrInsertFunction(
                                      "_Z12get_local_idj", builder.getInt64Ty(), builder.getInt32Ty()),
                                  {builder.getInt32(0)});
    const auto variable = [&](llvm::Value* value) {
      llvm::AllocaInst* made = builder.CreateAlloca(value->getType(), kPrivateSpace);
      builder.CreateStore(value, made);
      return made;
    };
    for (const RoleQueue& queue : d_facts.queues) {
      llvm::Value* first = builder.getInt64(queue.barriers.slots);
      d_counters.push_back(
          {variable(
               builder.CreateSelect(is_one_of(builder, queue.arriving), first, builder.getInt64(kNever))),
           variable(builder.CreateSelect(is_one_of(builder, queue.early), builder.getInt64(0), first))});
    }
  }

  // Lets all threads end in one place, where what they have done can be compared, if none comes together with
  // others behind the end of some.
  std::vector<llvm::Instruction*> join_ends() {
    std::vector<llvm::Instruction*> ends, meetings, returns;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      if (llvm::isa<llvm::ReturnInst>(instruction)) ends.push_back(&instruction);
      if (comes_together(instruction)) meetings.push_back(&instruction);
      if (called_name(instruction) == cuda::kReturns) returns.push_back(&instruction);
    }
    const llvm::DominatorTree dominators(d_kernel);
    for (const llvm::Instruction* meeting : meetings)
      for (const llvm::Instruction* end : ends)
        if (!dominators.dominates(meeting, end)) return ends;
    if (ends.size() < 2) return ends;
    llvm::BasicBlock* joined = llvm::BasicBlock::Create(d_kernel.getContext(), "end", &d_kernel);
    llvm::IRBuilder<> builder(joined);
    builder.SetCurrentDebugLocation(ends.back()->getDebugLoc());
    llvm::Instruction* end = builder.CreateRetVoid();
    for (llvm::Instruction* one : ends) {
      llvm::IRBuilder<> before(one);
      before.CreateBr(joined);
      one->eraseFromParent();
    }
    for (llvm::Instruction* one : returns) one->eraseFromParent();
    return {end};
  }

  void lower() {
    const std::vector<llvm::Instruction*> ends = join_ends();
    std::vector<llvm::Instruction*> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (name.starts_with(kPhasePrefix) || name.starts_with(kQueuePrefix)) continue;
      if (!touches_of(instruction, d_layout).empty()) accesses.push_back(&instruction);
    }
    for (llvm::Instruction* access : accesses) {
      llvm::IRBuilder<> builder(access);
      for (const Touch& touch : touches_of(*access, d_layout))
        if (touch.writes)
          for (const RoleQueue& queue : d_facts.queues)
            keep_off_barriers(builder, touch, queue.barriers.object, queue.barriers.begin,
                              queue.barriers.begin + kBarrierBytes * queue.barriers.slots);
      tell(builder);
    }
    for (const llvm::Instruction* division : d_facts.divisions) {
      auto* before = const_cast<llvm::Instruction*>(division);
      llvm::IRBuilder<> builder(before);
      llvm::Value* dividend = before->getOperand(0);
      assert_of_program(builder,
                        builder.CreateICmpSGE(dividend, llvm::ConstantInt::get(dividend->getType(), 0)),
                        "a number that chooses a barrier in memory is not negative");
    }
    for (const RoleCall& one : d_steps) step(one);
    for (llvm::CallInst* call : d_calls)
      if (called_name(*call) == kBarrierEnd) {
        llvm::IRBuilder<> builder(call);
        tell(builder);
        overwrite_barrier(builder, call->getArgOperand(0));
      }
    for (llvm::Instruction* end : ends) compare_counts(*end);
  }

  void tell(llvm::IRBuilder<>& builder) const {
    std::vector<llvm::Value*> values;
    std::vector<llvm::Type*> types;
    for (const RoleCounters& counters : d_counters)
      for (llvm::AllocaInst* counter : {counters.arriving, counters.awaited}) {
        values.push_back(load(builder, counter));
        types.push_back(builder.getInt64Ty());
      }
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false);
    builder.CreateCall(
        d_kernel.getParent()->getOrInsertFunction(kArrivalNumbers + std::to_string(types.size()), type),
        values);
  }

  void step(const RoleCall& one) {
    llvm::CallInst& call = *one.call;
    llvm::IRBuilder<> builder(&call);
    if (one.step == RoleStep::Init) check_count(builder, call);
    tell(builder);
    if (one.step == RoleStep::Init) {
      overwrite_barrier(builder, call.getArgOperand(0));
      return;
    }
    const bool arrives = one.step == RoleStep::Arrive || one.step == RoleStep::Drop;
    touch_barrier(builder, call.getArgOperand(0), arrives);
    for (std::size_t i = 0; i < d_counters.size(); ++i) {
      const RoleQueue& queue = d_facts.queues[i];
      if (!queue.steps.contains(&call)) continue;
      llvm::AllocaInst* counter = arrives ? d_counters[i].arriving : d_counters[i].awaited;
      llvm::Value* before = load(builder, counter);
      llvm::Value* after = one.step == RoleStep::Drop ? builder.getInt64(kNever)
                                                      : builder.CreateAdd(before, builder.getInt64(1));
      if (llvm::Value* is_this = is_of(builder, call, queue))
        after = builder.CreateSelect(is_this, after, before);
      builder.CreateStore(after, counter);
    }
    tell(builder);
    if (!call.getType()->isVoidTy() && !call.use_empty())
      call.replaceAllUsesWith(llvm::Constant::getNullValue(call.getType()));
  }

  // Returns whether the step is about this queue; null: it certainly is.
  llvm::Value* is_of(llvm::IRBuilder<>& builder, llvm::CallInst& call, const RoleQueue& queue) const {
    const auto count = std::ranges::count_if(
        d_facts.queues, [&](const RoleQueue& other) { return other.steps.contains(&call); });
    if (count < 2) return nullptr;
    llvm::Value* place = offset_in_object(builder, call.getArgOperand(0));
    llvm::Value* start = offset_in_object(builder, const_cast<llvm::Value*>(queue.barriers.object));
    llvm::Value* is_in = builder.CreateICmpULT(
        builder.CreateSub(place, builder.CreateAdd(start, builder.getInt64(queue.barriers.begin))),
        builder.getInt64(kBarrierBytes * queue.barriers.slots));
    llvm::Value* object = const_cast<llvm::Value*>(queue.barriers.object);
    return builder.CreateAnd(is_in, builder.CreateICmpEQ(object_number(builder, call.getArgOperand(0)),
                                                         object_number(builder, object)));
  }

  void check_count(llvm::IRBuilder<>& builder, llvm::CallInst& call) {
    llvm::Value* size = local_size(builder, 0);
    llvm::Value* is_line = builder.CreateAnd(
        builder.CreateAnd(builder.CreateICmpEQ(local_size(builder, 1), builder.getInt64(1)),
                          builder.CreateICmpEQ(local_size(builder, 2), builder.getInt64(1))),
        builder.CreateICmpULE(size, builder.getInt64(kMostThreads)));
    assert_of_program(builder, is_line, "the threads of a barrier in memory are a block in one line");
    if (d_facts.needed_threads > 1)
      assert_of_program(builder, builder.CreateICmpUGE(size, builder.getInt64(d_facts.needed_threads)),
                        "the block has the threads that make a barrier in memory and arrive at it");
    llvm::Value* expected = builder.CreateZExtOrTrunc(call.getArgOperand(1), builder.getInt64Ty());
    for (const RoleQueue& queue : d_facts.queues) {
      if (!queue.steps.contains(&call)) continue;
      llvm::Value* fits = builder.CreateAnd(builder.CreateICmpEQ(expected, count_of(builder, queue.arriving)),
                                            builder.CreateICmpNE(expected, builder.getInt64(0)));
      if (llvm::Value* is_this = is_of(builder, call, queue))
        fits = builder.CreateOr(fits, builder.CreateNot(is_this));
      assert_of_program(builder, fits,
                        "a barrier in memory expects as many arrivals as threads arrive at it");
    }
  }

  // Where the kernel ends, each thread has arrived as often as others have waited.
  void compare_counts(llvm::Instruction& end) {
    llvm::IRBuilder<> builder(&end);
    llvm::Module& module = *d_kernel.getParent();
    const auto of_other = [&](llvm::Value* value) {
      return builder.CreateCall(
          module.getOrInsertFunction(kOfOther, builder.getInt64Ty(), builder.getInt64Ty()), {value});
    };
    llvm::Value* is_other_group = builder.getFalse();
    for (unsigned dimension = 0; dimension < 3; ++dimension) {
      llvm::Value* group = builder.CreateCall(
          module.getOrInsertFunction("_Z12get_group_idj", builder.getInt64Ty(), builder.getInt32Ty()),
          {builder.getInt32(dimension)});
      is_other_group = builder.CreateOr(is_other_group, builder.CreateICmpNE(group, of_other(group)));
    }
    for (std::size_t i = 0; i < d_counters.size(); ++i) {
      llvm::Value* slots = builder.getInt64(d_facts.queues[i].barriers.slots);
      llvm::Value* arrivals = of_other(builder.CreateSub(load(builder, d_counters[i].arriving), slots));
      llvm::Value* waits = builder.CreateSub(load(builder, d_counters[i].awaited), slots);
      llvm::CallInst* check =
          assert_of_program(builder, builder.CreateOr(is_other_group, builder.CreateICmpSLE(waits, arrivals)),
                            "each thread of a barrier in memory arrives as often as others wait for it");
      check->setMetadata(kOfTwoItems, llvm::MDNode::get(module.getContext(), {}));
    }
  }

  void remove_calls() {
    for (llvm::CallInst* call : d_calls) {
      if (!call->getType()->isVoidTy() && !call->use_empty())
        call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
      call->eraseFromParent();
    }
  }

  llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  Purpose d_purpose;
  std::vector<Refusal>& d_refusals;
  std::vector<llvm::CallInst*> d_calls;
  std::vector<RoleCall> d_steps;
  RoleFacts d_facts;
  std::vector<RoleCounters> d_counters;  // by queue
  llvm::Value* d_thread = nullptr;
};

}  // namespace

bool lower_roles(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals) {
  return RoleLowering(kernel, purpose, refusals).run();
}

}  // namespace launchproof::frontend
