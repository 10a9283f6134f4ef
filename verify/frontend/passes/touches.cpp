#include "verify/frontend/passes/touches.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/passes/copy_names.h"
#include "verify/frontend/passes/lower_annotations.h"

namespace launchproof::frontend {
namespace {

std::vector<Touch> touches_of_call(llvm::CallBase& call, const llvm::DataLayout& layout) {
  std::vector<Touch> result;
  if (call.getCalledFunction() == nullptr || call.isDebugOrPseudoInst() || called_annotation(call))
    return result;
  const llvm::StringRef name = call.getCalledFunction()->getName();
  if (name == kCopy || name == kCopyBytes || name == kBulkCopy || name.starts_with(kBulkReduce)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    const std::uint64_t copied = length == nullptr ? UINT32_MAX : length->getZExtValue();
    return {{call.getArgOperand(0), copied, true}, {call.getArgOperand(1), copied, false}};
  }
  if (name.starts_with(kCopyOfQueue)) {
    const auto constant = [&](unsigned i) {
      return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue();
    };
    return {{call.getArgOperand(0), constant(1), constant(2) != 0}};
  }
  std::uint64_t bytes = 1;
  const auto consider = [&](llvm::Type* type) {
    if (type->isSized() && !type->isPointerTy())
      bytes = std::max(bytes, layout.getTypeStoreSize(type).getFixedValue());
  };
  consider(call.getType());
  for (const llvm::Value* argument : call.args()) consider(argument->getType());
  for (llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) result.push_back({argument, bytes, true});
  return result;
}

}  // namespace

llvm::StringRef called_name(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr || call->getCalledFunction() == nullptr ? llvm::StringRef()
                                                                 : call->getCalledFunction()->getName();
}

bool is_group_barrier(const llvm::Instruction& instruction) {
  return called_name(instruction).contains("barrier");
}

llvm::Value* without_casts(llvm::Value* pointer) {
  while (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
    pointer = cast->getPointerOperand();
  return pointer;
}

const llvm::Value* object_of(const llvm::Value* pointer) {
  return llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
}

bool may_be_in(const llvm::Value* pointer, unsigned space) {
  const llvm::Value* object = object_of(pointer);
  const unsigned own = object->getType()->getPointerAddressSpace();
  const unsigned cast = pointer->getType()->getPointerAddressSpace();
  return (own == space || own == kGenericSpace) && (cast == space || cast == kGenericSpace);
}

bool are_apart(const llvm::Value* a, const llvm::Value* b) {
  const llvm::Value* one = object_of(a);
  const llvm::Value* two = object_of(b);
  return one != two && llvm::isa<llvm::GlobalVariable>(one) && llvm::isa<llvm::GlobalVariable>(two);
}

std::vector<Touch> touches_of(llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return {{load->getPointerOperand(), layout.getTypeStoreSize(load->getType()), false}};
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return {{store->getPointerOperand(), layout.getTypeStoreSize(store->getValueOperand()->getType()), true}};
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return {{atomic->getPointerOperand(), layout.getTypeStoreSize(atomic->getType()), true}};
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return {
        {atomic->getPointerOperand(), layout.getTypeStoreSize(atomic->getNewValOperand()->getType()), true}};
  if (auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(block->getLength());
    const std::uint64_t bytes = length == nullptr ? UINT32_MAX : length->getZExtValue();
    std::vector<Touch> result{{block->getRawDest(), bytes, true}};
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(block))
      result.push_back({transfer->getRawSource(), bytes, false});
    return result;
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    if (!llvm::isa<llvm::IntrinsicInst>(call)) return touches_of_call(*call, layout);
  return {};
}

}  // namespace launchproof::frontend
