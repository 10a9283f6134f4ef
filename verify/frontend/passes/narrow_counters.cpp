#include "verify/frontend/passes/narrow_counters.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/DemandedBits.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace launchproof::frontend {
namespace {

constexpr unsigned kWide = 64;
constexpr unsigned kNarrow = 32;

class Halves {
 public:
  explicit Halves(llvm::LLVMContext& context) : d_narrow(llvm::Type::getInt32Ty(context)) {}

  void set(llvm::Value* value, llvm::Value* half) { d_known[value] = half; }

  // Returns the lower half of a value of 64 bits, computed from the lower halves of its operands where that
  // is possible, and otherwise cut off at `user`.
  llvm::Value* of(llvm::Value* value, llvm::Instruction* user) {
    if (const auto found = d_known.find(value); found != d_known.end()) return found->second;
    if (llvm::isa<llvm::SExtInst>(value) || llvm::isa<llvm::ZExtInst>(value)) {
      llvm::Value* const from = llvm::cast<llvm::CastInst>(value)->getOperand(0);
      if (from->getType() == d_narrow) {
        auto* cut = llvm::dyn_cast<llvm::TruncInst>(from);
        return cut != nullptr && cut->getOperand(0)->getType()->isIntegerTy(kWide)
                   ? of(cut->getOperand(0), cut)
                   : from;
      }
    }
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(value);
        operation != nullptr && (operation->getOpcode() == llvm::Instruction::Add ||
                                 operation->getOpcode() == llvm::Instruction::Sub ||
                                 operation->getOpcode() == llvm::Instruction::Mul)) {
      llvm::Value* const first = of(operation->getOperand(0), operation);
      llvm::Value* const second = of(operation->getOperand(1), operation);
      llvm::IRBuilder<> builder(operation);
      llvm::Value* const half = builder.CreateBinOp(operation->getOpcode(), first, second);
      d_known[value] = half;
      return half;
    }
    return llvm::IRBuilder<>(user).CreateTrunc(value, d_narrow);
  }

 private:
  llvm::Type* d_narrow;
  llvm::DenseMap<llvm::Value*, llvm::Value*> d_known;
};

void remove_dead(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block)))
      if (llvm::isInstructionTriviallyDead(&instruction)) instruction.eraseFromParent();
}

}  // namespace

void narrow_counters(llvm::Function& kernel) {
  std::vector<llvm::PHINode*> wide;
  {
    llvm::DominatorTree dominators(kernel);
    llvm::AssumptionCache assumptions(kernel);
    llvm::DemandedBits demanded(kernel, assumptions, dominators);
    for (llvm::BasicBlock& block : kernel)
      for (llvm::PHINode& phi : block.phis())
        if (phi.getType()->isIntegerTy(kWide) && !phi.use_empty() &&
            demanded.getDemandedBits(&phi).getActiveBits() <= kNarrow)
          wide.push_back(&phi);
  }
  if (wide.empty()) return;
  Halves halves(kernel.getContext());
  std::vector<llvm::PHINode*> narrow;
  for (llvm::PHINode* phi : wide) {
    llvm::IRBuilder<> builder(phi);
    narrow.push_back(builder.CreatePHI(builder.getInt32Ty(), phi->getNumIncomingValues(), phi->getName()));
    halves.set(phi, narrow.back());
  }
  for (std::size_t i = 0; i < wide.size(); ++i)
    for (unsigned from = 0; from < wide[i]->getNumIncomingValues(); ++from) {
      llvm::BasicBlock* const block = wide[i]->getIncomingBlock(from);
      narrow[i]->addIncoming(halves.of(wide[i]->getIncomingValue(from), block->getTerminator()), block);
    }
  // What cuts off the lower half of a value takes the one that is computed.
  std::vector<llvm::TruncInst*> cuts;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& instruction : block)
      if (auto* cut = llvm::dyn_cast<llvm::TruncInst>(&instruction);
          cut != nullptr && cut->getType()->isIntegerTy(kNarrow) &&
          cut->getOperand(0)->getType()->isIntegerTy(kWide))
        cuts.push_back(cut);
  for (llvm::TruncInst* cut : cuts)
    if (llvm::Value* const half = halves.of(cut->getOperand(0), cut); half != cut)
      cut->replaceAllUsesWith(half);
  for (std::size_t i = 0; i < wide.size(); ++i) {
    llvm::IRBuilder<> builder(wide[i]->getParent(), wide[i]->getParent()->getFirstInsertionPt());
    wide[i]->replaceAllUsesWith(builder.CreateZExt(narrow[i], builder.getInt64Ty()));
    wide[i]->eraseFromParent();
  }
  remove_dead(kernel);
}

}  // namespace launchproof::frontend
