#include "verify/equivalence/execution/execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "verify/equivalence/execution/stop.h"
#include "verify/equivalence/execution/walker.h"
#include "verify/model/padding.h"

namespace launchproof::equivalence {

using model::ArrayId;
using model::BlockId;
using model::kNone;
using model::Op;
using model::ValueId;
using verdict::Cause;
using verdict::Verdict;

namespace {

constexpr std::size_t kMostDepth = 256;       // nesting of branches with both sides followed
constexpr std::size_t kMostCells = 1U << 14;  // cells of memory that is accessed at an unknown address

Words words_of(const std::array<std::uint64_t, 3>& numbers) {
  return {Word{numbers[0], 0}, Word{numbers[1], 0}, Word{numbers[2], 0}};
}

class Executor : public Walker {
 public:
  Executor(const Launch& launch, const std::string& side, Graph& graph, Memories& memories,
           const Granules& granules, Budget& budget)
      : Walker(launch, side, sizes_of(launch.facts), graph, granules, budget, kMostDepth),
        d_memories(memories) {
    d_arrays.resize(kernel().arrays.size());
  }

  Granted run() {
    bind_arguments();
    const auto& facts = launch().facts;
    std::array<std::uint64_t, 3> groups{};
    for (std::size_t i = 0; i < 3; ++i)
      groups[i] = (facts.global_size[i] + facts.local_size[i] - 1) / facts.local_size[i];
    for (std::uint64_t z = 0; z < groups[2]; ++z)
      for (std::uint64_t y = 0; y < groups[1]; ++y)
        for (std::uint64_t x = 0; x < groups[0]; ++x) run_group({x, y, z});
    return {.contracts = values().contracts(), .divides = values().divides()};
  }

 private:
  // Returns where an array lies.
  struct Place {
    Memory* memory = nullptr;
    std::uint64_t origin = 0;
    std::string name;  // in the granules
  };

  void bind_arguments() {
    for (ArrayId id = 1; id < kernel().arrays.size(); ++id) {
      const model::Array& array = kernel().arrays[id];
      if (array.memory == model::Memory::Image) continue;  // accesses are refused
      if (array.memory == model::Memory::Local || array.memory == model::Memory::Private) continue;
      if (array.parameter == kNone) {
        // A program variable. Its contents are known if the program initialises it.
        const std::string name = own_array(array);
        const auto [place, is_new] =
            d_memories.try_emplace(name, graph().name(name), granule(name), array.bytes, Before::Symbolic);
        if (is_new && array.contents) place->second.fill(*array.contents);
        d_arrays[id] = {&place->second, 0, name};
        continue;
      }
      const std::string& name = launch().names[array.parameter];
      const auto& argument = launch().facts.arguments[array.parameter];
      std::optional<std::uint64_t> bytes;
      std::uint64_t origin = 0;
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
        origin = buffer->origin;
        if (origin == 0) bytes = buffer->bytes;
        if (buffer->bytes && origin != 0) bytes = origin + *buffer->bytes;
      }
      const auto copy = launch().copies.find(name);
      const std::uint32_t contents = graph().name(copy == launch().copies.end() ? name : copy->second);
      const auto [place, is_new] =
          d_memories.try_emplace(name, contents, granule(name), bytes, Before::Symbolic);
      if (const auto* buffer = std::get_if<model::BufferArgument>(&argument);
          is_new && buffer != nullptr && origin == 0 && buffer->contents.bytes() != nullptr)
        place->second.fill(*buffer->contents.bytes());
      d_arrays[id] = {&place->second, origin, name};
    }
  }

  void run_group(const std::array<std::uint64_t, 3>& group) {
    const auto& facts = launch().facts;
    std::array<std::uint64_t, 3> size{};
    for (std::size_t i = 0; i < 3; ++i)
      size[i] = std::min(facts.local_size[i], facts.global_size[i] - group[i] * facts.local_size[i]);
    d_locals.clear();
    for (ArrayId id = 1; id < kernel().arrays.size(); ++id) {
      const model::Array& array = kernel().arrays[id];
      if (array.memory != model::Memory::Local) continue;
      std::optional<std::uint64_t> bytes = array.bytes;
      if (!bytes && array.parameter != kNone)
        if (const auto* local = std::get_if<model::LocalArgument>(&launch().facts.arguments[array.parameter]))
          bytes = local->bytes;
      const std::string name = own_array(array);
      d_locals.push_back(
          std::make_unique<Memory>(graph().name(name), granule(name), bytes, Before::Undefined));
      d_arrays[id] = {d_locals.back().get(), 0, name};
    }
    const std::size_t count = size[0] * size[1] * size[2];
    const bool is_apart = kernel().barriers.empty();
    if (is_apart) {
      d_items.resize(1);
    } else {
      d_items.resize(count);
    }
    std::size_t number = 0;
    for (std::uint64_t z = 0; z < size[2]; ++z)
      for (std::uint64_t y = 0; y < size[1]; ++y)
        for (std::uint64_t x = 0; x < size[0]; ++x) {
          Item& item = d_items[is_apart ? 0 : number++];
          begin(item, {words_of({x, y, z}), words_of(group), words_of(size)});
          if (is_apart) go_on(item);
        }
    if (is_apart) return;
    // Runs from barrier to barrier.
    for (;;) {
      bool any = false;
      for (Item& item : d_items)
        if (!item.done) go_on(item);
      for (Item& item : d_items) any = any || !item.done;
      if (!any) return;
    }
  }

  Place place_of(Item& item, ArrayId id, const model::Site& site) {
    const model::Array& array = kernel().arrays[id];
    if (id == 0) stop("an access through a null pointer", site.location);
    if (array.memory == model::Memory::Image)
      stop("an access to an image", site.location, Verdict::Unsupported);
    if (array.memory != model::Memory::Private) return d_arrays[id];
    return {&private_array(item, id), 0, own_array(array)};
  }

  void access(Item& item, model::SiteId number) override {
    const model::Site& site = kernel().sites[number];
    if (site.observes) return;
    const auto& results = code().results(number);
    const auto targets = bases(item, site);
    bool is_first = true;
    for (const auto& [condition, array] : targets) {
      const Place place = place_of(item, array, site);
      const unsigned component = site.component_bytes;
      Word offset = item.values[site.offset];
      const Word holds = graph().and_(guard(), condition);
      for (unsigned i = 0; i * component < site.bytes; ++i) {
        const Word at =
            graph().binary(Op::Add, kernel().address_bits, kernel().address_bits, offset,
                           Graph::known(place.origin + std::uint64_t{i} * component, kernel().address_bits));
        if (site.kind == model::AccessKind::Write) {
          if (site.written.empty()) stop("a store of something that is not followed", site.location);
          const Word value = model::is_padding(kernel(), site, i)
                                 ? graph().function(graph().name("padding"), component * 8, {}, {}, false)
                                 : item.values[site.written[i]];
          store(place, at, component, value, holds, site);
          continue;
        }
        const ValueId result = i < results.size() ? results[i] : kNone;
        if (site.kind == model::AccessKind::Atomic) {
          change(item, place, at, holds, number);
          continue;
        }
        if (result == kNone) continue;
        const Word read = load(place, at, component, site);
        Word& target = item.values[result];
        target = is_first ? read : graph().select(component * 8, condition, read, target);
      }
      is_first = false;
    }
  }

  void check(const Place& place, std::uint64_t byte, unsigned bytes, const model::Site& site) const {
    if (!place.memory->holds(byte, bytes)) stop("an access outside of its array", site.location);
    if (!place.memory->fits(byte, bytes)) throw Misaligned{place.name};
  }

  // Returns the cells that an access at an unknown address may touch: all cells, if the address is a multiple
  // of the cell size.
  std::size_t cells_of(const Place& place, Word at, unsigned bytes, const model::Site& site) const {
    if (!place.memory->bytes())
      stop(fmt::format("an address that depends on contents, in an array of unknown size"), site.location);
    const std::uint64_t cells = *place.memory->bytes() / place.memory->granule();
    if (bytes != place.memory->granule() ||
        (std::uint64_t{1} << trailing_zeros(graph(), at.node)) % bytes != 0 || place.origin % bytes != 0)
      stop("an address that depends on contents, and is not known to be aligned", site.location);
    if (cells > kMostCells)
      stop("an address that depends on contents, in a large array that is written", site.location);
    return cells;
  }

  Word is_at(const Place& place, Word at, std::size_t cell) {
    return graph().binary(Op::Equal, 1, kernel().address_bits, at,
                          Graph::known(cell * place.memory->granule(), kernel().address_bits));
  }

  Word load(const Place& place, Word at, unsigned bytes, const model::Site& site) {
    if (at.is_known()) {
      check(place, at.bits, bytes, site);
      return place.memory->read(graph(), at.bits, bytes);
    }
    if (!place.memory->is_written() && !is_filled(place)) {
      place.memory->note_gather();
      return graph().gather(place.memory->name(), at, bytes * 8);
    }
    const std::size_t cells = cells_of(place, at, bytes, site);
    Word value = place.memory->cell(graph(), 0);
    for (std::size_t i = 1; i < cells; ++i)
      value = graph().select(bytes * 8, is_at(place, at, i), place.memory->cell(graph(), i), value);
    look_at_budget(cells);
    return value;
  }

  // Returns whether the contents were given, so that reads of them are not nodes.
  bool is_filled(const Place& place) const {
    return place.memory->cells() > 0 && place.memory->is_touched(0) &&
           place.memory->cell(graph(), 0).is_known();
  }

  void store(const Place& place, Word at, unsigned bytes, Word value, Word guard, const model::Site& site) {
    if (at.is_known()) {
      check(place, at.bits, bytes, site);
      place.memory->write(graph(), at.bits, bytes, value, guard);
      return;
    }
    const std::size_t cells = cells_of(place, at, bytes, site);
    for (std::size_t i = 0; i < cells; ++i)
      place.memory->write(graph(), i * bytes, bytes, value, graph().and_(guard, is_at(place, at, i)));
    look_at_budget(cells);
  }

  // Performs an atomic with an unused result. The order of such atomics does not matter if their operations
  // commute, as those of one kind do.
  void change(Item& item, const Place& place, Word at, Word guard, std::uint32_t number) {
    const model::Site& site = kernel().sites[number];
    const unsigned width = site.bytes * 8;
    if (code().is_result_used(number)) stop("the old value that an atomic yields", site.location);
    if (site.operation == model::AtomicOperation::Other || site.operation == model::AtomicOperation::CountUp)
      stop("an atomic other than of integers that add, combine bits, or keep the least or largest",
           site.location);
    require_one_kind(place, site);
    const Word given = item.values[site.operand];
    // If the guard does not hold, the operand is the neutral one, so that sums remain sums.
    const auto change_at = [&](std::uint64_t byte, Word holds) {
      const Word operand = graph().select(width, holds, given, neutral(site.operation, width));
      const Word old = place.memory->read(graph(), byte, site.bytes);
      place.memory->write(graph(), byte, site.bytes, changed(site.operation, width, old, operand), {1, 0});
    };
    if (at.is_known()) {
      check(place, at.bits, site.bytes, site);
      change_at(at.bits, guard);
      return;
    }
    const std::size_t cells = cells_of(place, at, site.bytes, site);
    for (std::size_t i = 0; i < cells; ++i)
      change_at(i * site.bytes, graph().and_(guard, is_at(place, at, i)));
    look_at_budget(cells);
  }

  // Returns the operand that leaves the old value unchanged.
  static Word neutral(model::AtomicOperation operation, unsigned width) {
    using model::AtomicOperation;
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    switch (operation) {
      case AtomicOperation::And:
      case AtomicOperation::UMin:
        return {mask(width), 0};
      case AtomicOperation::SMin:
        return {sign - 1, 0};
      case AtomicOperation::SMax:
        return {sign, 0};
      default:
        return {0, 0};
    }
  }

  Word changed(model::AtomicOperation operation, unsigned width, Word old, Word operand) {
    using model::AtomicOperation;
    const auto extreme = [&](Op order, bool keeps_less) {
      const Word less = graph().binary(order, 1, width, old, operand);
      return keeps_less ? graph().select(width, less, old, operand)
                        : graph().select(width, less, operand, old);
    };
    switch (operation) {
      case AtomicOperation::Add:
        return graph().binary(Op::Add, width, width, old, operand);
      case AtomicOperation::And:
        return graph().binary(Op::And, width, width, old, operand);
      case AtomicOperation::Or:
        return graph().binary(Op::Or, width, width, old, operand);
      case AtomicOperation::Xor:
        return graph().binary(Op::Xor, width, width, old, operand);
      case AtomicOperation::UMin:
        return extreme(Op::ULess, true);
      case AtomicOperation::UMax:
        return extreme(Op::ULess, false);
      case AtomicOperation::SMin:
        return extreme(Op::SLess, true);
      case AtomicOperation::SMax:
        return extreme(Op::SLess, false);
      case AtomicOperation::CountUp:
      case AtomicOperation::Other:
        break;
    }
    return old;
  }

  // Atomics of different kinds on the same memory do not commute.
  void require_one_kind(const Place& place, const model::Site& site) {
    const auto [kind, is_new] = d_atomics.try_emplace(place.name, site.operation);
    if (!is_new && kind->second != site.operation) stop("atomics of two kinds on one array", site.location);
  }

  Memories& d_memories;
  std::vector<Place> d_arrays;  // by array
  std::vector<std::unique_ptr<Memory>> d_locals;
  std::vector<Item> d_items;
  std::map<std::string, model::AtomicOperation> d_atomics;
};

}  // namespace

Granted execute(const Launch& launch, const std::string& side, Graph& graph, Memories& memories,
                const Granules& granules, Budget& budget) {
  for (const model::UnsupportedItem& item : launch.kernel.unsupported)
    throw Stop{Verdict::Unsupported, Cause::UnsupportedConstruct,
               item.construct + " (" + model::describe(launch.kernel, item.location) + ")", item.location};
  return Executor(launch, side, graph, memories, granules, budget).run();
}

}  // namespace launchproof::equivalence
