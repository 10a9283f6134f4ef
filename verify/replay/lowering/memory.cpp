// Loads and stores of vectors and halves.
#include <algorithm>

#include "verify/replay/lowering/builtin_lowering.h"

namespace launchproof::replay {
namespace {

// Returns the pointer to element number offset * stride.
llvm::Value* element(BuiltinLowering& call, llvm::Type* type, llvm::Value* pointer, llvm::Value* offset,
                     unsigned stride) {
  auto& builder = call.builder();
  llvm::Value* index = builder.CreateMul(offset, llvm::ConstantInt::get(offset->getType(), stride));
  return builder.CreateGEP(type, pointer, index);
}

llvm::Type* with_element(llvm::Type* type, llvm::Type* element) {
  return type->isVectorTy() ? type->getWithNewType(element) : element;
}

unsigned components(llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

// The aligned functions store vectors of three at a distance of four.
unsigned stride_of(llvm::Type* type, bool aligned) {
  const unsigned count = components(type);
  return aligned && count == 3 ? 4 : count;
}

bool has_default_rounding(const std::string& name) {
  return !name.ends_with("_rtz") && !name.ends_with("_rtp") && !name.ends_with("_rtn");
}

}  // namespace

bool lower_memory(BuiltinLowering& call) {
  const std::string& name = call.name();
  auto& builder = call.builder();
  const bool half = name.find("_half") != std::string::npos;
  const bool aligned = name.starts_with("vloada_") || name.starts_with("vstorea_");
  if (name.starts_with("vload")) {
    llvm::Type* scalar = half ? builder.getHalfTy() : call.type()->getScalarType();
    llvm::Type* type = with_element(call.type(), scalar);
    llvm::Value* at = element(call, scalar, call.argument(1), call.argument(0), stride_of(type, aligned));
    llvm::Value* value = builder.CreateAlignedLoad(type, at, llvm::Align(1));
    call.result(half ? builder.CreateFPExt(value, call.type()) : value);
    return true;
  }
  if (!name.starts_with("vstore") || !has_default_rounding(name)) return false;
  llvm::Value* value = call.argument(0);
  if (half) value = builder.CreateFPTrunc(value, with_element(value->getType(), builder.getHalfTy()));
  llvm::Type* type = value->getType();
  builder.CreateAlignedStore(
      value,
      element(call, type->getScalarType(), call.argument(2), call.argument(1), stride_of(type, aligned)),
      llvm::Align(1));
  call.drop();
  return true;
}

}  // namespace launchproof::replay
