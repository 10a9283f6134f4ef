// Evaluates values of the kernel model as terms.
#include <algorithm>
#include <bit>
#include <utility>

#include "verify/access/evaluator/evaluator.h"
#include "verify/model/exchanges.h"
#include "verify/symbolic/terms/operation.h"

namespace launchproof::access {

using analysis::Placement;
using model::kNone;
using model::Op;
using model::Value;
using model::ValueId;
using smt::Term;
using symbolic::from_bits;
using symbolic::Unknown;
using symbolic::WorkItem;
using verdict::Cause;

namespace {

constexpr std::size_t kMostChosen = 4;  // arrays that one pointer may name

bool has_contents(const Context& context, model::ArrayId array) {
  const std::uint32_t parameter = context.kernel.arrays[array].parameter;
  if (parameter == kNone || parameter >= context.facts.arguments.size()) return false;
  const auto* buffer = std::get_if<model::BufferArgument>(&context.facts.arguments[parameter]);
  return buffer != nullptr && buffer->contents.available();
}

// Returns the number of bits that the entries of a constant array need, as read by `site` at multiples of
// `stride`.
unsigned bits_of_entries(const std::vector<std::uint8_t>& bytes, const model::Site& site,
                         std::uint64_t component, std::uint64_t stride) {
  unsigned bits = 1;
  const std::uint64_t first = component * site.component_bytes;
  for (std::uint64_t place = 0; place + site.bytes <= bytes.size(); place += stride)
    for (std::uint32_t i = site.component_bytes; i-- > 0;)
      if (const auto byte = bytes[place + first + i]; byte != 0) {
        bits = std::max(bits, 8 * i + static_cast<unsigned>(std::bit_width(byte)));
        break;
      }
  return bits;
}

}  // namespace

Evaluator::Evaluator(Context& context, WorkItem item)
    : d_context(context),
      d_store(context.store),
      d_lowering(context),
      d_floats(context.store, context.unknowns),
      d_item(std::move(item)) {}

EnvironmentId Evaluator::restrict(EnvironmentId environment, model::LoopId loop) const {
  while (!d_context.graph.encloses(d_context.environments.at(environment).loop, loop))
    environment = d_context.environments.at(environment).parent;
  return environment;
}

// Returns the environment for code of `block` as seen from `environment`: loops that do not contain the block
// have ended.
EnvironmentId Evaluator::at_block(model::BlockId block, EnvironmentId environment) {
  const model::LoopId target = d_context.kernel.blocks[block].loop;
  EnvironmentId result = restrict(environment, target);
  for (model::LoopId loop : d_context.graph.chain(target)) {
    if (d_context.graph.encloses(loop, d_context.environments.at(result).loop)) continue;
    result = d_context.environments.enter(result, loop, exit_counter(loop, result));
  }
  return result;
}

Term Evaluator::value(ValueId id, EnvironmentId environment) {
  const Value& value = d_context.kernel.values[id];
  // An undefined value may differ at each use.
  EnvironmentId at = value.op == Op::Undefined ? environment : kOutside;
  if (value.block != kNone) at = at_block(value.block, environment);
  const auto found = d_values.find({id, at});
  if (found != d_values.end()) return found->second;
  d_lowering.keep_time();
  const Term result = evaluate(value, id, at);
  d_values.emplace(std::pair{id, at}, result);
  return result;
}

Term Evaluator::unknown(ValueId id, const std::string& name, unsigned width, EnvironmentId environment,
                        const Unknown& why) {
  const bool shared = why.cause != Cause::UndefinedValue && d_context.uniformity.is_uniform(id);
  const std::string full = (shared ? d_item.group_tag : d_item.tag) + "." + name + "." + std::to_string(id) +
                           "." + std::to_string(environment);
  const Term term = d_context.unknowns.value(full, width, why);
  d_made_in.emplace(term, environment);
  return term;
}

Term Evaluator::Here::unknown(const std::string& name, const Unknown& why) {
  return d_evaluator.unknown(d_id, name, d_evaluator.d_context.kernel.values[d_id].width, d_environment, why);
}

Term Evaluator::evaluate(const Value& value, ValueId id, EnvironmentId environment) {
  switch (value.op) {
    case Op::Read:
      return read(value, environment);
    case Op::SubGroup:
      if (value.literal != 0)
        return exchanged(value, id, environment, d_item.group_tag + ".exchange." + std::to_string(id), {});
      break;
    case Op::Collective:
    case Op::Event:
    case Op::Element:
      return converged(value, id, environment);
    case Op::Other:
      return other(value, id, environment);
    case Op::Accessed:
      return accessed(value, environment);
    default:
      break;
  }
  if (d_lowering.is_carried(value)) return header_phi(id, environment);
  Here here(*this, id, environment);
  return d_lowering.value(value, id, here);
}

// Returns the result of a convergence point.
Term Evaluator::converged(const Value& value, ValueId id, EnvironmentId environment) {
  if (value.op == Op::Event) {
    // If an event is passed in, it also represents the new copy, and is returned.
    const Term joined = this->value(value.operands[0], environment);
    return d_store.ite(d_store.eq(joined, d_store.bv(0, value.width)),
                       d_store.bv(value.index + 1, value.width), joined);
  }
  if (value.op == Op::Element)
    return d_store.bv_var(d_item.tag + ".element." + std::to_string(id) + "." + std::to_string(environment),
                          value.width);
  const Unknown why{Cause::CollectiveResult,
                    "the result of " + d_context.kernel.barriers[value.index].function, value.location};
  std::vector<Term> instance;
  for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent)
    instance.push_back(d_context.environments.at(e).counter);
  if (model::is_sum_of_places(value.literal))
    return sum_of_places(value, id, environment, std::move(instance));
  const bool of_sub_group = d_context.kernel.barriers[value.index].is_of_sub_group();
  if (value.literal == 0 || (instance.empty() && !of_sub_group))
    return unknown(id, "collective", value.width, environment, why);
  // The whole group, or each of its sub-groups, gets one result each time that it gets there.
  if (of_sub_group) instance.push_back(d_item.division->value(model::SubGroupValue::Id));
  const std::string name = d_item.group_tag + ".collective." + std::to_string(id);
  d_context.unknowns.function(name, why);
  if (value.literal > 1) return exchanged(value, id, environment, name, std::move(instance));
  return from_bits(d_store, d_store.apply(name, instance, value.width), value.width);
}

// A variable, which definitions() makes the other work-item's value where the question has one. Within loops
// the other one's iteration is not known, and it stays open.
Term Evaluator::other(const Value& value, ValueId id, EnvironmentId environment) {
  Unknown why{Cause::AnnotationNotJudged, "what another work-item computes", value.location};
  const model::BlockId at = d_context.kernel.values[value.operands[0]].block;
  const bool in_loop = at != kNone && d_context.kernel.blocks[at].loop != kNone;
  why.is_other = environment == kOutside && !in_loop;
  const std::string name = d_item.tag + ".other." + std::to_string(id) + "." + std::to_string(environment);
  const Term term = d_context.unknowns.value(name, value.width, why);
  if (why.is_other) d_others.emplace(term, value.operands[0]);
  return term;
}

// If the local size is left open, the start of the group has its own variable.
Term Evaluator::product(Term a, Term b) {
  for (unsigned d = 0; d < 3; ++d) {
    if (!d_item.group_base[d] || a.width() > d_item.group_base[d].width()) continue;
    const Term group = d_store.trunc(d_item.group_id[d], a.width());
    const Term size = d_store.trunc(d_item.local_size[d], a.width());
    if ((a == group && b == size) || (a == size && b == group))
      return d_store.trunc(d_item.group_base[d], a.width());
  }
  return d_store.mul(a, b);
}

// The sum of that and the local id also has its own variable.
Term Evaluator::sum(Term a, Term b) {
  for (unsigned d = 0; d < 3; ++d) {
    if (!d_item.global_id[d] || a.width() > d_item.global_id[d].width()) continue;
    const Term base = d_store.trunc(d_item.group_base[d], a.width());
    const Term local = d_store.trunc(d_item.local_id[d], a.width());
    if ((a == base && b == local) || (a == local && b == base))
      return d_store.trunc(d_item.global_id[d], a.width());
  }
  return d_store.add(a, b);
}

Term Evaluator::Here::operation(const Value& value, const std::vector<Term>& operands) {
  if (const Term known = d_evaluator.bits_of_float(value, operands)) return known;
  if (value.op == Op::Add && value.width != 1) return d_evaluator.sum(operands[0], operands[1]);
  if (value.op == Op::Mul && value.width != 1) return d_evaluator.product(operands[0], operands[1]);
  return {};
}

// Returns the entry of a short table, and whether the offset names one; null terms for a long table.
std::pair<Term, Term> Evaluator::constant_read(const model::Array& array, const model::Site& site,
                                               std::uint64_t component, Term offset) {
  constexpr std::size_t kMostCases = 64;
  const std::vector<std::uint8_t>& bytes = *array.contents;
  const auto at = [&](std::uint64_t place) {
    smt::Bits bits = 0;
    for (std::uint32_t i = 0; i < site.component_bytes; ++i)
      bits |= static_cast<smt::Bits>(bytes[place + component * site.component_bytes + i]) << (8 * i);
    return d_store.bv(bits, site.component_bytes * 8);
  };
  if (bytes.size() < site.bytes) return {};
  const std::uint64_t last = bytes.size() - site.bytes;
  if (offset.is_constant()) {
    if (offset->value > last) return {};
    return {at(static_cast<std::uint64_t>(offset->value)), d_store.true_()};
  }
  const std::uint64_t stride = std::uint64_t{1} << std::min(d_store.trailing_zeros(offset), 6U);
  if (last / stride + 1 > kMostCases) return {};
  Term result = at(last / stride * stride);
  for (std::uint64_t place = last / stride * stride; place >= stride;) {
    place -= stride;
    result = d_store.ite(d_store.eq(offset, d_store.bv(place, offset.width())), at(place), result);
  }
  return {result, d_store.ule(offset, d_store.bv(last, offset.width()))};
}

// Returns the initial contents of an array as a function of the address.
Term Evaluator::initial_read(const Value& value, model::ArrayId id, Term offset) {
  const model::Site& site = d_context.kernel.sites[value.index];
  const model::Array& array = d_context.kernel.arrays[id];
  const Placement& place = d_context.regions.placement(id);
  unsigned width = site.component_bytes * 8;
  std::string why = "the contents of `" + array.name + "` are not recorded";
  Term entry, in_table;
  if (array.contents && place.region != kNone && !d_context.regions.is_written(place.region)) {
    std::tie(entry, in_table) = constant_read(array, site, value.literal, offset);
    if (entry && in_table.is_true()) return from_bits(d_store, entry, value.width);
    const std::uint64_t stride = std::uint64_t{1} << std::min(d_store.trailing_zeros(offset), 6U);
    if (array.contents->size() >= site.bytes &&
        d_store.unsigned_range(offset).high <= array.contents->size() - site.bytes)
      width = bits_of_entries(*array.contents, site, value.literal, stride);
    why = "the value of `" + array.name + "` at an index that was not determined";
  }
  if (array.image) return pixel_read(value, id, offset);
  const Term held = d_lowering.contents(value, id, offset, width, why);
  return from_bits(d_store, entry ? d_store.ite(in_table, entry, held) : held, value.width);
}

// A component of a pixel as returned by the built-in functions, not the bytes of a buffer that may contain
// the image.
Term Evaluator::pixel_read(const Value& value, model::ArrayId id, Term offset) {
  const model::Site& site = d_context.kernel.sites[value.index];
  const model::Array& array = d_context.kernel.arrays[id];
  // Accesses to a surface may be of several widths.
  const std::string width = array.image->is_surface ? "." + std::to_string(site.bytes) : "";
  const std::string name = "pixels." + std::to_string(id) + "." + std::to_string(value.literal) + width;
  d_context.unknowns.function(name, {Cause::ContentsNotRecorded,
                                     "the pixels of `" + array.name + "` are not recorded", site.location});
  const std::vector<Term> address{offset};
  return d_store.apply(name, address, value.width);
}

// Evaluates a read through a pointer to one of several arrays, possibly null, that nothing in the launch
// writes; returns nothing for other reads. If no contents are recorded, any value is used, since functions of
// a conditional address are hard for solvers.
Term Evaluator::chosen_read(const Value& value, ValueId id, EnvironmentId at) {
  const model::Site& site = d_context.kernel.sites[value.index];
  if (site.kind != model::AccessKind::Read || site.arrays.size() > kMostChosen) return {};
  std::vector<model::ArrayId> arrays;
  std::string names;
  bool recorded = false;
  for (const model::ArrayId array : site.arrays) {
    if (array == 0 || d_context.regions.placement(array).is_null) continue;
    const std::uint32_t region = d_context.regions.placement(array).region;
    const model::Memory memory = d_context.kernel.arrays[array].memory;
    if (region == kNone || d_context.regions.is_written(region) || memory == model::Memory::Private ||
        memory == model::Memory::Local)
      return {};
    arrays.push_back(array);
    recorded = recorded || d_context.kernel.arrays[array].contents || has_contents(d_context, array);
    names += (names.empty() ? "`" : " or `") + d_context.kernel.arrays[array].name + "`";
  }
  if (arrays.size() < 2) return {};
  if (!recorded) {
    const std::string what = "a value read from " + names + ", whose contents are not recorded";
    return unknown(id, "read", value.width, at, {Cause::ContentsNotRecorded, what, site.location});
  }
  const Term base = this->value(site.base, at);
  const Term offset = this->value(site.offset, at);
  const Unknown why{Cause::SharedContents, "a value read through a null pointer", site.location};
  Term result = arrays.size() < site.arrays.size() ? unknown(id, "read", value.width, at, why) : Term();
  for (const model::ArrayId array : arrays) {
    const Term held = initial_read(value, array, offset);
    result = result ? d_store.ite(d_store.eq(base, d_store.bv(array, base.width())), held, result) : held;
  }
  return result;
}

namespace {

std::string how_it_changes(const Context& context, const model::Site& site) {
  const bool is_written = site.arrays.size() != 1 ||
                          context.regions.placement(site.arrays[0]).region == kNone ||
                          context.regions.is_written(context.regions.placement(site.arrays[0]).region);
  return is_written ? ", which the launch also writes" : ", which nothing has written";
}

}  // namespace

Term Evaluator::read(const Value& value, EnvironmentId environment) {
  const model::Site& site = d_context.kernel.sites[value.index];
  const ValueId id = static_cast<ValueId>(&value - d_context.kernel.values.data());
  const EnvironmentId at = at_block(site.block, environment);
  const bool single = site.arrays.size() == 1 && site.arrays[0] != 0;
  if (single && site.kind == model::AccessKind::Read) {
    const Placement& place = d_context.regions.placement(site.arrays[0]);
    const model::Memory memory = d_context.kernel.arrays[site.arrays[0]].memory;
    const bool fixed = place.region != kNone && !d_context.regions.is_written(place.region) &&
                       memory != model::Memory::Private;
    if ((fixed && memory != model::Memory::Local) || d_context.stable.is_initial(value.index))
      return initial_read(value, site.arrays[0], this->value(site.offset, at));
  }
  if (const Term chosen = single ? Term() : chosen_read(value, id, at)) return chosen;
  if (const Term own = own_value(value, at)) return own;
  const std::string array = single ? "`" + d_context.kernel.arrays[site.arrays[0]].name + "`" : "memory";
  const std::string what = site.kind == model::AccessKind::Atomic
                               ? "the old value that an atomic found in " + array
                               : "a value read from " + array + how_it_changes(d_context, site);
  Unknown why{Cause::SharedContents, what, site.location};
  if (single) {
    const model::Array& from = d_context.kernel.arrays[site.arrays[0]];
    const Term offset = this->value(site.offset, at);
    const bool held = from.memory != model::Memory::Local && from.memory != model::Memory::Image;
    why.parameter = held ? from.parameter : kNone;
    why.address = d_lowering.address(value, site.arrays[0], offset);
  }
  if (const GroupCount* count = count_of(d_context.group_counts, value.index);
      count != nullptr && value.width == count->width) {
    // One work-item of the group makes the atomic.
    why.address = {};
    const Term found = d_context.unknowns.value(name_of_count(*count, d_item.group_tag), value.width, why);
    d_made_in.emplace(found, at);
    return found;
  }
  if (d_context.stable.is_shared(value.index)) return shared_read(value, id, site, at, why);
  const analysis::Counter* counter = d_context.counters.of(value.index);
  const bool counts =
      counter != nullptr && value.width == 8 * counter->bytes && !d_context.uniformity.is_uniform(id);
  if (const Term number = counts ? counted(*counter, site, id, at, why) : Term()) return number;
  const Term found = unknown(id, "read", value.width, at, why);
  if (counts) d_calls.emplace(found, Call{value.index, at, false});
  return found;
}

}  // namespace launchproof::access
