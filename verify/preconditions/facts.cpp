#include "verify/preconditions/facts.h"

#include <algorithm>
#include <string_view>

namespace launchproof::preconditions {

using model::FreeFact;
using model::KernelModel;
using model::LaunchFacts;
using model::ParameterKind;
using model::Quantity;
using model::QuantityKind;

namespace {

constexpr std::uint32_t kByteBits = 8;

// Returns the type without `const` and similar qualifiers.
std::string_view plain(std::string_view type) {
  for (const std::string_view word : {"const ", "volatile ", "__private ", "private "})
    if (type.starts_with(word)) return plain(type.substr(word.size()));
  return type;
}

bool is_signed_integer(std::string_view type) {
  static constexpr std::string_view kNames[] = {"int", "long", "short", "char", "signed char", "ptrdiff_t"};
  return std::ranges::find(kNames, plain(type)) != std::end(kNames);
}

bool is_unsigned_integer(std::string_view type) {
  static constexpr std::string_view kNames[] = {"uint",           "ulong",         "ushort",
                                                "uchar",          "unsigned int",  "unsigned long",
                                                "unsigned short", "unsigned char", "size_t"};
  return std::ranges::find(kNames, plain(type)) != std::end(kNames);
}

}  // namespace

bool is_alone(const LaunchFacts& facts, std::size_t argument) {
  const auto& buffer = std::get<model::BufferArgument>(facts.arguments[argument]);
  for (std::size_t i = 0; i < facts.arguments.size(); ++i) {
    const auto* other = std::get_if<model::BufferArgument>(&facts.arguments[i]);
    if (i != argument && other != nullptr && other->object == buffer.object) return false;
  }
  return true;
}

std::vector<FreeFact> scalars(const KernelModel& kernel, const LaunchFacts& facts) {
  std::vector<FreeFact> result;
  for (std::uint32_t i = 0; i < kernel.parameters.size() && i < facts.arguments.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    const auto* value = std::get_if<model::ValueArgument>(&facts.arguments[i]);
    if (parameter.kind != ParameterKind::Value || value == nullptr) continue;
    const std::uint32_t bytes = parameter.bytes;
    if ((bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) || value->bytes.size() != bytes) continue;
    std::uint64_t bits = 0;
    for (std::uint32_t at = 0; at < bytes; ++at)
      bits |= static_cast<std::uint64_t>(value->bytes[at]) << (kByteBits * at);
    result.push_back({{QuantityKind::Value, i, kByteBits * bytes, is_signed_integer(parameter.type)}, bits});
  }
  return result;
}

std::vector<FreeFact> sizes(const KernelModel& kernel, const LaunchFacts& facts) {
  std::vector<FreeFact> result;
  for (std::uint32_t i = 0; i < kernel.parameters.size() && i < facts.arguments.size(); ++i) {
    const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[i]);
    const ParameterKind kind = kernel.parameters[i].kind;
    const bool is_pointer = kind == ParameterKind::GlobalPointer || kind == ParameterKind::ConstantPointer;
    if (!is_pointer || buffer == nullptr || !buffer->bytes || buffer->image || buffer->origin != 0 ||
        buffer->before != 0 || buffer->contents.available() || buffer->properties.any() ||
        !is_alone(facts, i))
      continue;
    result.push_back({{QuantityKind::Bytes, i, kernel.address_bits, false}, *buffer->bytes});
  }
  for (std::uint32_t d = 0; d < facts.work_dim && d < 3; ++d) {
    const std::uint64_t local = facts.local_size[d];
    if (local == 0 || facts.global_size[d] % local != 0) continue;
    const std::uint64_t groups = facts.global_size[d] / local;
    if (facts.global_size[d] >> model::kOpenSizeBits != 0) continue;
    result.push_back({{QuantityKind::Groups, d, model::kOpenSizeBits, false}, groups});
  }
  return result;
}

std::optional<Quantity> integer(const KernelModel& kernel, std::uint32_t parameter) {
  const model::Parameter& of = kernel.parameters.at(parameter);
  const Quantity made{QuantityKind::Value, parameter, kByteBits * of.bytes, is_signed_integer(of.type)};
  const bool has_size = of.bytes == 1 || of.bytes == 2 || of.bytes == 4 || of.bytes == 8;
  return of.kind == ParameterKind::Value && has_size && is_number(kernel, made) ? std::optional(made)
                                                                                : std::nullopt;
}

bool is_number(const KernelModel& kernel, const Quantity& quantity) {
  if (quantity.kind != QuantityKind::Value) return true;
  const std::string& type = kernel.parameters[quantity.index].type;
  return is_signed_integer(type) || is_unsigned_integer(type);
}

std::string obstacle(const LaunchFacts& facts) {
  if (facts.open.any()) return "sizes of the launch are left open already";
  if (!facts.free.empty() || !facts.relations.empty()) return "facts of the launch are left open already";
  return {};
}

LaunchFacts opened(LaunchFacts facts, std::vector<FreeFact> free, std::vector<model::Relation> relations) {
  for (const FreeFact& one : free) {
    const std::uint32_t index = one.quantity.index;
    if (model::is_pinned(relations, one.quantity)) continue;
    switch (one.quantity.kind) {
      case QuantityKind::Value:
        facts.arguments[index] = model::UnknownArgument{};
        break;
      case QuantityKind::Bytes:
        std::get<model::BufferArgument>(facts.arguments[index]).bytes.reset();
        break;
      case QuantityKind::Groups:
        // Everything else that reads the sizes finds those of a launch with one group.
        facts.open.groups.at(index) = index + 1;
        facts.open.global.at(index) = true;
        facts.global_size.at(index) = facts.local_size.at(index);
        break;
      case QuantityKind::LocalSize:
        break;  // never derived
    }
  }
  facts.free = std::move(free);
  facts.relations = std::move(relations);
  return facts;
}

}  // namespace launchproof::preconditions
