#include "verify/frontend/passes/snapshots.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/annotations/observations.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/mangled_name.h"
#include "verify/frontend/ir/markers.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kKept = "launchproof.kept";          // marks reads of what a snapshot keeps
constexpr const char* kOpen = "launchproof.not_kept";      // marks such reads whose value is unknown, with
                                                           // the reason
constexpr const char* kFollowed = "launchproof.followed";  // marks a half of a snapshot that is not lowered

std::string called(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration())
    return {};
  return unmangle(call->getCalledFunction()->getName()).first;
}

bool counts(AnnotationUse use) {
  return use == AnnotationUse::All || use == AnnotationUse::InvariantsAsCandidates;
}

struct Snapshot {
  llvm::CallBase* to = nullptr;
  llvm::CallBase* from = nullptr;
  llvm::Value* kept() const { return to->getArgOperand(0); }
  llvm::Value* source() const { return from->getArgOperand(0); }
};

// The two halves are adjacent in one block.
std::vector<Snapshot> snapshots(llvm::Function& kernel) {
  std::vector<Snapshot> result;
  for (llvm::BasicBlock& block : kernel) {
    llvm::CallBase* to = nullptr;
    for (llvm::Instruction& instruction : block) {
      const std::string name = called(instruction);
      if (name == kSnapshotTo) to = llvm::cast<llvm::CallBase>(&instruction);
      if (name != kSnapshotFrom || to == nullptr) continue;
      result.push_back({to, llvm::cast<llvm::CallBase>(&instruction)});
      to = nullptr;
    }
  }
  return result;
}

// Returns the object if the pointer points to its start; null if it points elsewhere.
llvm::Value* object_at_start(llvm::Value* pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  llvm::Value* start = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  return offset.isZero() ? start : nullptr;
}

// Finds all reads of the object, which are in conditions. Returns false if the object is used in any other
// way that matters. Nothing reads what is stored into it.
bool reads_of(llvm::Value& object, const llvm::Function& kernel, bool may_store,
              std::vector<llvm::LoadInst*>& loads) {
  llvm::SmallVector<llvm::Value*, 16> open{&object};
  llvm::SmallPtrSet<llvm::Value*, 16> seen;
  bool alone = true;
  while (!open.empty()) {
    llvm::Value* value = open.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (llvm::User* user : value->users()) {
      if (llvm::isa<llvm::GEPOperator>(user) || llvm::isa<llvm::AddrSpaceCastOperator>(user) ||
          llvm::isa<llvm::BitCastOperator>(user)) {
        open.push_back(user);
        continue;
      }
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (instruction == nullptr || instruction->getFunction() != &kernel) {
        alone = false;
      } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
        if (observes(*load))
          loads.push_back(load);
        else
          alone = false;
      } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
        alone = alone && may_store && store->getValueOperand() != value;
      } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(instruction)) {
        const bool fills =
            llvm::isa<llvm::MemIntrinsic>(call) && may_store && call->getArgOperand(0) == value;
        alone = alone && (call->isAssumeLikeIntrinsic() || fills);
      } else {
        alone = alone && annotation(called(*instruction)) != nullptr;
      }
    }
  }
  return alone;
}

void leave_open(llvm::Instruction& instruction, const char* why) {
  llvm::LLVMContext& context = instruction.getContext();
  instruction.setMetadata(kOpen, llvm::MDNode::get(context, {llvm::MDString::get(context, why)}));
}

bool has_barrier_invariants(llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](llvm::Instruction& one) {
    const AnnotationEntry* entry = annotation(called(one));
    return entry != nullptr && entry->treatment == Treatment::BarrierInvariant;
  });
}

class Lowering {
 public:
  explicit Lowering(llvm::Function& kernel)
      : d_kernel(kernel),
        d_layout(kernel.getParent()->getDataLayout()),
        d_dominators(kernel),
        d_is_followed(has_barrier_invariants(kernel)) {}

  void run() {
    llvm::MapVector<llvm::Value*, std::vector<Snapshot>> by_object;
    for (const Snapshot& one : snapshots(d_kernel))
      by_object[llvm::getUnderlyingObject(one.kept())].push_back(one);
    for (const auto& [object, all] : by_object) lower(*object, all);
  }

 private:
  void lower(llvm::Value& object, const std::vector<Snapshot>& all) {
    std::vector<llvm::LoadInst*> loads;
    const bool is_alone = reads_of(object, d_kernel, /*may_store=*/false, loads);
    const bool is_at_start = std::ranges::all_of(
        all, [&](const Snapshot& one) { return object_at_start(one.kept(), d_layout) == &object; });
    const char* why = nullptr;
    if (!is_at_start) why = "what __array_snapshot keeps does not begin where its array does";
    if (!is_alone) why = "the array that __array_snapshot keeps it in is one that the program uses";
    if (d_is_followed && why == nullptr && is_shared_from_start(all)) {
      for (llvm::LoadInst* load : loads)
        leave_open(*load,
                   "it reads what __array_snapshot keeps, which is known where shared memory is followed");
      for (const Snapshot& one : all)
        for (llvm::CallBase* call : {one.to, one.from})
          call->setMetadata(kFollowed, llvm::MDNode::get(call->getContext(), {}));
      return;
    }
    bool is_whole = why == nullptr;
    for (llvm::LoadInst* load : loads) {
      const char* const open = why != nullptr ? why : replace(*load, object, all);
      if (open == nullptr) continue;
      leave_open(*load, open);
      is_whole = false;
      for (const Snapshot& one : all) leave_open(*one.to, open);
    }
    if (why != nullptr)
      for (const Snapshot& one : all) leave_open(*one.to, why);
    if (!is_whole) return;
    for (const Snapshot& one : all) {
      one.to->eraseFromParent();
      one.from->eraseFromParent();
    }
  }

  bool is_shared_from_start(const std::vector<Snapshot>& all) const {
    return std::ranges::all_of(all, [&](const Snapshot& one) {
      const llvm::Value* source = object_at_start(one.source(), d_layout);
      return source != nullptr && !llvm::isa<llvm::AllocaInst>(source);
    });
  }

  // Returns why it was impossible, or null if it was not.
  const char* replace(llvm::LoadInst& load, llvm::Value& object, const std::vector<Snapshot>& all) {
    const auto taken = std::ranges::find_if(
        all, [&](const Snapshot& one) { return d_dominators.dominates(one.from, &load); });
    if (taken == all.end()) return "__array_snapshot does not come before on every way";
    for (const Snapshot& other : all)
      if (other.to != taken->to && comes_between(*other.from, *taken->from, load))
        return "several calls of __array_snapshot may come before";
    const unsigned space = taken->source()->getType()->getPointerAddressSpace();
    if (llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(taken->source())) || space == 0)
      return "what __array_snapshot keeps is private, and where it keeps it is not";
    if ((space == kLocalSpace || space == kGenericSpace) && may_have_changed(*taken->from, load))
      return "what __array_snapshot keeps may have changed since";
    llvm::Value* place = moved(load.getPointerOperand(), object, taken->source(), load);
    if (place == nullptr) return "what __array_snapshot keeps is read through a pointer to several arrays";
    auto* made = new llvm::LoadInst(load.getType(), place, "kept", /*isVolatile=*/true, load.getAlign(),
                                    load.getIterator());
    made->setDebugLoc(load.getDebugLoc());
    for (const char* mark : {kObservation, kPlainAccess, kKept})
      made->setMetadata(mark, llvm::MDNode::get(load.getContext(), {}));
    load.replaceAllUsesWith(made);
    load.eraseFromParent();
    return nullptr;
  }

  // Returns whether some path from the first to the last passes `between`, without passing the first again.
  bool comes_between(llvm::Instruction& between, llvm::Instruction& first, llvm::Instruction& last) const {
    if (first.getParent() == last.getParent() && first.comesBefore(&last))
      return between.getParent() == first.getParent() && first.comesBefore(&between) &&
             between.comesBefore(&last);
    if (!llvm::isPotentiallyReachable(&first, &between, nullptr, &d_dominators)) return false;
    llvm::SmallPtrSet<llvm::BasicBlock*, 1> without{first.getParent()};
    if (between.getParent() == first.getParent() && between.comesBefore(&first)) return false;
    return llvm::isPotentiallyReachable(&between, &last, &without, &d_dominators);
  }

  bool may_have_changed(llvm::Instruction& since, llvm::Instruction& until) const {
    return llvm::any_of(llvm::instructions(d_kernel), [&](llvm::Instruction& one) {
      const bool writes =
          one.mayWriteToMemory() && annotation(called(one)) == nullptr && !llvm::isa<llvm::LoadInst>(one);
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&one);
      return writes && (call == nullptr || !call->isAssumeLikeIntrinsic()) &&
             comes_between(one, since, until);
    });
  }

  // Returns the same place in another object, or null if the pointer depends on more than the first object.
  llvm::Value* moved(llvm::Value* pointer, llvm::Value& from, llvm::Value* to, llvm::Instruction& before) {
    if (pointer == &from) return to;
    if (llvm::isa<llvm::AddrSpaceCastOperator>(pointer) || llvm::isa<llvm::BitCastOperator>(pointer))
      return moved(llvm::cast<llvm::Operator>(pointer)->getOperand(0), from, to, before);
    auto* step = llvm::dyn_cast<llvm::GEPOperator>(pointer);
    if (step == nullptr) return nullptr;
    llvm::Value* start = moved(step->getPointerOperand(), from, to, before);
    if (start == nullptr) return nullptr;
    const llvm::SmallVector<llvm::Value*, 4> indices(step->indices());
    auto* made = llvm::GetElementPtrInst::Create(step->getSourceElementType(), start, indices, "kept.place",
                                                 before.getIterator());
    made->setDebugLoc(before.getDebugLoc());
    return made;
  }

  llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  llvm::DominatorTree d_dominators;
  bool d_is_followed;
};

// Loads from which the condition is computed.
bool any_load(const llvm::CallBase& annotation, const std::function<bool(const llvm::Instruction&)>& holds) {
  llvm::SmallPtrSet<const llvm::Value*, 32> seen;
  llvm::SmallVector<const llvm::Value*, 32> open(annotation.arg_begin(), annotation.arg_end());
  while (!open.empty()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(open.pop_back_val());
    if (instruction == nullptr || !seen.insert(instruction).second) continue;
    if (holds(*instruction)) return true;
    for (const llvm::Value* operand : instruction->operands()) open.push_back(operand);
  }
  return false;
}

std::string reason(const llvm::Instruction& instruction) {
  const llvm::MDNode* node = instruction.getMetadata(kOpen);
  return node == nullptr ? std::string() : llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str();
}

}  // namespace

void copy_private_snapshots(llvm::Function& kernel, AnnotationUse use) {
  const std::vector<Snapshot> all = snapshots(kernel);
  if (all.empty() || !counts(use)) return;
  mark_observations(kernel);
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (const Snapshot& one : all) {
    auto* to = llvm::dyn_cast_if_present<llvm::AllocaInst>(object_at_start(one.kept(), layout));
    auto* from = llvm::dyn_cast_if_present<llvm::AllocaInst>(object_at_start(one.source(), layout));
    std::vector<llvm::LoadInst*> loads;
    if (to == nullptr || from == nullptr || to == from || !reads_of(*to, kernel, /*may_store=*/true, loads))
      continue;
    const auto bytes = std::min(to->getAllocationSize(layout)->getFixedValue(),
                                from->getAllocationSize(layout)->getFixedValue());
    llvm::IRBuilder<> builder(one.from);
    builder.CreateMemCpy(to, to->getAlign(), from, from->getAlign(), bytes);
    one.to->eraseFromParent();
    one.from->eraseFromParent();
  }
}

void lower_snapshots(llvm::Function& kernel, AnnotationUse use) {
  if (counts(use)) Lowering(kernel).run();
}

bool is_followed_snapshot(const llvm::CallBase& call) {
  return call.hasMetadata(kFollowed);
}

bool is_source_of_snapshot(const llvm::CallBase& call) {
  return called(call) == kSnapshotFrom;
}

std::string why_not_kept(const llvm::CallBase& call) {
  const std::string why = reason(call);
  return why.empty() ? "it is not used" : why;
}

bool reads_snapshot(const llvm::CallBase& annotation) {
  return any_load(annotation, [](const llvm::Instruction& one) {
    return one.hasMetadata(kKept) || one.hasMetadata(kOpen);
  });
}

std::string why_snapshot_is_open(const llvm::CallBase& annotation) {
  std::string why;
  any_load(annotation, [&](const llvm::Instruction& one) {
    why = reason(one);
    return !why.empty();
  });
  return why;
}

}  // namespace launchproof::frontend
