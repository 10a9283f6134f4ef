// Records computations of floats that devices treat differently: subnormal numbers, which may be flushed to
// zero, and NaN results, whose bits are unspecified. If build options assume finite floats, also records
// computations with or resulting in other values.
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstddef>

#include "verify/frontend/ir/markers.h"
#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

bool is_float(const llvm::Value* value) {
  return value->getType()->isFPOrFPVectorTy();
}

bool computes(const llvm::Instruction& instruction) {
  if (instruction.isBinaryOp() || llvm::isa<llvm::FCmpInst, llvm::FPTruncInst, llvm::FPExtInst>(instruction))
    return true;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return false;
  // These calls only move bits.
  const llvm::Intrinsic::ID id = call->getIntrinsicID();
  return id != llvm::Intrinsic::fabs && id != llvm::Intrinsic::copysign && id != llvm::Intrinsic::is_fpclass;
}

bool converts_integers(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst, llvm::SIToFPInst, llvm::UIToFPInst>(instruction);
}

llvm::Value* is_any_of(llvm::IRBuilder<>& builder, llvm::Value* value, unsigned classes) {
  llvm::Value* found = builder.CreateIntrinsic(llvm::Intrinsic::is_fpclass, {value->getType()},
                                               {value, builder.getInt32(classes)});
  return found->getType()->isVectorTy() ? builder.CreateOrReduce(found) : found;
}

}  // namespace

void watch_floats(Rewriting& rewriting) {
  const bool is_finite = rewriting.module.getNamedMetadata(frontend::kFiniteMath) != nullptr;
  const unsigned special = is_finite ? llvm::fcInf | llvm::fcNan : llvm::fcNone;
  std::vector<llvm::Instruction*> watched;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel))
    if ((computes(instruction) || (is_finite && converts_integers(instruction))) &&
        (is_float(&instruction) ||
         llvm::any_of(instruction.operands(), [](const auto& use) { return is_float(use); })))
      watched.push_back(&instruction);
  if (watched.empty()) return;
  llvm::IRBuilder<> builder(&*rewriting.kernel.getEntryBlock().getFirstInsertionPt());
  llvm::Value* note = rewriting.constant_member(builder, rewriting.item, offsetof(MachineItem, open_floats),
                                                builder.getPtrTy());
  for (llvm::Instruction* instruction : watched) {
    builder.SetInsertPoint(instruction->getNextNode());
    const bool converts = converts_integers(*instruction);  // flushes subnormal numbers in any case
    const unsigned operands = converts ? special : special | llvm::fcSubnormal;
    llvm::Value* open = builder.getFalse();
    for (const llvm::Use& operand : instruction->operands())
      if (is_float(operand)) open = builder.CreateOr(open, is_any_of(builder, operand, operands));
    if (is_float(instruction))
      open =
          builder.CreateOr(open, is_any_of(builder, instruction, special | llvm::fcSubnormal | llvm::fcNan));
    llvm::Value* before = builder.CreateLoad(builder.getInt8Ty(), note);
    builder.CreateStore(builder.CreateOr(before, builder.CreateZExt(open, builder.getInt8Ty())), note);
  }
}

}  // namespace launchproof::replay
