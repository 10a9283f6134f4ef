#include "verify/model/equality.h"

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace launchproof::model {
namespace {

// Adding a member to one of these types is a compile error here until the member is part of the comparison.

auto members(const Location& item) {
  const auto& [file, line, column, function, call_site] = item;
  return std::tie(file, line, column, function, call_site);
}

auto members(const Value& item) {
  const auto& [op, width, index, literal, block, location, operands] = item;
  return std::tie(op, width, index, literal, block, location, operands);
}

auto members(const Array& item) {
  const auto& [name, memory, parameter, bytes, element_bytes, element_type, layout, contents, image,
               begins_with_zeros, location] = item;
  return std::tie(name, memory, parameter, bytes, element_bytes, element_type, layout, contents, image,
                  begins_with_zeros, location);
}

auto members(const InnerIndex& item) {
  const auto& [index, count] = item;
  return std::tie(index, count);
}

auto members(const Site& item) {
  const auto& [kind, block, base, offset, arrays, bytes, component_bytes, written, scope, atomic_writes,
               atomic_reads, atomic_order, added, operation, operand, is_volatile, is_coherent, observes,
               non_temporal, in_flight, queue, number, ended, arriving, awaited, copy, element, elements,
               inside, outside, call, is_elsewhere, coordinates, inner, location] = item;
  return std::tie(kind, block, base, offset, arrays, bytes, component_bytes, written, scope, atomic_writes,
                  atomic_reads, atomic_order, added, operation, operand, is_volatile, is_coherent, observes,
                  non_temporal, in_flight, queue, number, ended, arriving, awaited, copy, element, elements,
                  inside, outside, call, is_elsewhere, coordinates, inner, location);
}

auto members(const Barrier& item) {
  const auto& [block, kind, local_fence, global_fence, image_fence, sub_group, function, same, events, event,
               taken, call, is_aligned, location] = item;
  return std::tie(block, kind, local_fence, global_fence, image_fence, sub_group, function, same, events,
                  event, taken, call, is_aligned, location);
}

auto members(const Fence& item) {
  const auto& [block, location, meeting, function, lanes, order, scope, global_memory] = item;
  return std::tie(block, location, meeting, function, lanes, order, scope, global_memory);
}

auto members(const ScanClaim& item) {
  const auto& [output, input, is_exclusive] = item;
  return std::tie(output, input, is_exclusive);
}

auto members(const Annotation& item) {
  const auto& [kind, text, block, condition, two_items, of_accesses, is_executed, is_limit, event, contract,
               open, claim, instances, site, scan, location] = item;
  return std::tie(kind, text, block, condition, two_items, of_accesses, is_executed, is_limit, event,
                  contract, open, claim, instances, site, scan, location);
}

auto members(const Snapshot& item) {
  const auto& [to, from, block, event, location] = item;
  return std::tie(to, from, block, event, location);
}

auto members(const AccessQuery& item) {
  const auto& [kind, array, block, event, annotation, at] = item;
  return std::tie(kind, array, block, event, annotation, at);
}

auto members(const Call& item) {
  const auto& [block, procedure, location] = item;
  return std::tie(block, procedure, location);
}

auto members(const Event& item) {
  const auto& [kind, index] = item;
  return std::tie(kind, index);
}

auto members(const Phi& item) {
  const auto& [value, incoming] = item;
  return std::tie(value, incoming);
}

auto members(const Block& item) {
  const auto& [predecessors, successors, condition, ends_unreachable, ends_by_return, excluded_by, phis,
               events, loop, location, name] = item;
  return std::tie(predecessors, successors, condition, ends_unreachable, ends_by_return, excluded_by, phis,
                  events, loop, location, name);
}

auto members(const Loop& item) {
  const auto& [header, latch, preheader, parent, depth, blocks, location] = item;
  return std::tie(header, latch, preheader, parent, depth, blocks, location);
}

auto members(const Parameter& item) {
  const auto& [name, type, kind, bytes, array, image, structure, structure_offset, is_const, is_restrict,
               is_volatile] = item;
  return std::tie(name, type, kind, bytes, array, image, structure, structure_offset, is_const, is_restrict,
                  is_volatile);
}

auto members(const UnsupportedItem& item) {
  const auto& [construct, location] = item;
  return std::tie(construct, location);
}

auto members(const Function& item) {
  const auto& [name, commutative] = item;
  return std::tie(name, commutative);
}

auto members(const KernelModel& item) {
  const auto& [name, language, address_bits, parameters, arrays, values, blocks, loops, sites, barriers,
               fences, calls, functions, locations, unsupported, annotations, postconditions, granted,
               queries, snapshots, required_local_size, required_sub_group_size, procedure, enabled,
               modular] = item;
  return std::tie(name, language, address_bits, parameters, arrays, values, blocks, loops, sites, barriers,
                  fences, calls, functions, locations, unsupported, annotations, postconditions, granted,
                  queries, snapshots, required_local_size, required_sub_group_size, procedure, enabled,
                  modular);
}

auto members(const ModularKernel& item) {
  const auto& [kernel, procedures] = item;
  return std::tie(kernel, procedures);
}

template <typename Type>
concept HasMembers = requires(const Type& item) { members(item); };

template <typename Type>
bool same(const Type& one, const Type& other);

template <typename Type>
bool same(const std::vector<Type>& one, const std::vector<Type>& other) {
  return std::ranges::equal(one, other, [](const Type& a, const Type& b) { return same(a, b); });
}

bool same(const std::shared_ptr<const ModularKernel>& one,
          const std::shared_ptr<const ModularKernel>& other) {
  if (one == nullptr || other == nullptr) return one == other;
  return same(*one, *other);
}

template <typename... Types>
bool all_same(const std::tuple<const Types&...>& one, const std::tuple<const Types&...>& other) {
  return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return (same(std::get<kIndex>(one), std::get<kIndex>(other)) && ...);
  }(std::index_sequence_for<Types...>());
}

template <typename Type>
bool same(const Type& one, const Type& other) {
  if constexpr (HasMembers<Type>)
    return all_same(members(one), members(other));
  else
    return one == other;
}

}  // namespace

bool equal(const KernelModel& one, const KernelModel& other) {
  return same(one, other);
}

}  // namespace launchproof::model
