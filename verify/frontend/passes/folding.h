// Folding of constants to what every device computes, and to nothing else.
//
// OpenCL leaves open how a device treats subnormal numbers, which bits a result that is not a number has,
// what is rounded off a quotient, and whether a product is rounded before it is added to (contraction). None
// of that may be settled by the machine that verifies.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace launchproof::frontend {

// Returns the constant that the instruction yields, or null. A computation with floats is folded only if its
// operands and results are exact, and zero or normal numbers.
llvm::Constant* fold_constant(llvm::Instruction& instruction, const llvm::DataLayout& layout);

// Inlining simplifies what it copies, `x * 1.0f` to `x` for one, which a device may flush to zero and which
// changes the bits of some that are not numbers. While this lives the constants that a function computes
// floats with cannot be seen to be such.
class ConstantShield {
 public:
  explicit ConstantShield(llvm::Function& function);
  ~ConstantShield();
  ConstantShield(const ConstantShield&) = delete;
  ConstantShield& operator=(const ConstantShield&) = delete;

  static void remove(llvm::Function& function);  // from a function that such a one was inlined into

 private:
  llvm::Function& d_function;
};

}  // namespace launchproof::frontend
