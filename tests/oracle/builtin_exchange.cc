// Implements the exchange of values between work-items of a sub-group, by all of them or by some.
#include <algorithm>
#include <bit>
#include <limits>
#include <map>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;
using Exchange = std::function<void(Gathering&)>;
using Join = std::function<Word(const ScalarType&, Word, Word)>;

// Returns the place, out of `size`, that a work-item reads from, or nothing if there is none.
using Source = std::function<std::int64_t(std::uint64_t own, std::uint64_t operand, std::uint64_t size)>;

Handler gather(const Signature& signature, const Exchange& exchange) {
  const std::uint32_t lanes = signature.parameters.empty() ? 0 : signature.parameters[0].lanes;
  const std::size_t operands = signature.parameters.size();
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    GroupCall call;
    call.sub_group = true;
    call.exchange = exchange;
    if (lanes != 0) call.given.assign(arguments[0], arguments[0] + lanes);
    for (std::size_t i = 1; i < operands; ++i) call.operands.push_back(*arguments[i]);
    item.together(std::move(call), result);
  };
}

// All work-items receive the same word.
void give_all(Gathering& some, Word word) {
  for (Gathering::Member& member : some.members) member.lanes = {word};
}

bool all_vote(const Gathering& some, bool wanted) {
  return std::ranges::all_of(some.members,
                             [&](const auto& member) { return (member.lanes[0] != 0) == wanted; });
}

void move_values(Gathering& some, const Source& source) {
  std::map<std::int64_t, std::vector<Word>> by_place;
  for (const auto& member : some.members) by_place[static_cast<std::int64_t>(member.place)] = member.lanes;
  for (auto& member : some.members) {
    const Word operand = member.operands.empty() ? 0 : member.operands[0];
    const auto found = by_place.find(source(member.place, operand, some.size));
    if (found != by_place.end())
      member.lanes = found->second;
    else
      for (Word& lane : member.lanes) lane = some.arbitrary();
  }
}

// A move whose operand must be equal in all work-items.
Exchange moved_alike(Source source) {
  return [source = std::move(source)](Gathering& some) {
    bool alike = true;
    for (const auto& member : some.members) alike = alike && member.operands == some.members[0].operands;
    if (!alike) throw CannotJudge{"operands of a sub-group function that must be equal and are not"};
    move_values(some, source);
  };
}

Exchange moved(Source source) {
  return [source = std::move(source)](Gathering& some) { move_values(some, source); };
}

std::int64_t rotated(std::uint64_t own, std::uint64_t by, std::uint64_t cluster) {
  return static_cast<std::int64_t>(own / cluster * cluster + (own + by) % cluster);
}

void check_cluster(const Gathering& some, Word cluster) {
  if (!std::has_single_bit(cluster) || cluster > some.size)
    throw CannotJudge{"a cluster that is no power of two, or larger than the sub-group"};
}

Word ordered(const ScalarType& type, Word a, Word b, bool least) {
  bool less = b < a;
  if (type.is_float)
    less = to_double(b, type.bits) < to_double(a, type.bits);
  else if (type.is_signed)
    less = sign_extended(b, type.bits) < sign_extended(a, type.bits);
  return less == least ? b : a;
}

Word summed(const ScalarType& type, Word a, Word b, bool product) {
  if (!type.is_float) return product ? a * b : a + b;
  const double x = to_double(a, type.bits);
  const double y = to_double(b, type.bits);
  return from_double(product ? x * y : x + y, type.bits);
}

const std::map<std::string, Join>& joins() {
  using Type = const ScalarType&;
  static const std::map<std::string, Join> kJoins{
      {"add", [](Type t, Word a, Word b) { return summed(t, a, b, false); }},
      {"mul", [](Type t, Word a, Word b) { return summed(t, a, b, true); }},
      {"min", [](Type t, Word a, Word b) { return ordered(t, a, b, true); }},
      {"max", [](Type t, Word a, Word b) { return ordered(t, a, b, false); }},
      {"and", [](Type, Word a, Word b) { return a & b; }},
      {"or", [](Type, Word a, Word b) { return a | b; }},
      {"xor", [](Type, Word a, Word b) { return a ^ b; }},
      {"logical_and", [](Type, Word a, Word b) { return Word{a != 0 && b != 0}; }},
      {"logical_or", [](Type, Word a, Word b) { return Word{a != 0 || b != 0}; }},
      {"logical_xor", [](Type, Word a, Word b) { return Word{(a != 0) != (b != 0)}; }}};
  return kJoins;
}

// Returns the value that an exclusive scan gives to the first work-item.
Word nothing_of(const std::string& join, const ScalarType& type) {
  if (join == "mul") return type.is_float ? from_double(1, type.bits) : 1;
  if (join == "logical_and") return 1;
  if (join == "and") return mask_of(type.bits);
  if (join != "min" && join != "max") return 0;
  const bool highest = join == "min";
  const double infinity = std::numeric_limits<double>::infinity();
  if (type.is_float) return from_double(highest ? infinity : -infinity, type.bits);
  const Word top = type.is_signed ? Word{1} << (type.bits - 1U) : 0;
  if (type.is_signed) return highest ? top - 1 : top;
  return highest ? mask_of(type.bits) : 0;
}

enum class Form : std::uint8_t { Reduce, Inclusive, Exclusive };

Exchange joined(const std::string& name, const ScalarType& type, Form form, bool clustered) {
  const auto found = joins().find(name);
  if (found == joins().end()) return {};
  return [join = found->second, neutral = nothing_of(name, type), type, form, clustered](Gathering& some) {
    const Word cluster = clustered ? some.members[0].operands[0] : some.size;
    if (clustered) check_cluster(some, cluster);
    std::map<Word, Word> sums;  // of each cluster
    for (auto& member : some.members) {
      Word& sum = sums.try_emplace(member.place / cluster, neutral).first->second;
      const Word before = sum;
      sum = join(type, sum, member.lanes[0]) & mask_of(type.bits);
      member.lanes[0] = form == Form::Exclusive ? before : sum;
    }
    if (form != Form::Reduce) return;
    for (auto& member : some.members) member.lanes[0] = sums[member.place / cluster];
  };
}

void elect(Gathering& some) {
  give_all(some, 0);
  some.members[0].lanes[0] = 1;
}

void compare(Gathering& some, const ScalarType& type) {
  bool equal = true;
  const Word first = some.members[0].lanes[0];
  for (const auto& member : some.members)
    equal = equal && (type.is_float ? to_double(member.lanes[0], type.bits) == to_double(first, type.bits)
                                    : member.lanes[0] == first);
  give_all(some, equal ? 1 : 0);
}

void ballot(Gathering& some) {
  std::vector<Word> votes(4, 0);
  for (const auto& member : some.members)
    if (member.lanes[0] != 0 && member.place < 128) votes[member.place / 32] |= Word{1} << member.place % 32;
  for (auto& member : some.members) member.lanes = votes;
}

Exchange find_exchange(const Signature& signature) {
  const std::string name = signature.name.substr(10);  // without "sub_group_"
  const ScalarType type = signature.parameters.empty() ? ScalarType{} : signature.parameters[0].scalar;
  if (name == "elect") return elect;
  if (name == "ballot") return ballot;
  if (name == "non_uniform_all") return [](Gathering& some) { give_all(some, all_vote(some, true) ? 1 : 0); };
  if (name == "non_uniform_any")
    return [](Gathering& some) { give_all(some, all_vote(some, false) ? 0 : 1); };
  if (name == "non_uniform_all_equal") return [type](Gathering& some) { compare(some, type); };
  if (name == "broadcast_first") {
    return [](Gathering& some) {
      for (auto& member : some.members) member.lanes = some.members[0].lanes;
    };
  }
  const auto at = [](std::uint64_t place) { return static_cast<std::int64_t>(place); };
  if (name == "non_uniform_broadcast")
    return moved_alike([at](auto, std::uint64_t from, auto) { return at(from); });
  if (name == "shuffle") return moved([at](auto, std::uint64_t from, auto) { return at(from); });
  if (name == "shuffle_xor")
    return moved([at](std::uint64_t own, std::uint64_t mask, auto) { return at(own ^ mask); });
  if (name == "shuffle_up")
    return moved([at](std::uint64_t own, std::uint64_t by, auto) { return at(own) - at(by); });
  if (name == "shuffle_down")
    return moved([at](std::uint64_t own, std::uint64_t by, auto) { return at(own) + at(by); });
  if (name == "rotate") return moved_alike(rotated);
  if (name == "clustered_rotate") {
    return [](Gathering& some) {
      const Word cluster = some.members[0].operands[1];
      check_cluster(some, cluster);
      moved_alike([cluster](std::uint64_t own, std::uint64_t by, auto) { return rotated(own, by, cluster); })(
          some);
    };
  }
  const auto after = [&](const char* prefix) { return name.substr(std::string(prefix).size()); };
  if (name.starts_with("clustered_reduce_"))
    return joined(after("clustered_reduce_"), type, Form::Reduce, true);
  if (name.starts_with("non_uniform_reduce_"))
    return joined(after("non_uniform_reduce_"), type, Form::Reduce, false);
  if (name.starts_with("non_uniform_scan_inclusive_"))
    return joined(after("non_uniform_scan_inclusive_"), type, Form::Inclusive, false);
  if (name.starts_with("non_uniform_scan_exclusive_"))
    return joined(after("non_uniform_scan_exclusive_"), type, Form::Exclusive, false);
  return {};
}

// Returns the bits of `words` at the places for which `counts` holds.
Word count_bits(const Word* words, const std::function<bool(Word)>& counts) {
  Word count = 0;
  for (Word place = 0; place < 128; ++place)
    if ((words[place / 32] >> place % 32 & 1) != 0 && counts(place)) ++count;
  return count;
}

Handler find_ballot(const std::string& name) {
  const auto own_place = [](const CallingItem& item) { return item.query(Query::SubGroupLocalId, 0); };
  const auto most = [](const CallingItem& item) { return item.query(Query::MaximumSubGroupSize, 0); };
  const auto counting = [=](auto bound) -> Handler {
    return [=](CallingItem& item, Lanes arguments, Word* result) {
      const Word end = bound(item);
      *result = count_bits(arguments[0], [&](Word place) { return place < end; });
    };
  };
  if (name == "bit_count") return counting(most);
  if (name == "inclusive_scan") return counting([=](const CallingItem& item) { return own_place(item) + 1; });
  if (name == "exclusive_scan") return counting(own_place);
  if (name == "bit_extract") {
    return [=](CallingItem& item, Lanes arguments, Word* result) {
      const Word place = *arguments[1];
      *result = place < most(item) && place < 128 ? arguments[0][place / 32] >> place % 32 & 1
                                                  : item.arbitrary_word();
    };
  }
  if (name != "find_lsb" && name != "find_msb") return {};
  const bool first = name == "find_lsb";
  return [=](CallingItem& item, Lanes arguments, Word* result) {
    *result = item.arbitrary_word() & mask_of(32);
    bool found = false;
    count_bits(arguments[0], [&](Word place) {
      if (place < most(item) && !(found && first)) *result = place;
      found = found || place < most(item);
      return true;
    });
  };
}

Handler find_mask(const std::string& name) {
  using Holds = bool (*)(Word, Word);
  static const std::map<std::string, Holds> kMasks{{"eq", [](Word place, Word own) { return place == own; }},
                                                   {"ge", [](Word place, Word own) { return place >= own; }},
                                                   {"gt", [](Word place, Word own) { return place > own; }},
                                                   {"le", [](Word place, Word own) { return place <= own; }},
                                                   {"lt", [](Word place, Word own) { return place < own; }}};
  const auto found = kMasks.find(name);
  if (found == kMasks.end()) return {};
  return [holds = found->second](CallingItem& item, Lanes, Word* result) {
    const Word own = item.query(Query::SubGroupLocalId, 0);
    const Word most = item.query(Query::MaximumSubGroupSize, 0);
    for (std::size_t i = 0; i < 4; ++i) result[i] = 0;
    for (Word place = 0; place < 128 && place < most; ++place)
      if (holds(place, own)) result[place / 32] |= Word{1} << place % 32;
  };
}

}  // namespace

Handler find_exchange_builtin(const Signature& signature) {
  const std::string& name = signature.name;
  if (name.starts_with("get_sub_group_") && name.ends_with("_mask")) return find_mask(name.substr(14, 2));
  if (!name.starts_with("sub_group_")) return {};
  if (!signature.parameters.empty() && !signature.parameters[0].known) return {};
  if (name == "sub_group_inverse_ballot") {
    return [](CallingItem& item, Lanes arguments, Word* result) {
      const Word own = item.query(Query::SubGroupLocalId, 0);
      *result = count_bits(arguments[0], [&](Word place) { return place == own; });
    };
  }
  if (name.starts_with("sub_group_ballot_")) return find_ballot(name.substr(17));
  const Exchange exchange = find_exchange(signature);
  return exchange ? gather(signature, exchange) : Handler{};
}

}  // namespace launchproof::oracle
