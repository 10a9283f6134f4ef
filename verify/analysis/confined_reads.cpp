#include "verify/analysis/confined_reads.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

namespace launchproof::analysis {
namespace {

using model::kNone;
using model::Op;
using model::Value;
using model::ValueId;

std::uint64_t mask(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

// low <= value <= high, unsigned.
struct Range {
  std::uint64_t low = 0, high = 0;
};

// Ranges of values that follow from widths, masks, remainders and shifts by constants, independently of the
// launch.
class Ranges {
 public:
  explicit Ranges(const model::KernelModel& kernel)
      : d_kernel(kernel), d_known(kernel.values.size()), d_is_open(kernel.values.size(), false) {
    for (const model::Block& block : kernel.blocks)
      for (const model::Phi& phi : block.phis) d_phis.emplace_back(phi.value, &phi);
    std::ranges::sort(d_phis, {}, &std::pair<ValueId, const model::Phi*>::first);
  }

  Range of(ValueId id) {
    if (d_known[id]) return *d_known[id];
    const Range whole{0, mask(d_kernel.values[id].width)};
    if (d_is_open[id] || d_depth == kDeepest) return whole;  // the value depends on itself
    d_is_open[id] = true;
    ++d_depth;
    Range found = computed(id).value_or(whole);
    --d_depth;
    d_is_open[id] = false;
    if (found.high > whole.high || found.low > found.high) found = whole;
    // A range found while another one was incomplete may be wider than necessary.
    d_known[id] = found;
    return found;
  }

 private:
  static constexpr unsigned kDeepest = 200;

  std::optional<Range> computed(ValueId id) {
    const Value& value = d_kernel.values[id];
    const auto operand = [&](std::size_t i) { return of(value.operands[i]); };
    const std::uint64_t all = mask(value.width);
    switch (value.op) {
      case Op::Constant:
        return Range{value.literal, value.literal};
      case Op::Phi:
        return phi(id);
      case Op::Select:
        return joined(operand(1), operand(2));
      case Op::ZExt:
        return operand(0);
      case Op::SExt:
        return operand(0).high <= mask(d_kernel.values[value.operands[0]].width) >> 1
                   ? std::optional(operand(0))
                   : std::nullopt;
      case Op::Trunc:
        return operand(0).high <= all ? std::optional(operand(0)) : std::nullopt;
      case Op::Extract: {
        const Range whole = operand(0);
        if (value.literal >= 64) return std::nullopt;
        const Range part{whole.low >> value.literal, whole.high >> value.literal};
        return part.high <= all ? std::optional(part) : std::nullopt;
      }
      case Op::And:
        return Range{0, std::min(operand(0).high, operand(1).high)};
      case Op::Or:
      case Op::Xor:
        return Range{0, mask(static_cast<unsigned>(std::bit_width(operand(0).high | operand(1).high)))};
      case Op::Add:
        return added(operand(0), operand(1), all);
      case Op::Sub:
        if (operand(0).low < operand(1).high) return std::nullopt;
        return Range{operand(0).low - operand(1).high, operand(0).high - operand(1).low};
      case Op::Mul:
        return multiplied(operand(0), operand(1), all);
      default:
        return by_constant(value);
    }
  }

  // Divisions and shifts by a constant.
  std::optional<Range> by_constant(const Value& value) {
    if (value.operands.size() != 2) return std::nullopt;
    const Range of_first = of(value.operands[0]), by = of(value.operands[1]);
    if (by.low != by.high) return std::nullopt;
    const bool is_shift = by.low < value.width;
    // Without negative values, signed operations equal unsigned ones.
    const std::uint64_t positive = mask(value.width) >> 1;
    const bool is_signed = value.op == Op::SDiv || value.op == Op::SRem || value.op == Op::AShr;
    if (is_signed && (of_first.high > positive || by.high > positive)) return std::nullopt;
    switch (value.op) {
      case Op::UDiv:
      case Op::SDiv:
        return by.low == 0 ? std::nullopt
                           : std::optional(Range{of_first.low / by.low, of_first.high / by.low});
      case Op::URem:
      case Op::SRem:
        return by.low == 0 ? std::nullopt : std::optional(Range{0, std::min(of_first.high, by.low - 1)});
      case Op::LShr:
      case Op::AShr:
        return is_shift ? std::optional(Range{of_first.low >> by.low, of_first.high >> by.low})
                        : std::nullopt;
      case Op::Shl:
        return is_shift ? multiplied(of_first, {std::uint64_t{1} << by.low, std::uint64_t{1} << by.low},
                                     mask(value.width))
                        : std::nullopt;
      default:
        return std::nullopt;
    }
  }

  std::optional<Range> phi(ValueId id) {
    const auto entry =
        std::ranges::lower_bound(d_phis, id, {}, &std::pair<ValueId, const model::Phi*>::first);
    if (entry == d_phis.end() || entry->first != id || entry->second->incoming.empty()) return std::nullopt;
    std::optional<Range> all;
    for (const ValueId incoming : entry->second->incoming) {
      const Range one = of(incoming);
      all = all ? joined(*all, one) : one;
    }
    return all;
  }

  static Range joined(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

  static std::optional<Range> added(Range a, Range b, std::uint64_t all) {
    std::uint64_t high = 0;
    if (__builtin_add_overflow(a.high, b.high, &high) || high > all) return std::nullopt;
    return Range{a.low + b.low, high};
  }

  static std::optional<Range> multiplied(Range a, Range b, std::uint64_t all) {
    std::uint64_t high = 0;
    if (__builtin_mul_overflow(a.high, b.high, &high) || high > all) return std::nullopt;
    return Range{a.low * b.low, high};
  }

  const model::KernelModel& d_kernel;
  std::vector<std::optional<Range>> d_known;
  std::vector<bool> d_is_open;
  std::vector<std::pair<ValueId, const model::Phi*>> d_phis;  // by value
  unsigned d_depth = 0;
};

}  // namespace

std::vector<bool> confined_reads(const model::KernelModel& kernel) {
  std::vector<bool> result(kernel.sites.size(), false);
  std::optional<Ranges> ranges;
  for (model::SiteId id = 0; id < kernel.sites.size(); ++id) {
    const model::Site& site = kernel.sites[id];
    const bool is_plain = site.kind == model::AccessKind::Read && site.arrays.size() == 1 &&
                          site.arrays[0] != 0 && site.copy == kNone && site.inside == kNone &&
                          site.outside == kNone && site.call == kNone && !site.is_elsewhere && !site.observes;
    if (!is_plain) continue;
    const model::Array& array = kernel.arrays[site.arrays[0]];
    if (array.memory != model::Memory::Constant || array.parameter != kNone || !array.bytes) continue;
    if (!ranges) ranges.emplace(kernel);
    const std::uint64_t last = ranges->of(site.offset).high;
    const bool is_inside = *array.bytes >= site.bytes && last <= *array.bytes - site.bytes;
    result[id] = is_inside && std::ranges::all_of(site.inner, [&](const model::InnerIndex& inner) {
                   return ranges->of(inner.index).high < inner.count;
                 });
  }
  return result;
}

}  // namespace launchproof::analysis
