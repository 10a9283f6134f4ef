#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "verify/frontend/cuda/adapt_module.h"
#include "verify/frontend/cuda/headers.h"
#include "verify/frontend/ir/cuda_names.h"

namespace launchproof::frontend::cuda {
namespace {

bool is_header(const llvm::DILocation& place) {
  const llvm::StringRef folder(kHeaderFolder);
  const llvm::StringRef name = place.getFilename();
  return name.starts_with(folder) || place.getDirectory().starts_with(folder);
}

}  // namespace

void leave_headers(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const llvm::DILocation* place = instruction.getDebugLoc().get();
    llvm::StringRef called;
    while (place != nullptr && is_header(*place) && place->getInlinedAt() != nullptr) {
      called = place->getScope()->getSubprogram()->getName();
      called = called.take_front(called.find('<'));
      place = place->getInlinedAt();
    }
    if (called.empty()) continue;
    instruction.setDebugLoc(llvm::DebugLoc(place));
    if (llvm::isa<llvm::CallBase>(instruction))
      instruction.setMetadata(kCalledAs, llvm::MDNode::get(kernel.getContext(),
                                                           llvm::MDString::get(kernel.getContext(), called)));
  }
}

}  // namespace launchproof::frontend::cuda
