// The numbers that represent pointers to functions within one function.
#pragma once

#include <unordered_map>

namespace llvm {
class Function;
class IntegerType;
class Value;
}  // namespace llvm

namespace launchproof::frontend::cuda {

class FunctionNumbers {
 public:
  FunctionNumbers(llvm::Function& function, llvm::IntegerType* type) : d_function(function), d_type(type) {}

  // Returns the number for a pointer to a function. Follows the values from which the pointer is chosen down
  // to numbers. If the function gets a value from elsewhere, a conversion remains.
  llvm::Value* of(llvm::Value* pointer);

 private:
  llvm::Function& d_function;
  llvm::IntegerType* d_type;
  std::unordered_map<const llvm::Value*, llvm::Value*> d_numbers;
};

// Connects the numbers in a kernel with those in the code inlined into it.
void join_numbers(llvm::Function& kernel);

}  // namespace launchproof::frontend::cuda
