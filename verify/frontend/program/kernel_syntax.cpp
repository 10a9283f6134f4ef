#include "verify/frontend/program/kernel_syntax.h"

#include <llvm/IR/CallingConv.h>
#include <llvm/IR/Function.h>

#include <utility>

namespace launchproof::frontend {

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
         !function.getName().contains("_block_invoke");
}

std::vector<model::Parameter> parameters_of(const KernelSyntax& syntax) {
  std::vector<model::Parameter> parameters;
  for (const ParameterSyntax& item : syntax.parameters) {
    model::Parameter parameter;
    parameter.name = item.name;
    parameter.type = item.type;
    parameter.kind = item.kind;
    parameter.bytes = static_cast<std::uint32_t>(item.bytes);
    parameter.structure = item.structure;
    parameter.structure_offset = item.structure_offset;
    parameter.is_const = item.is_const;
    parameter.is_restrict = item.is_restrict;
    parameter.is_volatile = item.is_volatile;
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace launchproof::frontend
