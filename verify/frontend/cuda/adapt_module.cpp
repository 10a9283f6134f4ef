#include "verify/frontend/cuda/adapt_module.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <utility>
#include <vector>

#include "verify/frontend/cuda/dynamic_memory.h"
#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/cuda/function_pointers.h"
#include "verify/frontend/cuda/inline_assembly.h"
#include "verify/frontend/cuda/pointer_fields.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/names/kernel_names.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend::cuda {
namespace {

constexpr const char* kMark = "launchproof.cuda";

// Clang stores a kernel's argument, a pointer to global memory, where the function reads a generic pointer.
void make_generic(llvm::Function& kernel) {
  for (llvm::Argument& argument : kernel.args()) {
    if (!argument.getType()->isPointerTy() || argument.getType()->getPointerAddressSpace() != kGlobalSpace)
      continue;
    for (llvm::User* user : llvm::make_early_inc_range(argument.users())) {
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store == nullptr || store->getValueOperand() != &argument) continue;
      llvm::IRBuilder<> builder(store);
      store->setOperand(0, builder.CreateAddrSpaceCast(
                               &argument, llvm::PointerType::get(kernel.getContext(), kGenericSpace)));
    }
  }
}

void move_to_constant_memory(llvm::Module& module, const std::string& name) {
  llvm::GlobalVariable* variable = module.getGlobalVariable(name, /*AllowInternal=*/true);
  if (variable == nullptr || variable->getAddressSpace() != kGlobalSpace) return;
  auto* moved = new llvm::GlobalVariable(module, variable->getValueType(), variable->isConstant(),
                                         variable->getLinkage(),
                                         variable->hasInitializer() ? variable->getInitializer() : nullptr,
                                         "", variable, llvm::GlobalValue::NotThreadLocal, kConstantSpace);
  moved->setAlignment(variable->getAlign());
  moved->takeName(variable);
  variable->replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(moved, variable->getType()));
  variable->eraseFromParent();
}

// Returns the name of the OpenCL C built-in function that is equivalent to an intrinsic function of LLVM.
const char* builtin_of(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::sqrt:
      return "sqrt";
    case llvm::Intrinsic::sin:
      return "sin";
    case llvm::Intrinsic::cos:
      return "cos";
    case llvm::Intrinsic::tan:
      return "tan";
    case llvm::Intrinsic::pow:
      return "pow";
    case llvm::Intrinsic::exp:
      return "exp";
    case llvm::Intrinsic::exp2:
      return "exp2";
    case llvm::Intrinsic::exp10:
      return "exp10";
    case llvm::Intrinsic::log:
      return "log";
    case llvm::Intrinsic::log2:
      return "log2";
    case llvm::Intrinsic::log10:
      return "log10";
    case llvm::Intrinsic::fabs:
      return "fabs";
    case llvm::Intrinsic::floor:
      return "floor";
    case llvm::Intrinsic::ceil:
      return "ceil";
    case llvm::Intrinsic::trunc:
      return "trunc";
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
      return "rint";
    case llvm::Intrinsic::round:
      return "round";
    case llvm::Intrinsic::minnum:
      return "fmin";
    case llvm::Intrinsic::maxnum:
      return "fmax";
    case llvm::Intrinsic::copysign:
      return "copysign";
    default:
      return nullptr;
  }
}

void call_builtins(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const char* name = call == nullptr ? nullptr : builtin_of(call->getIntrinsicID());
    llvm::Type* type = instruction.getType();
    if (name == nullptr || (!type->isFloatTy() && !type->isDoubleTy())) continue;
    std::string mangled = "_Z" + std::to_string(std::string_view(name).size()) + name;
    mangled.append(call->arg_size(), type->isFloatTy() ? 'f' : 'd');
    const llvm::FunctionCallee callee =
        function.getParent()->getOrInsertFunction(mangled, call->getFunctionType());
    llvm::IRBuilder<> builder(call);
    llvm::CallInst* made = builder.CreateCall(callee, llvm::to_vector_of<llvm::Value*>(call->args()));
    made->setDebugLoc(call->getDebugLoc());
    call->replaceAllUsesWith(made);
    call->eraseFromParent();
  }
}

// Gives kernels their names in the program. Returns these names by mangled name.
std::map<std::string, std::string> name_kernels(const std::vector<llvm::Function*>& kernels,
                                                std::map<std::string, KernelSyntax>& syntax) {
  std::vector<std::string> mangled;
  mangled.reserve(kernels.size());
  for (const llvm::Function* kernel : kernels) mangled.push_back(kernel->getName().str());
  std::map<std::string, std::string> names = kernel_names(mangled);
  std::map<std::string, KernelSyntax> renamed;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    kernels[i]->setName(names.at(mangled[i]));
    if (const auto found = syntax.find(mangled[i]); found != syntax.end())
      renamed[names.at(mangled[i])] = std::move(found->second);
  }
  syntax = std::move(renamed);
  return names;
}

}  // namespace

bool is_cuda(const llvm::Module& module) {
  return module.getNamedMetadata(kMark) != nullptr;
}

std::map<std::string, std::string> adapt_module(llvm::Module& module, const std::set<std::string>& constants,
                                                std::map<std::string, KernelSyntax>& kernels) {
  module.getOrInsertNamedMetadata(kMark);
  for (const char* list : {"llvm.compiler.used", "llvm.used", "llvm.global.annotations"})
    if (llvm::GlobalVariable* used = module.getGlobalVariable(list)) used->eraseFromParent();
  for (const std::string& name : constants) move_to_constant_memory(module, name);
  for (llvm::Function& function : module) {
    call_builtins(function);
    replace_assembly(function);
  }
  std::vector<llvm::Function*> entries;
  for (llvm::Function& function : module)
    if (is_kernel(function)) entries.push_back(&function);
  number_functions(module, entries, kernels);
  for (llvm::Function*& kernel : entries) {
    if (const auto found = kernels.find(kernel->getName().str()); found != kernels.end())
      kernel = give_pointer_fields(*kernel, found->second);
    make_generic(*kernel);
    if (const auto found = kernels.find(kernel->getName().str()); found != kernels.end())
      mark_early_returns(*kernel, found->second.returns);
  }
  give_dynamic_memory(module, entries, kernels);
  return name_kernels(entries, kernels);
}

}  // namespace launchproof::frontend::cuda
