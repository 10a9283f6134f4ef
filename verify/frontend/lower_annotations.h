// Calls of annotations in a prepared kernel. LLVM types stay in this folder.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>
#include <vector>

#include "verify/frontend/annotations.h"
#include "verify/frontend/preparation.h"
#include "verify/frontend/program.h"

namespace launchproof::frontend {

// The name of the called annotation and its entry; nothing for another call. A precondition of a function
// that was inlined, of another kernel too, has the entry of an assertion.
struct CalledAnnotation {
  std::string name;
  const AnnotationEntry* entry = nullptr;
};
std::optional<CalledAnnotation> called_annotation(const llvm::CallBase& call);

// The call is one of a function that was inlined.
void mark_as_of_callee(llvm::CallBase& call);

// What the program tells its compiler to take for granted (`__builtin_assume`, `__builtin_unreachable`)
// becomes calls of the annotation `__assume`.
void annotate_assumptions(llvm::Function& kernel);

// For a model: a precondition or assumption becomes a branch, whose way for what does not hold ends in an
// `unreachable` that excluded_by() knows; where its condition cannot be judged, the call stays. For
// execution: the calls of preconditions stay, those of what is asserted are calls of `__assert`, that of an
// assumption becomes a branch to a call of kLeftOut and the kernel's end, and all others go.
// What `use` leaves out of account goes first. What speaks of two work-items cannot be executed; what speaks
// of accesses is not.
void lower_annotations(llvm::Function& kernel, Purpose purpose, AnnotationUse use,
                       std::vector<Refusal>& refusals);

// The precondition or assumption that the instruction stands for, as called.
struct Exclusion {
  std::string name;
  bool is_precondition = false;
};
std::optional<Exclusion> excluded_by(const llvm::Instruction& instruction);

// The condition of an annotation speaks of two work-items.
bool speaks_of_two(const llvm::CallBase& call);

// The condition of an annotation speaks of accesses, or of where pointers point.
bool speaks_of_accesses(const llvm::CallBase& call);

// The calls of annotations that the condition of one uses.
std::vector<const llvm::CallBase*> used_by(const llvm::CallBase& call);

// Why the condition of an annotation cannot be judged: what it speaks of, in words. Empty when it can.
std::string unjudged(const llvm::CallBase& call);

}  // namespace launchproof::frontend
