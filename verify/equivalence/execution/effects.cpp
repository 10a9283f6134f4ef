#include "verify/equivalence/execution/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "verify/equivalence/execution/folds.h"
#include "verify/equivalence/execution/stop.h"
#include "verify/equivalence/execution/walker.h"
#include "verify/equivalence/graph/normaliser.h"

namespace launchproof::equivalence {

using model::ArrayId;
using model::BlockId;
using model::kNone;
using model::Op;
using model::ValueId;
using verdict::Verdict;

namespace {

constexpr std::size_t kMostOpenDepth = 24;
constexpr std::uint64_t kMostStep = 1U << 20;

// Follows the arbitrary work-item.
class Follower : public Walker {
 public:
  Follower(const Launch& launch, const std::string& side, const OpenItem& open, Graph& graph,
           const Granules& granules, Budget& budget, const Prove& prove, bool keeps_loops)
      : Walker(launch, side, open.sizes, graph, granules, budget, kMostOpenDepth),
        d_side(side),
        d_open(open),
        d_prove(prove),
        d_keeps_loops(keeps_loops) {}

  Effects run() {
    Item item;
    begin(item, d_open.ids);
    while (!item.done) {
      go_on(item);
      if (!item.done) ++d_interval;
    }
    Effects effects;
    for (Effect& one : d_effects)
      if (!one.memory.starts_with("array ")) add_write(effects.writes, one);
    effects.facts = std::move(d_facts);
    effects.loops = std::move(d_states);
    effects.granted = {.contracts = values().contracts(), .divides = values().divides()};
    return effects;
  }

 private:
  // If a value is written again immediately at the same address, both are one write.
  void add_write(std::vector<Effect>& writes, const Effect& write) {
    for (auto before = writes.rbegin(); before != writes.rend(); ++before) {
      if (before->memory != write.memory) continue;
      const bool is_again = before->interval == write.interval && before->address == write.address &&
                            before->bytes == write.bytes;
      if (!is_again) break;
      before->value = graph().select(write.bytes * 8, write.guard, write.value, before->value);
      before->guard = graph().not_(graph().and_(graph().not_(before->guard), graph().not_(write.guard)));
      return;
    }
    writes.push_back(write);
  }

  // What following a loop changes, besides the work-item.
  auto changed() {
    return std::tie(d_interval, d_open_loops, d_loops, d_loop_start, d_is_uniform, d_read_from_before,
                    d_stale, d_effects, d_facts, d_states, d_held);
  }
  auto snapshot() {
    return std::tuple_cat(std::make_tuple(guard()),
                          std::apply([](const auto&... all) { return std::make_tuple(all...); }, changed()));
  }
  template <typename Snapshot>
  void restore(const Snapshot& before) {
    set_guard(std::get<0>(before));
    std::apply([this](Word, const auto&... all) { changed() = std::tie(all...); }, before);
  }

  bool keeps_loop(model::LoopId loop, std::size_t depth) const override {
    return d_keeps_loops && depth == 0 && d_open_loops == 0 && guard().is_true() &&
           !local_arrays_written_in(kernel().loops[loop]).empty();
  }

  // A loop whose results are folds is one value. Otherwise it may leave local memory from one iteration to
  // the next.
  bool is_loop_done(Item& item, Word, std::size_t depth) override {
    const model::Loop& loop = kernel().loops[kernel().blocks[item.block].loop];
    const bool may_keep = depth == 0 && d_open_loops == 0 && guard().is_true();
    const std::vector<ArrayId> written = may_keep ? local_arrays_written_in(loop) : std::vector<ArrayId>();
    if (written.empty()) return is_folded(item, depth);
    const Item item_before = item;
    const auto before = snapshot();
    try {
      return is_folded(item, depth);
    } catch (const Stop&) {
      restore(before);
    }
    // Values of single work-items are found one after the other.
    std::set<std::size_t> own;
    for (;;) {
      item = item_before;
      const std::size_t count = own.size();
      follow_state(item, loop, written, own);
      if (own.size() == count) return true;
      restore(before);
    }
  }

  std::vector<ArrayId> local_arrays_written_in(const model::Loop& loop) const {
    std::set<ArrayId> written;
    for (const model::Site& site : kernel().sites) {
      if (site.kind == model::AccessKind::Read ||
          std::ranges::find(loop.blocks, site.block) == loop.blocks.end())
        continue;
      for (const ArrayId id : site.arrays)
        if (kernel().arrays[id].memory == model::Memory::Local) written.insert(id);
    }
    return {written.begin(), written.end()};
  }

  // Returns the size of all accesses to the array.
  unsigned element_of(ArrayId id, model::LocationId location) const {
    unsigned bytes = 0;
    for (const model::Site& site : kernel().sites) {
      if (std::ranges::find(site.arrays, id) == site.arrays.end()) continue;
      if (bytes != 0 && bytes != site.component_bytes)
        stop("an array that is read and written in elements of different sizes", site.location);
      bytes = site.component_bytes;
    }
    if (!std::has_single_bit(bytes)) stop("an array of elements of an unusual size", location);
    return bytes;
  }

  // Begins a loop that leaves these arrays to the next iteration: writes to them up to here are closed.
  StateLoop closed_before(const std::vector<ArrayId>& written, model::LocationId location) {
    StateLoop state{.condition = {}, .values = {}, .memories = {}, .location = location};
    const auto number = static_cast<std::uint32_t>(d_states.size());
    for (const ArrayId id : written) {
      const std::string name = memory_of(id);
      StateMemory memory{
          .bytes = element_of(id, location), .base = std::nullopt, .before = {}, .step = {}, .needs = {}};
      if (const auto held = d_held.find(name); held != d_held.end()) memory.base = held->second;
      std::uint32_t since = 0;
      if (const auto stale = d_stale.find(name); stale != d_stale.end()) {
        since = stale->second;
        memory.base = std::nullopt;
        d_stale.erase(stale);
      }
      for (const Effect& one : d_effects)
        if (one.memory == name && one.interval >= since) memory.before.push_back(one);
      std::erase_if(d_effects, [&](const Effect& one) { return one.memory == name; });
      d_held[name] = {number, static_cast<std::uint32_t>(state.memories.size()), false};
      state.memories.push_back(std::move(memory));
    }
    return state;
  }

  // `own`: its number among the values of single work-items; nothing for a uniform value.
  Word loop_value(std::uint32_t loop, std::size_t number, std::optional<std::size_t> own, bool is_after,
                  unsigned width) {
    const std::uint32_t name =
        graph().name(name_of_value(own ? "own" : d_side, loop, own.value_or(number), is_after));
    if (!own) return graph().argument(name, 0, width);
    const unsigned bits = kernel().address_bits;
    std::vector<Word> ids(d_open.ids.local.begin(), d_open.ids.local.end());
    ids.insert(ids.end(), d_open.ids.group.begin(), d_open.ids.group.end());
    return graph().function(name, width, ids, std::vector<unsigned>(ids.size(), bits), false);
  }

  // Follows an arbitrary iteration of a loop that leaves the arrays to the next one. If a value turns out to
  // be one of single work-items, adds its number to `own`, and the result does not count.
  void follow_state(Item& item, const model::Loop& loop, const std::vector<ArrayId>& written,
                    std::set<std::size_t>& own) {
    const BlockId header = item.block;
    const model::Block& block = kernel().blocks[header];
    const auto is_inside = [&](BlockId id) {
      return std::ranges::find(loop.blocks, id) != loop.blocks.end();
    };
    for (const BlockId id : loop.blocks)
      for (const BlockId successor : kernel().blocks[id].successors)
        if (id != header && !is_inside(successor))
          stop("a loop that leaves local memory to the next iteration, and has several ends", loop.location);
    if (is_inside(block.successors[0]) == is_inside(block.successors[1]))
      stop("a loop that leaves local memory to the next iteration, and does not end at its head",
           loop.location);
    const std::size_t inwards = is_inside(block.successors[0]) ? 0 : 1;
    const auto number = static_cast<std::uint32_t>(d_states.size());
    const std::vector<Word> firsts = values_of_phis(item, block);
    StateLoop state = closed_before(written, loop.location);
    for (std::size_t i = 0; i < block.phis.size(); ++i) {
      LoopValue value;
      value.width = kernel().values[block.phis[i].value].width;
      value.is_uniform = !own.contains(i);
      value.first = firsts[i];
      std::optional<std::size_t> place;
      if (own.contains(i)) place = std::distance(own.begin(), own.find(i));
      value.now = loop_value(number, i, place, false, value.width);
      value.after = loop_value(number, i, place, true, value.width);
      item.values[block.phis[i].value] = value.now;
      state.values.push_back(value);
    }
    compute_block(item);
    const auto condition = [&] {
      const Word holds = item.values[block.condition];
      return inwards == 0 ? holds : graph().not_(holds);
    };
    state.condition = condition();
    if (state.condition.is_known() || !is_uniform(graph(), state.condition))
      stop(
          "a loop that leaves local memory to the next iteration, and whose end is not that of all "
          "work-items",
          loop.location);
    set_guard(state.condition);
    const std::size_t effects = d_effects.size();
    const std::size_t facts = d_facts.size();
    const std::uint32_t outer_start = std::exchange(d_loop_start, ++d_interval);
    const std::set<std::string> outer_reads = std::exchange(d_read_from_before, {});
    d_states.push_back(state);
    go(item, code().block(header), inwards);
    ++d_open_loops;
    for (;;) {
      run_until(item, header, 0);
      if (item.done) stop("a work-item that ends in a loop of unknown length", loop.location);
      if (item.block == header && item.step == 0) break;
      set_guard(state.condition);
      ++d_interval;  // a barrier
    }
    --d_open_loops;
    set_guard({1, 0});
    if (d_facts.size() != facts)
      stop("a statement in a loop that leaves local memory to the next iteration", loop.location);
    std::size_t next = 0;
    for (const Word word : values_of_phis(item, block)) d_states[number].values[next++].next = word;
    for (std::size_t i = effects; i < d_effects.size(); ++i) {
      const Effect& one = d_effects[i];
      const auto held = d_held.find(one.memory);
      if (held == d_held.end() || held->second.loop != number)
        stop("a write in a loop of unknown length", loop.location);
      d_states[number].memories[held->second.memory].step.push_back(one);
    }
    d_effects.resize(effects);
    for (const ArrayId id : written) {
      const std::string name = memory_of(id);
      if (d_stale.contains(name))
        stop("local memory that a loop in a loop of unknown length writes", loop.location);
      d_held[name].is_after = true;
    }
    d_read_from_before = outer_reads;
    d_loop_start = outer_start;
    ++d_interval;
    for (std::size_t i = 0; i < block.phis.size(); ++i) {
      const LoopValue& value = d_states[number].values[i];
      if (value.is_uniform && (!is_uniform(graph(), value.first) || !is_uniform(graph(), value.next)))
        own.insert(i);
      item.values[block.phis[i].value] = value.after;
    }
    compute_block(item);
    item.step = 0;
    go(item, code().block(header), 1 - inwards);
  }

  // Follows one iteration, with placeholders for carried values, and replaces the loop's results by folds.
  bool is_folded(Item& item, std::size_t depth) {
    const BlockId header = item.block;
    const model::Block& block = kernel().blocks[header];
    const model::Loop& loop = kernel().loops[block.loop];
    const auto is_inside = [&](BlockId id) {
      return std::ranges::find(loop.blocks, id) != loop.blocks.end();
    };
    for (const BlockId id : loop.blocks)
      for (const BlockId successor : kernel().blocks[id].successors)
        if (id != header && !is_inside(successor)) return false;
    const std::size_t inwards = is_inside(block.successors[0]) ? 0 : 1;
    const std::uint32_t number = d_loops++;
    const std::vector<Word> firsts = values_of_phis(item, block);
    // The counter is the value that the condition compares.
    Fold fold{.loop = number};
    std::size_t counter = block.phis.size();
    for (std::size_t i = 0; i < block.phis.size(); ++i) {
      const unsigned width = kernel().values[block.phis[i].value].width;
      item.values[block.phis[i].value] = carried_of(graph(), number, i, width);
    }
    compute_block(item);
    Word condition = item.values[block.condition];
    if (inwards == 1) condition = graph().not_(condition);
    if (condition.is_known()) {
      for (std::size_t i = 0; i < block.phis.size(); ++i) item.values[block.phis[i].value] = firsts[i];
      compute_block(item);
      return false;
    }
    const Node compared = graph().node(condition.node);
    const bool is_order =
        compared.kind == NodeKind::Operation && (compared.op == Op::ULess || compared.op == Op::SLess);
    for (std::size_t i = 0; is_order && i < block.phis.size(); ++i)
      if (graph().operand(compared, 0) == item.values[block.phis[i].value].node) counter = i;
    if (counter == block.phis.size())
      stop("a loop of unknown length that does not count up to a bound", loop.location);
    fold.is_signed = compared.op == Op::SLess;
    fold.counter_width = kernel().values[block.phis[counter].value].width;
    fold.first = firsts[counter];
    fold.bound = graph().as_word(graph().operand(compared, 1));
    if (has_placeholder(fold.bound, number)) stop("a loop whose bound it changes itself", loop.location);
    const bool was_uniform =
        std::exchange(d_is_uniform, d_is_uniform && !has_id(fold.bound) && !has_id(fold.first));
    // One iteration.
    std::size_t place = 0;
    for (std::size_t i = 0; i < block.phis.size(); ++i) {
      const ValueId phi = block.phis[i].value;
      const unsigned width = kernel().values[phi].width;
      item.values[phi] =
          i == counter ? counter_of(graph(), number, width) : carried_of(graph(), number, place++, width);
    }
    compute_block(item);
    condition = item.values[block.condition];
    const Word outer = guard();
    set_guard(graph().and_(outer, inwards == 0 ? condition : graph().not_(condition)));
    const std::size_t effects = d_effects.size();
    const std::uint32_t outer_start = std::exchange(d_loop_start, ++d_interval);
    const std::set<std::string> outer_reads = std::exchange(d_read_from_before, {});
    go(item, code().block(header), inwards);
    ++d_open_loops;
    for (;;) {
      run_until(item, header, depth);
      if (item.done) stop("a work-item that ends in a loop of unknown length", loop.location);
      if (item.block == header && item.step == 0) break;
      ++d_interval;  // a barrier
    }
    --d_open_loops;
    set_guard(outer);
    // The next iteration must not read memory that this one wrote.
    for (std::size_t i = effects; i < d_effects.size(); ++i) {
      const std::string& memory = d_effects[i].memory;
      if (!memory.starts_with("array ")) stop("a write in a loop of unknown length", loop.location);
      if (d_read_from_before.contains(memory))
        stop("local memory that one iteration leaves to the next", loop.location);
      d_stale[memory] = d_interval + 1;
    }
    d_effects.resize(effects);
    d_read_from_before.insert(outer_reads.begin(), outer_reads.end());
    d_loop_start = outer_start;
    ++d_interval;
    d_is_uniform = was_uniform;
    const std::vector<Word> nexts = values_of_phis(item, block);
    fold.step = graph().binary(Op::Sub, fold.counter_width, fold.counter_width, nexts[counter],
                               counter_of(graph(), number, fold.counter_width));
    Normaliser normaliser(graph(), Arithmetic::Bits);
    const auto step =
        normaliser.constant(normaliser.form(fold.step, fold.counter_width, false), fold.counter_width);
    if (!step || *step == 0 || *step > kMostStep)
      stop("a loop of unknown length that does not count in equal steps", loop.location);
    fold.step = {*step, 0};
    for (std::size_t i = 0; i < block.phis.size(); ++i)
      if (i != counter)
        fold.carried.push_back({kernel().values[block.phis[i].value].width, firsts[i], nexts[i]});
    place = 0;
    for (std::size_t i = 0; i < block.phis.size(); ++i)
      item.values[block.phis[i].value] = folded(graph(), fold, i == counter ? fold.carried.size() : place++);
    compute_block(item);
    item.step = 0;
    go(item, code().block(header), 1 - inwards);
    return true;
  }

  static std::vector<Word> values_of_phis(const Item& item, const model::Block& block) {
    std::vector<Word> words;
    words.reserve(block.phis.size());
    for (const model::Phi& phi : block.phis) words.push_back(item.values[phi.value]);
    return words;
  }

  // Returns whether some node below has a name that `is` accepts.
  bool has_argument(Word word, const std::function<bool(std::string_view)>& is) const {
    std::set<NodeId> seen;
    std::vector<Word> open{word};
    while (!open.empty()) {
      const Word next = open.back();
      open.pop_back();
      if (next.is_known() || !seen.insert(next.node).second) continue;
      const Node& node = graph().node(next.node);
      if (node.kind == NodeKind::Argument && is(graph().text(node.index))) return true;
      for (const NodeId operand : graph().operands(node)) open.push_back(graph().as_word(operand));
    }
    return false;
  }

  bool has_placeholder(Word word, std::uint32_t loop) const {
    const std::string own = fmt::format("loop {} ", loop);
    return has_argument(word, [&](std::string_view name) { return name.starts_with(own); });
  }
  bool has_id(Word word) const {
    return has_argument(word, [](std::string_view name) {
      return name.starts_with("local id") || name.starts_with("loop ");
    });
  }
  // Returns whether work-items of a group may have different values of the word.
  bool has_own_value(Word word) const {
    return has_argument(word, [](std::string_view name) {
      return name.starts_with("loop ") && name.find("value") != std::string_view::npos;
    });
  }

  void assume(Word condition, model::LocationId) override {
    // If control does not reach it, it has no effect.
    const Word nowhere = graph().not_(guard());
    d_facts.push_back(graph().not_(graph().and_(graph().not_(condition), graph().not_(nowhere))));
  }

  std::string memory_of(ArrayId id) const {
    const model::Array& array = kernel().arrays[id];
    if (array.memory == model::Memory::Local || array.parameter == kNone) return own_array(array);
    return launch().names[array.parameter];
  }

  void access(Item& item, model::SiteId number) override {
    const model::Site& site = kernel().sites[number];
    if (site.observes) return;
    if (site.kind == model::AccessKind::Atomic)
      stop("an atomic, where sizes are left open", site.location, Verdict::Unsupported);
    const auto targets = bases(item, site);
    if (targets.size() != 1 || !targets[0].first.is_true())
      stop("a pointer to one of several arrays, where sizes are left open", site.location);
    const ArrayId id = targets[0].second;
    const model::Array& array = kernel().arrays[id];
    if (id == 0) stop("an access through a null pointer", site.location);
    if (array.memory == model::Memory::Image)
      stop("an access to an image", site.location, Verdict::Unsupported);
    const unsigned address_bits = kernel().address_bits;
    const auto& results = code().results(number);
    for (unsigned i = 0; i * site.component_bytes < site.bytes; ++i) {
      const Word address =
          graph().binary(Op::Add, address_bits, address_bits, item.values[site.offset],
                         Graph::known(std::uint64_t{i} * site.component_bytes, address_bits));
      if (site.kind == model::AccessKind::Write) {
        if (site.written.empty()) stop("a store of something that is not followed", site.location);
        const Word value = item.values[site.written[i]];
        if (array.memory == model::Memory::Private)
          private_write(item, id, address, site, value);
        else
          d_effects.push_back({memory_of(id), d_interval, guard(), address, site.component_bytes, value});
        continue;
      }
      const ValueId result = i < results.size() ? results[i] : kNone;
      if (result == kNone) continue;
      item.values[result] = array.memory == model::Memory::Private ? private_read(item, id, address, site)
                                                                   : read(id, address, site);
    }
  }

  void check_private(const Memory& memory, Word address, const model::Site& site) const {
    if (!address.is_known()) stop("a private array at an address that is not known", site.location);
    if (!memory.holds(address.bits, site.component_bytes))
      stop("an access outside of its array", site.location);
    if (!memory.fits(address.bits, site.component_bytes))
      stop("an access that is not aligned", site.location);
  }

  void private_write(Item& item, ArrayId id, Word address, const model::Site& site, Word value) {
    if (d_open_loops > 0) stop("a private array that a loop of unknown length writes", site.location);
    Memory& memory = private_array(item, id);
    check_private(memory, address, site);
    memory.write(graph(), address.bits, site.component_bytes, value, guard());
  }

  Word private_read(Item& item, ArrayId id, Word address, const model::Site& site) {
    Memory& memory = private_array(item, id);
    check_private(memory, address, site);
    return memory.read(graph(), address.bits, site.component_bytes);
  }

  // Returns the contents of the memory at the address: what this work-item wrote in the current interval;
  // otherwise what some work-item wrote in the last interval with such a write; otherwise the initial
  // contents.
  Word read(ArrayId id, Word address, const model::Site& site) {
    const std::string name = memory_of(id);
    const unsigned width = site.component_bytes * 8;
    std::uint32_t last = kNone;
    for (const Effect& one : d_effects) {
      if (one.memory != name) continue;
      if (one.bytes != site.component_bytes)
        stop("an array that is read and written in elements of different sizes", site.location);
      if (one.interval < d_interval && (last == kNone || one.interval > last)) last = one.interval;
    }
    const model::Array& array = kernel().arrays[id];
    Word value;
    if (const auto stale = d_stale.find(name);
        stale != d_stale.end() && (last == kNone || last < stale->second))
      stop("memory that a loop of unknown length wrote", site.location);
    if (last == kNone || last < d_loop_start) d_read_from_before.insert(name);
    if (last != kNone) {
      value = written_by_somebody(name, last, address, width, site);
    } else if (const auto held = d_held.find(name); held != d_held.end()) {
      value = held_at(graph(), held->second, site.component_bytes, address, kernel().address_bits,
                      d_open.ids.group);
      d_states[held->second.loop].memories[held->second.memory].needs.push_back(
          {guard(), address, held->second.is_after});
    } else if (array.memory == model::Memory::Local) {
      value = graph().undefined(width);
    } else {
      value = graph().gather(graph().name(name), address, width);
    }
    for (const Effect& one : d_effects) {
      if (one.memory != name || one.interval != d_interval) continue;
      const Word here = graph().binary(Op::Equal, 1, kernel().address_bits, one.address, address);
      value = graph().select(width, graph().and_(one.guard, here), one.value, value);
    }
    return value;
  }

  struct Writer {
    Word condition;  // it is a work-item of the group, and writes
    Word value;
  };

  Word written_by_somebody(const std::string& name, std::uint32_t interval, Word address, unsigned width,
                           const model::Site& site) {
    std::vector<Writer> writers;
    // If a work-item writes twice, the later write counts, so the loop visits it first.
    for (std::size_t i = d_effects.size(); i-- > 0;)
      if (d_effects[i].memory == name && d_effects[i].interval == interval)
        add_writers(i, address, width, writers);
    // It was written, whichever work-item reads it.
    Word nobody{1, 0};
    for (const Writer& one : writers) nobody = graph().and_(nobody, graph().not_(one.condition));
    std::vector<Word> given = d_open.facts;
    given.insert(given.end(), d_facts.begin(), d_facts.end());
    given.push_back(guard());
    if (writers.empty() || !d_prove(given, graph().not_(nobody)))
      stop("a read of local memory, or of memory that the launch writes, whose writer was not found",
           site.location);
    Word value = writers.back().value;
    for (std::size_t i = writers.size() - 1; i-- > 0;)
      value = graph().select(width, writers[i].condition, writers[i].value, value);
    return value;
  }

  // Candidates for the work-item of the group that writes to the address by this effect: the reader itself,
  // the one with two of its ids exchanged, or a neighbour of these.
  void add_writers(std::size_t number, Word address, unsigned width, std::vector<Writer>& writers) {
    const Effect effect = d_effects[number];
    const unsigned bits = kernel().address_bits;
    add_named_writers(effect, address, width, writers);
    add_solved_writers(effect, address, width, writers);
    Normaliser normaliser(graph(), Arithmetic::Bits);
    const FormId wanted = normaliser.form(address, bits, false);
    for (const std::array<unsigned, 3>& order : {std::array{0U, 1U, 2U}, std::array{1U, 0U, 2U}}) {
      Words ids = d_open.ids.local;
      for (std::size_t i = 0; i < 3; ++i) ids[i] = d_open.ids.local[order[i]];
      const Word at = replaced(graph(), effect.address, bits, replacements(ids));
      const Word apart = graph().binary(Op::Sub, bits, bits, address, at);
      const std::optional<std::uint64_t> distance =
          normaliser.constant(normaliser.form(apart, bits, false), bits);
      if (!distance) {
        add_numbered_writers(effect, address, ids, width, writers, normaliser);
        continue;
      }
      if (*distance == 0) {
        add_writer(effect, ids, width, writers);
        continue;
      }
      for (std::size_t i = 0; i < 3; ++i) {
        if (ids[i].is_known()) continue;
        const auto moved = [&](std::uint64_t by) {
          Words others = ids;
          others[i] = graph().binary(Op::Add, bits, bits, ids[i], Graph::known(by, bits));
          return others;
        };
        const Word next = replaced(graph(), effect.address, bits, replacements(moved(1)));
        const Word step = graph().binary(Op::Sub, bits, bits, next, at);
        const std::optional<std::uint64_t> stride =
            normaliser.constant(normaliser.form(step, bits, false), bits);
        if (!stride || *stride == 0) continue;
        const auto far = static_cast<std::int64_t>(*distance);
        const auto of = static_cast<std::int64_t>(*stride);
        if (far % of != 0) continue;
        const Words others = moved(static_cast<std::uint64_t>(far / of));
        const Word there = replaced(graph(), effect.address, bits, replacements(others));
        if (normaliser.form(there, bits, false) == wanted) add_writer(effect, others, width, writers);
      }
    }
  }

  // Replaces one of the work-item's ids by a number. Returns the distance of the address from that of number
  // 0.
  void add_numbered_writers(const Effect& effect, Word address, const Words& ids, unsigned width,
                            std::vector<Writer>& writers, Normaliser& normaliser) {
    const unsigned bits = kernel().address_bits;
    for (std::size_t i = 0; i < 3; ++i) {
      if (d_open.ids.local[i].is_known()) continue;
      Words others = ids;
      const auto at = [&](std::uint64_t number) {
        others[i] = {number, 0};
        return replaced(graph(), effect.address, bits, replacements(others));
      };
      const auto apart = [&](Word a, Word b) {
        return normaliser.constant(normaliser.form(graph().binary(Op::Sub, bits, bits, a, b), bits, false),
                                   bits);
      };
      const Word first = at(0);
      const std::optional<std::uint64_t> stride = apart(at(1), first);
      const std::optional<std::uint64_t> beyond = apart(address, first);
      if (!stride || !beyond || *stride == 0 || *beyond % *stride != 0) continue;
      at(*beyond / *stride);
      add_writer(effect, others, width, writers);
    }
  }

  // Returns a work-item given by the effect's guard: the one whose id is a certain number.
  void add_named_writers(const Effect& effect, Word address, unsigned width, std::vector<Writer>& writers) {
    const unsigned bits = kernel().address_bits;
    std::set<NodeId> seen;
    std::vector<Word> open{effect.guard};
    while (!open.empty()) {
      const Word word = open.back();
      open.pop_back();
      if (word.is_known() || !seen.insert(word.node).second) continue;
      const Node node = graph().node(word.node);
      for (const NodeId operand : graph().operands(node)) open.push_back(graph().as_word(operand));
      if (node.kind != NodeKind::Operation || node.op != Op::Equal) continue;
      const Node& number = graph().node(graph().operand(node, 1));
      const Node& other = graph().node(graph().operand(node, 0));
      const bool is_narrow =
          other.kind == NodeKind::Operation && other.op == Op::Extract && other.literal == 0;
      const NodeId named = is_narrow ? graph().operand(other, 0) : graph().operand(node, 0);
      if (number.kind != NodeKind::Constant) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        if (d_open.ids.local[i].is_known() || d_open.ids.local[i].node != named) continue;
        Words ids = d_open.ids.local;
        ids[i] = Graph::known(number.literal, bits);
        const Word there = replaced(graph(), effect.address, bits, replacements(ids));
        add_writer(effect, ids, width, writers, graph().binary(Op::Equal, 1, bits, there, address));
      }
    }
  }

  // Returns the work-item whose id is the index that is read, for an effect whose address is a constant plus
  // a multiple of one id.
  void add_solved_writers(const Effect& effect, Word address, unsigned width, std::vector<Writer>& writers) {
    const unsigned bits = kernel().address_bits;
    Normaliser normaliser(graph(), Arithmetic::Bits);
    std::uint64_t beyond = 0;
    Word product = address;
    const auto is = [&](Op op) {
      if (product.is_known()) return false;
      const Node& node = graph().node(product.node);
      return node.kind == NodeKind::Operation && node.op == op &&
             graph().node(graph().operand(node, 1)).kind == NodeKind::Constant;
    };
    const auto constant_of = [&] {
      return graph().node(graph().operand(graph().node(product.node), 1)).literal;
    };
    const auto inner = [&] { return graph().as_word(graph().operand(graph().node(product.node), 0)); };
    if (is(Op::Add)) {
      beyond = constant_of();
      product = inner();
    }
    if (!is(Op::Mul)) return;
    const std::uint64_t factor = constant_of();
    const Word index = inner();
    for (std::size_t i = 0; i < 3; ++i) {
      if (d_open.ids.local[i].is_known()) continue;
      Words ids = d_open.ids.local;
      const auto at = [&](Word id) {
        ids[i] = id;
        const Word there = replaced(graph(), effect.address, bits, replacements(ids));
        return normaliser.constant(normaliser.form(there, bits, false), bits);
      };
      const auto first = at({0, 0});
      const auto second = at({1, 0});
      if (!first || !second || factor == 0) continue;
      const bool falls = *second - *first == 0 - factor;
      if (!falls && *second - *first != factor) continue;
      const auto apart = static_cast<std::int64_t>(falls ? *first - beyond : beyond - *first);
      const auto of = static_cast<std::int64_t>(factor);
      if (apart % of != 0) continue;
      const Word shift = Graph::known(static_cast<std::uint64_t>(apart / of), bits);
      ids[i] = falls ? graph().binary(Op::Sub, bits, bits, shift, index)
                     : graph().binary(Op::Add, bits, bits, index, shift);
      const Word there = replaced(graph(), effect.address, bits, replacements(ids));
      if (normaliser.form(there, bits, false) == normaliser.form(address, bits, false))
        add_writer(effect, ids, width, writers);
    }
  }

  // `also`: an additional condition.
  void add_writer(const Effect& effect, const Words& ids, unsigned width, std::vector<Writer>& writers,
                  Word also = {1, 0}) {
    // In a loop of unknown length, another work-item is in the same iteration, with carried values of its
    // own.
    if (has_own_value(effect.guard) || has_own_value(effect.address) || has_own_value(effect.value)) return;
    const auto counts = [&](Word word) {
      return has_argument(word, [](std::string_view name) { return name.starts_with("loop "); });
    };
    if (!d_is_uniform && (counts(effect.guard) || counts(effect.address) || counts(effect.value))) return;
    const Replacements with = replacements(ids);
    const unsigned bits = kernel().address_bits;
    Word condition = graph().and_(also, replaced(graph(), effect.guard, 1, with));
    for (std::size_t i = 0; i < 3; ++i)
      condition = graph().and_(condition, graph().binary(Op::ULess, 1, bits, ids[i], d_open.sizes.local[i]));
    const Word value = replaced(graph(), effect.value, width, with);
    const bool is_there = std::ranges::any_of(
        writers, [&](const Writer& one) { return one.condition == condition && one.value == value; });
    if (!is_there) writers.push_back({condition, value});
  }

  Replacements replacements(const Words& ids) const {
    Replacements with;
    for (std::size_t i = 0; i < 3; ++i)
      if (!d_open.ids.local[i].is_known()) with.emplace_back(d_open.ids.local[i].node, ids[i]);
    return with;
  }

  const std::string& d_side;
  const OpenItem& d_open;
  const Prove& d_prove;
  bool d_keeps_loops;
  std::uint32_t d_interval = 0;
  std::uint32_t d_open_loops = 0;                // number of loops around the current code
  std::uint32_t d_loops = 0;                     // number of loops of unknown length so far
  std::uint32_t d_loop_start = 0;                // the interval in which the innermost of these loops begins
  bool d_is_uniform = true;                      // all work-items of a group are in the same iterations
  std::set<std::string> d_read_from_before;      // memory that was read in its state before the loop
  std::map<std::string, std::uint32_t> d_stale;  // memory that such a loop wrote -> the interval after it
  std::vector<Effect> d_effects;
  std::vector<Word> d_facts;
  std::vector<StateLoop> d_states;
  std::map<std::string, Held> d_held;  // local memory that such loops leave
};

}  // namespace

Effects effects_of(const Launch& launch, const std::string& side, const OpenItem& item, Graph& graph,
                   Budget& budget, const Prove& prove, bool keeps_loops) {
  for (const model::UnsupportedItem& one : launch.kernel.unsupported)
    throw Stop{Verdict::Unsupported, verdict::Cause::UnsupportedConstruct,
               one.construct + " (" + model::describe(launch.kernel, one.location) + ")", one.location};
  std::set<std::string> names;
  for (std::size_t i = 0; i < launch.names.size(); ++i) {
    if (launch.kernel.parameters[i].array == kNone || launch.names[i].empty()) continue;
    const auto* buffer = std::get_if<model::BufferArgument>(&launch.facts.arguments[i]);
    if (!names.insert(launch.names[i]).second || (buffer != nullptr && buffer->origin != 0))
      throw Stop{Verdict::Unknown, verdict::Cause::NotFollowed,
                 "arguments that share memory, where sizes are left open", kNone};
  }
  Granules granules;
  add_granules(launch, granules);
  return Follower(launch, side, item, graph, granules, budget, prove, keeps_loops).run();
}

}  // namespace launchproof::equivalence
