// Calls of annotations in a prepared kernel. LLVM types stay in this folder.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/preparation.h"
#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

// The name of the called annotation and its entry; nothing for another call. A precondition of a function
// that was inlined, of another kernel too, has the entry of an assertion.
struct CalledAnnotation {
  std::string name;
  const AnnotationEntry* entry = nullptr;
};
std::optional<CalledAnnotation> called_annotation(const llvm::CallBase& call);

// Marks the call as one of a function that was inlined.
void mark_as_of_callee(llvm::CallBase& call);

// Turns the program's statements to its compiler (`__builtin_assume`, `__builtin_unreachable`) into calls of
// the annotation `__assume`.
void annotate_assumptions(llvm::Function& kernel);

// Lowers annotations. Those that `use` leaves out of account are removed first.
//
// For a model: a precondition or assumption becomes a branch. Where it does not hold, the branch ends in an
// `unreachable` that excluded_by() knows. The call stays where the condition cannot be judged.
//
// For execution: the calls of preconditions stay, and the calls of assertions become calls of `__assert`. An
// assumption becomes a branch to a call of kLeftOut and the kernel's end. All others are removed. Conditions
// that speak of two work-items cannot be executed; those that speak of accesses are not executed.
void lower_annotations(llvm::Function& kernel, Purpose purpose, AnnotationUse use,
                       std::vector<Refusal>& refusals);

// The precondition or assumption of the instruction, as called.
struct Exclusion {
  std::string name;
  bool is_precondition = false;
};
std::optional<Exclusion> excluded_by(const llvm::Instruction& instruction);

// Returns whether the condition of an annotation speaks of two work-items.
bool speaks_of_two(const llvm::CallBase& call);

// Returns whether the condition of an annotation speaks of accesses, or of where pointers point.
bool speaks_of_accesses(const llvm::CallBase& call);

// Returns the calls of annotations that the condition of one uses.
std::vector<const llvm::CallBase*> used_by(const llvm::CallBase& call);

// Returns why the condition of an annotation cannot be judged: its subject, in words. Empty when it can.
std::string unjudged(const llvm::CallBase& call);

}  // namespace launchproof::frontend
