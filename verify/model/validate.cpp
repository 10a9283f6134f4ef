#include <algorithm>
#include <string>
#include <vector>

#include "verify/model/exchanges.h"
#include "verify/model/kernel_model.h"
#include "verify/model/padding.h"

namespace launchproof::model {
namespace {

// Stops at the first fault: later checks may rely on what earlier ones established.
struct Fault {
  std::string text;
};

class Checker {
 public:
  explicit Checker(const KernelModel& kernel) : d_kernel(kernel) {}

  void check() {
    require(!d_kernel.blocks.empty(), "the kernel has no entry block");
    require(d_kernel.address_bits == 32 || d_kernel.address_bits == 64, "address_bits is neither 32 nor 64");
    require(!d_kernel.arrays.empty(), "there is no null array");
    locations();
    parameters();
    for (ValueId id = 0; id < d_kernel.values.size(); ++id) value(id);
    for (BlockId id = 0; id < d_kernel.blocks.size(); ++id) block(id);
    events();
    for (SiteId id = 0; id < d_kernel.sites.size(); ++id) site(id);
    reachable();
    for (LoopId id = 0; id < d_kernel.loops.size(); ++id) loop(id);
    cycles_are_loops();
  }

 private:
  static void require(bool holds, const std::string& fault) {
    if (!holds) throw Fault{fault};
  }
  template <typename Container>
  static bool contains(const Container& container, std::uint32_t item) {
    return std::find(container.begin(), container.end(), item) != container.end();
  }
  void location(LocationId id, const std::string& of) const {
    require(id == kNone || id < d_kernel.locations.size(), of + " has a location out of range");
  }
  const Value& value_at(ValueId id, const std::string& of) const {
    require(id < d_kernel.values.size(), of + " names a value out of range");
    return d_kernel.values[id];
  }

  void locations() const {
    for (LocationId id = 0; id < d_kernel.locations.size(); ++id) {
      const LocationId outer = d_kernel.locations[id].call_site;
      location(outer, "location " + std::to_string(id));
      require(outer == kNone || outer < id, "location " + std::to_string(id) + " is inlined at a later one");
    }
    for (const UnsupportedItem& item : d_kernel.unsupported) {
      location(item.location, "an unsupported item");
      require(!item.construct.empty(), "an unsupported item does not say what it is");
    }
  }

  void parameters() const {
    for (std::size_t i = 0; i < d_kernel.parameters.size(); ++i) {
      const Parameter& parameter = d_kernel.parameters[i];
      const std::string of = "parameter " + std::to_string(i);
      const bool pointer = parameter.kind == ParameterKind::GlobalPointer ||
                           parameter.kind == ParameterKind::ConstantPointer ||
                           parameter.kind == ParameterKind::LocalPointer ||
                           parameter.kind == ParameterKind::Image;
      require(pointer == (parameter.array != kNone),
              of + " is a pointer or image without an array, or has one and is none");
      if (pointer) {
        require(parameter.array > 0 && parameter.array < d_kernel.arrays.size(),
                of + " has an array out of range");
        require(d_kernel.arrays[parameter.array].parameter == i,
                of + " and its array do not name each other");
      }
      if (parameter.kind == ParameterKind::Value) require(parameter.bytes > 0, of + " has no size");
    }
    for (ArrayId id = 1; id < d_kernel.arrays.size(); ++id) {
      const Array& array = d_kernel.arrays[id];
      const std::string of = "array " + std::to_string(id);
      require(array.element_bytes > 0, of + " has elements of no size");
      require((array.memory == Memory::Image) == array.image.has_value(),
              of + " is an image without a type, or has one and is none");
      require(array.parameter == kNone || (array.parameter < d_kernel.parameters.size() &&
                                           d_kernel.parameters[array.parameter].array == id),
              of + " names a parameter that does not name it");
      if (array.contents)
        require(array.bytes == array.contents->size(), of + " has contents of another size");
      location(array.location, of);
    }
  }

  static void operands(const Value& value, const std::string& of, std::size_t count) {
    require(value.operands.size() == count, of + " has " + std::to_string(value.operands.size()) +
                                                " operands instead of " + std::to_string(count));
  }

  void value(ValueId id) const {
    const Value& value = d_kernel.values[id];
    const std::string of = "value " + std::to_string(id);
    require(value.width >= 1 && value.width <= 64, of + " has width " + std::to_string(value.width));
    require(value.block == kNone || value.block < d_kernel.blocks.size(), of + " has a block out of range");
    location(value.location, of);
    for (const ValueId operand : value.operands) value_at(operand, of);
    const auto width = [&](std::size_t i) { return d_kernel.values[value.operands[i]].width; };
    switch (value.op) {
      case Op::Constant:
        operands(value, of, 0);
        require(value.width == 64 || value.literal >> value.width == 0,
                of + " is a constant wider than its width");
        break;
      case Op::Undefined:
        operands(value, of, 0);
        require(value.index <= kPadding, of + " is undefined in no known way");
        break;
      case Op::Parameter:
        operands(value, of, 0);
        require(value.index < d_kernel.parameters.size(), of + " reads a parameter out of range");
        parameter_value(value, d_kernel.parameters[value.index], of);
        break;
      case Op::LocalId:
      case Op::GroupId:
      case Op::LocalSize:
      case Op::EnqueuedLocalSize:
      case Op::NumGroups:
      case Op::GlobalOffset:
      case Op::GlobalSize:
        operands(value, of, 0);
        require(value.index < 3, of + " has a dimension beyond 2");
        require(value.width == d_kernel.address_bits, of + " has not the width of size_t");
        break;
      case Op::WorkDim:
        operands(value, of, 0);
        require(value.width == 32, of + " is a work dimension not 32 bits wide");
        break;
      case Op::SubGroup:
        if (value.index != static_cast<std::uint32_t>(SubGroupValue::Result)) operands(value, of, 0);
        require(value.index <= static_cast<std::uint32_t>(SubGroupValue::Result),
                of + " asks for an unknown thing");
        require(value.width == 32 || value.index == static_cast<std::uint32_t>(SubGroupValue::Result),
                of + " is of a sub-group and not 32 bits wide");
        break;
      case Op::Pipe:
        operands(value, of, 0);
        break;
      case Op::Phi: {
        operands(value, of, 0);
        require(value.block != kNone, of + " is a phi in no block");
        const auto& phis = d_kernel.blocks[value.block].phis;
        require(std::count_if(phis.begin(), phis.end(), [&](const Phi& phi) { return phi.value == id; }) == 1,
                of + " is a phi that its block does not list once");
        break;
      }
      case Op::Read: {
        operands(value, of, 0);
        require(value.index < d_kernel.sites.size(), of + " reads a site out of range");
        const Site& site = d_kernel.sites[value.index];
        require(site.kind != AccessKind::Write, of + " reads a site that writes");
        require(site.component_bytes * 8U == value.width, of + " has not the width of its site's components");
        require(value.literal < site.bytes / site.component_bytes,
                of + " reads a component that its site has not");
        require(value.block == site.block, of + " is not in its site's block");
        break;
      }
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::UDiv:
      case Op::SDiv:
      case Op::URem:
      case Op::SRem:
      case Op::Shl:
      case Op::LShr:
      case Op::AShr:
      case Op::And:
      case Op::Or:
      case Op::Xor:
        operands(value, of, 2);
        require(width(0) == value.width && width(1) == value.width, of + " has operands of other widths");
        break;
      case Op::Equal:
      case Op::ULess:
      case Op::ULessEq:
      case Op::SLess:
      case Op::SLessEq:
        operands(value, of, 2);
        require(value.width == 1, of + " is a comparison wider than one bit");
        require(width(0) == width(1), of + " compares different widths");
        break;
      case Op::Select:
        operands(value, of, 3);
        require(width(0) == 1, of + " selects by a condition wider than one bit");
        require(width(1) == value.width && width(2) == value.width, of + " selects between other widths");
        break;
      case Op::Trunc:
        operands(value, of, 1);
        require(width(0) > value.width, of + " does not truncate");
        break;
      case Op::ZExt:
      case Op::SExt:
        operands(value, of, 1);
        require(width(0) < value.width, of + " does not extend");
        break;
      case Op::Extract:
        operands(value, of, 1);
        require(value.literal + value.width <= width(0), of + " extracts past its operand");
        break;
      case Op::Concat: {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < value.operands.size(); ++i) sum += width(i);
        require(value.operands.size() >= 2 && sum == value.width, of + " concatenates to another width");
        break;
      }
      case Op::Collective:
        converges(value, of, Convergence::Collective);
        operands(value, of, 0);
        require(value.literal <= kOfOtherPlace || is_sum_of_places(value.literal),
                of + " is neither the same for all nor for each");
        if (is_sum_of_places(value.literal)) {
          require(d_kernel.barriers[value.index].taken.size() == 1, of + " takes another number of values");
        } else if (value.literal > 1) {
          const Barrier& point = d_kernel.barriers[value.index];
          require(point.is_of_sub_group(), of + " is of no sub-group");
          require(point.taken.size() == (value.literal == kOfOtherPlace ? 4 : 2),
                  of + " takes another number of values");
        }
        break;
      case Op::Event:
        converges(value, of, Convergence::Copy);
        operands(value, of, 1);
        require(width(0) == value.width, of + " joins an event of another width");
        require(d_kernel.barriers[value.index].event == id, of + " is not its copy's event");
        break;
      case Op::Element:
        converges(value, of, Convergence::Copy);
        operands(value, of, 0);
        require(value.width == d_kernel.address_bits, of + " is not as wide as an address");
        break;
      case Op::Accessed:
        operands(value, of, 0);
        require(value.index < d_kernel.queries.size(), of + " asks nothing that is known");
        require(value.width == 1 || value.width == d_kernel.address_bits,
                of + " is not as wide as an address");
        break;
      case Op::Contract:
        operands(value, of, 0);
        require(value.index == kNone || value.index < d_kernel.calls.size(),
                of + " is of a call out of range");
        require(value.index != kNone || !d_kernel.procedure.empty(), of + " is of a procedure, in a kernel");
        break;
      case Op::Other:
        operands(value, of, 1);
        require(width(0) == value.width, of + " has not the width of what it is of another work-item");
        break;
      case Op::Function:
        require(value.index < d_kernel.functions.size(), of + " names a function out of range");
        require(!d_kernel.functions[value.index].name.empty(), of + " names a function without a name");
        break;
    }
  }

  static void parameter_value(const Value& value, const Parameter& parameter, const std::string& of) {
    switch (parameter.kind) {
      case ParameterKind::Value:
        require(value.width % 8 == 0 && value.literal + value.width / 8 <= parameter.bytes,
                of + " reads past its parameter");
        break;
      case ParameterKind::Image:
        require(value.literal <= static_cast<std::uint64_t>(ImageField::SlicePitch) &&
                    value.width == width_of(static_cast<ImageField>(value.literal)),
                of + " reads no field of its image");
        break;
      case ParameterKind::Sampler:
        require(value.literal == 0 && value.width == 32, of + " is not a sampler");
        break;
      default:
        require(false, of + " reads a parameter that is no value");
    }
  }

  void converges(const Value& value, const std::string& of, Convergence kind) const {
    require(value.index < d_kernel.barriers.size() && d_kernel.barriers[value.index].kind == kind,
            of + " names a convergence point of another kind");
    require(value.block == d_kernel.barriers[value.index].block,
            of + " is not in its convergence point's block");
  }

  void barrier(const Barrier& barrier) const {
    location(barrier.location, "a barrier");
    const bool fences = barrier.local_fence || barrier.global_fence || barrier.image_fence;
    require(barrier.kind == Convergence::Barrier || !fences, "what is not a barrier orders memory");
    for (const ValueId same : barrier.same) value_at(same, "a barrier");
    for (const ValueId waited : barrier.events) value_at(waited, "a wait");
    for (const ValueId taken : barrier.taken) value_at(taken, "a collective function");
    require(barrier.kind == Convergence::Wait || barrier.events.empty(),
            "what is not a wait waits for events");
    require((barrier.kind == Convergence::Copy) == (barrier.event != kNone),
            "an asynchronous copy has no event, or what is none has one");
    if (barrier.event != kNone)
      require(value_at(barrier.event, "a copy").op == Op::Event, "the event of a copy is none");
  }

  void block(BlockId id) const {
    const Block& block = d_kernel.blocks[id];
    const std::string of = "block " + std::to_string(id);
    require(id != 0 || block.predecessors.empty(), "the entry block has predecessors");
    require(block.successors.size() <= 2, of + " has more than two successors");
    require((block.successors.size() == 2) == (block.condition != kNone),
            of + " has a condition that does not fit");
    if (block.condition != kNone)
      require(value_at(block.condition, of).width == 1, of + " branches on a value wider than one bit");
    require(!block.ends_unreachable || block.successors.empty(), of + " ends unreachable and goes on");
    if (block.excluded_by != kNone)
      require(block.ends_unreachable && block.excluded_by < d_kernel.annotations.size(),
              of + " is excluded, but ends otherwise or by no annotation");
    for (const BlockId successor : block.successors) {
      require(successor < d_kernel.blocks.size(), of + " has a successor out of range");
      const auto& back = d_kernel.blocks[successor].predecessors;
      require(std::count(back.begin(), back.end(), id) ==
                  std::count(block.successors.begin(), block.successors.end(), successor),
              of + " and its successor " + std::to_string(successor) + " disagree on their edges");
    }
    for (const BlockId predecessor : block.predecessors) {
      require(predecessor < d_kernel.blocks.size(), of + " has a predecessor out of range");
      require(contains(d_kernel.blocks[predecessor].successors, id),
              of + " has a predecessor that does not lead to it");
    }
    for (const Phi& phi : block.phis) {
      const Value& value = value_at(phi.value, of);
      require(value.op == Op::Phi && value.block == id, of + " lists a phi that is none of its own");
      require(phi.incoming.size() == block.predecessors.size(),
              of + " has a phi that does not fit its predecessors");
      for (const ValueId incoming : phi.incoming)
        require(value_at(incoming, of).width == value.width, of + " has a phi of differing widths");
    }
    require(block.loop == kNone || block.loop < d_kernel.loops.size(), of + " has a loop out of range");
    location(block.location, of);
  }

  // Every site, barrier, fence and call happens exactly once, in the block that it names.
  void events() const {
    std::vector<std::uint32_t> sites(d_kernel.sites.size());
    std::vector<std::uint32_t> barriers(d_kernel.barriers.size());
    std::vector<std::uint32_t> fences(d_kernel.fences.size());
    std::vector<std::uint32_t> calls(d_kernel.calls.size());
    for (BlockId id = 0; id < d_kernel.blocks.size(); ++id) {
      for (const Event& event : d_kernel.blocks[id].events) {
        const auto count = [&](auto& counts, const auto& items, const char* what) {
          require(event.index < items.size(), std::string("an event names a ") + what + " out of range");
          require(items[event.index].block == id,
                  std::string("an event names a ") + what + " of another block");
          ++counts[event.index];
        };
        switch (event.kind) {
          case Event::Kind::Site:
            count(sites, d_kernel.sites, "site");
            break;
          case Event::Kind::Barrier:
            count(barriers, d_kernel.barriers, "barrier");
            break;
          case Event::Kind::Fence:
            count(fences, d_kernel.fences, "fence");
            break;
          case Event::Kind::Call:
            count(calls, d_kernel.calls, "call");
            break;
        }
      }
    }
    for (const auto* counts : {&sites, &barriers, &fences, &calls})
      require(std::all_of(counts->begin(), counts->end(), [](std::uint32_t n) { return n == 1; }),
              "a site, barrier, fence or call is not exactly one event");
    for (const Barrier& barrier : d_kernel.barriers) this->barrier(barrier);
    for (const Fence& fence : d_kernel.fences) location(fence.location, "a fence");
  }

  void site(SiteId id) const {
    const Site& site = d_kernel.sites[id];
    const std::string of = "site " + std::to_string(id);
    const Value& base = value_at(site.base, of);
    require(base.width == 32, of + " has a base that is not 32 bits wide");
    require(value_at(site.offset, of).width == d_kernel.address_bits,
            of + " has an offset not as wide as an address");
    require(!site.arrays.empty(), of + " has no arrays");
    require(std::is_sorted(site.arrays.begin(), site.arrays.end()) &&
                std::adjacent_find(site.arrays.begin(), site.arrays.end()) == site.arrays.end(),
            of + " does not list its arrays ascending");
    require(site.arrays.back() < d_kernel.arrays.size(), of + " names an array out of range");
    if (base.op == Op::Constant)
      require(site.arrays.size() == 1 && site.arrays.front() == base.literal, of + " and its base disagree");
    require(site.bytes > 0 && site.component_bytes > 0 && site.bytes % site.component_bytes == 0,
            of + " has components that do not fill it");
    require(!site.non_temporal || (site.kind == model::AccessKind::Read && site.copy == kNone),
            of + " is not a read, and taken out of the search for races");
    require(!site.observes || (site.kind == model::AccessKind::Read && site.copy == kNone),
            of + " is not a read, and for an annotation");
    require(
        (site.copy != kNone) == (site.element != kNone) && (site.copy != kNone) == (site.elements != kNone),
        of + " is half of a copy's");
    if (site.copy != kNone) {
      require(site.copy < d_kernel.barriers.size() && d_kernel.barriers[site.copy].kind == Convergence::Copy,
              of + " is of a copy out of range");
      require(value_at(site.element, of).op == Op::Element, of + " has an element that is none");
      require(value_at(site.elements, of).width == d_kernel.address_bits,
              of + " has a number of elements not as wide as an address");
    }
    require((site.queue != kNone) == (site.number != kNone) && (site.queue == kNone || site.in_flight),
            of + " is half of a copy's of a queue, or does not go on");
    if (site.number != kNone)
      require(value_at(site.number, of).width == d_kernel.address_bits,
              of + " has a number of a copy not as wide as an address");
    for (const ValueId ended : site.ended)
      require(value_at(ended, of).width == d_kernel.address_bits,
              of + " has a number of copies not as wide as an address");
    require(site.arriving.size() == site.awaited.size(), of + " knows half of what orders it");
    for (const auto* numbers : {&site.arriving, &site.awaited})
      for (const ValueId number : *numbers)
        require(value_at(number, of).width == d_kernel.address_bits,
                of + " has a number of arrivals not as wide as an address");
    const bool image = d_kernel.arrays[site.arrays.front()].memory == Memory::Image;
    require(!image || (site.arrays.size() == 1 && site.inside != kNone && site.bytes <= kPixelBytes),
            of + " accesses an image and other memory, or does not say when");
    require(image || (site.inside == kNone && site.outside == kNone), of + " is guarded and of no image");
    for (const ValueId condition : {site.inside, site.outside})
      require(condition == kNone || value_at(condition, of).width == 1, of + " has a guard wider than a bit");
    for (const ValueId coordinate : site.coordinates)
      require(value_at(coordinate, of).width == 32, of + " has a coordinate not 32 bits wide");
    for (const InnerIndex& inner : site.inner)
      require(value_at(inner.index, of).width == d_kernel.address_bits && inner.count > 1,
              of + " has a subscript not as wide as an address, or of no array");
    require(!site.added || site.kind == AccessKind::Atomic, of + " adds and is not an atomic");
    require((site.operation == AtomicOperation::Other) == (site.operand == kNone),
            of + " has an operation without operand, or an operand without operation");
    if (site.operand != kNone)
      require(site.kind == AccessKind::Atomic && value_at(site.operand, of).width == site.bytes * 8U,
              of + " has an operand of another width, or is not an atomic");
    if (!site.written.empty()) {
      require(site.kind == AccessKind::Write, of + " is not a write and has written values");
      require(site.written.size() == site.bytes / site.component_bytes,
              of + " writes another number of components");
      for (const ValueId written : site.written)
        require(value_at(written, of).width == site.component_bytes * 8U,
                of + " writes a value of another width");
    }
    location(site.location, of);
  }

  void reachable() const {
    std::vector<bool> seen(d_kernel.blocks.size());
    std::vector<BlockId> open{0};
    seen[0] = true;
    while (!open.empty()) {
      const BlockId id = open.back();
      open.pop_back();
      for (const BlockId successor : d_kernel.blocks[id].successors)
        if (!seen[successor]) {
          seen[successor] = true;
          open.push_back(successor);
        }
    }
    for (BlockId id = 0; id < seen.size(); ++id)
      require(seen[id], "block " + std::to_string(id) + " is not reachable from the entry");
  }

  void loop(LoopId id) const {
    const Loop& loop = d_kernel.loops[id];
    const std::string of = "loop " + std::to_string(id);
    require(loop.header < d_kernel.blocks.size() && loop.latch < d_kernel.blocks.size() &&
                loop.preheader < d_kernel.blocks.size(),
            of + " has a header, latch or preheader out of range");
    require(loop.parent == kNone || loop.parent < id, of + " comes before its parent");
    require(loop.depth == (loop.parent == kNone ? 1 : d_kernel.loops[loop.parent].depth + 1),
            of + " has a wrong depth");
    require(contains(loop.blocks, loop.header) && contains(loop.blocks, loop.latch),
            of + " does not contain its header and latch");
    require(!contains(loop.blocks, loop.preheader), of + " contains its preheader");
    require(d_kernel.blocks[loop.preheader].successors == std::vector<BlockId>{loop.header},
            of + " has a preheader that leads elsewhere");
    for (const BlockId block : loop.blocks) {
      require(block < d_kernel.blocks.size(), of + " has a block out of range");
      if (loop.parent != kNone)
        require(contains(d_kernel.loops[loop.parent].blocks, block), of + " reaches out of its parent");
      for (const BlockId predecessor : d_kernel.blocks[block].predecessors) {
        const bool inside = contains(loop.blocks, predecessor);
        if (block == loop.header)
          require(inside ? predecessor == loop.latch : predecessor == loop.preheader,
                  of + " is entered or repeated by another block than its preheader and latch");
        else
          require(inside, of + " is entered past its header");
      }
    }
    require(contains(d_kernel.blocks[loop.latch].successors, loop.header),
            of + " has a latch that does not repeat it");
    for (BlockId block = 0; block < d_kernel.blocks.size(); ++block) {
      LoopId outer = d_kernel.blocks[block].loop;
      while (outer != kNone && outer != id) outer = d_kernel.loops[outer].parent;
      require((outer == id) == contains(loop.blocks, block),
              "block " + std::to_string(block) + " and " + of + " disagree on which loop it is in");
    }
    location(loop.location, of);
  }

  // Without the edges from latches, the graph must be acyclic; otherwise a loop is missing or irreducible.
  void cycles_are_loops() const {
    const std::size_t count = d_kernel.blocks.size();
    std::vector<std::size_t> open(count);
    const auto is_repeat = [&](BlockId from, BlockId to) {
      return std::any_of(d_kernel.loops.begin(), d_kernel.loops.end(),
                         [&](const Loop& loop) { return loop.latch == from && loop.header == to; });
    };
    for (BlockId id = 0; id < count; ++id)
      for (const BlockId successor : d_kernel.blocks[id].successors)
        open[successor] += !is_repeat(id, successor);
    std::vector<BlockId> ready{0};
    std::size_t done = 0;
    while (!ready.empty()) {
      const BlockId id = ready.back();
      ready.pop_back();
      ++done;
      for (const BlockId successor : d_kernel.blocks[id].successors)
        if (!is_repeat(id, successor) && --open[successor] == 0) ready.push_back(successor);
    }
    require(done == count, "there is a cycle that is not a loop");
  }

  const KernelModel& d_kernel;
};

}  // namespace

std::string validate(const KernelModel& kernel) {
  try {
    Checker(kernel).check();
    return {};
  } catch (const Fault& fault) {
    return fault.text;
  }
}

}  // namespace launchproof::model
