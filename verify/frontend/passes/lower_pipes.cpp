#include "verify/frontend/passes/lower_pipes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <string>
#include <vector>

#include "verify/frontend/ir/markers.h"

namespace launchproof::frontend {
namespace {

constexpr std::uint64_t kMostBytes = 1024;  // of a packet; larger ones are not lowered, and are rejected
                                            // later

// A call, by the name that Clang gives it, with the position of the pointer: without a reservation, or with a
// reservation and an index.
struct PacketCall {
  llvm::CallInst* call = nullptr;
  bool reads = false;
  unsigned pointer = 0;
};

PacketCall packet_call(llvm::Instruction& instruction) {
  auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr || call->getCalledFunction() == nullptr) return {};
  const llvm::StringRef name = call->getCalledFunction()->getName();
  const bool reads = name.starts_with("__read_pipe_");
  if (!reads && !name.starts_with("__write_pipe_")) return {};
  const unsigned pointer = name.ends_with("_2") ? 1 : 3;
  if (call->arg_size() != pointer + 3) return {};
  return {call, reads, pointer};
}

// Returns an arbitrary value of that type.
llvm::Value* anything(llvm::IRBuilder<>& builder, llvm::Type* type) {
  const std::string name = kPipePrefix + std::to_string(type->getScalarSizeInBits());
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  return builder.CreateCall(module.getOrInsertFunction(name, type));
}

void lower(const PacketCall& packet) {
  llvm::CallInst& call = *packet.call;
  const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(packet.pointer + 1));
  const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(packet.pointer + 2));
  if (size == nullptr || alignment == nullptr || size->isZero() || size->getZExtValue() > kMostBytes) return;
  // The pieces into which packets of any type are divided.
  const std::uint64_t bytes = size->getZExtValue();
  std::uint64_t piece = 1;
  while (piece < 4 && bytes % (2 * piece) == 0 && alignment->getZExtValue() >= 2 * piece) piece *= 2;

  llvm::IRBuilder<> builder(&call);
  llvm::Value* succeeds = anything(builder, builder.getInt1Ty());
  llvm::Value* failed =
      builder.CreateOr(anything(builder, builder.getInt32Ty()), builder.getInt32(0x80000000U));
  call.replaceAllUsesWith(builder.CreateSelect(succeeds, builder.getInt32(0), failed));
  llvm::Instruction* inside = llvm::SplitBlockAndInsertIfThen(succeeds, &call, /*Unreachable=*/false);
  builder.SetInsertPoint(inside);
  builder.SetCurrentDebugLocation(call.getDebugLoc());

  llvm::Value* pointer = call.getArgOperand(packet.pointer)->stripPointerCasts();
  const bool shared = pointer->getType()->getPointerAddressSpace() != 0;
  llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(8 * piece));
  const auto shield = [&](auto* access) {
    access->setVolatile(shared);
    if (shared) access->setMetadata(kPlainAccess, llvm::MDNode::get(builder.getContext(), {}));
  };
  for (std::uint64_t at = 0; at < bytes; at += piece) {
    llvm::Value* place = builder.CreatePtrAdd(pointer, builder.getInt64(at));
    if (packet.reads)
      shield(builder.CreateAlignedStore(anything(builder, type), place, llvm::Align(piece)));
    else
      shield(builder.CreateAlignedLoad(type, place, llvm::Align(piece)));
  }
  call.eraseFromParent();
}

}  // namespace

void lower_pipes(llvm::Function& kernel) {
  std::vector<PacketCall> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel))
    if (const PacketCall packet = packet_call(instruction); packet.call != nullptr) calls.push_back(packet);
  for (const PacketCall& packet : calls) lower(packet);
}

}  // namespace launchproof::frontend
