#include "verify/equivalence/equivalence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <set>

#include "verify/effort/clock.h"
#include "verify/equivalence/estimate.h"
#include "verify/equivalence/graph/normaliser.h"
#include "verify/equivalence/large_stack.h"
#include "verify/equivalence/solver_terms.h"
#include "verify/equivalence/trial.h"
#include "verify/equivalence/words.h"
#include "verify/model/scalar_text.h"
#include "verify/smt/terms/solver.h"

namespace launchproof::equivalence {

using verdict::Cause;
using verdict::Verdict;

namespace {

using Clock = effort::Clock;

// A compared cell that is not the same node on both sides.
struct Difference {
  std::string label;
  std::size_t cell = 0;
  unsigned bytes = 0;
  bool is_float = false;
  Word left, right;
  bool is_open = true;  // not yet proved equal
};

struct Deviation {
  std::string label;
  std::uint64_t byte = 0;
  unsigned bytes = 0;
  std::uint64_t left = 0, right = 0;
  std::size_t difference = SIZE_MAX;  // number of its difference; none: in a cell that was assumed to be
                                      // equal
};

constexpr std::uint64_t kTrials = 6;
constexpr std::uint64_t kGathered = 1U << 20;  // bytes of a memory of unknown size that contents index
constexpr long double kRounding =
    1e-6L;  // relative error of an operation on floats of 32 bits, with a margin
constexpr long double kNoRounding = 1e-18L;
constexpr std::size_t kMostMismatches = 3;

class Decision {
 public:
  Decision(const Side& left, const Side& right, const Options& options)
      : d_left(left), d_right(right), d_options(options), d_end(Clock::now() + options.time) {}

  Answer run() {
    Granules granules;
    add_granules(d_left, granules);
    add_granules(d_right, granules);
    for (;;) {
      // Outputs that are compared have cells of the same size.
      for (const auto& [label, left] : d_left.outputs) {
        const std::string& right = d_right.outputs.at(label);
        const unsigned least = std::min(granule(granules, left), granule(granules, right));
        granules[left] = granules[right] = least;
      }
      // The same holds for copies and their sources.
      for (const Side* side : {&d_left, &d_right})
        for (const auto& [copy, of] : copies_of(*side)) {
          const unsigned least = std::min(granule(granules, copy), granule(granules, of));
          granules[copy] = granules[of] = least;
        }
      try {
        d_graph = std::make_unique<Graph>();
        Budget budget;
        budget.nodes = d_options.memory_mib * 10'000;
        // Half of the time is reserved for differences that execution can show.
        budget.is_over = [end = d_end - d_options.time / 2] { return Clock::now() > end; };
        d_left_done = execute(d_left, *d_graph, granules, budget);
        d_right_done = execute(d_right, *d_graph, granules, budget);
        break;
      } catch (const Misaligned& one) {
        if (std::exchange(granules[one.name], 1U) == 1) throw;
      }
    }
    find_sizes(granules);
    for (const Executed* done : {&d_left_done, &d_right_done})
      if (done->stop) {
        not_followed(*done->stop, done == &d_left_done ? d_left : d_right);
        return std::move(d_answer);
      }
    compare(granules);
    if (d_answer.counts.compared == 0) {
      give_up(Verdict::Unknown, Cause::NotFollowed, "neither side writes anything that is compared");
      return std::move(d_answer);
    }
    normalise();
    if (open() > 0 || d_options.always_executes) execute_both();
    if (d_answer.findings.empty() && open() > 0) ask_solver();
    conclude();
    return std::move(d_answer);
  }

 private:
  bool is_late() const { return Clock::now() > d_end; }
  double seconds_left() const {
    return std::max(0.1, std::chrono::duration<double>(d_end - Clock::now()).count());
  }

  static unsigned granule(const Granules& granules, const std::string& name) {
    const auto found = granules.find(name);
    return found == granules.end() ? 8 : found->second;
  }

  std::size_t open() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(d_differences, [](const Difference& one) { return one.is_open; }));
  }

  void give_up(Verdict verdict, Cause cause, const std::string& reason) {
    d_answer.property.verdict = verdict;
    d_answer.property.reason = reason;
    d_answer.property.causes.push_back({.cause = cause, .detail = reason, .location = {}});
  }

  // Finds the least size of each memory: its own size if it is known, otherwise the end of what was touched.
  void find_sizes(const Granules& granules) {
    for (const auto* done : {&d_left_done, &d_right_done})
      for (const auto& [name, memory] : done->memories) {
        std::uint64_t& size = d_sizes[name];
        const std::uint64_t least = memory.is_gathered() ? kGathered : 0;
        size = std::max(size, memory.bytes().value_or(
                                  std::max<std::uint64_t>(least, memory.cells() * granule(granules, name))));
      }
    for (const Side* side : {&d_left, &d_right})
      for (const auto& [copy, of] : copies_of(*side)) {
        const std::uint64_t size = std::max(d_sizes[copy], d_sizes[of]);
        d_sizes[copy] = d_sizes[of] = size;
      }
    std::erase_if(d_sizes,
                  [](const auto& entry) { return entry.second == 0 || entry.first.starts_with("array "); });
  }

  void not_followed(const Stop& stop, const Side& side) {
    const std::string reason = fmt::format("{} ({}): {}", side.name, side.words, stop.reason);
    execute_both();
    if (!d_answer.findings.empty()) {
      conclude();
      return;
    }
    if (stop.verdict != Verdict::Unsupported && d_answer.counts.trials == kTrials) {
      give_up(
          Verdict::ProbablyEqual, stop.cause,
          fmt::format("both sides gave the same for {} drawn contents; not proved, as {}", kTrials, reason));
      return;
    }
    give_up(stop.verdict, stop.cause, reason);
  }

  void compare(const Granules& granules) {
    for (const auto& [label, left_name] : d_left.outputs) {
      const auto left = d_left_done.memories.find(left_name);
      const auto right = d_right_done.memories.find(d_right.outputs.at(label));
      if (left == d_left_done.memories.end() || right == d_right_done.memories.end()) continue;
      const unsigned bytes = granule(granules, left_name);
      const bool is_float = is_float_output(label, bytes);
      const std::size_t cells = std::max(left->second.cells(), right->second.cells());
      for (std::size_t cell = 0; cell < cells; ++cell) {
        if (!left->second.is_touched(cell) && !right->second.is_touched(cell)) continue;
        ++d_answer.counts.compared;
        const Word a = left->second.cell(*d_graph, cell);
        const Word b = right->second.cell(*d_graph, cell);
        if (a == b) {
          ++d_answer.counts.same;
          d_same.push_back(a);
          continue;
        }
        d_differences.push_back({label, cell, bytes, is_float, a, b});
      }
    }
  }

  // Returns the array that a label names, in the first launch of the left side that has it.
  static const model::Array* array_of(const Side& side, const std::string& label) {
    const std::string& memory = side.outputs.at(label);
    for (const SideLaunch& one : side.launches)
      for (std::uint32_t i = 0; i < one.launch.names.size(); ++i)
        if (one.launch.names[i] == memory && one.launch.kernel.parameters[i].array != model::kNone)
          return &one.launch.kernel.arrays[one.launch.kernel.parameters[i].array];
    return nullptr;
  }

  bool is_float_output(const std::string& label, unsigned bytes) const {
    const model::Array* left = array_of(d_left, label);
    const model::Array* right = array_of(d_right, label);
    return bytes >= 4 && left != nullptr && right != nullptr && model::is_floating(left->element_type) &&
           model::is_floating(right->element_type);
  }

  void normalise() {
    if (open() == 0) return;
    on_large_stack([this] {
      Normaliser normaliser(*d_graph, d_options.arithmetic);
      try {
        for (Difference& one : d_differences) {
          if (is_late()) break;
          const FormId left = normaliser.form(one.left, one.bytes * 8, one.is_float);
          const FormId right = normaliser.form(one.right, one.bytes * 8, one.is_float);
          if (!normaliser.equal(left, right)) continue;
          one.is_open = false;
          ++d_answer.counts.by_form;
        }
      } catch (const FormsTooLarge&) {
        d_answer.notes.emplace_back("normal forms grew too large, and were given up");
      }
      d_granted = normaliser.granted();
    });
  }

  void execute_both() {
    TrialSide left(d_left, d_sizes);
    TrialSide right(d_right, d_sizes);
    constexpr std::array kDraws{Draw::Exact, Draw::Moderate, Draw::Any};
    for (std::uint64_t trial = 0; trial < kTrials && !is_late(); ++trial) {
      const Draw draw = kDraws[trial % kDraws.size()];
      const TrialContents contents = draw_contents(d_left, d_right, d_sizes, draw, trial + 1);
      if (!try_contents(left, right, contents)) return;
      if (!d_answer.findings.empty() && d_is_certain) return;
      if (open() == 0 && !d_left_done.stop && !d_right_done.stop) return;
    }
  }

  // Returns whether continuing is worthwhile.
  bool try_contents(TrialSide& left, TrialSide& right, const TrialContents& contents) {
    const TrialOutcome one = left.run(contents, seconds_left());
    if (!one.completed) {
      d_answer.notes.push_back(fmt::format("{} was not executed to its end: {}", d_left.words, one.reason));
      return false;
    }
    const TrialOutcome other = right.run(contents, seconds_left());
    if (!other.completed) {
      d_answer.notes.push_back(
          fmt::format("{} was not executed to its end: {}", d_right.words, other.reason));
      return false;
    }
    ++d_answer.counts.trials;
    judge(contents, one, other);
    return true;
  }

  void judge(const TrialContents& contents, const TrialOutcome& one, const TrialOutcome& other) {
    std::vector<Deviation> deviations;
    std::map<std::pair<std::string, std::size_t>, std::size_t> open_cells;
    for (std::size_t i = 0; i < d_differences.size(); ++i)
      open_cells[{d_differences[i].label, d_differences[i].cell}] = i;
    const bool all_open = d_left_done.stop || d_right_done.stop;
    for (const auto& [label, bytes] : one.outputs) {
      const auto found = other.outputs.find(label);
      if (found == other.outputs.end()) continue;
      const Bytes& there = found->second;
      const unsigned width = cell_bytes(label);
      const bool is_float = is_float_output(label, width);
      for (std::uint64_t byte = 0; byte + width <= std::min(bytes.size(), there.size()); byte += width) {
        if (std::memcmp(bytes.data() + byte, there.data() + byte, width) == 0) continue;
        Deviation deviation{label, byte, width};
        std::memcpy(&deviation.left, bytes.data() + byte, width);
        std::memcpy(&deviation.right, there.data() + byte, width);
        const auto open_cell = open_cells.find({label, byte / width});
        if (open_cell != open_cells.end()) deviation.difference = open_cell->second;
        const bool was_proved =
            !all_open && (open_cell == open_cells.end() || !d_differences[open_cell->second].is_open);
        if (was_proved && (d_options.arithmetic != Arithmetic::Real || !is_float)) {
          if (is_padded(deviation)) continue;
          contradict(deviation);
          return;
        }
        if (was_proved) continue;  // rounding
        deviations.push_back(deviation);
        if (deviations.size() >= 64) break;
      }
    }
    if (deviations.empty()) return;
    // Prefers a difference that is certain.
    for (const Deviation& deviation : deviations)
      if (is_certain(deviation, contents, one.has_open_floats || other.has_open_floats)) {
        d_is_certain = true;
        report(deviation, contents, verdict::Confirmation::Replayed);
        return;
      }
    // Real numbers are rounded when they are executed.
    const auto is_rounding = [&](const Deviation& one_of) {
      if (d_options.arithmetic != Arithmetic::Real || !is_float_output(one_of.label, one_of.bytes))
        return false;
      return is_close(one_of.left, one_of.right, one_of.bytes * 8);
    };
    const auto far = std::ranges::find_if_not(deviations, is_rounding);
    if (far != deviations.end() && d_answer.findings.empty()) d_possible.emplace_back(*far, contents);
  }

  unsigned cell_bytes(const std::string& label) const {
    for (const Difference& one : d_differences)
      if (one.label == label) return one.bytes;
    const auto memory = d_left_done.memories.find(d_left.outputs.at(label));
    return memory == d_left_done.memories.end() ? 1 : memory->second.granule();
  }

  // Returns whether no side fills the cell with anything that the program determines.
  bool is_padded(const Deviation& deviation) const {
    const auto memory = d_left_done.memories.find(d_left.outputs.at(deviation.label));
    if (memory == d_left_done.memories.end()) return false;
    const std::size_t cell = deviation.byte / deviation.bytes;
    if (!memory->second.is_touched(cell)) return false;
    const Word word = const_cast<Memory&>(memory->second).cell(*d_graph, cell);  // NOLINT: it was touched
    if (word.is_known()) return false;
    const Node& node = d_graph->node(word.node);
    return node.kind == NodeKind::Function && node.count == 0;
  }

  // Returns whether the two values differ on every device, however it computes what floats leave open.
  bool is_certain(const Deviation& deviation, const TrialContents& contents, bool has_open_floats) {
    const bool was_followed = deviation.difference != SIZE_MAX;
    if (!was_followed) return !has_floats() && !has_open_floats;
    const Difference& one = d_differences[deviation.difference];
    const Cone cone = cone_of(*d_graph, one.left, one.right);
    if (cone.has_undefined) return false;
    const bool is_plain = d_options.arithmetic != Arithmetic::Real && !cone.has_inexact_floats &&
                          !d_left_done.granted.contracts && !d_right_done.granted.contracts &&
                          !has_open_floats;
    if (!cone.has_floats || is_plain) return true;
    const auto at = [&](const Node& leaf, std::uint64_t byte) {
      return bits_at(*d_graph, leaf, byte, contents);
    };
    Estimator estimator(*d_graph, at, d_options.arithmetic == Arithmetic::Real ? kNoRounding : kRounding);
    if (one.is_float) {
      const auto left = estimator.number(d_graph->as_node(one.left, one.bytes * 8));
      const auto right = estimator.number(d_graph->as_node(one.right, one.bytes * 8));
      if (!left || !right || !std::isfinite(left->low) || !std::isfinite(right->low)) return false;
      return left->high < right->low || right->high < left->low;
    }
    const auto left = estimator.bits(d_graph->as_node(one.left, one.bytes * 8));
    const auto right = estimator.bits(d_graph->as_node(one.right, one.bytes * 8));
    return left && right && *left != *right;
  }

  bool has_floats() const {
    for (const Side* side : {&d_left, &d_right})
      for (const SideLaunch& one : side->launches)
        if (!one.launch.kernel.functions.empty()) return true;
    return false;
  }

  void contradict(const Deviation& deviation) {
    const std::string reason =
        fmt::format("`{}` was proved equal, and is {} on the left and {} on the right when executed",
                    element_text(deviation), value_text(deviation, deviation.left),
                    value_text(deviation, deviation.right));
    give_up(Verdict::Error, Cause::ReplayDisagrees, reason);
    d_is_contradicted = true;
  }

  static std::string element_text(const Deviation& deviation) {
    return fmt::format("{}[{}]", deviation.label, deviation.byte / deviation.bytes);
  }

  std::string value_text(const Deviation& deviation, std::uint64_t bits) const {
    const model::Array* array = array_of(d_left, deviation.label);
    return model::scalar_text(array == nullptr ? "uint" : array->element_type, bits, deviation.bytes * 8);
  }

  void report(const Deviation& deviation, const TrialContents& contents, verdict::Confirmation confirmation) {
    verdict::Finding finding;
    finding.property = verdict::Property::Equivalent;
    finding.kind = "different result";
    finding.confirmation = confirmation;
    std::vector<verdict::NamedValue> needs;
    if (deviation.difference != SIZE_MAX) {
      const Difference& one = d_differences[deviation.difference];
      needs = inputs_of(*d_graph, one.left, one.right, contents, types());
    } else {
      // It is unknown which contents it depends on.
      for (const auto& [name, bytes] : contents.arguments) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data(), std::min(bytes.size(), sizeof bits));
        needs.push_back(
            {name, model::scalar_text(types()[name], bits, static_cast<unsigned>(bytes.size() * 8))});
      }
    }
    std::string with;
    for (const verdict::NamedValue& value : needs)
      with += fmt::format("{}{} = {}", with.empty() ? " with " : ", ", value.name, value.value);
    finding.message = fmt::format("`{}` is {} on the left ({}) and {} on the right ({}){}",
                                  element_text(deviation), value_text(deviation, deviation.left),
                                  d_left.words, value_text(deviation, deviation.right), d_right.words, with);
    for (const auto& [side, role] : {std::pair(&d_left, "left"), std::pair(&d_right, "right")})
      if (auto location = written_at(*side, side->outputs.at(deviation.label), role))
        finding.locations.push_back(*location);
    verdict::Witness witness;
    witness.address = deviation.byte;
    witness.needs = needs;
    if (confirmation == verdict::Confirmation::Unconfirmed)
      finding.approximations.push_back(
          {.cause = Cause::ArithmeticOpen,
           .detail =
               "both sides were executed and differ, but another device may compute these floats differently",
           .location = {}});
    finding.witness = std::move(witness);
    finding.id = finding_id(d_left.words + "/" + d_right.words, finding);
    d_answer.findings.push_back(std::move(finding));
  }

  // The element types of memories, by name.
  std::map<std::string, std::string> types() const {
    std::map<std::string, std::string> result;
    for (const Side* side : {&d_left, &d_right})
      for (const SideLaunch& one : side->launches)
        for (std::uint32_t i = 0; i < one.launch.names.size(); ++i) {
          const model::Parameter& parameter = one.launch.kernel.parameters[i];
          result.try_emplace(one.launch.names[i],
                             parameter.array == model::kNone
                                 ? parameter.type
                                 : one.launch.kernel.arrays[parameter.array].element_type);
        }
    return result;
  }

  void ask_solver() {
    smt::TermStore store;
    std::unique_ptr<smt::Solver> solver;
    TrialSide left(d_left, d_sizes);
    TrialSide right(d_right, d_sizes);
    std::size_t refuted = 0;
    on_large_stack([&] {
      solver = smt::make_solver(store, d_options.solver);
      SolverTerms terms(*d_graph, store);
      for (Difference& one : d_differences) {
        if (!one.is_open || is_late()) continue;
        if (d_options.arithmetic == Arithmetic::Real && cone_of(*d_graph, one.left, one.right).has_floats)
          continue;
        const std::array question{
            store.distinct(terms.term(one.left, one.bytes * 8), terms.term(one.right, one.bytes * 8))};
        smt::Limits limits;
        limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds_left() * 500));
        limits.memory_mib = d_options.memory_mib;
        ++d_answer.counts.questions;
        const smt::Answer said = solver->check(question, limits);
        if (said.status == smt::Status::Unsat) {
          one.is_open = false;
          ++d_answer.counts.by_solver;
        } else if (said.status == smt::Status::Sat) {
          TrialContents contents = draw_contents(d_left, d_right, d_sizes, Draw::Exact, 1);
          for (const auto& [node, variable] : terms.leaves())
            put_bits(*d_graph, d_graph->node(node), static_cast<std::uint64_t>(said.model.evaluate(variable)),
                     contents);
          if (!try_contents(left, right, contents) || !d_answer.findings.empty() ||
              ++refuted >= kMostMismatches)
            return;
        } else {
          d_answer.notes.push_back(
              fmt::format("no solver decided `{}[{}]`: {}", one.label, one.cell, said.reason));
          if (++refuted >= kMostMismatches) return;
        }
      }
    });
  }

  void conclude() {
    if (d_is_contradicted) return;
    auto& property = d_answer.property;
    if (d_answer.findings.empty() && open() > 0 && !d_possible.empty() && !d_left_done.stop &&
        !d_right_done.stop)
      report(d_possible.front().first, d_possible.front().second, verdict::Confirmation::Unconfirmed);
    if (!d_answer.findings.empty()) {
      const bool is_defect = d_answer.findings.front().confirmation == verdict::Confirmation::Replayed;
      property.verdict = is_defect ? Verdict::Defect : Verdict::PossibleDefect;
      property.reason = d_answer.findings.front().message;
      return;
    }
    if (open() > 0) {
      leave_open();
      return;
    }
    property.verdict = Verdict::Verified;
    state_assumptions();
  }

  void leave_open() {
    const auto first = std::ranges::find_if(d_differences, [](const Difference& one) { return one.is_open; });
    const std::string place = fmt::format("{}[{}]", first->label, first->cell);
    const Cone cone = cone_of(*d_graph, first->left, first->right);
    if (cone.has_undefined) {
      give_up(Verdict::Unknown, Cause::UndefinedValue,
              fmt::format("`{}` rests on a value that the program leaves undefined, such as local memory "
                          "that nothing wrote",
                          place));
      return;
    }
    std::string remedy;
    if (cone.has_floats && d_options.arithmetic != Arithmetic::Real)
      remedy = "; floats are compared by their operations: --arithmetic=real takes them for real numbers";
    if (is_late()) {
      give_up(Verdict::Unknown, Cause::ClassTimeout,
              fmt::format("`{}` was not decided within the time limit", place));
      return;
    }
    const std::string reason =
        fmt::format("`{}` was neither proved equal nor refuted ({} of {} elements are open){}", place, open(),
                    d_answer.counts.compared, remedy);
    if (d_answer.counts.trials >= kTrials && d_possible.empty())
      give_up(
          Verdict::ProbablyEqual, Cause::NotProvedEqual,
          fmt::format("both sides gave the same for {} drawn contents; {}", d_answer.counts.trials, reason));
    else
      give_up(Verdict::Unknown, Cause::NotProvedEqual, reason);
  }

  // Memory whose contents are given by the launches, by name.
  std::set<std::string> given_contents() const {
    std::set<std::string> names;
    for (const Side* side : {&d_left, &d_right})
      for (const SideLaunch& one : side->launches)
        for (std::uint32_t i = 0; i < one.launch.names.size(); ++i)
          if (const auto* buffer = std::get_if<model::BufferArgument>(&one.launch.facts.arguments[i]);
              buffer != nullptr && !one.launch.names[i].empty() && buffer->contents.available())
            names.insert(one.launch.names[i]);
    return names;
  }

  void state_assumptions() {
    std::vector<Word> all = d_same;
    for (const Difference& one : d_differences) {
      all.push_back(one.left);
      all.push_back(one.right);
    }
    const Cone cone = cone_of(*d_graph, all);
    if (cone.has_floats && d_options.arithmetic == Arithmetic::Integer) {
      give_up(Verdict::Unknown, Cause::NotFollowed,
              "floats have a part in what is compared, and --arithmetic=integer is for integers alone: use "
              "bits or real");
      return;
    }
    auto& assumptions = d_answer.assumptions;
    const bool contracts = d_left_done.granted.contracts || d_right_done.granted.contracts;
    if (d_options.arithmetic == Arithmetic::Real && cone.has_floats) {
      assumptions.emplace_back(
          "floats are real numbers: rounding, overflow and NaN are left out (--arithmetic=real)");
      for (const std::string& one : d_granted) assumptions.push_back(one);
    } else if (cone.has_floats && contracts) {
      assumptions.emplace_back(
          "no compiler contracts a product and a sum, as with FP_CONTRACT OFF or -ffp-contract=off");
    }
    if (cone.has_functions && d_options.arithmetic != Arithmetic::Real)
      assumptions.emplace_back("functions such as exp are computed alike on both sides");
    for (const std::string& name : given_contents())
      assumptions.push_back(fmt::format("`{}` holds before what is given or recorded for it", name));
    if (d_left_done.granted.divides || d_right_done.granted.divides)
      assumptions.emplace_back(
          "no divisor that contents decide is zero, and no such shift is by the width or more");
  }

  const Side& d_left;
  const Side& d_right;
  const Options& d_options;
  Clock::time_point d_end;
  std::unique_ptr<Graph> d_graph;
  Executed d_left_done, d_right_done;
  MemorySizes d_sizes;
  std::vector<Difference> d_differences;
  std::vector<Word> d_same;
  std::set<std::string> d_granted;
  std::vector<std::pair<Deviation, TrialContents>> d_possible;
  bool d_is_certain = false;
  bool d_is_contradicted = false;
  Answer d_answer;
};

}  // namespace

Answer decide(const Side& left, const Side& right, const Options& options) {
  return Decision(left, right, options).run();
}

}  // namespace launchproof::equivalence
