// Functions on generic pointers. The memory that contains an array is known; which array a pointer points
// into may depend on the path.
#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

model::Memory memory_of(const std::string& name) {
  if (name.ends_with("to_global")) return model::Memory::Global;
  return name.ends_with("to_local") ? model::Memory::Local : model::Memory::Private;
}

// One bit: whether the pointer points into memory of this kind.
ValueId is_into(BuiltinCall& call, const Pointer& pointer, model::Memory memory) {
  ValueBuilder& values = call.values();
  const std::vector<model::Array>& arrays = call.translator().model().arrays;
  ValueId result = values.constant(1, 0);
  for (const model::ArrayId array : pointer.targets.arrays)
    if (array != 0 && arrays[array].memory == memory)
      result = values.bit_or(result, values.equal(pointer.base, values.constant(32, array)));
  return result;
}

}  // namespace

// Returns the same pointer, or null if it points into other memory. The pointer analysis removes impossible
// cases (points_to.cpp).
void to_space(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const Pointer from = call.pointer(0);
  if (from.targets.unknown)
    call.translator().unsupported("a pointer whose target is not known (" + call.name() + ")");
  const ValueId fits = is_into(call, from, memory_of(call.name()));
  call.result({values.select(fits, from.base, values.constant(32, 0)),
               values.select(fits, from.offset, values.address(0))});
}

// CLK_GLOBAL_MEM_FENCE for global memory and CLK_LOCAL_MEM_FENCE for local memory; which it is for private
// memory, which needs no fence, is not said.
void fence_of(BuiltinCall& call) {
  constexpr std::uint64_t kLocalFence = 1;
  constexpr std::uint64_t kGlobalFence = 2;
  ValueBuilder& values = call.values();
  const Pointer from = call.pointer(0);
  if (from.targets.unknown)
    call.translator().unsupported("a pointer whose target is not known (" + call.name() + ")");
  const unsigned width = call.result_widths().front();
  const std::vector<model::Array>& arrays = call.translator().model().arrays;
  bool any_other = false;
  for (const model::ArrayId array : from.targets.arrays)
    any_other |= array == 0 || (arrays[array].memory != model::Memory::Global &&
                                arrays[array].memory != model::Memory::Local);
  const ValueId other = any_other ? values.undefined(width) : values.constant(width, kGlobalFence);
  const ValueId local =
      values.select(is_into(call, from, model::Memory::Local), values.constant(width, kLocalFence), other);
  call.result({values.select(is_into(call, from, model::Memory::Global), values.constant(width, kGlobalFence),
                             local)});
}

}  // namespace launchproof::frontend
