// Lowers calls of annotations in a prepared kernel. LLVM types do not leave this folder.
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

// The name of the called annotation and its entry; nothing for any other call. A precondition of an inlined
// function, including another kernel, has the entry of an assertion.
struct CalledAnnotation {
  std::string name;
  const AnnotationEntry* entry = nullptr;
};
std::optional<CalledAnnotation> called_annotation(const llvm::CallBase& call);

// Marks the call as belonging to a function that was inlined.
void mark_as_of_callee(llvm::CallBase& call);

// Replaces statements of the program to its compiler (`__builtin_assume`, `__builtin_unreachable`) by calls
// of the annotation `__assume`.
void annotate_assumptions(llvm::Function& kernel);

// Lowers annotations. Removes those that `use` ignores first.
//
// For a model, a precondition or assumption becomes a branch. If the condition does not hold, the branch ends
// in an `unreachable` that excluded_by() recognises. The call remains if the condition cannot be judged.
//
// For execution, calls of preconditions remain, and calls of assertions become calls of `__assert`. An
// assumption becomes a branch to a call of kLeftOut and the kernel's end. All others are removed. Conditions
// about two work-items cannot be executed; those about accesses are not executed.
void lower_annotations(llvm::Function& kernel, Purpose purpose, AnnotationUse use,
                       std::vector<Refusal>& refusals);

// The precondition or assumption of an instruction, as called.
struct Exclusion {
  std::string name;
  bool is_precondition = false;
};
std::optional<Exclusion> excluded_by(const llvm::Instruction& instruction);

// Returns whether the condition of an annotation is about two work-items.
bool speaks_of_two(const llvm::CallBase& call);

// Returns whether the condition of an annotation is about accesses or about where pointers point.
bool speaks_of_accesses(const llvm::CallBase& call);

// Returns the annotation calls that the condition of an annotation uses.
std::vector<const llvm::CallBase*> used_by(const llvm::CallBase& call);

// Returns a description of what prevents the condition of an annotation from being judged; empty if it can be
// judged.
std::string unjudged(const llvm::CallBase& call);

}  // namespace launchproof::frontend
