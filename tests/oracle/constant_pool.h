// Lanes of LLVM types and constants. Private to the decoder.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <map>

#include "tests/oracle/program.h"

namespace launchproof::oracle {

// Returns the number of scalars in a value of this type. Throws CannotJudge for unsupported types (integers
// of more than 64 bits).
std::uint32_t lane_count(llvm::Type* type);
Layout layout_of(llvm::Type* type, const llvm::DataLayout& layout);

class ConstantPool {
 public:
  ConstantPool(llvm::Module& module, Program& program) : d_module(module), d_program(program) {}

  void add_globals();
  Operand add(const llvm::Constant* constant);

 private:
  void append(const llvm::Constant* constant);
  void append_address(const llvm::Constant* constant, std::int64_t addend);

  llvm::Module& d_module;
  Program& d_program;
  std::map<const llvm::Constant*, Operand> d_operands;
  std::map<const llvm::GlobalVariable*, std::uint32_t> d_globals;
};

}  // namespace launchproof::oracle
