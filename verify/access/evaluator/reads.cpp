// Evaluates reads of memory that the launch also writes. They have one value for each address and barrier
// interval of the group, or of the launch where it has barriers of the grid, unless the work-item itself
// wrote there earlier in the interval (analysis::StableReads explains why).
#include <algorithm>

#include "verify/access/evaluator/evaluator.h"
#include "verify/symbolic/terms/operation.h"

namespace launchproof::access {

using model::kNone;
using model::LoopId;
using model::SiteId;
using model::Value;
using model::ValueId;
using smt::Term;
using symbolic::from_bits;
using symbolic::Unknown;

namespace {
constexpr std::size_t kMostWrites = 6;  // number of writes before a read that are examined
}  // namespace

Term Evaluator::address(SiteId site, EnvironmentId environment) {
  const model::Site& at = d_context.kernel.sites[site];
  const Term offset = value(at.offset, environment);
  return d_store.add(offset, d_store.bv(d_context.regions.placement(at.arrays[0]).origin, offset.width()));
}

Term Evaluator::shared_read(const Value& value, ValueId id, const model::Site& site,
                            EnvironmentId environment, const Unknown& why) {
  const auto& earlier = d_context.stable.earlier_writes(value.index);
  const auto plain = [&] { return unknown(id, "read", value.width, environment, why); };
  if (!earlier.empty()) {
    if (earlier.size() > kMostWrites) return plain();
    // Which writes come before is asked once, but not for values that depend on earlier writes.
    for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent)
      if (d_before.contains(e)) return plain();
  }
  const std::uint32_t region = d_context.regions.placement(site.arrays[0]).region;
  const Term offset = address(value.index, environment);
  std::vector<Term> arguments{
      d_store.add(offset, d_store.bv(smt::Bits{value.literal} * site.component_bytes, offset.width()))};
  // Between two barriers of the grid, no group writes what another one reads.
  const bool is_of_grid = d_context.kernel.arrays[site.arrays[0]].memory != model::Memory::Local &&
                          model::barrier_of_grid(d_context.kernel) != nullptr;
  std::string name = (is_of_grid ? "grid" : d_item.group_tag) + ".interval." + std::to_string(region) + "." +
                     std::to_string(d_context.stable.interval(value.index)) + "." +
                     std::to_string(site.component_bytes);
  for (EnvironmentId e = environment; e != kOutside; e = d_context.environments.at(e).parent) {
    const Environment& here = d_context.environments.at(e);
    if (!d_context.stable.counts(here.loop, value.index)) continue;
    arguments.push_back(here.counter);
    name += "." + std::to_string(here.loop);
  }
  d_context.unknowns.function(name, {why.cause, why.detail, why.location});
  const Term shared =
      from_bits(d_store, d_store.apply(name, arguments, site.component_bytes * 8), value.width);
  if (earlier.empty()) return shared;
  const Term own =
      d_store.bool_var(d_item.tag + ".own." + std::to_string(id) + "." + std::to_string(environment));
  d_own_writes.emplace(own, std::pair{value.index, environment});
  d_made_in.emplace(own, environment);
  return d_store.ite(own, plain(), shared);
}

Term Evaluator::own_value(const Value& value, EnvironmentId environment) {
  const SiteId last = d_context.stable.last_write(value.index);
  if (last == kNone) return {};
  const model::Site& from = d_context.kernel.sites[last];
  const EnvironmentId there = restrict(environment, d_context.kernel.blocks[from.block].loop);
  if (address(last, there) != address(value.index, environment)) return {};
  return from_bits(d_store, this->value(from.written[value.literal], there), value.width);
}

// Returns the condition that some write of the same work-item comes before the read in its interval and
// touches its bytes.
Term Evaluator::wrote_before(SiteId read, EnvironmentId environment) {
  const model::Site& to = d_context.kernel.sites[read];
  const Term target = address(read, environment);
  const unsigned width = target.width();
  std::vector<Term> ways;
  for (const analysis::EarlierWrite& earlier : d_context.stable.earlier_writes(read)) {
    const model::Site& from = d_context.kernel.sites[earlier.site];
    std::vector<Term> parts;
    EnvironmentId inside = kOutside;
    bool same = true;  // in the same iterations as the read so far
    for (const LoopId loop : d_context.graph.chain(d_context.kernel.blocks[from.block].loop)) {
      const EnvironmentId its = restrict(environment, loop);
      const bool around = d_context.environments.at(its).loop == loop;  // the read, too
      const bool again = std::ranges::find(earlier.again, loop) != earlier.again.end();
      if (same && around && !again) {
        inside = its;
        continue;
      }
      const std::string name = d_item.tag + ".before." + std::to_string(earlier.site) + "." +
                               std::to_string(read) + "." + std::to_string(environment) + "." +
                               std::to_string(loop);
      const Term iteration = counter(loop, inside, name);
      if (same && around) parts.push_back(d_store.ule(iteration, d_context.environments.at(its).counter));
      inside = d_context.environments.enter(inside, loop, iteration);
      d_before.insert(inside);
      same = false;
    }
    parts.push_back(reach(from.block, inside));
    if (from.arrays.size() == 1 && from.arrays[0] != 0) {
      const Term distance = d_store.sub(address(earlier.site, inside), target);
      parts.push_back(d_store.or_(d_store.ult(distance, d_store.bv(to.bytes, width)),
                                  d_store.ult(d_store.neg(distance), d_store.bv(from.bytes, width))));
    }
    ways.push_back(d_store.and_(parts));
  }
  return d_store.or_(ways);
}

}  // namespace launchproof::access
