// Folds constants only to results that every device computes.
//
// OpenCL leaves open how a device treats subnormal numbers, which bits a NaN result has, how a quotient is
// rounded, and whether a product is rounded before an addition (contraction). The machine that verifies must
// not decide any of that.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace launchproof::frontend {

// Returns the constant result of the instruction, or null. Folds a computation with floats only if its
// operands and results are exact, and zero or normal numbers.
llvm::Constant* fold_constant(llvm::Instruction& instruction, const llvm::DataLayout& layout);

// Folds what an operand is computed from, so that it becomes a constant where it is one.
void fold_operands(const llvm::Use& operand, const llvm::DataLayout& layout);

// Hides constants from the inliner. Inlining simplifies the code that it copies, for example `x * 1.0f` to
// `x`, although a device may flush the product to zero and the bits of some NaNs change. While this object
// exists, passes cannot see that operands of a function's float computations are constants.
class ConstantShield {
 public:
  explicit ConstantShield(llvm::Function& function);
  ~ConstantShield();
  ConstantShield(const ConstantShield&) = delete;
  ConstantShield& operator=(const ConstantShield&) = delete;

  static void remove(llvm::Function& function);  // removes the shield from a function into which such a
                                                 // function was inlined

 private:
  llvm::Function& d_function;
};

}  // namespace launchproof::frontend
