#include "verify/frontend/annotations/copied_condition.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "verify/frontend/ir/mangled_name.h"

namespace launchproof::frontend {
namespace {

constexpr unsigned kMostOperandDepth = 2000;  // depth of nested operands
constexpr std::size_t kMostBlocksBetween = 500;

// Returns whether this is a scalar variable that is only loaded and stored.
bool is_plain_variable(const llvm::AllocaInst& variable) {
  if (variable.getAllocatedType()->isAggregateType() || variable.isArrayAllocation()) return false;
  return llvm::all_of(variable.users(), [&](const llvm::User* user) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getValueOperand() != &variable;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return llvm::isa<llvm::LoadInst>(user) || (call != nullptr && call->isAssumeLikeIntrinsic());
  });
}

// Returns whether the instruction writes memory, or a variable that a pointer may reach.
bool may_write_memory(const llvm::Instruction& item) {
  if (!item.mayWriteToMemory() || called_entry(&item) != nullptr) return false;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&item)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand());
    return variable == nullptr || !is_plain_variable(*variable);
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&item);
  return call == nullptr || !call->isAssumeLikeIntrinsic();
}

// Returns whether the value at `place` is the same as at the start of the function.
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
      // A parameter starts with the caller's value.
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

bool is_old(const llvm::Instruction& item) {
  const AnnotationEntry* entry = called_entry(&item);
  return entry != nullptr && entry->name.starts_with("__old_");
}

bool is_result(const llvm::Instruction& item) {
  const AnnotationEntry* entry = called_entry(&item);
  return entry != nullptr && entry->name.starts_with("__return_val_");
}

bool reads_variable(const llvm::Instruction& item) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&item);
  return load != nullptr && llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
}

bool divides(const llvm::Instruction& item) {
  const unsigned code = item.getOpcode();
  return code == llvm::Instruction::UDiv || code == llvm::Instruction::SDiv ||
         code == llvm::Instruction::URem || code == llvm::Instruction::SRem;
}

}  // namespace

const AnnotationEntry* called_entry(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(value);
  if (call == nullptr || call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration())
    return nullptr;
  return annotation(unmangle(call->getCalledFunction()->getName()).first);
}

CopiedCondition::CopiedCondition(llvm::CallBase& call, llvm::Instruction& place, llvm::Value* result,
                                 bool in_loop, bool is_behind, const llvm::DominatorTree& dominators)
    : d_call(call),
      d_place(place),
      d_result(result),
      d_in_loop(in_loop),
      d_is_behind(is_behind),
      d_dominators(dominators) {}

bool CopiedCondition::fits() {
  if (!find_root() || !fits(d_call.getArgOperand(0))) return false;
  return llvm::all_of(d_between, [&](llvm::BasicBlock* block) {
    const auto* branch = llvm::cast<llvm::BranchInst>(block->getTerminator());
    return !branch->isConditional() || fits(branch->getCondition());
  });
}

llvm::Value* CopiedCondition::make() {
  return of(d_call.getArgOperand(0));
}

// Lowers the root until it dominates the paths to each join, the conditions on these paths, and so on.
bool CopiedCondition::find_root() {
  for (;;) {
    llvm::BasicBlock* const before = d_root;
    const std::size_t blocks = d_between.size();
    llvm::DenseSet<llvm::Value*> seen;
    if (!add_flow(d_call.getArgOperand(0), seen, 0)) return false;
    if (d_root == before && d_between.size() == blocks) return true;
  }
}

bool CopiedCondition::add_flow(llvm::Value* value, llvm::DenseSet<llvm::Value*>& seen, unsigned depth) {
  auto* item = llvm::dyn_cast<llvm::Instruction>(value);
  if (item == nullptr || llvm::isa<llvm::AllocaInst>(item) || !seen.insert(item).second) return true;
  if (depth > kMostOperandDepth || !d_dominators.isReachableFromEntry(item->getParent())) return false;
  if (auto* join = llvm::dyn_cast<llvm::PHINode>(item)) {
    llvm::BasicBlock* block = join->getParent();
    const auto* node = d_dominators.getNode(block)->getIDom();
    if (node == nullptr) return false;
    d_root = d_root == nullptr ? node->getBlock()
                               : d_dominators.findNearestCommonDominator(d_root, node->getBlock());
    // Collects the blocks on all paths from the root to the join, each once.
    llvm::SmallVector<llvm::BasicBlock*, 8> open{llvm::pred_begin(block), llvm::pred_end(block)};
    while (!open.empty()) {
      llvm::BasicBlock* one = open.pop_back_val();
      if (one == block || d_between.size() > kMostBlocksBetween) return false;  // a loop, or too many blocks
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(one->getTerminator());
      if (branch == nullptr || !d_dominators.dominates(d_root, one)) return false;
      if (branch->isConditional() && !add_flow(branch->getCondition(), seen, depth + 1)) return false;
      if (!d_between.insert(one).second || one == d_root) continue;
      open.append(llvm::pred_begin(one), llvm::pred_end(one));
    }
  }
  return llvm::all_of(item->operands(),
                      [&](llvm::Use& operand) { return add_flow(operand.get(), seen, depth + 1); });
}

bool CopiedCondition::fits(llvm::Value* value) {
  auto* item = llvm::dyn_cast<llvm::Instruction>(value);
  if (item == nullptr || llvm::isa<llvm::AllocaInst>(item)) return true;
  if (const auto known = d_fits.find(item); known != d_fits.end()) return known->second;
  d_fits[item] = false;  // values that depend on themselves do not fit
  bool all = is_plain(*item) && (!is_old(*item) || is_as_at_start(item->getOperand(0), *item));
  if (all && !is_old(*item))
    for (llvm::Value* operand : item->operands()) all = all && fits(operand);
  return d_fits[item] = all;
}

bool CopiedCondition::is_conditional(const llvm::Instruction& item) const {
  return item.getParent() != d_root && d_between.contains(item.getParent());
}

// Returns whether a variable has a value there. A variable of another scope may have none.
bool CopiedCondition::has_value(const llvm::AllocaInst& variable) const {
  return llvm::any_of(variable.users(), [&](const llvm::User* user) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getPointerOperand() == &variable &&
           d_dominators.dominates(store, &d_place);
  });
}

bool CopiedCondition::is_plain(const llvm::Instruction& item) const {
  if (is_result(item)) return d_result != nullptr && d_result->getType() == item.getType();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&item)) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
    if (variable == nullptr) return !item.isAtomic() && !is_conditional(item);
    return !item.isAtomic() && (d_is_behind || has_value(*variable));
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&item)) {
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr) return false;
    if (called_entry(call) != nullptr) return true;
    // A function of the program may do anything, and so may a device function that gets a pointer.
    return callee->isDeclaration() && llvm::none_of(call->args(), [](const llvm::Use& argument) {
             return argument->getType()->isPointerTy();
           });
  }
  return !item.isTerminator() && !item.mayReadOrWriteMemory();
}

// Returns whether the value there differs from the value at the annotation, or is unknown there.
bool CopiedCondition::changes(llvm::Instruction& item) {
  if (!d_is_behind || is_conditional(item) || llvm::isa<llvm::PHINode>(item)) return true;
  if (is_old(item)) return true;  // the call itself does not return a value
  if (reads_variable(item)) return d_in_loop;
  if (llvm::isa<llvm::LoadInst>(item) || is_result(item)) return true;
  if (called_entry(&item) != nullptr) return true;
  return llvm::any_of(item.operands(), [&](const llvm::Use& operand) {
    auto* inner = llvm::dyn_cast<llvm::Instruction>(operand.get());
    return inner != nullptr && changes(*inner);
  });
}

llvm::Value* CopiedCondition::of(llvm::Value* value) {
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
  else if (auto* join = llvm::dyn_cast<llvm::PHINode>(item))
    result = chosen(*join);
  else
    result = copied(*item);
  return d_made[item] = result;
}

llvm::Value* CopiedCondition::copied(llvm::Instruction& item) {
  llvm::SmallVector<llvm::Value*, 4> operands;
  for (llvm::Value* operand : item.operands()) operands.push_back(of(operand));
  // Everything is computed at one place, so a division that control would not reach divides by one.
  if (divides(item) && is_conditional(item) && !llvm::isa<llvm::Constant>(operands[1]))
    operands[1] = llvm::IRBuilder<>(&d_place).CreateSelect(guard_of(*item.getParent()), operands[1],
                                                           llvm::ConstantInt::get(item.getType(), 1));
  llvm::Instruction* made = item.clone();
  for (unsigned i = 0; i < operands.size(); ++i) made->setOperand(i, operands[i]);
  made->insertBefore(&d_place);
  return made;
}

llvm::Value* CopiedCondition::chosen(llvm::PHINode& join) {
  llvm::Value* result = of(join.getIncomingValue(0));
  for (unsigned i = 1; i < join.getNumIncomingValues(); ++i) {
    llvm::Value* guard = guard_of(*join.getIncomingBlock(i), *join.getParent());
    result = llvm::IRBuilder<>(&d_place).CreateSelect(guard, of(join.getIncomingValue(i)), result);
  }
  return result;
}

llvm::Value* CopiedCondition::guard_of(llvm::BasicBlock& block) {
  llvm::Value* result = llvm::ConstantInt::getTrue(block.getContext());
  if (&block == d_root) return result;
  if (const auto known = d_guards.find(&block); known != d_guards.end()) return known->second;
  result = llvm::ConstantInt::getFalse(block.getContext());
  llvm::SmallPtrSet<llvm::BasicBlock*, 4> seen;
  for (llvm::BasicBlock* from : llvm::predecessors(&block))
    if (seen.insert(from).second) {
      llvm::Value* way = guard_of(*from, block);
      result = llvm::IRBuilder<>(&d_place).CreateOr(result, way);
    }
  return d_guards[&block] = result;
}

llvm::Value* CopiedCondition::guard_of(llvm::BasicBlock& from, llvm::BasicBlock& to) {
  llvm::Value* reached = guard_of(from);
  const auto* branch = llvm::cast<llvm::BranchInst>(from.getTerminator());
  if (!branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return reached;
  llvm::Value* condition = of(branch->getCondition());
  llvm::IRBuilder<> builder(&d_place);
  if (branch->getSuccessor(0) != &to) condition = builder.CreateNot(condition);
  // A select does not let undefined values of the other path pass.
  return builder.CreateSelect(reached, condition, llvm::ConstantInt::getFalse(from.getContext()));
}

}  // namespace launchproof::frontend
