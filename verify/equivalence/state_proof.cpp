#include "verify/equivalence/state_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "verify/equivalence/graph/normaliser.h"

namespace launchproof::equivalence {

using model::Op;

namespace {

constexpr std::size_t kMostEvents = 12;  // writes between two points of the loop

void rename(Graph& graph, Effects& effects, const Replacements& with) {
  const auto one = [&](Word& word, unsigned width) { word = replaced(graph, word, width, with); };
  const auto all = [&](std::vector<Effect>& list) {
    for (Effect& effect : list) {
      one(effect.guard, 1);
      one(effect.address, 0);
      one(effect.value, effect.bytes * 8);
    }
  };
  all(effects.writes);
  for (Word& fact : effects.facts) one(fact, 1);
  for (StateLoop& loop : effects.loops) {
    one(loop.condition, 1);
    for (LoopValue& value : loop.values)
      for (Word* word : {&value.first, &value.now, &value.next, &value.after}) one(*word, value.width);
    for (StateMemory& memory : loop.memories) {
      all(memory.before);
      all(memory.step);
      for (Need& need : memory.needs) {
        one(need.guard, 1);
        one(need.address, 0);
      }
    }
  }
}

std::vector<const LoopValue*> own_values(const StateLoop& loop) {
  std::vector<const LoopValue*> result;
  for (const LoopValue& one : loop.values)
    if (!one.is_uniform) result.push_back(&one);
  return result;
}

}  // namespace

bool StateProof::fail(const std::string& why) {
  d_why = why;
  return false;
}

std::vector<Word> StateProof::with(std::span<const Word> more) const {
  std::vector<Word> all = d_facts;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// Returns the word with as many bits as an address.
Word StateProof::wide(Word word, unsigned width) {
  if (word.is_known() || width == d_bits) return word;
  return d_graph.unary(width < d_bits ? Op::ZExt : Op::Trunc, d_bits, width, word);
}

bool StateProof::prove(Effects& left, Effects& right) {
  if (left.loops.empty() && right.loops.empty()) return true;
  if (left.loops.size() != right.loops.size())
    return fail(
        fmt::format("the left side has {} loops that leave local memory to the next iteration, and the "
                    "right side {}",
                    left.loops.size(), right.loops.size()));
  d_address = d_graph.argument(d_graph.name("state address"), 0, d_bits);
  for (const Word size : d_item.sizes.local) {
    if (size.is_known()) continue;
    const Word below = d_graph.binary(Op::Sub, d_bits, d_bits, size, {1, 0});
    const Word common = d_graph.binary(Op::And, d_bits, d_bits, size, below);
    if (d_questions.holds(d_facts, equal(common, {0, 0}, d_bits))) d_questions.add_power(size, d_bits);
  }
  bool all = true;
  for (std::size_t i = 0; all && i < left.loops.size(); ++i) all = prove_loop(i, left, right);
  d_questions.keep_powers(0);
  return all;
}

bool StateProof::prove_loop(std::size_t number, Effects& left, Effects& right) {
  StateLoop one = left.loops[number];
  share_names(one, right, number);
  StateLoop other = right.loops[number];
  const auto which = [&](const char* what) {
    return fmt::format("not shown of loop {} that leaves local memory to the next iteration: {}", number + 1,
                       what);
  };
  if (one.memories.size() != other.memories.size())
    return fail(which("both sides write the same number of local arrays"));
  for (std::size_t i = 0; i < one.memories.size(); ++i)
    if (one.memories[i].bytes != other.memories[i].bytes || one.memories[i].base != other.memories[i].base)
      return fail(which("the local arrays of both sides correspond in order"));
  find_invariants(one, other);
  std::vector<Word> known = with(d_invariants);
  if (!(one.condition == other.condition) &&
      !d_questions.holds(known, equal(one.condition, other.condition, 1)))
    return fail(which("both sides do the same number of iterations"));
  known.push_back(one.condition);
  for (const LoopValue& mine : one.values)
    for (const LoopValue& yours : other.values)
      if (mine.is_uniform && yours.is_uniform && mine.now == yours.now && !(mine.next == yours.next) &&
          !d_questions.holds(known, equal(mine.next, yours.next, mine.width)))
        return fail(which("both sides count alike"));
  if (!are_aligned(one) || !are_aligned(other)) return fail(which("local memory is accessed by elements"));
  for (const StateLoop* loop : {&one, &other}) {
    d_values.push_back(loop->condition);
    for (const LoopValue& value : loop->values) d_values.insert(d_values.end(), {value.first, value.next});
  }
  const std::size_t powers = d_questions.powers();
  auto counts = std::exchange(d_counts, {});  // they do not exist before the loop
  for (std::size_t i = 0; i < one.memories.size(); ++i) {
    const StateMemory& mine = one.memories[i];
    const StateMemory& yours = other.memories[i];
    for (const auto* list : {&mine.before, &mine.step, &yours.before, &yours.step}) {
      if (list->size() > kMostEvents) return fail(which("there are few writes"));
      for (const Effect& effect : *list)
        d_values.insert(d_values.end(), {effect.guard, effect.address, effect.value});
    }
    const auto place = std::pair(static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(i));
    const Word domain = mine.base ? d_domains.at({mine.base->loop, mine.base->memory}) : domain_of(mine);
    d_domains[place] = domain;
    const std::vector<Word> inside = with(std::array{domain});
    if (!contents_agree(mine.before, yours.before, mine.base, mine.bytes, inside))
      return fail(which("both sides keep the same in local memory before it"));
  }
  const std::vector<Guess> lefts = held_before(one, number);
  const std::vector<Guess> rights = held_before(other, number);
  d_counts = std::move(counts);
  find_powers(one);
  find_held(left, number, lefts, known);
  find_held(right, number, rights, known);
  one = left.loops[number];
  other = right.loops[number];
  if (!own_values_agree(one, other, known)) return fail(which("work-items carry equal values"));
  for (std::size_t i = 0; i < one.memories.size(); ++i) {
    const auto place = std::pair(static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(i));
    std::vector<Word> inside = known;
    inside.push_back(d_domains[place]);
    const Held now{place.first, place.second, false};
    if (!contents_agree(one.memories[i].step, other.memories[i].step, now, one.memories[i].bytes, inside))
      return fail(which("an iteration leaves the same in local memory on both sides"));
  }
  const auto reads = [&](bool is_after) {
    for (const StateLoop* loop : {&one, &other})
      for (std::size_t i = 0; i < loop->memories.size(); ++i)
        for (const Need& need : loop->memories[i].needs) {
          if (need.is_after != is_after) continue;
          std::vector<Word> given = is_after ? d_facts : known;
          given.push_back(need.guard);
          const Word domain = d_domains[{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(i)}];
          const Word here = replaced(d_graph, domain, 1, {{d_address.node, need.address}});
          if (!d_questions.holds(given, here))
            return fail(which(is_after ? "what is read after it was written before it"
                                       : "what it reads was written before it"));
        }
    return true;
  };
  if (!reads(false)) return false;
  d_questions.keep_powers(powers);
  // What holds after the loop.
  for (const StateLoop* loop : {&one, &other}) {
    Replacements later;
    for (const StateLoop* of : {loop, static_cast<const StateLoop*>(&one)})
      for (const LoopValue& value : of->values)
        if (value.is_uniform) later.emplace_back(value.now.node, value.after);
    std::vector<Word> holds = d_invariants;
    holds.push_back(d_graph.not_(loop->condition));
    for (const Word word : holds) {
      const Word after = replaced(d_graph, word, 1, later);
      if (!after.is_known() && std::ranges::find(d_facts, after) == d_facts.end()) d_facts.push_back(after);
    }
  }
  return reads(true);
}

// Gives uniform values of the right side the names of those of the left side that begin equal.
void StateProof::share_names(const StateLoop& left, Effects& right, std::size_t number) {
  std::set<std::size_t> used;
  Replacements names;
  for (const LoopValue& value : right.loops[number].values) {
    if (!value.is_uniform) continue;
    for (std::size_t i = 0; i < left.values.size(); ++i) {
      const LoopValue& one = left.values[i];
      if (!one.is_uniform || one.width != value.width || used.contains(i)) continue;
      if (!(one.first == value.first) &&
          !d_questions.holds(d_facts, equal(one.first, value.first, one.width)))
        continue;
      used.insert(i);
      names.emplace_back(value.now.node, one.now);
      names.emplace_back(value.after.node, one.after);
      break;
    }
  }
  rename(d_graph, right, names);
}

// Values of single work-items have equal names on both sides already.
bool StateProof::own_values_agree(const StateLoop& left, const StateLoop& right,
                                  std::span<const Word> given) {
  const auto lefts = own_values(left);
  const auto rights = own_values(right);
  for (std::size_t i = 0; i < std::min(lefts.size(), rights.size()); ++i) {
    const unsigned width = lefts[i]->width;
    if (lefts[i]->is_held || rights[i]->is_held) continue;  // one side has no such value any more
    if (width != rights[i]->width) continue;                // these have different names
    const auto agree = [&](Word a, Word b, std::span<const Word> known) {
      return a == b || d_questions.holds(known, equal(a, b, width));
    };
    if (!agree(lefts[i]->first, rights[i]->first, d_facts) || !agree(lefts[i]->next, rights[i]->next, given))
      return false;
  }
  return true;
}

// Returns whether the address holds the value after these writes.
bool StateProof::is_content(Word value, Word address, std::span<const Effect> events,
                            const std::optional<Held>& base, unsigned bytes, std::span<const Word> given) {
  const Word is_here = equal(d_address, address, d_bits);
  for (const Case& one : cases_of(events, "left")) {
    if (d_questions.is_late()) return false;
    std::vector<Word> known(given.begin(), given.end());
    known.push_back(is_here);
    known.insert(known.end(), one.given.begin(), one.given.end());
    if (!one.is_written && !base) {
      if (!d_questions.are_impossible(known)) return false;
      continue;
    }
    const Word content =
        one.is_written ? one.value : held_at(d_graph, *base, bytes, address, d_bits, d_item.ids.group);
    if (!agree(value, content, bytes * 8, known)) return false;
  }
  return true;
}

std::vector<StateProof::Guess> StateProof::held_before(const StateLoop& loop, std::size_t number) {
  std::vector<Guess> result;
  for (std::size_t i = 0; i < loop.values.size(); ++i) {
    const LoopValue& value = loop.values[i];
    if (value.is_uniform) continue;
    for (std::size_t j = 0; j < loop.memories.size(); ++j) {
      const StateMemory& memory = loop.memories[j];
      if (memory.bytes * 8 != value.width) continue;
      const auto own =
          std::ranges::find_if(memory.before, [](const Effect& one) { return one.guard.is_true(); });
      if (own == memory.before.end()) continue;
      const Word domain = d_domains.at({static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(j)});
      const Word is_inside = replaced(d_graph, domain, 1, {{d_address.node, own->address}});
      if (!d_questions.holds(d_facts, is_inside) ||
          !is_content(value.first, own->address, memory.before, memory.base, memory.bytes, d_facts))
        continue;
      result.push_back({i, j, own->address});
      break;
    }
  }
  return result;
}

// Returns what replaces the value, of any work-item.
Replacements StateProof::reads_of(const StateLoop& loop, std::size_t number, const Guess& guess) {
  Replacements with;
  const LoopValue& value = loop.values[guess.value];
  for (const bool is_after : {false, true}) {
    const Held held{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(guess.memory), is_after};
    const std::uint32_t name = d_graph.node((is_after ? value.after : value.now).node).index;
    const std::size_t size = d_graph.size();
    for (NodeId id = 1; id < size; ++id) {
      const Node node = d_graph.node(id);
      if (node.kind != NodeKind::Function || node.index != name || node.width != value.width) continue;
      Words ids;
      for (std::uint32_t i = 0; i < 3; ++i) ids[i] = d_graph.as_word(d_graph.operand(node, i));
      const Word address = replaced(d_graph, guess.address, d_bits, ids_to(ids));
      with.emplace_back(id, held_at(d_graph, held, value.width / 8, address, d_bits, d_item.ids.group));
    }
  }
  return with;
}

void StateProof::find_held(Effects& side, std::size_t number, const std::vector<Guess>& guesses,
                           std::span<const Word> given) {
  for (const Guess& guess : guesses) {
    Effects changed = side;
    rename(d_graph, changed, reads_of(side.loops[number], number, guess));
    StateLoop& loop = changed.loops[number];
    const StateMemory& memory = loop.memories[guess.memory];
    const Held now{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(guess.memory), false};
    if (!is_content(loop.values[guess.value].next, guess.address, memory.step, now, memory.bytes, given))
      continue;
    loop.values[guess.value].is_held = true;
    side = std::move(changed);
  }
}

// Returns conditions that may hold for the value before each iteration.
std::vector<Word> StateProof::guesses(const LoopValue& value) {
  const unsigned width = value.width;
  const Word now = value.now;
  const auto at_most = [&](Word a, Word b, unsigned of) {
    return d_graph.not_(d_graph.binary(Op::ULess, 1, of, b, a));
  };
  const Word below = d_graph.binary(Op::Sub, width, width, now, {1, 0});
  std::vector<Word> result{equal(d_graph.binary(Op::And, width, width, now, below), {0, 0}, width),
                           d_graph.not_(equal(now, {0, 0}, width)), at_most(now, value.first, width),
                           at_most(value.first, now, width)};
  const Word size = d_item.sizes.local[0];
  const Word number = wide(now, width);
  if (width <= d_bits) {
    result.push_back(at_most(number, size, d_bits));
    result.push_back(at_most(number, d_graph.binary(Op::Add, d_bits, d_bits, size, size), d_bits));
  }
  return result;
}

void StateProof::find_invariants(const StateLoop& left, const StateLoop& right) {
  d_invariants.clear();
  d_counts.clear();
  std::vector<Word> guessed;
  Replacements first, next;
  for (const StateLoop* loop : {&left, &right})
    for (const LoopValue& value : loop->values) {
      if (!value.is_uniform || value.width < 8) continue;
      const bool is_known =
          std::ranges::any_of(d_counts, [&](const auto& one) { return one.first == value.now; });
      if (is_known) continue;
      d_counts.emplace_back(value.now, value.width);
      first.emplace_back(value.now.node, value.first);
      next.emplace_back(value.now.node, value.next);
      const std::vector<Word> all = guesses(value);
      guessed.insert(guessed.end(), all.begin(), all.end());
    }
  std::erase_if(guessed, [&](Word word) {
    return word.is_known() || !d_questions.holds(d_facts, replaced(d_graph, word, 1, first));
  });
  // Those that an iteration does not keep are dropped, until the others keep each other.
  for (bool is_stable = false; !is_stable;) {
    is_stable = true;
    std::vector<Word> given = with(guessed);
    given.push_back(left.condition);
    given.push_back(right.condition);
    const std::size_t before = guessed.size();
    std::erase_if(guessed,
                  [&](Word word) { return !d_questions.holds(given, replaced(d_graph, word, 1, next)); });
    is_stable = guessed.size() == before;
  }
  d_invariants = std::move(guessed);
}

void StateProof::find_powers(const StateLoop& left) {
  std::vector<Word> given = with(d_invariants);
  given.push_back(left.condition);
  for (const auto& [value, width] : d_counts) {
    const Word below = d_graph.binary(Op::Sub, width, width, value, {1, 0});
    const Word common = equal(d_graph.binary(Op::And, width, width, value, below), {0, 0}, width);
    const bool is_power = std::ranges::find(d_invariants, common) != d_invariants.end() &&
                          d_questions.holds(given, d_graph.not_(equal(value, {0, 0}, width)));
    if (is_power) d_questions.add_power(value, width);
  }
}

bool StateProof::are_aligned(const StateLoop& loop) {
  for (const StateMemory& memory : loop.memories) {
    const auto is_aligned = [&](Word address) {
      if (address.is_known()) return address.bits % memory.bytes == 0;
      return trailing_zeros(d_graph, address.node) >= static_cast<unsigned>(std::countr_zero(memory.bytes));
    };
    for (const auto* list : {&memory.before, &memory.step})
      for (const Effect& one : *list)
        if (!is_aligned(one.address) || one.bytes != memory.bytes) return false;
    for (const Need& one : memory.needs)
      if (!is_aligned(one.address)) return false;
  }
  return true;
}

// Returns the condition that the arbitrary address was certainly written before the loop.
Word StateProof::domain_of(const StateMemory& left) {
  Word nobody{1, 0};
  for (const Effect& effect : left.before)
    for (const Words& ids : candidates(effect))
      nobody = d_graph.and_(nobody, d_graph.not_(writes(effect, ids)));
  return d_graph.not_(nobody);
}

Replacements StateProof::ids_to(const Words& ids) const {
  Replacements with;
  for (std::size_t i = 0; i < 3; ++i)
    if (!d_item.ids.local[i].is_known()) with.emplace_back(d_item.ids.local[i].node, ids[i]);
  return with;
}

Words StateProof::fresh_ids(const std::string& side) {
  Words ids = d_item.ids.local;
  for (std::size_t i = 0; i < 3; ++i)
    if (!ids[i].is_known())
      ids[i] = d_graph.argument(d_graph.name(fmt::format("state writer {} {}", side, i)), 0, d_bits);
  return ids;
}

// Returns the condition that the work-item with these ids writes the arbitrary address by the effect.
Word StateProof::writes(const Effect& effect, const Words& ids) {
  const Replacements with = ids_to(ids);
  Word does = replaced(d_graph, effect.guard, 1, with);
  does = d_graph.and_(does, equal(replaced(d_graph, effect.address, d_bits, with), d_address, d_bits));
  for (std::size_t i = 0; i < 3; ++i)
    if (!d_item.ids.local[i].is_known())
      does = d_graph.and_(does, d_graph.binary(Op::ULess, 1, d_bits, ids[i], d_item.sizes.local[i]));
  return does;
}

// Returns the ids of the work-item with this number in its group.
Words StateProof::spread(Word number) {
  Words ids = d_item.ids.local;
  std::size_t last = 0;
  for (std::size_t i = 0; i < 3; ++i)
    if (!ids[i].is_known()) last = i;
  for (std::size_t i = 0; i < last; ++i) {
    if (ids[i].is_known()) continue;
    ids[i] = d_graph.binary(Op::URem, d_bits, d_bits, number, d_item.sizes.local[i]);
    number = d_graph.binary(Op::UDiv, d_bits, d_bits, number, d_item.sizes.local[i]);
  }
  if (!ids[last].is_known()) ids[last] = number;
  return ids;
}

Word StateProof::at(const Effect& effect, std::uint64_t id) {
  Words ids;
  ids.fill({0, 0});
  for (std::size_t i = 0; i < 3; ++i)
    if (!d_item.ids.local[i].is_known()) {
      ids[i] = {id, 0};
      break;
    }
  return replaced(d_graph, effect.address, d_bits, ids_to(ids));
}

std::vector<Words> StateProof::candidates(const Effect& effect) {
  const auto of = [&](Op op, Word a, Word b) { return d_graph.binary(op, d_bits, d_bits, a, b); };
  const Word first = at(effect, 0);
  const Word bytes{effect.bytes, 0};
  const Word place = of(Op::UDiv, of(Op::Sub, d_address, first), bytes);
  std::vector<Word> numbers{{0, 0}, place, of(Op::UDiv, of(Op::Sub, first, d_address), bytes)};
  Normaliser normaliser(d_graph, Arithmetic::Bits);
  const auto stride =
      normaliser.constant(normaliser.form(of(Op::Sub, at(effect, 1), first), d_bits, false), d_bits);
  if (stride && *stride / effect.bytes > 1)
    numbers.push_back(of(Op::UDiv, place, {*stride / effect.bytes, 0}));
  for (const auto& [value, width] : d_counts) {
    const Word count = wide(value, width);
    numbers.push_back(of(Op::Sub, place, count));
    numbers.push_back(of(Op::Add, place, count));
    numbers.push_back(of(Op::UDiv, place, count));
    numbers.push_back(of(Op::UDiv, place, of(Op::Mul, count, {2, 0})));
  }
  std::vector<Words> result;
  for (const Word number : numbers) {
    const Words ids = spread(number);
    if (std::ranges::find(result, ids) == result.end()) result.push_back(ids);
  }
  return result;
}

std::vector<StateProof::Case> StateProof::cases_of(std::span<const Effect> events, const std::string& side) {
  std::vector<Case> result;
  const Words own = fresh_ids(side);
  const std::array fresh{fresh_ids("left"), fresh_ids("right")};
  const auto nobody_from = [&](std::size_t begin, std::vector<Word>& into) {
    for (std::size_t i = begin; i < events.size(); ++i) {
      for (const Words& ids : candidates(events[i])) into.push_back(d_graph.not_(writes(events[i], ids)));
      for (const Words& ids : fresh) into.push_back(d_graph.not_(writes(events[i], ids)));
    }
  };
  for (std::size_t i = 0; i < events.size(); ++i) {
    Case one;
    one.is_written = true;
    one.given.push_back(writes(events[i], own));
    for (const Word fact : d_facts) one.given.push_back(replaced(d_graph, fact, 1, ids_to(own)));
    one.value = replaced(d_graph, events[i].value, events[i].bytes * 8, ids_to(own));
    nobody_from(i + 1, one.given);
    result.push_back(std::move(one));
  }
  Case none;
  nobody_from(0, none.given);
  result.push_back(std::move(none));
  return result;
}

// Returns whether the word depends on contents of memory, or on what a function yields.
bool StateProof::has_contents(Word word) {
  if (word.is_known()) return false;
  if (const auto found = d_have_contents.find(word.node); found != d_have_contents.end())
    return found->second;
  const Node node = d_graph.node(word.node);
  bool has =
      node.kind == NodeKind::Function || node.kind == NodeKind::Gather || node.kind == NodeKind::Initial;
  for (std::uint32_t i = 0; !has && i < node.count; ++i)
    has = has_contents(d_graph.as_word(d_graph.operand(node, i)));
  d_have_contents.emplace(word.node, has);
  return has;
}

// Returns whether the words are equal by the same operations on operands that solvers show to be equal.
bool StateProof::is_alike(Word a, Word b, unsigned width, std::span<const Word> given, unsigned depth) {
  if (a == b) return true;
  if (!has_contents(a) && !has_contents(b)) return d_questions.holds(given, equal(a, b, width));
  if (a.is_known() || b.is_known() || depth == 0) return false;
  const Node one = d_graph.node(a.node);
  const Node other = d_graph.node(b.node);
  if (one.kind != other.kind || one.op != other.op || one.width != other.width || one.index != other.index ||
      one.literal != other.literal || one.count != other.count || one.count == 0)
    return false;
  const auto are_alike = [&](bool is_swapped) {
    for (std::uint32_t i = 0; i < one.count; ++i) {
      const NodeId mine = d_graph.operand(one, i);
      const NodeId yours = d_graph.operand(other, is_swapped ? 1 - i : i);
      const unsigned of = d_graph.node(mine).width;
      if (of != d_graph.node(yours).width ||
          !is_alike(d_graph.as_word(mine), d_graph.as_word(yours), of, given, depth - 1))
        return false;
    }
    return true;
  };
  if (are_alike(false)) return true;
  const bool commutes = one.kind == NodeKind::Function ? is_commutative(d_graph.text(one.index))
                                                       : one.op == Op::Add || one.op == Op::Mul;
  return commutes && one.count == 2 && are_alike(true);
}

bool StateProof::agree(Word a, Word b, unsigned width, std::span<const Word> given) {
  constexpr unsigned kDepth = 6;
  return a == b || is_alike(a, b, width, given, kDepth) || d_questions.holds(given, equal(a, b, width));
}

// Returns whether both sides hold the same at the arbitrary address after these writes. `base`: what both
// held before; if it is not known, they must have written it.
bool StateProof::contents_agree(std::span<const Effect> left, std::span<const Effect> right,
                                const std::optional<Held>& base, unsigned bytes,
                                std::span<const Word> given) {
  Word old;
  if (base) old = held_at(d_graph, *base, bytes, d_address, d_bits, d_item.ids.group);
  for (const Case& one : cases_of(left, "left"))
    for (const Case& other : cases_of(right, "right")) {
      if (d_questions.is_late()) return false;
      if (base && !one.is_written && !other.is_written) continue;
      std::vector<Word> known(given.begin(), given.end());
      known.insert(known.end(), one.given.begin(), one.given.end());
      known.insert(known.end(), other.given.begin(), other.given.end());
      std::ranges::sort(known, {}, [](Word word) { return std::pair(word.node, word.bits); });
      known.erase(std::unique(known.begin(), known.end()), known.end());
      if (std::ranges::any_of(known, [](Word word) { return word.is_false(); })) continue;
      const bool is_known = base || (one.is_written && other.is_written);
      const Word a = one.is_written ? one.value : old;
      const Word b = other.is_written ? other.value : old;
      if (is_known && agree(a, b, bytes * 8, known)) continue;
      if (!is_known && d_questions.are_impossible(known)) continue;
      return false;
    }
  return true;
}

}  // namespace launchproof::equivalence
