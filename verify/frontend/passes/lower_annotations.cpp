#include "verify/frontend/passes/lower_annotations.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "verify/frontend/annotations/place_annotations.h"
#include "verify/frontend/ir/mangled_name.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/passes/defined_conditions.h"
#include "verify/frontend/passes/snapshots.h"
#include "verify/model/no_way_on.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kExclusion = "launchproof.exclusion";
constexpr const char* kOfCallee = "launchproof.of_callee";
constexpr const char* kPrecondition = "precondition";
constexpr const char* kAssertion = "__assert";
constexpr const char* kAssumption = "_Z8__assumeb";  // as declared

bool takes_condition(Treatment treatment) {
  return treatment == Treatment::Precondition || treatment == Treatment::Assumption;
}

bool is_asserted(Treatment treatment) {
  return treatment == Treatment::Assertion || treatment == Treatment::GlobalAssertion ||
         treatment == Treatment::Invariant;
}

bool is_claimed(Treatment treatment) {
  return is_asserted(treatment) || treatment == Treatment::Candidate;
}

// Splits the block before the call, adds a new block for the case that the condition does not hold, and
// removes the call.
llvm::BasicBlock* branch(llvm::CallBase& call) {
  llvm::Value* condition = call.getArgOperand(0);
  const llvm::DebugLoc location = call.getDebugLoc();
  llvm::BasicBlock* block = call.getParent();
  llvm::BasicBlock* rest = block->splitBasicBlock(&call, block->getName() + ".holds");
  llvm::BasicBlock* excluded =
      llvm::BasicBlock::Create(call.getContext(), block->getName() + ".excluded", block->getParent(), rest);
  block->getTerminator()->eraseFromParent();
  llvm::BranchInst::Create(rest, excluded, condition, block)->setDebugLoc(location);
  call.eraseFromParent();
  return excluded;
}

// An assumption that no work-item comes here, where the program has undefined behaviour. It is used whatever
// happens to the others.
constexpr const char* kNoWayOn = "launchproof.no_way_on";

void exclude(llvm::CallBase& call, const CalledAnnotation& called) {
  llvm::LLVMContext& context = call.getContext();
  // There is no source text for a function's end without a return.
  std::string name = call.hasMetadata(kNoWayOn) ? model::kNoWayOn : called.name;
  if (const llvm::MDNode* said = call.getMetadata(kSaid))
    name = llvm::cast<llvm::MDString>(said->getOperand(0))->getString().str();
  const llvm::DebugLoc location = call.getDebugLoc();
  auto* end = new llvm::UnreachableInst(context, branch(call));
  end->setDebugLoc(location);
  const bool is_precondition = called.entry->treatment == Treatment::Precondition;
  end->setMetadata(
      kExclusion,
      llvm::MDNode::get(context, {llvm::MDString::get(context, name),
                                  llvm::MDString::get(context, is_precondition ? kPrecondition : "")}));
}

bool counts(const AnnotationEntry& entry, AnnotationUse use) {
  return entry.name == kProgramAssertion || use == AnnotationUse::All ||
         use == AnnotationUse::InvariantsAsCandidates ||
         (use == AnnotationUse::Preconditions && entry.treatment == Treatment::Precondition);
}

// Returns whether the annotation is a value that is true for every work-item that reaches it.
bool is_of_enabled(std::string_view name) {
  return name == "__enabled" || name == "__dominator_enabled";
}

void remove(llvm::CallBase& call) {
  if (is_of_enabled(called_annotation(call)->name))
    call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), 1));
  else if (!call.getType()->isVoidTy())
    call.replaceAllUsesWith(llvm::Constant::getNullValue(call.getType()));
  call.eraseFromParent();
}

void leave_out(llvm::CallBase& call) {
  llvm::Module& module = *call.getModule();
  const llvm::DebugLoc location = call.getDebugLoc();
  llvm::IRBuilder<> builder(branch(call));
  builder.SetCurrentDebugLocation(location);
  builder.CreateCall(module.getOrInsertFunction(kLeftOut, builder.getVoidTy()));
  builder.CreateRetVoid();
}

// Returns whether the precondition belongs to a called function, so that the kernel must satisfy it.
bool is_of_callee(const llvm::CallBase& call, const AnnotationEntry& entry) {
  return entry.treatment == Treatment::Precondition && call.hasMetadata(kOfCallee);
}

}  // namespace

void annotate_assumptions(llvm::Function& kernel) {
  llvm::Module& module = *kernel.getParent();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* granted = llvm::dyn_cast<llvm::AssumeInst>(&instruction);
    // Clang generates it when leaving scopes, so it has no place in the source.
    const bool is_written = llvm::isa<llvm::UnreachableInst>(instruction) && instruction.getDebugLoc();
    if (granted == nullptr && !is_written) continue;
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* condition = granted != nullptr ? granted->getArgOperand(0) : builder.getFalse();
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getInt1Ty()}, /*isVarArg=*/false);
    if (!llvm::isa<llvm::Constant>(condition) || llvm::cast<llvm::Constant>(condition)->isNullValue()) {
      llvm::CallInst* call = builder.CreateCall(module.getOrInsertFunction(kAssumption, type), {condition});
      if (granted == nullptr) call->setMetadata(kNoWayOn, llvm::MDNode::get(module.getContext(), {}));
    }
    if (granted == nullptr) builder.CreateRetVoid();
    instruction.eraseFromParent();
  }
}

void mark_as_of_callee(llvm::CallBase& call) {
  call.setMetadata(kOfCallee, llvm::MDNode::get(call.getContext(), {}));
}

std::optional<CalledAnnotation> called_annotation(const llvm::CallBase& call) {
  const llvm::Function* function = call.getCalledFunction();
  if (function == nullptr || !function->isDeclaration()) return std::nullopt;
  const AnnotationEntry* entry = annotation(unmangle(function->getName()).first);
  if (entry == nullptr) return std::nullopt;
  CalledAnnotation result{std::string(entry->name), entry};
  if (is_of_callee(call, *entry)) result.entry = annotation(kAssertion);
  if (const std::string_view placed = placed_as(call); !placed.empty()) result.entry = annotation(placed);
  return result;
}

std::vector<const llvm::CallBase*> used_by(const llvm::CallBase& call) {
  std::vector<const llvm::CallBase*> result;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen;
  llvm::SmallVector<const llvm::Value*, 32> open(call.arg_begin(), call.arg_end());
  while (!open.empty()) {
    const llvm::Value* value = open.pop_back_val();
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !seen.insert(value).second) continue;
    if (const auto* inner = llvm::dyn_cast<llvm::CallBase>(instruction);
        inner != nullptr && called_annotation(*inner))
      result.push_back(inner);
    for (const llvm::Value* operand : instruction->operands()) open.push_back(operand);
  }
  return result;
}

bool speaks_of_two(const llvm::CallBase& call) {
  return std::ranges::any_of(used_by(call), [](const llvm::CallBase* inner) {
    const CalledAnnotation used = *called_annotation(*inner);
    return used.entry->treatment == Treatment::Others && !is_of_enabled(used.name);
  });
}

bool speaks_of_accesses(const llvm::CallBase& call) {
  return reads_snapshot(call) || std::ranges::any_of(used_by(call), [](const llvm::CallBase* inner) {
           return called_annotation(*inner)->entry->treatment == Treatment::Accesses;
         });
}

std::string unjudged(const llvm::CallBase& call) {
  const std::optional<CalledAnnotation> self = called_annotation(call);
  const bool claimed = self && is_claimed(self->entry->treatment);
  if (std::string why = why_snapshot_is_open(call); !why.empty()) return why;
  if (!claimed && reads_snapshot(call)) return "it reads what __array_snapshot keeps";
  for (const llvm::CallBase* inner : used_by(call)) {
    const CalledAnnotation used = *called_annotation(*inner);
    if (used.entry->treatment == Treatment::Accesses) {
      if (!claimed) return "it speaks of accesses (" + used.name + ")";
    } else if (used.entry->treatment != Treatment::Others) {
      return "it uses " + used.name;
    } else if (speaks_of_accesses(*inner)) {
      return "it speaks of another work-item's accesses (" + used.name + ")";
    }
  }
  return {};
}

void lower_annotations(llvm::Function& kernel, Purpose purpose, AnnotationUse use,
                       std::vector<Refusal>& refusals) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        call != nullptr && called_annotation(*call))
      calls.push_back(call);
  // Calls that preconditions may use remain until it is known which ones they use.
  const auto is_value = [](const AnnotationEntry& entry) {
    return entry.treatment == Treatment::Accesses || entry.treatment == Treatment::Others ||
           entry.treatment == Treatment::Contract || entry.treatment == Treatment::Value;
  };
  std::erase_if(calls, [&](llvm::CallBase* call) {
    const AnnotationEntry& entry = *called_annotation(*call)->entry;
    if (counts(entry, use) || is_value(entry) || call->hasMetadata(kNoWayOn)) return false;
    remove(*call);
    return true;
  });
  std::vector<std::pair<llvm::CallBase*, CalledAnnotation>> conditions;
  for (llvm::CallBase* call : calls)
    if (auto called = called_annotation(*call);
        takes_condition(called->entry->treatment) && unjudged(*call).empty())
      conditions.emplace_back(call, std::move(*called));
  for (const auto& [call, called] : conditions) require_defined(*call);
  if (purpose == Purpose::Model) {
    for (const auto& [call, called] : conditions) exclude(*call, called);
    return;
  }
  for (llvm::CallBase* call : calls) {
    const Treatment treatment = called_annotation(*call)->entry->treatment;
    if ((takes_condition(treatment) || is_asserted(treatment)) && unjudged(*call).empty() &&
        !speaks_of_accesses(*call) && speaks_of_two(*call)) {
      refusals.push_back({"what an annotation says of two work-items", call->getDebugLoc()});
      return;
    }
  }
  std::vector<llvm::CallBase*> asserted;
  for (llvm::CallBase* call : calls)
    if (is_asserted(called_annotation(*call)->entry->treatment) && unjudged(*call).empty() &&
        !speaks_of_accesses(*call))
      asserted.push_back(call);
  for (llvm::CallBase* call : calls) {
    if (std::ranges::find(asserted, call) != asserted.end()) continue;
    if (std::ranges::find(conditions, call, [](const auto& one) { return one.first; }) != conditions.end())
      continue;
    remove(*call);
  }
  for (llvm::CallBase* call : asserted)
    call->setCalledFunction(kernel.getParent()->getOrInsertFunction(kAssertion, call->getFunctionType()));
  for (const auto& [call, called] : conditions)
    if (called.entry->treatment == Treatment::Assumption) leave_out(*call);
}

std::optional<Exclusion> excluded_by(const llvm::Instruction& instruction) {
  const llvm::MDNode* node = instruction.getMetadata(kExclusion);
  if (node == nullptr) return std::nullopt;
  const auto text = [&](unsigned index) {
    return llvm::cast<llvm::MDString>(node->getOperand(index))->getString();
  };
  return Exclusion{text(0).str(), text(1) == kPrecondition};
}

}  // namespace launchproof::frontend
