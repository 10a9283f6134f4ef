#include "verify/analysis/influence.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "verify/analysis/preconditions.h"

namespace launchproof::analysis {
namespace {

using model::kNone;
using model::Op;
using model::Value;
using model::ValueId;

// Functions whose result OpenCL fixes to the last bit where operands and result are zero or normal numbers;
// of all others it gives a bound of the error, or leaves to the device what they yield for zeros, infinities
// or what is no number. Names end at the first point, but for those of operators ("float.add.32").
constexpr std::array<std::string_view, 12> kFixed{"ceil", "fdim",      "floor", "fma",   "fmod", "mad_sat",
                                                  "modf", "remainder", "rint",  "round", "sign", "trunc"};

// A sum that may be contracted has its place in its name, "float.add.32.7".
bool may_be_contracted(std::string_view name) {
  return (name.starts_with("float.add.") || name.starts_with("float.sub.")) &&
         std::ranges::count(name, '.') > 2;
}

// Collectives whose result does not depend on the order in which values are brought together, nor on what
// devices make of operands that OpenCL does not allow (a broadcast's work-item may be none of the group).
bool is_unordered(const std::string& function) {
  return function == "work_group_all" || function == "work_group_any";
}

class Slice {
 public:
  Slice(const model::KernelModel& kernel, const model::LaunchFacts& facts, const MemoryRegions& regions)
      : d_kernel(kernel), d_facts(facts), d_regions(regions), d_seen(kernel.values.size(), false) {
    d_phi.assign(kernel.values.size(), nullptr);
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis) d_phi[phi.value] = &phi;
    d_result.parameters.assign(kernel.parameters.size(), false);
    d_result.reads.assign(kernel.sites.size(), false);
  }

  void add(ValueId id) {
    if (id == kNone || d_seen[id]) return;
    d_seen[id] = true;
    d_open.push_back(id);
  }

  void add_site(const model::Site& site, bool stored) {
    add(site.base);
    add(site.offset);
    add(site.inside);
    add(site.outside);
    add(site.elements);
    if (!stored) return;
    for (const ValueId id : site.written) add(id);
  }

  Influence run() {
    while (!d_open.empty()) {
      const ValueId id = d_open.back();
      d_open.pop_back();
      visit(id);
    }
    d_result.varies |= d_result.undefined;
    return d_result;
  }

 private:
  // The bits of a by-value argument.
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

  // Never zero, as a divisor; small enough, as an amount of a shift.
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

  // The launch tells them.
  static bool is_of_pointers(std::string_view name) {
    return name == "pointer.equal" || name == "pointer.object";
  }

  // Every device computes the same bits of zero and normal numbers.
  bool is_fixed(const Value& value) const {
    const std::string_view name = d_kernel.functions[value.index].name;
    // A float beyond the integer's range becomes what the device likes, unless the conversion saturates.
    const bool to_integer = name.starts_with("float.to_") && name.find("_sat") == std::string_view::npos;
    if (name.starts_with("float."))
      return !name.starts_with("float.div.") && !to_integer && !may_be_contracted(name);
    if (is_of_pointers(name)) return true;
    return std::ranges::find(kFixed, name.substr(0, name.find('.'))) != kFixed.end();
  }

  void visit(ValueId id) {
    const Value& value = d_kernel.values[id];
    for (const ValueId operand : value.operands) add(operand);
    switch (value.op) {
      case Op::Phi:
        if (d_phi[id] == nullptr)
          d_result.undefined = true;
        else
          for (const ValueId incoming : d_phi[id]->incoming) add(incoming);
        return;
      case Op::Parameter:
        // The size and format of an image are no contents, which may be made up all the same.
        if (const model::ArrayId array = d_kernel.parameters[value.index].array;
            array == kNone || !d_regions.placement(array).is_known_image)
          d_result.parameters[value.index] = true;
        return;
      case Op::Undefined:
      case Op::SubGroup:  // devices differ
      case Op::Pipe:      // another kernel writes it
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
        if (!is_fixed(value)) d_result.undefined = true;
        if (!is_of_pointers(d_kernel.functions[value.index].name)) d_result.floats = true;
        d_result.varies = true;
        return;
      case Op::Event:
      case Op::Element:
        d_result.varies = true;
        return;
      case Op::Collective:
        if (!is_unordered(d_kernel.barriers[value.index].function)) d_result.varies = true;
        for (const ValueId taken : d_kernel.barriers[value.index].taken) add(taken);
        return;
      default:
        return;
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

  // The value read is what the buffer held, or what one of the kernel's writes put there.
  void read(const model::Site& site) {
    if (site.kind == model::AccessKind::Atomic || site.is_volatile || site.copy != kNone)
      d_result.varies = true;
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
    // Of private memory, that the read comes after a write is seen by executing it.
    for (const model::ArrayId x : site.arrays)
      if (d_kernel.arrays[x].memory == model::Memory::Image) d_result.varies = true;
    // What a variable of the program holds before the launch is not known.
    for (const model::ArrayId x : site.arrays)
      if (d_kernel.arrays[x].memory == model::Memory::Global && d_kernel.arrays[x].parameter == kNone)
        d_result.undefined = true;
    for (const model::Site& other : d_kernel.sites) {
      const bool atomic = other.kind == model::AccessKind::Atomic;
      if (other.kind == model::AccessKind::Read || (atomic && !other.atomic_writes)) continue;
      if (!overlap(site, other)) continue;
      // Sums of constants are the same in every order.
      if (atomic && !other.added) d_result.varies = true;
      add_site(other, true);
      if (other.written.empty()) d_result.undefined = true;  // what it stores is not in the model
    }
  }

  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_facts;
  const MemoryRegions& d_regions;
  std::vector<bool> d_seen;
  std::vector<const model::Phi*> d_phi;
  std::vector<ValueId> d_open;
  Influence d_result;
};

}  // namespace

Influence influence(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                    const MemoryRegions& regions, const std::vector<model::SiteId>& sites, bool stored,
                    bool asserted) {
  Slice slice(kernel, facts, regions);
  if (asserted)
    for (const model::Annotation& annotation : kernel.annotations) slice.add(annotation.condition);
  // A condition that an annotation takes for granted decides nothing: replays keep to it.
  for (const model::Block& block : kernel.blocks)
    if (std::ranges::none_of(block.successors, [&](model::BlockId to) { return is_excluded(kernel, to); }))
      slice.add(block.condition);
  // What all work-items must hand in alike decides whether they go on.
  for (const model::Barrier& barrier : kernel.barriers) {
    for (const ValueId same : barrier.same) slice.add(same);
    for (const ValueId waited : barrier.events) slice.add(waited);
  }
  for (const model::SiteId site : sites) slice.add_site(kernel.sites[site], stored);
  return slice.run();
}

}  // namespace launchproof::analysis
