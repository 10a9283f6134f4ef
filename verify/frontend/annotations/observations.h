// Reads of annotations: accesses that a kernel makes only to say what holds, and that are none of its own.
//
// A read belongs to an annotation when it stands between the parentheses of its call, or in a function that
// is called there. The program owns a read in an annotation that a macro expands to, or that stands in a file
// that is included several times and is not such an annotation each time: there, places do not tell which
// reads belong to the annotation.
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

// Collects the ranges of annotations. One that changes a variable of the program or memory, or may do so, is
// an error of the compilation.
std::unique_ptr<clang::ASTConsumer> find_annotations(std::vector<CallRange>& ranges);

// Keeps the ranges with the module that was compiled from the source: they are places of this source alone,
// also once it is linked with others.
void keep_ranges(llvm::Module& module, const std::vector<CallRange>& ranges);

// Marks the reads that only annotations use, in a kernel whose calls are inlined.
void mark_observations(llvm::Function& kernel);

bool observes(const llvm::Instruction& instruction);

// Returns whether the instruction is a plain load, or one of a vector by a built-in function.
bool reads(const llvm::Instruction& instruction);

}  // namespace launchproof::frontend
