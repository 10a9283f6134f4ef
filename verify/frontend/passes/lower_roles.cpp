#include "verify/frontend/passes/lower_roles.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <cstdint>
#include <optional>
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
#include "verify/frontend/phases/role_meetings.h"
#include "verify/frontend/phases/role_phases.h"
#include "verify/frontend/phases/thread_checks.h"
#include "verify/frontend/phases/thread_classes.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

// The number of the next arrival of a thread that does not arrive (any more).
constexpr std::uint64_t kNever = std::uint64_t{1} << 62;
constexpr std::uint64_t kMostExpected = std::uint64_t{1} << 20;  // one more than the most

// What a thread counts at a queue: the numbers of its next arrival and of its next wait.
struct RoleCounters {
  llvm::AllocaInst* arriving = nullptr;
  llvm::AllocaInst* awaited = nullptr;
};

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
    if (!collect()) return false;
    const bool is_understood = check() && straighten_waits() && check_ends() && check_places() && follow();
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
    if (has_others) {
      refuse_beside_copies();
      return false;
    }
    if (d_steps.empty()) return false;
    // A wait in a loop of its own depends on itself.
    return is_of_roles || std::ranges::any_of(d_steps, [](const RoleCall& one) {
             return one.step != RoleStep::Init && called_name(*one.call) != kPhaseTest &&
                    depends_on_thread(*one.call);
           });
  }

  // Other passes follow the barriers that copies end at, and they know no arrivals without copies.
  void refuse_beside_copies() {
    const bool has_blocks = std::ranges::any_of(
        d_calls, [](const llvm::CallInst* call) { return called_name(*call) == kBlockCopy; });
    for (const llvm::CallInst* call : d_calls) {
      const llvm::StringRef name = called_name(*call);
      const bool is_other = name == kPhaseParity || name == kPhaseDrop ||
                            (has_blocks && name.starts_with(kPhasePrefix) && name != kPhaseInit);
      if (!is_other) continue;
      refuse("a step at a barrier in memory beside copies that end at such barriers", *call);
      return;
    }
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
        return refuse("a barrier in memory that is not a variable in shared memory", *one.call);
    }
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (name.starts_with(kCopy) || name.starts_with(kBulkPrefix) || name.starts_with(kMatrixPrefix))
        return refuse("asynchronous copies or products beside barriers that some threads only arrive at",
                      instruction);
      if (name == kBarrierExpect)
        return refuse("a barrier in memory that waits for bytes that no copy brings", instruction);
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

  bool check_places() {
    PlacedSteps places;
    for (const RoleCall& one : d_steps)
      (one.step == RoleStep::Init ? places.made : places.steps).push_back(one.call);
    for (const llvm::CallInst* call : d_calls)
      if (is_end(*call)) places.ends.push_back(call);
    const std::optional<Misplaced> wrong = misplaced_step(d_kernel, places);
    return !wrong || refuse(wrong->why, *wrong->at);
  }

  static bool is_end(const llvm::CallInst& call) {
    return called_name(call) == kBarrierEnd || called_name(call) == kPhaseEnd;
  }

  bool follow() {
    d_facts = follow_roles(d_kernel, d_steps);
    if (!d_facts.refused.empty()) return refuse(d_facts.refused, *d_facts.refused_at);
    return std::ranges::all_of(d_facts.queues, [&](const RoleQueue& queue) { return check_queue(queue); });
  }

  // How many arrivals a barrier expects is compared where threads wait for it.
  bool check_queue(const RoleQueue& queue) {
    const llvm::CallInst* made = nullptr;
    for (const RoleCall& one : d_steps) {
      if (!queue.steps.contains(one.call) || one.step != RoleStep::Init) continue;
      if (made != nullptr && made->getArgOperand(1) != one.call->getArgOperand(1))
        return refuse("a barrier in memory that is initialised in several ways", *one.call);
      made = one.call;
    }
    return true;
  }

  bool has_wait(const RoleQueue& queue) const {
    return std::ranges::any_of(d_steps, [&](const RoleCall& one) {
      return queue.steps.contains(one.call) && (one.step == RoleStep::Token || one.step == RoleStep::Parity);
    });
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
    limit_block(builder);
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

  // Lets all threads end in one place, where what they have done can be compared.
  llvm::Instruction& join_ends() {
    std::vector<llvm::Instruction*> ends, returns;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      if (llvm::isa<llvm::ReturnInst>(instruction)) ends.push_back(&instruction);
      if (called_name(instruction) == cuda::kReturns) returns.push_back(&instruction);
    }
    if (ends.size() == 1) return *ends.front();
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
    return *end;
  }

  // Returns whether barriers may be in use where the instruction is: they are neither before they are
  // initialised, nor behind their end.
  bool may_meet_barriers(const llvm::Instruction& access) const {
    const bool is_made = std::ranges::any_of(
        d_steps, [&](const RoleCall& one) { return one.step == RoleStep::Init && leads(*one.call, access); });
    return is_made && std::ranges::none_of(d_calls, [&](const llvm::CallInst* call) {
             return is_end(*call) && leads(*call, access);
           });
  }

  void lower() {
    llvm::Instruction& end = join_ends();
    std::vector<llvm::Instruction*> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (name.starts_with(kPhasePrefix) || name.starts_with(kQueuePrefix)) continue;
      if (!touches_of(instruction, d_layout).empty()) accesses.push_back(&instruction);
    }
    for (llvm::Instruction* access : accesses) {
      llvm::IRBuilder<> builder(access);
      for (const Touch& touch : touches_of(*access, d_layout))
        if (touch.writes && may_meet_barriers(*access))
          for (const RoleQueue& queue : d_facts.queues)
            keep_off_barriers(builder, touch, queue.barriers.object, queue.barriers.begin,
                              queue.barriers.begin + kBarrierBytes * queue.barriers.slots);
      tell(builder);
    }
    for (const llvm::Instruction* division : d_facts.divisions) {
      auto* before = const_cast<llvm::Instruction*>(division);
      llvm::IRBuilder<> builder(before);
      llvm::Value* dividend = before->getOperand(0);
      limit_to(builder, builder.CreateICmpSGE(dividend, llvm::ConstantInt::get(dividend->getType(), 0)),
               "a number that may be negative where it chooses a barrier in memory or its phase");
    }
    for (const RoleCall& one : d_steps) step(one);
    for (llvm::CallInst* call : d_calls)
      if (is_end(*call)) {
        llvm::IRBuilder<> builder(call);
        tell(builder);
        overwrite_barrier(builder, call->getArgOperand(0));
      }
    compare_counts(end);
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
    if (one.step == RoleStep::Init) limit_count(builder, call);
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
      if (!arrives) check_count(builder, call, queue, before);
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

  void limit_block(llvm::IRBuilder<>& builder) const {
    builder.SetCurrentDebugLocation(d_steps.front().call->getDebugLoc());
    llvm::Value* size = local_size(builder, 0);
    llvm::Value* is_line = builder.CreateAnd(
        builder.CreateAnd(builder.CreateICmpEQ(local_size(builder, 1), builder.getInt64(1)),
                          builder.CreateICmpEQ(local_size(builder, 2), builder.getInt64(1))),
        builder.CreateICmpULE(size, builder.getInt64(kMostThreads)));
    limit_to(builder, is_line,
             "barriers in memory that some threads only arrive at, in a block that is not one line");
    if (d_facts.needed_threads > 1)
      limit_to(builder, builder.CreateICmpUGE(size, builder.getInt64(d_facts.needed_threads)),
               "barriers in memory that some threads only arrive at, in a block of less than " +
                   std::to_string(d_facts.needed_threads) + " threads");
  }

  // Compares the number of expected arrivals with that of the threads that arrive.
  static llvm::Value* compare_expected(llvm::IRBuilder<>& builder, llvm::CmpInst::Predicate predicate,
                                       llvm::Value* expected, const RoleQueue& queue) {
    return builder.CreateICmp(predicate, builder.CreateZExtOrTrunc(expected, builder.getInt64Ty()),
                              count_of(builder, queue.arriving));
  }

  // Returns whether the value is the same at every place in the kernel where a thread of the block computes
  // it.
  static bool is_of_block_alone(const llvm::Value& value, unsigned depth = 0) {
    constexpr unsigned kDeepest = 16;
    if (llvm::isa<llvm::ConstantInt, llvm::Argument>(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || depth > kDeepest) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) return is_of_block(*call);
    return (instruction->isBinaryOp() || instruction->isCast()) &&
           llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
             return is_of_block_alone(*operand.get(), depth + 1);
           });
  }

  // Computes a value of which that holds.
  static llvm::Value* again(llvm::IRBuilder<>& builder, llvm::Value& value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return &value;
    llvm::Instruction* copy = instruction->clone();
    for (llvm::Use& operand : copy->operands())
      if (llvm::isa<llvm::Instruction>(operand.get())) operand.set(again(builder, *operand.get()));
    return builder.Insert(copy);
  }

  // A number of arrivals that all threads can compute is compared where they wait.
  void limit_count(llvm::IRBuilder<>& builder, llvm::CallInst& call) const {
    llvm::Value* expected = call.getArgOperand(1);
    limit_to(builder,
             builder.CreateAnd(
                 builder.CreateIsNotNull(expected),
                 builder.CreateICmpULT(expected, llvm::ConstantInt::get(expected->getType(), kMostExpected))),
             "a barrier in memory that expects no arrival, or more than 1,048,575");
    for (const RoleQueue& queue : d_facts.queues) {
      if (!queue.steps.contains(&call) || has_wait(queue)) continue;
      llvm::Value* fits = compare_expected(builder, llvm::CmpInst::ICMP_UGE, expected, queue);
      if (llvm::Value* is_this = is_of(builder, call, queue))
        fits = builder.CreateOr(fits, builder.CreateNot(is_this));
      limit_to(builder, fits,
               "a barrier in memory that no thread waits for and more threads arrive at than it expects");
    }
    if (is_of_block_alone(*call.getArgOperand(1))) return;
    for (const RoleQueue& queue : d_facts.queues) {
      if (!queue.steps.contains(&call)) continue;
      llvm::Value* fits = compare_expected(builder, llvm::CmpInst::ICMP_EQ, call.getArgOperand(1), queue);
      fits = builder.CreateAnd(fits, builder.CreateIsNotNull(call.getArgOperand(1)));
      if (llvm::Value* is_this = is_of(builder, call, queue))
        fits = builder.CreateOr(fits, builder.CreateNot(is_this));
      limit_to(builder, fits,
               "a barrier in memory that expects another number of arrivals than threads arrive at it");
    }
  }

  // `number` is that of the wait. If more arrivals are expected than threads make, threads wait forever,
  // except for a phase before the first one. If fewer are expected, threads may take turns with the phases.
  void check_count(llvm::IRBuilder<>& builder, llvm::CallInst& wait, const RoleQueue& queue,
                   llvm::Value* number) const {
    llvm::Value* is_other = builder.getFalse();
    if (llvm::Value* is_this = is_of(builder, wait, queue)) is_other = builder.CreateNot(is_this);
    llvm::Value* is_early = builder.CreateICmpULT(number, builder.getInt64(queue.barriers.slots));
    llvm::Value *is_enough = builder.getTrue(), *is_most = builder.getTrue();
    for (const RoleCall& one : d_steps) {
      if (one.step != RoleStep::Init || !queue.steps.contains(one.call)) continue;
      llvm::Value& expected = *one.call->getArgOperand(1);
      if (!is_of_block_alone(expected)) continue;
      llvm::Value* number_here = again(builder, expected);
      is_enough = builder.CreateAnd(is_enough, builder.CreateIsNotNull(number_here));
      is_enough = builder.CreateAnd(is_enough,
                                    compare_expected(builder, llvm::CmpInst::ICMP_UGE, number_here, queue));
      is_most =
          builder.CreateAnd(is_most, compare_expected(builder, llvm::CmpInst::ICMP_ULE, number_here, queue));
    }
    limit_to(
        builder, builder.CreateOr(is_other, is_enough),
        "a barrier in memory that expects fewer arrivals than threads arrive at it, as they may do in turn");
    assert_of_program(builder, builder.CreateOr(builder.CreateOr(is_other, is_early), is_most),
                      "a barrier in memory expects no more arrivals than threads arrive at it");
  }

  // Where the kernel ends, each thread has arrived as often as it has waited itself, and as often as others.
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
      llvm::Value* own = builder.CreateSub(load(builder, d_counters[i].arriving), slots);
      llvm::Value* arrivals = of_other(own);
      llvm::Value* waits = builder.CreateSub(load(builder, d_counters[i].awaited), slots);
      llvm::CallInst* check =
          assert_of_program(builder, builder.CreateOr(is_other_group, builder.CreateICmpSLE(waits, arrivals)),
                            "each thread of a barrier in memory arrives as often as others wait for it");
      assert_of_program(builder, builder.CreateICmpSLE(waits, own),
                        "a thread of a barrier in memory arrives as often as it waits for itself");
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
