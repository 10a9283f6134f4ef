#include "verify/frontend/phases/thread_classes.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace launchproof::frontend {
namespace {

constexpr std::size_t kMostClasses = 48;

// Returns what a call has to say where the block is one line: 0 for the other local ids, and 1 for their
// numbers of threads.
std::optional<Low> value_in_line(const llvm::Value& value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
  if (call == nullptr || call->getCalledFunction() == nullptr || call->arg_size() != 1) return std::nullopt;
  const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
  if (dimension == nullptr || dimension->isZero() || dimension->getZExtValue() > 2) return std::nullopt;
  const llvm::StringRef name = call->getCalledFunction()->getName();
  if (name == "_Z12get_local_idj") return exact(0);
  if (name == "_Z14get_local_sizej") return exact(1);
  return std::nullopt;
}

// Returns whether the value is the same for all threads of the launch.
bool is_of_launch(const llvm::CallBase& call) {
  if (call.getCalledFunction() == nullptr) return false;
  const llvm::StringRef name = call.getCalledFunction()->getName();
  return name == "_Z14get_local_sizej" || name == "_Z14get_num_groupsj" || name == "_Z15get_global_sizej";
}

class ClassFinder {
 public:
  ClassFinder(const llvm::Function& kernel, const StepValues& steps)
      : d_kernel(kernel),
        d_layout(kernel.getParent()->getDataLayout()),
        d_values(steps),
        d_later(const_cast<llvm::Function&>(kernel)) {
    for (const auto& [step, values] : steps) d_steps.insert(step->getParent());
  }

  ThreadClasses run() {
    for (const llvm::BasicBlock& block : d_kernel) {
      if (block.getTerminator()->getNumSuccessors() < 2 || !decides(block)) continue;
      d_result.deciding.insert(&block);
      if (block.getTerminator()->getNumOperands() != 0) collect(*block.getTerminator()->getOperand(0));
    }
    ThreadClass all;
    for (std::uint64_t thread = 0; thread < kMostThreads; ++thread) all.threads.push_back(thread);
    std::vector<ThreadClass> by_ways = divide(all);
    for (const ThreadClass& one : by_ways) {
      // Where a step is matters for threads that come to it.
      d_collected.clear();
      d_of_thread.clear();
      const std::set<const llvm::BasicBlock*> reached = reached_by(one);
      for (const auto& [step, values] : d_values)
        if (reached.contains(step->getParent()))
          for (const llvm::Value* value : values) collect(*value);
      for (ThreadClass& part : divide(one)) d_result.classes.push_back(std::move(part));
      if (d_result.classes.size() > kMostClasses) {
        d_result.refused = "steps of barriers in memory that depend on the thread in too many ways";
        break;
      }
    }
    return std::move(d_result);
  }

 private:
  // Divides by the values in `d_of_thread`.
  std::vector<ThreadClass> divide(const ThreadClass& whole) const {
    std::vector<ThreadClass> result;
    std::map<std::vector<Low>, std::size_t> known;
    for (const std::uint64_t thread : whole.threads) {
      const LowBits values_here(d_layout, [&](const llvm::Value& value) {
        return is_thread_number(value) ? std::optional(exact(thread)) : value_in_line(value);
      });
      std::vector<Low> all;
      all.reserve(d_of_thread.size());
      for (const llvm::Value* value : d_of_thread) all.push_back(values_here.value(*value, {}));
      const auto [found, is_new] = known.emplace(all, result.size());
      if (is_new) {
        ThreadClass& made = result.emplace_back();
        made.values = whole.values;
        for (std::size_t i = 0; i < all.size(); ++i) made.values[d_of_thread[i]] = all[i];
      }
      result[found->second].threads.push_back(thread);
    }
    return result;
  }

  std::set<const llvm::BasicBlock*> reached_by(const ThreadClass& threads) const {
    const LowBits values = values_of(threads, d_layout);
    std::set<const llvm::BasicBlock*> reached{&d_kernel.getEntryBlock()};
    std::vector<const llvm::BasicBlock*> open{&d_kernel.getEntryBlock()};
    while (!open.empty()) {
      const llvm::BasicBlock& block = *open.back();
      open.pop_back();
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      Low condition;
      if (branch != nullptr && branch->isConditional()) condition = values.value(*branch->getCondition(), {});
      for (unsigned i = 0; i < block.getTerminator()->getNumSuccessors(); ++i) {
        if (condition.is_exact() && i != (condition.bits != 0 ? 0U : 1U)) continue;
        const llvm::BasicBlock* next = block.getTerminator()->getSuccessor(i);
        if (reached.insert(next).second) open.push_back(next);
      }
    }
    return reached;
  }

  // Returns whether the ways from the branch to where they all meet again differ in steps, or do not all
  // meet.
  bool decides(const llvm::BasicBlock& branch) const {
    const auto* node = d_later.getNode(const_cast<llvm::BasicBlock*>(&branch));
    const llvm::BasicBlock* meeting =
        node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
    if (meeting == nullptr) return true;
    std::set<const llvm::BasicBlock*> seen;
    std::vector<const llvm::BasicBlock*> open;
    for (const llvm::BasicBlock* next : llvm::successors(&branch)) open.push_back(next);
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.back();
      open.pop_back();
      if (block == meeting || !seen.insert(block).second) continue;
      if (d_steps.contains(block)) return true;
      for (const llvm::BasicBlock* next : llvm::successors(block)) open.push_back(next);
    }
    return false;
  }

  // Finds phis that the value depends on, and its largest parts that depend on the thread and on no phi.
  void collect(const llvm::Value& value) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || !d_collected.insert(instruction).second) return;
    if (is_of_thread_alone(*instruction)) {
      if (depends_on_thread(*instruction)) d_of_thread.push_back(instruction);
      return;
    }
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
      d_result.phis.insert(phi);
      // Which of its values a phi has is decided by the branches in front of it.
      for (const llvm::BasicBlock* from : phi->blocks()) collect_branches(*from, *phi->getParent());
    }
    if (llvm::isa<llvm::CallBase, llvm::LoadInst>(instruction)) return;
    for (const llvm::Use& operand : instruction->operands()) collect(*operand.get());
  }

  void collect_branches(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    for (const llvm::BasicBlock& block : d_kernel) {
      const llvm::Instruction& end = *block.getTerminator();
      if (end.getNumSuccessors() < 2 || end.getNumOperands() == 0 || d_result.deciding.contains(&block))
        continue;
      if (&block != &from && d_later.dominates(&from, &block)) continue;
      if (&block == &to) continue;
      const bool chooses = llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* next) {
        return d_later.dominates(&from, next) || next == &to;
      });
      if (!chooses) continue;
      d_result.deciding.insert(&block);
      collect(*end.getOperand(0));
    }
  }

  bool is_of_thread_alone(const llvm::Instruction& value) {
    if (llvm::isa<llvm::PHINode, llvm::LoadInst>(value)) return false;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&value))
      return dimension_of_local_id(value) || is_of_launch(*call);
    const auto [found, is_new] = d_alone.emplace(&value, false);
    if (!is_new) return found->second;
    const bool is_alone = llvm::all_of(value.operands(), [&](const llvm::Use& operand) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand.get());
      return instruction == nullptr || is_of_thread_alone(*instruction);
    });
    return d_alone[&value] = is_alone;
  }

  bool depends_on_thread(const llvm::Instruction& value) {
    if (is_thread_number(value)) return true;
    const auto [found, is_new] = d_depends.emplace(&value, false);
    if (!is_new) return found->second;
    const bool depends = llvm::any_of(value.operands(), [&](const llvm::Use& operand) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand.get());
      return instruction != nullptr && depends_on_thread(*instruction);
    });
    return d_depends[&value] = depends;
  }

  const llvm::Function& d_kernel;
  const llvm::DataLayout& d_layout;
  const StepValues& d_values;
  llvm::PostDominatorTree d_later;
  std::set<const llvm::BasicBlock*> d_steps;
  std::set<const llvm::Instruction*> d_collected;
  std::map<const llvm::Instruction*, bool> d_alone, d_depends;
  std::vector<const llvm::Value*> d_of_thread;
  ThreadClasses d_result;
};

}  // namespace

ThreadClasses thread_classes(const llvm::Function& kernel, const StepValues& steps) {
  return ClassFinder(kernel, steps).run();
}

bool is_of_block(const llvm::CallBase& call) {
  return is_of_launch(call) ||
         (call.getCalledFunction() != nullptr && call.getCalledFunction()->getName() == "_Z12get_group_idj");
}

LowBits values_of(const ThreadClass& threads, const llvm::DataLayout& layout) {
  return {layout, [&threads](const llvm::Value& value) -> std::optional<Low> {
            if (const auto found = threads.values.find(&value); found != threads.values.end())
              return found->second;
            if (is_thread_number(value) && threads.threads.size() == 1) return exact(threads.threads.front());
            return value_in_line(value);
          }};
}

}  // namespace launchproof::frontend
