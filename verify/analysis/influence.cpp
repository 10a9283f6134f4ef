#include "verify/analysis/influence.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "verify/analysis/control_dependence.h"
#include "verify/analysis/preconditions.h"
#include "verify/model/alignment.h"
#include "verify/model/exchanges.h"
#include "verify/model/operations.h"
#include "verify/model/padding.h"

namespace launchproof::analysis {
namespace {

using model::kNone;
using model::Op;
using model::Value;
using model::ValueId;

// Returns whether the array is a program variable that the host or an earlier launch may have written.
bool is_variable_of_unknown_contents(const model::Array& array) {
  if (array.parameter != kNone) return false;
  return array.memory == model::Memory::Global ||
         (array.memory == model::Memory::Constant && !array.contents);
}

// Functions whose result OpenCL defines to the last bit if operands and result are zero or normal numbers.
// For all others, OpenCL only bounds the error, or leaves results for zeros, infinities or NaNs to the
// device. Names end at the first point, except those of operators ("float.add.32").
constexpr std::array<std::string_view, 12> kFixed{"ceil", "fdim",      "floor", "fma",   "fmod", "mad_sat",
                                                  "modf", "remainder", "rint",  "round", "sign", "trunc"};

// A sum that may be contracted has its place in its name: "float.add.32.7".
bool may_be_contracted(std::string_view name) {
  return (name.starts_with("float.add.") || name.starts_with("float.sub.")) &&
         std::ranges::count(name, '.') > 2;
}

// Collective functions whose result depends neither on the order in which values are combined, nor on what
// devices do with operands that OpenCL forbids (a broadcast's work-item may not be in the group).
bool is_unordered(const std::string& function) {
  return function == "work_group_all" || function == "work_group_any";
}

class Slice {
 public:
  // `control`: null if all branches of the kernel are in the slice anyway.
  Slice(const model::KernelModel& kernel, const model::LaunchFacts& facts, const MemoryRegions& regions,
        const ControlDependence* control)
      : d_kernel(kernel),
        d_facts(facts),
        d_regions(regions),
        d_control(control),
        d_seen(kernel.values.size(), false),
        d_controlled(kernel.blocks.size(), false) {
    d_phi.resize(kernel.values.size());
    for (BlockId block = 0; block < kernel.blocks.size(); ++block)
      for (const model::Phi& phi : kernel.blocks[block].phis) d_phi[phi.value] = {&phi, block};
    d_result.parameters.assign(kernel.parameters.size(), false);
    d_result.reads.assign(kernel.sites.size(), false);
    d_result.writes.assign(kernel.sites.size(), false);
  }

  void add(ValueId id) {
    if (id == kNone || d_seen[id]) return;
    d_seen[id] = true;
    d_open.push_back(id);
  }

  // Adds what decides whether control reaches the block.
  void add_control(BlockId block) {
    if (d_control == nullptr || d_controlled[block]) return;
    std::vector<BlockId> open{block};
    d_controlled[block] = true;
    while (!open.empty()) {
      const BlockId at = open.back();
      open.pop_back();
      for (const BlockId branch : d_control->deciders(at)) {
        add(d_kernel.blocks[branch].condition);
        if (d_controlled[branch]) continue;
        d_controlled[branch] = true;
        open.push_back(branch);
      }
    }
  }

  void add_site(const model::Site& site) {
    add_control(site.block);
    add(site.base);
    add(site.offset);
    add(site.inside);
    add(site.outside);
    add(site.elements);
    add(site.number);
    for (const auto* numbers : {&site.ended, &site.arriving, &site.awaited})
      for (const ValueId number : *numbers) add(number);
  }

  void add_stored(const model::Site& site) {
    for (const ValueId id : site.written) add(id);
  }

  // Adds what decides whether these accesses store the same value. If padding only meets padding, two stores
  // leave it undefined whichever comes last.
  void add_stored(const std::vector<model::SiteId>& sites) {
    for (const model::SiteId id : sites) {
      const model::Site& site = d_kernel.sites[id];
      for (std::size_t i = 0; i < site.written.size(); ++i)
        if (!model::is_padding(d_kernel, site, i) || std::ranges::any_of(sites, [&](model::SiteId other) {
              return !meets_alike(site, d_kernel.sites[other], i);
            }))
          add(site.written[i]);
    }
  }

  void leave_undefined() { d_result.undefined = true; }

  Influence run() {
    while (!d_open.empty()) {
      const ValueId id = d_open.back();
      d_open.pop_back();
      visit(id);
    }
    d_result.varies_beyond_floats |= d_result.undefined;
    d_result.varies |= d_result.floats || d_result.varies_beyond_floats;
    return d_result;
  }

 private:
  // Returns whether the padding `component` of one store can only meet padding of the other.
  bool meets_alike(const model::Site& site, const model::Site& other, std::size_t component) const {
    if (other.kind == model::AccessKind::Read || !overlap(site, other)) return true;
    const auto is_aligned = [&](const model::Site& one) {
      return std::uint64_t{1} << model::Alignment(d_kernel).of(one.offset) >= one.bytes;
    };
    return model::is_padding(d_kernel, other, component) && other.component_bytes == site.component_bytes &&
           is_aligned(site) && is_aligned(other);
  }

  // Returns the bits of a by-value argument.
  std::optional<std::uint64_t> given(const Value& value) const {
    if (value.op != Op::Parameter || value.index >= d_facts.arguments.size()) return std::nullopt;
    const auto* argument = std::get_if<model::ValueArgument>(&d_facts.arguments[value.index]);
    const std::uint64_t bytes = (value.width + 7U) / 8U;
    if (argument == nullptr || bytes > sizeof(std::uint64_t) || value.literal > argument->bytes.size() ||
        argument->bytes.size() - value.literal < bytes)
      return std::nullopt;
    std::uint64_t bits = 0;
    std::memcpy(&bits, argument->bytes.data() + value.literal, bytes);
    return bits;
  }

  // Returns whether a group has fewer work-items than sub-groups may have; devices then choose the size of
  // its sub-groups.
  bool is_one_sub_group() const {
    std::uint64_t items = 1;
    for (const std::uint64_t size : d_facts.local_size)
      items = size == 0
                  ? 0
                  : std::min<std::uint64_t>(items * std::min<std::uint64_t>(size, UINT32_MAX), UINT32_MAX);
    return items < d_facts.sub_groups.size;
  }

  // Returns whether the value, used as a divisor, is never zero or, used as a shift amount, is small enough.
  bool is_safe(ValueId id, bool divisor, unsigned width) const {
    const Value& value = d_kernel.values[id];
    if (value.op == Op::Constant) return divisor ? value.literal != 0 : value.literal < width;
    if (const auto bits = given(value)) return divisor ? *bits != 0 : *bits < width;
    if (divisor)
      return value.op == Op::LocalSize || value.op == Op::EnqueuedLocalSize || value.op == Op::GlobalSize ||
             value.op == Op::NumGroups ||
             ((value.op == Op::ZExt || value.op == Op::SExt) && is_safe(value.operands[0], true, width));
    return value.op == Op::And &&
           std::any_of(value.operands.begin(), value.operands.end(), [&](ValueId operand) {
             const Value& mask = d_kernel.values[operand];
             return mask.op == Op::Constant && mask.literal < width;
           });
  }

  bool may_be_minus_one(ValueId id) const {
    const Value& value = d_kernel.values[id];
    if (value.op == Op::Constant || given(value)) {
      const std::uint64_t bits = value.op == Op::Constant ? value.literal : *given(value);
      const std::uint64_t ones =
          value.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << value.width) - 1;
      return (bits & ones) == ones;
    }
    return value.op != Op::ZExt;
  }

  static bool is_of_pointers(std::string_view name) { return name.starts_with("pointer."); }

  // Adds the arrays that the base of a pointer may name. Returns false if it may name others.
  bool bases(ValueId base, std::set<model::ArrayId>& into, std::set<ValueId>& seen) const {
    if (!seen.insert(base).second) return true;
    const Value& value = d_kernel.values[base];
    const auto all = [&](const auto& from) {
      return std::ranges::all_of(from, [&](ValueId id) { return bases(id, into, seen); });
    };
    if (value.op == Op::Constant) {
      into.insert(static_cast<model::ArrayId>(value.literal));
      return true;
    }
    if (value.op == Op::Select) return all(std::vector{value.operands[1], value.operands[2]});
    return value.op == Op::Phi && d_phi[base].phi != nullptr && all(d_phi[base].phi->incoming);
  }

  // Returns whether the launch determines the comparison: it is between places in one memory object, null, or
  // starts of objects.
  bool is_fixed_comparison(const Value& value) const {
    std::set<model::ArrayId> one, two;
    std::set<ValueId> seen_one, seen_two;
    if (!bases(value.operands[0], one, seen_one) || !bases(value.operands[2], two, seen_two)) return false;
    const auto is_start = [&](ValueId offset) {
      return d_kernel.values[offset].op == Op::Constant && d_kernel.values[offset].literal == 0;
    };
    const bool starts = is_start(value.operands[1]) && is_start(value.operands[3]);
    const bool is_equality = d_kernel.functions[value.index].name == "pointer.equal";
    return std::ranges::all_of(one, [&](model::ArrayId a) {
      return std::ranges::all_of(two, [&](model::ArrayId b) {
        const Placement& x = d_regions.placement(a);
        const Placement& y = d_regions.placement(b);
        if (x.is_null || y.is_null || a == b) return true;
        return (x.region != kNone && x.region == y.region) || (is_equality && starts);
      });
    });
  }

  // Returns whether every device computes the same bits for zero and normal numbers.
  bool is_fixed(const Value& value) const {
    const std::string_view name = d_kernel.functions[value.index].name;
    // The result for a float beyond the integer's range depends on the device, unless the conversion
    // saturates.
    const bool to_integer = name.starts_with("float.to_") && name.find("_sat") == std::string_view::npos;
    if (name.starts_with("float."))
      return !name.starts_with("float.div.") && !to_integer && !may_be_contracted(name);
    if (name == "pointer.object") return true;
    if (is_of_pointers(name)) return value.operands.size() == 4 && is_fixed_comparison(value);
    return std::ranges::find(kFixed, name.substr(0, name.find('.'))) != kFixed.end();
  }

  void visit(ValueId id) {
    const Value& value = d_kernel.values[id];
    for (const ValueId operand : value.operands) add(operand);
    switch (value.op) {
      case Op::Phi:
        if (d_phi[id].phi == nullptr)
          d_result.undefined = true;
        else
          add_phi(d_phi[id]);
        return;
      case Op::Parameter:
        // The size and format of an image are not contents, but may be made up as well.
        if (const model::ArrayId array = d_kernel.parameters[value.index].array;
            array == kNone || !d_regions.placement(array).is_known_image)
          d_result.parameters[value.index] = true;
        return;
      case Op::SubGroup:  // devices differ
        if (!d_facts.sub_groups.is_known() ||
            (value.index == static_cast<std::uint32_t>(model::SubGroupValue::MaximumSize) &&
             is_one_sub_group()))
          d_result.undefined = true;
        if (value.index == static_cast<std::uint32_t>(model::SubGroupValue::Result)) add_exchange();
        return;
      case Op::Undefined:
      case Op::Pipe:  // another kernel writes it
        d_result.undefined = true;
        return;
      case Op::UDiv:
      case Op::SDiv:
      case Op::URem:
      case Op::SRem:
        if (!is_safe(value.operands[1], true, value.width) ||
            (value.op != Op::UDiv && value.op != Op::URem && may_be_minus_one(value.operands[1])))
          d_result.divisions = true;
        return;
      case Op::Shl:
      case Op::LShr:
      case Op::AShr:
        if (!is_safe(value.operands[1], false, value.width)) d_result.undefined = true;
        return;
      case Op::Read:
        d_result.reads[value.index] = true;
        read(d_kernel.sites[value.index]);
        return;
      case Op::Function:
        if (is_of_ballot(d_kernel.functions[value.index].name)) {
          d_result.exchanges = d_result.varies_beyond_floats = true;
          return;
        }
        if (!is_fixed(value)) d_result.undefined = true;
        if (is_of_pointers(d_kernel.functions[value.index].name))
          d_result.varies_beyond_floats = true;
        else
          d_result.floats = true;
        return;
      case Op::Event:
      case Op::Element:
        d_result.varies_beyond_floats = true;
        return;
      case Op::Collective:
        // Votes and the results of a shuffle are the same on every device.
        if (value.literal < model::kVotesOfSubGroup && !is_unordered(d_kernel.barriers[value.index].function))
          d_result.varies_beyond_floats = true;
        d_result.exchanges = true;
        add_control(d_kernel.barriers[value.index].block);
        for (const ValueId taken : d_kernel.barriers[value.index].taken) add(taken);
        return;
      case Op::LocalId:
      case Op::GroupId:
      case Op::Other:
      case Op::Accessed:
      case Op::Contract:
        return;
      default:
        if (!is_computed(value.op)) d_result.undefined = true;
        return;
    }
  }

  // Every branch that may keep a work-item away, or delay it, decides which work-items take part.
  void add_exchange() {
    d_result.exchanges = d_result.varies_beyond_floats = true;
    for (const model::Block& block : d_kernel.blocks) add(block.condition);
  }

  // A ballot, whose bits every device counts alike.
  static bool is_of_ballot(std::string_view name) {
    return name.starts_with("sub_group_ballot_") || name.starts_with("get_sub_group_eq_mask.") ||
           name.starts_with("get_sub_group_le_mask.") || name.starts_with("get_sub_group_lt_mask.");
  }

  struct PlacedPhi {
    const model::Phi* phi = nullptr;
    BlockId block = kNone;
  };

  // Its value also depends on the edge through which control comes.
  void add_phi(const PlacedPhi& placed) {
    for (const ValueId incoming : placed.phi->incoming) add(incoming);
    if (d_control == nullptr) return;
    for (const BlockId from : d_kernel.blocks[placed.block].predecessors) {
      add_control(from);
      if (d_kernel.blocks[from].successors.size() > 1) add(d_kernel.blocks[from].condition);
    }
  }

  bool overlap(const model::Site& a, const model::Site& b) const {
    for (const model::ArrayId x : a.arrays)
      for (const model::ArrayId y : b.arrays) {
        const std::uint32_t region = d_regions.placement(x).region;
        if (x == y || (region != kNone && region == d_regions.placement(y).region)) return true;
      }
    return false;
  }

  // The value is either the initial contents of the buffer or a value written by the kernel.
  void read(const model::Site& site) {
    if (site.kind == model::AccessKind::Atomic || site.is_volatile || site.copy != kNone)
      d_result.varies_beyond_floats = true;
    add(site.base);
    add(site.offset);
    add(site.inside);
    for (std::uint32_t i = 0; i < d_kernel.parameters.size(); ++i) {
      const model::ArrayId array = d_kernel.parameters[i].array;
      if (array == kNone) continue;
      for (const model::ArrayId x : site.arrays) {
        const std::uint32_t region = d_regions.placement(x).region;
        if (x == array || (region != kNone && region == d_regions.placement(array).region))
          d_result.parameters[i] = true;
      }
    }
    // Executing the kernel shows whether a read of private memory comes after a write.
    for (const model::ArrayId x : site.arrays)
      if (d_kernel.arrays[x].memory == model::Memory::Image) d_result.varies_beyond_floats = true;
    // The contents of a program variable before the launch are unknown.
    for (const model::ArrayId x : site.arrays)
      if (is_variable_of_unknown_contents(d_kernel.arrays[x])) d_result.undefined = true;
    for (const model::Site& other : d_kernel.sites) {
      const bool atomic = other.kind == model::AccessKind::Atomic;
      if (other.kind == model::AccessKind::Read || (atomic && !other.atomic_writes)) continue;
      if (!overlap(site, other)) continue;
      // Sums of integers are the same in every order.
      if (atomic && !other.added) d_result.varies_beyond_floats = true;
      d_result.writes[&other - d_kernel.sites.data()] = true;
      add_site(other);
      add_stored(other);
      // The stored value is not in the model. For sums of constants it is not needed.
      const bool is_sum = d_control != nullptr && atomic && other.added;
      if (other.written.empty() && !is_sum) d_result.undefined = true;
    }
  }

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  const MemoryRegions& d_regions;
  const ControlDependence* d_control;
  std::vector<bool> d_seen;
  // by block: the branches that decide whether control reaches it are in the slice
  std::vector<bool> d_controlled;
  std::vector<PlacedPhi> d_phi;
  std::vector<ValueId> d_open;
  Influence d_result;
};

// Operands that must be equal for all work-items decide whether they continue.
void add_handed_in(const model::KernelModel& kernel, Slice& slice) {
  for (const model::Barrier& barrier : kernel.barriers) {
    for (const ValueId same : barrier.same) slice.add(same);
    for (const ValueId waited : barrier.events) slice.add(waited);
  }
}

}  // namespace

Influence influence(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                    const MemoryRegions& regions, const std::vector<model::SiteId>& sites, bool stored,
                    bool asserted) {
  Slice slice(kernel, facts, regions, nullptr);
  if (asserted)
    for (const model::Annotation& annotation : kernel.annotations) slice.add(annotation.condition);
  // The condition of an assumed annotation decides nothing, since replays satisfy it.
  for (const model::Block& block : kernel.blocks)
    if (std::ranges::none_of(block.successors, [&](model::BlockId to) { return is_excluded(kernel, to); }))
      slice.add(block.condition);
  // The device decides which work-items come together at a barrier of sub-groups, and what the barrier
  // orders.
  if (model::uses_sub_groups(kernel) && !facts.sub_groups.is_known()) slice.leave_undefined();
  add_handed_in(kernel, slice);
  for (const model::SiteId site : sites) slice.add_site(kernel.sites[site]);
  if (stored) slice.add_stored(sites);
  return slice.run();
}

Influence influence_on(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                       const MemoryRegions& regions, const std::vector<model::SiteId>& sites, bool stored,
                       bool asserted) {
  const ControlDependence control(kernel);
  Slice slice(kernel, facts, regions, &control);
  if (asserted)
    for (const model::Annotation& annotation : kernel.annotations) {
      slice.add(annotation.condition);
      if (annotation.block != kNone) slice.add_control(annotation.block);
    }
  add_handed_in(kernel, slice);
  for (const model::Barrier& barrier : kernel.barriers) slice.add_control(barrier.block);
  for (const model::SiteId site : sites) slice.add_site(kernel.sites[site]);
  if (stored) slice.add_stored(sites);
  return slice.run();
}

}  // namespace launchproof::analysis
