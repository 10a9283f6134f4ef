#include "verify/frontend/place_annotations.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <string>
#include <vector>

#include "verify/frontend/annotations.h"
#include "verify/frontend/mangled_name.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kPlaced = "launchproof.placed";
constexpr const char* kCandidate = "__candidate_invariant";

const AnnotationEntry* entry_of(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(value);
  if (call == nullptr || call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration())
    return nullptr;
  return annotation(unmangle(call->getCalledFunction()->getName()).first);
}

// A scalar that nothing but loads and stores of itself touches.
bool is_plain_variable(const llvm::AllocaInst& variable) {
  if (variable.getAllocatedType()->isAggregateType() || variable.isArrayAllocation()) return false;
  return llvm::all_of(variable.users(), [&](const llvm::User* user) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getValueOperand() != &variable;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return llvm::isa<llvm::LoadInst>(user) || (call != nullptr && call->isAssumeLikeIntrinsic());
  });
}

// What it writes is memory, or a variable that may be reached by a pointer.
bool may_write_memory(const llvm::Instruction& item) {
  if (!item.mayWriteToMemory() || entry_of(&item) != nullptr) return false;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&item)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
    return variable == nullptr || !is_plain_variable(*variable);
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&item);
  return call == nullptr || !call->isAssumeLikeIntrinsic();
}

// The value is the same at `place` as when the function began.
bool is_as_at_start(const llvm::Value* value, const llvm::Instruction& place) {
  const auto* item = llvm::dyn_cast<llvm::Instruction>(value);
  if (item == nullptr) return true;
  if (llvm::isa<llvm::AllocaInst>(item)) return true;
  if (llvm::isa<llvm::PHINode>(item)) return false;
  const auto none_before = [&](auto&& changes) {
    return llvm::none_of(llvm::instructions(*place.getFunction()), [&](const llvm::Instruction& one) {
      return changes(one) && llvm::isPotentiallyReachable(&one, &place);
    });
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(item)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
    if (variable != nullptr && is_plain_variable(*variable)) {
      // A parameter begins with what the caller gives.
      return none_before([&](const llvm::Instruction& one) {
        const auto* store = llvm::dyn_cast<llvm::StoreInst>(&one);
        return store != nullptr && store->getPointerOperand() == variable &&
               !llvm::isa<llvm::Argument>(store->getValueOperand());
      });
    }
    if (variable != nullptr || !none_before(may_write_memory)) return false;
  } else if (item->mayReadFromMemory()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(item);
    if (call == nullptr || call->getCalledFunction() == nullptr ||
        !call->getCalledFunction()->isDeclaration() ||
        llvm::any_of(call->args(), [](const llvm::Use& use) { return use->getType()->isPointerTy(); }))
      return false;
  }
  return llvm::all_of(item->operands(),
                      [&](const llvm::Use& operand) { return is_as_at_start(operand.get(), place); });
}

// Computes a condition anew at another place of its function.
class Copy {
 public:
  // `result`: what the function returns there, or null. Within a loop, variables have their values there.
  Copy(llvm::Instruction& place, llvm::Value* result, bool in_loop)
      : d_place(place), d_result(result), d_in_loop(in_loop) {}

  // Whether it can be; changes nothing.
  bool fits(llvm::Value* value) {
    auto* item = llvm::dyn_cast<llvm::Instruction>(value);
    if (item == nullptr || llvm::isa<llvm::AllocaInst>(item)) return true;
    if (const auto known = d_fits.find(item); known != d_fits.end()) return known->second;
    bool all = is_plain(*item) && (!is_old(*item) || is_as_at_start(item->getOperand(0), *item));
    if (all && !is_old(*item))
      for (llvm::Value* operand : item->operands()) all = all && fits(operand);
    return d_fits[item] = all;
  }

  llvm::Value* of(llvm::Value* value) {
    auto* item = llvm::dyn_cast<llvm::Instruction>(value);
    if (item == nullptr || llvm::isa<llvm::AllocaInst>(item)) return value;
    if (const auto made = d_made.find(item); made != d_made.end()) return made->second;
    llvm::Value* result = nullptr;
    if (is_old(*item))
      result = item->getOperand(0);
    else if (is_result(*item))
      result = d_result;
    else if (!changes(*item))
      result = item;
    else
      result = copied(*item);
    return d_made[item] = result;
  }

 private:
  static bool is_old(const llvm::Instruction& item) {
    const AnnotationEntry* entry = entry_of(&item);
    return entry != nullptr && entry->name.starts_with("__old_");
  }
  static bool is_result(const llvm::Instruction& item) {
    const AnnotationEntry* entry = entry_of(&item);
    return entry != nullptr && entry->name.starts_with("__return_val_");
  }
  static bool reads_variable(const llvm::Instruction& item) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&item);
    return load != nullptr && llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
  }

  bool is_plain(const llvm::Instruction& item) const {
    if (is_result(item)) return d_result != nullptr && d_result->getType() == item.getType();
    if (llvm::isa<llvm::LoadInst>(item)) return !item.isAtomic();
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&item)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee == nullptr) return false;
      if (entry_of(call) != nullptr) return true;
      // A function of the program may do anything, and so may one of the device that is given a pointer.
      return callee->isDeclaration() && llvm::none_of(call->args(), [](const llvm::Use& argument) {
               return argument->getType()->isPointerTy();
             });
    }
    return !llvm::isa<llvm::PHINode>(item) && !item.isTerminator() && !item.mayReadOrWriteMemory();
  }

  // Its value there is another than where the annotation stands.
  bool changes(llvm::Instruction& item) {
    if (is_old(item)) return true;  // the call is no value of its own
    if (reads_variable(item)) return d_in_loop;
    if (llvm::isa<llvm::LoadInst>(item) || is_result(item)) return true;
    if (const AnnotationEntry* entry = entry_of(&item); entry != nullptr) return true;
    return llvm::any_of(item.operands(), [&](const llvm::Use& operand) {
      auto* inner = llvm::dyn_cast<llvm::Instruction>(operand.get());
      return inner != nullptr && changes(*inner);
    });
  }

  llvm::Value* copied(llvm::Instruction& item) {
    llvm::SmallVector<llvm::Value*, 4> operands;
    for (llvm::Value* operand : item.operands()) operands.push_back(of(operand));
    llvm::Instruction* made = item.clone();
    for (unsigned i = 0; i < operands.size(); ++i) made->setOperand(i, operands[i]);
    made->insertBefore(&d_place);
    return made;
  }

  llvm::Instruction& d_place;
  llvm::Value* d_result;
  bool d_in_loop;
  llvm::DenseMap<llvm::Instruction*, bool> d_fits;
  llvm::DenseMap<llvm::Instruction*, llvm::Value*> d_made;
};

struct Target {
  llvm::Instruction* place;
  llvm::Value* result;
};

// Where the annotation speaks of.
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

// False where it stays.
bool place(llvm::CallBase& call, bool in_loops, const char* name) {
  llvm::Function& function = *call.getFunction();
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  const std::vector<Target> all = targets(function, in_loops, loops);
  if (all.empty()) return false;
  std::vector<Copy> copies;
  copies.reserve(all.size());
  for (const Target& target : all) {
    if (!dominators.dominates(&call, target.place)) return false;
    if (!copies.emplace_back(*target.place, target.result, in_loops).fits(call.getArgOperand(0)))
      return false;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    llvm::Value* condition = copies[i].of(call.getArgOperand(0));
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
      if (const AnnotationEntry* entry = entry_of(&instruction);
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
