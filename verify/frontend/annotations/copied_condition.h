// Computes a condition of an annotation again at another place in its function.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "verify/frontend/annotations/annotations.h"

namespace launchproof::frontend {

// Returns the registry's entry for a called annotation; null for everything else.
const AnnotationEntry* called_entry(const llvm::Value* value);

class CopiedCondition {
 public:
  // Prepares to copy the condition of the annotation `call` to `place`. `result` is what the function returns
  // at `place`, or null. Within a loop, variables have their values at `place`. `is_behind`: control has
  // passed the annotation before `place`; otherwise its values are unknown there. `dominators` must be those
  // of the function.
  CopiedCondition(llvm::CallBase& call, llvm::Instruction& place, llvm::Value* result, bool in_loop,
                  bool is_behind, const llvm::DominatorTree& dominators);

  // Returns whether the condition can be computed at the place. Changes nothing.
  bool fits();
  // Computes the condition at the place. Requires fits().
  llvm::Value* make();

 private:
  // Finds the root. If paths join within the condition (`?:`, `&&`), everything that decides which path is
  // taken is computed too.
  bool find_root();
  bool add_flow(llvm::Value* value, llvm::DenseSet<llvm::Value*>& seen, unsigned depth);
  bool fits(llvm::Value* value);
  bool is_plain(const llvm::Instruction& item) const;
  bool has_value(const llvm::AllocaInst& variable) const;
  bool changes(llvm::Instruction& item);
  bool is_conditional(const llvm::Instruction& item) const;
  llvm::Value* of(llvm::Value* value);
  llvm::Value* copied(llvm::Instruction& item);
  llvm::Value* chosen(llvm::PHINode& join);
  // Return the condition under which control reaches the block from the root, and the condition under which
  // it does so through this edge.
  llvm::Value* guard_of(llvm::BasicBlock& block);
  llvm::Value* guard_of(llvm::BasicBlock& from, llvm::BasicBlock& to);

  llvm::CallBase& d_call;
  llvm::Instruction& d_place;
  llvm::Value* d_result;
  bool d_in_loop;
  bool d_is_behind;
  const llvm::DominatorTree& d_dominators;
  llvm::BasicBlock* d_root = nullptr;  // dominates everything that decides between joining paths; null if
                                       // nothing does
  llvm::DenseSet<llvm::BasicBlock*> d_between;  // blocks between the root and the block where paths join
  llvm::DenseMap<llvm::Instruction*, bool> d_fits;
  llvm::DenseMap<llvm::Instruction*, llvm::Value*> d_made;
  llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> d_guards;
};

}  // namespace launchproof::frontend
