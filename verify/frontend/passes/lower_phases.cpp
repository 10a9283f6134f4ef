#include "verify/frontend/passes/lower_phases.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/cuda_names.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/private_memory.h"
#include "verify/frontend/passes/copy_accesses.h"
#include "verify/frontend/passes/lower_copies.h"
#include "verify/frontend/passes/phase_states.h"
#include "verify/frontend/passes/touches.h"
#include "verify/frontend/phases/queue_phases.h"
#include "verify/frontend/phases/thread_checks.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kGroupBarrier = "_Z7barrierj";
// Threads of two branches may meet at a barrier in memory, as they do at `barrier.sync` of one number. These
// numbers are beyond those of PTX.
constexpr unsigned kFirstNumber = 64;
constexpr unsigned kPhaseMemories = 3;

// An access between the steps of a barrier, with the variables of its thread that tell where it was.
struct PhaseAccess {
  llvm::AllocaInst* active = nullptr;
  llvm::AllocaInst* pointer = nullptr;
};

class PhaseLowering {
 public:
  PhaseLowering(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals)
      : d_kernel(kernel),
        d_module(*kernel.getParent()),
        d_layout(d_module.getDataLayout()),
        d_purpose(purpose),
        d_refusals(refusals) {}

  bool run() {
    collect();
    if (d_calls.empty()) return false;
    llvm::removeUnreachableBlocks(d_kernel);
    d_calls.clear();
    collect();
    const bool is_understood = check() && straighten_waits() && check_threads() && follow();
    if (!is_understood) {
      remove_calls();
      return false;
    }
    make_variables();
    lower();
    remove_calls();
    return true;
  }

 private:
  bool refuse(const std::string& what, const llvm::Instruction& at) {
    d_refusals.push_back({what, at.getDebugLoc()});
    return false;
  }

  void collect() {
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (!name.starts_with(kPhasePrefix)) continue;
      auto* call = llvm::cast<llvm::CallInst>(&instruction);
      d_calls.push_back(call);
      if (name == kPhaseCopy) d_copies = true;
      if (is_of_pipeline(*call)) d_pipelines = true;
    }
  }

  static bool is_of_pipeline(const llvm::CallInst& call) {
    const llvm::StringRef name = called_name(call);
    return name == kPhaseFree || name == kPhasePush || name == kPhaseNext;
  }

  // Returns whether a single thread may take the step.
  static bool is_of_one_thread(const llvm::CallInst& call) {
    const llvm::StringRef name = called_name(call);
    return name == kPhaseInit || name == kPhaseEnd || name == kPhaseCopy;
  }

  static bool is_of_barrier(const llvm::CallInst& call) {
    return !is_of_pipeline(call) && !llvm::isa<llvm::ConstantPointerNull>(object_of(call.getArgOperand(0)));
  }

  // Checks that barriers are in shared memory, initialised once, by the first thread before anything else.
  bool check() {
    if (!is_kernel(d_kernel))
      return refuse("a barrier in two steps in a function that is not inlined", *d_calls.front());
    const auto made = initialised_phases(d_kernel);
    for (const llvm::CallInst* call : d_calls) {
      if (called_name(*call) == kPhaseParity || called_name(*call) == kPhaseDrop)
        return refuse("a wait for a parity, or a thread that leaves, at a barrier that copies end at", *call);
      if (is_of_pipeline(*call) && !phase_place(*call->getArgOperand(0), d_layout).offset)
        return refuse("a pipeline, which one of several is not known", *call);
      if (!is_of_barrier(*call)) continue;
      const PhasePlace place = phase_place(*call->getArgOperand(0), d_layout);
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(place.object);
      if (variable == nullptr || variable->getAddressSpace() != kLocalSpace)
        return refuse("a barrier in two steps that is not a variable in shared memory", *call);
      if (called_name(*call) == kPhaseInit) {
        const auto arrives = [](const llvm::Instruction& one) { return called_name(one) == kPhaseArrive; };
        if (reaches(
                *call, arrives, [](const auto&) { return false; },
                [](const auto&, const auto&) { return true; }))
          return refuse("a barrier that is initialised after threads have arrived at one", *call);
        continue;
      }
      if (!check_end(*call)) return false;
      const std::uint64_t size = d_layout.getTypeAllocSize(variable->getValueType());
      const std::uint64_t first = place.offset ? *place.offset : 0;
      const std::uint64_t last = place.offset ? first + kBarrierBytes : size;
      for (std::uint64_t at = first; at < last; at += kBarrierBytes)
        if (!made.contains({place.object, at}))
          return refuse("a barrier that the first thread of the block has not certainly initialised", *call);
      if (!place.offset && value_depends_on_thread(d_kernel, *call->getArgOperand(0)))
        return refuse("a barrier in two steps, which one of several depends on the thread", *call);
    }
    return check_memory();
  }

  // Checks that no thread uses a barrier after its end, and that a barrier of the block lies between the last
  // use and the end.
  bool check_end(const llvm::CallInst& call) {
    const auto always = [](const auto&, const auto&) { return true; };
    const auto never = [](const llvm::Instruction&) { return false; };
    const auto ends = [](const llvm::Instruction& one) { return called_name(one) == kPhaseEnd; };
    const auto uses = [](const llvm::Instruction& one) {
      const llvm::StringRef name = called_name(one);
      return name.starts_with(kPhasePrefix) && name != kPhaseInit && name != kPhaseEnd;
    };
    const auto meets = [](const llvm::Instruction& one) { return called_name(one) == kGroupBarrier; };
    if (ends(call))
      return !reaches(call, uses, meets, always) ||
             refuse("the end of a barrier that other threads may still use", call);
    return !reaches(call, ends, never, always) || refuse("a barrier that has perhaps ended before", call);
  }

  // Barriers hold what their functions make of them.
  bool check_memory() {
    std::set<const llvm::Value*> objects;
    for (const llvm::CallInst* call : d_calls) objects.insert(object_of(call->getArgOperand(0)));
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      if (called_name(instruction).starts_with(kPhasePrefix)) continue;
      for (const Touch& touch : touches_of(instruction, d_layout))
        if (objects.contains(object_of(touch.pointer)))
          return refuse("an access to a barrier in two steps as to other memory", instruction);
      const llvm::StringRef name = called_name(instruction);
      if ((d_copies || d_pipelines) && (name == kCopyCommit || name == kCopyWait || name == kCopyWaitAll))
        return refuse("copies that barriers or pipelines of the block wait for beside others", instruction);
    }
    if (d_copies && d_pipelines)
      return refuse("copies that barriers wait for beside a pipeline of the block", *d_calls.front());
    return true;
  }

  bool straighten_waits() {
    for (llvm::CallInst* call : d_calls) {
      if (called_name(*call) != kPhaseTest) continue;
      if (const char* why = straighten_wait(*call)) return refuse(why, *call);
    }
    llvm::removeUnreachableBlocks(d_kernel);
    return true;
  }

  // All threads of the block come to the steps. A thread that has ended arrives no more.
  bool check_threads() {
    for (const llvm::CallInst* call : d_calls)
      if (!is_of_one_thread(*call) && depends_on_thread(*call))
        return refuse("a step of a barrier or pipeline to which perhaps not all threads of the block come",
                      *call);
    for (const llvm::Instruction& instruction : llvm::instructions(d_kernel))
      if (called_name(instruction) == cuda::kReturns && depends_on_thread(instruction))
        return refuse("a thread that returns in a kernel whose barriers wait for all threads", instruction);
    return true;
  }

  bool follow() {
    d_facts = follow_phases(d_kernel, d_copies);
    if (d_facts.refused.empty()) return true;
    return refuse(d_facts.refused, *d_facts.refused_at);
  }

  static llvm::Value* load(llvm::IRBuilder<>& builder, llvm::AllocaInst* from) {
    return builder.CreateLoad(from->getAllocatedType(), from);
  }

  void make_variables() {
    llvm::BasicBlock& entry = d_kernel.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    const auto variable = [&](llvm::Value* value) {
      llvm::AllocaInst* made = builder.CreateAlloca(value->getType(), kPrivateSpace);
      builder.CreateStore(value, made);
      return made;
    };
    for (const auto& [wait, accesses] : d_facts.unordered)
      for (llvm::Instruction* access : accesses) {
        if (d_accesses.contains(access)) continue;
        llvm::Value* pointer = llvm::getLoadStorePointerOperand(access);
        auto* object = const_cast<llvm::Value*>(object_of(pointer));
        llvm::Value* first = llvm::Constant::getNullValue(pointer->getType());
        if (llvm::isa<llvm::GlobalVariable, llvm::Argument>(object))
          first = object->getType() == pointer->getType()
                      ? object
                      : builder.CreateAddrSpaceCast(object, pointer->getType());
        d_accesses[access] = {variable(builder.getFalse()), variable(first)};
      }
  }

  void lower() {
    const llvm::DominatorTree dominators(d_kernel);
    const llvm::LoopInfo loops(dominators);
    std::set<const llvm::Instruction*> repeated;
    for (const auto& [access, variables] : d_accesses)
      if (loops.getLoopFor(access->getParent()) != nullptr) repeated.insert(access);
    for (const auto& [access, variables] : d_accesses) note(*access, variables, repeated.contains(access));
    for (llvm::CallInst* call : d_calls) {
      const llvm::StringRef name = called_name(*call);
      if (name == kPhaseInit) initialise(*call);
      if (name == kPhaseArrive) arrive(*call);
      if (name == kPhaseEnd) end(*call);
      if (name == kPhasePush && !is_zero(*call->getArgOperand(1))) commit(*call);
      if (name == kPhaseWait || name == kPhaseTest) wait(*call, d_copies);
      if (name == kPhaseNext) wait(*call, !is_zero(*call->getArgOperand(1)));
    }
    std::vector<llvm::Instruction*> barriers;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel))
      if (called_name(instruction) == kGroupBarrier && !d_waits.contains(&instruction))
        barriers.push_back(&instruction);
    for (llvm::Instruction* barrier : barriers) {
      llvm::IRBuilder<> builder(barrier);
      for (const auto& [access, variables] : d_accesses)
        builder.CreateStore(builder.getFalse(), variables.active);
    }
  }

  // An arbitrary one of several accesses of a loop is kept.
  static void note(llvm::Instruction& access, const PhaseAccess& variables, bool is_repeated) {
    llvm::IRBuilder<> builder(&access);
    llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
    if (is_repeated) {
      llvm::Value* replaces = builder.CreateOr(builder.CreateNot(load(builder, variables.active)),
                                               undefined_value(builder, builder.getInt1Ty()));
      pointer = builder.CreateSelect(replaces, pointer, load(builder, variables.pointer));
    }
    builder.CreateStore(pointer, variables.pointer);
    builder.CreateStore(builder.getTrue(), variables.active);
  }

  static void initialise(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    llvm::Value* threads = builder.getInt64(1);
    for (unsigned dimension = 0; dimension < 3; ++dimension)
      threads = builder.CreateMul(threads, local_size(builder, dimension));
    llvm::Value* expected = builder.CreateZExtOrTrunc(call.getArgOperand(1), builder.getInt64Ty());
    assert_of_program(builder, builder.CreateICmpEQ(expected, threads),
                      "a barrier at which all threads of the block arrive expects as many as there are");
    if (is_of_barrier(call)) overwrite_barrier(builder, call.getArgOperand(0));
  }

  void arrive(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    if (is_of_barrier(call)) touch_barrier(builder, call.getArgOperand(0), /*writes=*/true);
    if (d_copies) commit(call);
  }

  static void end(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    touch_barrier(builder, call.getArgOperand(0), /*writes=*/true);
  }

  static bool is_zero(const llvm::Value& value) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&value);
    return number != nullptr && number->isZero();
  }

  void commit(llvm::CallInst& call) {
    llvm::IRBuilder<> builder(&call);
    builder.CreateCall(d_module.getOrInsertFunction(kCopyCommit, builder.getVoidTy()));
  }

  // Barriers of one object that differ by a known offset have numbers of their own.
  unsigned number(const llvm::CallInst& call) {
    const PhasePlace place = phase_place(*call.getArgOperand(0), d_layout);
    const auto known = std::ranges::find(d_numbers, std::pair(place.object, place.offset));
    const auto at = static_cast<unsigned>(known - d_numbers.begin());
    if (known == d_numbers.end()) d_numbers.emplace_back(place.object, place.offset);
    return kFirstNumber + at;
  }

  void wait(llvm::CallInst& call, bool copies) {
    llvm::IRBuilder<> builder(&call);
    if (is_of_barrier(call)) touch_barrier(builder, call.getArgOperand(0), /*writes=*/false);
    if (copies)
      builder.CreateCall(d_module.getOrInsertFunction(kCopyWait, builder.getVoidTy(), builder.getInt32Ty()),
                         {builder.getInt32(d_facts.later.at(&call))});
    llvm::CallInst* barrier = builder.CreateCall(
        d_module.getOrInsertFunction(kGroupBarrier, builder.getVoidTy(), builder.getInt32Ty()),
        {builder.getInt32(kPhaseMemories | (number(call) + 1) << 8)});
    barrier->addFnAttr(llvm::Attribute::Convergent);
    if (llvm::MDNode* name = call.getMetadata(cuda::kCalledAs)) barrier->setMetadata(cuda::kCalledAs, name);
    d_waits.insert(barrier);
    const std::set<llvm::Instruction*>& unordered = d_facts.unordered.at(&call);
    for (const auto& [access, variables] : d_accesses)
      if (!unordered.contains(access)) {
        llvm::IRBuilder<> behind(&call);
        behind.CreateStore(behind.getFalse(), variables.active);
      }
    for (llvm::Instruction* access : unordered) repeat(*access, d_accesses.at(access), call);
  }

  // Replays make no store a second time.
  void repeat(llvm::Instruction& access, const PhaseAccess& variables, llvm::Instruction& before) {
    llvm::IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(access.getDebugLoc());
    if (d_purpose == Purpose::Execution && llvm::isa<llvm::StoreInst>(access)) {
      builder.CreateCall(d_module.getOrInsertFunction("launchproof.phase_access", builder.getVoidTy()));
      return;
    }
    llvm::Instruction* inside =
        llvm::SplitBlockAndInsertIfThen(load(builder, variables.active), &before, /*Unreachable=*/false);
    llvm::IRBuilder<> within(inside);
    within.SetCurrentDebugLocation(access.getDebugLoc());
    llvm::Value* pointer = load(within, variables.pointer);
    const auto shield = [&](auto* made) {
      made->setVolatile(true);
      for (const char* mark : {kPlainAccess, kInFlight})
        made->setMetadata(mark, llvm::MDNode::get(made->getContext(), {}));
    };
    if (auto* read = llvm::dyn_cast<llvm::LoadInst>(&access)) {
      shield(within.CreateAlignedLoad(read->getType(), pointer, read->getAlign()));
    } else {
      auto* write = llvm::cast<llvm::StoreInst>(&access);
      llvm::Value* value = undefined_value(within, write->getValueOperand()->getType());
      shield(within.CreateAlignedStore(value, pointer, write->getAlign()));
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
  llvm::Module& d_module;
  const llvm::DataLayout& d_layout;
  Purpose d_purpose;
  std::vector<Refusal>& d_refusals;
  std::vector<llvm::CallInst*> d_calls;
  bool d_copies = false;     // there are copies that barriers wait for
  bool d_pipelines = false;  // there are pipelines of the block
  PhaseFacts d_facts;
  std::map<llvm::Instruction*, PhaseAccess> d_accesses;
  std::set<const llvm::Instruction*> d_waits;
  std::vector<std::pair<const llvm::Value*, std::optional<std::uint64_t>>> d_numbers;
};

}  // namespace

bool lower_phases(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals) {
  return PhaseLowering(kernel, purpose, refusals).run();
}

}  // namespace launchproof::frontend
