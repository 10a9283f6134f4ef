#include "verify/frontend/memory/padding.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace launchproof::frontend {
namespace {

constexpr unsigned kPlace = 3;  // of the padding

}  // namespace

bool has_padding(const llvm::Value& stored) {
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(stored.getType());
  if (type == nullptr || type->getNumElements() != kPlace + 1) return false;
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&stored))
    return shuffle->getMaskValue(kPlace) < 0;
  const auto* constant = llvm::dyn_cast<llvm::Constant>(&stored);
  const llvm::Constant* last = constant == nullptr ? nullptr : constant->getAggregateElement(kPlace);
  return last != nullptr && llvm::isa<llvm::UndefValue>(last);
}

void fill_padding(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store == nullptr || !has_padding(*store->getValueOperand())) continue;
    llvm::Value* value = store->getValueOperand();
    llvm::IRBuilder<> builder(store);
    llvm::Constant* zero =
        llvm::Constant::getNullValue(llvm::cast<llvm::VectorType>(value->getType())->getElementType());
    store->setOperand(0, builder.CreateInsertElement(value, zero, kPlace));
  }
}

}  // namespace launchproof::frontend
