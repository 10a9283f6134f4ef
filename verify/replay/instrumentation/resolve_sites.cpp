// Finds the objects from which an address may be computed, and turns accesses into direct ones if they allow
// it.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstddef>
#include <functional>

#include "verify/frontend/ir/markers.h"
#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/memory.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

struct Objects {
  llvm::SmallVector<std::uint32_t, 4> numbers;
  bool others = false;  // it may be something else
};

Objects objects_of(const Rewriting& rewriting, const llvm::Value* pointer) {
  Objects result;
  llvm::SmallVector<const llvm::Value*, 8> bases;
  llvm::getUnderlyingObjects(pointer, bases, nullptr, 0);
  for (const llvm::Value* base : bases) {
    std::uint64_t number = 0;
    if (const auto parameter = rewriting.parameters.find(base); parameter != rewriting.parameters.end()) {
      number = parameter->second;
    } else if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(base);
               expression != nullptr && expression->getOpcode() == llvm::Instruction::IntToPtr) {
      if (const auto* address = llvm::dyn_cast<llvm::ConstantInt>(expression->getOperand(0)))
        number = address->getZExtValue() >> kSpanBits;
    }
    if (number == 0 || number >= rewriting.tables.objects.size())
      result.others = true;
    else
      result.numbers.push_back(static_cast<std::uint32_t>(number));
  }
  return result;
}

llvm::IRBuilder<> at_entry(Rewriting& rewriting) {
  return llvm::IRBuilder<>(rewriting.kernel.getEntryBlock().getTerminator());
}

llvm::Value* offset_in(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::uint32_t object) {
  return builder.CreateSub(builder.CreatePtrToInt(pointer, builder.getInt64Ty()),
                           builder.getInt64(address_of(object, 0)));
}

// Selects between `condition` and a call of the hook: the address comes from one or the other.
llvm::Value* address_or_call(Rewriting& rewriting, llvm::Instruction& access, llvm::Value* pointer,
                             std::uint32_t site, llvm::Value* condition,
                             const std::function<llvm::Value*(llvm::IRBuilder<>&)>& in_place,
                             bool may_be_absent) {
  llvm::BasicBlock* before = access.getParent();
  llvm::BasicBlock* after = llvm::SplitBlock(before, &access);
  llvm::LLVMContext& context = rewriting.module.getContext();
  llvm::BasicBlock* fast = llvm::BasicBlock::Create(context, "", &rewriting.kernel, after);
  llvm::BasicBlock* slow = llvm::BasicBlock::Create(context, "", &rewriting.kernel, after);
  llvm::MDNode* likely = llvm::MDBuilder(context).createBranchWeights(2000, 1);
  before->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(before);
  builder.CreateCondBr(condition, fast, slow, likely);
  builder.SetInsertPoint(fast);
  llvm::Value* address = in_place(builder);
  llvm::BasicBlock* found = fast;
  if (may_be_absent) {
    builder.CreateCondBr(builder.CreateIsNotNull(address), after, slow, likely);
  } else {
    builder.CreateBr(after);
  }
  builder.SetInsertPoint(slow);
  llvm::Value* called = builder.CreateCall(
      rewriting.hook("lp_read"),
      {rewriting.item, builder.CreatePtrToInt(pointer, builder.getInt64Ty()), builder.getInt32(site)});
  builder.CreateBr(after);
  builder.SetInsertPoint(after, after->begin());
  llvm::PHINode* either = builder.CreatePHI(builder.getPtrTy(), 2);
  either->addIncoming(address, found);
  either->addIncoming(called, slow);
  return either;
}

// Returns whether all of these bytes are 1.
llvm::Value* all_set(llvm::IRBuilder<>& builder, llvm::Value* first, std::uint64_t bytes) {
  llvm::IntegerType* type = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
  llvm::Value* set =
      llvm::ConstantInt::get(type, llvm::APInt::getSplat(type->getBitWidth(), llvm::APInt(8, 1)));
  return builder.CreateICmpEQ(builder.CreateAlignedLoad(type, first, llvm::Align(1)), set);
}

llvm::Value* private_address(Rewriting& rewriting, llvm::Instruction& access, llvm::Value* pointer,
                             std::uint32_t site, bool writes) {
  const SiteSpec& spec = rewriting.tables.sites[site];
  const ObjectSpec& object = rewriting.tables.objects[spec.object];
  if (spec.bytes > object.bytes) return nullptr;
  llvm::IRBuilder<> entry = at_entry(rewriting);
  llvm::Value* memory = rewriting.constant_member(entry, rewriting.item,
                                                  offsetof(MachineItem, private_memory), entry.getPtrTy());
  llvm::IRBuilder<> builder(&access);
  llvm::Value* offset = offset_in(builder, pointer, spec.object);
  const std::uint64_t end = object.bytes - spec.bytes + 1;
  const auto place = [&](llvm::IRBuilder<>& at) {
    return at.CreateGEP(at.getInt8Ty(), memory, at.CreateAdd(offset, at.getInt64(object.private_origin)));
  };
  // After the memory of all private arrays, there is one byte for each of their bytes: 1 once it was written.
  const auto shadow = [&](llvm::IRBuilder<>& at) {
    return at.CreateGEP(at.getInt8Ty(), place(at), at.getInt64(rewriting.tables.private_bytes));
  };
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(offset);
  if (known != nullptr && known->getZExtValue() >= end) return nullptr;
  if (writes) {
    if (known == nullptr) return nullptr;
    builder.CreateMemSet(shadow(builder), builder.getInt8(1), spec.bytes, llvm::MaybeAlign(1));
    return place(builder);
  }
  if (known == nullptr) {
    // An access outside has no shadow, so an offset inside is used instead.
    llvm::Value* inside = builder.CreateICmpULT(offset, builder.getInt64(end));
    offset = builder.CreateSelect(inside, offset, builder.getInt64(0));
    llvm::Value* written = all_set(builder, shadow(builder), spec.bytes);
    return address_or_call(rewriting, access, pointer, site, builder.CreateAnd(inside, written), place,
                           false);
  }
  return address_or_call(rewriting, access, pointer, site, all_set(builder, shadow(builder), spec.bytes),
                         place, false);
}

// The scope of these bytes begins: they count as unwritten.
void lower_fresh(Rewriting& rewriting, llvm::CallInst& call) {
  const Objects objects = objects_of(rewriting, call.getArgOperand(0));
  llvm::IRBuilder<> builder(&call);
  if (!objects.others && objects.numbers.size() == 1) {
    const ObjectSpec& object = rewriting.tables.objects[objects.numbers.front()];
    if (object.kind == ObjectKind::Private) {
      llvm::Value* offset =
          builder.CreateAdd(offset_in(builder, call.getArgOperand(0), objects.numbers.front()),
                            builder.getInt64(object.private_origin + rewriting.tables.private_bytes));
      // Uses a call, because code generation turns a long memset() into many stores, and is slow for hundreds
      // of them.
      builder.CreateCall(rewriting.hook("lp_forget"), {rewriting.item, offset, call.getArgOperand(1)});
    }
  }
  call.eraseFromParent();
}

}  // namespace

void resolve_sites(Rewriting& rewriting) {
  KernelTables& tables = rewriting.tables;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(rewriting.kernel))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr &&
        call->getCalledFunction()->getName() == frontend::kFresh)
      lower_fresh(rewriting, *call);
  }
  for (const auto& [site, pointer] : rewriting.sites) {
    if (pointer == nullptr) continue;
    SiteSpec& spec = tables.sites[site];
    const Objects objects = objects_of(rewriting, pointer);
    if (!objects.others && objects.numbers.size() == 1) spec.object = objects.numbers.front();
    if (spec.kind != SiteKind::Write && spec.kind != SiteKind::Atomic) continue;
    for (const std::uint32_t number : objects.numbers) tables.objects[number].may_be_written = true;
    if (objects.others)
      for (ObjectSpec& object : tables.objects)
        if (object.kind == ObjectKind::Parameter || object.kind == ObjectKind::Program)
          object.may_be_written = true;
  }
}

llvm::Value* direct_address(Rewriting& rewriting, llvm::Instruction& access, llvm::Value* pointer,
                            std::uint32_t site, bool writes) {
  const SiteSpec& spec = rewriting.tables.sites[site];
  if (spec.object == 0) return nullptr;
  const ObjectSpec& object = rewriting.tables.objects[spec.object];
  if (object.kind == ObjectKind::Private) return private_address(rewriting, access, pointer, site, writes);
  if (writes || object.kind == ObjectKind::Local || object.may_be_written || spec.bytes > kChunkBytes)
    return nullptr;
  llvm::IRBuilder<> entry = at_entry(rewriting);
  llvm::Type* i64 = entry.getInt64Ty();
  llvm::Value* views =
      rewriting.constant_member(entry, rewriting.item, offsetof(MachineItem, views), entry.getPtrTy());
  const std::uint64_t view = spec.object * sizeof(DirectView);
  llvm::Value* chunks =
      rewriting.constant_member(entry, views, view + offsetof(DirectView, chunks), entry.getPtrTy());
  llvm::Value* limit = rewriting.constant_member(entry, views, view + offsetof(DirectView, limit), i64);
  llvm::Value* origin = rewriting.constant_member(entry, views, view + offsetof(DirectView, origin), i64);
  limit = entry.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, limit, entry.getInt64(spec.bytes - 1));
  llvm::IRBuilder<> builder(&access);
  llvm::Value* offset = offset_in(builder, pointer, spec.object);
  llvm::Value* in_place = builder.CreateICmpULT(offset, limit);
  llvm::Value* position = builder.CreateAdd(offset, origin);
  llvm::Value* within = builder.CreateAnd(position, builder.getInt64(kChunkBytes - 1));
  if (spec.bytes != 1)
    in_place = builder.CreateAnd(in_place,
                                 builder.CreateICmpULE(within, builder.getInt64(kChunkBytes - spec.bytes)));
  return address_or_call(
      rewriting, access, pointer, site, in_place,
      [&](llvm::IRBuilder<>& at) -> llvm::Value* {
        llvm::Value* place =
            at.CreateGEP(at.getPtrTy(), chunks, at.CreateLShr(position, at.getInt64(kChunkBits)));
        llvm::Value* chunk = at.CreateLoad(at.getPtrTy(), place);
        // A missing chunk remains null.
        return at.CreateSelect(at.CreateIsNull(chunk), chunk, at.CreateGEP(at.getInt8Ty(), chunk, within));
      },
      true);
}

}  // namespace launchproof::replay
