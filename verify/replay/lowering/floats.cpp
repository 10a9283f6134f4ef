// Floating-point functions. Comparisons and geometric functions become instructions; all others become calls
// for each component.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "verify/replay/lowering/builtin_lowering.h"
#include "verify/replay/lowering/hooks.h"

namespace launchproof::replay {
namespace {

const std::unordered_set<std::string_view>& math_names() {
  static const std::unordered_set<std::string_view> names = [] {
    std::unordered_set<std::string_view> all;
    for (const Symbol& symbol : math_symbols()) all.insert(symbol.first);
    return all;
  }();
  return names;
}

// Functions with a single correct result, for which processors have instructions.
llvm::Intrinsic::ID instruction_of(const std::string& name) {
  static const std::unordered_map<std::string_view, llvm::Intrinsic::ID> table{
      {"ceil", llvm::Intrinsic::ceil}, {"floor", llvm::Intrinsic::floor}, {"fma", llvm::Intrinsic::fma},
      {"rint", llvm::Intrinsic::rint}, {"sqrt", llvm::Intrinsic::sqrt},   {"trunc", llvm::Intrinsic::trunc}};
  const auto found = table.find(name);
  return found == table.end() ? llvm::Intrinsic::not_intrinsic : found->second;
}

// A mathematical function of one component; half is computed as float.
llvm::Value* math(BuiltinLowering& call, const std::string& name, std::vector<llvm::Value*> operands) {
  auto& builder = call.builder();
  const bool is_half = operands.front()->getType()->isHalfTy();
  if (is_half)
    for (llvm::Value*& operand : operands)
      if (operand->getType()->isHalfTy()) operand = builder.CreateFPExt(operand, builder.getFloatTy());
  llvm::Type* type = operands.front()->getType();
  const bool gives_integer =
      name == "ilogb" || name == "frexp_stored" || name == "lgamma_r_stored" || name == "remquo_stored";
  std::vector<llvm::Type*> types;
  types.reserve(operands.size());
  for (llvm::Value* operand : operands) types.push_back(operand->getType());
  llvm::Type* result = gives_integer ? builder.getInt32Ty() : type;
  llvm::Value* value = nullptr;
  if (const llvm::Intrinsic::ID instruction = instruction_of(name);
      instruction != llvm::Intrinsic::not_intrinsic) {
    value = builder.CreateIntrinsic(instruction, {type}, operands);
  } else {
    llvm::FunctionCallee function = call.rewriting().module.getOrInsertFunction(
        name + (type->isDoubleTy() ? ".f64" : ".f32"), llvm::FunctionType::get(result, types, false));
    auto* declared = llvm::cast<llvm::Function>(function.getCallee());
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->setWillReturn();
    value = builder.CreateCall(function, operands);
  }
  return is_half && !gives_integer ? builder.CreateFPTrunc(value, builder.getHalfTy()) : value;
}

bool relation(BuiltinLowering& call) {
  using P = llvm::CmpInst;
  static const std::unordered_map<std::string_view, P::Predicate> table{
      {"isequal", P::FCMP_OEQ},        {"isnotequal", P::FCMP_UNE}, {"isgreater", P::FCMP_OGT},
      {"isgreaterequal", P::FCMP_OGE}, {"isless", P::FCMP_OLT},     {"islessequal", P::FCMP_OLE},
      {"islessgreater", P::FCMP_ONE},  {"isordered", P::FCMP_ORD},  {"isunordered", P::FCMP_UNO},
      {"isnan", P::FCMP_UNO},          {"isinf", P::FCMP_OEQ},      {"isfinite", P::FCMP_OLT},
      {"isnormal", P::FCMP_OLT},       {"signbit", P::FCMP_FALSE}};
  const auto found = table.find(call.name());
  if (found == table.end()) return false;
  auto& builder = call.builder();
  llvm::Value* x = call.argument(0);
  llvm::Type* type = x->getType();
  llvm::Value* holds = nullptr;
  if (call.name() == "signbit") {
    llvm::Type* bits = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
    holds = builder.CreateICmpSLT(builder.CreateBitCast(x, bits), llvm::Constant::getNullValue(bits));
  } else if (call.name() == "isinf" || call.name() == "isfinite" || call.name() == "isnormal") {
    llvm::Value* size = builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x);
    holds = builder.CreateFCmp(found->second, size, llvm::ConstantFP::getInfinity(type));
    if (call.name() == "isnormal") {
      const llvm::APFloat least =
          llvm::APFloat::getSmallestNormalized(type->getScalarType()->getFltSemantics());
      holds = builder.CreateAnd(holds, builder.CreateFCmpOGE(size, llvm::ConstantFP::get(type, least)));
    }
  } else {
    holds = builder.CreateFCmp(found->second, x, call.arguments() == 1 ? x : call.argument(1));
  }
  // True is -1 in vectors and 1 in scalars.
  call.result(type->isVectorTy() ? builder.CreateSExt(holds, call.type())
                                 : builder.CreateZExt(holds, call.type()));
  return true;
}

llvm::Value* dot(BuiltinLowering& call, llvm::Value* a, llvm::Value* b) {
  auto& builder = call.builder();
  llvm::Value* product = builder.CreateFMul(a, b);
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(product->getType());
  if (vector == nullptr) return product;
  llvm::Value* sum = builder.CreateExtractElement(product, std::uint64_t{0});
  for (unsigned i = 1; i < vector->getNumElements(); ++i)
    sum = builder.CreateFAdd(sum, builder.CreateExtractElement(product, i));
  return sum;
}

bool geometry(BuiltinLowering& call) {
  std::string_view name = call.name();
  if (name.starts_with("fast_")) name.remove_prefix(5);
  auto& builder = call.builder();
  const auto length = [&](llvm::Value* x) { return math(call, "sqrt", {dot(call, x, x)}); };
  if (name == "dot") {
    call.result(dot(call, call.argument(0), call.argument(1)));
  } else if (name == "length") {
    call.result(length(call.argument(0)));
  } else if (name == "distance") {
    call.result(length(builder.CreateFSub(call.argument(0), call.argument(1))));
  } else if (name == "normalize") {
    llvm::Value* x = call.argument(0);
    llvm::Value* size = length(x);
    llvm::Value* zero = builder.CreateFCmpOEQ(size, llvm::Constant::getNullValue(size->getType()));
    call.result(builder.CreateSelect(zero, x, builder.CreateFDiv(x, call.spread(size, x->getType()))));
  } else if (name == "cross") {
    llvm::Value* a = call.argument(0);
    llvm::Value* b = call.argument(1);
    llvm::Value* made = llvm::Constant::getNullValue(call.type());
    const auto product = [&](std::uint64_t i, std::uint64_t k) {
      return builder.CreateFMul(builder.CreateExtractElement(a, i), builder.CreateExtractElement(b, k));
    };
    for (std::uint64_t i = 0; i < 3; ++i) {
      const std::uint64_t k = (i + 1) % 3, m = (i + 2) % 3;
      made = builder.CreateInsertElement(made, builder.CreateFSub(product(k, m), product(m, k)), i);
    }
    call.result(made);
  } else {
    return false;
  }
  return true;
}

bool two_results(BuiltinLowering& call) {
  static const std::unordered_set<std::string_view> kNames{"fract", "frexp",  "lgamma_r",
                                                           "modf",  "remquo", "sincos"};
  if (!kNames.contains(call.name())) return false;
  auto& builder = call.builder();
  std::vector<llvm::Value*> operands;
  for (unsigned i = 0; i + 1 < call.arguments(); ++i) operands.push_back(call.argument(i));
  const bool stores_integer = call.name() == "frexp" || call.name() == "lgamma_r" || call.name() == "remquo";
  llvm::Type* stored =
      stores_integer ? operands.front()->getType()->getWithNewType(builder.getInt32Ty()) : call.type();
  const auto made = [&](const std::string& name) {
    return [&call, name](const std::vector<llvm::Value*>& x) { return math(call, name, x); };
  };
  llvm::Value* second = call.each(stored, operands, made(call.name() + "_stored"));
  builder.CreateAlignedStore(second, call.argument(call.arguments() - 1), llvm::Align(1));
  call.result(call.each(call.type(), operands, made(call.name())));
  return true;
}

}  // namespace

bool lower_float(BuiltinLowering& call) {
  if (call.arguments() == 0) return false;
  if (call.name() == "nan") {
    call.result(llvm::ConstantFP::getNaN(call.type()));
    return true;
  }
  if (!call.argument(0)->getType()->isFPOrFPVectorTy() &&
      !(call.arguments() > 1 && call.argument(1)->getType()->isFPOrFPVectorTy()))
    return false;
  if (relation(call) || geometry(call) || two_results(call)) return true;
  std::string name = call.name();
  if (const std::string rounded = rounded_function(name); !rounded.empty()) name = rounded;
  if (name.starts_with("native_")) name = name.substr(7);
  if (name.starts_with("half_")) name = name.substr(5);
  if (!math_names().contains(name + ".f32")) return false;
  std::vector<llvm::Value*> operands;
  operands.reserve(call.arguments());
  for (unsigned i = 0; i < call.arguments(); ++i) operands.push_back(call.argument(i));
  call.result(call.each(call.type(), operands,
                        [&](const std::vector<llvm::Value*>& x) { return math(call, name, x); }));
  return true;
}

}  // namespace launchproof::replay
