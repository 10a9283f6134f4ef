#include "verify/frontend/passes/copy_accesses.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <functional>
#include <set>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/private_memory.h"

namespace launchproof::frontend {
namespace {

void mark(llvm::Instruction& access, const char* kind) {
  access.setMetadata(kind, llvm::MDNode::get(access.getContext(), {}));
}

void shield(auto* access) {
  access->setVolatile(true);
  mark(*access, kPlainAccess);
  mark(*access, kInFlight);
}

// Returns the few values that the number may have; empty if they are unknown.
std::set<std::uint64_t> values_of(const llvm::Value* value, unsigned depth = 0) {
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

using ElementBody = std::function<void(llvm::IRBuilder<>& builder, llvm::Value* offset)>;

// Creates the accesses to elements of so many bytes before `at`.
void each_element(llvm::Instruction& at, const CopiedBytes& copied, Purpose purpose, unsigned bytes,
                  const ElementBody& body) {
  llvm::IRBuilder<> builder(&at);
  builder.SetCurrentDebugLocation(copied.location);
  llvm::Type* type = copied.length->getType();
  llvm::Value* unit = llvm::ConstantInt::get(type, bytes);
  llvm::Value* count = bytes == 1 ? copied.length : builder.CreateUDiv(copied.length, unit);
  const auto offset = [&](llvm::Value* index) {
    return bytes == 1 ? index : builder.CreateMul(index, unit, "", /*HasNUW=*/true, /*HasNSW=*/true);
  };
  if (purpose == Purpose::Model) {
    llvm::Value* index = undefined_value(builder, type);
    llvm::Instruction* inside =
        llvm::SplitBlockAndInsertIfThen(builder.CreateICmpULT(index, count), &at, /*Unreachable=*/false);
    builder.SetInsertPoint(inside);
    builder.SetCurrentDebugLocation(copied.location);
    body(builder, offset(index));
    return;
  }
  llvm::BasicBlock* before = at.getParent();
  llvm::BasicBlock* after = before->splitBasicBlock(&at);
  llvm::BasicBlock* loop = llvm::BasicBlock::Create(at.getContext(), "copy", before->getParent(), after);
  before->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(before);
  builder.CreateCondBr(builder.CreateIsNotNull(count), loop, after);
  builder.SetInsertPoint(loop);
  llvm::PHINode* index = builder.CreatePHI(type, 2);
  body(builder, offset(index));
  llvm::Value* next = builder.CreateAdd(index, llvm::ConstantInt::get(type, 1));
  index->addIncoming(llvm::ConstantInt::get(type, 0), before);
  index->addIncoming(next, loop);
  builder.CreateCondBr(builder.CreateICmpULT(next, count), loop, after);
}

llvm::Type* type_of(char letter, llvm::IRBuilder<>& builder) {
  if (letter == 'f') return builder.getFloatTy();
  if (letter == 'd') return builder.getDoubleTy();
  return letter == 'i' || letter == 'j' ? builder.getInt32Ty() : builder.getInt64Ty();
}

// Calls the relaxed atomic function of the device.
void combine(llvm::IRBuilder<>& builder, const Reduction& reduction, llvm::Value* place, llvm::Value* value) {
  constexpr unsigned kRelaxed = 0, kDevice = 2;
  const std::string function = "atomic_" + reduction.operation + "_explicit";
  const std::string mangled = "_Z" + std::to_string(function.size()) + function + "PV" +
                              std::string(2, reduction.letter) + "12memory_order12memory_scope";
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::CallInst* call = builder.CreateCall(
      module.getOrInsertFunction(mangled, value->getType(), place->getType(), value->getType(),
                                 builder.getInt32Ty(), builder.getInt32Ty()),
      {place, value, builder.getInt32(kRelaxed), builder.getInt32(kDevice)});
  mark(*call, kInFlight);
}

llvm::LoadInst* read(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* place) {
  llvm::LoadInst* value = builder.CreateAlignedLoad(type, place, llvm::Align(1));
  shield(value);
  return value;
}

void access_block(llvm::Instruction& at, const CopiedBytes& copied, std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&at);
  builder.SetCurrentDebugLocation(copied.location);
  const auto access = [&](llvm::Value* place, bool writes) {
    auto* type = llvm::FunctionType::get(builder.getVoidTy(),
                                         {place->getType(), builder.getInt32Ty(), builder.getInt1Ty()},
                                         /*isVarArg=*/false);
    builder.CreateCall(at.getModule()->getOrInsertFunction(
                           kBlockAccess + std::to_string(place->getType()->getPointerAddressSpace()), type),
                       {place, builder.getInt32(static_cast<std::uint32_t>(bytes)), builder.getInt1(writes)});
  };
  if (bytes == 0 || bytes > UINT32_MAX) return;
  if (copied.part != CopyPart::Target) access(copied.from, false);
  if (copied.part != CopyPart::Source) access(copied.to, true);
}

// Returns where the byte with this number is, from the first one.
llvm::Value* place_in_runs(llvm::IRBuilder<>& builder, llvm::Value* number, const MatrixRuns& runs) {
  const auto constant = [&](std::uint64_t value) { return builder.getInt64(value); };
  llvm::Value* run = builder.CreateUDiv(number, constant(runs.bytes));
  llvm::Value* place = builder.CreateURem(number, constant(runs.bytes));
  llvm::Value* outer = builder.CreateUDiv(run, constant(runs.counts[1]));
  llvm::Value* inner = builder.CreateURem(run, constant(runs.counts[1]));
  place = builder.CreateAdd(place, builder.CreateMul(outer, constant(runs.strides[0])));
  return builder.CreateAdd(place, builder.CreateMul(inner, constant(runs.strides[1])));
}

}  // namespace

void access_bytes(llvm::Instruction& at, const CopiedBytes& copied, Purpose purpose) {
  const Reduction& reduction = copied.reduction;
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copied.length);
  const bool is_consecutive = !copied.runs || (copied.runs->is_consecutive() && !copied.runs->is_partial);
  if (purpose == Purpose::Model && length != nullptr && !reduction.is_given() && is_consecutive) {
    access_block(at, copied, length->getZExtValue());
    return;
  }
  const bool is_read = copied.part != CopyPart::Target, is_written = copied.part != CopyPart::Source;
  each_element(at, copied, purpose, reduction.is_given() ? reduction.bytes() : 1,
               [&](llvm::IRBuilder<>& builder, llvm::Value* offset) {
                 llvm::Type* type =
                     reduction.is_given() ? type_of(reduction.letter, builder) : builder.getInt8Ty();
                 llvm::Value* value = nullptr;
                 if (copied.runs) offset = place_in_runs(builder, offset, *copied.runs);
                 if (is_read) value = read(builder, type, builder.CreatePtrAdd(copied.from, offset));
                 if (!is_written) return;
                 llvm::Value* place = builder.CreatePtrAdd(copied.to, offset);
                 if (reduction.is_given()) {
                   if (place->getType() != copied.generic)
                     place = builder.CreateAddrSpaceCast(place, copied.generic);
                   if (value != nullptr) {
                     combine(builder, reduction, place, value);
                     return;
                   }
                   const Reduction again{"fetch_add", reduction.bytes() == 4 ? 'j' : 'm'};
                   llvm::Type* bits = type_of(again.letter, builder);
                   combine(builder, again, place,
                           purpose == Purpose::Model ? undefined_value(builder, bits)
                                                     : llvm::Constant::getNullValue(bits));
                   return;
                 }
                 if (value == nullptr && purpose == Purpose::Model) value = undefined_value(builder, type);
                 if (value == nullptr) {
                   llvm::LoadInst* old = read(builder, type, place);
                   mark(*old, kObservation);
                   value = old;
                 }
                 shield(builder.CreateAlignedStore(value, place, llvm::Align(1)));
               });
}

bool is_all_or_nothing(const llvm::Value& given, unsigned bytes) {
  const std::set<std::uint64_t> values = values_of(&given);
  return !values.empty() &&
         std::ranges::all_of(values, [&](std::uint64_t number) { return number == 0 || number >= bytes; });
}

void access_unit(llvm::Instruction& at, const CopiedUnit& copied) {
  const llvm::DebugLoc& location = copied.location;
  llvm::IRBuilder<> builder(&at);
  builder.SetCurrentDebugLocation(location);
  llvm::Type* type = builder.getIntNTy(8 * std::min(copied.bytes, 8U));
  if (copied.bytes == 16) type = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
  llvm::Value *value = nullptr, *given = copied.given;
  if (given == nullptr) {
    value = read(builder, type, copied.from);
  } else {
    llvm::Value* zero = llvm::Constant::getNullValue(type);
    llvm::Value* size = llvm::ConstantInt::get(given->getType(), copied.bytes);
    llvm::Value* all = builder.CreateICmpUGE(given, size);
    llvm::Value* otherwise = zero;
    if (!copied.is_whole)
      otherwise = builder.CreateSelect(builder.CreateIsNull(given), zero, undefined_value(builder, type));
    for (unsigned i = 0; i < copied.bytes && !copied.is_whole; ++i) {
      builder.SetInsertPoint(&at);
      llvm::Value* reads = builder.CreateAnd(
          builder.CreateICmpULT(llvm::ConstantInt::get(given->getType(), i), given), builder.CreateNot(all));
      llvm::IRBuilder<> inside(llvm::SplitBlockAndInsertIfThen(reads, &at, /*Unreachable=*/false));
      inside.SetCurrentDebugLocation(location);
      read(inside, inside.getInt8Ty(), inside.CreatePtrAdd(copied.from, inside.getInt64(i)));
    }
    llvm::BasicBlock* before = at.getParent();
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(all, &at, /*Unreachable=*/false);
    llvm::IRBuilder<> inside(then);
    inside.SetCurrentDebugLocation(location);
    llvm::Value* all_bytes = read(inside, type, copied.from);
    builder.SetInsertPoint(at.getParent(), at.getParent()->begin());
    builder.SetCurrentDebugLocation(location);
    llvm::PHINode* phi = builder.CreatePHI(type, 2);
    phi->addIncoming(all_bytes, then->getParent());
    phi->addIncoming(otherwise, before);
    value = phi;
    builder.SetInsertPoint(&at);
    builder.SetCurrentDebugLocation(location);
  }
  shield(builder.CreateAlignedStore(value, copied.to, llvm::Align(1)));
}

}  // namespace launchproof::frontend
