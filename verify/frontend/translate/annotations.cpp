// Annotations that depend on the launch, or on other parts of the kernel.
#include <llvm/IR/Dominators.h>

#include <algorithm>

#include "verify/frontend/passes/lower_annotations.h"
#include "verify/frontend/translate/kernel_translator.h"
#include "verify/frontend/translate/objects.h"

namespace launchproof::frontend {

ValueId KernelTranslator::object(const Pointer& at) {
  const ValueId known = base_value(at.targets);
  return object_of(d_values, known == model::kNone ? at.base : known);
}

// Returns whether the parameter's array shares no memory with the arrays of all other pointers, or is null.
ValueId KernelTranslator::is_fresh(const llvm::CallBase& call) {
  const ValueId own = object(pointer(call.getArgOperand(0)));
  ValueId result = d_values.constant(1, 1);
  for (unsigned i = 1; i < call.arg_size(); ++i)
    result = d_values.bit_and(
        result, d_values.logical_not(d_values.equal(own, object(pointer(call.getArgOperand(i))))));
  return d_values.bit_or(result, d_values.equal(own, null_object(d_values)));
}

// Returns whether an atomic of the launch returned the value at that place. The result is true if one of the
// work-item's own atomics, on every earlier path, returned it; otherwise it is open. Only an offset of 0
// yields a result. For it, bytes and elements, counted from the array's start or from the pointer, are the
// same.
ValueId KernelTranslator::has_taken(const llvm::CallBase& call) {
  const Pointer at = pointer(call.getArgOperand(0));
  const ValueId offset = parts(call.getArgOperand(1)).front();
  const ValueId value = parts(call.getArgOperand(2)).front();
  const ValueId zero = d_values.address(0);
  ValueId found = d_values.constant(1, 0);
  for (model::SiteId id = 0; id < d_model.sites.size(); ++id) {
    const model::Site& site = d_model.sites[id];
    const bool is_own = site.kind == model::AccessKind::Atomic && site.arrays.size() == 1 &&
                        at.targets.arrays.size() == 1 && !at.targets.unknown &&
                        site.arrays.front() == *at.targets.arrays.begin();
    if (!is_own || !d_dominators->dominates(d_order[site.block], call.getParent())) continue;
    const auto old = std::ranges::find_if(d_model.values, [&](const model::Value& one) {
      return one.op == Op::Read && one.index == id && one.literal == 0;
    });
    if (old == d_model.values.end()) continue;
    const auto result = static_cast<ValueId>(old - d_model.values.begin());
    const auto is_value = [&](bool is_signed) {
      return d_values.equal(d_values.resize(result, d_values.width(value), is_signed), value);
    };
    ValueId same = d_values.bit_or(is_value(false), is_value(true));
    same = d_values.bit_and(same, d_values.equal(d_model.sites[id].offset, zero));
    found = d_values.bit_or(found, same);
  }
  found = d_values.bit_and(found, d_values.equal(at.offset, zero));
  found = d_values.bit_and(found, d_values.equal(d_values.resize(offset, address_bits(), false), zero));
  const ValueId open = d_values.undefined(1);
  d_taken.push_back(open);
  return d_values.bit_or(found, open);
}

// Without atomics, none has returned a value.
void KernelTranslator::settle_taken_values() {
  const bool any = std::ranges::any_of(
      d_model.sites, [](const model::Site& site) { return site.kind == model::AccessKind::Atomic; });
  if (any) return;
  for (const ValueId id : d_taken) {
    model::Value& value = d_model.values[id];
    value.op = Op::Constant;
    value.block = model::kNone;
    value.literal = 0;
  }
}

void KernelTranslator::declare_access(const llvm::CallBase& call, const std::string& name) {
  const Pointer at = pointer(call.getArgOperand(0));
  DeclaredAccess one;
  one.writes = name == "__writes_to";
  if (!at.targets.unknown && at.targets.arrays.size() == 1 && *at.targets.arrays.begin() != 0)
    one.array = *at.targets.arrays.begin();
  one.name = name;
  one.location = d_values.location();
  d_declared.push_back(std::move(one));
}

}  // namespace launchproof::frontend
