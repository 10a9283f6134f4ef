#include "verify/two_thread/terms/tickets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "verify/symbolic/terms/operation.h"

namespace launchproof::two_thread {

using analysis::Counter;
using model::SiteId;
using smt::Bits;
using smt::Term;

namespace {

constexpr unsigned kOwnerBits = 32;

// Returns the number of work-items that may call at one address, or nothing if it is unknown.
std::optional<Bits> callers(const Setting& setting, const Counter& counter) {
  Bits items = 1;
  for (unsigned d = 0; d < 3; ++d) {
    items *= setting.facts.local_size[d];
    if (counter.memory == model::Memory::Local) continue;
    const Term groups = setting.launch.groups(d);
    if (!groups.is_constant() || items > (Bits{1} << 62)) return std::nullopt;
    items *= groups->value;
  }
  return items;
}

// Returns whether all values that it returns at one address are different.
bool hands_out_each_once(const Setting& setting, Pairing pairing, const Counter& counter) {
  const bool is_same_group = pairing == Pairing::SameGroup;
  const model::AtomicScope needed =
      is_same_group ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
  if (pairing == Pairing::One || counter.renewed || counter.scope < needed || setting.facts.open.any() ||
      (counter.memory == model::Memory::Local && !is_same_group))
    return false;
  const std::optional<Bits> items = callers(setting, counter);
  return items && setting.counted_calls->are_apart(counter, *items);
}

}  // namespace

Term found_by(const Setting& setting, Pairing pairing, Values& values, SiteId call, Term value, FrameId frame,
              unsigned who) {
  smt::TermStore& store = setting.store;
  const Counter* const counter = setting.counters == nullptr ? nullptr : setting.counters->of(call);
  if (counter == nullptr || !hands_out_each_once(setting, pairing, *counter)) return store.true_();
  const model::Site& site = setting.kernel.sites[call];
  const Term offset = values.value(site.offset, frame, who);
  const analysis::Placement& place = setting.regions.placement(site.arrays[0]);
  const Term address = store.add(offset, store.bv(place.origin, offset.width()));
  if (store.trailing_zeros(address) < static_cast<unsigned>(std::countr_zero(counter->bytes)))
    return store.true_();
  const std::array<Term, 2> found_there{address, symbolic::to_bits(store, value)};
  const Term owner =
      store.apply("handed.out." + std::to_string(place.region) + "." + std::to_string(found_there[1].width()),
                  found_there, kOwnerBits);
  return store.eq(owner, store.bv(who, kOwnerBits));
}

Term ticket_fact(const Setting& setting, Pairing pairing, Values& values, SiteId call, FrameId frame,
                 unsigned who) {
  const model::KernelModel& kernel = setting.kernel;
  if (setting.counters == nullptr || setting.counters->of(call) == nullptr) return setting.store.true_();
  const auto found = std::ranges::find_if(kernel.values, [&](const model::Value& value) {
    return value.op == model::Op::Read && value.index == call;
  });
  if (found == kernel.values.end()) return setting.store.true_();  // nobody examines it
  const auto id = static_cast<model::ValueId>(found - kernel.values.begin());
  return found_by(setting, pairing, values, call, values.value(id, frame, who), frame, who);
}

}  // namespace launchproof::two_thread
