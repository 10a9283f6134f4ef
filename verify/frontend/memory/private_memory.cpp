#include "verify/frontend/memory/private_memory.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/layouts.h"

namespace launchproof::frontend {
namespace {

// Largest block copy, in bytes, that is turned into single accesses.
constexpr std::uint64_t kMaximumCopy = 4096;
constexpr std::size_t kMaximumMembers = 4096;
// Private variables with more members than this keep their contents at the start of their scope.
constexpr std::size_t kMaximumUndefined = 64;

struct Member {
  llvm::Type* type;
  std::uint64_t offset;
};

// Collects the scalar and vector members of a type. Returns false if there are too many, or if one has no
// fixed size.
bool members(llvm::Type* type, std::uint64_t offset, const llvm::DataLayout& layout, std::vector<Member>& all,
             std::size_t limit) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* places = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!members(structure->getElementType(i), offset + places->getElementOffset(i), layout, all, limit))
        return false;
    return true;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t size = layout.getTypeAllocSize(array->getElementType());
    if (array->getNumElements() > limit) return false;
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!members(array->getElementType(), offset + i * size, layout, all, limit)) return false;
    return true;
  }
  if (!type->isSized()) return false;
  all.push_back({type, offset});
  return all.size() <= limit;
}

llvm::Value* at_offset(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::uint64_t offset) {
  return offset == 0 ? pointer : builder.CreateGEP(builder.getInt8Ty(), pointer, builder.getInt64(offset));
}

llvm::FunctionCallee undefined_function(llvm::Module& module, llvm::Type* type) {
  std::string name = kUndefinedPrefix;
  llvm::raw_string_ostream stream(name);
  type->print(stream, /*IsForDebug=*/false, /*NoDetails=*/true);
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, llvm::FunctionType::get(type, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->addFnAttr(llvm::Attribute::WillReturn);
  return callee;
}

bool is_undefined_store(const llvm::Instruction& instruction) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
  const auto* call = store == nullptr ? nullptr : llvm::dyn_cast<llvm::CallInst>(store->getValueOperand());
  return call != nullptr && call->getCalledFunction() != nullptr &&
         call->getCalledFunction()->getName().starts_with(kUndefinedPrefix);
}

bool is_private(const llvm::Value* pointer) {
  return pointer->getType()->getPointerAddressSpace() == 0;
}

// Marks a new shared access in the way that the passes expect.
template <typename Access>
void shield(Access* access, bool was_volatile, llvm::MDNode* non_coherent = nullptr) {
  access->setVolatile(true);
  if (non_coherent != nullptr) access->setMetadata(kNonCoherent, non_coherent);
  if (!was_volatile) access->setMetadata(kPlainAccess, llvm::MDNode::get(access->getContext(), {}));
}

// Returns the constant that Clang created to initialise a private variable, or null for memory that the
// program can access.
llvm::GlobalVariable* initialiser(const llvm::MemIntrinsic& operation) {
  const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&operation);
  if (transfer == nullptr || operation.isVolatile() || !is_private(operation.getRawDest())) return nullptr;
  auto* source =
      llvm::dyn_cast<llvm::GlobalVariable>(transfer->getRawSource()->stripInBoundsConstantOffsets());
  const bool hidden =
      source != nullptr && source->isConstant() && source->hasPrivateLinkage() && source->hasInitializer();
  return hidden ? source : nullptr;
}

// Returns whether a private variable is only read, apart from `fill`, and only after `fill`. Its contents at
// the start of its scope are then replaced by `fill`.
bool is_only_read(const llvm::Value& pointer, const llvm::Instruction& fill,
                  const llvm::DominatorTree& dominators) {
  for (const llvm::User* user : pointer.users()) {
    if (user == &fill) continue;
    const auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (llvm::isa<llvm::LoadInst>(instruction)) {
      if (!dominators.dominates(&fill, instruction)) return false;
    } else if (is_undefined_store(*instruction) || llvm::isa<llvm::LifetimeIntrinsic>(instruction)) {
      continue;
    } else if (!llvm::isa<llvm::GetElementPtrInst>(instruction) ||
               !is_only_read(*instruction, fill, dominators)) {
      return false;
    }
  }
  return true;
}

std::uint64_t chunk_of(std::uint64_t length, std::uint64_t alignment) {
  std::uint64_t chunk = std::min<std::uint64_t>(std::bit_floor(std::max<std::uint64_t>(alignment, 1)), 8);
  while (length % chunk != 0) chunk /= 2;
  return chunk;
}

// Returns the element size of the array into which a pointer is known to point, so that copies and single
// accesses have the same granularity.
std::uint64_t element_size(const llvm::Value* pointer, const llvm::DataLayout& layout) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer);
  llvm::Type* type = nullptr;
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(object)) type = variable->getAllocatedType();
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object)) type = variable->getValueType();
  while (type != nullptr && type->isArrayTy()) type = type->getArrayElementType();
  return type != nullptr && type->isSingleValueType()
             ? layout.getTypeAllocSize(type->getScalarType()).getFixedValue()
             : 8;
}

std::uint64_t common_alignment(const llvm::MemIntrinsic& operation, const llvm::DataLayout& layout) {
  std::uint64_t alignment =
      std::min(operation.getDestAlign().valueOrOne().value(), element_size(operation.getRawDest(), layout));
  if (const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&operation))
    alignment = std::min({alignment, transfer->getSourceAlign().valueOrOne().value(),
                          element_size(transfer->getRawSource(), layout)});
  return alignment;
}

// Accesses components of `length` bytes through a pointer: as one access if it is shared, one per component
// if it is private.
std::vector<llvm::Value*> load_all(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Type* chunk,
                                   std::uint64_t count, const llvm::MemIntrinsic& operation) {
  std::vector<llvm::Value*> values;
  const std::uint64_t size = chunk->getIntegerBitWidth() / 8;
  if (is_private(pointer)) {
    for (std::uint64_t i = 0; i < count; ++i)
      values.push_back(
          builder.CreateAlignedLoad(chunk, at_offset(builder, pointer, i * size), llvm::Align(1)));
    return values;
  }
  auto* load = builder.CreateAlignedLoad(llvm::FixedVectorType::get(chunk, count), pointer, llvm::Align(1));
  shield(load, operation.isVolatile(), operation.getMetadata(kNonCoherent));
  for (std::uint64_t i = 0; i < count; ++i) values.push_back(builder.CreateExtractElement(load, i));
  return values;
}

void store_all(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::Type* chunk,
               const std::vector<llvm::Value*>& values, bool is_volatile) {
  const std::uint64_t size = chunk->getIntegerBitWidth() / 8;
  if (is_private(pointer)) {
    for (std::size_t i = 0; i < values.size(); ++i)
      builder.CreateAlignedStore(values[i], at_offset(builder, pointer, i * size), llvm::Align(1));
    return;
  }
  llvm::Value* vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(chunk, values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) vector = builder.CreateInsertElement(vector, values[i], i);
  shield(builder.CreateAlignedStore(vector, pointer, llvm::Align(1)), is_volatile);
}

// Implements a copy or fill by a loop over single accesses, for lengths that are large or unknown.
void expand_to_loop(llvm::MemIntrinsic& operation, const llvm::DataLayout& layout) {
  const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&operation);
  llvm::Value* length = operation.getLength();
  llvm::Instruction* before = &operation;
  std::uint64_t chunk = 1;
  if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(length)) {
    chunk = chunk_of(known->getZExtValue(), common_alignment(operation, layout));
    length = llvm::ConstantInt::get(length->getType(), known->getZExtValue() / chunk);
  } else {
    llvm::IRBuilder<> builder(&operation);
    before =
        llvm::SplitBlockAndInsertIfThen(builder.CreateIsNotNull(length), &operation, /*Unreachable=*/false);
    before->setDebugLoc(operation.getDebugLoc());
  }
  const auto [body, index] = llvm::SplitBlockAndInsertSimpleForLoop(length, before);
  llvm::IRBuilder<> builder(body);
  builder.SetCurrentDebugLocation(operation.getDebugLoc());
  llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(chunk * 8));
  const auto at = [&](llvm::Value* pointer) { return builder.CreateGEP(type, pointer, index); };
  llvm::Value* value = nullptr;
  if (transfer != nullptr) {
    auto* load = builder.CreateAlignedLoad(type, at(transfer->getRawSource()), llvm::Align(1));
    if (!is_private(transfer->getRawSource()))
      shield(load, operation.isVolatile(), operation.getMetadata(kNonCoherent));
    value = load;
  } else {
    value = builder.CreateZExt(llvm::cast<llvm::MemSetInst>(operation).getValue(), type);
    if (chunk > 1) value = builder.CreateMul(value, llvm::ConstantInt::get(type, 0x0101010101010101ULL));
  }
  auto* store = builder.CreateAlignedStore(value, at(operation.getRawDest()), llvm::Align(1));
  if (!is_private(operation.getRawDest())) shield(store, operation.isVolatile());
  operation.eraseFromParent();
}

}  // namespace

llvm::Value* undefined_value(llvm::IRBuilderBase& builder, llvm::Type* type) {
  return builder.CreateCall(undefined_function(*builder.GetInsertBlock()->getModule(), type));
}

void copy_parameters(llvm::Function& kernel, std::vector<Refusal>& refusals) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (llvm::Argument& argument : kernel.args()) {
    if (!argument.hasByValAttr() || argument.use_empty()) continue;
    llvm::Type* type = argument.getParamByValType();
    std::vector<Member> all;
    llvm::Instruction& first = *kernel.getEntryBlock().getFirstInsertionPt();
    if (!members(type, 0, layout, all, kMaximumMembers)) {
      refusals.push_back(
          {"by-value parameter " + argument.getName().str() + " with too many members", first.getDebugLoc()});
      continue;
    }
    llvm::IRBuilder<> builder(&first);
    auto* copy = builder.CreateAlloca(type, nullptr, argument.getName());
    argument.replaceAllUsesWith(copy);
    keep_parameter(*copy, argument);
    for (const Member& member : all) {
      llvm::Value* value = builder.CreateAlignedLoad(
          member.type, at_offset(builder, &argument, member.offset), llvm::Align(1));
      builder.CreateAlignedStore(value, at_offset(builder, copy, member.offset), llvm::Align(1));
    }
  }
}

namespace {

// Returns the innermost loop that contains all uses of the variable, or null if they are only within the
// function.
llvm::Loop* innermost(const llvm::AllocaInst& variable, const llvm::LoopInfo& loops) {
  llvm::Loop* loop = nullptr;
  bool first = true;
  for (const llvm::User* user : variable.users()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (instruction == nullptr) return nullptr;
    if (std::exchange(first, false)) loop = loops.getLoopFor(instruction->getParent());
    while (loop != nullptr && !loop->contains(instruction->getParent())) loop = loop->getParentLoop();
  }
  return loop;
}

// Clang does not mark the scope of variables that a jump may bypass, nor of returned values. Such a variable
// is undefined when the function begins, and at each iteration of a loop outside of which it is not used.
void mark_scopes(llvm::Function& kernel) {
  const llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable == nullptr || variable->isArrayAllocation() || variable->use_empty()) continue;
    const bool is_marked = llvm::any_of(variable->users(), [](const llvm::User* user) {
      const auto* marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user);
      return marker != nullptr && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
    });
    if (is_marked) continue;
    llvm::IRBuilder<> builder(variable->getNextNode());
    if (const llvm::Loop* loop = innermost(*variable, loops))
      builder.SetInsertPoint(&*loop->getHeader()->getFirstInsertionPt());
    builder.CreateLifetimeStart(variable,
                                builder.getInt64(layout.getTypeAllocSize(variable->getAllocatedType())));
  }
}

// Returns whether the variable is stored to once, between the start of its scope and all reads, so that
// nothing reads its initial contents. Promotion is fast for variables with one store.
bool is_stored_once(const llvm::AllocaInst& variable, const llvm::Instruction& start,
                    const llvm::DominatorTree& dominators) {
  const llvm::StoreInst* only = nullptr;
  for (const llvm::User* user : variable.users()) {
    if (llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::LifetimeIntrinsic>(user)) continue;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr || store->getValueOperand() == &variable || only != nullptr) return false;
    if (store->getValueOperand()->getType() != variable.getAllocatedType()) return false;
    only = store;
  }
  return only != nullptr && dominators.dominates(&start, only) &&
         llvm::all_of(variable.users(), [&](const llvm::User* user) {
           const auto* load = llvm::dyn_cast<llvm::LoadInst>(user);
           return load == nullptr || dominators.dominates(only, load);
         });
}

}  // namespace

void mark_undefined(llvm::Function& kernel, Purpose purpose) {
  mark_scopes(kernel);
  const llvm::DominatorTree dominators(kernel);
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction);
    if (marker == nullptr) continue;
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(marker->getArgOperand(1)->stripPointerCasts());
    std::vector<Member> all;
    const bool starts = marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start && variable != nullptr;
    const bool small = starts && members(variable->getAllocatedType(), 0, layout, all, kMaximumUndefined);
    if (starts && !small && purpose == Purpose::Execution) continue;
    if (small && !is_stored_once(*variable, *marker, dominators)) {
      llvm::IRBuilder<> builder(marker);
      for (const Member& member : all)
        builder.CreateAlignedStore(undefined_value(builder, member.type),
                                   at_offset(builder, variable, member.offset), llvm::Align(1));
    }
    marker->eraseFromParent();
  }
}

void drop_undefined_stores(llvm::Function& kernel, Purpose purpose) {
  llvm::Module& module = *kernel.getParent();
  const llvm::DataLayout& layout = module.getDataLayout();
  const auto is_fresh = [&](llvm::Instruction& at, llvm::Value* pointer, std::uint64_t bytes) {
    if (purpose != Purpose::Execution) return;
    llvm::IRBuilder<> builder(&at);
    auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getInt64Ty()},
                                         /*isVarArg=*/false);
    builder.CreateCall(module.getOrInsertFunction(kFresh, type), {pointer, builder.getInt64(bytes)});
  };
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    auto* marker = llvm::dyn_cast<llvm::LifetimeIntrinsic>(&instruction);
    if (store != nullptr && is_private(store->getPointerOperand()) && is_undefined_store(instruction)) {
      is_fresh(instruction, store->getPointerOperand(),
               layout.getTypeStoreSize(store->getValueOperand()->getType()));
    } else if (marker == nullptr) {
      continue;
    } else if (auto* variable =
                   llvm::dyn_cast<llvm::AllocaInst>(marker->getArgOperand(1)->stripPointerCasts())) {
      is_fresh(instruction, variable, layout.getTypeAllocSize(variable->getAllocatedType()));
    }
    instruction.eraseFromParent();
  }
}

bool split_waits(llvm::Function& kernel) {
  constexpr std::uint64_t kMostEvents = 64;
  llvm::Module& module = *kernel.getParent();
  llvm::LLVMContext& context = module.getContext();
  bool any = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr || call->arg_size() != 2 ||
        !call->getCalledFunction()->getName().starts_with("_Z17wait_group_events"))
      continue;
    const auto* count = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    if (count == nullptr || count->getZExtValue() > kMostEvents) continue;
    llvm::IRBuilder<> builder(call);
    llvm::Type* event = llvm::TargetExtType::get(context, "spirv.Event");
    llvm::Value* list = call->getArgOperand(1)->stripPointerCasts();
    const std::uint64_t size = module.getDataLayout().getTypeAllocSize(event);
    std::vector<llvm::Value*> events;
    events.reserve(count->getZExtValue());
    for (std::uint64_t i = 0; i < count->getZExtValue(); ++i)
      events.push_back(builder.CreateLoad(event, at_offset(builder, list, i * size)));
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), /*isVarArg=*/true);
    builder.CreateCall(module.getOrInsertFunction(kWait, type), events);
    call->eraseFromParent();
    any = true;
  }
  return any;
}

void mark_tables(llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  const llvm::DominatorTree dominators(kernel);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* operation = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    llvm::GlobalVariable* source = operation == nullptr ? nullptr : initialiser(*operation);
    if (source == nullptr) continue;
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(operation->getRawDest());
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(operation->getLength());
    const std::uint64_t size = layout.getTypeAllocSize(source->getValueType());
    if (variable == nullptr || length == nullptr || length->getZExtValue() != size ||
        llvm::cast<llvm::MemTransferInst>(operation)->getRawSource() != source ||
        variable->getAllocationSize(layout)->getFixedValue() != size ||
        !is_only_read(*variable, *operation, dominators))
      continue;
    variable->setMetadata(kTable,
                          llvm::MDNode::get(kernel.getContext(), llvm::ConstantAsMetadata::get(source)));
    operation->eraseFromParent();
  }
}

void expand_block_operations(llvm::Function& kernel, bool keep_private, std::vector<Refusal>& refusals) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  std::vector<llvm::MemIntrinsic*> large;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    auto* operation = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
    if (operation == nullptr) continue;
    auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(operation);
    const bool all_private =
        is_private(operation->getRawDest()) && (transfer == nullptr || is_private(transfer->getRawSource()));
    if (keep_private && (all_private || initialiser(*operation) != nullptr)) continue;
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(operation->getLength());
    if (length == nullptr || length->getZExtValue() > kMaximumCopy) {
      large.push_back(operation);
      continue;
    }
    const std::uint64_t bytes = length->getZExtValue();
    if (bytes != 0) {
      const std::uint64_t chunk = chunk_of(bytes, common_alignment(*operation, layout));
      llvm::IRBuilder<> builder(operation);
      llvm::Type* type = builder.getIntNTy(static_cast<unsigned>(chunk * 8));
      std::vector<llvm::Value*> values;
      if (transfer != nullptr) {
        values = load_all(builder, transfer->getRawSource(), type, bytes / chunk, *operation);
      } else {
        llvm::Value* byte = llvm::cast<llvm::MemSetInst>(operation)->getValue();
        llvm::Value* filled = builder.CreateZExt(byte, type);
        if (chunk > 1)
          filled = builder.CreateMul(filled, llvm::ConstantInt::get(type, 0x0101010101010101ULL));
        values.assign(bytes / chunk, filled);
      }
      store_all(builder, operation->getRawDest(), type, values, operation->isVolatile());
    }
    operation->eraseFromParent();
  }
  for (llvm::MemIntrinsic* operation : large) {
    if (llvm::isa<llvm::MemMoveInst>(operation)) {
      // The order depends on the relative position of the two blocks.
      refusals.push_back({"block move of large or unknown size", operation->getDebugLoc()});
      operation->eraseFromParent();
    } else {
      expand_to_loop(*operation, layout);
    }
  }
}

}  // namespace launchproof::frontend
