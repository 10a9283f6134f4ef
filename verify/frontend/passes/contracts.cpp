#include "verify/frontend/passes/contracts.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/annotations/observations.h"
#include "verify/frontend/annotations/place_annotations.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/mangled_name.h"
#include "verify/frontend/passes/lower_annotations.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

constexpr const char* kContract = "launchproof.contract";
const AnnotationEntry* annotation_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr) return nullptr;
  const auto called = called_annotation(*call);
  return called ? called->entry : nullptr;
}

bool is_requirement(const AnnotationEntry& entry) {
  return entry.treatment == Treatment::Precondition;
}
bool is_guarantee(const AnnotationEntry& entry) {
  return entry.treatment == Treatment::AtReturn;
}
bool is_of_contract(const AnnotationEntry& entry) {
  return is_requirement(entry) || is_guarantee(entry);
}

// Returns whether a call may pass the value without function and caller sharing memory.
bool is_handed_over(const llvm::Type* type) {
  if (type->isPointerTy())
    return type->getPointerAddressSpace() != kPrivateSpace && type->getPointerAddressSpace() != kGenericSpace;
  return type->isIntegerTy() || type->isFloatingPointTy() ||
         (llvm::isa<llvm::FixedVectorType>(type) && !type->getScalarType()->isPointerTy());
}

bool has_plain_signature(const llvm::Function& function) {
  const llvm::Type* result = function.getReturnType();
  const bool returns = result->isVoidTy() || (is_handed_over(result) && !result->isPointerTy());
  return returns && !function.isVarArg() && std::ranges::all_of(function.args(), [](const auto& argument) {
           return is_handed_over(argument.getType()) && !argument.hasByValAttr() &&
                  !argument.hasStructRetAttr();
         });
}

// Returns whether the call only computes, with the same result each time.
bool is_pure_builtin(const llvm::CallBase& call) {
  static constexpr std::array<std::string_view, 6> kNames{"min", "max", "abs", "clamp", "mul24", "mad24"};
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return false;
  const std::string name = unmangle(callee->getName()).first;
  return name.starts_with("get_") || std::ranges::find(kNames, name) != kNames.end();
}

// Returns whether the caller may also execute the instruction, if it comes before a contract.
bool is_harmless(const llvm::Instruction& item) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&item);
  if (store != nullptr) return llvm::isa<llvm::AllocaInst>(store->getPointerOperand());
  if (llvm::isa<llvm::LoadInst>(item))
    return observes(item) || llvm::isa<llvm::AllocaInst>(item.getOperand(0)->stripPointerCasts());
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&item)) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
    if (intrinsic != nullptr) return intrinsic->isAssumeLikeIntrinsic() && !llvm::isa<llvm::AssumeInst>(item);
    const AnnotationEntry* entry = annotation_of(item);
    if (entry != nullptr) return entry->treatment != Treatment::Assumption;
    return is_pure_builtin(*call);
  }
  return !item.isTerminator() && !item.mayReadOrWriteMemory();
}

// Returns whether the engines can judge the annotation.
bool can_be_judged(const llvm::CallBase& call) {
  if (speaks_of_accesses(call) && speaks_of_two(call)) return false;
  return std::ranges::all_of(used_by(call), [](const llvm::CallBase* inner) {
    const CalledAnnotation used = *called_annotation(*inner);
    if (used.name == "__ptr_base" || used.name == "__atomic_has_taken_value" ||
        used.name == "__dominator_enabled")
      return false;
    return used.entry->treatment != Treatment::Others || !speaks_of_accesses(*inner);
  });
}

using Functions = llvm::SmallPtrSet<const llvm::Function*, 16>;

// Adds the functions of the program that `function` calls, directly or through others.
void add_called(const llvm::Function& function, Functions& all) {
  for (const llvm::Instruction& item : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&item);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && !callee->isDeclaration() && all.insert(callee).second) add_called(*callee, all);
  }
}

// Returns whether the function has assumptions. A work-item that an assumption excludes stops in the
// function, but continues if only the contract is seen.
bool assumes_something(const llvm::Function& function) {
  return std::ranges::any_of(llvm::instructions(function), [](const llvm::Instruction& item) {
    const AnnotationEntry* entry = annotation_of(item);
    return llvm::isa<llvm::AssumeInst>(item) || llvm::isa<llvm::UnreachableInst>(item) ||
           (entry != nullptr && entry->treatment == Treatment::Assumption);
  });
}

void mark_role(llvm::CallBase& call, ContractRole role) {
  llvm::LLVMContext& context = call.getContext();
  const auto text = [&](bool value) { return llvm::MDString::get(context, value ? "yes" : ""); };
  call.setMetadata(kContract, llvm::MDNode::get(context, {text(role.is_requirement), text(role.is_granted)}));
}

std::vector<llvm::CallBase*> contract_of(llvm::Function& function) {
  std::vector<llvm::CallBase*> result;
  for (llvm::Instruction& item : llvm::instructions(function))
    if (const AnnotationEntry* entry = annotation_of(item); entry != nullptr && is_of_contract(*entry))
      result.push_back(llvm::cast<llvm::CallBase>(&item));
  return result;
}

// Returns whether the function's contract is at its beginning and can be judged completely.
bool can_be_followed(llvm::Function& function) {
  if (function.isDeclaration() || is_kernel(function) || !has_plain_signature(function)) return false;
  if (annotation(unmangle(function.getName()).first) != nullptr) return false;
  mark_observations(function);
  const std::vector<llvm::CallBase*> contract = contract_of(function);
  if (contract.empty()) return false;
  const llvm::BasicBlock& entry = function.getEntryBlock();
  for (const llvm::CallBase* one : contract) {
    const AnnotationEntry& what = *annotation_of(*one);
    const bool says = is_requirement(what) || is_guarantee(what);
    if (one->getParent() != &entry || (says && !can_be_judged(*one))) return false;
  }
  for (const llvm::Instruction& item : entry) {
    if (!is_harmless(item)) return false;
    if (&item == contract.back()) break;
  }
  if (std::ranges::any_of(function.users(), [&](const llvm::User* user) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        return call == nullptr || call->getCalledOperand() != &function;
      }))
    return false;
  Functions called;
  add_called(function, called);
  if (called.contains(&function)) return false;
  called.insert(&function);
  return llvm::none_of(called, [](const llvm::Function* one) { return assumes_something(*one); });
}

// Creates a function that consists only of the contract around a call with an unknown result.
llvm::Function* contract_alone(llvm::Function& function) {
  llvm::ValueToValueMapTy map;
  llvm::Instruction* last = contract_of(function).back();
  llvm::Function* result = llvm::CloneFunction(&function, map);
  result->setName(function.getName() + ".contract");
  last = llvm::cast<llvm::Instruction>(map[last]);
  llvm::BasicBlock& entry = result->getEntryBlock();
  while (&entry.back() != last) {
    llvm::Instruction& item = entry.back();
    if (!item.getType()->isVoidTy()) item.replaceAllUsesWith(llvm::PoisonValue::get(item.getType()));
    item.eraseFromParent();
  }
  std::vector<llvm::BasicBlock*> rest;
  for (llvm::BasicBlock& block : *result)
    if (&block != &entry) rest.push_back(&block);
  for (llvm::BasicBlock* block : rest) block->dropAllReferences();
  for (llvm::BasicBlock* block : rest) block->eraseFromParent();
  llvm::IRBuilder<> builder(&entry);
  builder.SetCurrentDebugLocation(last->getDebugLoc());
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : result->args()) arguments.push_back(&argument);
  llvm::CallInst* call =
      builder.CreateCall(function.getParent()->getOrInsertFunction(kCallPrefix + function.getName().str(),
                                                                   function.getFunctionType()),
                         arguments);
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  return result;
}

// Converts the function's requirements and guarantees for one side. Returns false if a guarantee cannot be
// moved to the place where the function returns.
bool take_side(llvm::Function& function, bool is_body) {
  bool is_placed = true;
  for (llvm::CallBase* one : contract_of(function)) {
    const AnnotationEntry& entry = *annotation_of(*one);
    if (is_requirement(entry)) {
      mark_role(*one, {true, is_body});
    } else if (is_guarantee(entry)) {
      mark_role(*one, {false, !is_body});
      is_placed = place_at_return(*one) && is_placed;
    }
  }
  return is_placed;
}

}  // namespace

std::optional<ContractRole> contract_role(const llvm::CallBase& call) {
  const llvm::MDNode* node = call.getMetadata(kContract);
  if (node == nullptr) return std::nullopt;
  const auto says = [&](unsigned index) {
    return !llvm::cast<llvm::MDString>(node->getOperand(index))->getString().empty();
  };
  return ContractRole{says(0), says(1)};
}

std::map<std::string, llvm::Function*> follow_contracts(llvm::Module& module,
                                                        const std::set<std::string>& refused) {
  std::vector<llvm::Function*> chosen;
  for (llvm::Function& function : module)
    if (!refused.contains(function.getName().str()) && can_be_followed(function)) chosen.push_back(&function);
  std::map<std::string, llvm::Function*> result;
  for (llvm::Function* function : chosen) {
    llvm::Function* contract = contract_alone(*function);
    // Replaces its users before it has uses of its own.
    std::vector<llvm::CallBase*> calls;
    for (llvm::User* user : function->users()) calls.push_back(llvm::cast<llvm::CallBase>(user));
    llvm::ValueToValueMapTy map;
    llvm::Function* attempt = llvm::CloneFunction(function, map);
    const bool fits = take_side(*attempt, true);
    attempt->eraseFromParent();
    if (!fits || !take_side(*contract, false)) {
      contract->eraseFromParent();
      continue;
    }
    take_side(*function, true);
    for (llvm::CallBase* call : calls) call->setCalledFunction(contract);
    result.emplace(function->getName().str(), function);
  }
  return result;
}

}  // namespace launchproof::frontend
