#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/markers.h"
#include "verify/replay/memory/machine.h"
#include "verify/replay/memory/tables.h"

namespace launchproof::replay {
namespace {

llvm::AllocaInst* room_for(llvm::Function& kernel, llvm::Type* type) {
  llvm::IRBuilder<> builder(&*kernel.getEntryBlock().begin());
  return builder.CreateAlloca(type);
}

void instrument_load(Rewriting& rewriting, llvm::LoadInst& load, std::uint32_t site) {
  llvm::IRBuilder<> builder(&load);
  llvm::Value* at = direct_address(rewriting, load, load.getPointerOperand(), site, false);
  builder.SetInsertPoint(&load);
  if (at == nullptr)
    at = builder.CreateCall(
        rewriting.hook("lp_read"),
        {rewriting.item, builder.CreatePtrToInt(load.getPointerOperand(), builder.getInt64Ty()),
         builder.getInt32(site)});
  load.replaceAllUsesWith(builder.CreateAlignedLoad(load.getType(), at, llvm::Align(1)));
  load.eraseFromParent();
}

// One slot per type suffices, since it is only in use until the hook returns.
void instrument_store(Rewriting& rewriting, llvm::StoreInst& store, std::uint32_t site,
                      llvm::DenseMap<llvm::Type*, llvm::AllocaInst*>& rooms) {
  llvm::IRBuilder<> builder(&store);
  llvm::Type* type = store.getValueOperand()->getType();
  llvm::Value* at = direct_address(rewriting, store, store.getPointerOperand(), site, true);
  builder.SetInsertPoint(&store);
  if (at != nullptr) {
    builder.CreateAlignedStore(store.getValueOperand(), at, llvm::Align(1));
    store.eraseFromParent();
    return;
  }
  llvm::AllocaInst*& room = rooms[type];
  if (room == nullptr) room = room_for(rewriting.kernel, type);
  builder.CreateAlignedStore(store.getValueOperand(), room, llvm::Align(1));
  builder.CreateCall(rewriting.hook("lp_write"),
                     {rewriting.item, builder.CreatePtrToInt(store.getPointerOperand(), builder.getInt64Ty()),
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
  constexpr std::uint32_t kSequentiallyConsistent = 5;  // the strongest order, whatever the instruction's own
                                                        // order is
  change.replaceAllUsesWith(rewriting.atomic(builder, change.getPointerOperand(), *op, change.getValOperand(),
                                             nullptr, model::AtomicScope::Device, kSequentiallyConsistent));
  change.eraseFromParent();
}

// Division by zero and the only quotient that overflows are undefined, and must not end the process. `note`:
// the byte that records them.
void guard_division(llvm::BinaryOperator& division, llvm::Value* note) {
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
  if (const auto* known = llvm::dyn_cast<llvm::Constant>(traps); known != nullptr && known->isNullValue())
    return;
  llvm::Value* open = traps->getType()->isVectorTy() ? builder.CreateOrReduce(traps) : traps;
  llvm::Value* before = builder.CreateLoad(builder.getInt8Ty(), note);
  builder.CreateStore(builder.CreateOr(before, builder.CreateZExt(open, builder.getInt8Ty())), note);
  division.setOperand(1, builder.CreateSelect(traps, one, divisor));
}

// Allows a step to be shown with its value.
void describe_value(SiteSpec& site, const llvm::Type& type) {
  const llvm::Type& scalar = *type.getScalarType();
  if (!scalar.isIntegerTy() && !scalar.isFloatTy() && !scalar.isDoubleTy()) return;
  site.scalar_bytes = scalar.getPrimitiveSizeInBits().getFixedValue() / 8;
  site.is_float = !scalar.isIntegerTy();
}

// Returns whether the rewriting created the instruction, to read or count in the item.
bool is_machine_state(const llvm::Instruction& instruction) {
  return instruction.hasMetadata(kMachineState);
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

}  // namespace

// The kernel's own accesses are already numbered, so that instructions created here are not mistaken for
// them.
void guard_divisions(Rewriting& rewriting) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel))
    if (divides(instruction)) divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
  if (divisions.empty()) return;
  llvm::IRBuilder<> builder(&*rewriting.kernel.getEntryBlock().getFirstInsertionPt());
  llvm::Value* note = rewriting.constant_member(builder, rewriting.item,
                                                offsetof(MachineItem, open_divisions), builder.getPtrTy());
  for (llvm::BinaryOperator* division : divisions) guard_division(*division, note);
}

void return_where_unreachable(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel)
    if (auto* end = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator())) {
      llvm::ReturnInst::Create(end->getContext(), nullptr, end->getIterator());
      end->eraseFromParent();
    }
}

void instrument(Rewriting& rewriting) {
  count_loops(rewriting);
  const llvm::DataLayout& layout = rewriting.module.getDataLayout();
  std::vector<std::pair<llvm::Instruction*, std::uint32_t>> all;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel)) {
    std::uint32_t site = 0;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (load->hasMetadata(llvm::LLVMContext::MD_invariant_load) || is_machine_state(*load)) continue;
      site = rewriting.add_site(load->getPointerOperand(), SiteKind::Read,
                                layout.getTypeStoreSize(load->getType()), load->getDebugLoc());
      describe_value(rewriting.tables.sites[site], *load->getType());
      rewriting.tables.sites[site].observes = load->hasMetadata(frontend::kObservation);
      rewriting.tables.sites[site].is_coherent = !load->hasMetadata(frontend::kNonCoherent);
      rewriting.tables.sites[site].non_temporal = load->hasMetadata(frontend::kNonTemporal);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      if (is_machine_state(*store)) continue;
      site = rewriting.add_site(store->getPointerOperand(), SiteKind::Write,
                                layout.getTypeStoreSize(store->getValueOperand()->getType()),
                                store->getDebugLoc());
      describe_value(rewriting.tables.sites[site], *store->getValueOperand()->getType());
    }
    all.emplace_back(&instruction, site);
  }
  for (const auto& [instruction, site] : all)
    if (auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(instruction))
      instrument_atomic(rewriting, *change);
  resolve_sites(rewriting);
  llvm::DenseMap<llvm::Type*, llvm::AllocaInst*> rooms;
  for (const auto& [instruction, site] : all) {
    if (site == 0) continue;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
      instrument_load(rewriting, *load, site);
    else
      instrument_store(rewriting, *llvm::cast<llvm::StoreInst>(instruction), site, rooms);
  }
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel))
    if (llvm::isa<llvm::AtomicCmpXchgInst>(instruction))
      rewriting.refuse("an atomic instruction", instruction.getDebugLoc());
  return_where_unreachable(rewriting.kernel);
  guard_divisions(rewriting);
}

}  // namespace launchproof::replay
