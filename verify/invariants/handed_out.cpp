#include "verify/invariants/handed_out.h"

#include <algorithm>
#include <array>
#include <bit>

#include "verify/access/operation.h"

namespace launchproof::invariants {

using analysis::Counter;
using model::kNone;
using model::SiteId;
using smt::Bits;
using smt::Term;

namespace {

constexpr unsigned kByteBits = 8;
constexpr unsigned kCallBits = 32;

// Each work-item calls once at each place, which is no loop's.
bool is_called_once(const model::KernelModel& kernel, const Counter& counter) {
  return std::ranges::all_of(
      counter.calls, [&](SiteId call) { return kernel.blocks[kernel.sites[call].block].loop == kNone; });
}

// There are not more calls than the count has values.
bool comes_not_round(const Setting& setting, const Counter& counter) {
  const Bits most =
      Bits{1} << (kByteBits * counter.bytes - static_cast<unsigned>(std::countr_zero(counter.step)));
  Bits calls = counter.calls.size();
  for (unsigned d = 0; d < 3; ++d) {
    calls *= setting.facts.local_size[d];
    if (calls > most) return false;
    if (counter.memory == model::Memory::Local) continue;
    const Term groups = setting.launch.groups(d);
    if (!groups.is_constant()) return false;
    calls *= groups->value;
    if (calls > most) return false;
  }
  return true;
}

}  // namespace

Term handed_out(const Setting& setting, Pairing pairing, Values& values, SiteId call, FrameId frame,
                unsigned who) {
  smt::TermStore& store = setting.store;
  const model::KernelModel& kernel = setting.kernel;
  const Counter* const counter = setting.counters == nullptr ? nullptr : setting.counters->of(call);
  if (counter == nullptr || pairing == Pairing::One || counter->renewed) return store.true_();
  const bool is_same_group = pairing == Pairing::SameGroup;
  const model::AtomicScope needed =
      is_same_group ? model::AtomicScope::WorkGroup : model::AtomicScope::Device;
  if ((counter->memory == model::Memory::Local && !is_same_group) || counter->scope < needed ||
      setting.facts.open.any() || !is_called_once(kernel, *counter) || !comes_not_round(setting, *counter))
    return store.true_();
  const model::Site& site = kernel.sites[call];
  const auto found = std::ranges::find_if(kernel.values, [&](const model::Value& value) {
    return value.op == model::Op::Read && value.index == call;
  });
  if (found == kernel.values.end()) return store.true_();  // nobody looks at it
  const Term offset = values.value(site.offset, frame, who);
  const analysis::Placement& place = setting.regions.placement(site.arrays[0]);
  const Term address = store.add(offset, store.bv(place.origin, offset.width()));
  if (store.trailing_zeros(address) < static_cast<unsigned>(std::countr_zero(counter->bytes)))
    return store.true_();
  const auto id = static_cast<model::ValueId>(found - kernel.values.begin());
  const Term value = access::to_bits(store, values.value(id, frame, who));
  const std::array<Term, 2> found_there{address, value};
  const Term owner =
      store.apply("handed.out." + std::to_string(place.region) + "." + std::to_string(value.width()),
                  found_there, kCallBits);
  return store.eq(owner, store.bv(call * values.items() + who, kCallBits));
}

}  // namespace launchproof::invariants
