#include "verify/equivalence/execution/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
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
constexpr std::uint64_t kMostItems = 1ULL << 31;  // work-items of a dimension whose size is open

class Replacer {
 public:
  Replacer(Graph& graph, const Replacements& with) : d_graph(graph) {
    for (const auto& [node, word] : with) d_made.emplace(node, word);
  }

  Word operator()(Word word) {
    if (word.is_known()) return word;
    if (const auto found = d_made.find(word.node); found != d_made.end()) return found->second;
    const Node node = d_graph.node(word.node);
    std::vector<Word> operands;
    std::vector<unsigned> widths;
    bool is_same = true;
    for (std::uint32_t i = 0; i < node.count; ++i) {
      const NodeId id = d_graph.operand(node, i);
      const Word before = d_graph.as_word(id);
      operands.push_back((*this)(before));
      widths.push_back(d_graph.node(id).width);
      is_same = is_same && operands.back() == before;
    }
    const Word made = is_same ? word : rebuilt(node, operands, widths);
    d_made.emplace(word.node, made);
    return made;
  }

 private:
  Word rebuilt(const Node& node, const std::vector<Word>& operands, const std::vector<unsigned>& widths) {
    switch (node.kind) {
      case NodeKind::Gather:
        return d_graph.gather(node.index, operands[0], node.width);
      case NodeKind::Function: {
        return d_graph.function(node.index, node.width, operands, widths,
                                is_commutative(d_graph.text(node.index)));
      }
      case NodeKind::Operation:
        break;
      default:
        return {};
    }
    if (node.op == Op::Select) return d_graph.select(node.width, operands[0], operands[1], operands[2]);
    if (node.op == Op::Concat) return d_graph.concat(operands, widths[0]);
    if (operands.size() == 1) return d_graph.unary(node.op, node.width, widths[0], operands[0], node.literal);
    return d_graph.binary(node.op, node.width, widths[0], operands[0], operands[1]);
  }

  Graph& d_graph;
  std::unordered_map<NodeId, Word> d_made;
};

// Follows the arbitrary work-item.
class Follower : public Walker {
 public:
  Follower(const Launch& launch, const std::string& side, const OpenItem& open, Graph& graph,
           const Granules& granules, Budget& budget, const Prove& prove)
      : Walker(launch, side, open.sizes, graph, granules, budget, kMostOpenDepth),
        d_open(open),
        d_prove(prove) {}

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

  // Follows one iteration, with placeholders for carried values, and replaces the loop's results by folds.
  bool is_loop_done(Item& item, Word, std::size_t depth) override {
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
      stop("a read of local memory, or of what the launch writes, for which nobody is found who wrote it",
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

  const OpenItem& d_open;
  const Prove& d_prove;
  std::uint32_t d_interval = 0;
  std::uint32_t d_open_loops = 0;                // number of loops around the current code
  std::uint32_t d_loops = 0;                     // number of loops of unknown length so far
  std::uint32_t d_loop_start = 0;                // the interval in which the innermost of these loops begins
  bool d_is_uniform = true;                      // all work-items of a group are in the same iterations
  std::set<std::string> d_read_from_before;      // memory that was read in its state before the loop
  std::map<std::string, std::uint32_t> d_stale;  // memory that such a loop wrote -> the interval after it
  std::vector<Effect> d_effects;
  std::vector<Word> d_facts;
};

}  // namespace

Word replaced(Graph& graph, Word word, unsigned, const Replacements& with) {
  return Replacer(graph, with)(word);
}

OpenItem open_item(const model::LaunchFacts& facts, unsigned address_bits, Graph& graph) {
  OpenItem open;
  const auto node = [&](const std::string& name) {
    return graph.argument(graph.name(name), 0, address_bits);
  };
  const auto below = [&](Word a, Word b) { return graph.binary(Op::ULess, 1, address_bits, a, b); };
  for (std::size_t i = 0; i < 3; ++i) {
    const bool local_is_open = facts.open.local[i] != 0;
    const bool groups_are_open = facts.open.groups[i] != 0;
    const std::uint64_t groups = (facts.global_size[i] + facts.local_size[i] - 1) / facts.local_size[i];
    open.sizes.local[i] =
        local_is_open ? node(fmt::format("size {}", facts.open.local[i])) : Word{facts.local_size[i], 0};
    open.sizes.groups[i] =
        groups_are_open ? node(fmt::format("size {}", facts.open.groups[i])) : Word{groups, 0};
    open.sizes.offset[i].bits = facts.global_offset[i];
    const Word product =
        graph.binary(Op::Mul, address_bits, address_bits, open.sizes.groups[i], open.sizes.local[i]);
    const bool is_given = (local_is_open || groups_are_open) && !facts.open.global[i];
    open.sizes.global[i] = is_given ? Word{facts.global_size[i], 0} : product;
    if (!local_is_open && !groups_are_open) open.sizes.global[i] = {facts.global_size[i], 0};
    if (is_given)
      open.facts.push_back(graph.binary(Op::Equal, 1, address_bits, product, open.sizes.global[i]));
    const Word most{kMostItems, 0};  // also for 32-bit addresses
    const auto id = [&](const char* what, Word size) {
      if (size == Word{1, 0}) return Word{0, 0};
      const Word made = node(fmt::format("{} {}", what, i));
      open.facts.push_back(below(made, size));
      return made;
    };
    open.ids.local[i] = id("local id", open.sizes.local[i]);
    open.ids.group[i] = id("group id", open.sizes.groups[i]);
    open.ids.size[i] = open.sizes.local[i];
    for (const Word size : {open.sizes.local[i], open.sizes.groups[i]}) {
      if (size.is_known()) continue;
      open.facts.push_back(below(Graph::known(0, address_bits), size));
      open.facts.push_back(below(size, most));
    }
    if (local_is_open || groups_are_open) {
      // The product is below the limit; its low bits alone would not show that.
      open.facts.push_back(below(product, most));
    }
  }
  return open;
}

Effects effects_of(const Launch& launch, const std::string& side, const OpenItem& item, Graph& graph,
                   Budget& budget, const Prove& prove) {
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
  return Follower(launch, side, item, graph, granules, budget, prove).run();
}

}  // namespace launchproof::equivalence
