// Evaluates queries of annotations about accesses that were made: for each kind and array, one access is
// chosen, or none.
#include <algorithm>

#include "verify/access/evaluator/evaluator.h"

namespace launchproof::access {

using model::kNone;
using model::LoopId;
using smt::Term;
using verdict::Cause;

Term Evaluator::accessed(const model::Value& value, EnvironmentId environment) {
  const model::AccessQuery& query = d_context.kernel.queries[value.index];
  const EnvironmentId at = at_block(d_context.kernel.annotations[query.annotation].block, environment);
  const std::string name = d_item.tag + ".accessed." + std::to_string(query.annotation) + "." +
                           std::to_string(static_cast<unsigned>(query.kind)) + "." +
                           std::to_string(query.array) + "." + std::to_string(at);
  const Term chosen =
      value.width == 1 ? d_store.bool_var(name) : d_store.bv_var(name + ".offset", value.width);
  d_accessed.emplace(chosen, std::pair{value.index, at});
  d_made_in.emplace(chosen, at);
  return chosen;
}

// Returns the facts about the choice: it is an access that was made, or none. A marker represents the case
// that none is chosen although an access was made, since the formula does not say when an access was made.
Term Evaluator::chosen_access(std::uint32_t number, EnvironmentId environment, bool since_barrier) {
  const model::AccessQuery& query = d_context.kernel.queries[number];
  const model::Annotation& annotation = d_context.kernel.annotations[query.annotation];
  const unsigned bits = d_context.kernel.address_bits;
  model::Value asked;
  asked.index = number;
  asked.width = 1;
  const Term chosen = accessed(asked, environment);
  asked.width = static_cast<std::uint16_t>(bits);
  const Term offset = accessed(asked, environment);
  const std::string name = chosen->name;
  const bool since = since_barrier || d_context.kernel.arrays[query.array].memory == model::Memory::Local;
  const auto open = [&](const std::string& which, const std::string& detail) {
    return d_context.unknowns.marker(name + which, {Cause::AnnotationNotJudged, detail, annotation.location});
  };
  const std::string& array = d_context.kernel.arrays[query.array].name;
  if (d_context.regions.placement(query.array).region == kNone)
    return open("", "what accesses there were to `" + array + "`");
  const std::vector<analysis::EarlierAccess> all =
      analysis::earlier_accesses(d_context.graph, d_context.regions, query, since);
  constexpr std::size_t kMostAccesses = 40;
  if (all.size() > kMostAccesses)
    return open("", "accesses to `" + array + "`, which are too many to be looked at one by one");
  if (all.empty()) return d_store.not_(chosen);
  std::vector<Term> ways;
  const Term unordered =
      open(".unordered", "that no barrier lies between an access to `" + array + "` and the annotation");
  ways.reserve(all.size());
  for (const analysis::EarlierAccess& earlier : all)
    ways.push_back(chosen_from(earlier, query, environment, offset, unordered));
  const Term none = open(".none", "that there was no access to `" + array + "`");
  return d_store.and_(d_store.implies(chosen, d_store.or_(ways)), d_store.or_(chosen, none));
}

// Returns the condition that the access was made and that one of its components is at `offset` in the array.
Term Evaluator::chosen_from(const analysis::EarlierAccess& earlier, const model::AccessQuery& query,
                            EnvironmentId environment, Term offset, Term unordered) {
  const model::Site& site = d_context.kernel.sites[earlier.site];
  const LoopId own = d_context.kernel.blocks[site.block].loop;
  const LoopId common = d_context.graph.common(own, d_context.environments.at(environment).loop);
  std::vector<Term> parts;
  std::vector<Term> first;  // only the code that follows lies in between
  const auto is_ordering = [&](LoopId loop) {
    return std::ranges::find(earlier.ordering, loop) != earlier.ordering.end();
  };
  const LoopId shared = earlier.back == kNone ? common : earlier.back;
  for (EnvironmentId e = environment; d_context.environments.at(e).loop != shared;
       e = d_context.environments.at(e).parent) {
    const Environment& at = d_context.environments.at(e);
    first.push_back(d_store.eq(at.counter, d_store.bv(0, 64)));
    if (is_ordering(at.loop)) parts.push_back(first.back());
  }
  EnvironmentId inside = kOutside;
  bool same = true;  // in the same iterations as the annotation so far
  for (const LoopId loop : d_context.graph.chain(own)) {
    const bool around = d_context.graph.encloses(loop, common);
    if (same && around && loop != earlier.back) {
      inside = restrict(environment, loop);
      continue;
    }
    const Term iteration = counter(loop, inside,
                                   d_item.tag + ".earlier." + std::to_string(earlier.site) + "." +
                                       std::to_string(query.annotation) + "." + std::to_string(earlier.back) +
                                       "." + std::to_string(environment) + "." + std::to_string(loop));
    if (same && around) {
      const Term now = d_context.environments.at(restrict(environment, loop)).counter;
      parts.push_back(d_store.ult(iteration, now));
      first.push_back(d_store.eq(d_store.add(iteration, d_store.bv(1, 64)), now));
      if (is_ordering(loop)) parts.push_back(first.back());
    }
    inside = d_context.environments.enter(inside, loop, iteration);
    d_before.insert(inside);
    same = false;
  }
  parts.push_back(reach(site.block, inside));
  if (earlier.may_be_ordered)
    parts.push_back(earlier.unordered_at_first ? d_store.or_(unordered, d_store.and_(first)) : unordered);
  const Term start = value(site.offset, inside);
  std::vector<Term> places;
  for (const model::ArrayId array : site.arrays) {
    const analysis::Placement& place = d_context.regions.placement(array);
    const analysis::Placement& asked = d_context.regions.placement(query.array);
    if (array == 0 || place.region != asked.region) continue;
    std::vector<Term> components;
    for (std::uint32_t byte = 0; byte < site.bytes; byte += site.component_bytes)
      components.push_back(d_store.eq(
          offset,
          d_store.add(start, d_store.bv(smt::Bits{place.origin} - asked.origin + byte, start.width()))));
    Term here = d_store.or_(components);
    if (site.arrays.size() > 1) {
      const Term base = value(site.base, inside);
      here = d_store.and_(here, d_store.eq(base, d_store.bv(array, base.width())));
    }
    places.push_back(here);
  }
  parts.push_back(d_store.or_(places));
  if (site.inside != kNone) parts.push_back(value(site.inside, inside));
  if (site.copy != kNone)
    parts.push_back(d_context.unknowns.marker(
        d_item.tag + ".copied." + std::to_string(earlier.site),
        {Cause::AnnotationNotJudged, "which work-item's access one of an asynchronous copy is",
         site.location}));
  return d_store.and_(parts);
}

}  // namespace launchproof::access
