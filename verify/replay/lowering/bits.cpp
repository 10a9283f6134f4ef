// Fields of bits, products of small integers, and functions of address spaces.
#include <llvm/IR/Intrinsics.h>

#include "verify/replay/lowering/builtin_lowering.h"

namespace launchproof::replay {
namespace {

constexpr std::uint32_t kPrivate = 0;  // numbers of the address spaces of the target
constexpr std::uint32_t kGlobal = 1;
constexpr std::uint32_t kLocal = 3;

using Values = std::vector<llvm::Value*>;

// Returns `count` ones, for a count up to the width. Computed with 128 bits.
llvm::Value* ones(llvm::IRBuilder<>& builder, llvm::Value* count, llvm::Type* type) {
  llvm::Type* wide = builder.getInt128Ty();
  llvm::Value* one = llvm::ConstantInt::get(wide, 1);
  llvm::Value* power = builder.CreateShl(one, builder.CreateZExt(count, wide));
  return builder.CreateTrunc(builder.CreateSub(power, one), type);
}

void insert_field(BuiltinLowering& call) {
  auto& builder = call.builder();
  llvm::Type* scalar = call.type()->getScalarType();
  llvm::Value* offset = builder.CreateZExtOrTrunc(call.argument(2), scalar);
  llvm::Value* mask = builder.CreateShl(ones(builder, call.argument(3), scalar), offset);
  call.result(call.each(call.type(), {call.argument(0), call.argument(1)}, [&](const Values& x) {
    llvm::Value* moved = builder.CreateShl(x[1], offset);
    return builder.CreateXor(x[0], builder.CreateAnd(builder.CreateXor(x[0], moved), mask));
  }));
}

// The field is shifted to the top and back down, which repeats its sign.
void extract_field(BuiltinLowering& call, bool is_signed) {
  auto& builder = call.builder();
  llvm::Type* wide = builder.getInt128Ty();
  const unsigned width = 128;
  llvm::Value* count = builder.CreateZExt(call.argument(2), wide);
  llvm::Value* above =
      builder.CreateSub(llvm::ConstantInt::get(wide, width),
                        builder.CreateAdd(builder.CreateZExt(call.argument(1), wide), count));
  llvm::Value* rest = builder.CreateSub(llvm::ConstantInt::get(wide, width), count);
  llvm::Value* is_empty = builder.CreateIsNull(count);
  call.result(call.each(call.type(), {call.argument(0)}, [&](const Values& x) -> llvm::Value* {
    llvm::Value* top = builder.CreateShl(builder.CreateZExt(x[0], wide), above);
    llvm::Value* field = is_signed ? builder.CreateAShr(top, rest) : builder.CreateLShr(top, rest);
    llvm::Type* to = call.type()->getScalarType();
    return builder.CreateSelect(is_empty, llvm::ConstantInt::get(to, 0), builder.CreateTrunc(field, to));
  }));
}

// Returns one factor: a byte of a word, or a component of a vector.
llvm::Value* factor(BuiltinLowering& call, unsigned argument, std::uint64_t index, bool is_signed) {
  auto& builder = call.builder();
  llvm::Value* all = call.argument(argument);
  if (!all->getType()->isVectorTy())
    all = builder.CreateBitCast(all, llvm::FixedVectorType::get(builder.getInt8Ty(), 4));
  return builder.CreateIntCast(builder.CreateExtractElement(all, index), builder.getInt128Ty(), is_signed);
}

void dot(BuiltinLowering& call) {
  auto& builder = call.builder();
  const std::string& name = call.name();
  bool first_signed = call.is_signed();
  bool second_signed = call.is_second_signed();
  if (const std::size_t packed = name.find("packed_"); packed != std::string::npos) {
    first_signed = name[packed + 7] == 's';
    second_signed = name[packed + 8] == 's';
  }
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call.argument(0)->getType());
  const unsigned count = vector == nullptr ? 4 : vector->getNumElements();
  const bool is_signed = first_signed || second_signed;
  llvm::Type* wide = builder.getInt128Ty();
  llvm::Value* sum = call.arguments() == 3 ? builder.CreateIntCast(call.argument(2), wide, is_signed)
                                           : llvm::ConstantInt::get(wide, 0);
  for (unsigned i = 0; i < count; ++i)
    sum = builder.CreateAdd(
        sum, builder.CreateMul(factor(call, 0, i, first_signed), factor(call, 1, i, second_signed)));
  if (name.find("_sat") != std::string::npos) {
    const auto bound = [&](std::int64_t value) { return llvm::ConstantInt::getSigned(wide, value); };
    sum = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, sum,
                                        bound(is_signed ? INT32_MAX : static_cast<std::int64_t>(UINT32_MAX)));
    sum = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, sum, bound(is_signed ? INT32_MIN : 0));
  }
  call.result(builder.CreateTrunc(sum, call.type()));
}

llvm::Value* space_of(BuiltinLowering& call) {
  auto& builder = call.builder();
  return builder.CreateCall(
      call.rewriting().hook("lp_space"),
      {call.rewriting().item, builder.CreatePtrToInt(call.argument(0), builder.getInt64Ty())});
}

void to_space(BuiltinLowering& call, std::uint32_t space) {
  auto& builder = call.builder();
  llvm::Value* fits = builder.CreateICmpEQ(space_of(call), builder.getInt32(space));
  llvm::Value* pointer = builder.CreateAddrSpaceCast(call.argument(0), call.type());
  call.result(builder.CreateSelect(fits, pointer, llvm::Constant::getNullValue(call.type())));
}

void fence_of(BuiltinLowering& call) {
  auto& builder = call.builder();
  llvm::Value* is_global = builder.CreateICmpEQ(space_of(call), builder.getInt32(kGlobal));
  call.result(builder.CreateSelect(is_global, builder.getInt32(kGlobalFence), builder.getInt32(kLocalFence)));
}

}  // namespace

bool lower_bits(BuiltinLowering& call) {
  const std::string& name = call.name();
  if (name == "bit_reverse")
    call.result(call.builder().CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse, call.argument(0)));
  else if (name == "bitfield_insert")
    insert_field(call);
  else if (name == "bitfield_extract_signed" || name == "bitfield_extract_unsigned")
    extract_field(call, name.ends_with("_signed"));
  else if ((name == "dot" && call.type()->isIntegerTy()) || name.starts_with("dot_") ||
           name.starts_with("arm_dot"))
    dot(call);
  else if (name == "__to_global")
    to_space(call, kGlobal);
  else if (name == "__to_local")
    to_space(call, kLocal);
  else if (name == "__to_private")
    to_space(call, kPrivate);
  else if (name == "get_fence")
    fence_of(call);
  else
    return false;
  return true;
}

}  // namespace launchproof::replay
