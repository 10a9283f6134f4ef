#include "verify/frontend/cuda/added_parameters.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace launchproof::frontend::cuda {

llvm::Function* with_parameters(llvm::Function& kernel, const std::vector<AddedParameter>& added) {
  llvm::LLVMContext& context = kernel.getContext();
  std::vector<llvm::Type*> types(kernel.getFunctionType()->params());
  for (const AddedParameter& parameter : added)
    types.push_back(llvm::PointerType::get(context, parameter.address_space));
  auto* type = llvm::FunctionType::get(kernel.getReturnType(), types, kernel.isVarArg());
  llvm::Function* made =
      llvm::Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace(), "", kernel.getParent());
  made->copyAttributesFrom(&kernel);
  made->setComdat(kernel.getComdat());
  made->takeName(&kernel);
  made->splice(made->begin(), &kernel);
  made->setSubprogram(kernel.getSubprogram());
  for (unsigned i = 0; i < kernel.arg_size(); ++i) {
    made->getArg(i)->takeName(kernel.getArg(i));
    kernel.getArg(i)->replaceAllUsesWith(made->getArg(i));
  }
  for (unsigned i = 0; i < added.size(); ++i) made->getArg(kernel.arg_size() + i)->setName(added[i].name);
  kernel.replaceAllUsesWith(llvm::PoisonValue::get(kernel.getType()));
  kernel.eraseFromParent();
  return made;
}

}  // namespace launchproof::frontend::cuda
