#include "verify/frontend/passes/lower_queues.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/private_memory.h"
#include "verify/frontend/passes/lower_copies.h"
#include "verify/frontend/passes/touches.h"
#include "verify/frontend/phases/queue_phases.h"
#include "verify/frontend/phases/thread_checks.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

// A copy, with the variables of its thread that tell of it while it goes on: those of its last instances.
struct Instance {
  llvm::AllocaInst* active = nullptr;
  llvm::AllocaInst* to = nullptr;
  llvm::AllocaInst* from = nullptr;
  llvm::AllocaInst* number = nullptr;
};

struct QueueCopy {
  llvm::CallInst* call = nullptr;
  std::uint32_t queue = 0;
  std::uint64_t bytes = 0;
  unsigned ahead = 0;
  std::vector<Instance> instances;  // the newest one first
};

struct Queue {
  BarrierQueue barriers;
  std::map<const llvm::CallInst*, BarrierStep> steps;
  QueueFacts facts;
  llvm::AllocaInst* waited = nullptr;
};

class QueueLowering {
 public:
  QueueLowering(llvm::Function& kernel, std::vector<Refusal>& refusals)
      : d_kernel(kernel),
        d_module(*kernel.getParent()),
        d_layout(d_module.getDataLayout()),
        d_refusals(refusals) {}

  bool run() {
    collect();
    if (d_calls.empty()) return false;
    if (d_steps.empty()) {
      remove_calls();
      return false;
    }
    const bool is_understood = find_thread() && straighten_waits() && find_queues() && check_order();
    if (is_understood) {
      for (std::uint32_t i = 0; i < d_queues.size() && d_refused == nullptr; ++i) follow(i);
    }
    if (d_refused != nullptr) {
      replace_waits();
      remove_calls();
      return false;
    }
    make_variables();
    lower();
    remove_calls();
    llvm::removeUnreachableBlocks(d_kernel);
    return true;
  }

 private:
  struct Step {
    llvm::CallInst* call = nullptr;
    BarrierStep step = BarrierStep::Init;
    llvm::Value* barrier = nullptr;
  };

  bool refuse(const std::string& what, const llvm::Instruction& at) {
    if (d_refused == nullptr) d_refusals.push_back({what, at.getDebugLoc()});
    d_refused = &at;
    return false;
  }

  void collect() {
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (!name.starts_with(kQueuePrefix)) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      d_calls.push_back(&call);
      if (name == kBarrierInit) d_steps.push_back({&call, BarrierStep::Init, call.getArgOperand(0)});
      if (name == kBarrierExpect) d_steps.push_back({&call, BarrierStep::Expect, call.getArgOperand(0)});
      if (name == kBarrierWait) d_steps.push_back({&call, BarrierStep::Wait, call.getArgOperand(0)});
      if (name == kBarrierEnd) d_steps.push_back({&call, BarrierStep::End, call.getArgOperand(0)});
      if (name == kBlockCopy) d_steps.push_back({&call, BarrierStep::Copy, call.getArgOperand(3)});
    }
  }

  // One thread initialises the barriers, for itself alone, and starts all copies.
  bool find_thread() {
    if (!is_kernel(d_kernel))
      return refuse("a barrier in memory in a function that is not inlined", *d_calls.front());
    const llvm::DominatorTree dominators(d_kernel);
    const llvm::LoopInfo loops(dominators);
    std::optional<std::uint64_t> thread;
    for (const Step& step : d_steps) {
      if (step.step == BarrierStep::Wait) continue;
      const auto own = only_thread(*step.call->getParent());
      if (!own || (thread && *thread != *own))
        return refuse("a barrier in memory that not only one thread arrives at", *step.call);
      thread = own;
      if (step.step != BarrierStep::Init) continue;
      const auto* count = llvm::dyn_cast<llvm::ConstantInt>(step.call->getArgOperand(1));
      if (count == nullptr || !count->isOne())
        return refuse("a barrier in memory that several threads arrive at", *step.call);
      if (loops.getLoopFor(step.call->getParent()) != nullptr)
        return refuse("a barrier in memory that is initialised in a loop", *step.call);
    }
    if (!thread) return refuse("a barrier in memory that nothing initialises", *d_calls.front());
    d_thread = *thread;
    return true;
  }

  // A wait is repeated until the phase has ended: control goes on from it when it has.
  bool straighten_waits() {
    for (const Step& step : d_steps) {
      if (step.step != BarrierStep::Wait) continue;
      if (const char* why = straighten_wait(*step.call)) return refuse(why, *step.call);
    }
    llvm::removeUnreachableBlocks(d_kernel);
    for (const Step& step : d_steps)
      if (step.step == BarrierStep::Wait && depends_on_thread(*step.call))
        return refuse("a wait at a barrier in memory that not all threads come to", *step.call);
    return true;
  }

  // Barriers of constant places are queues of their own where no step takes one of several.
  bool find_queues() {
    std::map<const llvm::Value*, std::set<std::uint64_t>> made;
    for (const Step& step : d_steps) {
      const llvm::Value* object = object_of(step.barrier);
      const bool is_known = llvm::isa<llvm::GlobalVariable, llvm::Argument>(object);
      const auto offset = constant_offset(*step.barrier, d_layout);
      if (!is_known || (step.step == BarrierStep::Init && !offset))
        return refuse("a barrier in memory whose place is not known", *step.call);
      if (step.step == BarrierStep::Init && !made[object].insert(*offset).second)
        return refuse("a barrier in memory that is initialised again", *step.call);
    }
    for (const auto& [object, places] : made) {
      const bool is_chosen = std::ranges::any_of(d_steps, [&](const Step& step) {
        return object_of(step.barrier) == object && !constant_offset(*step.barrier, d_layout);
      });
      for (const std::uint64_t place : places) {
        Queue* last = d_queues.empty() ? nullptr : &d_queues.back();
        const bool is_next = is_chosen && last != nullptr && last->barriers.object == object &&
                             place == last->barriers.begin + kBarrierBytes * last->barriers.slots;
        if (is_next)
          ++last->barriers.slots;
        else
          d_queues.push_back({{object, place, 1}, {}, {}, nullptr});
      }
    }
    for (const Step& step : d_steps) {
      const auto offset = constant_offset(*step.barrier, d_layout);
      unsigned fitting = 0;
      for (Queue& queue : d_queues) {
        const BarrierQueue& barriers = queue.barriers;
        const bool is_in = barriers.object == object_of(step.barrier) &&
                           (!offset || (*offset >= barriers.begin &&
                                        *offset < barriers.begin + kBarrierBytes * barriers.slots));
        if (!is_in) continue;
        queue.steps[step.call] = step.step;
        ++fitting;
      }
      if (fitting != 1) return refuse("a barrier in memory whose place is not known", *step.call);
    }
    for (const Queue& queue : d_queues)
      if (queue.barriers.slots > kMostBarriers)
        return refuse("more than 16 barriers in memory of one queue", *d_calls.front());
    return true;
  }

  // Asks what the memory model needs besides the barriers: that generic accesses are shown to copies by a
  // proxy fence. Nothing that a thread does before it arrives is ordered here, so that it must not matter.
  bool check_order() {
    const auto stores_to = [&](unsigned space) {
      return [this, space](const llvm::Instruction& one) {
        // Copies see what copies have stored.
        const llvm::StringRef name = called_name(one);
        if (name.starts_with(kQueuePrefix) || name.starts_with(kBulkPrefix)) return false;
        const std::vector<Touch> touches = touches_of(const_cast<llvm::Instruction&>(one), d_layout);
        return std::ranges::any_of(
            touches, [&](const Touch& touch) { return touch.writes && may_be_in(touch.pointer, space); });
      };
    };
    const auto is_fence_for = [](unsigned memories) {
      return [memories](const llvm::Instruction& one) { return (fenced_memories(one) & memories) != 0; };
    };
    for (const Step& step : d_steps) {
      const auto passes = [&](const auto& from, const auto& stop) {
        return reaches(*step.call, from, stop, [](const auto&, const auto&) { return true; });
      };
      // The thread that starts copies has initialised the barriers.
      const auto is_made = [](const llvm::Instruction& one) { return called_name(one) == kBarrierInit; };
      const auto goes = [&](const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
        return may_go(from, to, d_thread);
      };
      if (step.step == BarrierStep::Copy) {
        if (reaches(*step.call, is_made, is_fence_for(kFencedShared | kFencedBarriers), goes))
          return refuse(
              "a copy into a barrier in memory that no fence has shown to copies (fence.mbarrier_init "
              "or fence.proxy.async)",
              *step.call);
        if (passes(stores_to(kLocalSpace), is_fence_for(kFencedShared)) ||
            passes(stores_to(kGlobalSpace), is_fence_for(kFencedGlobal)))
          return refuse(
              "a copy of a block of memory after stores that no fence has shown to copies "
              "(fence.proxy.async)",
              *step.call);
      }
      if (step.step == BarrierStep::Expect && passes(stores_to(kLocalSpace), is_group_barrier))
        return refuse("what a thread stores before it arrives at a barrier in memory", *step.call);
    }
    return true;
  }

  void follow(std::uint32_t number) {
    Queue& queue = d_queues[number];
    queue.facts = follow_queue(d_kernel, queue.barriers, queue.steps, d_thread);
    if (!queue.facts.refused.empty()) {
      refuse(queue.facts.refused, *queue.facts.refused_at);
      return;
    }
    for (const auto& [call, step] : queue.steps)
      if (step == BarrierStep::Copy && queue.facts.bytes.contains(call))
        d_copies.push_back({const_cast<llvm::CallInst*>(call),
                            number,
                            queue.facts.bytes.at(call),
                            queue.facts.ahead.at(call),
                            {}});
  }

  static llvm::AllocaInst* variable(llvm::IRBuilder<>& builder, llvm::Value* value) {
    llvm::AllocaInst* made = builder.CreateAlloca(value->getType(), kPrivateSpace);
    builder.CreateStore(value, made);
    return made;
  }

  static llvm::Value* load(llvm::IRBuilder<>& builder, llvm::AllocaInst* from) {
    return builder.CreateLoad(from->getAllocatedType(), from);
  }

  void make_variables() {
    llvm::BasicBlock& entry = d_kernel.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    for (Queue& queue : d_queues) queue.waited = variable(builder, builder.getInt64(0));
    // If no copy goes on, an address of the same array.
    const auto initial = [&](llvm::Value* pointer) -> llvm::Value* {
      llvm::SmallVector<const llvm::Value*, 4> objects;
      llvm::getUnderlyingObjects(pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
      auto* object = const_cast<llvm::Value*>(objects.front());
      if (objects.size() != 1 || !llvm::isa<llvm::GlobalVariable, llvm::Argument>(object))
        return llvm::Constant::getNullValue(pointer->getType());
      return object->getType() == pointer->getType()
                 ? object
                 : builder.CreateAddrSpaceCast(object, pointer->getType());
    };
    for (QueueCopy& copy : d_copies) {
      const QueueFacts& facts = d_queues[copy.queue].facts;
      unsigned most = 0;
      if (const auto found = facts.going_on.find(copy.call); found != facts.going_on.end())
        for (const auto& [instruction, count] : found->second) most = std::max(most, count);
      for (unsigned i = 0; i < most; ++i)
        copy.instances.push_back({variable(builder, builder.getFalse()),
                                  variable(builder, initial(without_casts(copy.call->getArgOperand(0)))),
                                  variable(builder, initial(without_casts(copy.call->getArgOperand(1)))),
                                  variable(builder, builder.getInt64(0))});
    }
  }

  void lower() {
    // What is to be rewritten, before anything is.
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) all.push_back(&instruction);
    std::vector<llvm::BasicBlock*> blocks;
    for (llvm::BasicBlock& block : d_kernel) blocks.push_back(&block);
    for (llvm::Instruction* instruction : all) {
      if (called_name(*instruction).starts_with(kQueuePrefix)) continue;
      if (is_group_barrier(*instruction))
        go_on(*instruction);
      else
        for (const Touch& touch : touches_of(*instruction, d_layout)) keep_apart(*instruction, touch);
    }
    for (const Step& step : d_steps) {
      if (step.step == BarrierStep::Wait) wait(*step.call);
      if (step.step == BarrierStep::Init) initialise(*step.call);
      llvm::IRBuilder<> builder(step.call);
      if (step.step == BarrierStep::End) overwrite_barrier(builder, step.barrier);
      if (step.step == BarrierStep::Expect) touch_barrier(builder, step.barrier, /*writes=*/true);
    }
    for (QueueCopy& copy : d_copies) start(copy);
    for (llvm::BasicBlock& block : d_kernel) {
      llvm::IRBuilder<> builder(&block, block.getFirstNonPHIOrDbgOrAlloca());
      if (&block == &d_kernel.getEntryBlock()) continue;  // nothing has been waited for
      tell_ended(builder);
    }
  }

  void tell_ended(llvm::IRBuilder<>& builder) {
    std::vector<llvm::Value*> values;
    std::vector<llvm::Type*> types;
    for (const Queue& queue : d_queues) {
      values.push_back(load(builder, queue.waited));
      types.push_back(builder.getInt64Ty());
    }
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false);
    builder.CreateCall(d_module.getOrInsertFunction(kEndedCopies + std::to_string(types.size()), type),
                       values);
  }

  static void initialise(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* is_line =
        builder.CreateAnd(builder.CreateICmpEQ(local_size(builder, 1), builder.getInt64(1)),
                          builder.CreateICmpEQ(local_size(builder, 2), builder.getInt64(1)));
    assert_of_program(builder, is_line, "one thread of the block arrives at the barrier in memory");
    overwrite_barrier(builder, call.getArgOperand(0));
  }

  void wait(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    touch_barrier(builder, call.getArgOperand(0), /*writes=*/false);
    for (const Queue& queue : d_queues) {
      if (!queue.steps.contains(&call) || !queue.facts.met.contains(&call)) continue;
      llvm::Value* waited = load(builder, queue.waited);
      llvm::Value* more = builder.getInt64(1);
      if (queue.facts.missed.contains(&call)) {
        const unsigned slots = queue.barriers.slots;
        llvm::Value* place = builder.CreateSub(offset_in_object(builder, call.getArgOperand(0)),
                                               builder.getInt64(queue.barriers.begin));
        llvm::Value* turn = builder.CreateURem(waited, builder.getInt64(slots));
        llvm::Value* is_next =
            builder.CreateICmpEQ(place, builder.CreateMul(turn, builder.getInt64(kBarrierBytes)));
        llvm::Value* parity = builder.CreateAnd(
            builder.CreateZExtOrTrunc(call.getArgOperand(1), builder.getInt64Ty()), builder.getInt64(1));
        llvm::Value* next_parity =
            builder.CreateAnd(builder.CreateUDiv(waited, builder.getInt64(slots)), builder.getInt64(1));
        is_next = builder.CreateAnd(is_next, builder.CreateICmpEQ(parity, next_parity));
        more = builder.CreateZExt(is_next, builder.getInt64Ty());
      }
      builder.CreateStore(builder.CreateAdd(waited, more), queue.waited);
    }
    tell_ended(builder);
  }

  void start(QueueCopy& copy) {
    llvm::CallInst& call = *copy.call;
    llvm::Value* to = without_casts(call.getArgOperand(0));
    llvm::Value* from = without_casts(call.getArgOperand(1));
    keep_apart(call, {to, copy.bytes, true});
    llvm::IRBuilder<> builder(&call);
    const Queue& queue = d_queues[copy.queue];
    llvm::Value* number = builder.CreateAdd(load(builder, queue.waited), builder.getInt64(copy.ahead));
    transfer(builder, copy, to, from, number);
    for (std::size_t i = copy.instances.size(); i-- > 1;) {
      const Instance &into = copy.instances[i], &newer = copy.instances[i - 1];
      for (const auto part : {&Instance::active, &Instance::to, &Instance::from, &Instance::number})
        builder.CreateStore(load(builder, newer.*part), into.*part);
    }
    if (copy.instances.empty()) return;
    const Instance& newest = copy.instances.front();
    builder.CreateStore(builder.getTrue(), newest.active);
    builder.CreateStore(to, newest.to);
    builder.CreateStore(from, newest.from);
    builder.CreateStore(number, newest.number);
  }

  // Returns the condition that the copy may still be in progress.
  llvm::Value* goes_on(llvm::IRBuilder<>& builder, const QueueCopy& copy, const Instance& instance) {
    return builder.CreateAnd(
        load(builder, instance.active),
        builder.CreateICmpUGE(load(builder, instance.number), load(builder, d_queues[copy.queue].waited)));
  }

  void transfer(llvm::IRBuilder<>& builder, const QueueCopy& copy, llvm::Value* to, llvm::Value* from,
                llvm::Value* number) {
    for (const auto& [pointer, writes] : {std::pair(from, false), std::pair(to, true)}) {
      // Each space has a function of its own; the translation looks at the name's beginning.
      auto* type = llvm::FunctionType::get(builder.getVoidTy(),
                                           {pointer->getType(), builder.getInt32Ty(), builder.getInt1Ty(),
                                            builder.getInt32Ty(), builder.getInt64Ty()},
                                           /*isVarArg=*/false);
      builder.CreateCall(
          d_module.getOrInsertFunction(
              kCopyOfQueue + std::to_string(pointer->getType()->getPointerAddressSpace()), type),
          {pointer, builder.getInt32(static_cast<std::uint32_t>(copy.bytes)), builder.getInt1(writes),
           builder.getInt32(copy.queue), number});
    }
  }

  unsigned going_on_at(const QueueCopy& copy, const llvm::Instruction& at) const {
    const auto& all = d_queues[copy.queue].facts.going_on;
    const auto of_copy = all.find(copy.call);
    if (of_copy == all.end()) return 0;
    const auto found = of_copy->second.find(&at);
    return found == of_copy->second.end() ? 0 : found->second;
  }

  // After a barrier.
  void go_on(llvm::Instruction& barrier) {
    for (const QueueCopy& copy : d_copies) {
      if (going_on_at(copy, barrier) == 0) continue;
      for (const Instance& instance : copy.instances) {
        llvm::Instruction* next = barrier.getNextNode();
        llvm::IRBuilder<> builder(next);
        builder.SetCurrentDebugLocation(copy.call->getDebugLoc());
        llvm::Instruction* inside = llvm::SplitBlockAndInsertIfThen(goes_on(builder, copy, instance), next,
                                                                    /*Unreachable=*/false);
        llvm::IRBuilder<> within(inside);
        within.SetCurrentDebugLocation(copy.call->getDebugLoc());
        transfer(within, copy, load(within, instance.to), load(within, instance.from),
                 load(within, instance.number));
      }
    }
  }

  // Asserts that an access of the thread itself in front of `at` touches no bytes that its copies may write
  // then, nor writes those that they may read.
  void keep_apart(llvm::Instruction& at, const Touch& touch) {
    llvm::IRBuilder<> builder(&at);
    llvm::Value* meets = nullptr;
    for (const QueueCopy& copy : d_copies) {
      if (going_on_at(copy, at) == 0) continue;
      for (const Instance& instance : copy.instances)
        for (llvm::AllocaInst* side : {instance.to, instance.from}) {
          if (side == instance.from && !touch.writes) continue;
          llvm::Value* pointer = load(builder, side);
          const bool is_target = side == instance.to;
          if (!may_be_in(touch.pointer, is_target ? kLocalSpace : kGlobalSpace) ||
              are_apart(touch.pointer, copy.call->getArgOperand(is_target ? 0 : 1)))
            continue;
          llvm::Value* begin = offset_in_object(builder, pointer);
          llvm::Value* own = offset_in_object(builder, touch.pointer);
          llvm::Value* meeting = builder.CreateAnd(
              goes_on(builder, copy, instance),
              builder.CreateICmpEQ(object_number(builder, touch.pointer), object_number(builder, pointer)));
          meeting = builder.CreateAnd(
              meeting, builder.CreateICmpSLT(begin, builder.CreateAdd(own, builder.getInt64(touch.bytes))));
          meeting = builder.CreateAnd(
              meeting, builder.CreateICmpSLT(own, builder.CreateAdd(begin, builder.getInt64(copy.bytes))));
          meets = meets == nullptr ? meeting : builder.CreateOr(meets, meeting);
        }
    }
    if (meets != nullptr)
      assert_of_program(builder, builder.CreateNot(meets),
                        "a thread waits for its asynchronous copy before it touches these bytes");
    if (!touch.writes) return;
    for (const Queue& queue : d_queues)
      keep_off_barriers(builder, touch, queue.barriers.object, queue.barriers.begin,
                        queue.barriers.begin + kBarrierBytes * queue.barriers.slots);
  }

  void replace_waits() {
    for (llvm::CallInst* call : d_calls)
      if (!call->getType()->isVoidTy()) {
        llvm::IRBuilder<> builder(call);
        call->replaceAllUsesWith(undefined_value(builder, call->getType()));
      }
  }

  void remove_calls() {
    for (llvm::CallInst* call : d_calls) call->eraseFromParent();
  }

  llvm::Function& d_kernel;
  llvm::Module& d_module;
  const llvm::DataLayout& d_layout;
  std::vector<Refusal>& d_refusals;
  const llvm::Instruction* d_refused = nullptr;
  std::vector<llvm::CallInst*> d_calls;
  std::vector<Step> d_steps;
  std::vector<Queue> d_queues;
  std::vector<QueueCopy> d_copies;
  std::uint64_t d_thread = 0;
};

}  // namespace

bool lower_queues(llvm::Function& kernel, std::vector<Refusal>& refusals) {
  return QueueLowering(kernel, refusals).run();
}

}  // namespace launchproof::frontend
