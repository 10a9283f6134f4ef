#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>

#include <memory>
#include <utility>

#include "verify/frontend/address_spaces.h"
#include "verify/replay/in_place_kernel.h"
#include "verify/replay/tables.h"

namespace launchproof::replay {

std::vector<ProgramVariable> program_variables(const frontend::PreparedProgram& program) {
  std::vector<ProgramVariable> result;
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(program.bitcode, "program"), context);
  if (!module) {
    llvm::consumeError(module.takeError());
    return result;
  }
  for (const llvm::GlobalVariable& variable : (*module)->globals()) {
    if (variable.isConstant() || variable.getAddressSpace() == frontend::kLocalSpace) continue;
    ProgramVariable one;
    one.name = variable.getName().str();
    one.alignment = variable.getAlign().valueOrOne().value();
    one.has_unknown_contents = !initial_bytes(variable, one.initial);
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace launchproof::replay
