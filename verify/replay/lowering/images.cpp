// Turns calls on images into accesses to their memory objects, at the offset that a hook returns.
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <array>

#include "verify/frontend/builtins/image_queries.h"
#include "verify/replay/lowering/builtin_lowering.h"
#include "verify/replay/memory/image_access.h"

namespace launchproof::replay {
namespace {

bool is_opaque(const llvm::Value* value, const char* name) {
  const auto* type = llvm::dyn_cast<llvm::TargetExtType>(value->getType());
  return type != nullptr && type->getName() == name;
}

// Functions of the headers of CUDA (verify/frontend/cuda/headers/surface_accesses.h).
constexpr std::string_view kSurfaceRead = "__launchproof_surface_read",
                           kSurfaceWrite = "__launchproof_surface_write",
                           kSurfaceReduce = "__launchproof_surface_reduce";

class ImageLowering {
 public:
  ImageLowering(Rewriting& rewriting, llvm::CallInst& call)
      : d_rewriting(rewriting), d_call(call), d_lowering(rewriting, call) {}

  void lower() {
    const std::string& name = d_lowering.name();
    const auto found = d_lowering.arguments() == 0 ? d_rewriting.images.end()
                                                   : d_rewriting.images.find(d_lowering.argument(0));
    if (found == d_rewriting.images.end()) {
      refuse();
      return;
    }
    d_image = found->second;
    if (name.starts_with(kSurfaceRead))
      read_surface();
    else if (name.starts_with(kSurfaceWrite))
      write_surface();
    else if (name.starts_with(kSurfaceReduce))
      reduce_surface();
    else if (name.starts_with("read_image"))
      read(name[10]);
    else if (name.starts_with("write_image"))
      write(name[11]);
    else
      query(name);
  }

 private:
  llvm::IRBuilder<>& builder() { return d_lowering.builder(); }

  void refuse() { d_rewriting.refuse("the function " + d_lowering.name(), d_call.getDebugLoc()); }

  llvm::Value* call_hook(const char* name, llvm::ArrayRef<llvm::Value*> arguments) {
    return builder().CreateCall(d_rewriting.hook(name), arguments);
  }

  // Returns the sampler's bits, or null if they are unknown.
  llvm::Value* sampler(llvm::Value* value) {
    if (const auto found = d_rewriting.samplers.find(value); found != d_rewriting.samplers.end())
      return found->second;
    auto* constant = llvm::dyn_cast<llvm::CallInst>(value);
    return constant != nullptr && constant->arg_size() == 1 ? constant->getArgOperand(0) : nullptr;
  }

  // Returns x, y and z, with zero for missing ones.
  std::vector<llvm::Value*> coordinates(llvm::Value* given) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(given->getType());
    std::vector<llvm::Value*> all;
    if (vector == nullptr) all.push_back(given);
    for (unsigned i = 0; vector != nullptr && i < std::min(vector->getNumElements(), 3U); ++i)
      all.push_back(builder().CreateExtractElement(given, i));
    while (all.size() < 3) all.push_back(llvm::Constant::getNullValue(given->getType()->getScalarType()));
    return all;
  }

  llvm::Value* offset(const char* hook, llvm::Value* how, llvm::Value* given) {
    std::vector<llvm::Value*> arguments{d_image.shape, how};
    for (llvm::Value* coordinate : coordinates(given)) arguments.push_back(coordinate);
    return call_hook(hook, arguments);
  }

  llvm::Type* pixel_type(unsigned components) {
    llvm::Type* i32 = builder().getInt32Ty();
    return components == 1 ? i32 : llvm::FixedVectorType::get(i32, components);
  }

  static unsigned components(llvm::Type* type) {
    const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector == nullptr ? 1 : vector->getNumElements();
  }

  void read(char kind) {
    const bool sampled = d_lowering.arguments() > 1 && is_opaque(d_lowering.argument(1), "spirv.Sampler");
    if (d_lowering.arguments() != (sampled ? 3U : 2U)) {
      refuse();
      return;
    }
    llvm::Value* how = sampled ? sampler(d_lowering.argument(1)) : builder().getInt32(kNoSampler);
    if (how == nullptr) {
      refuse();
      return;
    }
    llvm::Value* given = d_lowering.argument(sampled ? 2 : 1);
    llvm::Value* at =
        offset(given->getType()->isFPOrFPVectorTy() ? "lp_image_near" : "lp_image_at", how, given);
    llvm::Type* result = d_call.getType();
    const unsigned count = components(result);
    llvm::Type* pixel = pixel_type(count);
    llvm::Value* border = nullptr;
    if (sampled) {
      border = llvm::PoisonValue::get(pixel);
      for (unsigned i = 0; i < count; ++i) {
        llvm::Value* one = call_hook(
            "lp_image_border",
            {d_image.shape, builder().getInt32(i), builder().getInt32(kind == 'f' || kind == 'h' ? 1 : 0)});
        border = count == 1 ? one : builder().CreateInsertElement(border, one, i);
      }
      llvm::Value* is_pixel =
          builder().CreateICmpNE(at, builder().getInt64(static_cast<std::uint64_t>(kBesideImage)));
      llvm::BasicBlock* before = d_call.getParent();
      llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(is_pixel, &d_call, false);
      llvm::IRBuilder<> inside(then);
      inside.SetCurrentDebugLocation(d_call.getDebugLoc());
      llvm::Value* loaded = load(inside, pixel, at);
      builder().SetInsertPoint(&d_call);
      llvm::PHINode* either = llvm::PHINode::Create(pixel, 2, "", d_call.getParent()->begin());
      either->addIncoming(border, before);
      either->addIncoming(loaded, then->getParent());
      finish(either, result, kind);
      return;
    }
    finish(load(builder(), pixel, at), result, kind);
  }

  llvm::Value* load(llvm::IRBuilder<>& at, llvm::Type* pixel, llvm::Value* place) const {
    return at.CreateAlignedLoad(pixel, at.CreateGEP(at.getInt8Ty(), d_image.memory, place), llvm::Align(1));
  }

  void finish(llvm::Value* value, llvm::Type* result, char kind) {
    if (kind == 'h') {
      llvm::Type* floats = pixel_type(components(result))->getWithNewType(builder().getFloatTy());
      value = builder().CreateFPTrunc(builder().CreateBitCast(value, floats), result);
    } else {
      value = builder().CreateBitCast(value, result);
    }
    d_lowering.result(value);
  }

  void write(char kind) {
    if (d_lowering.arguments() != 3) {
      refuse();
      return;
    }
    llvm::Value* given = d_lowering.argument(1);
    llvm::Value* color = d_lowering.argument(2);
    const unsigned count = components(color->getType());
    if (kind == 'h') {
      llvm::Type* type =
          count == 1 ? builder().getFloatTy()
                     : static_cast<llvm::Type*>(llvm::FixedVectorType::get(builder().getFloatTy(), count));
      color = builder().CreateFPExt(color, type);
      kind = 'f';
    }
    color = builder().CreateBitCast(color, pixel_type(count));
    llvm::Value* at = offset("lp_image_at", builder().getInt32(kNoSampler), given);
    llvm::Value* kept = llvm::PoisonValue::get(color->getType());
    for (unsigned i = 0; i < count; ++i) {
      llvm::Value* one = count == 1 ? color : builder().CreateExtractElement(color, i);
      one = call_hook("lp_image_kept", {d_image.shape, builder().getInt32(i),
                                        builder().getInt32(static_cast<unsigned char>(kind)), one});
      kept = count == 1 ? one : builder().CreateInsertElement(kept, one, i);
    }
    builder().CreateAlignedStore(kept, builder().CreateGEP(builder().getInt8Ty(), d_image.memory, at),
                                 llvm::Align(1));
    d_lowering.drop();
  }

  // Returns the place of an access to a surface, and sets `then` to where it is known to be made.
  llvm::Value* place_in_surface(std::uint64_t bytes, llvm::Instruction*& then) {
    llvm::Value* at =
        call_hook("lp_surface_at",
                  {d_image.shape, builder().getInt32(static_cast<unsigned>(bytes)), d_lowering.argument(2),
                   d_lowering.argument(3), d_lowering.argument(4), d_lowering.argument(5)});
    llvm::Value* is_place =
        builder().CreateICmpNE(at, builder().getInt64(static_cast<std::uint64_t>(kBesideImage)));
    then = llvm::SplitBlockAndInsertIfThen(is_place, &d_call, false);
    return at;
  }

  std::uint64_t bytes_of(llvm::Type* type) {
    return d_rewriting.module.getDataLayout().getTypeStoreSize(type).getFixedValue();
  }

  void read_surface() {
    llvm::BasicBlock* before = d_call.getParent();
    llvm::Instruction* then = nullptr;
    llvm::Value* at = place_in_surface(bytes_of(d_call.getType()), then);
    llvm::IRBuilder<> inside(then);
    inside.SetCurrentDebugLocation(d_call.getDebugLoc());
    llvm::Value* loaded = load(inside, d_call.getType(), at);
    builder().SetInsertPoint(&d_call);
    llvm::PHINode* either = llvm::PHINode::Create(d_call.getType(), 2, "", d_call.getParent()->begin());
    either->addIncoming(llvm::Constant::getNullValue(d_call.getType()), before);
    either->addIncoming(loaded, then->getParent());
    d_lowering.result(either);
  }

  void write_surface() {
    llvm::Value* written = d_lowering.argument(6);
    llvm::Instruction* then = nullptr;
    llvm::Value* at = place_in_surface(bytes_of(written->getType()), then);
    llvm::IRBuilder<> inside(then);
    inside.SetCurrentDebugLocation(d_call.getDebugLoc());
    inside.CreateAlignedStore(written, inside.CreateGEP(inside.getInt8Ty(), d_image.memory, at),
                              llvm::Align(1));
    builder().SetInsertPoint(&d_call);
    d_lowering.drop();
  }

  void reduce_surface() {
    // As LAUNCHPROOF_REDUCE_ADD and so on number them.
    static constexpr std::array<AtomicOp, 7> kOperations{
        AtomicOp::Add,       AtomicOp::UnsignedMin, AtomicOp::UnsignedMax, AtomicOp::SignedMin,
        AtomicOp::SignedMax, AtomicOp::And,         AtomicOp::Or};
    llvm::Value* operand = d_lowering.argument(6);
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(d_lowering.argument(7));
    if (number == nullptr || number->getZExtValue() >= kOperations.size()) {
      refuse();
      return;
    }
    llvm::Instruction* then = nullptr;
    llvm::Value* at = place_in_surface(bytes_of(operand->getType()), then);
    llvm::IRBuilder<> inside(then);
    inside.SetCurrentDebugLocation(d_call.getDebugLoc());
    d_rewriting.atomic(inside, inside.CreateGEP(inside.getInt8Ty(), d_image.memory, at),
                       kOperations.at(number->getZExtValue()), operand, nullptr, model::AtomicScope::Device);
    builder().SetInsertPoint(&d_call);
    d_lowering.drop();
  }

  void query(const std::string& name) {
    using model::ImageField;
    const auto field = [&](ImageField which) {
      return call_hook("lp_image_field",
                       {d_image.shape, builder().getInt32(static_cast<std::uint32_t>(which))});
    };
    if (const auto which = frontend::queried_field(name)) {
      d_lowering.result(builder().CreateZExtOrTrunc(field(*which), d_call.getType()));
      return;
    }
    if (name != "get_image_dim") {
      refuse();
      return;
    }
    llvm::Value* all = llvm::Constant::getNullValue(d_call.getType());
    const ImageField sizes[] = {ImageField::Width, ImageField::Height, ImageField::Depth};
    for (unsigned i = 0; i < (components(d_call.getType()) > 2 ? 3 : 2); ++i)
      all = builder().CreateInsertElement(all, field(sizes[i]), i);
    d_lowering.result(all);
  }

  Rewriting& d_rewriting;
  llvm::CallInst& d_call;
  BuiltinLowering d_lowering;
  Rewriting::ImageValue d_image;
};

}  // namespace

void lower_images(Rewriting& rewriting) {
  std::vector<llvm::CallInst*> calls, constants;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration()) continue;
    const std::string name = BuiltinLowering(rewriting, *call).name();
    if (name == "__translate_sampler_initializer") constants.push_back(call);
    if (name.starts_with(kSurfaceRead) || name.starts_with(kSurfaceWrite) || name.starts_with(kSurfaceReduce))
      calls.push_back(call);
    if (name.starts_with("read_image") || name.starts_with("write_image") || name.starts_with("get_image_"))
      calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    ImageLowering(rewriting, *call).lower();
    if (!rewriting.refusal.empty()) return;
  }
  for (llvm::CallInst* constant : constants) {
    if (constant->use_empty())
      constant->eraseFromParent();
    else
      rewriting.refuse("a sampler that is not used by a read", constant->getDebugLoc());
  }
}

}  // namespace launchproof::replay
