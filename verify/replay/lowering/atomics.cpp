// Atomic functions of OpenCL C 1.x and 2.0.
#include <optional>
#include <unordered_map>

#include "verify/replay/lowering/builtin_lowering.h"

namespace launchproof::replay {
namespace {

std::optional<AtomicOp> operation(std::string_view word, bool is_signed) {
  static const std::unordered_map<std::string_view, AtomicOp> table{
      {"add", AtomicOp::Add},           {"inc", AtomicOp::Add},
      {"sub", AtomicOp::Sub},           {"dec", AtomicOp::Sub},
      {"xchg", AtomicOp::Exchange},     {"cmpxchg", AtomicOp::CompareExchange},
      {"inc_limit", AtomicOp::CountUp}, {"dec_limit", AtomicOp::CountDown},
      {"and", AtomicOp::And},           {"or", AtomicOp::Or},
      {"xor", AtomicOp::Xor},           {"min", AtomicOp::SignedMin},
      {"max", AtomicOp::SignedMax}};
  const auto found = table.find(word);
  if (found == table.end()) return std::nullopt;
  if (!is_signed && found->second == AtomicOp::SignedMin) return AtomicOp::UnsignedMin;
  if (!is_signed && found->second == AtomicOp::SignedMax) return AtomicOp::UnsignedMax;
  return found->second;
}

// Numbers of memory_scope as defined in Clang's header. The scope is the argument after the `orders` orders,
// which begin at `order`.
std::optional<model::AtomicScope> scope_of(BuiltinLowering& call, unsigned order, unsigned orders) {
  if (!call.name().ends_with("_explicit") || call.arguments() <= order + orders)
    return model::AtomicScope::Device;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.argument(order + orders));
  if (number == nullptr) return std::nullopt;
  switch (number->getZExtValue()) {
    case 0:
      return model::AtomicScope::WorkItem;
    case 1:
      return model::AtomicScope::WorkGroup;
    case 2:
      return model::AtomicScope::Device;
    case 3:
      return model::AtomicScope::AllDevices;
    case 4:
      return model::AtomicScope::SubGroup;
    default:
      return std::nullopt;
  }
}

// Returns the order as a C11 number. A non-constant order counts as the strongest.
std::uint32_t order_of(BuiltinLowering& call, unsigned order) {
  constexpr std::uint32_t kSequentiallyConsistent = 5;
  if (!call.name().ends_with("_explicit") || call.arguments() <= order) return kSequentiallyConsistent;
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call.argument(order));
  return number == nullptr ? kSequentiallyConsistent : static_cast<std::uint32_t>(number->getZExtValue());
}

bool legacy(BuiltinLowering& call, std::string_view word) {
  const auto op = operation(word, call.is_signed());
  if (!op || call.type()->isVectorTy()) return false;
  auto& builder = call.builder();
  llvm::Type* integer = builder.getIntNTy(call.type()->getScalarSizeInBits());
  llvm::Value* operand =
      call.arguments() == 1 ? llvm::ConstantInt::get(integer, 1) : call.argument(call.arguments() - 1);
  llvm::Value* wanted = *op == AtomicOp::CompareExchange ? call.argument(1) : nullptr;
  llvm::Value* old =
      call.rewriting().atomic(builder, call.argument(0), *op, builder.CreateBitCast(operand, integer), wanted,
                              model::AtomicScope::Device);
  call.result(builder.CreateBitCast(old, call.type()));
  return true;
}

bool compare_exchange(BuiltinLowering& call) {
  const auto scope = scope_of(call, 3, 2);
  llvm::Type* type = call.argument(2)->getType();
  if (!scope || !type->isIntegerTy()) return false;
  auto& builder = call.builder();
  llvm::Value* wanted = builder.CreateLoad(type, call.argument(1));
  llvm::Value* old = call.rewriting().atomic(builder, call.argument(0), AtomicOp::CompareExchange,
                                             call.argument(2), wanted, *scope, order_of(call, 3));
  builder.CreateStore(old, call.argument(1));
  call.result(builder.CreateZExt(builder.CreateICmpEQ(old, wanted), call.type()));
  return true;
}

bool flag(BuiltinLowering& call, bool set) {
  const auto scope = scope_of(call, 1, 1);
  if (!scope) return false;
  auto& builder = call.builder();
  llvm::Value* old =
      call.rewriting().atomic(builder, call.argument(0), AtomicOp::Exchange, builder.getInt32(set ? 1 : 0),
                              nullptr, *scope, order_of(call, 1));
  if (set)
    call.result(builder.CreateZExt(builder.CreateICmpNE(old, builder.getInt32(0)), call.type()));
  else
    call.drop();
  return true;
}

bool modern(BuiltinLowering& call, AtomicOp op) {
  const bool is_load = op == AtomicOp::Load;
  const auto scope = scope_of(call, is_load ? 1 : 2, 1);
  llvm::Type* type = is_load ? call.type() : call.argument(1)->getType();
  // The freedom that languages give an atomic float sum does not show in one execution.
  if (op == AtomicOp::Add && (type->isFloatTy() || type->isDoubleTy())) op = AtomicOp::AddFloat;
  const bool bits_only =
      is_load || op == AtomicOp::AddFloat || op == AtomicOp::Store || op == AtomicOp::Exchange;
  if (!scope || type->isVectorTy() || !(type->isIntegerTy() || (bits_only && type->isFloatingPointTy())))
    return false;
  auto& builder = call.builder();
  llvm::Type* integer = builder.getIntNTy(type->getScalarSizeInBits());
  llvm::Value* operand =
      is_load ? llvm::ConstantInt::get(integer, 0) : builder.CreateBitCast(call.argument(1), integer);
  llvm::Value* old = call.rewriting().atomic(builder, call.argument(0), op, operand, nullptr, *scope,
                                             order_of(call, is_load ? 1 : 2));
  if (call.type()->isVoidTy())
    call.drop();
  else
    call.result(builder.CreateBitCast(old, call.type()));
  return true;
}

}  // namespace

bool lower_atomic(BuiltinLowering& call) {
  std::string_view word = call.name();
  if (word.starts_with("atom_")) return legacy(call, word.substr(5));
  if (!word.starts_with("atomic_")) return false;
  word.remove_prefix(7);
  if (word.ends_with("_explicit")) word.remove_suffix(9);
  if (word == "load") return modern(call, AtomicOp::Load);
  if (word == "store") return modern(call, AtomicOp::Store);
  if (word == "exchange") return modern(call, AtomicOp::Exchange);
  if (word == "compare_exchange_strong" || word == "compare_exchange_weak") return compare_exchange(call);
  if (word == "flag_test_and_set") return flag(call, true);
  if (word == "flag_clear") return flag(call, false);
  if (word == "init") {
    call.builder().CreateStore(call.argument(1), call.argument(0));
    call.drop();
    return true;
  }
  if (word.starts_with("fetch_")) {
    const auto op = operation(word.substr(6), call.is_signed());
    return op && modern(call, *op);
  }
  return legacy(call, word);
}

}  // namespace launchproof::replay
