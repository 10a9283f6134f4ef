// Checks requirements of bulk copies, and of tensor cores that read shared memory, before they are lowered.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/matrix_descriptors.h"
#include "verify/frontend/passes/folding.h"
#include "verify/frontend/passes/lower_copies.h"
#include "verify/frontend/passes/phase_states.h"
#include "verify/frontend/passes/touches.h"
#include "verify/frontend/phases/thread_checks.h"

namespace launchproof::frontend {
namespace {

// Numbers of barriers that threads pass at several places are from 1 to 16 (synchronisation.h), followed by
// that of the grid. All threads of the block come to those without a number, and with larger ones
// (lower_phases.h).
constexpr std::uint64_t kBarrierOfGrid = 17;

// Returns nothing where it is no barrier of the block, or its number is not known.
std::optional<std::uint64_t> number_of_barrier(const llvm::Instruction& one) {
  constexpr unsigned kNumber = 8;
  if (called_name(one) != kBarrierOfBlock) return std::nullopt;
  const auto* flags = llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(one).getArgOperand(0));
  return flags == nullptr ? std::nullopt : std::optional(flags->getZExtValue() >> kNumber);
}

bool always(const llvm::BasicBlock& /*from*/, const llvm::BasicBlock& /*to*/) {
  return true;
}

bool never(const llvm::Instruction& /*one*/) {
  return false;
}

bool is_grouped_copy(const llvm::Instruction& one) {
  return called_name(one) == kBulkCopy || called_name(one).starts_with(kBulkReduce);
}

// Gives the matrices of tensor cores the bytes that their descriptors name.
class MatrixNaming {
 public:
  MatrixNaming(llvm::Function& kernel, std::vector<Refusal>& refusals)
      : d_kernel(kernel), d_layout(kernel.getParent()->getDataLayout()), d_refusals(refusals) {}

  void run() {
    if (calls().empty()) return;
    // Descriptors are made by functions that decide by constants.
    for (llvm::BasicBlock& block : d_kernel)
      llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    llvm::removeUnreachableBlocks(d_kernel);
    for (llvm::CallInst* call : calls()) {
      if (called_name(*call) == kMatrixTouch) continue;
      if (depends_on_thread(*call))
        refuse("an operation of a group of warps that perhaps not all threads of the block come to", *call);
      if (called_name(*call) != kMatrixRead) continue;
      if (is_before_fence(*call))
        refuse(
            "a product of a group of warps without a wgmma.fence behind what has stored in its registers "
            "before",
            *call);
      name(*call);
      call->eraseFromParent();
    }
  }

 private:
  std::vector<llvm::CallInst*> calls() const {
    std::vector<llvm::CallInst*> result;
    for (llvm::Instruction& one : llvm::instructions(d_kernel))
      if (called_name(one).starts_with(kMatrixPrefix)) result.push_back(llvm::cast<llvm::CallInst>(&one));
    return result;
  }

  bool refuse(const char* why, const llvm::Instruction& at) {
    d_refusals.push_back({why, at.getDebugLoc()});
    return false;
  }

  bool is_before_fence(const llvm::Instruction& product) const {
    const llvm::Instruction& first = d_kernel.getEntryBlock().front();
    const auto is_fence = [](const llvm::Instruction& one) { return called_name(one) == kMatrixFence; };
    const auto stores = [&](const llvm::Instruction& one) {
      return called_name(one) == kMatrixTouch || (&one == &first && !is_fence(one));
    };
    return &product == &first || reaches(product, stores, is_fence, always);
  }

  // Returns false where the bytes are not known.
  bool name(llvm::CallInst& call) {
    const auto* rows = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
    fold_operands(call.getArgOperandUse(0), d_layout);
    const auto descriptor = matrix_descriptor(*call.getArgOperand(0));
    if (!descriptor || rows == nullptr)
      return refuse("a matrix descriptor that is not made of an address of shared memory and of constants",
                    call);
    if (value_depends_on_thread(d_kernel, *call.getArgOperand(0)))
      return refuse("a matrix descriptor that perhaps differs between the threads of a group of warps", call);
    const std::optional<MatrixRuns> runs = matrix_runs(*descriptor, rows->getZExtValue());
    if (!runs) return refuse("a matrix whose rows do not begin where the pattern of its layout does", call);
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(descriptor->pointer, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    const llvm::Value* object = objects.front();
    if (objects.size() != 1 || !llvm::isa<llvm::GlobalVariable, llvm::Argument>(object))
      return refuse("a matrix descriptor of one of several arrays", call);
    if (object->getType()->getPointerAddressSpace() != kLocalSpace)
      return refuse("a matrix descriptor of other than shared memory", call);
    const std::uint64_t pattern = descriptor->row == kPlainRow ? kPlainRow : kPatternRows * descriptor->row;
    if (alignment_of(*object) < pattern)
      return refuse("a matrix in an array that is not aligned as the layout of its rows needs", call);
    replace(call, *descriptor, *runs, pattern);
    return true;
  }

  void replace(llvm::CallInst& call, const MatrixDescriptor& descriptor, const MatrixRuns& runs,
               std::uint64_t pattern) {
    llvm::IRBuilder<> builder(&call);
    const auto number = [&](std::uint64_t of) { return builder.getInt64(of); };
    llvm::Value* offset = number(static_cast<std::uint64_t>(descriptor.constant));
    for (const auto& [value, factor] : descriptor.added)
      offset =
          builder.CreateAdd(offset, builder.CreateMul(builder.CreateSExtOrTrunc(value, builder.getInt64Ty()),
                                                      number(static_cast<std::uint64_t>(factor))));
    llvm::Value* from = without_casts(descriptor.pointer);
    if (from->getType()->getPointerAddressSpace() != kLocalSpace)
      from = builder.CreateAddrSpaceCast(from, builder.getPtrTy(kLocalSpace));
    from = builder.CreatePtrAdd(from, offset);
    llvm::Value* place = offset_in_object(builder, from);
    // It begins in the first row of a pattern.
    constexpr std::uint64_t kRead = 32;
    const std::uint64_t last = descriptor.row < kRead ? 0 : descriptor.row - kRead;
    llvm::Value* in_pattern = builder.CreateAnd(place, number(pattern - 1));
    llvm::Value* holds =
        builder.CreateAnd(builder.CreateICmpULE(in_pattern, number(last)),
                          builder.CreateICmpEQ(builder.CreateAnd(place, number(kPlainRow - 1)), number(0)));
    llvm::Value* before = builder.CreateSub(place, number(static_cast<std::uint64_t>(descriptor.last)));
    holds = builder.CreateAnd(holds, builder.CreateICmpSGE(before, number(0)));
    assert_of_program(builder, holds, "a matrix begins where its layout allows it to");
    constexpr std::uint64_t kThreads = 128;
    llvm::Value* threads = number(1);
    for (unsigned dimension = 0; dimension < 3; ++dimension)
      threads = builder.CreateMul(threads, local_size(builder, dimension));
    assert_of_program(builder,
                      builder.CreateICmpEQ(builder.CreateAnd(threads, number(kThreads - 1)), number(0)),
                      "the threads of a block are whole groups of four warps");
    if (runs.is_partial)
      from =
          builder.CreatePtrAdd(from, builder.CreateNeg(builder.CreateAnd(place, number(descriptor.row - 1))));
    std::vector<llvm::Value*> arguments{from,
                                        number(runs.counts[0]),
                                        number(runs.counts[1]),
                                        number(runs.strides[0]),
                                        number(runs.strides[1]),
                                        number(runs.bytes),
                                        builder.getInt1(runs.is_partial)};
    std::vector<llvm::Type*> types;
    types.reserve(arguments.size());
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    builder.CreateCall(
        d_kernel.getParent()->getOrInsertFunction(
            kMatrixRows, llvm::FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false)),
        arguments);
  }

  // Dynamic memory is an argument. Where it is alone, it begins at a multiple of 1024 bytes.
  std::uint64_t alignment_of(const llvm::Value& object) const {
    constexpr std::uint64_t kAlone = 1024, kBehindOthers = 16;
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&object))
      return variable->getAlign().valueOrOne().value();
    const bool has_others =
        std::ranges::any_of(d_kernel.getParent()->globals(), [&](const llvm::GlobalVariable& one) {
          return one.getAddressSpace() == kLocalSpace && !one.use_empty() &&
                 d_layout.getTypeAllocSize(one.getValueType()) != 0;
        });
    return has_others ? kBehindOthers : kAlone;
  }

  static constexpr std::uint64_t kPlainRow = 16, kPatternRows = 8;

  llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  std::vector<Refusal>& d_refusals;
};

// Follows which stores no fence has shown to copies, as sets of memories. The thread that has made a store
// shows it, before a barrier lets other threads' copies come after it.
class ProxyStates {
 public:
  explicit ProxyStates(const llvm::Function& kernel)
      : d_kernel(kernel), d_layout(kernel.getParent()->getDataLayout()) {
    for (const llvm::Instruction& one : llvm::instructions(kernel)) {
      const llvm::StringRef name = called_name(one);
      d_copies |= name == kCopy || name == kCopyBytes;
      d_meets_elsewhere |= name == kBarrierOfBlock && !is_aligned_barrier(one);
    }
  }

  void check(std::vector<Refusal>& refusals) {
    // What threads have stored where others may meet them elsewhere, or where they end and others go on.
    unsigned elsewhere = 0, ended = 0;
    follow([&](const llvm::Instruction& one, const State& state) {
      const unsigned own = state.own | stored(one);
      if (may_order(one)) elsewhere |= own;
      const bool ends =
          called_name(one) == cuda::kReturns || (d_meets_elsewhere && llvm::isa<llvm::ReturnInst>(one));
      if (ends && own != 0 && others_may_pass_barrier(one)) ended |= own;
    });
    d_elsewhere = elsewhere | ended;
    d_ended = ended;
    follow([&](const llvm::Instruction& one, const State& state) {
      const bool reads = called_name(one) == kMatrixRows;
      const unsigned memories = reads ? kFencedShared : kFencedShared | kFencedGlobal;
      if ((reads || is_grouped_copy(one)) && ((state.own | state.others) & memories) != 0)
        refusals.push_back(
            {reads
                 ? "tensor cores that read shared memory after stores that no fence of the threads that made "
                   "them has shown to tensor cores (fence.proxy.async, before the next barrier)"
                 : "a copy of a block of memory after stores that no fence of the threads that made them has "
                   "shown to copies (fence.proxy.async, before the next barrier)",
             one.getDebugLoc()});
    });
  }

 private:
  struct State {
    unsigned own = 0;     // of the thread
    unsigned others = 0;  // of threads that it has met
  };

  // Calls `visit` with the state before each instruction, once it is known what leads to it.
  void follow(const auto& visit) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const llvm::BasicBlock& block : d_kernel) {
        State state = d_entries[&block];
        for (const llvm::Instruction& one : block) step(one, state);
        for (const llvm::BasicBlock* next : llvm::successors(&block)) {
          State& entry = d_entries[next];
          changed = changed || (state.own & ~entry.own) != 0 || (state.others & ~entry.others) != 0;
          entry.own |= state.own;
          entry.others |= state.others;
        }
      }
    }
    for (const llvm::BasicBlock& block : d_kernel) {
      State state = d_entries[&block];
      for (const llvm::Instruction& one : block) {
        visit(one, state);
        step(one, state);
      }
    }
  }

  void step(const llvm::Instruction& one, State& state) const {
    state.own = (state.own | stored(one)) & ~fenced_memories(one);
    // All threads of the block have come here.
    if (is_aligned_barrier(one))
      state.others = state.own | d_ended;
    else if (may_order(one))
      state.others |= d_elsewhere;
  }

  // Returns whether what other threads have done anywhere may come before what follows.
  static bool may_order(const llvm::Instruction& one) {
    return !is_aligned_barrier(one) &&
           (is_group_barrier(one) || called_name(one).contains("atomic") ||
            llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::FenceInst>(one));
  }

  unsigned stored(const llvm::Instruction& one) const {
    const llvm::StringRef name = called_name(one);
    // Copies of blocks see what others have stored.
    if (name.starts_with(kBulkPrefix) || name.starts_with(kQueuePrefix) || name.starts_with(kMatrixPrefix))
      return 0;
    // Other copies store to shared memory until the thread has waited for them.
    if (name == kCopyWait || name == kCopyWaitAll) return d_copies ? kFencedShared : 0;
    if (name == kWait || name.contains("wait_group_events") || name.contains("async_work_group"))
      return kFencedShared | kFencedGlobal;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&one);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && !callee->isDeclaration()) return kFencedShared | kFencedGlobal;
    unsigned memories = 0;
    for (const Touch& touch : touches_of(const_cast<llvm::Instruction&>(one), d_layout)) {
      if (touch.writes && may_be_in(touch.pointer, kLocalSpace)) memories |= kFencedShared;
      if (touch.writes && may_be_in(touch.pointer, kGlobalSpace)) memories |= kFencedGlobal;
    }
    return memories;
  }

  const llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  std::map<const llvm::BasicBlock*, State> d_entries;
  bool d_copies = false;           // of units, by single threads
  bool d_meets_elsewhere = false;  // some barriers let threads pass that are at other places
  unsigned d_elsewhere = 0;
  unsigned d_ended = 0;
};

// Reductions of blocks and atomic operations of threads are ordered by fences alone, though both are atomic.
void refuse_atomics(const llvm::Function& kernel, std::vector<Refusal>& refusals) {
  const auto is_atomic = [](const llvm::Instruction& one) {
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(one)) return true;
    return called_name(one).contains("atomic_") && llvm::any_of(one.operands(), [](const llvm::Use& use) {
             return use->getType()->isPointerTy() && !llvm::isa<llvm::Function>(use.get()) &&
                    may_be_in(use.get(), kGlobalSpace);
           });
  };
  if (!llvm::any_of(llvm::instructions(kernel), is_atomic)) return;
  for (const llvm::Instruction& one : llvm::instructions(kernel))
    if (called_name(one).starts_with(kBulkReduce))
      refusals.push_back(
          {"a reduction of a block of memory beside atomic operations of threads on global memory",
           one.getDebugLoc()});
}

// What a block has copied is not followed to other blocks.
void refuse_barriers_of_grid(const llvm::Function& kernel, std::vector<Refusal>& refusals) {
  for (const llvm::Instruction& one : llvm::instructions(kernel))
    if (number_of_barrier(one) == kBarrierOfGrid) {
      refusals.push_back(
          {"a barrier of the grid beside copies of blocks to global memory or products of groups "
           "of warps",
           one.getDebugLoc()});
      return;
    }
}

// Arrivals order what a thread has done before, and copies may still go on there.
void refuse_arrivals(const llvm::Function& kernel, std::vector<Refusal>& refusals) {
  bool has_block_copies = false;
  for (const llvm::Instruction& one : llvm::instructions(kernel))
    has_block_copies |= called_name(one) == kBlockCopy;
  for (const llvm::Instruction& one : llvm::instructions(kernel)) {
    const llvm::StringRef name = called_name(one);
    const bool is_of_threads = name.starts_with(kPhasePrefix) ||
                               (!has_block_copies && name.starts_with(kQueuePrefix) && name != kProxyFence);
    if (!is_of_threads) continue;
    refusals.push_back(
        {"a barrier in memory that threads arrive at beside copies of blocks to global memory or "
         "products of groups of warps",
         one.getDebugLoc()});
    return;
  }
}

}  // namespace

void name_matrices(llvm::Function& kernel, std::vector<Refusal>& refusals) {
  MatrixNaming(kernel, refusals).run();
}

void check_copies(const llvm::Function& kernel, std::vector<Refusal>& refusals) {
  const bool has_copies = llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& one) {
    return is_grouped_copy(one) || called_name(one) == kMatrixRows;
  });
  if (!has_copies) return;
  refuse_arrivals(kernel, refusals);
  refuse_atomics(kernel, refusals);
  refuse_barriers_of_grid(kernel, refusals);
  ProxyStates(kernel).check(refusals);
}

unsigned fenced_memories(const llvm::Instruction& instruction) {
  if (called_name(instruction) != kProxyFence) return 0;
  const auto* memories =
      llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(instruction).getArgOperand(0));
  return memories == nullptr ? 0 : static_cast<unsigned>(memories->getZExtValue());
}

bool is_aligned_barrier(const llvm::Instruction& instruction) {
  const std::optional<std::uint64_t> number = number_of_barrier(instruction);
  return number && (*number == 0 || *number > kBarrierOfGrid);
}

bool others_may_pass_barrier(const llvm::Instruction& end) {
  const llvm::Function& kernel = *end.getFunction();
  const auto is_of_block = [](const llvm::Instruction& one) { return called_name(one) == kBarrierOfBlock; };
  const auto is_elsewhere = [&](const llvm::Instruction& one) {
    return is_of_block(one) && !is_aligned_barrier(one);
  };
  if (!llvm::any_of(llvm::instructions(kernel), is_group_barrier)) return false;
  const llvm::Instruction& entry = kernel.getEntryBlock().front();
  const auto reaches_end = [&](const llvm::Instruction& from) {
    return reaches(end, [&](const llvm::Instruction& one) { return &one == &from; }, is_of_block, always);
  };
  if (reaches_end(entry)) return true;
  std::set<const llvm::Instruction*> last;
  for (const llvm::Instruction& one : llvm::instructions(kernel))
    if (is_of_block(one) && reaches_end(one)) last.insert(&one);
  // Others may have passed that barrier at another place.
  if (std::ranges::any_of(last, [&](const llvm::Instruction* one) { return is_elsewhere(*one); }))
    for (const llvm::Instruction& one : llvm::instructions(kernel))
      if (is_elsewhere(one)) last.insert(&one);
  const auto is_last = [&](const llvm::Instruction& one) { return last.contains(&one); };
  return llvm::any_of(llvm::instructions(kernel), [&](const llvm::Instruction& barrier) {
    return is_group_barrier(barrier) && reaches(barrier, is_last, never, always);
  });
}

}  // namespace launchproof::frontend
