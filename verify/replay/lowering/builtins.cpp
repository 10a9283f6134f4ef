#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "verify/frontend/annotations/annotations.h"
#include "verify/frontend/cuda/early_returns.h"
#include "verify/frontend/ir/cuda_names.h"
#include "verify/frontend/ir/mangled_name.h"
#include "verify/frontend/ir/markers.h"
#include "verify/frontend/names/source_name.h"
#include "verify/replay/lowering/builtin_lowering.h"
#include "verify/replay/memory/machine.h"

namespace launchproof::replay {
namespace {

// Returns the scalar type, without pointers and vectors, and removes it from the list.
MangledScalar take_scalar(llvm::StringRef& parameters) {
  std::uint64_t lanes = 1;
  while (!parameters.empty()) {
    std::size_t length = 0;
    if (parameters.consume_front("P") || parameters.consume_front("V") || parameters.consume_front("K") ||
        parameters.consume_front("r"))
      continue;
    if (parameters.consume_front("U")) {
      if (parameters.consumeInteger(10, length) || length > parameters.size()) return {};
      parameters = parameters.drop_front(length);
    } else if (parameters.consume_front("Dv")) {
      if (parameters.consumeInteger(10, lanes) || !parameters.consume_front("_")) return {};
    } else {
      const bool half = parameters.consume_front("Dh");
      const char letter = half ? MangledScalar::kHalf : parameters.front();
      if (!half) parameters = parameters.drop_front();
      return {letter, lanes};
    }
  }
  return {};
}

const std::unordered_map<std::string_view, Query>& queries() {
  static const std::unordered_map<std::string_view, Query> table{
      {"get_global_id", Query::GlobalId},
      {"get_local_id", Query::LocalId},
      {"get_group_id", Query::GroupId},
      {"get_local_size", Query::LocalSize},
      {"get_enqueued_local_size", Query::EnqueuedLocalSize},
      {"get_num_groups", Query::NumGroups},
      {"get_global_size", Query::GlobalSize},
      {"get_global_offset", Query::GlobalOffset},
      {"get_work_dim", Query::WorkDim},
      {"get_global_linear_id", Query::GlobalLinearId},
      {"get_local_linear_id", Query::LocalLinearId},
      {"get_sub_group_local_id", Query::SubGroupLocalId},
      {"get_sub_group_id", Query::SubGroupId},
      {"get_sub_group_size", Query::SubGroupSize},
      {"get_num_sub_groups", Query::SubGroupCount},
      {"get_max_sub_group_size", Query::MaximumSubGroupSize},
      {"get_enqueued_num_sub_groups", Query::EnqueuedSubGroupCount},
  };
  return table;
}

void lower_query(BuiltinLowering& call, Query query) {
  auto& builder = call.builder();
  Rewriting& rewriting = call.rewriting();
  llvm::Value* dimension = call.arguments() == 0 ? builder.getInt32(0) : call.argument(0);
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(dimension);
  const bool is_id = query == Query::GlobalId || query == Query::LocalId;
  if (query >= Query::SubGroupLocalId) rewriting.tables.uses_sub_groups = true;
  llvm::Value* value = nullptr;
  if (number != nullptr && number->getZExtValue() < 3 && (is_id || query <= Query::GlobalOffset)) {
    const std::uint64_t place = 8 * number->getZExtValue();
    llvm::Type* i64 = builder.getInt64Ty();
    if (query == Query::GlobalId) {
      value =
          rewriting.constant_member(builder, rewriting.item, offsetof(MachineItem, global_id) + place, i64);
    } else if (query == Query::LocalId) {
      value =
          rewriting.constant_member(builder, rewriting.item, offsetof(MachineItem, local_id) + place, i64);
    } else {
      llvm::Value* group = rewriting.constant_member(builder, rewriting.item, offsetof(MachineItem, group),
                                                     builder.getPtrTy());
      const auto row = static_cast<std::uint64_t>(query) - static_cast<std::uint64_t>(Query::GroupId);
      value = rewriting.constant_member(builder, group, 24 * row + place, i64);
    }
  } else {
    value =
        builder.CreateCall(rewriting.hook("lp_query"),
                           {rewriting.item, builder.getInt32(static_cast<std::uint32_t>(query)), dimension});
  }
  call.result(builder.CreateTrunc(value, call.type()));
}

// A launch that violates an assumption of the kernel shows nothing about it.
void lower_precondition(BuiltinLowering& call) {
  auto& builder = call.builder();
  const llvm::DebugLoc& at = call.instruction().getDebugLoc();
  builder.CreateCall(call.rewriting().hook("lp_require"),
                     {call.rewriting().item, builder.CreateZExt(call.argument(0), builder.getInt32Ty()),
                      builder.getInt32(at ? at.getLine() : 0)});
  call.drop();
}

void lower_assertion(BuiltinLowering& call) {
  auto& builder = call.builder();
  std::vector<AssertionSpec>& assertions = call.rewriting().tables.assertions;
  assertions.push_back({locations_of(call.instruction().getDebugLoc())});
  builder.CreateCall(call.rewriting().hook("lp_assert"),
                     {call.rewriting().item, builder.CreateZExt(call.argument(0), builder.getInt32Ty()),
                      builder.getInt32(static_cast<std::uint32_t>(assertions.size() - 1))});
  call.drop();
}

// Warp functions are supported if they wait for the whole warp; in place, also if they wait for part of it.
void lower_warp_mask(BuiltinLowering& call) {
  if (call.rewriting().is_in_place) {
    call.builder().CreateCall(call.rewriting().hook("lp_name_threads"),
                              {call.rewriting().item, call.argument(0)});
    call.drop();
    return;
  }
  const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(call.argument(0));
  if (mask == nullptr || !mask->isMinusOne()) {
    call.rewriting().refuse("a function of the warp with a mask that is not all of the warp",
                            call.instruction().getDebugLoc());
    return;
  }
  call.drop();
}

// Functions that a kernel calls when it is executed in place.
bool lower_output(BuiltinLowering& call) {
  static const std::unordered_map<std::string_view, const char*> kHooks{
      {"__print_of_program", "lp_print"},
      {"__assertion_of_program_fails", "lp_fail_assertion"},
      {"__trap_of_program", "lp_trap"}};
  const auto hook = kHooks.find(call.name());
  if (hook == kHooks.end()) return false;
  std::vector<llvm::Value*> arguments{call.rewriting().item};
  for (unsigned i = 0; i < call.arguments(); ++i) arguments.push_back(call.argument(i));
  llvm::Value* result = call.builder().CreateCall(call.rewriting().hook(hook->second), arguments);
  result->getType()->isVoidTy() ? call.drop() : call.result(result);
  return true;
}

void lower_clock(BuiltinLowering& call) {
  if (!call.rewriting().is_in_place) {
    call.drop();
    return;
  }
  auto& builder = call.builder();
  llvm::Value* now = builder.CreateCall(call.rewriting().hook("lp_clock"), {call.rewriting().item});
  call.result(builder.CreateZExtOrTrunc(now, call.type()));
}

void lower_returns(BuiltinLowering& call) {
  call.builder().CreateCall(call.rewriting().hook("lp_returns"), {call.rewriting().item});
  call.drop();
}

void lower_left_out(BuiltinLowering& call) {
  call.builder().CreateCall(call.rewriting().hook("lp_leave_out"), {call.rewriting().item});
  call.drop();
}

// Fences of OpenCL C 1.x have no scope; they count as device-wide.
void lower_fence(BuiltinLowering& call) {
  constexpr std::uint64_t kDevice = 2, kAcquireRelease = 4;  // numbers in OpenCL C
  Rewriting& rewriting = call.rewriting();
  const auto constant = [&](unsigned index, std::uint64_t otherwise) {
    const auto* number =
        index < call.arguments() ? llvm::dyn_cast<llvm::ConstantInt>(call.argument(index)) : nullptr;
    return number == nullptr ? otherwise : number->getZExtValue();
  };
  const bool is_global = (constant(0, kGlobalFence) & kGlobalFence) != 0;
  std::uint64_t order = constant(1, kAcquireRelease), scope = constant(2, kDevice);
  if (call.name() != "atomic_work_item_fence") {
    order = kAcquireRelease;
    scope = kDevice;
  }
  constexpr std::uint64_t kWidest = 3;
  const bool reaches_groups = scope >= kDevice && scope <= kWidest;
  if (is_global && reaches_groups && !rewriting.is_in_place) {
    auto& builder = call.builder();
    builder.CreateCall(rewriting.hook("lp_fence"),
                       {rewriting.item, builder.getInt32(static_cast<std::uint32_t>(order)),
                        builder.getInt32(static_cast<std::uint32_t>(model::AtomicScope::Device))});
  }
  call.drop();
}

void lower(BuiltinLowering& call) {
  const std::string& name = call.name();
  static const std::unordered_set<std::string_view> kNothing{"prefetch", "printf", frontend::cuda::kTexture};
  static const std::unordered_set<std::string_view> kFences{"mem_fence", "read_mem_fence", "write_mem_fence",
                                                            "atomic_work_item_fence"};
  if (const auto query = queries().find(name); query != queries().end())
    lower_query(call, query->second);
  else if (name == frontend::cuda::kTexture && call.rewriting().is_in_place)
    call.rewriting().refuse("a texture", call.instruction().getDebugLoc());
  else if (name.starts_with("clock_read_"))
    lower_clock(call);
  else if (kFences.contains(name))
    lower_fence(call);
  else if (kNothing.contains(name) || name.starts_with(frontend::kUndefinedPrefix))
    call.drop();
  else if (name == frontend::kFresh || lower_output(call))
    return;  // resolve_sites() handles the start of scopes
  else if (name == frontend::cuda::kWarpMask)
    lower_warp_mask(call);
  else if (name == frontend::cuda::kReturns)
    lower_returns(call);
  else if (name == "__not_executed_of_program")
    call.rewriting().refuse("an operation of tensor cores", call.instruction().getDebugLoc());
  else if (name == frontend::kLeftOut)
    lower_left_out(call);
  else if (const frontend::AnnotationEntry* entry = frontend::annotation(name))
    entry->treatment == frontend::Treatment::Precondition ? lower_precondition(call) : lower_assertion(call);
  else if (!lower_group_function(call) && !lower_exchange(call) && !lower_atomic(call) &&
           !lower_memory(call) && !lower_bits(call) && !lower_integer(call) && !lower_vector(call) &&
           !lower_float(call))
    call.rewriting().refuse("the function " + name, call.instruction().getDebugLoc());
}

}  // namespace

BuiltinLowering::BuiltinLowering(Rewriting& rewriting, llvm::CallInst& call)
    : d_rewriting(rewriting), d_call(call), d_builder(&call) {
  const unsigned observation = call.getContext().getMDKindID(frontend::kObservation);
  const unsigned non_temporal = call.getContext().getMDKindID(frontend::kNonTemporal);
  d_builder.CollectMetadataToCopy(&call, {observation, non_temporal});
  std::string parameters;
  std::tie(d_name, parameters) = frontend::unmangle(call.getCalledFunction()->getName());
  llvm::StringRef rest = parameters;
  d_scalar = take_scalar(rest);
  // A type that has already occurred is written as a substitution.
  d_second = rest.starts_with("S") ? d_scalar : take_scalar(rest);
}

void BuiltinLowering::result(llvm::Value* value) {
  d_call.replaceAllUsesWith(value);
  d_call.eraseFromParent();
}

void BuiltinLowering::drop() {
  if (!d_call.getType()->isVoidTy())
    d_call.replaceAllUsesWith(llvm::Constant::getNullValue(d_call.getType()));
  d_call.eraseFromParent();
}

llvm::Value* BuiltinLowering::each(
    llvm::Type* type, const std::vector<llvm::Value*>& operands,
    const std::function<llvm::Value*(const std::vector<llvm::Value*>&)>& make) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return make(operands);
  llvm::Value* made = llvm::PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    std::vector<llvm::Value*> scalars;
    scalars.reserve(operands.size());
    for (llvm::Value* operand : operands)
      scalars.push_back(operand->getType()->isVectorTy() ? d_builder.CreateExtractElement(operand, i)
                                                         : operand);
    made = d_builder.CreateInsertElement(made, make(scalars), i);
  }
  return made;
}

llvm::Value* BuiltinLowering::spread(llvm::Value* value, llvm::Type* like) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(like);
  if (vector == nullptr || value->getType()->isVectorTy()) return value;
  return d_builder.CreateVectorSplat(vector->getNumElements(), value);
}

void lower_builtins(Rewriting& rewriting) {
  lower_events(rewriting);
  lower_images(rewriting);
  if (!rewriting.refusal.empty()) return;
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(rewriting.kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr || !llvm::isa<llvm::CallInst>(call)) {
      rewriting.refuse(call->isInlineAsm() ? "inline assembly" : "a call through a pointer",
                       call->getDebugLoc());
      return;
    }
    if (!callee->isDeclaration()) {
      rewriting.refuse("the call of " + frontend::function_name(callee->getName()), call->getDebugLoc());
      return;
    }
    if (!callee->getName().starts_with("lp_")) calls.push_back(llvm::cast<llvm::CallInst>(call));
  }
  for (llvm::CallInst* call : calls) {
    BuiltinLowering lowering(rewriting, *call);
    lower(lowering);
    if (!rewriting.refusal.empty()) return;
  }
}

}  // namespace launchproof::replay
