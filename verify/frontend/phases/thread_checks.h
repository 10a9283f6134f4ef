// What paths of a kernel meet, and what depends on which thread takes them.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <functional>

namespace launchproof::frontend {

using OfInstruction = std::function<bool(const llvm::Instruction&)>;

using OfEdge = std::function<bool(const llvm::BasicBlock& from, const llvm::BasicBlock& to)>;

// Returns whether some path of edges that `may_go` holds for leads from an instruction that `from` holds for
// to `target`, and meets none that `stop` holds for in between.
bool reaches(const llvm::Instruction& target, const OfInstruction& from, const OfInstruction& stop,
             const OfEdge& may_go);

// Returns whether some path leads from the one instruction to the other.
bool leads(const llvm::Instruction& from, const llvm::Instruction& to);

// Returns false if all threads of a group come to the instruction equally often.
bool depends_on_thread(const llvm::Instruction& instruction);

// Returns false if the value is the same for all threads of a group that come to it equally often.
bool value_depends_on_thread(const llvm::Function& kernel, const llvm::Value& value);

// Lets control go on from a call that asks again and again whether a phase of a barrier has ended, as it does
// when that has. Returns null, or why this cannot be done: the loop does something else, or the answer is
// used otherwise.
const char* straighten_wait(llvm::CallInst& wait);

// Returns the number that a vector of one, as which structures of one number are passed, holds.
const llvm::Value* without_vectors(const llvm::Value* value);

}  // namespace launchproof::frontend
