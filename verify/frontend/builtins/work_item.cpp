// Work-item functions and synchronisation.
#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

ValueId in_dimension(BuiltinCall& call, std::uint32_t dimension) {
  const std::string& name = call.name();
  ValueBuilder& values = call.values();
  const auto of = [&](Op op) { return values.work_item(op, dimension); };
  if (name == "get_global_id")
    return values.add(of(Op::GlobalOffset),
                      values.add(values.mul(of(Op::GroupId), of(Op::EnqueuedLocalSize)), of(Op::LocalId)));
  if (name == "get_local_id") return of(Op::LocalId);
  if (name == "get_group_id") return of(Op::GroupId);
  if (name == "get_local_size") return of(Op::LocalSize);
  if (name == "get_enqueued_local_size") return of(Op::EnqueuedLocalSize);
  if (name == "get_num_groups") return of(Op::NumGroups);
  if (name == "get_global_size") return of(Op::GlobalSize);
  return of(Op::GlobalOffset);
}

// Returns the result for a dimension beyond the third.
ValueId beyond(BuiltinCall& call) {
  const bool is_size = call.name().ends_with("_size") || call.name() == "get_num_groups";
  return call.values().address(is_size ? 1 : 0);
}

void add_barrier(BuiltinCall& call) {
  const auto flags = call.values().constant_of(call.argument(0).front());
  if (!flags) {
    call.refuse("a barrier whose flags are not constant");
    return;
  }
  model::Barrier item;
  item.function = call.source_name();
  // memory_scope as numbered in Clang's header: 1 is the work-group, 2 and 3 are wider. A barrier with a
  // narrower scope stops the work-items, but orders no memory between those of the group. A barrier with a
  // wider scope is also a fence: work-items release before it and acquire after it.
  bool reaches_group = true;
  model::Fence fence;
  if (call.arguments() > 1) {
    const auto scope = call.values().constant_of(call.argument(1).front());
    if (!scope) {
      call.refuse("a barrier whose memory scope is not constant");
      return;
    }
    reaches_group = *scope >= 1 && *scope <= 3;
    if (*scope == 2) fence.scope = model::AtomicScope::Device;
    if (*scope == 3) fence.scope = model::AtomicScope::AllDevices;
  }
  item.local_fence = reaches_group && (*flags & 1) != 0;
  item.global_fence = reaches_group && (*flags & 2) != 0;
  // Before 2.0, a fence for global memory is also one for images (OpenCL C 1.2, 6.12.8).
  // Barriers of CUDA order every kind of memory.
  const bool is_of_all = call.language() < 200 || call.translator().model().language == model::Language::Cuda;
  item.image_fence = reaches_group && ((*flags & 4) != 0 || (item.global_fence && is_of_all));
  // Only headers of this front end set these bits (cuda/headers/synchronisation.h).
  constexpr unsigned kNumber = 8;
  constexpr std::uint64_t kOfGrid = 17;  // one more than the number of any barrier of a block
  const bool is_cuda = call.translator().model().language == model::Language::Cuda;
  item.is_aligned = !is_cuda || *flags >> kNumber == 0;
  if (is_cuda && *flags >> kNumber == kOfGrid) item.level = model::ConvergenceLevel::Grid;
  fence.global_memory = item.global_fence;
  const bool is_fence = fence.global_memory && fence.scope >= model::AtomicScope::Device;
  const auto add_fence = [&](std::uint32_t order) {
    if (!is_fence) return;
    fence.order = order;
    call.translator().add_fence(fence);
  };
  constexpr std::uint32_t kAcquire = 2, kRelease = 3;  // the numbers of C11's memory_order
  add_fence(kRelease);
  call.translator().add_barrier(std::move(item));
  add_fence(kAcquire);
}

}  // namespace

void work_item(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const ValueId dimension = call.argument(0).front();
  if (const auto known = values.constant_of(dimension)) {
    call.result({*known < 3 ? in_dimension(call, static_cast<std::uint32_t>(*known)) : beyond(call)});
    return;
  }
  ValueId result = beyond(call);
  for (std::uint32_t i = 3; i-- > 0;)
    result = values.select(values.equal(dimension, values.constant(values.width(dimension), i)),
                           in_dimension(call, i), result);
  call.result({result});
}

void work_dimension(BuiltinCall& call) {
  call.result({call.values().leaf(Op::WorkDim, 32, 0)});
}

// Dimensions that a launch does not use have size 1 and id 0, so one formula serves all three.
void global_linear_id(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const auto id = [&](std::uint32_t dimension) {
    return values.add(values.mul(values.work_item(Op::GroupId, dimension),
                                 values.work_item(Op::EnqueuedLocalSize, dimension)),
                      values.work_item(Op::LocalId, dimension));
  };
  const auto size = [&](std::uint32_t dimension) { return values.work_item(Op::GlobalSize, dimension); };
  call.result({values.add(values.mul(values.add(values.mul(id(2), size(1)), id(1)), size(0)), id(0))});
}

void local_linear_id(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const auto id = [&](std::uint32_t dimension) { return values.work_item(Op::LocalId, dimension); };
  const auto size = [&](std::uint32_t dimension) { return values.work_item(Op::LocalSize, dimension); };
  call.result({values.add(values.mul(values.add(values.mul(id(2), size(1)), id(1)), size(0)), id(0))});
}

void group_barrier(BuiltinCall& call) {
  add_barrier(call);
}

}  // namespace launchproof::frontend
