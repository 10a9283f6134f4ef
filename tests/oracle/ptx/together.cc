// Implements block barriers and the collective operations of warps.
#include <algorithm>
#include <bit>

#include "tests/oracle/errors.h"
#include "tests/oracle/ptx/frame.h"

namespace launchproof::oracle::ptx {

namespace {

constexpr Word kSharedAndGlobal = 3;

// A thread count is supported only if it is that of the whole block, in whole warps.
void check_count(Context& context, const Source& count, const Statement& statement) {
  const Word threads = context.item.query(Query::LocalSize, 0) * context.item.query(Query::LocalSize, 1) *
                       context.item.query(Query::LocalSize, 2);
  if (count.value(context) != (threads + 31) / 32 * 32) statement.refuse("a barrier of some threads");
}

Word combined(const std::string& how, const std::vector<Word>& votes) {
  const auto count = static_cast<Word>(std::ranges::count(votes, Word{1}));
  if (how == "popc") return count;
  return how == "and" ? Word{count == votes.size()} : Word{count != 0};
}

Meeting vote_at_barrier(const Statement& statement, Frame& frame, bool anywhere) {
  std::string how;
  for (const char* name : {"popc", "and", "or"})
    if (statement.has(name)) how = name;
  if (how.empty() || statement.operands.size() < 3) statement.refuse("operands are missing");
  const Sink sink = frame.sink(statement, statement.operands[0], how == "popc" ? kWord : kPredicate);
  const Source number = frame.source(statement, statement.operands[1], kWord);
  const bool counts = statement.operands.size() > 3;
  const Source count = counts ? frame.source(statement, statement.operands[2], kWord) : Source{};
  const Source vote = frame.source(statement, statement.operands.back(), kPredicate);
  const std::uint32_t lane = frame.add_lanes(1);
  return {[=, &statement](Context& context) {
            if (counts) check_count(context, count, statement);
            GroupCall call;
            call.value = vote.value(context);
            call.combine = [how](std::vector<Word>& values, const std::array<Word, 3>&) {
              const Word outcome = combined(how, values);
              for (Word& value : values) value = outcome;
            };
            context.item.together(std::move(call), &context.frame[lane]);
            context.item.name_barrier(number.value(context), anywhere);
          },
          [=](Context& context) { sink.put(context, context.frame[lane]); }};
}

using Members = std::vector<Gathering::Member>;

void give_all(Gathering& some, Word word) {
  for (Gathering::Member& member : some.members) member.lanes = {word};
}

Word voters(const Members& members) {
  Word votes = 0;
  for (const Gathering::Member& member : members) votes |= member.lanes[0] << member.place;
  return votes;
}

// Returns the lane that is read from, and whether it lies in the segment, according to the pseudo-code of the
// PTX ISA.
std::pair<std::int64_t, bool> source_lane(const std::string& mode, Word own, Word b, Word c) {
  const Word segment = c >> 8 & 31;
  const auto lane = static_cast<std::int64_t>(own);
  const auto by = static_cast<std::int64_t>(b & 31);
  const auto most = static_cast<std::int64_t>((own & segment) | (c & 31 & ~segment));
  std::int64_t from = 0;
  bool inside = false;
  if (mode == "up") {
    from = lane - by;
    inside = from >= most;
  } else {
    if (mode == "down") from = lane + by;
    if (mode == "bfly") from = lane ^ by;
    if (mode == "idx") from = static_cast<std::int64_t>((own & segment) | (b & 31 & ~segment));
    inside = from <= most;
  }
  return {inside ? from : lane, inside};
}

void shuffle(const std::string& mode, Gathering& some) {
  std::map<std::int64_t, Word> values;
  for (const Gathering::Member& member : some.members)
    values[static_cast<std::int64_t>(member.place)] = member.lanes[0];
  for (Gathering::Member& member : some.members) {
    const auto [from, inside] = source_lane(mode, member.place, member.operands[0], member.operands[1]);
    const auto found = values.find(from);
    member.lanes = {found != values.end() ? found->second : some.arbitrary() & mask_of(32), Word{inside}};
  }
}

void vote(const std::string& mode, Gathering& some) {
  const Word votes = voters(some.members);
  const bool any = votes != 0;
  const bool all = static_cast<std::size_t>(std::popcount(votes)) == some.members.size();
  Word outcome = votes;  // ballot
  if (mode == "all") outcome = all ? 1 : 0;
  if (mode == "any") outcome = any ? 1 : 0;
  if (mode == "uni") outcome = all || !any ? 1 : 0;
  give_all(some, outcome);
}

void match(bool all, Gathering& some) {
  const Members before = some.members;
  for (Gathering::Member& member : some.members) {
    const Word own = member.lanes[0];
    Word alike = 0;
    for (const Gathering::Member& other : before)
      if (other.lanes[0] == own) alike |= Word{1} << other.place;
    const bool holds = static_cast<std::size_t>(std::popcount(alike)) == before.size();
    member.lanes = {all && !holds ? 0 : alike, Word{holds}};
  }
}

Word reduced(const std::string& name, Type type, Word a, Word b) {
  if (name == "add") return (a + b) & mask_of(32);
  if (name == "and") return a & b;
  if (name == "or") return a | b;
  if (name == "xor") return a ^ b;
  const bool less = type.kind == 's' ? sign_extended(b, 32) < sign_extended(a, 32) : b < a;
  return less == (name == "min") ? b : a;
}

// Parses an instruction of the form `NAME.sync… d[|p], a, OPERANDS, MASK`.
struct Form {
  Type value;
  Type result;
  std::size_t operands = 0;
  std::function<void(Gathering&)> exchange;
};

Form form_of(const Statement& statement) {
  const std::string& name = statement.words[0];
  const std::string mode = statement.words.size() > 2 ? statement.words[2] : "";
  if (name == "shfl") {
    allow(statement, {"sync", "up", "down", "bfly", "idx"});
    return {{'b', 32}, {'b', 32}, 2, [=](Gathering& some) { shuffle(mode, some); }};
  }
  if (name == "vote") {
    allow(statement, {"sync", "all", "any", "uni", "ballot"});
    const Type result = mode == "ballot" ? Type{'b', 32} : kPredicate;
    return {kPredicate, result, 0, [=](Gathering& some) { vote(mode, some); }};
  }
  if (name == "match") {
    allow(statement, {"sync", "all", "any"});
    const bool all = statement.has("all");
    return {statement.type(), {'b', 32}, 0, [=](Gathering& some) { match(all, some); }};
  }
  allow(statement, {"sync", "add", "min", "max", "and", "or", "xor"});
  const Type type = statement.type();
  if (type.kind == 'f') statement.refuse("a reduction of this type");
  return {type, type, 0, [=](Gathering& some) {
            Word all = some.members[0].lanes[0];
            for (std::size_t i = 1; i < some.members.size(); ++i)
              all = reduced(mode, type, all, some.members[i].lanes[0]);
            give_all(some, all);
          }};
}

Meeting warp_barrier(const Statement& statement, const Frame& frame) {
  if (statement.operands.size() != 1) statement.refuse("operands are missing");
  const Source mask = frame.source(statement, statement.operands[0], kWord);
  return {[=](Context& context) {
            GroupCall call;
            call.sub_group = true;
            call.warp_function = "bar.warp.sync";
            call.mask = mask.value(context);
            call.orders_memory = true;
            call.exchange = [](Gathering&) {};
            context.item.together(std::move(call), nullptr);
          },
          {}};
}

}  // namespace

Meeting barrier_action(const Statement& statement, Frame& frame) {
  const bool aligned = statement.words[0] == "bar" || statement.has("aligned");
  if (statement.words[0] != "bar" && statement.words[0] != "barrier") return {};
  if (statement.has("warp")) return warp_barrier(statement, frame);
  if (statement.has("red")) return vote_at_barrier(statement, frame, !aligned);
  if (!statement.has("sync") || statement.has("cluster") || statement.operands.empty())
    statement.refuse("this barrier is not known");
  allow(statement, {"cta", "sync", "aligned"});
  const Source number = frame.source(statement, statement.operands[0], kWord);
  const bool counts = statement.operands.size() > 1;
  const Source count = counts ? frame.source(statement, statement.operands[1], kWord) : Source{};
  return {[=, &statement](Context& context) {
            if (counts) check_count(context, count, statement);
            context.item.barrier(kSharedAndGlobal);
            context.item.name_barrier(number.value(context), !aligned);
          },
          {}};
}

Meeting warp_action(const Statement& statement, Frame& frame) {
  const std::string& name = statement.words[0];
  if (name != "shfl" && name != "vote" && name != "match" && name != "redux") return {};
  if (!statement.has("sync")) statement.refuse("the form without a mask");
  const Form form = form_of(statement);
  if (statement.operands.size() != form.operands + 3) statement.refuse("operands of another number");
  const bool pair = statement.operands[0].kind == Operand::Kind::Pair;
  const Operand& first = pair ? statement.operands[0].elements[0] : statement.operands[0];
  const Sink sink = frame.sink(statement, first, form.result);
  Sink second;
  second.none = true;
  if (pair) second = frame.sink(statement, statement.operands[0].elements[1], kPredicate);
  const Source value = frame.source(statement, statement.operands[1], form.value);
  std::vector<Source> operands;
  operands.reserve(form.operands);
  for (std::size_t i = 0; i < form.operands; ++i)
    operands.push_back(frame.source(statement, statement.operands[2 + i], kWord));
  const Source mask = frame.source(statement, statement.operands.back(), kWord);
  const std::uint32_t lane = frame.add_lanes(2);
  return {[=, text = statement.text()](Context& context) {
            GroupCall call;
            call.sub_group = true;
            call.warp_function = text;
            call.mask = mask.value(context);
            call.exchange = form.exchange;
            call.given = {value.value(context)};
            for (const Source& operand : operands) call.operands.push_back(operand.value(context));
            context.item.together(std::move(call), &context.frame[lane]);
          },
          [=](Context& context) {
            sink.put(context, context.frame[lane]);
            second.put(context, context.frame[lane + 1]);
          }};
}

}  // namespace launchproof::oracle::ptx
