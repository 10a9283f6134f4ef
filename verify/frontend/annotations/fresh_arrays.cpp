#include "verify/frontend/annotations/fresh_arrays.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "verify/frontend/ir/mangled_name.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kName = "__requires_fresh_array";

// Returns the parameter that the value is, or that is the only value stored to the variable from which it is
// read.
llvm::Argument* parameter_of(llvm::Value* value) {
  value = value->stripPointerCasts();
  if (auto* parameter = llvm::dyn_cast<llvm::Argument>(value)) return parameter;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
  auto* variable = load == nullptr ? nullptr : llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
  if (variable == nullptr) return nullptr;
  llvm::Argument* result = nullptr;
  for (llvm::User* user : variable->users()) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr) continue;
    auto* stored = llvm::dyn_cast<llvm::Argument>(store->getValueOperand());
    if (result != nullptr || stored == nullptr) return nullptr;
    result = stored;
  }
  return result;
}

}  // namespace

void name_other_pointers(llvm::Module& module) {
  llvm::SmallVector<llvm::CallInst*, 4> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call != nullptr && call->getCalledFunction() != nullptr &&
          call->getCalledFunction()->isDeclaration() &&
          unmangle(call->getCalledFunction()->getName()).first == kName)
        calls.push_back(call);
  for (llvm::CallInst* call : calls) {
    llvm::Argument* own = parameter_of(call->getArgOperand(0));
    if (own == nullptr || !own->getType()->isPointerTy()) continue;
    llvm::SmallVector<llvm::Value*, 8> pointers{own};
    for (llvm::Argument& other : call->getFunction()->args())
      if (&other != own && other.getType()->isPointerTy() && !other.hasByValAttr())
        pointers.push_back(&other);
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), {}, /*isVarArg=*/true);
    auto* made =
        llvm::CallInst::Create(module.getOrInsertFunction(kName, type), pointers, "", call->getIterator());
    made->setDebugLoc(call->getDebugLoc());
    made->copyMetadata(*call);
    call->eraseFromParent();
  }
}

}  // namespace launchproof::frontend
