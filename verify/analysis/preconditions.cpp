#include "verify/analysis/preconditions.h"

#include <algorithm>

namespace launchproof::analysis {
namespace {

using model::kNone;
using model::Op;
using model::Value;
using model::ValueId;

bool is_constant(const model::KernelModel& kernel, ValueId id, std::uint64_t literal) {
  const Value& value = kernel.values[id];
  return value.op == Op::Constant && value.literal == literal;
}

// The parameter whose whole value this is, or kNone.
std::uint32_t whole_parameter(const model::KernelModel& kernel, const Value& value) {
  if (value.op != Op::Parameter || value.literal != 0) return kNone;
  return value.width == 8 * kernel.parameters[value.index].bytes ? value.index : kNone;
}

void fix(model::LaunchFacts& facts, const model::KernelModel& kernel, std::uint32_t parameter,
         std::uint64_t value) {
  facts.arguments.resize(std::max<std::size_t>(facts.arguments.size(), parameter + 1));
  model::Argument& argument = facts.arguments[parameter];
  if (!std::holds_alternative<model::UnknownArgument>(argument)) return;
  model::ValueArgument known;
  for (std::uint32_t byte = 0; byte < kernel.parameters[parameter].bytes; ++byte)
    known.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * byte)));
  argument = std::move(known);
}

// Follows what must be `truth` (of values one bit wide), or not zero, for the condition to hold.
class Equalities {
 public:
  Equalities(const model::KernelModel& kernel, model::LaunchFacts& facts)
      : d_kernel(kernel), d_facts(facts) {}

  void hold(ValueId id, bool truth) {
    const Value& value = d_kernel.values[id];
    if (value.op == Op::Xor && value.width == 1 && is_constant(d_kernel, value.operands[1], 1)) {
      hold(value.operands[0], !truth);
      return;
    }
    if (value.op == Op::And && value.width == 1 && truth) {
      for (const ValueId operand : value.operands) hold(operand, true);
      return;
    }
    if (value.op != Op::Equal) return;
    for (unsigned side = 0; side < 2; ++side) {
      const ValueId one = value.operands[side];
      const Value& other = d_kernel.values[value.operands[1 - side]];
      if (other.op != Op::Constant) continue;
      const std::uint32_t parameter = whole_parameter(d_kernel, d_kernel.values[one]);
      if (truth && parameter != kNone) fix(d_facts, d_kernel, parameter, other.literal);
      if (!truth && other.literal == 0) not_zero(one);
    }
  }

 private:
  void not_zero(ValueId id) {
    const Value& value = d_kernel.values[id];
    if (value.op == Op::ZExt && d_kernel.values[value.operands[0]].width == 1) {
      hold(value.operands[0], true);
      return;
    }
    if (value.op == Op::And)
      for (const ValueId operand : value.operands) not_zero(operand);
  }

  const model::KernelModel& d_kernel;
  model::LaunchFacts& d_facts;
};

}  // namespace

bool has_exclusions(const model::KernelModel& kernel) {
  return std::ranges::any_of(kernel.blocks,
                             [](const model::Block& block) { return block.excluded_by != kNone; });
}

std::vector<std::uint32_t> first_exclusions(const model::KernelModel& kernel) {
  std::vector<std::uint32_t> result;
  std::vector<bool> seen(kernel.blocks.size(), false);
  for (model::BlockId at = 0; !seen[at];) {
    seen[at] = true;
    model::BlockId next = kNone;
    for (const model::BlockId to : kernel.blocks[at].successors) {
      const std::uint32_t annotation = kernel.blocks[to].excluded_by;
      if (annotation == kNone && next != kNone) return result;  // a branch of the program
      if (annotation == kNone)
        next = to;
      else
        result.push_back(annotation);
    }
    if (next == kNone) break;
    at = next;
  }
  return result;
}

std::vector<std::uint32_t> first_preconditions(const model::KernelModel& kernel) {
  std::vector<std::uint32_t> result = first_exclusions(kernel);
  std::erase_if(result, [&](std::uint32_t id) {
    return kernel.annotations[id].kind != model::AnnotationKind::Precondition;
  });
  return result;
}

model::LaunchFacts with_preconditions(const model::KernelModel& kernel, model::LaunchFacts facts,
                                      const Ignored& ignored) {
  for (const std::uint32_t id : first_preconditions(kernel)) {
    const model::Annotation& item = kernel.annotations[id];
    if (!is_ignored(ignored, id) && item.condition != kNone)
      Equalities(kernel, facts).hold(item.condition, true);
  }
  return facts;
}

std::vector<bool> promised_parameters(const model::KernelModel& kernel, const Ignored& ignored) {
  std::vector<bool> result(kernel.parameters.size(), false);
  std::vector<bool> seen(kernel.values.size(), false);
  std::vector<ValueId> open;
  for (const std::uint32_t id : first_preconditions(kernel))
    if (!is_ignored(ignored, id) && kernel.annotations[id].condition != kNone)
      open.push_back(kernel.annotations[id].condition);
  while (!open.empty()) {
    const ValueId id = open.back();
    open.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    const Value& value = kernel.values[id];
    if (value.op == Op::Parameter) result[value.index] = true;
    open.insert(open.end(), value.operands.begin(), value.operands.end());
  }
  return result;
}

}  // namespace launchproof::analysis
