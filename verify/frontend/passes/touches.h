// The shared memory that instructions touch, for passes that lower asynchronous copies.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

namespace launchproof::frontend {

// Bytes that an instruction touches.
struct Touch {
  llvm::Value* pointer = nullptr;
  std::uint64_t bytes = 0;
  bool writes = false;
};

// Returns what the instruction may touch. A call of a function without a body, such as an atomic operation,
// may write through each of its pointers as many bytes as the largest value that it takes or yields.
std::vector<Touch> touches_of(llvm::Instruction& instruction, const llvm::DataLayout& layout);

// Returns the name of the function that the instruction calls; empty for other instructions.
llvm::StringRef called_name(const llvm::Instruction& instruction);

// Returns whether it is a barrier of the group.
bool is_group_barrier(const llvm::Instruction& instruction);

llvm::Value* without_casts(llvm::Value* pointer);
const llvm::Value* object_of(const llvm::Value* pointer);

// Returns whether the pointer may point into this space: private, global, constant or local memory.
bool may_be_in(const llvm::Value* pointer, unsigned space);

// Returns whether the two certainly point into different variables.
bool are_apart(const llvm::Value* a, const llvm::Value* b);

}  // namespace launchproof::frontend
