#include "verify/frontend/cuda/pointer_fields.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <utility>

#include "verify/frontend/cuda/added_parameters.h"
#include "verify/frontend/ir/address_spaces.h"

namespace launchproof::frontend::cuda {
namespace {

ParameterSyntax syntax_of(const ParameterSyntax& structure, const PointerField& field) {
  ParameterSyntax parameter;
  parameter.name = structure.name + field.name;
  parameter.type = field.type;
  parameter.kind = model::ParameterKind::GlobalPointer;
  parameter.element_type = field.element_type;
  parameter.element_bytes = field.element_bytes;
  parameter.is_const = field.is_const;
  parameter.line = structure.line;
  return parameter;
}

// Replaces the parameter by a copy of the structure that the function owns, filled at its entry.
llvm::AllocaInst* own_copy(llvm::Function& kernel, llvm::Argument& structure, llvm::IRBuilder<>& builder) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  llvm::Type* type = structure.getParamByValType();
  llvm::AllocaInst* copy = builder.CreateAlloca(type, nullptr, structure.getName() + ".fields");
  structure.replaceAllUsesWith(copy);
  builder.CreateMemCpy(copy, copy->getAlign(), &structure, structure.getParamAlign(),
                       layout.getTypeAllocSize(type).getFixedValue());
  return copy;
}

}  // namespace

llvm::Function* give_pointer_fields(llvm::Function& kernel, KernelSyntax& syntax) {
  std::vector<std::pair<unsigned, PointerField>> fields;  // by parameter
  std::vector<AddedParameter> added;
  const std::size_t parameters = syntax.parameters.size();
  if (parameters != kernel.arg_size()) return &kernel;
  for (unsigned i = 0; i < parameters; ++i) {
    if (!kernel.getArg(i)->hasByValAttr()) continue;
    for (const PointerField& field : syntax.parameters[i].pointer_fields) {
      fields.emplace_back(i, field);
      added.push_back({syntax.parameters[i].name + field.name, kGlobalSpace});
    }
  }
  if (fields.empty()) return &kernel;
  llvm::Function* made = with_parameters(kernel, added);
  llvm::IRBuilder<> builder(&*made->getEntryBlock().getFirstInsertionPt());
  builder.SetCurrentDebugLocation({});
  llvm::AllocaInst* copy = nullptr;
  for (unsigned i = 0; i < fields.size(); ++i) {
    const auto& [parameter, field] = fields[i];
    if (i == 0 || fields[i - 1].first != parameter) copy = own_copy(*made, *made->getArg(parameter), builder);
    llvm::Value* pointer =
        builder.CreateAddrSpaceCast(made->getArg(static_cast<unsigned>(parameters) + i),
                                    llvm::PointerType::get(made->getContext(), kGenericSpace));
    builder.CreateStore(pointer, builder.CreateConstGEP1_64(builder.getInt8Ty(), copy, field.offset));
    syntax.parameters.push_back(syntax_of(syntax.parameters[parameter], field));
    syntax.parameters.back().structure = parameter;
    syntax.parameters.back().structure_offset = static_cast<std::uint32_t>(field.offset);
  }
  return made;
}

}  // namespace launchproof::frontend::cuda
