#include "verify/frontend/passes/non_temporal.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>

#include <optional>
#include <string>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/annotations/observations.h"
#include "verify/frontend/ir/mangled_name.h"

namespace launchproof::frontend {
namespace {

// Returns whether the call exempts the loads after it; nothing if it is another call.
std::optional<bool> says(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration())
    return std::nullopt;
  const std::string name = unmangle(call->getCalledFunction()->getName()).first;
  if (name == "__non_temporal_loads_begin") return true;
  if (name == "__non_temporal_loads_end") return false;
  return std::nullopt;
}

}  // namespace

void mark_non_temporal(llvm::Function& kernel, AnnotationUse use) {
  if (use == AnnotationUse::Preconditions || use == AnnotationUse::None) return;
  if (llvm::none_of(llvm::instructions(kernel), [](const auto& one) { return says(one).has_value(); }))
    return;
  // The state at the end of each block; starts as true everywhere and can only become false.
  llvm::DenseMap<const llvm::BasicBlock*, bool> at_end;
  const llvm::ReversePostOrderTraversal<llvm::Function*> order(&kernel);
  for (const llvm::BasicBlock* block : order) at_end[block] = true;
  const auto at_start = [&](const llvm::BasicBlock& block) {
    return &block != &kernel.getEntryBlock() &&
           llvm::all_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* from) {
             const auto known = at_end.find(from);
             return known == at_end.end() || known->second;  // no path comes from an unreachable block
           });
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (const llvm::BasicBlock* block : order) {
      bool is_out = at_start(*block);
      for (const llvm::Instruction& instruction : *block) is_out = says(instruction).value_or(is_out);
      changes |= at_end[block] != is_out;
      at_end[block] = is_out;
    }
  }
  for (llvm::BasicBlock* block : order) {
    bool is_out = at_start(*block);
    for (llvm::Instruction& instruction : *block) {
      is_out = says(instruction).value_or(is_out);
      if (is_out && reads(instruction))
        instruction.setMetadata(kNonTemporal, llvm::MDNode::get(kernel.getContext(), {}));
    }
  }
}

bool is_non_temporal(const llvm::Instruction& instruction) {
  return instruction.hasMetadata(kNonTemporal);
}

}  // namespace launchproof::frontend
