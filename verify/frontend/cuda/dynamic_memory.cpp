#include "verify/frontend/cuda/dynamic_memory.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include <algorithm>
#include <set>

#include "verify/frontend/cuda/added_parameters.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/memory/points_to.h"
#include "verify/frontend/names/source_name.h"

namespace launchproof::frontend::cuda {
namespace {

// Marks the parameter that stands for dynamic shared memory.
constexpr const char* kParameter = "launchproof.dynamic";

bool is_dynamic(const llvm::GlobalVariable& variable) {
  return variable.getAddressSpace() == kLocalSpace && variable.isDeclaration();
}

std::vector<llvm::GlobalVariable*> dynamic_variables(llvm::Module& module) {
  std::vector<llvm::GlobalVariable*> all;
  for (llvm::GlobalVariable& variable : module.globals())
    if (is_dynamic(variable)) all.push_back(&variable);
  return all;
}

// Functions that use one of the variables, directly or through calls, in the module's order; and the
// variables that each uses directly.
using Uses = std::map<const llvm::Function*, std::set<llvm::GlobalVariable*>>;

Uses uses_of(const std::vector<llvm::GlobalVariable*>& variables) {
  Uses uses;
  std::vector<const llvm::Function*> open;
  const auto add = [&](const llvm::Function* function, llvm::GlobalVariable* variable) {
    if (uses[function].insert(variable).second) open.push_back(function);
  };
  for (llvm::GlobalVariable* variable : variables)
    for (const llvm::User* user : variable->users())
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        add(instruction->getFunction(), variable);
  while (!open.empty()) {
    const llvm::Function* function = open.back();
    open.pop_back();
    const std::set<llvm::GlobalVariable*> own = uses[function];
    for (const llvm::User* user : function->users())
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        for (llvm::GlobalVariable* variable : own) add(call->getFunction(), variable);
  }
  return uses;
}

// Returns the element type with which the memory is declared, or a byte if there are several declarations.
llvm::Type* element_of(const std::set<llvm::GlobalVariable*>& variables) {
  llvm::Type* type = (*variables.begin())->getValueType();
  for (const llvm::GlobalVariable* variable : variables)
    if (variable->getValueType() != type) return llvm::Type::getInt8Ty(type->getContext());
  while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) type = array->getElementType();
  return type;
}

ParameterSyntax syntax_of(const std::set<llvm::GlobalVariable*>& variables, const llvm::DataLayout& layout) {
  ParameterSyntax parameter;
  // The first name in alphabetical order stands for all.
  for (const llvm::GlobalVariable* variable : variables) {
    const std::string name = variable_name(variable->getName());
    if (parameter.name.empty() || name < parameter.name) parameter.name = name;
  }
  llvm::Type* element = element_of(variables);
  parameter.kind = model::ParameterKind::LocalPointer;
  parameter.element_type = type_name(element);
  parameter.element_bytes = std::max<std::uint64_t>(layout.getTypeAllocSize(element), 1);
  parameter.type = "extern __shared__ " + parameter.element_type + "[]";
  return parameter;
}

}  // namespace

void give_dynamic_memory(llvm::Module& module, std::vector<llvm::Function*>& kernels,
                         std::map<std::string, KernelSyntax>& syntax) {
  const std::vector<llvm::GlobalVariable*> variables = dynamic_variables(module);
  if (variables.empty()) return;
  std::vector<llvm::Constant*> constants(variables.begin(), variables.end());
  llvm::convertUsersOfConstantsToInstructions(constants);
  Uses uses = uses_of(variables);
  for (llvm::Function*& kernel : kernels) {
    const auto found = uses.find(kernel);
    if (found == uses.end()) continue;
    ParameterSyntax parameter = syntax_of(found->second, module.getDataLayout());
    kernel = with_parameters(*kernel, {{parameter.name, kLocalSpace}});
    kernel->setMetadata(kParameter, llvm::MDNode::get(module.getContext(), {}));
    syntax[kernel->getName().str()].parameters.push_back(std::move(parameter));
  }
}

void bind_dynamic_memory(llvm::Function& kernel) {
  if (kernel.getMetadata(kParameter) == nullptr) return;
  // Inlining turns expressions that only depend on a variable into constants.
  const std::vector<llvm::GlobalVariable*> variables = dynamic_variables(*kernel.getParent());
  llvm::convertUsersOfConstantsToInstructions(
      std::vector<llvm::Constant*>(variables.begin(), variables.end()), &kernel);
  llvm::Argument* memory = kernel.getArg(kernel.arg_size() - 1);
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    for (llvm::Use& operand : instruction.operands()) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand.get());
      if (variable != nullptr && is_dynamic(*variable)) operand.set(memory);
    }
}

}  // namespace launchproof::frontend::cuda
