#include "verify/replay/memory/tables.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include "verify/replay/memory/shadow.h"

namespace launchproof::replay {

std::vector<verdict::SourceLocation> locations_of(const llvm::DebugLoc& place) {
  std::vector<verdict::SourceLocation> result;
  for (const llvm::DILocation* at = place.get(); at != nullptr; at = at->getInlinedAt())
    result.push_back({at->getFilename().str(), at->getLine(), at->getColumn(),
                      result.empty() ? std::string() : std::string("inlined at")});
  return result;
}

void Rewriting::refuse(const std::string& construct, const llvm::DebugLoc& place) {
  if (!refusal.empty()) return;
  refusal = construct;
  if (const llvm::DILocation* at = place.get())
    refusal += " at " + at->getFilename().str() + ":" + std::to_string(at->getLine());
}

std::uint32_t Rewriting::add_site(llvm::Value* pointer, SiteKind kind, std::uint64_t bytes,
                                  const llvm::DebugLoc& place, model::AtomicScope scope) {
  if (tables.sites.size() > kMaximumSite) {
    refuse("a kernel with more than " + std::to_string(kMaximumSite) + " accesses", place);
    return 0;
  }
  tables.sites.push_back({kind, static_cast<std::uint32_t>(bytes), scope, 0, locations_of(place)});
  sites.emplace_back(static_cast<std::uint32_t>(tables.sites.size() - 1), pointer);
  return static_cast<std::uint32_t>(tables.sites.size() - 1);
}

llvm::FunctionCallee Rewriting::hook(const char* name) {
  llvm::IRBuilder<> types(module.getContext());
  llvm::Type* i32 = types.getInt32Ty();
  llvm::Type* i64 = types.getInt64Ty();
  llvm::Type* pointer = types.getPtrTy();
  llvm::Type* none = types.getVoidTy();
  const std::string_view which = name;
  llvm::FunctionType* type = nullptr;
  if (which == "lp_read") type = llvm::FunctionType::get(pointer, {pointer, i64, i32}, false);
  if (which == "lp_write") type = llvm::FunctionType::get(none, {pointer, i64, i32, pointer}, false);
  if (which == "lp_atomic") type = llvm::FunctionType::get(i64, {pointer, i64, i32, i32, i64, i64}, false);
  if (which == "lp_barrier") type = llvm::FunctionType::get(none, {pointer, i32, i32}, false);
  if (which == "lp_iterate" || which == "lp_enter_loop" || which == "lp_check")
    type = llvm::FunctionType::get(none, {pointer, i32}, false);
  if (which == "lp_copy")
    type = llvm::FunctionType::get(i64, {pointer, i32, i64, i64, i64, i64, i64, i32, i32, i64}, false);
  if (which == "lp_wait_for") type = llvm::FunctionType::get(none, {pointer, i64}, false);
  if (which == "lp_wait") type = llvm::FunctionType::get(none, {pointer, i32, i32}, false);
  if (which == "lp_collective")
    type = llvm::FunctionType::get(i64, {pointer, i32, i32, i32, i32, i64, i64}, false);
  if (which == "lp_exchange")
    type = llvm::FunctionType::get(i64, {pointer, i32, i32, i32, i32, i32, i64, i64, i64}, false);
  if (which == "lp_ballot") type = llvm::FunctionType::get(i64, {pointer, i32, i64, i64, i64}, false);
  if (which == "lp_forget") type = llvm::FunctionType::get(none, {pointer, i64, i64}, false);
  if (which == "lp_leave_out" || which == "lp_returns")
    type = llvm::FunctionType::get(none, {pointer}, false);
  if (which == "lp_print") type = llvm::FunctionType::get(i32, {pointer, i64, i64}, false);
  if (which == "lp_fail_assertion")
    type = llvm::FunctionType::get(none, {pointer, i64, i64, i32, i64}, false);
  if (which == "lp_fence") type = llvm::FunctionType::get(none, {pointer, i32, i32}, false);
  if (which == "lp_name_threads") type = llvm::FunctionType::get(none, {pointer, i32}, false);
  if (which == "lp_trap") type = llvm::FunctionType::get(none, {pointer}, false);
  if (which == "lp_clock") type = llvm::FunctionType::get(i64, {pointer}, false);
  if (which == "lp_require" || which == "lp_assert")
    type = llvm::FunctionType::get(none, {pointer, i32, i32}, false);
  if (which == "lp_space") type = llvm::FunctionType::get(i32, {pointer, i64}, false);
  if (which == "lp_shift" || which == "lp_shift_back")
    type = llvm::FunctionType::get(i64, {pointer, i64}, false);
  if (which == "lp_query") type = llvm::FunctionType::get(i64, {pointer, i32, i32}, false);
  llvm::Type* real = types.getFloatTy();
  if (which == "lp_image_at") type = llvm::FunctionType::get(i64, {pointer, i32, i32, i32, i32}, false);
  if (which == "lp_surface_at")
    type = llvm::FunctionType::get(i64, {pointer, i32, i32, i32, i32, i32}, false);
  if (which == "lp_image_near") type = llvm::FunctionType::get(i64, {pointer, i32, real, real, real}, false);
  if (which == "lp_image_border") type = llvm::FunctionType::get(i32, {pointer, i32, i32}, false);
  if (which == "lp_image_kept") type = llvm::FunctionType::get(i32, {pointer, i32, i32, i32}, false);
  if (which == "lp_image_field") type = llvm::FunctionType::get(i32, {pointer, i32}, false);
  return module.getOrInsertFunction(name, type);
}

llvm::Value* Rewriting::constant_member(llvm::IRBuilder<>& builder, llvm::Value* structure,
                                        std::uint64_t offset, llvm::Type* type) const {
  llvm::LoadInst* load =
      builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), structure, offset));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(module.getContext(), {}));
  return load;
}

llvm::Value* Rewriting::atomic(llvm::IRBuilder<>& builder, llvm::Value* pointer, AtomicOp op,
                               llvm::Value* operand, llvm::Value* wanted, model::AtomicScope scope,
                               std::uint32_t order) {
  if (is_in_place) return atomic_in_place(builder, pointer, op, operand, wanted);
  llvm::Type* i64 = builder.getInt64Ty();
  const std::uint32_t site =
      add_site(pointer, op == AtomicOp::Load ? SiteKind::AtomicLoad : SiteKind::Atomic,
               operand->getType()->getIntegerBitWidth() / 8, builder.getCurrentDebugLocation(), scope);
  tables.sites[site].scalar_bytes = tables.sites[site].bytes;
  tables.sites[site].stores_only = op == AtomicOp::Store;
  tables.sites[site].order = order;
  llvm::Value* old = builder.CreateCall(
      hook("lp_atomic"), {item, builder.CreatePtrToInt(pointer, i64), builder.getInt32(site),
                          builder.getInt32(static_cast<std::uint32_t>(op)), builder.CreateZExt(operand, i64),
                          wanted == nullptr ? builder.getInt64(0) : builder.CreateZExt(wanted, i64)});
  return builder.CreateTrunc(old, operand->getType());
}

}  // namespace launchproof::replay
