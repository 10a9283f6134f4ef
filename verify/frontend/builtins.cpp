#include "verify/frontend/builtins.h"

#include <llvm/Demangle/Demangle.h>

#include <map>
#include <string>
#include <string_view>

namespace launchproof::frontend {
namespace {

// "min" of "_Z3minii"; empty when the name is not mangled.
std::string base_name(llvm::StringRef mangled) {
  if (!mangled.consume_front("_Z")) return {};
  std::size_t length = 0;
  if (mangled.consumeInteger(10, length) || length > mangled.size()) return {};
  return mangled.take_front(length).str();
}

ValueId dimension_value(KernelTranslator& translator, std::string_view name, std::uint32_t dimension) {
  ValueBuilder& values = translator.values();
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

// What a dimension beyond the third yields.
ValueId dimension_default(KernelTranslator& translator, std::string_view name) {
  const bool is_size = name.ends_with("_size") || name == "get_num_groups";
  return translator.values().address(is_size ? 1 : 0);
}

void work_item_function(KernelTranslator& translator, const llvm::CallBase& call, std::string_view name) {
  ValueBuilder& values = translator.values();
  const ValueId dimension = translator.parts(call.getArgOperand(0)).front();
  if (const auto known = values.constant_of(dimension)) {
    translator.define(call,
                      {*known < 3 ? dimension_value(translator, name, static_cast<std::uint32_t>(*known))
                                  : dimension_default(translator, name)});
    return;
  }
  ValueId result = dimension_default(translator, name);
  for (std::uint32_t i = 3; i-- > 0;)
    result = values.select(values.equal(dimension, values.constant(values.width(dimension), i)),
                           dimension_value(translator, name, i), result);
  translator.define(call, {result});
}

bool is_work_item_function(std::string_view name) {
  return name == "get_global_id" || name == "get_local_id" || name == "get_group_id" ||
         name == "get_local_size" || name == "get_enqueued_local_size" || name == "get_num_groups" ||
         name == "get_global_size" || name == "get_global_offset";
}

void barrier(KernelTranslator& translator, const llvm::CallBase& call, bool sub_group) {
  const auto flags = translator.values().constant_of(translator.parts(call.getArgOperand(0)).front());
  if (!flags) return translator.unsupported("a barrier whose flags are not constant");
  model::Barrier item;
  item.local_fence = (*flags & 1) != 0;
  item.global_fence = (*flags & 2) != 0;
  item.image_fence = (*flags & 4) != 0;
  item.sub_group = sub_group;
  translator.add_barrier(item);
}

}  // namespace

void translate_builtin(KernelTranslator& translator, const llvm::CallBase& call) {
  const std::string mangled = call.getCalledFunction()->getName().str();
  const std::string name = base_name(mangled);
  if (is_work_item_function(name)) return work_item_function(translator, call, name);
  if (name == "get_work_dim") return translator.define(call, {translator.values().leaf(Op::WorkDim, 32, 0)});
  if (name == "barrier" || name == "work_group_barrier") return barrier(translator, call, false);
  if (name == "sub_group_barrier") return barrier(translator, call, true);
  if (name == "mem_fence" || name == "read_mem_fence" || name == "write_mem_fence" ||
      name == "atomic_work_item_fence")
    return translator.add_fence();
  translator.unsupported("the function " + (name.empty() ? mangled : name));
  translator.define(call, translator.undefined(call.getType()));
}

}  // namespace launchproof::frontend
