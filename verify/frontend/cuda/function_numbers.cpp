#include "verify/frontend/cuda/function_numbers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "verify/frontend/ir/address_spaces.h"

namespace launchproof::frontend::cuda {
namespace {

// Moves the builder after the value.
void go_behind(llvm::Function& function, llvm::Value& value, llvm::IRBuilder<>& builder) {
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  llvm::BasicBlock* block = instruction == nullptr ? &function.getEntryBlock() : instruction->getParent();
  const bool at_start = instruction == nullptr || llvm::isa<llvm::PHINode>(instruction);
  builder.SetInsertPoint(block,
                         at_start ? block->getFirstInsertionPt() : std::next(instruction->getIterator()));
  builder.SetCurrentDebugLocation(instruction == nullptr ? llvm::DebugLoc() : instruction->getDebugLoc());
}

}  // namespace

llvm::Value* FunctionNumbers::of(llvm::Value* pointer) {
  if (const auto found = d_numbers.find(pointer); found != d_numbers.end()) return found->second;
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(pointer))
    return llvm::ConstantExpr::getPtrToInt(constant, d_type);
  if (auto* made = llvm::dyn_cast<llvm::IntToPtrInst>(pointer);
      made != nullptr && made->getOperand(0)->getType() == d_type)
    return made->getOperand(0);
  llvm::IRBuilder<> builder(pointer->getContext());
  if (auto* merged = llvm::dyn_cast<llvm::PHINode>(pointer)) {
    builder.SetInsertPoint(merged);
    llvm::PHINode* number = builder.CreatePHI(d_type, merged->getNumIncomingValues());
    d_numbers[pointer] = number;
    for (unsigned i = 0; i < merged->getNumIncomingValues(); ++i)
      number->addIncoming(of(merged->getIncomingValue(i)), merged->getIncomingBlock(i));
    return number;
  }
  llvm::Value* number = nullptr;
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer)) {
    llvm::Value* first = of(choice->getTrueValue());
    llvm::Value* second = of(choice->getFalseValue());
    go_behind(d_function, *pointer, builder);
    number = builder.CreateSelect(choice->getCondition(), first, second);
  } else {
    go_behind(d_function, *pointer, builder);
    number = builder.CreatePtrToInt(pointer, d_type);
  }
  return d_numbers[pointer] = number;
}

void join_numbers(llvm::Function& kernel) {
  std::vector<llvm::PtrToIntInst*> conversions;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* conversion = llvm::dyn_cast<llvm::PtrToIntInst>(&instruction);
    if (conversion != nullptr && conversion->getPointerAddressSpace() == kPrivateSpace &&
        conversion->getType() == kernel.getParent()->getDataLayout().getIntPtrType(kernel.getContext()))
      conversions.push_back(conversion);
  }
  for (llvm::PtrToIntInst* conversion : conversions) {
    llvm::Value* pointer = conversion->getPointerOperand();
    // Creates each number again, because a conversion may have become a conversion of a constant.
    FunctionNumbers numbers(kernel, llvm::cast<llvm::IntegerType>(conversion->getType()));
    const bool is_chosen = llvm::isa<llvm::PHINode>(pointer) || llvm::isa<llvm::SelectInst>(pointer) ||
                           llvm::isa<llvm::IntToPtrInst>(pointer) || llvm::isa<llvm::Constant>(pointer);
    if (!is_chosen) continue;
    conversion->replaceAllUsesWith(numbers.of(pointer));
    conversion->eraseFromParent();
  }
}

}  // namespace launchproof::frontend::cuda
