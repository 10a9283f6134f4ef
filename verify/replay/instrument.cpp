#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <optional>
#include <set>

#include "verify/replay/tables.h"

namespace launchproof::replay {
namespace {

llvm::AllocaInst* room_for(llvm::Function& kernel, llvm::Type* type) {
  llvm::IRBuilder<> builder(&*kernel.getEntryBlock().begin());
  return builder.CreateAlloca(type);
}

void instrument_load(Rewriting& rewriting, llvm::LoadInst& load) {
  llvm::IRBuilder<> builder(&load);
  const std::uint64_t bytes = rewriting.module.getDataLayout().getTypeStoreSize(load.getType());
  const std::uint32_t site = rewriting.add_site(SiteKind::Read, bytes, load.getDebugLoc());
  llvm::Value* at = builder.CreateCall(
      rewriting.hook("lp_read"),
      {builder.CreatePtrToInt(load.getPointerOperand(), builder.getInt64Ty()), builder.getInt32(site)});
  load.replaceAllUsesWith(builder.CreateAlignedLoad(load.getType(), at, llvm::Align(1)));
  load.eraseFromParent();
}

// One room a type suffices: it is full only until the hook returns.
void instrument_store(Rewriting& rewriting, llvm::StoreInst& store,
                      llvm::DenseMap<llvm::Type*, llvm::AllocaInst*>& rooms) {
  llvm::IRBuilder<> builder(&store);
  llvm::Type* type = store.getValueOperand()->getType();
  const std::uint64_t bytes = rewriting.module.getDataLayout().getTypeStoreSize(type);
  const std::uint32_t site = rewriting.add_site(SiteKind::Write, bytes, store.getDebugLoc());
  llvm::AllocaInst*& room = rooms[type];
  if (room == nullptr) room = room_for(rewriting.kernel, type);
  builder.CreateAlignedStore(store.getValueOperand(), room, llvm::Align(1));
  builder.CreateCall(rewriting.hook("lp_write"),
                     {builder.CreatePtrToInt(store.getPointerOperand(), builder.getInt64Ty()),
                      builder.getInt32(site), room});
  store.eraseFromParent();
}

std::optional<AtomicOp> operation(llvm::AtomicRMWInst::BinOp op) {
  switch (op) {
    case llvm::AtomicRMWInst::Xchg:
      return AtomicOp::Exchange;
    case llvm::AtomicRMWInst::Add:
      return AtomicOp::Add;
    case llvm::AtomicRMWInst::Sub:
      return AtomicOp::Sub;
    case llvm::AtomicRMWInst::And:
      return AtomicOp::And;
    case llvm::AtomicRMWInst::Or:
      return AtomicOp::Or;
    case llvm::AtomicRMWInst::Xor:
      return AtomicOp::Xor;
    case llvm::AtomicRMWInst::Max:
      return AtomicOp::SignedMax;
    case llvm::AtomicRMWInst::Min:
      return AtomicOp::SignedMin;
    case llvm::AtomicRMWInst::UMax:
      return AtomicOp::UnsignedMax;
    case llvm::AtomicRMWInst::UMin:
      return AtomicOp::UnsignedMin;
    default:
      return std::nullopt;
  }
}

void instrument_atomic(Rewriting& rewriting, llvm::AtomicRMWInst& change) {
  llvm::IRBuilder<> builder(&change);
  const auto op = operation(change.getOperation());
  if (!op || !change.getType()->isIntegerTy()) {
    rewriting.refuse("an atomic operation on floating-point numbers", change.getDebugLoc());
    return;
  }
  change.replaceAllUsesWith(rewriting.atomic(builder, change.getPointerOperand(), *op, change.getValOperand(),
                                             nullptr, model::AtomicScope::Device));
  change.eraseFromParent();
}

// Division by zero and the one quotient that overflows are undefined, and must not end the process.
void guard_division(llvm::BinaryOperator& division) {
  llvm::IRBuilder<> builder(&division);
  llvm::Type* type = division.getType();
  llvm::Value* divisor = division.getOperand(1);
  llvm::Value* one = llvm::ConstantInt::get(type, 1);
  llvm::Value* traps = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem) {
    llvm::Value* least =
        llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
    llvm::Value* overflows =
        builder.CreateAnd(builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type)),
                          builder.CreateICmpEQ(division.getOperand(0), least));
    traps = builder.CreateOr(traps, overflows);
  }
  division.setOperand(1, builder.CreateSelect(traps, one, divisor));
}

bool divides(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::UDiv:
    case llvm::Instruction::SDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::SRem:
      return true;
    default:
      return false;
  }
}

void count_loops(Rewriting& rewriting) {
  llvm::DominatorTree dominators(rewriting.kernel);
  llvm::LoopInfo loops(dominators);
  const llvm::Function* barrier = rewriting.module.getFunction("lp_barrier");
  std::vector<std::pair<const llvm::CallInst*, std::uint32_t>> barriers;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && barrier != nullptr && call->getCalledFunction() == barrier)
      barriers.emplace_back(call, static_cast<std::uint32_t>(
                                      llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue()));
  }
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    const auto number = static_cast<std::uint32_t>(rewriting.tables.loops.size());
    rewriting.tables.loops.push_back({locations_of(loop->getStartLoc())});
    bool has_barrier = false;
    for (const auto& [call, id] : barriers) {
      if (!loop->contains(call)) continue;
      rewriting.tables.barriers[id].loops.push_back(number);
      has_barrier = true;
    }
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    for (llvm::BasicBlock* latch : latches) {
      llvm::IRBuilder<> builder(latch->getTerminator());
      builder.CreateCall(rewriting.hook("lp_iterate"), {builder.getInt32(number)});
    }
    if (!has_barrier) continue;
    for (llvm::BasicBlock* before : llvm::predecessors(loop->getHeader())) {
      if (loop->contains(before)) continue;
      llvm::IRBuilder<> builder(before->getTerminator());
      builder.CreateCall(rewriting.hook("lp_enter_loop"), {builder.getInt32(number)});
    }
  }
}

}  // namespace

void instrument(Rewriting& rewriting) {
  rewriting.tables.sites.resize(std::max<std::size_t>(rewriting.tables.sites.size(), 1));
  count_loops(rewriting);
  std::vector<llvm::Instruction*> all;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel)) all.push_back(&instruction);
  rewriting.tables.instructions = all.size();
  llvm::DenseMap<llvm::Type*, llvm::AllocaInst*> rooms;
  for (llvm::Instruction* instruction : all) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction)) {
      instrument_load(rewriting, *load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      instrument_store(rewriting, *store, rooms);
    } else if (auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction)) {
      instrument_atomic(rewriting, *change);
    } else if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction)) {
      rewriting.refuse("an atomic instruction", instruction->getDebugLoc());
    } else if (divides(*instruction)) {
      guard_division(*llvm::cast<llvm::BinaryOperator>(instruction));
    } else if (llvm::isa<llvm::UnreachableInst>(instruction)) {
      // Code generation puts nothing here, and control would run on into other code.
      llvm::ReturnInst::Create(instruction->getContext(), nullptr, instruction->getIterator());
      instruction->eraseFromParent();
    }
  }
}

}  // namespace launchproof::replay
