// The shared memory that instructions touch, and what passes that lower asynchronous copies and barriers in
// memory write into a kernel: accesses to the bytes of a barrier, and assertions.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <string>
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

// Asserts the condition. `said` describes it, as the program's text does not hold it.
llvm::CallInst* assert_of_program(llvm::IRBuilder<>& builder, llvm::Value* condition, const char* said);

// States that the kernel is unsupported where the condition does not hold. `construct` says what is not
// understood there.
void limit_to(llvm::IRBuilder<>& builder, llvm::Value* condition, const std::string& construct);

// Returns the object that the pointer points into, or its bytes from the start of that.
llvm::Value* object_number(llvm::IRBuilder<>& builder, llvm::Value* pointer);
llvm::Value* offset_in_object(llvm::IRBuilder<>& builder, llvm::Value* pointer);

// Returns the number of threads of a block in this dimension.
llvm::Value* local_size(llvm::IRBuilder<>& builder, unsigned dimension);

// Writes or reads a barrier as an atomic variable of its block.
void touch_barrier(llvm::IRBuilder<>& builder, llvm::Value* barrier, bool writes);

// Writes arbitrary bytes, as what initialises a barrier does.
void overwrite_barrier(llvm::IRBuilder<>& builder, llvm::Value* barrier);

// Asserts that a store leaves these bytes of `object` as they are, where it may not.
void keep_off_barriers(llvm::IRBuilder<>& builder, const Touch& store, const llvm::Value* object,
                       std::uint64_t begin, std::uint64_t end);

}  // namespace launchproof::frontend
