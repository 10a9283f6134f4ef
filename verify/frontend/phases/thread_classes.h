// Which threads of a block go the same ways to the steps of barriers in memory.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/frontend/phases/low_bits.h"

namespace launchproof::frontend {

// A block in one line has at most so many threads.
inline constexpr std::uint64_t kMostThreads = 1'024;

// Threads, by local id in dimension 0, for which all values that decide about steps and depend only on the
// thread are equal.
struct ThreadClass {
  std::vector<std::uint64_t> threads;        // ascending
  std::map<const llvm::Value*, Low> values;  // of all of them
};

struct ThreadClasses {
  std::string refused;  // why there are none; empty: there are
  std::vector<ThreadClass> classes;
  // Branches that decide whether, or how often, a thread comes to a step or ends.
  std::set<const llvm::BasicBlock*> deciding;
  // Phis that decide about steps.
  std::set<const llvm::PHINode*> phis;
};

// The values that tell which barrier a step is for, and what it does.
using StepValues = std::vector<std::pair<const llvm::CallInst*, std::vector<const llvm::Value*>>>;

// Divides the threads of blocks in one line.
ThreadClasses thread_classes(const llvm::Function& kernel, const StepValues& steps);

// Returns whether the call's value is the same for all threads of a block.
bool is_of_block(const llvm::CallBase& call);

// Returns the values that are known of the threads of a class.
LowBits values_of(const ThreadClass& threads, const llvm::DataLayout& layout);

}  // namespace launchproof::frontend
