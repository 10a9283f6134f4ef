#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "verify/frontend/ir/address_spaces.h"
#include "verify/replay/in_place_kernel.h"

namespace launchproof::replay {

std::vector<std::string> program_variables(const frontend::PreparedProgram& program) {
  std::vector<std::string> names;
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(program.bitcode, "program"), context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return names;
  }
  for (const llvm::GlobalVariable& variable : (*module)->globals())
    if (!variable.isConstant() && variable.getAddressSpace() != frontend::kLocalSpace)
      names.push_back(variable.getName().str());
  return names;
}

}  // namespace launchproof::replay
