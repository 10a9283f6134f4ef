#include "verify/frontend/passes/lower_copies.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/ValueTracking.h>
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
#include <set>
#include <string>
#include <utility>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/private_memory.h"
#include "verify/frontend/passes/touches.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

constexpr unsigned kMostGroups = 16;    // largest number of groups for which a program waits by number
constexpr unsigned kCountedGroups = 3;  // groups told apart where a program waits for a number that varies
constexpr const char* kAssertionOfProgram = "_Z19__assert_of_programb";

using Ages = std::uint32_t;       // a set of numbers of groups that were committed since a copy started
using State = std::vector<Ages>;  // by copy: the ages at which it may still be in flight

// The variables in which a thread stores the copy that was started at one place and has that age.
struct Slot {
  llvm::AllocaInst* active = nullptr;
  llvm::AllocaInst* to = nullptr;
  llvm::AllocaInst* from = nullptr;
  llvm::AllocaInst* given = nullptr;   // null: all bytes are copied
  llvm::AllocaInst* length = nullptr;  // null: that of the copy is constant
};

struct Copy {
  llvm::CallInst* call = nullptr;
  llvm::Value* to = nullptr;
  llvm::Value* from = nullptr;
  llvm::Value* given = nullptr;   // null: all bytes are copied
  llvm::Value* length = nullptr;  // in place of `bytes`, where it may be any number
  unsigned bytes = 0;
  std::vector<Slot> slots;  // indexed by age; the last one is for all higher ages
};

bool is_end(const llvm::Instruction& instruction) {
  return called_name(instruction) == cuda::kReturns;
}

class CopyLowering {
 public:
  CopyLowering(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals)
      : d_kernel(kernel),
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
      if (!name.starts_with(kCopy)) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      d_calls.push_back(&call);
      if (name == kCopy || name == kCopyBytes) is_known = add_copy(call) && is_known;
      if (name == kCopyWait) {
        simplify(call.getArgOperandUse(0));
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

  // Folds what a count is computed from, so that it becomes a constant where it is one.
  void simplify(const llvm::Use& count) const {
    for (bool changed = true; changed;) {
      changed = false;
      std::set<llvm::Instruction*> seen;
      std::vector<llvm::Value*> open{count.get()};
      while (!open.empty() && !changed) {
        auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.back());
        open.pop_back();
        if (instruction == nullptr || !seen.insert(instruction).second) continue;
        llvm::Value* simpler = llvm::simplifyInstruction(instruction, d_layout);
        if (simpler != nullptr && simpler != instruction && !instruction->use_empty()) {
          instruction->replaceAllUsesWith(simpler);
          changed = true;
        }
        open.insert(open.end(), instruction->op_begin(), instruction->op_end());
      }
    }
  }

  void step(const llvm::Instruction& instruction, State& state) const {
    const llvm::StringRef name = called_name(instruction);
    if (!name.starts_with(kCopy)) return;
    if (d_numbers.contains(&instruction)) {
      state[d_numbers.at(&instruction)] |= 1;
      return;
    }
    const Ages last = Ages{1} << d_oldest;
    for (Ages& ages : state) {
      if (name == kCopyCommit) ages = ((ages << 1) & (2 * last - 1)) | (ages & last);
      if (name == kCopyWaitAll) ages = 0;
      if (name == kCopyWait && has_constant(instruction)) ages &= (Ages{2} << groups_of(instruction)) - 1;
    }
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
        if (called_name(instruction).starts_with(kCopy) || goes_on) d_states.insert({&instruction, state});
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
    const bool meets = std::ranges::any_of(llvm::instructions(d_kernel), is_group_barrier);
    for (const auto& [instruction, state] : d_states)
      if (meets && is_end(*instruction) && std::ranges::any_of(state, [](Ages ages) { return ages != 0; }))
        d_refusals.push_back(
            {"a thread that returns while its asynchronous copy may go on", instruction->getDebugLoc()});
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
        slot.to = variable(initial(copy.to));
        slot.from = variable(initial(copy.from));
        if (copy.given != nullptr) slot.given = variable(llvm::Constant::getNullValue(copy.given->getType()));
        if (copy.length != nullptr)
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
      start(d_copies[d_numbers.at(&instruction)], state);
    else if (name == kCopyCommit)
      commit(instruction, state);
    else if (name == kCopyWait && !has_constant(instruction))
      wait_for_number(instruction, state);
    else if (name == kCopyWait || name == kCopyWaitAll)
      wait(instruction, name == kCopyWait ? groups_of(instruction) + 1 : 0);
    else if (is_group_barrier(instruction))
      go_on(*instruction.getNextNode(), state, instruction.getDebugLoc());
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

  void start(Copy& copy, const State& state) {
    keep_apart(*copy.call, {copy.to, copy.bytes, true}, state, &copy);
    if (copy.length != nullptr)
      transfer_bytes(*copy.call, *copy.call, copy.to, copy.from, copy.length);
    else
      transfer(copy, *copy.call, copy.to, copy.from, copy.given);
    llvm::IRBuilder<> builder(copy.call);
    const Slot& slot = copy.slots[0];
    // If several copies of one age may be in flight, an arbitrary one is kept.
    llvm::Value* replaces = nullptr;
    if ((state[d_numbers.at(copy.call)] & 1) != 0)
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
        builder.CreateStore(builder.getFalse(), copy.slots[age].active);
  }

  // A copy of the last age may be older, so that it has ended only where all of that age have.
  void wait_for_number(llvm::Instruction& at, const State& state) {
    llvm::IRBuilder<> builder(&at);
    llvm::Value* count = count_of(at);
    for (std::size_t i = 0; i < d_copies.size(); ++i)
      for (unsigned age = 1; age <= d_oldest; ++age) {
        if ((state[i] >> age & 1U) == 0) continue;
        llvm::AllocaInst* active = d_copies[i].slots[age].active;
        llvm::Value* stays = builder.CreateICmpUGE(count, llvm::ConstantInt::get(count->getType(), age));
        builder.CreateStore(builder.CreateAnd(load(builder, active), stays), active);
      }
  }

  // After a barrier.
  void go_on(llvm::Instruction& next, const State& state, const llvm::DebugLoc&) {
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
        llvm::Value *to = load(within, slot.to), *from = load(within, slot.from);
        if (slot.length != nullptr)
          transfer_bytes(*copy.call, *inside, to, from, load(within, slot.length));
        else
          transfer(copy, *inside, to, from, slot.given == nullptr ? nullptr : load(within, slot.given));
      }
  }

  static void shield(auto* access) {
    access->setVolatile(true);
    for (const char* mark : {kPlainAccess, kInFlight})
      access->setMetadata(mark, llvm::MDNode::get(access->getContext(), {}));
  }

  // Returns the few values that the number may have; empty if they are unknown.
  static std::set<std::uint64_t> values_of(const llvm::Value* value, unsigned depth = 0) {
    constexpr unsigned kDeepest = 8;
    const auto within = [&](std::uint64_t number) {
      const unsigned width = value->getType()->getIntegerBitWidth();
      return width >= 64 ? number : number & ((std::uint64_t{1} << width) - 1);
    };
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value)) return {number->getZExtValue()};
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || depth >= kDeepest) return {};
    const auto of = [&](unsigned operand) { return values_of(instruction->getOperand(operand), depth + 1); };
    std::set<std::uint64_t> result;
    switch (instruction->getOpcode()) {
      case llvm::Instruction::Select: {
        const std::set<std::uint64_t> a = of(1), b = of(2);
        if (a.empty() || b.empty()) return {};
        result = a;
        result.insert(b.begin(), b.end());
        return result;
      }
      case llvm::Instruction::ZExt:
      case llvm::Instruction::Trunc:
        for (const std::uint64_t number : of(0)) result.insert(within(number));
        return result;
      case llvm::Instruction::Sub:
        for (const std::uint64_t a : of(0))
          for (const std::uint64_t b : of(1)) result.insert(within(a - b));
        return result;
      default:
        return {};
    }
  }

  // Returns whether either all bytes are copied or none.
  static bool is_all_or_nothing(const Copy& copy) {
    const std::set<std::uint64_t> values = values_of(copy.given);
    return !values.empty() && std::ranges::all_of(values, [&](std::uint64_t number) {
      return number == 0 || number >= copy.bytes;
    });
  }

  // Creates the accesses of a copy of any number of bytes before `at`: to an arbitrary byte of it, or to all
  // of them in a loop where the kernel is executed.
  void transfer_bytes(const llvm::Instruction& call, llvm::Instruction& at, llvm::Value* to,
                      llvm::Value* from, llvm::Value* length) const {
    llvm::IRBuilder<> builder(&at);
    builder.SetCurrentDebugLocation(call.getDebugLoc());
    const auto copy_byte = [&](llvm::Value* place) {
      llvm::LoadInst* value =
          builder.CreateAlignedLoad(builder.getInt8Ty(), builder.CreatePtrAdd(from, place), llvm::Align(1));
      shield(value);
      shield(builder.CreateAlignedStore(value, builder.CreatePtrAdd(to, place), llvm::Align(1)));
    };
    if (d_purpose == Purpose::Model) {
      llvm::Value* place = undefined_value(builder, length->getType());
      llvm::Instruction* inside = llvm::SplitBlockAndInsertIfThen(builder.CreateICmpULT(place, length), &at,
                                                                  /*Unreachable=*/false);
      builder.SetInsertPoint(inside);
      builder.SetCurrentDebugLocation(call.getDebugLoc());
      copy_byte(place);
      return;
    }
    llvm::BasicBlock* before = at.getParent();
    llvm::BasicBlock* after = before->splitBasicBlock(&at);
    llvm::BasicBlock* body = llvm::BasicBlock::Create(at.getContext(), "copy", before->getParent(), after);
    before->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(before);
    builder.CreateCondBr(builder.CreateIsNotNull(length), body, after);
    builder.SetInsertPoint(body);
    llvm::PHINode* place = builder.CreatePHI(length->getType(), 2);
    copy_byte(place);
    llvm::Value* next = builder.CreateAdd(place, llvm::ConstantInt::get(length->getType(), 1));
    place->addIncoming(llvm::ConstantInt::get(length->getType(), 0), before);
    place->addIncoming(next, body);
    builder.CreateCondBr(builder.CreateICmpULT(next, length), body, after);
  }

  // Creates the accesses of a copy before `at`.
  static void transfer(const Copy& copy, llvm::Instruction& at, llvm::Value* to, llvm::Value* from,
                       llvm::Value* given) {
    const llvm::DebugLoc& location = copy.call->getDebugLoc();
    llvm::IRBuilder<> builder(&at);
    builder.SetCurrentDebugLocation(location);
    llvm::Type* type = builder.getIntNTy(8 * std::min(copy.bytes, 8U));
    if (copy.bytes == 16) type = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
    const auto read = [&](llvm::IRBuilder<>& into, llvm::Type* what, llvm::Value* place) {
      llvm::LoadInst* value = into.CreateAlignedLoad(what, place, llvm::Align(1));
      shield(value);
      return value;
    };
    llvm::Value* value = nullptr;
    if (given == nullptr) {
      value = read(builder, type, from);
    } else {
      llvm::Value* zero = llvm::Constant::getNullValue(type);
      const bool is_whole = is_all_or_nothing(copy);
      llvm::Value* size = llvm::ConstantInt::get(given->getType(), copy.bytes);
      llvm::Value* all = builder.CreateICmpUGE(given, size);
      llvm::Value* otherwise = zero;
      if (!is_whole)
        otherwise = builder.CreateSelect(builder.CreateIsNull(given), zero, undefined_value(builder, type));
      for (unsigned i = 0; i < copy.bytes && !is_whole; ++i) {
        builder.SetInsertPoint(&at);
        llvm::Value* reads =
            builder.CreateAnd(builder.CreateICmpULT(llvm::ConstantInt::get(given->getType(), i), given),
                              builder.CreateNot(all));
        llvm::IRBuilder<> inside(llvm::SplitBlockAndInsertIfThen(reads, &at, /*Unreachable=*/false));
        inside.SetCurrentDebugLocation(location);
        read(inside, inside.getInt8Ty(), inside.CreatePtrAdd(from, inside.getInt64(i)));
      }
      llvm::BasicBlock* before = at.getParent();
      llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(all, &at, /*Unreachable=*/false);
      llvm::IRBuilder<> inside(then);
      inside.SetCurrentDebugLocation(location);
      llvm::Value* copied = read(inside, type, from);
      builder.SetInsertPoint(at.getParent(), at.getParent()->begin());
      builder.SetCurrentDebugLocation(location);
      llvm::PHINode* phi = builder.CreatePHI(type, 2);
      phi->addIncoming(copied, then->getParent());
      phi->addIncoming(otherwise, before);
      value = phi;
      builder.SetInsertPoint(&at);
      builder.SetCurrentDebugLocation(location);
    }
    shield(builder.CreateAlignedStore(value, to, llvm::Align(1)));
  }

  llvm::Value* of_pointer(llvm::IRBuilder<>& builder, const char* name, llvm::Value* pointer) {
    const std::string mangled = "_Z" + std::to_string(std::string_view(name).size()) + name + "PU3AS" +
                                std::to_string(pointer->getType()->getPointerAddressSpace()) + "v";
    return builder.CreateCall(d_module.getOrInsertFunction(mangled, builder.getInt64Ty(), pointer->getType()),
                              {pointer});
  }

  // Asserts that an access before `at` touches no bytes that copies of the thread may read or write at that
  // time. If the access belongs to a copy, `own` is that copy.
  void keep_apart(llvm::Instruction& at, const Touch& touch, const State& state, const Copy* own = nullptr) {
    llvm::IRBuilder<> builder(&at);
    llvm::Value* meets = nullptr;
    llvm::Value *own_base = nullptr, *own_begin = nullptr;
    const auto compare = [&](const Slot& slot, llvm::AllocaInst* side, const Copy& copy) {
      if (own_base == nullptr) {
        own_base = of_pointer(builder, "__ptr_base", touch.pointer);
        own_begin = of_pointer(builder, "__ptr_offset_bytes", touch.pointer);
      }
      llvm::Value* pointer = load(builder, side);
      llvm::Value* begin = of_pointer(builder, "__ptr_offset_bytes", pointer);
      const auto end = [&](llvm::Value* from, std::uint64_t bytes, llvm::Value* length) {
        return builder.CreateAdd(from, length != nullptr ? length : builder.getInt64(bytes));
      };
      llvm::Value* own_length = own == nullptr ? nullptr : own->length;
      llvm::Value* length = slot.length == nullptr ? nullptr : load(builder, slot.length);
      llvm::Value* meeting =
          builder.CreateAnd(load(builder, slot.active),
                            builder.CreateICmpEQ(own_base, of_pointer(builder, "__ptr_base", pointer)));
      meeting =
          builder.CreateAnd(meeting, builder.CreateICmpSLT(begin, end(own_begin, touch.bytes, own_length)));
      meeting = builder.CreateAnd(meeting, builder.CreateICmpSLT(own_begin, end(begin, copy.bytes, length)));
      // Two copies of one source to one place store the same bytes.
      if (own != nullptr && own_length == nullptr && length == nullptr && own->bytes == copy.bytes &&
          (own->given == nullptr) == (slot.given == nullptr)) {
        llvm::Value* same = builder.CreateICmpEQ(begin, own_begin);
        llvm::Value* from = load(builder, slot.from);
        for (const char* part : {"__ptr_base", "__ptr_offset_bytes"})
          same = builder.CreateAnd(same, builder.CreateICmpEQ(of_pointer(builder, part, from),
                                                              of_pointer(builder, part, own->from)));
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
      const bool at_target = may_be_in(touch.pointer, kLocalSpace) && !are_apart(touch.pointer, copy.to);
      const bool at_source =
          touch.writes && may_be_in(touch.pointer, kGlobalSpace) && !are_apart(touch.pointer, copy.from);
      for (unsigned age = 0; age <= d_oldest; ++age) {
        if ((state[i] >> age & 1U) == 0) continue;
        if (at_target) compare(copy.slots[age], copy.slots[age].to, copy);
        if (at_source) compare(copy.slots[age], copy.slots[age].from, copy);
      }
    }
    if (meets == nullptr) return;
    llvm::LLVMContext& context = d_module.getContext();
    llvm::CallInst* call = builder.CreateCall(
        d_module.getOrInsertFunction(kAssertionOfProgram, builder.getVoidTy(), builder.getInt1Ty()),
        {builder.CreateNot(meets)});
    call->setMetadata(
        kSaid,
        llvm::MDNode::get(context, llvm::MDString::get(context,
                                                       "a thread waits for its asynchronous copy before it "
                                                       "touches these bytes")));
  }

  llvm::Function& d_kernel;
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
  return CopyLowering(kernel, purpose, refusals).run();
}

}  // namespace launchproof::frontend
