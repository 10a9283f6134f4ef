#include "verify/equivalence/open_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <set>

#include "verify/effort/clock.h"
#include "verify/equivalence/execution/effects.h"
#include "verify/equivalence/execution/folds.h"
#include "verify/equivalence/execution/relations.h"
#include "verify/equivalence/execution/stop.h"
#include "verify/equivalence/graph/normaliser.h"
#include "verify/equivalence/large_stack.h"
#include "verify/equivalence/questions.h"
#include "verify/equivalence/state_proof.h"
#include "verify/equivalence/words.h"
#include "verify/model/scalar_text.h"

namespace launchproof::equivalence {

using model::Op;
using verdict::Cause;
using verdict::Verdict;

namespace {

using Clock = effort::Clock;

// Maps a work-item of the right side to the corresponding one of the left side: with x and y exchanged in the
// local ids or the group ids, or counted backwards in x, within its group or the whole launch.
struct Exchange {
  bool local = false, group = false, local_backwards = false, group_backwards = false;
};

constexpr std::array kExchanges{Exchange{},
                                Exchange{.local = true},
                                Exchange{.local = true, .group = true},
                                Exchange{.group = true},
                                Exchange{.local_backwards = true},
                                Exchange{.local_backwards = true, .group_backwards = true}};

class OpenDecision {
 public:
  OpenDecision(const Side& left, const Side& right, const Options& options)
      : d_left(left), d_right(right), d_options(options), d_end(Clock::now() + options.time) {}

  Answer run() {
    if (const std::string why = why_not_alike(); !why.empty()) {
      give_up(Verdict::Unknown, Cause::SizesLeftOpen, why);
      return std::move(d_answer);
    }
    try {
      on_large_stack([this] { prove(); });
      if (d_questions) d_answer.counts.questions = d_questions->asked();
    } catch (const Stop& stop) {
      give_up(stop.verdict, stop.cause, stop.reason);
    } catch (const FormsTooLarge&) {
      give_up(Verdict::Unknown, Cause::NotProvedEqual, "normal forms grew too large");
    }
    return std::move(d_answer);
  }

 private:
  void give_up(Verdict verdict, Cause cause, const std::string& reason) {
    d_answer.property.verdict = verdict;
    d_answer.property.reason = reason;
    d_answer.property.causes.push_back({.cause = cause, .detail = reason, .location = {}});
  }

  std::string why_not_alike() const {
    if (d_left.launches.size() != 1 || d_right.launches.size() != 1)
      return "sizes that are left open are for sides of one launch each";
    const model::LaunchFacts& a = d_left.launches[0].launch.facts;
    const model::LaunchFacts& b = d_right.launches[0].launch.facts;
    if (a.open != b.open || a.local_size != b.local_size || a.global_size != b.global_size ||
        a.global_offset != b.global_offset)
      return "sizes that are left open must be the same on both sides";
    if (d_left.launches[0].launch.kernel.address_bits != d_right.launches[0].launch.kernel.address_bits)
      return "the sides have addresses of different widths";
    return {};
  }

  void prove() {
    d_questions = std::make_unique<Questions>(d_graph, d_options, d_end);
    d_bits = d_left.launches[0].launch.kernel.address_bits;
    d_open = open_item(d_left.launches[0].launch.facts, d_bits, d_graph);
    for (const Side* side : {&d_left, &d_right}) {
      const std::vector<Word> more = relation_conditions(side->launches[0].launch, d_open, d_bits, d_graph);
      d_open.facts.insert(d_open.facts.end(), more.begin(), more.end());
    }
    Budget budget;
    budget.nodes = d_options.memory_mib * 10'000;
    budget.is_over = [this] { return Clock::now() > d_end; };
    const Prove follows = [this](std::span<const Word> given, Word condition) {
      return holds(given, condition);
    };
    const auto follow = [&](bool keeps_loops) {
      d_lefts =
          effects_of(d_left.launches[0].launch, d_left.name, d_open, d_graph, budget, follows, keeps_loops);
      d_rights =
          effects_of(d_right.launches[0].launch, d_right.name, d_open, d_graph, budget, follows, keeps_loops);
    };
    try {
      follow(false);
    } catch (const Stop& first) {
      // Unrolling may fail because a loop of known length passes local memory to its next iteration.
      try {
        follow(true);
      } catch (const Stop&) {
        throw Stop(first);
      }
    }
    d_facts = d_open.facts;
    d_facts.insert(d_facts.end(), d_lefts.facts.begin(), d_lefts.facts.end());
    d_facts.insert(d_facts.end(), d_rights.facts.begin(), d_rights.facts.end());
    if (!d_questions->are_possible(d_facts)) {
      give_up(Verdict::Unknown, Cause::ContradictoryFacts,
              "no sizes were found that keep to the preconditions of both kernels");
      return;
    }
    StateProof states(d_graph, d_open, d_bits, *d_questions, d_facts);
    if (!states.prove(d_lefts, d_rights)) {
      give_up(Verdict::Unknown, Cause::NotProvedEqual, states.why());
      return;
    }
    d_facts = states.facts();
    d_values = states.values();
    if (prove_outputs()) {
      d_answer.property.verdict = Verdict::Verified;
      state_assumptions();
      return;
    }
    give_up(Verdict::Unknown, Cause::NotProvedEqual, d_why);
  }

  bool prove_outputs() {
    for (const auto& [label, left] : d_left.outputs) {
      const std::vector<Effect> lefts = effects_on(d_lefts, left);
      const std::vector<Effect> rights = effects_on(d_rights, d_right.outputs.at(label));
      if (lefts.size() != rights.size()) {
        d_why = fmt::format("`{}` is written {} times by a work-item on the left, and {} times on the right",
                            label, lefts.size(), rights.size());
        return false;
      }
      for (const auto* all : {&lefts, &rights})
        for (const Effect& one : *all)
          if (one.interval != all->front().interval) {
            d_why = fmt::format("`{}` is written before and behind a barrier", label);
            return false;
          }
      d_is_float = is_float(label);
      const bool is_proved =
          std::ranges::any_of(kExchanges, [&](const Exchange& one) { return agree(lefts, rights, one); });
      if (!is_proved) {
        d_why = fmt::format(
            "no correspondence of work-items was found under which both sides write the same to `{}`", label);
        return false;
      }
    }
    return true;
  }

  static std::vector<Effect> effects_on(const Effects& effects, const std::string& memory) {
    std::vector<Effect> result;
    for (const Effect& one : effects.writes)
      if (one.memory == memory) result.push_back(one);
    return result;
  }

  bool is_float(const std::string& label) const {
    bool all = true;
    for (const Side* side : {&d_left, &d_right}) {
      const Launch& launch = side->launches[0].launch;
      const std::string& memory = side->outputs.at(label);
      for (std::uint32_t i = 0; i < launch.names.size(); ++i)
        if (launch.names[i] == memory && launch.kernel.parameters[i].array != model::kNone)
          all =
              all && model::is_floating(launch.kernel.arrays[launch.kernel.parameters[i].array].element_type);
    }
    return all;
  }

  // Returns the ids of the left work-item that corresponds to the right one.
  Replacements correspondent(const Exchange& exchange) {
    Replacements with;
    const auto add = [&](const Words& ids, const Words& sizes, bool swaps, bool backwards) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (ids[i].is_known()) continue;
        const std::size_t from = swaps && i < 2 ? 1 - i : i;
        Word id = ids[from];
        if (backwards && i == 0) {
          const Word last = d_graph.binary(Op::Sub, d_bits, d_bits, sizes[i], Graph::known(1, d_bits));
          id = d_graph.binary(Op::Sub, d_bits, d_bits, last, id);
        }
        with.emplace_back(ids[i].node, id);
      }
    };
    add(d_open.ids.local, d_open.sizes.local, exchange.local, exchange.local_backwards);
    add(d_open.ids.group, d_open.sizes.groups, exchange.group, exchange.group_backwards);
    return with;
  }

  bool agree(const std::vector<Effect>& lefts, const std::vector<Effect>& rights, const Exchange& exchange) {
    if (Clock::now() > d_end) return false;
    // Exchanges are bijections on ids, but both sides must have the same work-items.
    const auto needs_equal = [&](bool swaps, const Words& sizes) {
      if (!swaps || sizes[0] == sizes[1]) return true;
      return holds(d_facts, d_graph.binary(Op::Equal, 1, d_bits, sizes[0], sizes[1]));
    };
    if (!needs_equal(exchange.local, d_open.sizes.local) || !needs_equal(exchange.group, d_open.sizes.groups))
      return false;
    const Replacements with = correspondent(exchange);
    for (std::size_t i = 0; i < lefts.size(); ++i) {
      const Effect& left = lefts[i];
      const Effect& right = rights[i];
      if (left.bytes != right.bytes) return false;
      const Word guard = replaced(d_graph, left.guard, 1, with);
      if (!(guard == right.guard) && !same(guard, right.guard, 1, false, {1, 0})) return false;
      const Word address = replaced(d_graph, left.address, d_bits, with);
      if (!same(address, right.address, d_bits, false, right.guard)) return false;
      const Word value = replaced(d_graph, left.value, left.bytes * 8, with);
      if (!same(value, right.value, left.bytes * 8, d_is_float, right.guard)) return false;
      d_values.insert(d_values.end(), {right.value, right.guard, right.address});
    }
    return true;
  }

  // Returns whether the words are equal wherever the guard holds.
  bool same(Word a, Word b, unsigned width, bool is_float, Word guard) {
    if (a == b) return true;
    Normaliser normaliser(d_graph, d_options.arithmetic);
    const FormId left = normaliser.form(a, width, is_float);
    const FormId right = normaliser.form(b, width, is_float);
    if (normaliser.equal(left, right)) {
      d_granted.insert(normaliser.granted().begin(), normaliser.granted().end());
      return true;
    }
    if (const Word aligned = with_loops_of(a, b, width); !(aligned == b))
      return same(a, aligned, width, is_float, guard);
    if (d_options.arithmetic == Arithmetic::Real && cone_of(d_graph, a, b).has_floats) return false;
    std::vector<Word> given = d_facts;
    given.push_back(guard);
    return holds(given, d_graph.binary(Op::Equal, 1, width, a, b));
  }

  // Returns the second word with one of its loops replaced by a loop of the first word that does the same in
  // larger steps; or the word unchanged. Several consecutive iterations of the smaller loop form one
  // iteration of the larger loop, and the bound is a multiple of the larger step.
  Word with_loops_of(Word a, Word b, unsigned width) {
    for (const NodeId left : folds_in(d_graph, a))
      for (const NodeId right : folds_in(d_graph, b)) {
        if (left == right) continue;
        const auto one = *fold_of(d_graph, left);
        const auto other = *fold_of(d_graph, right);
        if (one.second != other.second || one.second >= one.first.carried.size()) continue;
        const bool is_left_smaller = one.first.step.bits <= other.first.step.bits;
        const Fold& small = is_left_smaller ? one.first : other.first;
        const Fold& large = is_left_smaller ? other.first : one.first;
        if (!are_aligned(small, large)) continue;
        return replaced(d_graph, b, width, {{right, {0, left}}});
      }
    return b;
  }

  bool are_aligned(const Fold& small, const Fold& large) {
    constexpr std::uint64_t kMostAtOnce = 64;
    const unsigned width = small.counter_width;
    if (large.counter_width != width || large.is_signed != small.is_signed ||
        large.carried.size() != small.carried.size())
      return false;
    if (!(small.first == Word{0, 0}) || !(large.first == Word{0, 0}) ||
        large.step.bits % small.step.bits != 0)
      return false;
    const std::uint64_t times = large.step.bits / small.step.bits;
    if (times > kMostAtOnce) return false;
    Normaliser normaliser(d_graph, d_options.arithmetic);
    const auto alike = [&](Word a, Word b, unsigned of) {
      return a == b ||
             normaliser.equal(normaliser.form(a, of, d_is_float), normaliser.form(b, of, d_is_float));
    };
    if (!alike(small.bound, large.bound, width)) return false;
    const Word counter = counter_of(d_graph, large.loop, width);
    std::vector<Word> state;
    for (std::size_t i = 0; i < large.carried.size(); ++i) {
      const unsigned of = large.carried[i].width;
      if (small.carried[i].width != of || !alike(small.carried[i].first, large.carried[i].first, of))
        return false;
      state.push_back(carried_of(d_graph, large.loop, i, of));
    }
    for (std::uint64_t k = 0; k < times; ++k) {
      Replacements with{
          {counter_of(d_graph, small.loop, width).node,
           d_graph.binary(Op::Add, width, width, counter, Graph::known(k * small.step.bits, width))}};
      for (std::size_t i = 0; i < state.size(); ++i)
        with.emplace_back(carried_of(d_graph, small.loop, i, small.carried[i].width).node, state[i]);
      std::vector<Word> next;
      next.reserve(small.carried.size());
      for (const Carried& one : small.carried) next.push_back(replaced(d_graph, one.next, one.width, with));
      state = std::move(next);
    }
    for (std::size_t i = 0; i < state.size(); ++i)
      if (!alike(state[i], large.carried[i].next, large.carried[i].width)) return false;
    d_granted.insert(normaliser.granted().begin(), normaliser.granted().end());
    const Word rest = d_graph.binary(Op::URem, width, width, large.bound, large.step);
    return holds(d_facts, d_graph.binary(Op::Equal, 1, width, rest, {0, 0}));
  }

  bool holds(std::span<const Word> given, Word condition) { return d_questions->holds(given, condition); }

  void state_assumptions() {
    const Cone cone = cone_of(d_graph, d_values);
    auto& assumptions = d_answer.assumptions;
    if (cone.has_undefined) {
      give_up(Verdict::Unknown, Cause::UndefinedValue,
              "what is compared rests on a value that the program leaves undefined");
      return;
    }
    if (cone.has_floats && d_options.arithmetic == Arithmetic::Integer) {
      give_up(Verdict::Unknown, Cause::NotFollowed,
              "floats have a part in what is compared, and --arithmetic=integer is for integers alone: use "
              "bits or real");
      return;
    }
    if (d_options.arithmetic == Arithmetic::Real && cone.has_floats) {
      assumptions.emplace_back(
          "floats are real numbers: rounding, overflow and NaN are left out (--arithmetic=real)");
      assumptions.insert(assumptions.end(), d_granted.begin(), d_granted.end());
    } else if (cone.has_floats && (d_lefts.granted.contracts || d_rights.granted.contracts)) {
      assumptions.emplace_back(
          "no compiler contracts a product and a sum, as with FP_CONTRACT OFF or -ffp-contract=off");
    }
    if (cone.has_functions && d_options.arithmetic != Arithmetic::Real)
      assumptions.emplace_back("functions such as exp are computed alike on both sides");
    if (d_lefts.granted.divides || d_rights.granted.divides)
      assumptions.emplace_back(
          "no divisor that contents decide is zero, and no such shift is by the width or more");
    assumptions.emplace_back(
        "a dimension of the launch whose size is left open has less than 2^31 work-items, in whole groups");
  }

  const Side& d_left;
  const Side& d_right;
  const Options& d_options;
  Clock::time_point d_end;
  Graph d_graph;
  std::unique_ptr<Questions> d_questions;
  unsigned d_bits = 64;
  OpenItem d_open;
  Effects d_lefts, d_rights;
  std::vector<Word> d_facts;
  std::vector<Word> d_values;
  std::set<std::string> d_granted;
  bool d_is_float = false;
  std::string d_why;
  Answer d_answer;
};

}  // namespace

bool has_open_sizes(const Side& side) {
  return std::ranges::any_of(side.launches,
                             [](const SideLaunch& one) { return one.launch.facts.open.any(); });
}

Answer decide_open(const Side& left, const Side& right, const Options& options) {
  return OpenDecision(left, right, options).run();
}

}  // namespace launchproof::equivalence
