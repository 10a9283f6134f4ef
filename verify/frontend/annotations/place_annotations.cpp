#include "verify/frontend/annotations/place_annotations.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include <string>
#include <vector>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/annotations/copied_condition.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kPlaced = "launchproof.placed";
constexpr const char* kCandidate = "__candidate_invariant";

struct Target {
  llvm::Instruction* place;
  llvm::Value* result;
};

// The place to which the annotation applies.
std::vector<Target> targets(llvm::Function& function, bool in_loops, const llvm::LoopInfo& loops) {
  std::vector<Target> result;
  for (llvm::BasicBlock& block : function) {
    if (in_loops) {
      if (loops.isLoopHeader(&block)) result.push_back({&*block.getFirstInsertionPt(), nullptr});
    } else if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      result.push_back({end, end->getReturnValue()});
    }
  }
  return result;
}

void mark(llvm::CallBase& call, const char* name) {
  llvm::LLVMContext& context = call.getContext();
  call.setMetadata(kPlaced, llvm::MDNode::get(context, {llvm::MDString::get(context, name)}));
}

// Returns false if the annotation is not moved.
bool place(llvm::CallBase& call, bool in_loops, const char* name) {
  llvm::Function& function = *call.getFunction();
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const std::vector<Target> all = targets(function, in_loops, loops);
  if (all.empty() && in_loops) {
    call.eraseFromParent();  // nothing is said
    return true;
  }
  if (all.empty()) return false;
  std::vector<CopiedCondition> copies;
  copies.reserve(all.size());
  for (const Target& target : all) {
    // A function-wide invariant also applies to earlier loops.
    const bool is_behind = dominators.dominates(&call, target.place);
    if (!is_behind && !in_loops) return false;
    CopiedCondition& copy =
        copies.emplace_back(call, *target.place, target.result, in_loops, is_behind, dominators);
    if (!copy.fits()) return false;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    llvm::Value* condition = copies[i].make();
    llvm::Instruction* made = call.clone();
    made->setOperand(0, condition);
    made->insertBefore(all[i].place);
    mark(llvm::cast<llvm::CallBase>(*made), name);
  }
  call.eraseFromParent();
  return true;
}

}  // namespace

bool place_at_return(llvm::CallBase& call) {
  return place(call, false, "__assert");
}

void place_annotations(llvm::Module& module, AnnotationUse use) {
  const bool only_candidates = use == AnnotationUse::InvariantsAsCandidates;
  const char* const invariant = only_candidates ? kCandidate : "__invariant";
  std::vector<std::pair<llvm::CallBase*, Treatment>> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (const AnnotationEntry* entry = called_entry(&instruction);
          entry != nullptr && !instruction.hasMetadata(kPlaced))
        calls.emplace_back(llvm::cast<llvm::CallBase>(&instruction), entry->treatment);
  for (const auto& [call, treatment] : calls) {
    if (treatment == Treatment::AtReturn) place(*call, false, "__assert");
    if (treatment == Treatment::AtLoops) place(*call, true, invariant);
    if (treatment == Treatment::CandidateAtLoops) place(*call, true, kCandidate);
    if (treatment == Treatment::Invariant && only_candidates) mark(*call, kCandidate);
  }
}

std::string_view placed_as(const llvm::CallBase& call) {
  const llvm::MDNode* node = call.getMetadata(kPlaced);
  if (node == nullptr) return {};
  const llvm::StringRef text = llvm::cast<llvm::MDString>(node->getOperand(0))->getString();
  return {text.data(), text.size()};
}

}  // namespace launchproof::frontend
