// Functions that only part of a sub-group may call, and what a work-item computes from a ballot.
#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "verify/replay/lowering/builtin_lowering.h"

namespace launchproof::replay {
namespace {

struct Function {
  ExchangeOp op{};
  FoldOp fold{};
  bool is_clustered = false;  // the last operand is the cluster size
};

bool take(std::string_view& name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return true;
}

std::optional<FoldOp> fold_named(std::string_view name) {
  static const std::unordered_map<std::string_view, FoldOp> kFolds{
      {"add", FoldOp::Add},
      {"mul", FoldOp::Mul},
      {"min", FoldOp::Min},
      {"max", FoldOp::Max},
      {"and", FoldOp::And},
      {"or", FoldOp::Or},
      {"xor", FoldOp::Xor},
      {"logical_and", FoldOp::LogicalAnd},
      {"logical_or", FoldOp::LogicalOr},
      {"logical_xor", FoldOp::LogicalXor},
  };
  const auto found = kFolds.find(name);
  return found == kFolds.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Function> function_named(std::string_view name) {
  static const std::unordered_map<std::string_view, Function> kFunctions{
      {"elect", {ExchangeOp::Elect}},
      {"non_uniform_all", {ExchangeOp::All}},
      {"non_uniform_any", {ExchangeOp::Any}},
      {"non_uniform_all_equal", {ExchangeOp::AllEqual}},
      {"broadcast_first", {ExchangeOp::First}},
      {"non_uniform_broadcast", {ExchangeOp::From}},
      {"shuffle", {ExchangeOp::Shuffle}},
      {"shuffle_xor", {ExchangeOp::ShuffleXor}},
      {"shuffle_up", {ExchangeOp::ShuffleUp}},
      {"shuffle_down", {ExchangeOp::ShuffleDown}},
      {"match", {ExchangeOp::Match}},
      {"rotate", {ExchangeOp::Rotate}},
      {"clustered_rotate", {ExchangeOp::Rotate, {}, true}},
  };
  if (const auto found = kFunctions.find(name); found != kFunctions.end()) return found->second;
  Function result;
  if (take(name, "clustered_reduce_")) {
    result.op = ExchangeOp::Reduce;
    result.is_clustered = true;
  } else if (take(name, "non_uniform_reduce_")) {
    result.op = ExchangeOp::Reduce;
  } else if (take(name, "non_uniform_scan_inclusive_")) {
    result.op = ExchangeOp::InclusiveScan;
  } else if (take(name, "non_uniform_scan_exclusive_")) {
    result.op = ExchangeOp::ExclusiveScan;
  } else {
    return std::nullopt;
  }
  const auto fold = fold_named(name);
  if (!fold) return std::nullopt;
  result.fold = *fold;
  return result;
}

llvm::Value* exchange(BuiltinLowering& call, const Function& function, char scalar, std::uint32_t bytes,
                      llvm::Value* value, llvm::Value* operand, llvm::Value* cluster) {
  auto& builder = call.builder();
  const auto number = [&](auto of) { return builder.getInt32(static_cast<std::uint32_t>(of)); };
  return builder.CreateCall(
      call.rewriting().hook("lp_exchange"),
      {call.rewriting().item, builder.getInt32(add_meeting(call, Meeting::Exchange)), number(function.op),
       number(function.fold), number(scalar), number(bytes), value, operand, cluster});
}

char letter_of(const BuiltinLowering& call, const llvm::Type* type) {
  if (type->isHalfTy()) return 'h';
  if (type->isFloatTy()) return 'f';
  if (type->isDoubleTy()) return 'd';
  return call.is_signed() ? 'i' : 'u';
}

// Component by component: each is a separate meeting of the same work-items.
bool lower_function(BuiltinLowering& call, const Function& function) {
  auto& builder = call.builder();
  llvm::Type* i64 = builder.getInt64Ty();
  llvm::Value* zero = builder.getInt64(0);
  const auto wide = [&](unsigned index) -> llvm::Value* {
    return index < call.arguments() ? builder.CreateZExtOrTrunc(call.argument(index), i64) : zero;
  };
  llvm::Value* cluster = function.is_clustered ? wide(call.arguments() - 1) : zero;
  const bool has_operand = call.arguments() > (function.is_clustered ? 2U : 1U);
  llvm::Value* operand = has_operand ? wide(1) : zero;
  if (call.arguments() == 0) {
    call.result(builder.CreateTrunc(exchange(call, function, 'i', 4, zero, operand, cluster), call.type()));
    return true;
  }
  llvm::Type* type = call.argument(0)->getType();
  llvm::Type* scalar = type->getScalarType();
  const bool computes = function.op >= ExchangeOp::Reduce || function.op == ExchangeOp::AllEqual;
  if (scalar->isPointerTy() || (computes && scalar->isHalfTy())) return false;
  llvm::Type* bits = builder.getIntNTy(scalar->getScalarSizeInBits());
  const char letter = letter_of(call, scalar);
  const auto one = [&](const std::vector<llvm::Value*>& x) -> llvm::Value* {
    llvm::Value* got = exchange(call, function, letter, scalar->getScalarSizeInBits() / 8,
                                builder.CreateZExt(builder.CreateBitCast(x[0], bits), i64), operand, cluster);
    if (call.type()->getScalarType() != scalar) return builder.CreateTrunc(got, call.type());
    return builder.CreateBitCast(builder.CreateTrunc(got, bits), scalar);
  };
  call.result(call.each(type, {call.argument(0)}, one));
  return true;
}

// Packs four words into two numbers.
llvm::Value* words_of(BuiltinLowering& call, llvm::Value* low, llvm::Value* high) {
  auto& builder = call.builder();
  llvm::Value* made = llvm::PoisonValue::get(llvm::FixedVectorType::get(builder.getInt64Ty(), 2));
  made = builder.CreateInsertElement(made, low, std::uint64_t{0});
  made = builder.CreateInsertElement(made, high, std::uint64_t{1});
  return builder.CreateBitCast(made, call.type());
}

void lower_vote(BuiltinLowering& call) {
  auto& builder = call.builder();
  llvm::Value* zero = builder.getInt64(0);
  llvm::Value* vote = builder.CreateZExt(call.argument(0), builder.getInt64Ty());
  llvm::Value* low = exchange(call, {ExchangeOp::BallotLow}, 'i', 4, vote, zero, zero);
  llvm::Value* high = exchange(call, {ExchangeOp::BallotHigh}, 'i', 4, vote, zero, zero);
  call.result(words_of(call, low, high));
}

std::optional<BallotOp> ballot_named(std::string_view name) {
  static const std::unordered_map<std::string_view, BallotOp> kFunctions{
      {"sub_group_inverse_ballot", BallotOp::Own},
      {"sub_group_ballot_bit_extract", BallotOp::Extract},
      {"sub_group_ballot_bit_count", BallotOp::Count},
      {"sub_group_ballot_inclusive_scan", BallotOp::InclusiveCount},
      {"sub_group_ballot_exclusive_scan", BallotOp::ExclusiveCount},
      {"sub_group_ballot_find_lsb", BallotOp::First},
      {"sub_group_ballot_find_msb", BallotOp::Last},
      {"get_sub_group_eq_mask", BallotOp::EqualMask},
      {"get_sub_group_ge_mask", BallotOp::AtLeastMask},
      {"get_sub_group_gt_mask", BallotOp::AboveMask},
      {"get_sub_group_le_mask", BallotOp::AtMostMask},
      {"get_sub_group_lt_mask", BallotOp::BelowMask},
  };
  const auto found = kFunctions.find(name);
  return found == kFunctions.end() ? std::nullopt : std::optional(found->second);
}

llvm::Value* of_ballot(BuiltinLowering& call, BallotOp op, llvm::Value* low, llvm::Value* high,
                       llvm::Value* index) {
  auto& builder = call.builder();
  call.rewriting().tables.uses_sub_groups = true;
  return builder.CreateCall(
      call.rewriting().hook("lp_ballot"),
      {call.rewriting().item, builder.getInt32(static_cast<std::uint32_t>(op)), low, high, index});
}

void lower_ballot(BuiltinLowering& call, BallotOp op) {
  auto& builder = call.builder();
  llvm::Type* i64 = builder.getInt64Ty();
  if (op >= BallotOp::EqualMask) {
    llvm::Value* zero = builder.getInt64(0);
    llvm::Value* low = of_ballot(call, op, zero, zero, zero);
    llvm::Value* high = of_ballot(call, op, zero, zero, builder.getInt64(1));
    call.result(words_of(call, low, high));
    return;
  }
  llvm::Value* votes = builder.CreateBitCast(call.argument(0), llvm::FixedVectorType::get(i64, 2));
  llvm::Value* low = builder.CreateExtractElement(votes, std::uint64_t{0});
  llvm::Value* high = builder.CreateExtractElement(votes, std::uint64_t{1});
  llvm::Value* index = call.arguments() > 1 ? builder.CreateZExt(call.argument(1), i64) : builder.getInt64(0);
  call.result(builder.CreateTrunc(of_ballot(call, op, low, high, index), call.type()));
}

}  // namespace

bool lower_exchange(BuiltinLowering& call) {
  if (const auto op = ballot_named(call.name())) {
    lower_ballot(call, *op);
    return true;
  }
  std::string_view name = call.name();
  if (!take(name, "sub_group_") && !take(name, "__launchproof_warp_")) return false;
  // The work-items that are present call a function without a mask, whatever mask they stated before.
  const bool has_mask =
      call.name().starts_with("__launchproof_warp_") || name.starts_with("non_uniform_reduce_");
  if (call.rewriting().is_in_place && !has_mask)
    call.builder().CreateCall(call.rewriting().hook("lp_name_threads"),
                              {call.rewriting().item, call.builder().getInt32(UINT32_MAX)});
  if (name == "ballot") {
    lower_vote(call);
    return true;
  }
  const auto function = function_named(name);
  return function && lower_function(call, *function);
}

}  // namespace launchproof::replay
