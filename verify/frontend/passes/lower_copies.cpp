#include "verify/frontend/passes/lower_copies.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/private_memory.h"
#include "verify/frontend/passes/copy_accesses.h"
#include "verify/frontend/passes/folding.h"
#include "verify/frontend/passes/touches.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

constexpr unsigned kMostGroups = 16;    // largest number of groups for which a program waits by number
constexpr unsigned kCountedGroups = 3;  // groups told apart where a program waits for a number that varies

using Ages = std::uint32_t;       // a set of numbers of groups that were committed since a copy started
using State = std::vector<Ages>;  // by copy: the ages at which it may still be in flight

// The variables in which a thread stores the copy that was started at one place and has that age.
struct Slot {
  llvm::AllocaInst* active = nullptr;
  llvm::AllocaInst* to = nullptr;
  llvm::AllocaInst* from = nullptr;
  llvm::AllocaInst* given = nullptr;   // null: all bytes are copied
  llvm::AllocaInst* length = nullptr;  // null: that of the copy is constant, or given by its units
};

// A call that starts a copy, or, of a copy of a block of memory, the part of it that ends first or last.
struct Copy {
  llvm::CallInst* call = nullptr;
  CopyPart part = CopyPart::Both;
  Reduction reduction;
  std::optional<MatrixRuns> runs;  // what tensor cores read
  llvm::Value* to = nullptr;
  llvm::Value* from = nullptr;
  llvm::Value* given = nullptr;   // null: all bytes are copied
  llvm::Value* length = nullptr;  // in place of `bytes`, where it may be any number
  unsigned bytes = 0;
  std::vector<Slot> slots;  // indexed by age; the last one is for all higher ages
};

// Copies of one kind have groups of their own, which the thread that starts them waits for.
struct Kind {
  llvm::StringRef begin;  // of the functions' names
  llvm::StringRef commit;
  llvm::StringRef wait;
  unsigned to_space = kLocalSpace, from_space = kGlobalSpace;
};

const Kind kOfUnits{kCopy, kCopyCommit, kCopyWait, kLocalSpace, kGlobalSpace};
const Kind kOfBlocks{kBulkPrefix, kBulkCommit, kBulkWait, kGlobalSpace, kLocalSpace};
const Kind kOfMatrices{kMatrixPrefix, kMatrixCommit, kMatrixWait, kGlobalSpace, kLocalSpace};

bool is_end(const llvm::Instruction& instruction) {
  return called_name(instruction) == cuda::kReturns;
}

class CopyLowering {
 public:
  CopyLowering(llvm::Function& kernel, const Kind& kind, Purpose purpose, std::vector<Refusal>& refusals)
      : d_kernel(kernel),
        d_kind(kind),
        d_module(*kernel.getParent()),
        d_layout(d_module.getDataLayout()),
        d_purpose(purpose),
        d_refusals(refusals) {}

  bool run() {
    if (!collect()) return false;
    find_states();
    refuse_calls();
    refuse_early_ends();
    make_slots();
    for (const auto& [instruction, state] : d_states) rewrite(*instruction, state);
    for (llvm::Instruction* call : d_calls) call->eraseFromParent();
    return !d_copies.empty();
  }

 private:
  static bool is_unit(std::uint64_t bytes) { return bytes == 4 || bytes == 8 || bytes == 16; }

  // Returns false if there is nothing to lower, or if something is unsupported.
  bool collect() {
    bool is_known = true;
    for (llvm::Instruction& instruction : llvm::instructions(d_kernel)) {
      const llvm::StringRef name = called_name(instruction);
      if (!is_ours(name)) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      d_calls.push_back(&call);
      if (name == kCopy || name == kCopyBytes) is_known = add_copy(call) && is_known;
      if (name == kBulkCopy || name.starts_with(kBulkReduce)) add_block_copy(call);
      if (name == kMatrixRows) add_matrix(call);
      if (name.starts_with(d_kind.wait) && name != kCopyWaitAll) {
        fold_operands(call.getArgOperandUse(0), d_layout);
        const auto* groups = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        d_oldest = std::max<std::uint64_t>(d_oldest,
                                           groups == nullptr ? kCountedGroups : groups->getZExtValue() + 1);
      }
    }
    if (d_oldest > kMostGroups) {
      d_refusals.push_back({"a wait for more than 15 groups of copies", d_calls.front()->getDebugLoc()});
      is_known = false;
    }
    return is_known && !d_calls.empty();
  }

  bool is_ours(llvm::StringRef name) const { return name.starts_with(d_kind.begin); }

  void add_matrix(llvm::CallInst& call) {
    const auto number = [&](unsigned operand) {
      return llvm::cast<llvm::ConstantInt>(call.getArgOperand(operand))->getZExtValue();
    };
    Copy copy;
    copy.call = &call;
    copy.part = CopyPart::Source;
    copy.runs = MatrixRuns{{number(1), number(2)}, {number(3), number(4)}, number(5), number(6) != 0};
    copy.from = call.getArgOperand(0);
    copy.length = llvm::ConstantInt::get(llvm::Type::getInt64Ty(d_module.getContext()),
                                         copy.runs->counts[0] * copy.runs->counts[1] * copy.runs->bytes);
    d_numbers[&call] = d_copies.size();
    d_copies.push_back(copy);
  }

  void add_block_copy(llvm::CallInst& call) {
    Copy copy;
    copy.call = &call;
    copy.to = without_casts(call.getArgOperand(0));
    copy.from = without_casts(call.getArgOperand(1));
    llvm::IRBuilder<> builder(&call);
    copy.length = builder.CreateZExt(call.getArgOperand(2), builder.getInt64Ty());
    constexpr std::uint64_t kAligned = 16;
    for (llvm::Value* place : {copy.to, copy.from}) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object_of(place));
      if (variable != nullptr && variable->getAlign().valueOrOne().value() < kAligned)
        d_refusals.push_back({"a copy of a block of memory in a variable that is not aligned to 16 bytes",
                              call.getDebugLoc()});
      if (d_purpose == Purpose::Execution) continue;  // which does not follow what is said of pointers
      llvm::Value* offset =
          builder.CreateAnd(offset_in_object(builder, place), builder.getInt64(kAligned - 1));
      assert_of_program(builder, builder.CreateICmpEQ(offset, builder.getInt64(0)),
                        "a copy of a block of memory is between multiples of 16 bytes");
    }
    if (!may_be_in(copy.to, d_kind.to_space) || !may_be_in(copy.from, d_kind.from_space))
      d_refusals.push_back(
          {"a copy of a block of memory other than from shared to global memory", call.getDebugLoc()});
    llvm::StringRef name = called_name(call);
    if (name.consume_front(kBulkReduce)) copy.reduction = {name.drop_front().str(), name.front()};
    d_numbers[&call] = d_copies.size();
    for (const CopyPart part : {CopyPart::Source, CopyPart::Target}) {
      copy.part = part;
      d_copies.push_back(copy);
    }
  }

  bool add_copy(llvm::CallInst& call) {
    Copy copy;
    copy.call = &call;
    copy.to = without_casts(call.getArgOperand(0));
    copy.from = without_casts(call.getArgOperand(1));
    const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    const bool is_one_unit = bytes != nullptr && is_unit(bytes->getZExtValue());
    if (is_one_unit) copy.bytes = static_cast<unsigned>(bytes->getZExtValue());
    if (called_name(call) == kCopyBytes) {
      if (!is_one_unit) copy.length = call.getArgOperand(2);
    } else if (!is_one_unit) {
      d_refusals.push_back({"an asynchronous copy of other than 4, 8 or 16 bytes", call.getDebugLoc()});
      return false;
    } else {
      const auto* given = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3));
      if (given == nullptr || given->getZExtValue() < copy.bytes) copy.given = call.getArgOperand(3);
    }
    d_numbers[&call] = d_copies.size();
    d_copies.push_back(copy);
    return true;
  }

  void step(const llvm::Instruction& instruction, State& state) const {
    const llvm::StringRef name = called_name(instruction);
    if (!is_ours(name)) return;
    if (d_numbers.contains(&instruction)) {
      for (const std::size_t copy : copies_of(instruction)) state[copy] |= 1;
      return;
    }
    const Ages last = Ages{1} << d_oldest;
    for (std::size_t i = 0; i < state.size(); ++i) {
      Ages& ages = state[i];
      if (name == d_kind.commit) ages = ((ages << 1) & (2 * last - 1)) | (ages & last);
      if (name == kCopyWaitAll) ages = 0;
      if (waits_for(name, d_copies[i]) && has_constant(instruction))
        ages &= (Ages{2} << groups_of(instruction)) - 1;
    }
  }

  // The numbers of the copies that the call starts.
  std::vector<std::size_t> copies_of(const llvm::Instruction& call) const {
    const std::size_t first = d_numbers.at(&call);
    if (d_copies[first].part == CopyPart::Both || d_copies[first].runs) return {first};
    return {first, first + 1};
  }

  // Returns whether a wait by a number of groups is also for this part of a copy.
  bool waits_for(llvm::StringRef wait, const Copy& copy) const {
    return wait == d_kind.wait || (wait == kBulkWaitRead && copy.part == CopyPart::Source);
  }

  static llvm::Value* count_of(const llvm::Instruction& wait) {
    return llvm::cast<llvm::CallInst>(wait).getArgOperand(0);
  }

  static bool has_constant(const llvm::Instruction& wait) {
    return llvm::isa<llvm::ConstantInt>(count_of(wait));
  }

  static unsigned groups_of(const llvm::Instruction& wait) {
    return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(count_of(wait))->getZExtValue());
  }

  // Finds the copies that may be in flight before each relevant instruction.
  void find_states() {
    std::map<const llvm::BasicBlock*, State> entries;
    const State none(d_copies.size(), 0);
    for (const llvm::BasicBlock& block : d_kernel) entries[&block] = none;
    bool changed = true;
    while (changed) {
      changed = false;
      for (const llvm::BasicBlock& block : d_kernel) {
        State state = entries[&block];
        for (const llvm::Instruction& instruction : block) step(instruction, state);
        for (const llvm::BasicBlock* next : llvm::successors(&block))
          for (std::size_t i = 0; i < state.size(); ++i) {
            changed = changed || (state[i] & ~entries[next][i]) != 0;
            entries[next][i] |= state[i];
          }
      }
    }
    for (llvm::BasicBlock& block : d_kernel) {
      State state = entries[&block];
      for (llvm::Instruction& instruction : block) {
        const bool goes_on = std::ranges::any_of(state, [](Ages ages) { return ages != 0; });
        if (is_ours(called_name(instruction)) || goes_on) d_states.insert({&instruction, state});
        step(instruction, state);
      }
    }
  }

  // A function that is not inlined is processed separately.
  void refuse_calls() {
    if (!is_kernel(d_kernel))
      d_refusals.push_back(
          {"an asynchronous copy in a function that is not inlined", d_calls.front()->getDebugLoc()});
    for (const auto& [instruction, state] : d_states) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(instruction);
      if (call != nullptr && call->getCalledFunction() != nullptr &&
          !call->getCalledFunction()->isDeclaration())
        d_refusals.push_back({"a call of a function that is not inlined while an asynchronous copy may go on",
                              call->getDebugLoc()});
    }
  }

  // Other threads may continue past barriers, so the copy would have to be checked after these as well.
  void refuse_early_ends() {
    const bool meets_elsewhere = std::ranges::any_of(llvm::instructions(d_kernel), [](const auto& one) {
      return called_name(one) == kBarrierOfBlock && !is_aligned_barrier(one);
    });
    for (const auto& [instruction, state] : d_states) {
      // Where all threads come to the same barriers, none comes to another one when this one is at the end.
      const bool ends =
          is_end(*instruction) || (meets_elsewhere && llvm::isa<llvm::ReturnInst>(*instruction));
      if (ends && std::ranges::any_of(state, [](Ages ages) { return ages != 0; }) &&
          others_may_pass_barrier(*instruction))
        d_refusals.push_back(
            {"a thread that returns while its asynchronous copy may go on", instruction->getDebugLoc()});
    }
  }

  void make_slots() {
    llvm::BasicBlock& entry = d_kernel.getEntryBlock();
    llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    // If no copy is in flight, uses another address in the same array.
    const auto initial = [&](llvm::Value* pointer) -> llvm::Value* {
      auto* object = const_cast<llvm::Value*>(object_of(pointer));
      if (!llvm::isa<llvm::GlobalVariable>(object) && !llvm::isa<llvm::Argument>(object))
        return llvm::Constant::getNullValue(pointer->getType());
      return object->getType() == pointer->getType()
                 ? object
                 : builder.CreateAddrSpaceCast(object, pointer->getType());
    };
    const auto variable = [&](llvm::Value* value) {
      llvm::AllocaInst* made = builder.CreateAlloca(value->getType(), kPrivateSpace);
      builder.CreateStore(value, made);
      return made;
    };
    for (Copy& copy : d_copies)
      for (unsigned age = 0; age <= d_oldest; ++age) {
        Slot slot;
        slot.active = variable(builder.getFalse());
        if (copy.to != nullptr) slot.to = variable(initial(copy.to));
        slot.from = variable(initial(copy.from));
        if (copy.given != nullptr) slot.given = variable(llvm::Constant::getNullValue(copy.given->getType()));
        if (copy.length != nullptr && !llvm::isa<llvm::Constant>(copy.length))
          slot.length = variable(llvm::Constant::getNullValue(copy.length->getType()));
        copy.slots.push_back(slot);
      }
  }

  static llvm::Value* load(llvm::IRBuilder<>& builder, llvm::AllocaInst* variable) {
    return builder.CreateLoad(variable->getAllocatedType(), variable);
  }

  void rewrite(llvm::Instruction& instruction, const State& state) {
    const llvm::StringRef name = called_name(instruction);
    if (d_numbers.contains(&instruction))
      for (const std::size_t copy : copies_of(instruction)) start(d_copies[copy], state[copy], state);
    else if (name == d_kind.commit)
      commit(instruction, state);
    else if (name == kCopyWaitAll && is_ours(name))
      wait(instruction, 0);
    else if (name == kCopyWaitAll)
      return;  // it waits for copies of single threads alone
    else if (name.starts_with(d_kind.wait) && !has_constant(instruction))
      wait_for_number(instruction, state);
    else if (name.starts_with(d_kind.wait))
      wait(instruction, groups_of(instruction) + 1);
    else if (is_group_barrier(instruction))
      go_on(*instruction.getNextNode(), state);
    else if (llvm::isa<llvm::ReturnInst>(instruction))
      end(instruction, state);
    else
      for (const Touch& touch : touches_of(instruction, d_layout)) keep_apart(instruction, touch, state);
  }

  // Stores one of the two into `into` if `replaces` holds.
  static void put(llvm::IRBuilder<>& builder, const Slot& into, llvm::Value* replaces, const Slot& values) {
    const auto choose = [&](llvm::AllocaInst* to, llvm::AllocaInst* from) {
      if (to != nullptr)
        builder.CreateStore(builder.CreateSelect(replaces, load(builder, from), load(builder, to)), to);
    };
    choose(into.to, values.to);
    choose(into.from, values.from);
    choose(into.given, values.given);
    choose(into.length, values.length);
  }

  // Where a copy starts, all of it happens with the part that ends last.
  void start(Copy& copy, Ages ages, const State& state) {
    if (copy.runs) {
      transfer(copy, *copy.call, copy.part, nullptr, copy.from, copy.length);
    } else if (copy.part != CopyPart::Source) {
      keep_apart(*copy.call, {copy.to, copy.bytes, true}, state, &copy);
      transfer(copy, *copy.call, CopyPart::Both, copy.to, copy.from,
               copy.length == nullptr ? copy.given : copy.length);
    }
    llvm::IRBuilder<> builder(copy.call);
    const Slot& slot = copy.slots[0];
    // If several copies of one age may be in flight, an arbitrary one is kept.
    llvm::Value* replaces = nullptr;
    if ((ages & 1) != 0)
      replaces = builder.CreateOr(builder.CreateNot(load(builder, slot.active)),
                                  undefined_value(builder, builder.getInt1Ty()));
    const auto set = [&](llvm::AllocaInst* variable, llvm::Value* value) {
      if (variable == nullptr) return;
      if (replaces != nullptr) value = builder.CreateSelect(replaces, value, load(builder, variable));
      builder.CreateStore(value, variable);
    };
    set(slot.to, copy.to);
    set(slot.from, copy.from);
    set(slot.given, copy.given);
    set(slot.length, copy.length);
    builder.CreateStore(builder.getTrue(), slot.active);
  }

  void commit(llvm::Instruction& at, const State& state) {
    llvm::IRBuilder<> builder(&at);
    for (std::size_t i = 0; i < d_copies.size(); ++i) {
      std::vector<Slot>& slots = d_copies[i].slots;
      for (unsigned age = d_oldest; age > 0; --age) {
        const Slot& into = slots[age];
        const Slot& from = slots[age - 1];
        if ((state[i] >> (age - 1) & 1U) == 0) {
          if (age < d_oldest) builder.CreateStore(builder.getFalse(), into.active);
          continue;
        }
        llvm::Value* moves = load(builder, from.active);
        if (age == d_oldest && (state[i] >> age & 1U) != 0) {
          llvm::Value* stays = load(builder, into.active);
          llvm::Value* chosen =
              builder.CreateOr(builder.CreateNot(stays), undefined_value(builder, builder.getInt1Ty()));
          put(builder, into, builder.CreateAnd(moves, chosen), from);
          builder.CreateStore(builder.CreateOr(moves, stays), into.active);
        } else {
          put(builder, into, builder.getTrue(), from);
          builder.CreateStore(moves, into.active);
        }
      }
      if (d_oldest > 0) builder.CreateStore(builder.getFalse(), slots[0].active);
    }
  }

  void wait(llvm::Instruction& at, unsigned from_age) {
    llvm::IRBuilder<> builder(&at);
    for (const Copy& copy : d_copies)
      for (unsigned age = from_age; age < copy.slots.size(); ++age)
        if (called_name(at) == kCopyWaitAll || waits_for(called_name(at), copy))
          builder.CreateStore(builder.getFalse(), copy.slots[age].active);
  }

  // A copy of the last age may be older, so that it has ended only where all of that age have.
  void wait_for_number(llvm::Instruction& at, const State& state) {
    llvm::IRBuilder<> builder(&at);
    llvm::Value* count = count_of(at);
    for (std::size_t i = 0; i < d_copies.size(); ++i)
      for (unsigned age = 1; age <= d_oldest; ++age) {
        if ((state[i] >> age & 1U) == 0 || !waits_for(called_name(at), d_copies[i])) continue;
        llvm::AllocaInst* active = d_copies[i].slots[age].active;
        llvm::Value* stays = builder.CreateICmpUGE(count, llvm::ConstantInt::get(count->getType(), age));
        builder.CreateStore(builder.CreateAnd(load(builder, active), stays), active);
      }
  }

  // After a barrier.
  void go_on(llvm::Instruction& next, const State& state) {
    for (std::size_t i = 0; i < d_copies.size(); ++i)
      for (unsigned age = 0; age <= d_oldest; ++age) {
        if ((state[i] >> age & 1U) == 0) continue;
        const Copy& copy = d_copies[i];
        const Slot& slot = copy.slots[age];
        llvm::IRBuilder<> builder(&next);
        builder.SetCurrentDebugLocation(copy.call->getDebugLoc());
        llvm::Instruction* inside =
            llvm::SplitBlockAndInsertIfThen(load(builder, slot.active), &next, /*Unreachable=*/false);
        llvm::IRBuilder<> within(inside);
        llvm::AllocaInst* kept = slot.length == nullptr ? slot.given : slot.length;
        llvm::Value* count = kept == nullptr ? copy.length : load(within, kept);
        llvm::Value* to = slot.to == nullptr ? nullptr : load(within, slot.to);
        llvm::Value* from = load(within, slot.from);
        transfer(copy, *inside, copy.part, to, from, count);
      }
  }

  // `count` is how many bytes are copied; null: all of them.
  void transfer(const Copy& copy, llvm::Instruction& at, CopyPart part, llvm::Value* to, llvm::Value* from,
                llvm::Value* count) const {
    const llvm::DebugLoc& location = copy.call->getDebugLoc();
    if (copy.runs && copy.runs->is_partial && d_purpose == Purpose::Execution) {
      // Only a part of each row is read.
      llvm::IRBuilder<> builder(&at);
      builder.CreateCall(d_module.getOrInsertFunction("_Z25__not_executed_of_programv", builder.getVoidTy()));
    } else if (copy.length != nullptr)
      access_bytes(at,
                   {location, to, from, count, part, copy.reduction, copy.call->getArgOperand(0)->getType(),
                    copy.runs},
                   d_purpose);
    else
      access_unit(at, {location, to, from, copy.bytes, count,
                       copy.given != nullptr && is_all_or_nothing(*copy.given, copy.bytes)});
  }

  // Shared memory is no more when the threads of the block have ended.
  void end(llvm::Instruction& at, const State& state) {
    llvm::IRBuilder<> builder(&at);
    llvm::Value* reads = nullptr;
    for (std::size_t i = 0; i < d_copies.size(); ++i)
      for (unsigned age = 0; age <= d_oldest; ++age) {
        if (d_copies[i].part != CopyPart::Source || (state[i] >> age & 1U) == 0) continue;
        builder.SetCurrentDebugLocation(d_copies[i].call->getDebugLoc());
        llvm::Value* active = load(builder, d_copies[i].slots[age].active);
        reads = reads == nullptr ? active : builder.CreateOr(reads, active);
      }
    if (reads != nullptr)
      assert_of_program(builder, builder.CreateNot(reads),
                        "a thread waits until its copies have read shared memory before it ends");
  }

  // Returns whether the access and the copy both update elements of the same size by atomic operations.
  static bool combines(const llvm::Instruction& at, const Touch& touch, const Copy& copy, const Copy* own) {
    if (!copy.reduction.is_given()) return false;
    if (own != nullptr) return own->reduction.is_given() && own->reduction.bytes() == copy.reduction.bytes();
    return called_name(at).contains("atomic_") && touch.bytes == copy.reduction.bytes();
  }

  // Returns whether bytes from `begin` up to `end`, counted from the first run, are in one of the runs.
  static llvm::Value* meets_run(llvm::IRBuilder<>& builder, llvm::Value* begin, llvm::Value* end,
                                const MatrixRuns& runs) {
    const auto number = [&](std::uint64_t of) { return builder.getInt64(of); };
    llvm::Value* meets = builder.getFalse();
    for (std::uint64_t i = 0; i < runs.counts[1]; ++i) {
      llvm::Value* first = builder.CreateSub(begin, number(i * runs.strides[1]));
      llvm::Value* last = builder.CreateSub(end, number(i * runs.strides[1]));
      // The first run that does not end before the bytes begin.
      llvm::Value* behind = builder.CreateSub(first, number(runs.bytes));
      llvm::Value* is_first = builder.CreateICmpSLT(behind, number(0));
      llvm::Value* run = number(0);
      llvm::Value* is_run = is_first;
      if (runs.counts[0] > 1 && runs.strides[0] != 0) {
        run = builder.CreateAdd(builder.CreateUDiv(behind, number(runs.strides[0])), number(1));
        run = builder.CreateSelect(is_first, number(0), run);
        is_run = builder.CreateICmpULT(run, number(runs.counts[0]));
      }
      llvm::Value* at = builder.CreateMul(run, number(runs.strides[0]));
      meets = builder.CreateOr(meets, builder.CreateAnd(is_run, builder.CreateICmpSLT(at, last)));
    }
    return meets;
  }

  // Asserts that an access before `at` touches no bytes that copies of the thread may read or write at that
  // time. If the access belongs to a copy, `own` is that copy.
  void keep_apart(llvm::Instruction& at, const Touch& touch, const State& state, const Copy* own = nullptr) {
    llvm::IRBuilder<> builder(&at);
    llvm::Value* meets = nullptr;
    llvm::Value *own_base = nullptr, *own_begin = nullptr;
    const auto compare = [&](const Slot& slot, llvm::AllocaInst* side, const Copy& copy) {
      if (own_base == nullptr) {
        own_base = object_number(builder, touch.pointer);
        own_begin = offset_in_object(builder, touch.pointer);
      }
      llvm::Value* pointer = load(builder, side);
      llvm::Value* begin = offset_in_object(builder, pointer);
      const auto end = [&](llvm::Value* from, std::uint64_t bytes, llvm::Value* length) {
        return builder.CreateAdd(from, length != nullptr ? length : builder.getInt64(bytes));
      };
      llvm::Value* own_length = own == nullptr ? nullptr : own->length;
      llvm::Value* length = slot.length == nullptr ? copy.length : load(builder, slot.length);
      llvm::Value* meeting = builder.CreateAnd(
          load(builder, slot.active), builder.CreateICmpEQ(own_base, object_number(builder, pointer)));
      llvm::Value* own_end = end(own_begin, touch.bytes, own_length);
      if (copy.runs && !copy.runs->is_consecutive()) {
        meeting = builder.CreateAnd(meeting, meets_run(builder, builder.CreateSub(own_begin, begin),
                                                       builder.CreateSub(own_end, begin), *copy.runs));
      } else {
        meeting = builder.CreateAnd(meeting, builder.CreateICmpSLT(begin, own_end));
        meeting =
            builder.CreateAnd(meeting, builder.CreateICmpSLT(own_begin, end(begin, copy.bytes, length)));
      }
      // Whether these bytes of a row are read is not known.
      if (copy.runs && copy.runs->is_partial && d_purpose == Purpose::Model)
        meeting = builder.CreateAnd(meeting, undefined_value(builder, builder.getInt1Ty()));
      // Two copies of one source to one place store the same bytes.
      if (own != nullptr && own_length == nullptr && length == nullptr && own->bytes == copy.bytes &&
          (own->given == nullptr) == (slot.given == nullptr)) {
        llvm::Value* same = builder.CreateICmpEQ(begin, own_begin);
        llvm::Value* from = load(builder, slot.from);
        for (const auto& part : {object_number, offset_in_object})
          same = builder.CreateAnd(same, builder.CreateICmpEQ(part(builder, from), part(builder, own->from)));
        if (slot.given != nullptr && slot.given->getAllocatedType() == own->given->getType())
          same = builder.CreateAnd(same, builder.CreateICmpEQ(load(builder, slot.given), own->given));
        else if (slot.given != nullptr)
          same = builder.getFalse();
        meeting = builder.CreateAnd(meeting, builder.CreateNot(same));
      }
      meets = meets == nullptr ? meeting : builder.CreateOr(meets, meeting);
    };
    for (std::size_t i = 0; i < d_copies.size(); ++i) {
      const Copy& copy = d_copies[i];
      const bool at_target = copy.part != CopyPart::Source && may_be_in(touch.pointer, d_kind.to_space) &&
                             !are_apart(touch.pointer, copy.to) && !combines(at, touch, copy, own);
      const bool at_source = copy.part != CopyPart::Target && touch.writes &&
                             may_be_in(touch.pointer, d_kind.from_space) &&
                             !are_apart(touch.pointer, copy.from);
      for (unsigned age = 0; age <= d_oldest; ++age) {
        if ((state[i] >> age & 1U) == 0) continue;
        if (at_target) compare(copy.slots[age], copy.slots[age].to, copy);
        if (at_source) compare(copy.slots[age], copy.slots[age].from, copy);
      }
    }
    if (meets != nullptr)
      assert_of_program(builder, builder.CreateNot(meets),
                        "a thread waits for its asynchronous copy before it touches these bytes");
  }

  llvm::Function& d_kernel;
  const Kind& d_kind;
  llvm::Module& d_module;
  const llvm::DataLayout& d_layout;
  Purpose d_purpose;
  std::vector<Refusal>& d_refusals;
  std::vector<llvm::Instruction*> d_calls;
  std::vector<Copy> d_copies;
  std::map<const llvm::Instruction*, std::size_t> d_numbers;
  llvm::MapVector<llvm::Instruction*, State> d_states;
  std::uint64_t d_oldest = 1;  // from this age on, copies are represented together
};

}  // namespace

bool lower_copies(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals) {
  bool has_variables = false;
  for (const Kind* kind : {&kOfBlocks, &kOfMatrices, &kOfUnits})
    has_variables = CopyLowering(kernel, *kind, purpose, refusals).run() || has_variables;
  return has_variables;
}

}  // namespace launchproof::frontend
