// Implements functions that the threads of a warp execute together. Each function's mask names the threads
// that reach it.
#include <algorithm>
#include <functional>
#include <map>

#include "tests/oracle/builtins.h"
#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

using Word = std::uint64_t;
using Members = std::vector<Gathering::Member>;
using Exchange = std::function<void(Gathering&)>;

void give_all(Gathering& some, Word word) {
  for (Gathering::Member& member : some.members) member.lanes = {word};
}

// Returns the bits of the threads for which `holds` is true.
Word ballot(const Members& members, const std::function<bool(const Gathering::Member&)>& holds) {
  Word votes = 0;
  for (const Gathering::Member& member : members)
    if (holds(member)) votes |= Word{1} << member.place;
  return votes;
}

bool is_true(const Gathering::Member& member) {
  return (member.lanes[0] & mask_of(32)) != 0;
}

// Returns the lane that a thread reads from, according to `shfl` in the PTX ISA: its own lane if the source
// lies in another segment.
Word source_of(const std::string& way, Word own, Word operand, Word width) {
  const Word first = own & ~(width - 1);
  const Word last = first | (width - 1);
  if (way.empty()) return first | (operand & (width - 1));
  if (way == "up") return operand > own - first ? own : own - operand;
  if (way == "down") return operand > last - own ? own : own + operand;
  return (own ^ operand) > last ? own : own ^ operand;  // xor
}

Exchange shuffled(const std::string& way) {
  return [way](Gathering& some) {
    std::map<Word, std::vector<Word>> values;
    for (const Gathering::Member& member : some.members) values[member.place] = member.lanes;
    for (Gathering::Member& member : some.members) {
      const Word width = member.operands[1];
      if (width == 0 || width > 32 || (width & (width - 1)) != 0)
        throw CannotJudge{"a shuffle whose width is no power of two up to 32"};
      const auto found = values.find(source_of(way, member.place, member.operands[0] & mask_of(32), width));
      if (found != values.end())
        member.lanes = found->second;
      else
        member.lanes = {some.arbitrary()};
    }
  };
}

void match_any(Gathering& some) {
  const Members before = some.members;
  for (Gathering::Member& member : some.members)
    member.lanes = {ballot(before, [&](const auto& other) { return other.lanes == member.lanes; })};
}

Word joined(const std::string& name, ScalarType type, Word a, Word b) {
  const auto less = [&](Word x, Word y) {
    return type.is_signed ? sign_extended(x, type.bits) < sign_extended(y, type.bits) : x < y;
  };
  if (name == "add") return (a + b) & mask_of(type.bits);
  if (name == "min") return less(b, a) ? b : a;
  if (name == "max") return less(a, b) ? b : a;
  if (name == "and") return a & b;
  if (name == "or") return a | b;
  if (name == "xor") return a ^ b;
  throw CannotJudge{"a reduction of the warp that the interpreter does not know"};
}

Exchange reduced(const std::string& name, ScalarType type) {
  return [name, type](Gathering& some) {
    Word all = some.members[0].lanes[0];
    for (std::size_t i = 1; i < some.members.size(); ++i)
      all = joined(name, type, all, some.members[i].lanes[0]);
    give_all(some, all);
  };
}

Exchange find_exchange(const Signature& signature) {
  const std::string& name = signature.name;
  const auto all = [](const Gathering& some) { return std::ranges::all_of(some.members, is_true); };
  const auto any = [](const Gathering& some) { return std::ranges::any_of(some.members, is_true); };
  if (name == "__syncwarp") return [](Gathering&) {};
  if (name == "__all_sync") return [=](Gathering& some) { give_all(some, all(some) ? 1 : 0); };
  if (name == "__any_sync") return [=](Gathering& some) { give_all(some, any(some) ? 1 : 0); };
  if (name == "__uni_sync") return [=](Gathering& some) { give_all(some, all(some) || !any(some) ? 1 : 0); };
  if (name == "__ballot_sync") return [](Gathering& some) { give_all(some, ballot(some.members, is_true)); };
  if (name == "__shfl_sync") return shuffled("");
  if (name == "__shfl_up_sync") return shuffled("up");
  if (name == "__shfl_down_sync") return shuffled("down");
  if (name == "__shfl_xor_sync") return shuffled("xor");
  if (name == "__match_any_sync") return match_any;
  if (name.starts_with("__reduce_") && name.ends_with("_sync"))
    return reduced(name.substr(9, name.size() - 14), signature.parameters[1].scalar);
  return {};
}

}  // namespace

Handler find_warp_builtin(const Signature& signature) {
  const Exchange exchange = find_exchange(signature);
  if (!exchange || signature.parameters.empty()) return {};
  const std::size_t count = signature.parameters.size();
  const bool orders = signature.name == "__syncwarp";
  return [=, name = signature.name](CallingItem& item, Lanes arguments, Word* result) {
    GroupCall call;
    call.sub_group = true;
    call.warp_function = name;
    call.mask = *arguments[0] & mask_of(32);
    call.orders_memory = orders;
    call.exchange = exchange;
    if (count > 1) call.given = {*arguments[1]};
    for (std::size_t i = 2; i < count; ++i) call.operands.push_back(*arguments[i]);
    item.together(std::move(call), result);
  };
}

}  // namespace launchproof::oracle
