#include "verify/preconditions/words.h"

#include <algorithm>
#include <array>

#include "verify/model/scalar_text.h"
#include "verify/preconditions/facts.h"

namespace launchproof::preconditions {

using model::Amount;
using model::KernelModel;
using model::LaunchFacts;
using model::Quantity;
using model::QuantityKind;
using model::Relation;
using model::RelationKind;

namespace {

constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};

std::string quoted(const std::string& name) {
  return "`" + name + "`";
}

std::string of_amount(const KernelModel& kernel, const Amount& amount) {
  std::string text;
  for (const Quantity& factor : amount.factors)
    text += (text.empty() ? "" : " * ") + in_words(kernel, factor);
  if (amount.coefficient == 1 && !text.empty()) return text;
  return text + (text.empty() ? "" : " * ") + std::to_string(amount.coefficient);
}

std::int64_t element_bytes(const KernelModel& kernel, std::uint32_t parameter) {
  const model::ArrayId array = kernel.parameters[parameter].array;
  return array == model::kNone ? 1 : std::max<std::int64_t>(kernel.arrays[array].element_bytes, 1);
}

bool is_size(const Amount& amount) {
  return amount.factors.size() == 1 && amount.factors[0].kind == QuantityKind::Bytes;
}

// Returns the amount that is compared with the size of a buffer, in elements, if it is divisible.
bool in_elements(const KernelModel& kernel, const Amount& of, const Amount& size, std::string& text) {
  const std::int64_t bytes = element_bytes(kernel, size.factors[0].index);
  if (of.coefficient % bytes != 0 || (size.coefficient != 1 && size.coefficient % bytes != 0)) return false;
  text = of_amount(kernel, {of.coefficient / bytes, of.factors});
  return true;
}

std::string sign_of(RelationKind kind) {
  if (kind == RelationKind::Equal) return " = ";
  return kind == RelationKind::AtMost ? " <= " : " >= ";
}

std::string elements_of(const KernelModel& kernel, const Quantity& size) {
  return "elements of " + quoted(kernel.parameters[size.index].name);
}

std::string comparison(const KernelModel& kernel, const Relation& relation) {
  const bool sized = is_size(relation.left), beside_size = is_size(relation.right);
  std::string text;
  if (sized && beside_size) {
    // The coefficients are the other side's bytes for each element.
    const Quantity& a = relation.left.factors[0];
    const Quantity& b = relation.right.factors[0];
    if (relation.left.coefficient == element_bytes(kernel, b.index) &&
        relation.right.coefficient == element_bytes(kernel, a.index))
      return elements_of(kernel, a) + sign_of(relation.kind) + elements_of(kernel, b);
  }
  if (!sized && beside_size && relation.right.coefficient == 1 &&
      in_elements(kernel, relation.left, relation.right, text))
    return text + sign_of(relation.kind) + elements_of(kernel, relation.right.factors[0]);
  if (sized && !beside_size && relation.left.coefficient == 1 && relation.right.factors.empty())
    return quoted(kernel.parameters[relation.left.factors[0].index].name) +
           (relation.kind == RelationKind::AtLeast ? " has at least " : " has at most ") +
           std::to_string(relation.right.coefficient) + " bytes";
  return of_amount(kernel, relation.left) + sign_of(relation.kind) + of_amount(kernel, relation.right);
}

std::string number(std::uint64_t bits, const Quantity& quantity) {
  const unsigned unused = 64 - quantity.width;
  return quantity.is_signed ? std::to_string(static_cast<std::int64_t>(bits << unused) >> unused)
                            : std::to_string(bits);
}

std::string pinned(const KernelModel& kernel, const Relation& relation) {
  const Quantity& fact = relation.left.factors.front();
  if (fact.kind == QuantityKind::Bytes)
    return quoted(kernel.parameters[fact.index].name) + " has " + std::to_string(relation.bits) + " bytes";
  std::string value = number(relation.bits, fact);
  if (fact.kind == QuantityKind::Value && model::is_floating(kernel.parameters[fact.index].type)) {
    value = model::scalar_text(kernel.parameters[fact.index].type, relation.bits, fact.width);
  } else if (!is_number(kernel, fact)) {
    value = "the " + std::to_string(fact.width) + " bits " + std::to_string(relation.bits);
  }
  return in_words(kernel, fact) + " = " + value;
}

}  // namespace

std::string in_words(const KernelModel& kernel, const Quantity& quantity) {
  switch (quantity.kind) {
    case QuantityKind::Value:
      return kernel.parameters[quantity.index].name;
    case QuantityKind::Bytes:
      return "size of " + quoted(kernel.parameters[quantity.index].name);
    case QuantityKind::LocalSize:
      return std::string("local_size(") + kAxes.at(quantity.index) + ")";
    default:
      return std::string("num_groups(") + kAxes.at(quantity.index) + ")";
  }
}

std::string in_words(const KernelModel& kernel, const Relation& relation) {
  switch (relation.kind) {
    case RelationKind::Pinned:
      return pinned(kernel, relation);
    case RelationKind::PowerOfTwo:
      return of_amount(kernel, relation.left) + " is a power of two";
    case RelationKind::MultipleOf:
      return of_amount(kernel, relation.left) + " is a multiple of " +
             std::to_string(relation.right.coefficient);
    default:
      return comparison(kernel, relation);
  }
}

std::vector<std::string> fixed_facts(const KernelModel& kernel, const LaunchFacts& launch,
                                     const std::vector<model::FreeFact>& free) {
  const auto is_free = [&](QuantityKind kind, std::uint32_t index) {
    return std::ranges::any_of(free, [&](const model::FreeFact& one) {
      return one.quantity.kind == kind && one.quantity.index == index;
    });
  };
  const auto triple = [&](const std::array<std::uint64_t, 3>& sizes) {
    std::string text = std::to_string(sizes[0]);
    for (std::uint32_t d = 1; d < launch.work_dim && d < 3; ++d) text += ", " + std::to_string(sizes.at(d));
    return launch.work_dim > 1 ? "(" + text + ")" : text;
  };
  std::vector<std::string> result{"local size = " + triple(launch.local_size),
                                  "global offset = " + triple(launch.global_offset)};
  bool any_groups = false;
  for (std::uint32_t d = 0; d < launch.work_dim && d < 3; ++d) {
    const std::string axis = launch.work_dim > 1 ? std::string(" (") + kAxes.at(d) + ")" : "";
    if (!is_free(QuantityKind::Groups, d))
      result.push_back("global size" + axis + " = " + std::to_string(launch.global_size.at(d)));
    else
      any_groups = true;
  }
  if (any_groups) result.emplace_back("whole groups, less than 2^31 work-items in a dimension");
  for (std::uint32_t i = 0; i < kernel.parameters.size() && i < launch.arguments.size(); ++i) {
    const std::string name = quoted(kernel.parameters[i].name);
    const model::Argument& argument = launch.arguments[i];
    if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
      for (std::uint32_t j = 0; j < i; ++j) {
        const auto* other = std::get_if<model::BufferArgument>(&launch.arguments[j]);
        if (other != nullptr && other->object == buffer->object)
          result.push_back(name + " shares memory with " + quoted(kernel.parameters[j].name) +
                           " as launched");
      }
      if (buffer->image)
        result.push_back("image " + name + " as launched");
      else if (buffer->bytes && !is_free(QuantityKind::Bytes, i))
        result.push_back(name + " has " + std::to_string(*buffer->bytes) + " bytes");
    } else if (std::holds_alternative<model::NullArgument>(argument)) {
      result.push_back(name + " is null");
    } else if (const auto* local = std::get_if<model::LocalArgument>(&argument)) {
      result.push_back(name + " has " + std::to_string(local->bytes) + " bytes (local)");
    } else if (std::holds_alternative<model::ValueArgument>(argument) && !is_free(QuantityKind::Value, i)) {
      result.push_back(name + " as launched");
    }
  }
  result.emplace_back("buffers share no other memory");
  return result;
}

}  // namespace launchproof::preconditions
