// Functions at which the work-items of a group, or of a sub-group, meet: barriers, asynchronous copies,
// collectives.
#include <llvm/IR/InstIterator.h>

#include <optional>
#include <unordered_map>

#include "verify/frontend/ir/address_spaces.h"
#include "verify/replay/lowering/builtin_lowering.h"

namespace launchproof::replay {
namespace {

constexpr std::uint64_t kMaximumEvents = 64;  // largest number of events in one wait; larger waits wait for
                                              // all copies

bool is_event(const llvm::Type* type) {
  const auto* extended = llvm::dyn_cast<llvm::TargetExtType>(type);
  return extended != nullptr && extended->getName() == "spirv.Event";
}

constexpr std::string_view kOfGroup = "work_group_";
constexpr std::string_view kOfSubGroup = "sub_group_";

// Returns the size in bytes of the target of the first parameter, a pointer. Vectors of three take the space
// of four. 0: unknown.
std::uint64_t pointee_bytes(const MangledScalar& scalar) {
  static const std::unordered_map<char, std::uint64_t> kSizes{
      {'a', 1}, {'c', 1}, {'h', 1}, {'s', 2}, {'t', 2}, {'i', 4},
      {'j', 4}, {'f', 4}, {'l', 8}, {'m', 8}, {'d', 8}, {MangledScalar::kHalf, 2}};
  const auto size = kSizes.find(scalar.letter);
  return size == kSizes.end() ? 0 : size->second * (scalar.lanes == 3 ? 4 : scalar.lanes);
}

bool copy(BuiltinLowering& call, bool strided) {
  auto& rewriting = call.rewriting();
  auto& builder = call.builder();
  const std::uint64_t bytes = pointee_bytes(call.scalar());
  if (bytes == 0) return false;
  rewriting.tables.has_copies = true;
  const llvm::DebugLoc place = call.instruction().getDebugLoc();
  llvm::Value* to = call.argument(0);
  llvm::Value* from = call.argument(1);
  const std::uint32_t write = rewriting.add_site(to, SiteKind::Write, bytes, place);
  const std::uint32_t read = rewriting.add_site(from, SiteKind::Read, bytes, place);
  // The stride is that of global memory, in elements.
  llvm::Value* one = builder.getInt64(1);
  llvm::Value* stride = strided ? builder.CreateZExt(call.argument(3), builder.getInt64Ty()) : one;
  const bool from_global = to->getType()->getPointerAddressSpace() == frontend::kLocalSpace;
  llvm::Type* i64 = builder.getInt64Ty();
  call.result(builder.CreateCall(
      rewriting.hook("lp_copy"),
      {rewriting.item, builder.getInt32(add_meeting(call, Meeting::Copy)), builder.CreatePtrToInt(to, i64),
       builder.CreatePtrToInt(from, i64), builder.CreateZExt(call.argument(2), i64),
       from_global ? one : stride, from_global ? stride : one, builder.getInt32(write),
       builder.getInt32(read), call.argument(call.arguments() - 1)}));
  return true;
}

bool wait(BuiltinLowering& call) {
  auto& rewriting = call.rewriting();
  auto& builder = call.builder();
  const auto* count = llvm::dyn_cast<llvm::ConstantInt>(call.argument(0));
  const bool all = count == nullptr || count->getZExtValue() > kMaximumEvents;
  const std::uint64_t known = all ? 0 : count->getZExtValue();
  for (std::uint64_t i = 0; i < known; ++i)
    builder.CreateCall(
        rewriting.hook("lp_wait_for"),
        {rewriting.item,
         builder.CreateLoad(builder.getInt64Ty(),
                            builder.CreateConstGEP1_64(builder.getInt8Ty(), call.argument(1), 8 * i))});
  builder.CreateCall(
      rewriting.hook("lp_wait"),
      {rewriting.item, builder.getInt32(add_meeting(call, Meeting::Wait)), builder.getInt32(all ? 1 : 0)});
  call.drop();
  return true;
}

std::optional<CollectiveOp> collective_op(std::string_view name) {
  static const std::unordered_map<std::string_view, CollectiveOp> table{
      {"all", CollectiveOp::All},
      {"any", CollectiveOp::Any},
      {"broadcast", CollectiveOp::Broadcast},
      {"reduce_add", CollectiveOp::ReduceAdd},
      {"reduce_min", CollectiveOp::ReduceMin},
      {"reduce_max", CollectiveOp::ReduceMax},
      {"scan_inclusive_add", CollectiveOp::InclusiveAdd},
      {"scan_inclusive_min", CollectiveOp::InclusiveMin},
      {"scan_inclusive_max", CollectiveOp::InclusiveMax},
      {"scan_exclusive_add", CollectiveOp::ExclusiveAdd},
      {"scan_exclusive_min", CollectiveOp::ExclusiveMin},
      {"scan_exclusive_max", CollectiveOp::ExclusiveMax},
  };
  const auto found = table.find(name);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

// A vector broadcast is lowered component by component: each is a separate meeting of the same work-items.
// All other collective functions only take scalars.
bool collective(BuiltinLowering& call) {
  const std::string_view prefix = call.name().starts_with(kOfSubGroup) ? kOfSubGroup : kOfGroup;
  const auto op = collective_op(std::string_view(call.name()).substr(prefix.size()));
  if (!op) return false;
  llvm::Type* type = call.type()->getScalarType();
  if (*op != CollectiveOp::Broadcast && (call.type()->isVectorTy() || type->isHalfTy())) return false;
  auto& rewriting = call.rewriting();
  auto& builder = call.builder();
  llvm::Type* i64 = builder.getInt64Ty();
  llvm::Type* bits = builder.getIntNTy(type->getScalarSizeInBits());
  // Local ids with 20 bits each; for a sub-group, a single one.
  llvm::Value* where = builder.getInt64(0);
  for (unsigned i = 1; i < call.arguments(); ++i)
    where = builder.CreateOr(
        where, builder.CreateShl(builder.CreateZExt(call.argument(i), i64), std::uint64_t{20} * (i - 1)));
  char scalar = call.is_signed() ? 'i' : 'u';
  if (type->isFloatTy()) scalar = 'f';
  if (type->isDoubleTy()) scalar = 'd';
  const auto one = [&](const std::vector<llvm::Value*>& component) -> llvm::Value* {
    llvm::Value* value =
        builder.CreateCall(rewriting.hook("lp_collective"),
                           {rewriting.item, builder.getInt32(add_meeting(call, Meeting::Collective)),
                            builder.getInt32(static_cast<std::uint32_t>(*op)),
                            builder.getInt32(static_cast<std::uint32_t>(scalar)),
                            builder.getInt32(type->getScalarSizeInBits() / 8),
                            builder.CreateZExt(builder.CreateBitCast(component[0], bits), i64), where});
    return builder.CreateBitCast(builder.CreateTrunc(value, bits), type);
  };
  call.result(call.each(call.type(), {call.argument(0)}, one));
  return true;
}

// Returns the version of OpenCL C: 120, 200 and so on.
unsigned language_of(const llvm::Module& module) {
  const llvm::NamedMDNode* version = module.getNamedMetadata("opencl.ocl.version");
  if (version == nullptr || version->getNumOperands() == 0) return 300;
  const auto number = [&](unsigned i) {
    const auto* field = llvm::mdconst::extract<llvm::ConstantInt>(version->getOperand(0)->getOperand(i));
    return static_cast<unsigned>(field->getZExtValue());
  };
  return 100 * number(0) + 10 * number(1);
}

// Returns the memory that a barrier orders for the work-items that meet there: none if its memory scope is
// narrower. Scopes as numbered in Clang: 1 is the work-group, 2 and 3 are wider, 4 is the sub-group.
llvm::Value* fences_of(BuiltinLowering& call) {
  llvm::Value* flags = call.argument(0);
  // Before OpenCL C 2.0, which introduced scopes, the fence for global memory is also one for images. So is
  // it in CUDA.
  const bool is_of_all = language_of(call.rewriting().module) < 200 || call.rewriting().tables.is_cuda;
  if (call.arguments() < 2 && is_of_all) {
    llvm::Value* images =
        call.builder().CreateAnd(flags, llvm::ConstantInt::get(flags->getType(), kGlobalFence));
    return call.builder().CreateOr(flags, call.builder().CreateShl(images, 1));
  }
  if (call.arguments() < 2) return flags;
  llvm::IRBuilder<>& builder = call.builder();
  llvm::Value* scope = call.argument(1);
  llvm::Value* beyond = builder.CreateSub(scope, llvm::ConstantInt::get(scope->getType(), 1));
  const std::uint64_t most = call.name().starts_with(kOfSubGroup) ? 3 : 2;
  llvm::Value* reaches = builder.CreateICmpULE(beyond, llvm::ConstantInt::get(scope->getType(), most));
  return builder.CreateSelect(reaches, flags, llvm::ConstantInt::get(flags->getType(), 0));
}

// A barrier with a scope beyond the group is also a fence of that scope. Which accesses of other work-items
// in the group it releases is unspecified: it counts as a fence of both kinds on both sides, so that no order
// is lost.
void fence_of_barrier(BuiltinLowering& call) {
  constexpr std::uint64_t kDevice = 2, kAllDevices = 3;  // memory_scope as numbered in Clang
  constexpr std::uint32_t kAcquireRelease = 4;           // as C11 numbers it
  Rewriting& rewriting = call.rewriting();
  if (call.arguments() < 2 || rewriting.is_in_place) return;
  const auto* scope = llvm::dyn_cast<llvm::ConstantInt>(call.argument(1));
  const std::uint64_t number = scope == nullptr ? kAllDevices : scope->getZExtValue();
  if (number != kDevice && number != kAllDevices) return;
  auto& builder = call.builder();
  builder.CreateCall(rewriting.hook("lp_fence"),
                     {rewriting.item, builder.getInt32(kAcquireRelease),
                      builder.getInt32(static_cast<std::uint32_t>(model::AtomicScope::Device))});
}

}  // namespace

std::uint32_t add_meeting(BuiltinLowering& call, Meeting kind) {
  auto& tables = call.rewriting().tables;
  const bool of_sub_group = kind == Meeting::Exchange || call.name().starts_with(kOfSubGroup);
  tables.uses_sub_groups |= of_sub_group;
  tables.barriers.push_back(
      {kind,
       {},
       locations_of(call.instruction().getDebugLoc()),
       of_sub_group ? model::ConvergenceLevel::SubGroup : model::ConvergenceLevel::Group});
  return static_cast<std::uint32_t>(tables.barriers.size() - 1);
}

bool lower_group_function(BuiltinLowering& call) {
  const std::string& name = call.name();
  if (name == "barrier" || name == "work_group_barrier" || name == "sub_group_barrier") {
    fence_of_barrier(call);
    const std::uint32_t place = add_meeting(call, Meeting::Barrier);
    auto& tables = call.rewriting().tables;
    llvm::Value* fences = fences_of(call);
    if (tables.is_cuda) {
      if (const auto* flags = llvm::dyn_cast<llvm::ConstantInt>(fences))
        tables.barriers[place].unaligned =
            static_cast<std::uint32_t>(flags->getZExtValue() >> kNumberOfBarrier);
      if (tables.barriers[place].unaligned == kBarrierOfGrid) {
        tables.barriers[place].level = model::ConvergenceLevel::Grid;
        tables.has_grid_barriers = true;
      }
      fences = call.builder().CreateAnd(fences, llvm::ConstantInt::get(fences->getType(), kEveryFence));
    }
    call.builder().CreateCall(call.rewriting().hook("lp_barrier"),
                              {call.rewriting().item, call.builder().getInt32(place), fences});
    fence_of_barrier(call);
    call.drop();
    return true;
  }
  if (name == "async_work_group_copy") return copy(call, false);
  if (name == "async_work_group_strided_copy") return copy(call, true);
  if (name == "wait_group_events") return wait(call);
  return (name.starts_with(kOfGroup) || name.starts_with(kOfSubGroup)) && collective(call);
}

// Events become numbers, since the type that Clang gives them has no machine representation.
void lower_events(Rewriting& rewriting) {
  std::vector<llvm::Instruction*> all;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel)) {
    bool has_event = is_event(instruction.getType());
    for (const llvm::Value* operand : instruction.operand_values()) has_event |= is_event(operand->getType());
    if (has_event) all.push_back(&instruction);
  }
  if (all.empty()) return;
  llvm::IRBuilder<> builder(rewriting.module.getContext());
  llvm::Type* i64 = builder.getInt64Ty();
  llvm::DenseMap<llvm::Value*, llvm::Value*> numbers;
  const auto number = [&](llvm::Value* value) -> llvm::Value* {
    const auto found = numbers.find(value);
    return found == numbers.end() ? builder.getInt64(0) : found->second;
  };
  // First replaces instructions that create numbers, then those that use them.
  for (llvm::Instruction* instruction : all) {
    builder.SetInsertPoint(instruction);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction))
      numbers[load] = builder.CreateLoad(i64, load->getPointerOperand());
    else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction))
      numbers[phi] = builder.CreatePHI(i64, phi->getNumIncomingValues());
    else if (auto* call = llvm::dyn_cast<llvm::CallInst>(instruction);
             call != nullptr && is_event(call->getType())) {
      std::vector<llvm::Type*> types;
      std::vector<llvm::Value*> operands;
      for (llvm::Value* operand : call->args()) {
        types.push_back(is_event(operand->getType()) ? i64 : operand->getType());
        operands.push_back(is_event(operand->getType()) ? builder.getInt64(0) : operand);
      }
      const std::string name = call->getCalledFunction()->getName().str() + ".number";
      numbers[call] = builder.CreateCall(
          rewriting.module.getOrInsertFunction(name, llvm::FunctionType::get(i64, types, false)), operands);
    } else if (!llvm::isa<llvm::StoreInst>(instruction) && !llvm::isa<llvm::SelectInst>(instruction)) {
      rewriting.refuse("an event used otherwise than in copies and waits", instruction->getDebugLoc());
      return;
    }
  }
  for (llvm::Instruction* instruction : all)
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
      builder.SetInsertPoint(select);
      numbers[select] = builder.CreateSelect(select->getCondition(), number(select->getTrueValue()),
                                             number(select->getFalseValue()));
    }
  for (llvm::Instruction* instruction : all) {
    builder.SetInsertPoint(instruction);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction)) {
      builder.CreateStore(number(store->getValueOperand()), store->getPointerOperand());
    } else if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        llvm::cast<llvm::PHINode>(number(phi))
            ->addIncoming(number(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(instruction)) {
      auto* made = llvm::cast<llvm::CallInst>(number(call));
      for (unsigned i = 0; i < call->arg_size(); ++i)
        if (is_event(call->getArgOperand(i)->getType()))
          made->setArgOperand(i, number(call->getArgOperand(i)));
    }
  }
  for (llvm::Instruction* instruction : all) {
    instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    instruction->eraseFromParent();
  }
}

}  // namespace launchproof::replay
