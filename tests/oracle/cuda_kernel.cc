#include "tests/oracle/cuda_kernel.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "tests/oracle/constant_pool.h"

namespace launchproof::oracle {

namespace {

// Returns the type name used for contents, such as "float*".
std::string type_name(const llvm::DIType* type) {
  std::string stars;
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) stars += "*";
    type = derived->getBaseType();
  }
  return (type == nullptr ? "void" : type->getName().str()) + stars;
}

// Returns "void name<int>(int*)" without the result type.
std::string kernel_name(const llvm::Function& function) {
  std::string name = llvm::demangle(function.getName().str());
  if (name.starts_with("void ")) name = name.substr(5);
  return name;
}

std::string source_line(const std::string& path, unsigned number) {
  std::ifstream stream(path);
  std::string line;
  for (unsigned i = 0; i < number; ++i)
    if (!std::getline(stream, line)) return "";
  return line;
}

}  // namespace

std::vector<const llvm::Function*> cuda_kernels(const llvm::Module& module) {
  std::vector<const llvm::Function*> kernels;
  const llvm::NamedMDNode* notes = module.getNamedMetadata("nvvm.annotations");
  if (notes == nullptr) return kernels;
  for (const llvm::MDNode* note : notes->operands()) {
    const auto* kind = llvm::dyn_cast_or_null<llvm::MDString>(note->getOperand(1));
    if (kind == nullptr || kind->getString() != "kernel") continue;
    const auto* function = llvm::mdconst::dyn_extract_or_null<llvm::Function>(note->getOperand(0));
    if (function != nullptr && !function->isDeclaration()) kernels.push_back(function);
  }
  return kernels;
}

void add_cuda_kernel(const llvm::Function& function, const llvm::DataLayout& layout, const Code& code,
                     Program& program) {
  Kernel& kernel = program.kernels.emplace_back();
  kernel.code = &code;
  kernel.name = kernel_name(function);
  const llvm::DISubprogram* described = function.getSubprogram();
  for (const llvm::Argument& argument : function.args()) {
    KernelParameter& parameter = kernel.parameters.emplace_back();
    parameter.name = argument.getName().str();
    // The type of the function's result comes first.
    if (described != nullptr && described->getType()->getTypeArray().size() > argument.getArgNo() + 1)
      parameter.type = type_name(described->getType()->getTypeArray()[argument.getArgNo() + 1]);
    llvm::Type* type = argument.getType();
    if (llvm::Type* pointee = argument.getParamByValType()) {
      parameter.layout = layout_of(pointee, layout);
      parameter.layout.bytes = layout.getTypeAllocSize(pointee).getFixedValue();
      parameter.is_struct = true;
    } else if (type->isPointerTy()) {
      parameter.kind = KernelParameter::Kind::Global;
    } else {
      parameter.layout = layout_of(type, layout);
      parameter.is_float = type->isFPOrFPVectorTy();
      parameter.is_truth = type->isIntegerTy(1);
    }
  }
}

bool is_return_statement(const llvm::DILocation* location) {
  if (location == nullptr || location->getColumn() == 0) return false;
  // A return that is under no condition is the kernel's end.
  if (llvm::isa<llvm::DISubprogram>(location->getScope())) return false;
  std::string path = location->getFilename().str();
  if (path.empty()) return false;
  if (path[0] != '/') path = (std::filesystem::path(location->getDirectory().str()) / path).string();
  const std::string line = source_line(path, location->getLine());
  return line.size() >= location->getColumn() && line.substr(location->getColumn() - 1).starts_with("return");
}

}  // namespace launchproof::oracle
