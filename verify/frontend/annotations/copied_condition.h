// A condition of an annotation, computed anew at another place of its function.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "verify/frontend/annotations/annotations.h"

namespace launchproof::frontend {

// Returns the registry's entry for a called annotation. Null for everything else.
const AnnotationEntry* called_entry(const llvm::Value* value);

class CopiedCondition {
 public:
  // Takes the annotation `call`, and what the function returns at `place` as `result`, or null. Within a
  // loop, variables have their values there. `is_behind`: control has come by the annotation before `place`;
  // else nothing of it is known there. `dominators` are those of the function.
  CopiedCondition(llvm::CallBase& call, llvm::Instruction& place, llvm::Value* result, bool in_loop,
                  bool is_behind, const llvm::DominatorTree& dominators);

  // Returns whether the condition can be computed there; changes nothing.
  bool fits();
  // Computes it there. Requires fits().
  llvm::Value* make();

 private:
  // Finds the root. Where control joins within the condition (`?:`, `&&`), everything that decides the path
  // there is computed too.
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
  // Return the condition under which control reaches the block from the root, and under which it does so by
  // this edge.
  llvm::Value* guard_of(llvm::BasicBlock& block);
  llvm::Value* guard_of(llvm::BasicBlock& from, llvm::BasicBlock& to);

  llvm::CallBase& d_call;
  llvm::Instruction& d_place;
  llvm::Value* d_result;
  bool d_in_loop;
  bool d_is_behind;
  const llvm::DominatorTree& d_dominators;
  llvm::BasicBlock* d_root = nullptr;  // dominates all that decides how control joins; null: none does
  llvm::DenseSet<llvm::BasicBlock*> d_between;  // from the root to where control joins
  llvm::DenseMap<llvm::Instruction*, bool> d_fits;
  llvm::DenseMap<llvm::Instruction*, llvm::Value*> d_made;
  llvm::DenseMap<llvm::BasicBlock*, llvm::Value*> d_guards;
};

}  // namespace launchproof::frontend
