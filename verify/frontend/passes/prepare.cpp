#include "verify/frontend/passes/prepare.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <cassert>
#include <deque>

#include "verify/frontend/annotations/observations.h"
#include "verify/frontend/cuda/adapt_module.h"
#include "verify/frontend/cuda/address_numbers.h"
#include "verify/frontend/cuda/dynamic_memory.h"
#include "verify/frontend/cuda/function_numbers.h"
#include "verify/frontend/cuda/function_pointers.h"
#include "verify/frontend/cuda/surface_parameters.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/outside_accesses.h"
#include "verify/frontend/memory/padding.h"
#include "verify/frontend/memory/private_arrays.h"
#include "verify/frontend/memory/private_memory.h"
#include "verify/frontend/names/source_name.h"
#include "verify/frontend/names/variables.h"
#include "verify/frontend/passes/conditions.h"
#include "verify/frontend/passes/folding.h"
#include "verify/frontend/passes/lower_annotations.h"
#include "verify/frontend/passes/lower_copies.h"
#include "verify/frontend/passes/lower_phases.h"
#include "verify/frontend/passes/lower_pipes.h"
#include "verify/frontend/passes/lower_queues.h"
#include "verify/frontend/passes/lower_roles.h"
#include "verify/frontend/passes/narrow_counters.h"
#include "verify/frontend/passes/non_temporal.h"
#include "verify/frontend/passes/snapshots.h"
#include "verify/frontend/program/kernel_syntax.h"

namespace launchproof::frontend {
namespace {

// If there are more calls than this after inlining, they are rejected, since the model would be too large.
constexpr std::size_t kMaximumInlined = 20'000;

// A call and the functions that it was inlined from, as an index into the chain table (npos for the kernel's
// own calls).
struct PendingCall {
  llvm::CallBase* call;
  std::size_t chain;
};

struct ChainLink {
  const llvm::Function* function;
  std::size_t outer;
};

constexpr std::size_t kNoChain = static_cast<std::size_t>(-1);

void inline_calls(llvm::Function& kernel, std::vector<Refusal>& refusals) {
  std::vector<ChainLink> chains{{&kernel, kNoChain}};
  std::deque<PendingCall> pending;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) pending.push_back({call, 0});
  std::size_t inlined = 0;
  while (!pending.empty()) {
    const PendingCall next = pending.front();
    pending.pop_front();
    llvm::Function* callee = next.call->getCalledFunction();
    if (callee == nullptr || callee->isDeclaration()) continue;
    bool recursive = false;
    for (std::size_t link = next.chain; link != kNoChain; link = chains[link].outer)
      recursive |= chains[link].function == callee;
    if (recursive) {
      refusals.push_back({"recursive call of " + function_name(callee->getName()), next.call->getDebugLoc()});
      continue;
    }
    if (++inlined > kMaximumInlined) {
      refusals.push_back({"too many calls to inline", next.call->getDebugLoc()});
      break;
    }
    llvm::InlineFunctionInfo info;
    const llvm::DebugLoc location = next.call->getDebugLoc();
    const ConstantShield shield(*callee);
    const auto result =
        llvm::InlineFunction(*next.call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false);
    if (!result.isSuccess()) {
      refusals.push_back({"call of " + function_name(callee->getName()) +
                              " that cannot be inlined: " + result.getFailureReason(),
                          location});
      continue;
    }
    chains.push_back({callee, next.chain});
    for (llvm::CallBase* call : info.InlinedCallSites) {
      mark_as_of_callee(*call);
      pending.push_back({call, chains.size() - 1});
    }
  }
  ConstantShield::remove(kernel);
}

// Turns accesses through generic pointers that are found to be private into plain accesses of private memory.
// Returns whether there are generic pointers.
bool infer_spaces(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  std::vector<llvm::Instruction*> generic;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
    if (pointer != nullptr && pointer->getType()->getPointerAddressSpace() == kGenericSpace)
      generic.push_back(&instruction);
  }
  if (generic.empty()) return false;
  const auto set_volatile = [](llvm::Instruction* access, bool value) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access)) load->setVolatile(value);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access)) store->setVolatile(value);
  };
  // The pass rewrites pointers of accesses but leaves volatile ones alone; it removes none. Accesses that
  // promotion created again have lost their mark, and are private.
  for (llvm::Instruction* access : generic)
    if (access->getMetadata(kPlainAccess) != nullptr ||
        llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(llvm::getLoadStorePointerOperand(access))))
      set_volatile(access, false);
  llvm::InferAddressSpacesPass(kGenericSpace).run(kernel, analyses);
  for (llvm::Instruction* access : generic)
    set_volatile(access, llvm::getLoadStorePointerOperand(access)->getType()->getPointerAddressSpace() != 0);
  return true;
}

void resolve_generic_pointers(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses) {
  if (infer_spaces(kernel, analyses)) llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(kernel, analyses);
}

// In CUDA every pointer is generic, including those to variables of the function.
void resolve_private_pointers(llvm::Function& kernel) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  infer_spaces(kernel, analyses);
}

void promote(llvm::Function& kernel) {
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::AssumptionAnalysis(); });
  analyses.registerPass([] { return llvm::TargetIRAnalysis(); });
  llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(kernel, analyses);
  analyses.clear();
  resolve_generic_pointers(kernel, analyses);
}

bool is_hidden_load(const llvm::Instruction& instruction) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  return load != nullptr && !load->isVolatile() && load->getPointerAddressSpace() == kConstantSpace;
}

// Folds constants and removes unused values. Shared loads are volatile and calls are opaque, so neither is
// removed.
void fold(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  bool changed = true;
  while (changed) {
    changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
      if (instruction.isTerminator()) continue;
      // Loads that are not shielded read private memory or its initialising constants.
      if (!instruction.use_empty() && (!instruction.mayReadOrWriteMemory() || is_hidden_load(instruction))) {
        if (llvm::Constant* constant = fold_constant(instruction, layout)) {
          instruction.replaceAllUsesWith(constant);
          changed = true;
        }
      }
      // Instructions that only annotations use are removed with them.
      const bool unread = instruction.use_empty() && observes(instruction);
      if (unread || llvm::isInstructionTriviallyDead(&instruction)) {
        instruction.eraseFromParent();
        changed = true;
      }
    }
  }
}

// Promotes private variables if constants determine their offsets and the paths to them.
void promote_and_fold(llvm::Function& kernel) {
  promote(kernel);
  fold(kernel);
  for (llvm::BasicBlock& block : kernel) llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/false);
  llvm::EliminateUnreachableBlocks(kernel);
  promote(kernel);
}

// Executed code rounds every product, which is one of the permitted ways to compile a program.
void round_products(llvm::Function& kernel) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    if (llvm::isa<llvm::FPMathOperator>(instruction)) instruction.copyFastMathFlags(llvm::FastMathFlags());
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr || call->getIntrinsicID() != llvm::Intrinsic::fmuladd) continue;
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* product = builder.CreateFMul(call->getArgOperand(0), call->getArgOperand(1));
    instruction.replaceAllUsesWith(builder.CreateFAdd(product, call->getArgOperand(2)));
    instruction.eraseFromParent();
  }
}

// A switch becomes a chain of comparisons in the order of its cases.
void lower_switches(llvm::Function& kernel) {
  std::vector<llvm::SwitchInst*> switches;
  for (llvm::BasicBlock& block : kernel)
    if (auto* item = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) switches.push_back(item);
  for (llvm::SwitchInst* item : switches) {
    llvm::BasicBlock* origin = item->getParent();
    llvm::BasicBlock* otherwise = item->getDefaultDest();
    // Phis get one entry for each new edge instead of those from the switch.
    std::vector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> edges;
    std::vector<std::pair<llvm::ConstantInt*, llvm::BasicBlock*>> cases;
    for (const auto& branch : item->cases())
      if (branch.getCaseSuccessor() != otherwise)
        cases.emplace_back(branch.getCaseValue(), branch.getCaseSuccessor());
    llvm::BasicBlock* block = origin;
    llvm::BasicBlock* after = origin->getNextNode();
    std::vector<llvm::BasicBlock*> chain{origin};
    for (std::size_t i = 1; i < cases.size(); ++i)
      chain.push_back(
          llvm::BasicBlock::Create(kernel.getContext(), origin->getName() + ".case", &kernel, after));
    std::vector<llvm::BasicBlock*> targets{otherwise};
    for (const auto& [value, target] : cases)
      if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
    llvm::IRBuilder<> builder(item);
    const llvm::DebugLoc location = item->getDebugLoc();
    for (std::size_t i = 0; i < cases.size(); ++i) {
      block = chain[i];
      if (i == 0)
        builder.SetInsertPoint(item);
      else
        builder.SetInsertPoint(block);
      builder.SetCurrentDebugLocation(location);
      llvm::BasicBlock* next = i + 1 < cases.size() ? chain[i + 1] : otherwise;
      builder.CreateCondBr(builder.CreateICmpEQ(item->getCondition(), cases[i].first), cases[i].second, next);
      edges.emplace_back(block, cases[i].second);
      if (next == otherwise) edges.emplace_back(block, otherwise);
    }
    if (cases.empty()) {
      builder.SetInsertPoint(item);
      builder.SetCurrentDebugLocation(location);
      builder.CreateBr(otherwise);
      edges.emplace_back(origin, otherwise);
    }
    for (llvm::BasicBlock* target : targets) {
      for (llvm::PHINode& phi : target->phis()) {
        llvm::Value* value = phi.getIncomingValueForBlock(origin);
        while (phi.getBasicBlockIndex(origin) >= 0)
          phi.removeIncomingValue(origin, /*DeletePHIIfEmpty=*/false);
        for (const auto& [from, to] : edges)
          if (to == target) phi.addIncoming(value, from);
      }
    }
    item->eraseFromParent();
  }
}

// Returns whether the work-items of a group come together at the instruction.
bool is_meeting(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return false;
  const llvm::StringRef name = call->getCalledFunction()->getName();
  return name == kWait || name.contains("barrier") || name.contains("group_");
}

// Returns whether the block keeps a loop. The iteration of a barrier depends on the loop as written, so a
// loop that is left after its barrier on a constant condition remains a loop.
bool keeps_loop(const llvm::BasicBlock& block, const llvm::LoopInfo& loops) {
  for (const llvm::Loop* loop = loops.getLoopFor(&block); loop != nullptr; loop = loop->getParentLoop()) {
    const bool leaves =
        llvm::any_of(llvm::successors(&block), [&](const auto* to) { return !loop->contains(to); });
    const bool meets = llvm::any_of(loop->blocks(), [](const llvm::BasicBlock* inside) {
      return llvm::any_of(*inside, [](const llvm::Instruction& one) { return is_meeting(one); });
    });
    if (leaves && meets) return true;
  }
  return false;
}

void tidy_blocks(llvm::Function& kernel) {
  std::vector<llvm::BasicBlock*> folded;
  {
    const llvm::DominatorTree dominators(kernel);
    const llvm::LoopInfo loops(dominators);
    for (llvm::BasicBlock& block : kernel)
      if (!keeps_loop(block, loops)) folded.push_back(&block);
  }
  for (llvm::BasicBlock* block : folded) llvm::ConstantFoldTerminator(block, /*DeleteDeadConditions=*/false);
  llvm::EliminateUnreachableBlocks(kernel);
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(kernel)) llvm::MergeBlockIntoPredecessor(&block);
}

// Gives loops with several entries a single entry, by a chain of branches on where control came from. Moves
// no access.
void make_reducible(llvm::Function& kernel) {
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&kernel);
  if (!llvm::containsIrreducibleCFG<const llvm::BasicBlock*>(order, loops)) return;
  llvm::FunctionAnalysisManager analyses;
  analyses.registerPass([] { return llvm::PassInstrumentationAnalysis(); });
  analyses.registerPass([] { return llvm::DominatorTreeAnalysis(); });
  analyses.registerPass([] { return llvm::LoopAnalysis(); });
  llvm::FixIrreduciblePass().run(kernel, analyses);
}

void simplify_loops(llvm::Function& kernel) {
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(kernel);
  const std::vector<llvm::Loop*> top(loops.begin(), loops.end());
  for (llvm::Loop* loop : top)
    llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, /*PreserveLCSSA=*/false);
}

// Prepares a kernel with inlined calls.
void prepare(llvm::Function& kernel, Purpose purpose, AnnotationUse use, PrivateArrays arrays,
             std::vector<Refusal>& refusals) {
  if (cuda::is_cuda(*kernel.getParent())) {
    cuda::leave_headers(kernel);
    cuda::join_numbers(kernel);
    cuda::bind_dynamic_memory(kernel);
    resolve_private_pointers(kernel);
  }
  name_variables(kernel);
  annotate_assumptions(kernel);
  copy_private_snapshots(kernel, use);
  if (purpose == Purpose::Model)
    lower_pipes(kernel);
  else
    round_products(kernel);
  copy_parameters(kernel, refusals);
  expand_block_operations(kernel, /*keep_private=*/true, refusals);
  mark_undefined(kernel, purpose);
  if (purpose == Purpose::Model) lower_private_vectors(kernel);
  const std::vector<llvm::Instruction*> held =
      arrays == PrivateArrays::Kept ? hold_private_arrays(kernel) : std::vector<llvm::Instruction*>();
  // Indices become constant, and places known, step by step.
  std::vector<llvm::Instruction*> left;
  const auto promote_inside = [&] {
    for (llvm::AllocaInst* variable : variables_accessed_outside(kernel, promote_and_fold)) {
      left.push_back(hold(*variable));
      keep_accesses(*variable);
    }
    promote(kernel);
  };
  promote_inside();
  if (cuda::is_cuda(*kernel.getParent()) && cuda::resolve_addresses(kernel, refusals)) promote_inside();
  if (purpose == Purpose::Model && split_waits(kernel)) promote_inside();
  mark_tables(kernel);
  expand_block_operations(kernel, /*keep_private=*/false, refusals);
  // Pointers in private arrays lead to further private arrays.
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds && purpose == Purpose::Model && split_private_arrays(kernel); ++round)
    promote_inside();
  for (llvm::Instruction* hold : held) hold->eraseFromParent();
  drop_undefined_stores(kernel, purpose);
  fold(kernel);
  cuda::refuse_read_functions(kernel, refusals);
  name_matrices(kernel, refusals);
  check_copies(kernel, refusals);
  if (lower_roles(kernel, purpose, refusals)) promote_inside();
  if (lower_queues(kernel, refusals)) promote_inside();
  if (lower_phases(kernel, purpose, refusals)) promote_inside();
  if (lower_copies(kernel, purpose, refusals)) promote_inside();
  for (llvm::Instruction* hold : left) hold->eraseFromParent();
  lower_switches(kernel);
  thread_conditions(kernel);
  tidy_blocks(kernel);
  fold(kernel);
  mark_observations(kernel);
  mark_non_temporal(kernel, use);
  lower_snapshots(kernel, use);
  lower_annotations(kernel, purpose, use, refusals);
  fold(kernel);
  if (purpose == Purpose::Execution) fill_padding(kernel);
  if (purpose == Purpose::Model) narrow_counters(kernel);
  make_reducible(kernel);
  simplify_loops(kernel);
  split_exits(kernel);
  assert(!llvm::verifyFunction(kernel, &llvm::errs()));
}

}  // namespace

std::vector<Prepared> prepare_kernels(llvm::Module& module, Purpose purpose, AnnotationUse use,
                                      PrivateArrays arrays) {
  std::vector<Prepared> result;
  for (llvm::Function& function : module)
    if (is_kernel(function)) result.push_back({&function, {}});
  // If a kernel calls another one, the called kernel is used as written.
  for (Prepared& one : result) inline_calls(*one.kernel, one.refusals);
  for (Prepared& one : result) prepare(*one.kernel, purpose, use, arrays, one.refusals);
  if (cuda::is_cuda(module))
    for (Prepared& one : result) one.kernel = cuda::give_surface_parameters(*one.kernel);
  return result;
}

void prepare_function(llvm::Function& function, AnnotationUse use, PrivateArrays arrays,
                      std::vector<Refusal>& refusals) {
  inline_calls(function, refusals);
  prepare(function, Purpose::Model, use, arrays, refusals);
}

}  // namespace launchproof::frontend
