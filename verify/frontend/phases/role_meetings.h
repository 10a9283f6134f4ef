// Where threads that take steps at barriers in memory come together otherwise.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>
#include <vector>

namespace launchproof::frontend {

// Calls that are about barriers in memory. `steps` are arrivals and waits.
struct PlacedSteps {
  std::vector<const llvm::CallInst*> made, steps, ends;
};

struct Misplaced {
  std::string why;
  const llvm::Instruction* at = nullptr;
};

// Returns whether work-items come together there.
bool comes_together(const llvm::Instruction& instruction);

// Returns what is wrong with the places of the steps, if anything is. If nothing is:
// - all threads of the block come together in front of all steps, behind where the barriers are made;
// - no threads come together or wait for each other's accesses behind that, but for barriers of the block
//   behind which no thread takes a step;
// - none of the steps are behind the end of a barrier, or beside it;
// - all threads come to where the kernel returns, and its returns may become one.
std::optional<Misplaced> misplaced_step(const llvm::Function& kernel, const PlacedSteps& calls);

}  // namespace launchproof::frontend
