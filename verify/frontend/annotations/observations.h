// Identifies reads that a kernel makes only to evaluate its annotations, and that are not accesses of the
// program itself.
//
// A read belongs to an annotation if it is located between the parentheses of the annotation's call, or in a
// function that is called there. Two kinds of reads count as the program's own, since their places do not
// show whether they belong to the annotation: reads in an annotation that a macro expands to, and reads in an
// annotation in a file that is included several times, unless the place is such an annotation each time.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <compare>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTConsumer;
}

namespace launchproof::frontend {

// From the first character of a call to its closing parenthesis.
struct CallRange {
  std::string file;
  unsigned first_line = 0, first_column = 0;
  unsigned last_line = 0, last_column = 0;

  auto operator<=>(const CallRange&) const = default;
};

// Collects the ranges of annotations. An annotation that changes memory or a variable of the program, or may
// do so, is a compilation error.
std::unique_ptr<clang::ASTConsumer> find_annotations(std::vector<CallRange>& ranges);

// Stores the ranges with the module that was compiled from the source. The ranges are places in this source
// only, even after the module is linked with others.
void keep_ranges(llvm::Module& module, const std::vector<CallRange>& ranges);

// Marks the reads that only annotations use. Requires a kernel with all calls inlined.
void mark_observations(llvm::Function& kernel);

bool observes(const llvm::Instruction& instruction);

// Returns whether the instruction is a plain load, or one of a vector by a built-in function.
bool reads(const llvm::Instruction& instruction);

}  // namespace launchproof::frontend
