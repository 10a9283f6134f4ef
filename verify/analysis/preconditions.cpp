#include "verify/analysis/preconditions.h"

#include <algorithm>
#include <map>
#include <set>

#include "verify/model/operations.h"

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

// Returns the parameter of which this is the whole value, or kNone.
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

// Collects what must be `truth` (for one-bit values), or not zero, for the condition to hold.
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

// The inputs from which a value is computed.
struct Rests {
  bool launch_alone = true;  // the same for all work-items
  bool another = false;      // what another work-item computes
  std::set<std::uint32_t> parameters;
};

Rests rests_on(const model::KernelModel& kernel, ValueId from) {
  std::map<ValueId, const model::Phi*> phi_of;
  for (const model::Block& block : kernel.blocks)
    for (const model::Phi& phi : block.phis) phi_of.emplace(phi.value, &phi);
  Rests result;
  std::vector<bool> seen(kernel.values.size(), false);
  std::vector<ValueId> open{from};
  while (!open.empty()) {
    const ValueId id = open.back();
    open.pop_back();
    if (id == kNone || seen[id]) continue;
    seen[id] = true;
    const Value& value = kernel.values[id];
    switch (value.op) {
      case Op::Parameter:
        result.parameters.insert(value.index);
        break;
      case Op::Other:
        result.another = true;
        result.launch_alone = false;
        break;
      case Op::Phi: {
        const std::vector<ValueId>& incoming = phi_of.at(id)->incoming;
        open.insert(open.end(), incoming.begin(), incoming.end());
        result.launch_alone = false;
        break;
      }
      case Op::Read:
        open.push_back(kernel.sites[value.index].base);
        open.push_back(kernel.sites[value.index].offset);
        result.launch_alone = false;
        break;
      default:
        if (!is_computed(value.op)) result.launch_alone = false;
        break;
    }
    open.insert(open.end(), value.operands.begin(), value.operands.end());
  }
  return result;
}

// The parameters that decide which work-items reach a block, ignoring work-items that violate a precondition.
std::set<std::uint32_t> parameters_of_way(const model::KernelModel& kernel, model::BlockId to) {
  std::set<std::uint32_t> result;
  std::vector<bool> seen(kernel.blocks.size(), false);
  std::vector<model::BlockId> open{to};
  seen[to] = true;
  while (!open.empty()) {
    const model::BlockId at = open.back();
    open.pop_back();
    for (const model::BlockId before : kernel.blocks[at].predecessors) {
      const model::Block& block = kernel.blocks[before];
      const bool promises = std::ranges::any_of(block.successors, [&](model::BlockId next) {
        const std::uint32_t annotation = kernel.blocks[next].excluded_by;
        return annotation != kNone &&
               kernel.annotations[annotation].kind == model::AnnotationKind::Precondition;
      });
      if (block.condition != kNone && !promises) result.merge(rests_on(kernel, block.condition).parameters);
      if (seen[before]) continue;
      seen[before] = true;
      open.push_back(before);
    }
  }
  return result;
}

std::vector<ValueId> conjuncts(const model::KernelModel& kernel, ValueId condition) {
  std::vector<ValueId> result;
  std::vector<ValueId> open{condition};
  while (!open.empty()) {
    const ValueId id = open.back();
    open.pop_back();
    const Value& value = kernel.values[id];
    if (value.op == Op::And && value.width == 1)
      open.insert(open.end(), value.operands.begin(), value.operands.end());
    else
      result.push_back(id);
  }
  return result;
}

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
      if (annotation == kNone && next != kNone) return result;  // a branch of the program itself
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
  std::vector<bool> kept(kernel.parameters.size(), true);
  const std::vector<std::uint32_t> first = first_preconditions(kernel);
  for (std::uint32_t id = 0; id < kernel.annotations.size(); ++id) {
    const model::Annotation& item = kernel.annotations[id];
    if (item.kind != model::AnnotationKind::Precondition || item.condition == kNone ||
        is_ignored(ignored, id))
      continue;
    const bool is_first = std::ranges::find(first, id) != first.end();
    if (!is_first)
      for (const std::uint32_t parameter : parameters_of_way(kernel, item.block)) kept[parameter] = false;
    for (const ValueId part : conjuncts(kernel, item.condition)) {
      const Rests on = rests_on(kernel, part);
      for (const std::uint32_t parameter : on.parameters) {
        if (is_first && on.launch_alone) result[parameter] = true;
        // Its statement about work-items outside of the precondition is unknown.
        if (!is_first || !on.launch_alone) kept[parameter] = false;
      }
    }
  }
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] && kept[i];
  return result;
}

bool follows_from_launch(const model::KernelModel& kernel, ValueId condition) {
  return rests_on(kernel, condition).launch_alone;
}

bool speaks_of_another(const model::KernelModel& kernel, ValueId condition) {
  return rests_on(kernel, condition).another;
}

}  // namespace launchproof::analysis
