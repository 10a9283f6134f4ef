// What work-items of a sub-group exchange (model/exchanges.h): applications of functions that all of them
// have in common, and what each work-item's own part says of them.
#include <algorithm>
#include <tuple>

#include "verify/access/evaluator/evaluator.h"
#include "verify/model/exchanges.h"

namespace launchproof::access {

using model::kNone;
using model::MaskMeeting;
using model::Op;
using model::Value;
using model::ValueId;
using smt::Term;
using symbolic::Unknown;
using verdict::Cause;

namespace {

Term is_set(smt::TermStore& store, Term bits, Term place) {
  return store.eq(store.extract(store.lshr(bits, place), 0, 1), store.bv(1, 1));
}

}  // namespace

// Returns the value that work-items of a sub-group exchange, as a function of the instance and, for the
// operand of another work-item, of its place. At a convergence point `instance` says which time it is.
Term Evaluator::exchanged(const Value& value, ValueId id, EnvironmentId environment, const std::string& name,
                          std::vector<Term> instance) {
  const bool is_of_all = value.op == Op::Collective;
  const std::uint64_t what = is_of_all ? value.literal : model::what_of(value.literal);
  const std::uint64_t fence = is_of_all ? 0 : model::fence_of(value.literal);
  const std::vector<ValueId>& taken =
      is_of_all ? d_context.kernel.barriers[value.index].taken : value.operands;
  const Unknown why{
      Cause::CollectiveResult,
      is_of_all ? "a value that no work-item passes" : "what the work-items of a sub-group exchange",
      value.location};
  const bool is_of_present = what == model::kVotesOfThosePresent;
  if (!is_of_all) {
    // Those that a mask names may come in different iterations, unless these are a part of what is shown.
    const MaskMeeting meeting = fence == 0 ? MaskMeeting::None : d_context.kernel.fences[fence - 1].meeting;
    const bool in_loop = d_context.kernel.blocks[value.block].loop != kNone;
    if (meeting == MaskMeeting::NotShown || (meeting == MaskMeeting::Shown && in_loop))
      return unknown(id, "exchange", value.width, environment, why);
    d_context.unknowns.function(name, why);
    if (!is_of_present)
      for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent)
        instance.push_back(d_context.environments.at(e).counter);
    instance.push_back(d_item.division->value(model::SubGroupValue::Id));
  }
  const Term mask = fence == 0 ? Term() : this->value(taken.back(), environment);
  if (mask) instance.push_back(mask);
  if (is_of_present)
    // Stands for the set of work-items that this one is together with.
    instance.push_back(unknown(id, "together", 32, environment, why));
  else if (what == model::kMatchingPlaces || what == model::kOfOtherPlace)
    instance.push_back(this->value(taken[what == model::kOfOtherPlace ? 2 : 0], environment));
  const Term given = d_store.apply(name, instance, value.width);
  if (what == model::kOneForMask) return given;
  d_exchanged.emplace(given, std::pair(id, environment));
  if (what != model::kOfOtherPlace) return given;
  // No work-item passes a value for a place that has no work-item, or whose work-item has ended, or that
  // the mask does not name. Each reader may find a different value there.
  const Term place = instance.back();
  const Term nothing = unknown(id, "absent", value.width, environment, why);
  if (is_of_all && may_have_ended_before(d_context.kernel.barriers[value.index].block)) return nothing;
  Term is_there = d_store.ult(place, this->value(taken[3], environment));
  if (mask) is_there = d_store.and_(is_there, is_set(d_store, mask, place));
  return d_store.ite(is_there, given, nothing);
}

// Returns what the work-item's own part says of the result of an exchange, its own or another work-item's.
Term Evaluator::own_part(Term given) {
  // This work-item's other results of the same function.
  std::vector<std::tuple<ValueId, EnvironmentId, Term>> others;
  for (const auto& [mine, made] : d_exchanged)
    if (mine != given && mine->name == given->name) others.emplace_back(made.first, made.second, mine);
  std::ranges::sort(others, [](const auto& a, const auto& b) {
    return std::pair(std::get<0>(a), std::get<1>(a)) < std::pair(std::get<0>(b), std::get<1>(b));
  });
  std::vector<Term> facts;
  for (const auto& [id, environment, mine] : others) {
    const Value& value = d_context.kernel.values[id];
    const std::uint64_t what = value.op == Op::Collective ? 0 : model::what_of(value.literal);
    const bool is_of_present = what == model::kVotesOfThosePresent;
    // Those that are together need not be in one iteration.
    if (what != model::kMatchingPlaces &&
        !(is_of_present && d_context.kernel.blocks[value.block].loop == kNone))
      continue;
    const std::size_t before = mine->operands.size() - 1 - (model::fence_of(value.literal) == 0 ? 0 : 1);
    std::vector<Term> is_named, same{reach(value.block, environment)};
    for (std::size_t i = 0; i < mine->operands.size(); ++i)
      (i < before ? is_named : same).push_back(d_store.eq(mine->operands[i], given->operands[i]));
    // No work-item is named by two results.
    const Term apart = d_store.eq(d_store.bvand(given, mine), d_store.bv(0, value.width));
    std::vector<Term> is_same(same.begin() + 1, same.end());
    facts.push_back(d_store.implies(d_store.and_(is_named), d_store.or_(d_store.and_(is_same), apart)));
    // A work-item whose place the result names reaches the function too, and gets the same result.
    is_named.push_back(is_set(d_store, given, this->value(value.operands[1], environment)));
    facts.push_back(d_store.implies(d_store.and_(is_named), d_store.and_(same)));
  }
  const auto found = d_exchanged.find(given);
  if (found == d_exchanged.end()) return d_store.and_(facts);
  const auto [id, environment] = found->second;
  const Value& value = d_context.kernel.values[id];
  const bool is_of_all = value.op == Op::Collective;
  const std::uint64_t what = is_of_all ? value.literal : model::what_of(value.literal);
  const std::vector<ValueId>& taken =
      is_of_all ? d_context.kernel.barriers[value.index].taken : value.operands;
  const Term place = this->value(taken[1], environment);
  const Term own = this->value(taken[0], environment);
  const Term comes =
      reach(is_of_all ? d_context.kernel.barriers[value.index].block : value.block, environment);
  Term fact;
  if (what == model::kMatchingPlaces) {
    fact = is_set(d_store, given, place);
  } else if (what == model::kOfOtherPlace) {
    std::vector<Term> instance(given->operands.begin(), given->operands.end());
    instance.back() = place;
    fact = d_store.eq(d_store.apply(std::string(given->name), instance, value.width), own);
  } else {
    fact = d_store.eq(is_set(d_store, given, place), own);
  }
  facts.push_back(d_store.implies(comes, fact));
  return d_store.and_(facts);
}

// Returns the sum as a function of the place, the same for the whole group. PrefixSums says more of it.
Term Evaluator::sum_of_places(const Value& value, ValueId id, EnvironmentId environment,
                              std::vector<Term> instance) {
  constexpr unsigned kWide = 64;
  const model::Barrier& point = d_context.kernel.barriers[value.index];
  Term place;
  if (point.is_of_sub_group()) {
    instance.push_back(d_item.division->value(model::SubGroupValue::Id));
    place = d_store.zext(d_item.division->value(model::SubGroupValue::LocalId), kWide);
  } else {
    place = d_store.zext(d_item.local_id[2], kWide);
    for (const unsigned d : {1U, 0U})
      place = d_store.add(d_store.mul(place, d_store.zext(d_item.local_size[d], kWide)),
                          d_store.zext(d_item.local_id[d], kWide));
  }
  instance.push_back(place);
  const std::string name = d_item.group_tag + ".places." + std::to_string(id);
  d_context.unknowns.function(name,
                              {Cause::CollectiveResult, "the result of " + point.function, value.location});
  const Term result = d_store.apply(name, instance, value.width);
  d_scanned.emplace(result, Scanned{id, environment});
  return result;
}

const Evaluator::Scanned* Evaluator::scanned(Term application) const {
  const auto found = d_scanned.find(application);
  return found == d_scanned.end() ? nullptr : &found->second;
}

bool Evaluator::may_have_ended_before(model::BlockId point) const {
  const analysis::FlowGraph& graph = d_context.graph;
  const std::vector<model::Block>& blocks = d_context.kernel.blocks;
  // In a loop, others may continue to a later iteration.
  const bool in_loop = blocks[point].loop != kNone;
  for (model::BlockId block = 0; block < blocks.size(); ++block)
    if (blocks[block].ends_by_return && (in_loop || !graph.dominates(kNone, point, graph.node(kNone, block))))
      return true;
  return false;
}

}  // namespace launchproof::access
