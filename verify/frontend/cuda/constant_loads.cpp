#include "verify/frontend/cuda/constant_loads.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <set>

namespace launchproof::frontend::cuda {
namespace {

constexpr const char* kNeverWritten = "_Z27__launchproof_never_writtenPKv";

using Objects = llvm::SmallVector<const llvm::Value*>;

Objects objects_of(const llvm::Value* pointer) {
  Objects objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  return objects;
}

llvm::CallInst* statement(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->getName() == kNeverWritten ? call : nullptr;
}

// Returns what the instruction may write to by a pointer of the program: stores, and the atomic functions.
Objects written_by(const llvm::Instruction& instruction) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return objects_of(store->getPointerOperand());
  Objects objects;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || !callee->getName().contains("atomic") || callee->getName().contains("atomic_load"))
    return objects;
  for (const llvm::Value* operand : call->args())
    if (operand->getType()->isPointerTy()) objects.append(objects_of(operand));
  return objects;
}

}  // namespace

void refuse_written_constants(llvm::Function& kernel, Purpose purpose, std::vector<Refusal>& refusals) {
  std::vector<llvm::CallInst*> statements;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (llvm::CallInst* call = statement(instruction)) statements.push_back(call);
  if (statements.empty()) return;
  std::set<const llvm::Value*> written;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel))
    for (const llvm::Value* object : written_by(instruction)) written.insert(object);
  for (llvm::CallInst* call : statements) {
    const bool is_written = llvm::any_of(objects_of(call->getArgOperand(0)),
                                         [&](const llvm::Value* object) { return written.contains(object); });
    if (is_written && purpose == Purpose::Model)
      refusals.push_back(
          {"a load by `__ldg` from memory that the kernel writes to", call->getDebugLoc(), true});
    call->eraseFromParent();
  }
}

}  // namespace launchproof::frontend::cuda
