#include "verify/frontend/passes/touches.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/ir/address_spaces.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/memory/copy_names.h"
#include "verify/frontend/memory/matrix_descriptors.h"
#include "verify/frontend/memory/private_memory.h"
#include "verify/frontend/passes/lower_annotations.h"

namespace launchproof::frontend {
namespace {

std::vector<Touch> touches_of_call(llvm::CallBase& call, const llvm::DataLayout& layout) {
  std::vector<Touch> result;
  if (call.getCalledFunction() == nullptr || call.isDebugOrPseudoInst() || called_annotation(call))
    return result;
  const llvm::StringRef name = call.getCalledFunction()->getName();
  if (name == kCopy || name == kCopyBytes || name == kBulkCopy || name.starts_with(kBulkReduce)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    const std::uint64_t copied = length == nullptr ? UINT32_MAX : length->getZExtValue();
    return {{call.getArgOperand(0), copied, true}, {call.getArgOperand(1), copied, false}};
  }
  if (name == kMatrixRows) {
    const auto number = [&](unsigned i) {
      return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue();
    };
    const MatrixRuns runs{{number(1), number(2)}, {number(3), number(4)}, number(5), number(6) != 0};
    return {{call.getArgOperand(0), runs.extent(), false}};
  }
  if (name.starts_with(kCopyOfQueue)) {
    const auto constant = [&](unsigned i) {
      return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue();
    };
    return {{call.getArgOperand(0), constant(1), constant(2) != 0}};
  }
  std::uint64_t bytes = 1;
  const auto consider = [&](llvm::Type* type) {
    if (type->isSized() && !type->isPointerTy())
      bytes = std::max(bytes, layout.getTypeStoreSize(type).getFixedValue());
  };
  consider(call.getType());
  for (const llvm::Value* argument : call.args()) consider(argument->getType());
  for (llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) result.push_back({argument, bytes, true});
  return result;
}

llvm::Module& module_of(const llvm::IRBuilder<>& builder) {
  return *builder.GetInsertBlock()->getModule();
}

llvm::Value* of_pointer(llvm::IRBuilder<>& builder, std::string_view name, llvm::Value* pointer) {
  const std::string mangled = "_Z" + std::to_string(name.size()) + std::string(name) + "PU3AS" +
                              std::to_string(pointer->getType()->getPointerAddressSpace()) + "v";
  return builder.CreateCall(
      module_of(builder).getOrInsertFunction(mangled, builder.getInt64Ty(), pointer->getType()), {pointer});
}

}  // namespace

llvm::StringRef called_name(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call == nullptr || call->getCalledFunction() == nullptr ? llvm::StringRef()
                                                                 : call->getCalledFunction()->getName();
}

bool is_group_barrier(const llvm::Instruction& instruction) {
  return called_name(instruction).contains("barrier");
}

llvm::Value* without_casts(llvm::Value* pointer) {
  while (auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
    pointer = cast->getPointerOperand();
  return pointer;
}

const llvm::Value* object_of(const llvm::Value* pointer) {
  return llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
}

bool may_be_in(const llvm::Value* pointer, unsigned space) {
  const llvm::Value* object = object_of(pointer);
  const unsigned own = object->getType()->getPointerAddressSpace();
  const unsigned cast = pointer->getType()->getPointerAddressSpace();
  return (own == space || own == kGenericSpace) && (cast == space || cast == kGenericSpace);
}

bool are_apart(const llvm::Value* a, const llvm::Value* b) {
  const llvm::Value* one = object_of(a);
  const llvm::Value* two = object_of(b);
  return one != two && llvm::isa<llvm::GlobalVariable>(one) && llvm::isa<llvm::GlobalVariable>(two);
}

std::vector<Touch> touches_of(llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return {{load->getPointerOperand(), layout.getTypeStoreSize(load->getType()), false}};
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return {{store->getPointerOperand(), layout.getTypeStoreSize(store->getValueOperand()->getType()), true}};
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return {{atomic->getPointerOperand(), layout.getTypeStoreSize(atomic->getType()), true}};
  if (auto* atomic = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return {
        {atomic->getPointerOperand(), layout.getTypeStoreSize(atomic->getNewValOperand()->getType()), true}};
  if (auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(block->getLength());
    const std::uint64_t bytes = length == nullptr ? UINT32_MAX : length->getZExtValue();
    std::vector<Touch> result{{block->getRawDest(), bytes, true}};
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(block))
      result.push_back({transfer->getRawSource(), bytes, false});
    return result;
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    if (!llvm::isa<llvm::IntrinsicInst>(call)) return touches_of_call(*call, layout);
  return {};
}

llvm::CallInst* assert_of_program(llvm::IRBuilder<>& builder, llvm::Value* condition, const char* said) {
  llvm::CallInst* call =
      builder.CreateCall(module_of(builder).getOrInsertFunction("_Z19__assert_of_programb",
                                                                builder.getVoidTy(), builder.getInt1Ty()),
                         {condition});
  llvm::LLVMContext& context = builder.getContext();
  call->setMetadata(kSaid, llvm::MDNode::get(context, llvm::MDString::get(context, said)));
  return call;
}

void limit_to(llvm::IRBuilder<>& builder, llvm::Value* condition, const std::string& construct) {
  llvm::CallInst* call = assert_of_program(builder, condition, construct.c_str());
  call->setMetadata(kIsLimit, llvm::MDNode::get(builder.getContext(), {}));
}

llvm::Value* object_number(llvm::IRBuilder<>& builder, llvm::Value* pointer) {
  return of_pointer(builder, "__ptr_base", pointer);
}

llvm::Value* offset_in_object(llvm::IRBuilder<>& builder, llvm::Value* pointer) {
  return of_pointer(builder, "__ptr_offset_bytes", pointer);
}

llvm::Value* local_size(llvm::IRBuilder<>& builder, unsigned dimension) {
  return builder.CreateCall(module_of(builder).getOrInsertFunction(
                                "_Z14get_local_sizej", builder.getInt64Ty(), builder.getInt32Ty()),
                            {builder.getInt32(dimension)});
}

void touch_barrier(llvm::IRBuilder<>& builder, llvm::Value* barrier, bool writes) {
  constexpr unsigned kRelaxed = 0, kGroup = 1;
  llvm::Value *order = builder.getInt32(kRelaxed), *scope = builder.getInt32(kGroup);
  llvm::Module& module = module_of(builder);
  if (writes)
    builder.CreateCall(module.getOrInsertFunction("_Z21atomic_store_explicitPVmm12memory_order12memory_scope",
                                                  builder.getVoidTy(), barrier->getType(),
                                                  builder.getInt64Ty(), order->getType(), scope->getType()),
                       {barrier, builder.getInt64(0), order, scope});
  else
    builder.CreateCall(module.getOrInsertFunction("_Z20atomic_load_explicitPVKm12memory_order12memory_scope",
                                                  builder.getInt64Ty(), barrier->getType(), order->getType(),
                                                  scope->getType()),
                       {barrier, order, scope});
}

void overwrite_barrier(llvm::IRBuilder<>& builder, llvm::Value* barrier) {
  llvm::StoreInst* store = builder.CreateAlignedStore(undefined_value(builder, builder.getInt64Ty()),
                                                      without_casts(barrier), llvm::Align(8));
  store->setVolatile(true);
  store->setMetadata(kPlainAccess, llvm::MDNode::get(builder.getContext(), {}));
}

void keep_off_barriers(llvm::IRBuilder<>& builder, const Touch& store, const llvm::Value* object,
                       std::uint64_t begin, std::uint64_t end) {
  if (object_of(store.pointer) != object &&
      (!may_be_in(store.pointer, kLocalSpace) || are_apart(store.pointer, object)))
    return;
  llvm::Value* barrier = const_cast<llvm::Value*>(object);
  llvm::Value* own = offset_in_object(builder, store.pointer);
  llvm::Value* start = offset_in_object(builder, barrier);
  llvm::Value* meets =
      builder.CreateAnd(builder.CreateICmpSLT(own, builder.CreateAdd(start, builder.getInt64(end))),
                        builder.CreateICmpSLT(builder.CreateAdd(start, builder.getInt64(begin)),
                                              builder.CreateAdd(own, builder.getInt64(store.bytes))));
  meets = builder.CreateAnd(
      meets, builder.CreateICmpEQ(object_number(builder, store.pointer), object_number(builder, barrier)));
  assert_of_program(builder, builder.CreateNot(meets), "a store leaves a barrier in memory as it is");
}

}  // namespace launchproof::frontend
