// The numbers that stand for the pointers to functions of one function.
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

  // Returns the number of a pointer to a function. What it is chosen from is followed to numbers; a
  // conversion is left of what the function gets from elsewhere.
  llvm::Value* of(llvm::Value* pointer);

 private:
  llvm::Function& d_function;
  llvm::IntegerType* d_type;
  std::unordered_map<const llvm::Value*, llvm::Value*> d_numbers;
};

// Joins the numbers of a kernel with those of what was inlined into it.
void join_numbers(llvm::Function& kernel);

}  // namespace launchproof::frontend::cuda
