#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "verify/worker/recorded.h"

namespace launchproof::worker {
namespace {

using model::Op;
using model::ParameterKind;
using model::ValueId;

// Finds the shape offset + (group id * local size + local id), and whether ids occur anywhere else.
class GlobalIdShape {
 public:
  explicit GlobalIdShape(const model::KernelModel& kernel) : d_kernel(kernel) {}

  bool holds_everywhere() const {
    for (const model::Value& value : d_kernel.values) {
      const bool product = is_product(value);
      const bool index = is_index(value);
      for (const ValueId operand : value.operands) {
        const bool in_place = (product && is_product_part(operand)) || (index && is_index_part(operand));
        if (!in_place && is_part(operand)) return false;
      }
    }
    return std::none_of(d_kernel.blocks.begin(), d_kernel.blocks.end(),
                        [&](const model::Block& block) {
                          return is_part(block.condition) ||
                                 std::any_of(block.phis.begin(), block.phis.end(),
                                             [&](const model::Phi& phi) { return any_part(phi.incoming); });
                        }) &&
           std::none_of(d_kernel.sites.begin(), d_kernel.sites.end(), [&](const model::Site& site) {
             return is_part(site.base) || is_part(site.offset) || any_part(site.written);
           });
  }

 private:
  const model::Value& value(ValueId id) const { return d_kernel.values[id]; }

  static bool is_leaf(const model::Value& value) {
    return value.op == Op::LocalId || value.op == Op::GroupId || value.op == Op::LocalSize ||
           value.op == Op::EnqueuedLocalSize || value.op == Op::NumGroups || value.op == Op::SubGroup;
  }

  bool is_product_part(ValueId id) const {
    return value(id).op == Op::GroupId || value(id).op == Op::EnqueuedLocalSize;
  }
  bool is_index_part(ValueId id) const { return value(id).op == Op::LocalId || is_product(value(id)); }

  // What must not be used outside the shape.
  bool is_part(ValueId id) const {
    return id != model::kNone && (is_leaf(value(id)) || is_product(value(id)));
  }
  bool any_part(const std::vector<ValueId>& ids) const {
    return std::any_of(ids.begin(), ids.end(), [&](ValueId id) { return is_part(id); });
  }

  // group id * enqueued local size, of one dimension
  bool is_product(const model::Value& product) const {
    if (product.op != Op::Mul || product.operands.size() != 2) return false;
    const model::Value* a = &value(product.operands[0]);
    const model::Value* b = &value(product.operands[1]);
    if (a->op != Op::GroupId) std::swap(a, b);
    return a->op == Op::GroupId && b->op == Op::EnqueuedLocalSize && a->index == b->index;
  }

  // product + local id, of one dimension
  bool is_index(const model::Value& sum) const {
    if (sum.op != Op::Add || sum.operands.size() != 2) return false;
    const model::Value* a = &value(sum.operands[0]);
    const model::Value* b = &value(sum.operands[1]);
    if (a->op != Op::LocalId) std::swap(a, b);
    return a->op == Op::LocalId && is_product(*b) && value(b->operands[0]).index == a->index;
  }

  const model::KernelModel& d_kernel;
};

bool all_zero(const std::vector<std::uint8_t>& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool is_buffer(const model::Parameter& parameter) {
  return parameter.kind == ParameterKind::GlobalPointer || parameter.kind == ParameterKind::ConstantPointer;
}

model::BufferContents contents_of(const capture::BufferArgument& buffer, const ContentsLookup& lookup) {
  if (!buffer.contents || !lookup) return {};
  if (!buffer.contents->recorded()) return model::BufferContents::unknown(buffer.contents->reason);
  return model::BufferContents::late([buffer, lookup](std::string& why) { return lookup(buffer, why); },
                                     "recorded");
}

// The argument as the parameter takes it. Nothing, with `why`, when what was recorded does not say what it
// points to.
std::optional<model::Argument> convert(const capture::ArgumentValue& recorded,
                                       const model::Parameter& parameter, std::uint64_t pointer_bytes,
                                       const ContentsLookup& contents, std::string& why) {
  const auto* local = std::get_if<capture::LocalArgument>(&recorded);
  const auto* value = std::get_if<capture::ValueArgument>(&recorded);
  const bool null = std::holds_alternative<capture::NullArgument>(recorded);
  if (parameter.kind == ParameterKind::LocalPointer) {
    if (local != nullptr) return model::LocalArgument{local->bytes};
    if (null) return model::LocalArgument{pointer_bytes};
    why = "its local size was not recorded";
    return std::nullopt;
  }
  if (is_buffer(parameter)) {
    if (const auto* buffer = std::get_if<capture::BufferArgument>(&recorded)) {
      return model::BufferArgument{buffer->root, buffer->origin, buffer->bytes,
                                   contents_of(*buffer, contents)};
    }
    const bool null_pointer =
        null || (local != nullptr && local->bytes == pointer_bytes) ||
        (value != nullptr && value->bytes.size() == pointer_bytes && all_zero(value->bytes));
    if (null_pointer) return model::NullArgument{};
    const auto* unknown = std::get_if<capture::UnknownArgument>(&recorded);
    why = unknown != nullptr && !unknown->reason.empty() ? unknown->reason
                                                         : "what it points to was not recorded";
    return std::nullopt;
  }
  if (parameter.kind == ParameterKind::Value && value != nullptr && value->bytes.size() == parameter.bytes) {
    return model::ValueArgument{value->bytes};
  }
  return model::UnknownArgument{};  // arbitrary: every value is covered
}

}  // namespace

bool independent_of_local_size(const model::KernelModel& kernel) {
  if (!kernel.barriers.empty()) return false;
  const bool local_memory =
      std::any_of(kernel.arrays.begin(), kernel.arrays.end(),
                  [](const model::Array& array) { return array.memory == model::Memory::Local; });
  const bool group_scope = std::any_of(kernel.sites.begin(), kernel.sites.end(), [](const model::Site& site) {
    return site.kind == model::AccessKind::Atomic && site.scope < model::AtomicScope::Device;
  });
  return !local_memory && !group_scope && GlobalIdShape(kernel).holds_everywhere();
}

FactsAnswer recorded_facts(const capture::Launch& launch, const model::KernelModel& kernel,
                           const ContentsLookup& contents) {
  FactsAnswer answer;
  model::LaunchFacts facts;
  facts.work_dim = launch.work_dim;
  facts.global_offset = launch.global_offset;
  facts.global_size = launch.global_size;
  if (launch.local_size) {
    facts.local_size = *launch.local_size;
  } else if (launch.chosen_local_size) {
    facts.local_size = *launch.chosen_local_size;
  } else if (kernel.required_local_size) {
    facts.local_size = *kernel.required_local_size;
  } else if (independent_of_local_size(kernel)) {
    facts.local_size = {1, 1, 1};
    answer.local_size_open = true;
  } else {
    answer.reason = "local size was left to the runtime, and the kernel's result may depend on it";
    return answer;
  }
  const std::uint64_t pointer_bytes = kernel.address_bits / 8;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    const capture::ArgumentValue missing = capture::UnknownArgument{"never set"};
    std::string why;
    const auto converted = convert(i < launch.arguments.size() ? launch.arguments[i].value : missing,
                                   parameter, pointer_bytes, contents, why);
    if (!converted) {
      answer.reason = fmt::format("argument {} ({}): {}", i, parameter.name, why);
      return answer;
    }
    facts.arguments.push_back(*converted);
  }
  answer.facts = std::move(facts);
  return answer;
}

}  // namespace launchproof::worker
