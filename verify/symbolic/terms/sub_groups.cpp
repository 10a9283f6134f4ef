#include "verify/symbolic/terms/sub_groups.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace launchproof::symbolic {
namespace {

using model::SubGroupMapping;
using model::SubGroupValue;
using smt::Term;
using smt::TermStore;

constexpr unsigned kWidth = 32;
// Larger groups have no position, so that products of smaller numbers do not wrap.
constexpr std::uint64_t kMostPositions = 1U << 16U;
constexpr const char* kSizeInWords = "the size of sub-groups (--sub-group-size)";
constexpr const char* kSizeOfOnlyInWords = "the maximum size of sub-groups in a group that is one sub-group";
constexpr const char* kPlaceInWords =
    "which sub-group the device puts a work-item into, and where (--sub-group-mapping)";
constexpr const char* kCountInWords =
    "into how many sub-groups the device divides a group (--sub-group-size)";

// Number of work-items in a full group; 0: left open, or more than kMostPositions.
std::uint64_t items_of_full_group(const model::LaunchFacts& facts) {
  std::uint64_t items = 1;
  for (unsigned d = 0; d < 3; ++d) {
    if (facts.open.local[d] != 0) return 0;
    items *= std::min(facts.local_size[d], kMostPositions + 1);
    if (items > kMostPositions) return 0;
  }
  return items;
}

bool has_uniform_groups(const model::LaunchFacts& facts) {
  for (unsigned d = 0; d < 3; ++d)
    if (facts.open.groups[d] == 0 && facts.local_size[d] != 0 &&
        facts.global_size[d] % facts.local_size[d] != 0)
      return false;
  return true;
}

Term to_width(TermStore& store, Term term) {
  return term.width() > kWidth ? store.trunc(term, kWidth) : store.zext(term, kWidth);
}

class Divider {
 public:
  Divider(TermStore& store, const model::KernelModel& kernel, const model::LaunchFacts& facts,
          const WorkItem& item)
      : d_store(store), d_facts(facts), d_item(item), d_full(items_of_full_group(facts)) {
    for (const model::Value& value : kernel.values)
      if (value.op == model::Op::SubGroup && value.index < d_asked.size()) d_asked.at(value.index) = true;
  }

  Division divide() {
    if (d_full == 0)
      divide_open_group();
    else
      divide_group();
    return std::move(d_result);
  }

 private:
  Term number(std::uint64_t value) { return d_store.bv(value, kWidth); }
  Term& value(SubGroupValue what) { return d_result.values.at(static_cast<std::size_t>(what)); }
  bool asks(SubGroupValue what) const { return d_asked.at(static_cast<std::size_t>(what)); }
  void require(Term term) {
    if (!term.is_true()) d_result.constraints.push_back(term);
  }

  // Returns a variable that is at most `most`.
  Term variable(const std::string& owner, const char* name, std::uint64_t most, const char* detail) {
    if (most == 0) return number(0);
    const unsigned bits = std::min(static_cast<unsigned>(std::bit_width(most)), kWidth);
    const Term term = d_store.bv_var(owner + ".sub_group." + name, bits);
    d_result.variables.push_back({term, detail});
    if (!std::has_single_bit(most + 1)) require(d_store.ule(term, d_store.bv(most, bits)));
    return bits == kWidth ? term : d_store.zext(term, kWidth);
  }

  // Returns the linear local id of the work-item.
  Term linear_id() {
    const Term plane = d_store.add(d_item.local_id[1], d_store.mul(d_item.local_size[1], d_item.local_id[2]));
    const Term linear = d_store.add(d_item.local_id[0], d_store.mul(d_item.local_size[0], plane));
    return to_width(d_store, linear);
  }

  Term items_of_group() {
    return to_width(
        d_store, d_store.mul(d_item.local_size[0], d_store.mul(d_item.local_size[1], d_item.local_size[2])));
  }

  // Returns ceil(items / maximum). The count is a variable if the maximum is one.
  Term count(Term items, std::uint64_t most, const std::string& owner, const char* name) {
    const Term maximum = value(SubGroupValue::MaximumSize);
    if (d_is_whole) return number(1);
    if (maximum.is_constant())
      return d_store.udiv(d_store.add(items, d_store.sub(maximum, number(1))), maximum);
    const Term count = variable(owner, name, most, kCountInWords);
    const Term before_last = d_store.mul(d_store.sub(count, number(1)), maximum);
    require(d_store.ule(number(1), count));
    // Below `items`, nothing wraps.
    require(d_store.ite(
        d_store.ule(items, maximum), d_store.eq(count, number(1)),
        d_store.and_(d_store.ult(before_last, items), d_store.ule(items, d_store.mul(count, maximum)))));
    return count;
  }

  void choose_maximum() {
    const std::uint64_t stated = d_facts.sub_groups.size;
    Term& maximum = value(SubGroupValue::MaximumSize);
    d_is_whole = stated >= d_full;
    if (stated != 0 && stated <= d_full) {
      maximum = number(stated);
      return;
    }
    maximum = variable("launch", "maximum_size", stated == 0 ? UINT32_MAX : stated,
                       stated == 0 ? kSizeInWords : kSizeOfOnlyInWords);
    require(d_store.ule(number(stated == 0 ? 1 : d_full), maximum));
  }

  void divide_group() {
    const Term items = items_of_group();
    d_result.is_position_given = d_facts.sub_groups.mapping == SubGroupMapping::Linear;
    choose_maximum();
    const Term maximum = value(SubGroupValue::MaximumSize);
    Term& id = value(SubGroupValue::Id);
    Term& place = value(SubGroupValue::LocalId);
    Term& position = d_result.position;
    if (d_result.is_position_given)
      position = linear_id();
    else if (maximum.is_constant() || d_is_whole)
      position = variable(d_item.tag, "position", d_full - 1, kPlaceInWords);
    if (d_is_whole) {
      id = number(0);
      place = position;
    } else if (maximum.is_constant()) {
      id = d_store.udiv(position, maximum);
      place = d_store.urem(position, maximum);
    } else {
      id = variable(d_item.tag, "id", d_full - 1, kPlaceInWords);
      place = variable(d_item.tag, "local_id", d_full - 1, kPlaceInWords);
      // Nothing wraps: beyond the first sub-group, the maximum is below the number of work-items.
      require(d_store.or_(d_store.ult(maximum, items), d_store.eq(id, number(0))));
      require(d_store.ult(place, maximum));
      const Term sum = d_store.add(d_store.mul(id, maximum), place);
      if (d_result.is_position_given)
        require(d_store.eq(sum, position));
      else
        position = sum;
    }
    if (!d_result.is_position_given) require(d_store.ult(position, items));
    value(SubGroupValue::Size) = maximum;
    if (asks(SubGroupValue::Size)) {
      const Term rest = d_store.sub(items, d_store.mul(id, maximum));
      value(SubGroupValue::Size) =
          d_is_whole ? items : d_store.ite(d_store.ule(maximum, rest), maximum, rest);
      if (items.is_constant() && maximum.is_constant() && items->value % maximum->value == 0)
        value(SubGroupValue::Size) = maximum;
      require(d_store.ult(place, value(SubGroupValue::Size)));
    }
    for (const SubGroupValue what : {SubGroupValue::Count, SubGroupValue::EnqueuedCount}) {
      value(what) = number(0);
      if (!asks(what)) continue;
      const bool of_launch = what == SubGroupValue::EnqueuedCount || has_uniform_groups(d_facts);
      value(what) = count(of_launch ? number(d_full) : items, d_full,
                          of_launch ? std::string("launch") : d_item.group_tag, "count");
      if (what == SubGroupValue::Count) require(d_store.ult(id, value(what)));
    }
  }

  // Products with the size of the group may wrap, and are omitted.
  void divide_open_group() {
    const auto any = [&](const std::string& owner, const char* name, const char* detail) {
      return variable(owner, name, UINT32_MAX, detail);
    };
    value(SubGroupValue::LocalId) = any(d_item.tag, "local_id", kPlaceInWords);
    value(SubGroupValue::Id) = any(d_item.tag, "id", kPlaceInWords);
    value(SubGroupValue::Size) = any(d_item.tag, "size", kSizeInWords);
    value(SubGroupValue::Count) = any(d_item.group_tag, "count", kCountInWords);
    value(SubGroupValue::MaximumSize) = any("launch", "maximum_size", kSizeInWords);
    value(SubGroupValue::EnqueuedCount) = any("launch", "enqueued_count", kCountInWords);
    for (const SubGroupValue what : {SubGroupValue::Size, SubGroupValue::Count, SubGroupValue::EnqueuedCount})
      require(d_store.ule(number(1), value(what)));
    if (d_facts.sub_groups.size != 0)
      require(d_store.ule(value(SubGroupValue::MaximumSize), number(d_facts.sub_groups.size)));
    require(d_store.ule(value(SubGroupValue::Size), value(SubGroupValue::MaximumSize)));
    require(d_store.ult(value(SubGroupValue::LocalId), value(SubGroupValue::Size)));
    require(d_store.ult(value(SubGroupValue::Id), value(SubGroupValue::Count)));
    // If only one size is open, it is the group's.
    const auto is_open = [](Term size) { return !size.is_constant(); };
    if (std::ranges::count_if(d_item.local_size, is_open) != 1) return;
    const Term open = *std::ranges::find_if(d_item.local_size, is_open);
    const Term items =
        d_store.mul(d_item.local_size[0], d_store.mul(d_item.local_size[1], d_item.local_size[2]));
    if (items != open) return;
    for (const SubGroupValue what : {SubGroupValue::Size, SubGroupValue::Count})
      require(d_store.ule(value(what), to_width(d_store, items)));
  }

  TermStore& d_store;
  const model::LaunchFacts& d_facts;
  const WorkItem& d_item;
  std::uint64_t d_full;     // work-items of a full group; 0: unknown
  bool d_is_whole = false;  // the group is one sub-group
  std::array<bool, 6> d_asked{};
  Division d_result;
};

}  // namespace

Division divide(TermStore& store, const model::KernelModel& kernel, const model::LaunchFacts& facts,
                const WorkItem& item) {
  return Divider(store, kernel, facts, item).divide();
}

Term same_sub_group(TermStore& store, const WorkItem& a, const WorkItem& b) {
  return store.eq(a.division->value(SubGroupValue::Id), b.division->value(SubGroupValue::Id));
}

Term divided_alike(TermStore& store, const WorkItem& a, const WorkItem& b) {
  if (a.division->is_position_given) return store.true_();
  const Term different = different_local_ids(store, a, b);
  if (a.division->position && b.division->position)
    return store.eq(different, store.distinct(a.division->position, b.division->position));
  const auto differ = [&](SubGroupValue what) {
    return store.distinct(a.division->value(what), b.division->value(what));
  };
  const Term apart = store.and_(differ(SubGroupValue::LocalId), store.not_(differ(SubGroupValue::Size)));
  return store.implies(different, store.or_(differ(SubGroupValue::Id), apart));
}

}  // namespace launchproof::symbolic
