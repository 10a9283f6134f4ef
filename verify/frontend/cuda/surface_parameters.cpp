#include "verify/frontend/cuda/surface_parameters.h"

#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/frontend/memory/points_to.h"
#include "verify/frontend/names/source_name.h"

namespace launchproof::frontend::cuda {
namespace {

bool is_access(const llvm::CallInst& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() &&
         function_name(callee->getName()).starts_with(kSurfaceAccess) && call.arg_size() > 2;
}

// Returns the type of the surface that the argument names; nothing if it is no surface, or not only one.
std::optional<model::ImageType> surface_of(const llvm::Argument& argument) {
  if (!argument.getType()->isIntegerTy(64) || argument.use_empty()) return std::nullopt;
  std::optional<std::uint64_t> form;
  for (const llvm::Use& use : argument.uses()) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(use.getUser());
    if (call == nullptr || !is_access(*call) || use.getOperandNo() != 0) return std::nullopt;
    const auto* own = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
    if (own == nullptr || (form && *form != own->getZExtValue())) return std::nullopt;
    form = own->getZExtValue();
  }
  const std::uint64_t coordinates = *form % kLayeredForm;
  if (coordinates < 1 || coordinates > 3) return std::nullopt;
  return model::ImageType{.coordinates = static_cast<std::uint32_t>(coordinates),
                          .layered = *form >= kLayeredForm,
                          .is_surface = true};
}

// Calls the function of this name that takes a surface in place of a number.
void call_with_surface(llvm::CallInst& call, llvm::Argument& surface) {
  std::vector<llvm::Type*> types(call.getFunctionType()->params());
  std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_end());
  types[0] = surface.getType();
  arguments[0] = &surface;
  // Functions of one name and of different forms differ in what follows the type of the handle.
  const std::string name = call.getCalledFunction()->getName().str() + "." +
                           std::to_string(llvm::cast<llvm::ConstantInt>(arguments[1])->getZExtValue());
  const llvm::FunctionCallee callee = call.getModule()->getOrInsertFunction(
      name, llvm::FunctionType::get(call.getType(), types, /*isVarArg=*/false));
  llvm::IRBuilder<> builder(&call);
  llvm::CallInst* made = builder.CreateCall(callee, arguments);
  made->copyMetadata(call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

}  // namespace

llvm::Function* give_surface_parameters(llvm::Function& kernel) {
  std::map<unsigned, model::ImageType> surfaces;  // by parameter
  for (const llvm::Argument& argument : kernel.args())
    if (const auto type = surface_of(argument)) surfaces[argument.getArgNo()] = *type;
  if (surfaces.empty()) return &kernel;
  std::vector<llvm::Type*> types(kernel.getFunctionType()->params());
  for (const auto& [number, type] : surfaces) types[number] = surface_type(kernel.getContext(), type);
  llvm::Function* made =
      llvm::Function::Create(llvm::FunctionType::get(kernel.getReturnType(), types, kernel.isVarArg()),
                             kernel.getLinkage(), kernel.getAddressSpace(), "", kernel.getParent());
  made->copyAttributesFrom(&kernel);
  made->copyMetadata(&kernel, 0);
  made->setComdat(kernel.getComdat());
  made->takeName(&kernel);
  made->splice(made->begin(), &kernel);
  for (llvm::Argument& argument : kernel.args()) {
    llvm::Argument& own = *made->getArg(argument.getArgNo());
    own.takeName(&argument);
    if (!surfaces.contains(argument.getArgNo())) {
      argument.replaceAllUsesWith(&own);
      continue;
    }
    const llvm::AttributeMask all(made->getAttributes().getParamAttrs(argument.getArgNo()));
    made->removeParamAttrs(argument.getArgNo(), all);
    while (!argument.use_empty()) call_with_surface(*llvm::cast<llvm::CallInst>(argument.user_back()), own);
  }
  kernel.replaceAllUsesWith(llvm::PoisonValue::get(kernel.getType()));
  kernel.eraseFromParent();
  return made;
}

}  // namespace launchproof::frontend::cuda
