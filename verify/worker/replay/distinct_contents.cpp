#include "verify/worker/replay/distinct_contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "verify/worker/replay/given_contents.h"

namespace launchproof::worker {
namespace {

constexpr std::uint64_t kMostBytes = 65536;
constexpr std::uint64_t kNumbers = 97;  // a prime number, so that rows whose length is a power of two differ,
                                        // too

struct ScalarType {
  std::string_view name;
  std::uint32_t bytes;
  bool is_float;
};

// Vectors begin with the name of their scalar type: "float4".
constexpr std::array<ScalarType, 10> kScalars{{{"float", 4, true},
                                               {"double", 8, true},
                                               {"char", 1, false},
                                               {"uchar", 1, false},
                                               {"short", 2, false},
                                               {"ushort", 2, false},
                                               {"int", 4, false},
                                               {"uint", 4, false},
                                               {"long", 8, false},
                                               {"ulong", 8, false}}};

const ScalarType* scalar_of(std::string_view type) {
  const auto is_of = [&](const ScalarType& scalar) {
    if (!type.starts_with(scalar.name)) return false;
    const std::string_view rest = type.substr(scalar.name.size());
    return rest.size() <= 2 && std::ranges::all_of(rest, [](char c) { return c >= '0' && c <= '9'; });
  };
  const auto* const found = std::ranges::find_if(kScalars, is_of);
  return found == kScalars.end() ? nullptr : found;
}

void store(std::uint8_t* to, const ScalarType& type, std::uint64_t number) {
  std::uint64_t bits = number;
  if (type.is_float)
    bits = type.bytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                           : std::bit_cast<std::uint64_t>(static_cast<double>(number));
  std::memcpy(to, &bits, type.bytes);
}

// The memory of a pointer parameter with unknown contents: its object, and the range of bytes to fill.
struct OpenMemory {
  std::uint64_t object = 0, begin = 0, bytes = 0;
};

std::optional<OpenMemory> open_memory(const model::Argument& argument, std::uint32_t parameter) {
  if (std::holds_alternative<model::UnknownArgument>(argument))
    return OpenMemory{replay::object_of_unknown(parameter), 0, kMostBytes};
  const auto* buffer = std::get_if<model::BufferArgument>(&argument);
  if (buffer == nullptr || buffer->image || buffer->contents.bytes() != nullptr || buffer->properties.any() ||
      buffer->origin > kMostBytes)
    return std::nullopt;
  return OpenMemory{buffer->object, buffer->origin, std::min(buffer->bytes.value_or(kMostBytes), kMostBytes)};
}

// Returns whether the kernel may read an array's contents.
bool is_read(const model::KernelModel& kernel, model::ArrayId array) {
  return std::ranges::any_of(kernel.sites, [&](const model::Site& site) {
    const bool reads =
        site.kind == model::AccessKind::Read || (site.kind == model::AccessKind::Atomic && site.atomic_reads);
    return reads && !site.observes && std::ranges::find(site.arrays, array) != site.arrays.end();
  });
}

}  // namespace

std::optional<DistinctContents> distinct_contents(const model::KernelModel& kernel,
                                                  const model::LaunchFacts& facts) {
  DistinctContents result;
  result.contents.fill = replay::Contents::Fill::Zero;
  add_recorded(facts, result.contents);
  const std::map<std::uint64_t, std::vector<std::uint8_t>> recorded = result.contents.objects;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < facts.arguments.size() && i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    if (parameter.array == model::kNone || parameter.structure != model::kNone || parameter.image) continue;
    const ScalarType* type = scalar_of(kernel.arrays.at(parameter.array).element_type);
    const std::optional<OpenMemory> memory = open_memory(facts.arguments[i], i);
    // An object with recorded bytes is not changed.
    if (type == nullptr || !memory || recorded.contains(memory->object)) continue;
    std::vector<std::uint8_t>& bytes =
        object_of(result.contents, memory->object, memory->begin + memory->bytes);
    for (std::uint64_t at = 0; at + type->bytes <= memory->bytes; at += type->bytes)
      store(bytes.data() + memory->begin + at, *type, at / type->bytes % kNumbers + 1);
    if (is_read(kernel, parameter.array)) names.push_back("`" + parameter.name + "`");
  }
  if (names.empty()) return std::nullopt;
  constexpr std::size_t kMostNames = 3;
  if (names.size() > kMostNames) {
    names.resize(kMostNames);
    names.emplace_back("others");
  }
  const std::string last = names.back();
  names.pop_back();
  result.text =
      fmt::format("1, 2, 3, … in {}{}{}", fmt::join(names, ", "), names.empty() ? "" : " and ", last);
  return result;
}

}  // namespace launchproof::worker
