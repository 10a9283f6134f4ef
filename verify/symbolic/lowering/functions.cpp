// Functions of the model. Comparisons of pointers are computed, as are results that an engine knows exactly;
// all other functions are opaque.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "verify/symbolic/lowering/lowering.h"
#include "verify/symbolic/terms/memory_objects.h"
#include "verify/symbolic/terms/operation.h"
#include "verify/symbolic/terms/pointers.h"
#include "verify/symbolic/terms/shape.h"

namespace launchproof::symbolic {

using model::Value;
using smt::Term;
using verdict::Cause;

namespace {

Unknown opaque(const model::Function& function, model::LocationId location) {
  if (function.name.starts_with("image.stored."))
    return {Cause::ImageFormat, "what an image keeps of a value is not computed for its format", location};
  if (function.name.starts_with("image."))
    return {Cause::ImageSampling, "the pixels that float coordinates name are not computed", location};
  if (function.name.starts_with("surface."))
    return {Cause::OpaqueFunction, "what an access touches that only partly lies in a row of a surface",
            location};
  return {Cause::OpaqueFunction, "the result of " + function.name, location};
}

// Returns a term that distinguishes the work-items for which a pointer with one of these bases differs: each
// work-item has its own private arrays, and each group its own local arrays.
std::string owner(const model::KernelModel& kernel, const WorkItem& item, std::vector<Term> bases) {
  bool is_of_group = false;
  const auto is_private = [&](const model::Array& array) {
    if (array.memory == model::Memory::Local) is_of_group = true;
    return array.memory == model::Memory::Private;
  };
  std::unordered_set<Term> seen;
  while (!bases.empty()) {
    const Term base = bases.back();
    bases.pop_back();
    if (!seen.insert(base).second) continue;
    bool is_of_item = false;
    if (base.kind() == smt::Kind::Ite)
      bases.insert(bases.end(), {base->operands[1], base->operands[2]});
    else if (!base.is_constant())
      is_of_item = std::ranges::count_if(kernel.arrays, is_private) != 0;
    else if (base->value < kernel.arrays.size())
      is_of_item = is_private(kernel.arrays[static_cast<std::size_t>(base->value)]);
    if (is_of_item) return "." + item.tag;
  }
  return is_of_group ? "." + item.group_tag : std::string();
}

}  // namespace

Term Lowering::function(const Value& value, std::vector<Term> x, Computation& at) {
  const model::Function& function = d_setting.kernel.functions[value.index];
  const Unknown why = opaque(function, value.location);
  const bool is_functional = at.is_functional(function);
  if (function.name == kPointersEqual)
    return pointers_equal({d_store, d_setting.kernel, d_setting.regions, d_setting.launch,
                           [&] {
                             if (!is_functional) return at.unknown("function", why);
                             const std::string name =
                                 kPointersEqual + owner(d_setting.kernel, at.item(), {x[0], x[2]});
                             d_setting.unknowns.function(name, why);
                             return from_bits(d_store, d_store.apply(name, x, 1), 1);
                           },
                           [&](model::ArrayId a, model::ArrayId b) { at.note_apart(a, b); }},
                          {x[0], x[1], x[2], x[3]});
  if (function.name == kPointerBelow)
    if (const Term known = pointer_below(d_store, d_setting.regions, x)) return known;
  if (function.name == kObject)
    if (const Term known = memory_object(d_store, d_setting.kernel, d_setting.regions, x[0])) return known;
  if (!is_functional) return at.unknown("function", why);
  std::optional<ArrayStart> start;
  if (function.name.starts_with(kPointerAddress))
    start = start_of(d_store, d_setting.regions, x[0], value.width);
  if (start) {
    // The address is unknown, but addresses in one memory object have the distances that the launch gives.
    x[0] = start->array;
    if (x[0].is_constant() && d_setting.regions.placement(static_cast<model::ArrayId>(x[0]->value)).is_null)
      return d_store.bv(0, value.width);
  }
  std::string name = "f." + function.name;
  if (function.name.starts_with(kPointerAddress) || function.name == kObject)
    name += owner(d_setting.kernel, at.item(), {x[0]});
  if (function.name == kPointerBelow) name += owner(d_setting.kernel, at.item(), {x[0], x[2]});
  for (Term& operand : x) {
    operand = to_bits(d_store, operand);
    name += "." + std::to_string(operand.width());
  }
  const auto exact = at.exact(value, x, why);
  if (exact && exact->valid.is_true()) return exact->value;
  if (function.commutative && x.size() == 2) {
    // The same order for all work-items; otherwise equal results would look different.
    const auto rank = [&](std::size_t i) { return std::pair{shape(x[i]), value.operands[i]}; };
    if (rank(1) < rank(0)) std::swap(x[0], x[1]);
  }
  d_setting.unknowns.function(name, why);
  if (x.empty()) return d_setting.unknowns.value(name, value.width, why);
  Term result = d_store.apply(name, x, value.width);
  if (start) result = d_store.add(result, start->distance);
  if (value.width == 1) {
    const Term known = at.compared(function, x, result);
    result = known ? known : from_bits(d_store, result, 1);
  }
  return exact ? at.where_exact(*exact, result, why) : result;
}

}  // namespace launchproof::symbolic
