#include "verify/two_thread/terms/comparisons.h"

#include <algorithm>
#include <set>

#include "verify/symbolic/terms/operation.h"

namespace launchproof::two_thread {

using model::Op;
using model::ValueId;

namespace {

constexpr std::size_t kMostComparisons = 3;

bool is_comparison(Op op) {
  return op == Op::Equal || op == Op::ULess || op == Op::ULessEq || op == Op::SLess || op == Op::SLessEq;
}

// Returns whether the number is a 0 or 1 that comparisons determine, or is computed from such numbers.
bool is_truth(const model::KernelModel& kernel, ValueId id) {
  const model::Value& value = kernel.values[id];
  if (value.width == 1) return true;
  if (value.op != Op::ZExt && value.op != Op::And && value.op != Op::Or && value.op != Op::Xor) return false;
  return std::ranges::all_of(value.operands, [&](ValueId operand) { return is_truth(kernel, operand); });
}

std::string number(smt::Bits bits, unsigned width, bool is_signed) {
  const bool is_negative = is_signed && (bits >> (width - 1) & 1) != 0;
  if (!is_negative) return std::to_string(static_cast<std::uint64_t>(bits));
  return "-" + std::to_string(static_cast<std::uint64_t>((smt::Bits{1} << width) - bits));
}

}  // namespace

std::vector<Compared> comparisons_of(const Setting& setting, Values& values, ValueId condition, FrameId frame,
                                     unsigned who) {
  std::vector<Compared> result;
  std::set<ValueId> seen;
  std::vector<ValueId> open{condition};
  while (!open.empty() && result.size() < kMostComparisons) {
    const ValueId id = open.back();
    open.pop_back();
    const model::Value& value = setting.kernel.values[id];
    if (!is_truth(setting.kernel, id) || !seen.insert(id).second) continue;
    if (!is_comparison(value.op) || is_truth(setting.kernel, value.operands[0])) {
      open.insert(open.end(), value.operands.rbegin(), value.operands.rend());
      continue;
    }
    const auto side = [&](std::size_t i) {
      return symbolic::to_bits(setting.store, values.value(value.operands[i], frame, who));
    };
    const Compared one{side(0), side(1), value.op != Op::ULess && value.op != Op::ULessEq};
    if (!one.left.is_constant() || !one.right.is_constant()) result.push_back(one);
  }
  return result;
}

std::string in_words(const std::vector<Compared>& all, const smt::Model& model) {
  std::string text;
  for (const Compared& one : all) {
    text += text.empty() ? "it compares " : ", and ";
    text += number(model.evaluate(one.left), one.left.width(), one.is_signed) + " with " +
            number(model.evaluate(one.right), one.right.width(), one.is_signed);
  }
  return text;
}

}  // namespace launchproof::two_thread
