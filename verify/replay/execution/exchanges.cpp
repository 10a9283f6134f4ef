// Functions that only part of a sub-group may call. The participants are the work-items that reach the same
// call in the same iterations of the loops around it. They are known once no work-item of the sub-group can
// continue: the waiting work-items then perform the call that comes first in the program. If only some
// work-items perform it, and they were separated and joined again before, OpenCL does not guarantee that they
// come together.
#include <algorithm>
#include <bit>
#include <cmath>

#include "verify/replay/execution/execution.h"
#include "verify/replay/execution/folds.h"
#include "verify/replay/execution/runner.h"

namespace launchproof::replay {
namespace {

constexpr std::uint64_t kMostVotes = 128;
constexpr std::uint64_t kWordBits = 64;

bool is_equal(const Exchange& what, std::uint64_t a, std::uint64_t b) {
  return with_type(what.scalar, what.bytes,
                   [&](auto type) { return value_of<decltype(type)>(a) == value_of<decltype(type)>(b); });
}

bool is_number(const Exchange& what, std::uint64_t bits) {
  if (what.scalar == 'f') return !std::isnan(value_of<float>(bits));
  return what.scalar != 'd' || !std::isnan(value_of<double>(bits));
}

bool is_float(const Exchange& what) {
  return what.scalar == 'f' || what.scalar == 'd';
}

// Returns the bits for places below `end` among the 64 places in this word.
std::uint64_t places_below(std::uint64_t end, std::uint64_t word) {
  const std::uint64_t begin = word * kWordBits;
  if (end <= begin) return 0;
  return end - begin >= kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << (end - begin)) - 1;
}

}  // namespace

std::uint64_t GroupRunner::exchange(MachineItem* item, std::uint32_t place, const Exchange& what,
                                    std::uint64_t value) {
  auto& waiting = *static_cast<Item*>(item);
  step(d_tables.barriers[place].locations);
  waiting.exchange = what;
  waiting.value = value;
  waiting.barrier = place;
  waiting.is_waiting = true;
  let_others_run(waiting);
  return waiting.value;
}

GroupRunner::Instance GroupRunner::instance_of(const Item& item) {
  Instance result{item.barrier, {}};
  for (const std::uint32_t loop : d_tables.barriers[item.barrier].loops)
    result.second.push_back(iterations(&item, loop));
  return result;
}

// Returns whether an instance comes before the other one in the program and its loops.
bool GroupRunner::comes_before(const Instance& one, const Instance& other) const {
  const std::vector<std::uint32_t>& loops = d_tables.barriers[one.first].loops;
  const std::vector<std::uint32_t>& others = d_tables.barriers[other.first].loops;
  for (std::size_t i = 0; i < loops.size() && i < others.size() && loops[i] == others[i]; ++i)
    if (one.second[i] != other.second[i]) return one.second[i] < other.second[i];
  return d_tables.barriers[one.first].order < d_tables.barriers[other.first].order;
}

GroupRunner::Meet GroupRunner::exchange_of(SubGroup& sub_group) {
  const std::span<Item> all(d_items.data() + sub_group.first, sub_group.count);
  std::vector<Item*> items;
  Instance first;
  for (Item& item : all) {
    if (item.done || !item.is_waiting || d_tables.barriers[item.barrier].kind != Meeting::Exchange) continue;
    Instance instance = instance_of(item);
    if (items.empty() || comes_before(instance, first)) {
      items.clear();
      first = std::move(instance);
    } else if (instance != first || item.mask != items.front()->mask) {
      continue;
    }
    items.push_back(&item);
  }
  if (items.empty()) return Meet::Nobody;
  const auto& locations = d_tables.barriers[first.first].locations;
  const std::string line = locations.empty() ? "" : " at line " + std::to_string(locations.front().line);
  if (std::ranges::any_of(all, &Item::left_out)) {
    stop("a function of the sub-group lacks work-items that an assumption leaves out," + line);
    return Meet::Apart;
  }
  if (items.size() < sub_group.count && !d_tables.barriers[first.first].is_parted_only) d_open_exchanges = 1;
  exchange_among(sub_group, items);
  for (Item* item : items) item->is_waiting = false;
  return Meet::Passed;
}

void GroupRunner::exchange_among(const SubGroup& sub_group, std::span<Item* const> items) {
  const Exchange& what = items.front()->exchange;
  if (what.op >= ExchangeOp::Reduce) {
    // OpenCL does not define the result for a cluster of a different size.
    const std::uint64_t size = d_launch.sub_group_size();
    const bool is_allowed = what.cluster == 0 || (std::has_single_bit(what.cluster) && what.cluster <= size);
    if (!is_allowed) d_open_exchanges = 1;
    fold_among(sub_group, items, is_allowed ? what.cluster : 0);
    return;
  }
  std::vector<const Item*> by_place(sub_group.count, nullptr);
  for (const Item* item : items) by_place[place_of(sub_group, *item)] = item;
  std::vector<std::uint64_t> results;
  results.reserve(items.size());
  const auto holds = [](const Item* item) { return static_cast<std::uint32_t>(item->value) != 0; };
  // Returns the value of the work-item at the place.
  const auto from = [&](std::uint64_t place) -> std::uint64_t {
    if (place < by_place.size() && by_place[place] != nullptr) return by_place[place]->value;
    d_open_exchanges = 1;
    return 0;
  };
  const auto is_shared = [&](const Item* item) { return item->exchange.operand == what.operand; };
  if ((what.op == ExchangeOp::From || what.op == ExchangeOp::Rotate) &&
      !std::ranges::all_of(items, is_shared))
    d_open_exchanges = 1;
  const auto votes = [&](std::uint64_t word) {
    if (sub_group.count > kMostVotes) d_open_exchanges = 1;
    std::uint64_t bits = 0;
    for (const Item* item : items) {
      const std::uint64_t place = place_of(sub_group, *item);
      if (place / kWordBits == word && holds(item)) bits |= std::uint64_t{1} << place % kWordBits;
    }
    return bits;
  };
  const auto result = [&](const Item& item) -> std::uint64_t {
    const std::uint64_t own = place_of(sub_group, item);
    const std::uint64_t operand = item.exchange.operand;
    switch (what.op) {
      case ExchangeOp::Elect:
        return &item == items.front() ? 1 : 0;
      case ExchangeOp::Any:
        return std::ranges::any_of(items, holds) ? 1 : 0;
      case ExchangeOp::All:
        return std::ranges::all_of(items, holds) ? 1 : 0;
      case ExchangeOp::AllEqual:
        return std::ranges::all_of(
                   items,
                   [&](const Item* other) { return is_equal(what, items.front()->value, other->value); })
                   ? 1
                   : 0;
      case ExchangeOp::First:
        return items.front()->value;
      case ExchangeOp::From:
      case ExchangeOp::Shuffle:
        return from(operand);
      case ExchangeOp::ShuffleXor:
        return from(own ^ operand);
      case ExchangeOp::ShuffleUp:
        return from(own - operand);
      case ExchangeOp::ShuffleDown:
        return from(own + operand);
      case ExchangeOp::Rotate: {
        const std::uint64_t size = d_launch.sub_group_size();
        const std::uint64_t cluster = what.cluster == 0 ? size : what.cluster;
        // The device decides the maximum size of a single sub-group.
        const bool is_given = what.cluster == 0 ? d_launch.group_items() >= size
                                                : std::has_single_bit(cluster) && cluster <= size;
        if (!is_given) d_open_exchanges = 1;
        return from(own - own % cluster + (own + operand) % cluster);
      }
      case ExchangeOp::Match: {
        std::uint64_t same = 0;
        for (const Item* other : items)
          if (other->value == item.value) same |= std::uint64_t{1} << place_of(sub_group, *other);
        return same;
      }
      case ExchangeOp::BallotLow:
        return votes(0);
      case ExchangeOp::BallotHigh:
        return votes(1);
      default:
        return 0;
    }
  };
  for (const Item* item : items) results.push_back(result(*item));
  for (std::size_t i = 0; i < items.size(); ++i) items[i]->value = results[i];
}

// Combines the values in the order of places, cluster by cluster.
void GroupRunner::fold_among(const SubGroup& sub_group, std::span<Item* const> items, std::uint64_t cluster) {
  const Exchange what = items.front()->exchange;
  const auto number = [&](const Item* item) {
    return cluster == 0 ? 0 : place_of(sub_group, *item) / cluster;
  };
  for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
    while (end < items.size() && number(items[end]) == number(items[begin])) ++end;
    const std::span<Item* const> some = items.subspan(begin, end - begin);
    std::vector<std::uint64_t> values;
    for (const Item* item : some) values.push_back(item->value);
    const bool is_open =
        std::ranges::any_of(values, [&](std::uint64_t value) { return !is_number(what, value); }) ||
        (what.fold == FoldOp::Mul && is_float(what));
    if (is_open) d_open_exchanges = 1;
    with_type(what.scalar, what.bytes, [&](auto type) {
      using T = decltype(type);
      if (what.fold == FoldOp::Add && !is_sum_fixed<T>(values)) d_open_exchanges = 1;
      T sum = neutral<T>(what.fold);
      for (Item* item : some) {
        const T before = sum;
        sum = fold(what.fold, sum, value_of<T>(item->value));
        item->value = bits_of(what.op == ExchangeOp::ExclusiveScan ? before : sum);
      }
      if (what.op != ExchangeOp::Reduce) return;
      for (Item* item : some) item->value = bits_of(sum);
    });
  }
}

// Returns the maximum number of places in a sub-group.
std::uint64_t GroupRunner::ballot(const MachineItem* item, BallotOp op,
                                  const std::array<std::uint64_t, 2>& votes, std::uint64_t index) {
  const std::uint64_t size = d_launch.sub_group_size();
  const std::uint64_t own = query_sub_group(whole(item), Query::SubGroupLocalId);
  const auto count = [&](std::uint64_t end) {
    const int low = std::popcount(votes[0] & places_below(end, 0));
    const int high = std::popcount(votes[1] & places_below(end, 1));
    return static_cast<std::uint64_t>(low) + static_cast<std::uint64_t>(high);
  };
  // The maximum size of a single sub-group, and its results beyond 128 places, depend on the device.
  const bool is_size_given = d_launch.group_items() >= size && size <= kMostVotes;
  const auto all = [&] {
    if (!is_size_given && count(kMostVotes) != count(std::min(d_launch.group_items(), kMostVotes)))
      d_open_exchanges = 1;
    return size;
  };
  switch (op) {
    case BallotOp::Own:
      return own < kMostVotes ? votes.at(own / kWordBits) >> own % kWordBits & 1 : 0;
    case BallotOp::Extract:
      if (index >= std::min({size, d_launch.group_items(), kMostVotes})) d_open_exchanges = 1;
      return index < kMostVotes ? votes.at(index / kWordBits) >> index % kWordBits & 1 : 0;
    case BallotOp::Count:
      return count(all());
    case BallotOp::InclusiveCount:
      return count(own + 1);
    case BallotOp::ExclusiveCount:
      return count(own);
    case BallotOp::First:
    case BallotOp::Last: {
      const std::uint64_t low = votes[0] & places_below(all(), 0), high = votes[1] & places_below(size, 1);
      if (low == 0 && high == 0) {
        d_open_exchanges = 1;
        return 0;
      }
      const bool in_low = op == BallotOp::First ? low != 0 : high == 0;
      const std::uint64_t word = in_low ? low : high;
      const auto first = static_cast<std::uint64_t>(std::countr_zero(word));
      const auto last = static_cast<std::uint64_t>(std::bit_width(word)) - 1;
      return (in_low ? 0 : kWordBits) + (op == BallotOp::First ? first : last);
    }
    case BallotOp::EqualMask:
      return places_below(own + 1, index) & ~places_below(own, index);
    case BallotOp::AtLeastMask:
    case BallotOp::AboveMask:
      if (!is_size_given) d_open_exchanges = 1;
      return places_below(size, index) & ~places_below(op == BallotOp::AboveMask ? own + 1 : own, index);
    case BallotOp::AtMostMask:
      return places_below(own + 1, index);
    case BallotOp::BelowMask:
      return places_below(own, index);
  }
  return 0;
}

}  // namespace launchproof::replay
