// Evaluates values returned by counters (analysis::Counters).
#include <algorithm>
#include <bit>

#include "verify/access/evaluator/evaluator.h"

namespace launchproof::access {

using analysis::Counter;
using model::SiteId;
using model::ValueId;
using smt::Bits;
using smt::Term;
using symbolic::Unknown;

const Evaluator::Call* Evaluator::call(Term variable) const {
  const auto found = d_calls.find(variable);
  return found == d_calls.end() ? nullptr : &found->second;
}

std::optional<Bits> Evaluator::calls_of_group(const Counter& counter) {
  constexpr Bits kMost = Bits{1} << 62;
  Bits items = 1;
  if (d_context.facts.open.local != model::OpenSizes().local) return std::nullopt;
  for (const std::uint64_t size : d_context.facts.local_size) {
    if (items > kMost / size) return std::nullopt;
    items *= size;
  }
  Bits all = 0;
  for (const SiteId call : counter.calls) {
    Bits calls = items;
    EnvironmentId at = enter_all(d_context.kernel.sites[call].block, kOutside, d_item.tag + ".calls");
    for (; at != kOutside; at = d_context.environments.at(at).parent) {
      // Each iteration has a distinct number, so there are at most as many iterations as numbers.
      const Bits runs = d_store.unsigned_range(d_context.environments.at(at).counter).high + 1;
      if (calls > kMost / runs) return std::nullopt;
      calls *= runs;
    }
    all += calls;
  }
  return all;
}

std::optional<Bits> Evaluator::calls_of_launch(const Counter& counter) {
  std::optional<Bits> calls = calls_of_group(counter);
  for (unsigned d = 0; d < 3 && calls; ++d) {
    const Term groups = d_context.launch.groups(d);
    if (groups.is_constant() && *calls < Bits{1} << 62)
      *calls *= groups->value;
    else
      calls.reset();
  }
  return calls;
}

// Returns the initial contents of the memory plus one step for each earlier call; null if that is unknown.
Term Evaluator::counted(const Counter& counter, const model::Site& site, ValueId id,
                        EnvironmentId environment, const Unknown& why) {
  const auto width = static_cast<unsigned>(8 * counter.bytes);
  if (counter.written || counter.memory != model::Memory::Global ||
      counter.scope < model::AtomicScope::Device)
    return {};
  const std::optional<Bits> calls = calls_of_launch(counter);
  const Bits values = Bits{1} << (width - static_cast<unsigned>(std::countr_zero(counter.step)));
  if (!calls || *calls == 0 || *calls > values || !why.address) return {};
  const model::Array& array = d_context.kernel.arrays[site.arrays[0]];
  const std::uint32_t region = d_context.regions.placement(site.arrays[0]).region;
  const std::string name = "contents." + std::to_string(region) + "." + std::to_string(counter.bytes);
  d_context.unknowns.function(
      name, {verdict::Cause::ContentsNotRecorded, "the contents of `" + array.name + "` are not recorded",
             site.location, array.parameter});
  const std::vector<Term> address{why.address};
  const Term first = d_store.apply(name, address, width);
  if (*calls == 1) return first;
  const Bits most = *calls - 1;
  // One bit would be a truth value.
  const auto bits = std::max(2U, static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(most))));
  const Term before =
      unknown(id, "count", bits, environment,
              {why.cause, "how many atomics on `" + array.name + "` came before", why.location});
  d_calls.emplace(before, Call{d_context.kernel.values[id].index, environment, true});
  d_bounds.emplace(before, d_store.ule(before, d_store.bv(most, bits)));
  return d_store.add(first, d_store.mul(d_store.bv(counter.step, width), d_store.zext(before, width)));
}

}  // namespace launchproof::access
