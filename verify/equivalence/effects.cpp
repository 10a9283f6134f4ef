#include "verify/equivalence/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "verify/equivalence/normaliser.h"
#include "verify/equivalence/stop.h"
#include "verify/equivalence/walker.h"

namespace launchproof::equivalence {

using model::ArrayId;
using model::kNone;
using model::Op;
using model::ValueId;
using verdict::Verdict;

namespace {

constexpr std::size_t kMostOpenDepth = 24;
constexpr std::uint64_t kMostItems = 1ULL << 31;  // of a dimension whose size is open

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
        const std::string& name = d_graph.text(node.index);
        const bool commutes = name.starts_with("float.add.") || name.starts_with("float.mul.") ||
                              name.starts_with("float.oeq.") || name.starts_with("float.one.") ||
                              name.starts_with("float.uno.");
        return d_graph.function(node.index, node.width, operands, widths, commutes);
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

// Follows the one work-item.
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
  // What is written again at once, at the same address, is one write.
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

  void assume(Word condition, model::LocationId) override {
    // Where control does not come to it, it states nothing.
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
    Memory& memory = private_array(item, id);
    check_private(memory, address, site);
    memory.write(graph(), address.bits, site.component_bytes, value, guard());
  }

  Word private_read(Item& item, ArrayId id, Word address, const model::Site& site) {
    Memory& memory = private_array(item, id);
    check_private(memory, address, site);
    return memory.read(graph(), address.bits, site.component_bytes);
  }

  // What the memory holds at the address: what this work-item wrote in this interval, else what somebody
  // wrote in the last interval in which somebody did, else what it held before.
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
    Word condition;  // that it is one of the group, and writes
    Word value;
  };

  Word written_by_somebody(const std::string& name, std::uint32_t interval, Word address, unsigned width,
                           const model::Site& site) {
    std::vector<Writer> writers;
    // Of two writes of one work-item the later one counts, and comes first.
    for (std::size_t i = d_effects.size(); i-- > 0;)
      if (d_effects[i].memory == name && d_effects[i].interval == interval)
        add_writers(i, address, width, writers);
    // Somebody wrote it, whoever reads it.
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

  // Work-items of the group that write to the address by this effect: the reader itself, or the one with two
  // of its ids exchanged, or a neighbour of these.
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
      if (!distance) continue;
      if (*distance == 0) {
        add_writer(effect, ids, width, writers);
        continue;
      }
      // A neighbour in one dimension: what one id more makes of the address.
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

  // A work-item that the effect's guard names: the one whose id is a certain number.
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

  // The work-item whose id is the index that is read: of an effect whose address is a constant and a multiple
  // of one id.
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

  // `also`: what else has to hold.
  void add_writer(const Effect& effect, const Words& ids, unsigned width, std::vector<Writer>& writers,
                  Word also = {1, 0}) {
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
      open.facts.push_back(below(size, Graph::known(kMostItems, address_bits)));
    }
    if (local_is_open || groups_are_open) {
      // The product is below the limit, without looking at its low bits alone.
      open.facts.push_back(below(product, Graph::known(kMostItems, address_bits)));
    }
  }
  return open;
}

Effects effects_of(const Launch& launch, const std::string& side, const OpenItem& item, Graph& graph,
                   Budget& budget, const Prove& prove) {
  for (const model::UnsupportedItem& one : launch.kernel.unsupported)
    throw Stop{Verdict::Unsupported, verdict::Cause::UnsupportedConstruct,
               one.construct + " (" + model::describe(launch.kernel, one.location) + ")", one.location};
  Granules granules;
  add_granules(launch, granules);
  return Follower(launch, side, item, graph, granules, budget, prove).run();
}

}  // namespace launchproof::equivalence
