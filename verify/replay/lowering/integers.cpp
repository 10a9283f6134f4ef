// Integer functions, conversions and vector functions.
#include <llvm/IR/Intrinsics.h>

#include <unordered_map>

#include "verify/replay/lowering/builtin_lowering.h"

namespace launchproof::replay {
namespace {

llvm::Value* intrinsic(BuiltinLowering& call, llvm::Intrinsic::ID id,
                       const std::vector<llvm::Value*>& operands) {
  return call.builder().CreateIntrinsic(id, {operands.front()->getType()}, operands);
}

llvm::Type* twice_as_wide(llvm::Type* type) {
  return type->getWithNewBitWidth(2 * type->getScalarSizeInBits());
}

llvm::Value* extend(BuiltinLowering& call, llvm::Value* value, llvm::Type* type) {
  return call.is_signed() ? call.builder().CreateSExt(value, type) : call.builder().CreateZExt(value, type);
}

// Saturates the value to the range of the narrower type `to`. The flags say which of them is signed.
llvm::Value* saturate(llvm::IRBuilder<>& builder, llvm::Value* value, bool value_signed, llvm::Type* to,
                      bool to_signed) {
  llvm::Type* type = value->getType();
  const unsigned wide = type->getScalarSizeInBits(), narrow = to->getScalarSizeInBits();
  const llvm::APInt high = to_signed ? llvm::APInt::getSignedMaxValue(narrow).zext(wide)
                                     : llvm::APInt::getMaxValue(narrow).zext(wide);
  const llvm::APInt low =
      to_signed ? llvm::APInt::getSignedMinValue(narrow).sext(wide) : llvm::APInt(wide, 0);
  if (value_signed) {
    value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, llvm::ConstantInt::get(type, high));
    value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, llvm::ConstantInt::get(type, low));
  } else {
    value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, llvm::ConstantInt::get(type, high));
  }
  return builder.CreateTrunc(value, to);
}

struct IntegerType {
  unsigned bits = 0;
  bool is_signed = false;
  bool is_float = false;
};

// Reads the type from a name such as "uchar4_sat_rte" and leaves what follows it in `rest`.
bool parse_type(std::string_view& rest, IntegerType& type) {
  static const std::pair<std::string_view, IntegerType> kTypes[] = {
      {"uchar", {8, false, false}},  {"char", {8, true, false}},   {"ushort", {16, false, false}},
      {"short", {16, true, false}},  {"uint", {32, false, false}}, {"int", {32, true, false}},
      {"ulong", {64, false, false}}, {"long", {64, true, false}},  {"half", {16, true, true}},
      {"float", {32, true, true}},   {"double", {64, true, true}}};
  for (const auto& [name, item] : kTypes) {
    if (!rest.starts_with(name)) continue;
    rest.remove_prefix(name.size());
    while (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') rest.remove_prefix(1);
    type = item;
    return true;
  }
  return false;
}

llvm::Value* rounded(llvm::IRBuilder<>& builder, llvm::Value* value, std::string_view mode) {
  if (mode == "_rte") return builder.CreateUnaryIntrinsic(llvm::Intrinsic::rint, value);
  if (mode == "_rtp") return builder.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, value);
  if (mode == "_rtn") return builder.CreateUnaryIntrinsic(llvm::Intrinsic::floor, value);
  return value;
}

// Conversions with a rounding mode ("rtz", "rtp", "rtn") for which there are no instructions.
llvm::Value* rounded_to_float(BuiltinLowering& call, const std::string& mode) {
  auto& builder = call.builder();
  llvm::Value* value = call.argument(0);
  const bool from_float = value->getType()->isFPOrFPVectorTy();
  llvm::Type* from = from_float ? builder.getDoubleTy() : builder.getInt64Ty();
  llvm::Type* scalar = call.type()->getScalarType();
  const char* source = call.is_signed() ? ".i64" : ".u64";
  if (from_float) source = ".f64";
  const std::string name = "convert_" + mode + source + (scalar->isDoubleTy() ? ".f64" : ".f32");
  const llvm::FunctionCallee function =
      call.rewriting().module.getOrInsertFunction(name, llvm::FunctionType::get(scalar, {from}, false));
  return call.each(call.type(), {value}, [&](const std::vector<llvm::Value*>& x) -> llvm::Value* {
    llvm::Value* operand = from_float ? builder.CreateFPCast(x[0], from) : extend(call, x[0], from);
    return builder.CreateCall(function, {operand});
  });
}

bool convert(BuiltinLowering& call) {
  std::string_view rest = call.name();
  rest.remove_prefix(8);  // "convert_"
  IntegerType to;
  if (!parse_type(rest, to)) return false;
  const bool saturates = rest.starts_with("_sat");
  if (saturates) rest.remove_prefix(4);
  auto& builder = call.builder();
  llvm::Value* value = call.argument(0);
  const bool from_float = value->getType()->isFPOrFPVectorTy();
  if (to.is_float && !rest.empty() && rest != "_rte") {
    if (call.type()->getScalarType()->isHalfTy()) return false;
    value = rounded_to_float(call, std::string(rest.substr(1)));
  } else if (to.is_float) {
    if (from_float)
      value = builder.CreateFPCast(value, call.type());
    else
      value = call.is_signed() ? builder.CreateSIToFP(value, call.type())
                               : builder.CreateUIToFP(value, call.type());
  } else if (from_float) {
    value = rounded(builder, value, rest);
    value = builder.CreateIntrinsic(to.is_signed ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat,
                                    {call.type(), value->getType()}, {value});
  } else if (saturates) {
    llvm::Type* wide = value->getType()->getWithNewBitWidth(128);
    value = saturate(builder, extend(call, value, wide), true, call.type(), to.is_signed);
  } else {
    value = builder.CreateIntCast(value, call.type(), call.is_signed());
  }
  call.result(value);
  return true;
}

using Maker = llvm::Value* (*)(BuiltinLowering&, const std::vector<llvm::Value*>&);

llvm::Value* multiply_high(BuiltinLowering& call, const std::vector<llvm::Value*>& x) {
  auto& builder = call.builder();
  llvm::Type* type = x[0]->getType();
  llvm::Type* wide = twice_as_wide(type);
  llvm::Value* product = builder.CreateMul(extend(call, x[0], wide), extend(call, x[1], wide));
  return builder.CreateTrunc(builder.CreateLShr(product, type->getScalarSizeInBits()), type);
}

const std::unordered_map<std::string_view, Maker>& makers() {
  using Operands = std::vector<llvm::Value*>;
  static const std::unordered_map<std::string_view, Maker> table{
      {"abs",
       [](BuiltinLowering& c, const Operands& x) -> llvm::Value* {
         return c.is_signed() ? intrinsic(c, llvm::Intrinsic::abs, {x[0], c.builder().getFalse()}) : x[0];
       }},
      {"abs_diff",
       [](BuiltinLowering& c, const Operands& x) {
         const auto low = c.is_signed() ? llvm::Intrinsic::smin : llvm::Intrinsic::umin;
         const auto high = c.is_signed() ? llvm::Intrinsic::smax : llvm::Intrinsic::umax;
         return c.builder().CreateSub(intrinsic(c, high, x), intrinsic(c, low, x));
       }},
      {"add_sat",
       [](BuiltinLowering& c, const Operands& x) {
         return intrinsic(c, c.is_signed() ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::uadd_sat, x);
       }},
      {"sub_sat",
       [](BuiltinLowering& c, const Operands& x) {
         return intrinsic(c, c.is_signed() ? llvm::Intrinsic::ssub_sat : llvm::Intrinsic::usub_sat, x);
       }},
      {"hadd",
       [](BuiltinLowering& c, const Operands& x) {
         auto& b = c.builder();
         llvm::Value* apart = b.CreateXor(x[0], x[1]);
         return b.CreateAdd(b.CreateAnd(x[0], x[1]),
                            c.is_signed() ? b.CreateAShr(apart, 1) : b.CreateLShr(apart, 1));
       }},
      {"rhadd",
       [](BuiltinLowering& c, const Operands& x) {
         auto& b = c.builder();
         llvm::Value* apart = b.CreateXor(x[0], x[1]);
         return b.CreateSub(b.CreateOr(x[0], x[1]),
                            c.is_signed() ? b.CreateAShr(apart, 1) : b.CreateLShr(apart, 1));
       }},
      {"clz",
       [](BuiltinLowering& c, const Operands& x) {
         return intrinsic(c, llvm::Intrinsic::ctlz, {x[0], c.builder().getFalse()});
       }},
      {"ctz",
       [](BuiltinLowering& c, const Operands& x) {
         return intrinsic(c, llvm::Intrinsic::cttz, {x[0], c.builder().getFalse()});
       }},
      {"popcount",
       [](BuiltinLowering& c, const Operands& x) { return intrinsic(c, llvm::Intrinsic::ctpop, x); }},
      {"mul_hi", multiply_high},
      {"mad_hi", [](BuiltinLowering& c,
                    const Operands& x) { return c.builder().CreateAdd(multiply_high(c, x), x[2]); }},
      {"mad_sat",
       [](BuiltinLowering& c, const Operands& x) {
         auto& b = c.builder();
         llvm::Type* wide = twice_as_wide(x[0]->getType());
         llvm::Value* sum =
             b.CreateAdd(b.CreateMul(extend(c, x[0], wide), extend(c, x[1], wide)), extend(c, x[2], wide));
         return saturate(b, sum, c.is_signed(), x[0]->getType(), c.is_signed());
       }},
      // Operands beyond 24 bits give an implementation-defined result.
      {"mul24", [](BuiltinLowering& c, const Operands& x) { return c.builder().CreateMul(x[0], x[1]); }},
      {"mad24",
       [](BuiltinLowering& c, const Operands& x) {
         return c.builder().CreateAdd(c.builder().CreateMul(x[0], x[1]), x[2]);
       }},
      {"rotate", [](BuiltinLowering& c,
                    const Operands& x) { return intrinsic(c, llvm::Intrinsic::fshl, {x[0], x[0], x[1]}); }},
      {"min",
       [](BuiltinLowering& c, const Operands& x) {
         return intrinsic(c, c.is_signed() ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, x);
       }},
      {"max",
       [](BuiltinLowering& c, const Operands& x) {
         return intrinsic(c, c.is_signed() ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, x);
       }},
      {"clamp",
       [](BuiltinLowering& c, const Operands& x) {
         const auto low = c.is_signed() ? llvm::Intrinsic::smin : llvm::Intrinsic::umin;
         const auto high = c.is_signed() ? llvm::Intrinsic::smax : llvm::Intrinsic::umax;
         return intrinsic(c, low, {intrinsic(c, high, {x[0], x[1]}), x[2]});
       }},
  };
  return table;
}

llvm::Value* sign_bits(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return builder.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
}

void select(BuiltinLowering& call) {
  auto& builder = call.builder();
  llvm::Value* mask = call.argument(2);
  llvm::Value* chosen =
      mask->getType()->isVectorTy() ? sign_bits(builder, mask) : builder.CreateIsNotNull(mask);
  call.result(builder.CreateSelect(chosen, call.argument(1), call.argument(0)));
}

void bit_select(BuiltinLowering& call) {
  auto& builder = call.builder();
  llvm::Type* bits =
      call.type()->isFPOrFPVectorTy()
          ? llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(
                call.type()->isVectorTy() ? call.type() : llvm::FixedVectorType::get(call.type(), 1)))
          : call.type();
  llvm::Value* a = builder.CreateBitCast(call.argument(0), bits);
  llvm::Value* b = builder.CreateBitCast(call.argument(1), bits);
  llvm::Value* c = builder.CreateBitCast(call.argument(2), bits);
  llvm::Value* made = builder.CreateOr(builder.CreateAnd(a, builder.CreateNot(c)), builder.CreateAnd(b, c));
  call.result(builder.CreateBitCast(made, call.type()));
}

void any_or_all(BuiltinLowering& call, bool all) {
  auto& builder = call.builder();
  llvm::Value* set = sign_bits(builder, call.argument(0));
  if (set->getType()->isVectorTy()) set = all ? builder.CreateAndReduce(set) : builder.CreateOrReduce(set);
  call.result(builder.CreateZExt(set, call.type()));
}

void shuffle(BuiltinLowering& call) {
  auto& builder = call.builder();
  llvm::Value* from = call.argument(0);
  const auto count = llvm::cast<llvm::FixedVectorType>(from->getType())->getNumElements();
  unsigned total = count;
  if (call.arguments() == 3) {
    llvm::SmallVector<int, 32> both;
    for (unsigned i = 0; i < 2 * count; ++i) both.push_back(static_cast<int>(i));
    from = builder.CreateShuffleVector(from, call.argument(1), both);
    total = 2 * count;
  }
  llvm::Value* mask = call.argument(call.arguments() - 1);
  call.result(call.each(call.type(), {mask}, [&](const std::vector<llvm::Value*>& x) {
    llvm::Value* index = builder.CreateAnd(x[0], llvm::ConstantInt::get(x[0]->getType(), total - 1));
    return builder.CreateExtractElement(from, index);
  }));
}

void upsample(BuiltinLowering& call) {
  auto& builder = call.builder();
  llvm::Value* high = builder.CreateZExt(call.argument(0), call.type());
  llvm::Value* low = builder.CreateZExt(call.argument(1), call.type());
  call.result(
      builder.CreateOr(builder.CreateShl(high, call.argument(0)->getType()->getScalarSizeInBits()), low));
}

}  // namespace

bool lower_integer(BuiltinLowering& call) {
  if (call.name().starts_with("convert_")) return convert(call);
  const auto found = makers().find(call.name());
  if (found == makers().end() || !call.type()->isIntOrIntVectorTy()) return false;
  std::vector<llvm::Value*> operands;
  operands.reserve(call.arguments());
  for (unsigned i = 0; i < call.arguments(); ++i)
    operands.push_back(call.spread(call.argument(i), call.type()));
  call.result(found->second(call, operands));
  return true;
}

bool lower_vector(BuiltinLowering& call) {
  const std::string& name = call.name();
  if (name == "select")
    select(call);
  else if (name == "bitselect")
    bit_select(call);
  else if (name == "any" || name == "all")
    any_or_all(call, name == "all");
  else if (name == "shuffle" || name == "shuffle2")
    shuffle(call);
  else if (name == "upsample")
    upsample(call);
  else
    return false;
  return true;
}

}  // namespace launchproof::replay
