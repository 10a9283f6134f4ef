#include "verify/worker/replay/given_contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <variant>

namespace launchproof::worker {
namespace {

// The bytes of an object that the recorded contents of some argument give, as sorted ranges [first, second).
std::vector<std::pair<std::uint64_t, std::uint64_t>> recorded_ranges(const model::LaunchFacts& facts,
                                                                     std::uint64_t object) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const model::Argument& argument : facts.arguments)
    if (const auto* buffer = std::get_if<model::BufferArgument>(&argument);
        buffer != nullptr && buffer->object == object && buffer->contents.bytes() != nullptr)
      ranges.emplace_back(buffer->origin, buffer->origin + buffer->contents.bytes()->size());
  std::ranges::sort(ranges);
  return ranges;
}

// Returns whether the sorted ranges cover all of [begin, end).
bool hold(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& ranges, std::uint64_t begin,
          std::uint64_t end) {
  for (const auto& [from, to] : ranges)
    if (from <= begin) begin = std::max(begin, to);
  return begin >= end;
}

}  // namespace

std::vector<std::uint8_t>& object_of(replay::Contents& contents, std::uint64_t object, std::size_t size) {
  constexpr std::size_t kWord = sizeof(std::uint32_t);
  std::vector<std::uint8_t>& bytes = contents.objects[object];
  for (std::size_t at = bytes.size(); at < size; ++at) {
    const std::uint32_t word = replay::filled_word(contents, object, at / kWord);
    bytes.push_back(static_cast<std::uint8_t>(word >> 8 * (at % kWord)));
  }
  return bytes;
}

void add_recorded(const model::LaunchFacts& facts, replay::Contents& contents) {
  for (const model::Argument& argument : facts.arguments) {
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    const model::BufferContents::Bytes* bytes = buffer == nullptr ? nullptr : buffer->contents.bytes();
    if (bytes == nullptr) continue;
    std::vector<std::uint8_t>& object = object_of(contents, buffer->object, buffer->origin + bytes->size());
    std::copy(bytes->begin(), bytes->end(), object.begin() + static_cast<std::ptrdiff_t>(buffer->origin));
  }
  for (const model::Argument& argument : facts.arguments) {
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    if (buffer == nullptr || buffer->contents.bytes() != nullptr) continue;
    // The contents of another argument may include those of this one.
    const bool is_given =
        buffer->bytes && buffer->before == 0 &&
        hold(recorded_ranges(facts, buffer->object), buffer->origin, buffer->origin + *buffer->bytes);
    if (!is_given) contents.chosen.insert(buffer->object);
  }
}

bool all_is_known(const model::LaunchFacts& facts) {
  return std::ranges::all_of(facts.arguments, [](const model::Argument& argument) {
    if (const auto* buffer = std::get_if<model::BufferArgument>(&argument))
      return buffer->bytes.has_value() && buffer->contents.bytes() != nullptr && buffer->before == 0;
    return !std::holds_alternative<model::UnknownArgument>(argument);
  });
}

std::string keep_to_properties(const verdict::Witness& witness, const model::LaunchFacts& facts,
                               replay::Contents& contents) {
  for (std::size_t i = 0; i < facts.arguments.size(); ++i) {
    const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[i]);
    if (buffer == nullptr || !buffer->properties.any() || !buffer->bytes) continue;
    if (*buffer->bytes > kMostContentsBytes)
      return fmt::format("argument {} is stated to have properties, and too large to be made up", i);
    const std::uint32_t width = buffer->properties.bytes;
    std::vector<bool> fixed(*buffer->bytes / width, false);
    for (const verdict::ChosenValue& item : witness.chosen) {
      const auto* of = item.parameter < facts.arguments.size()
                           ? std::get_if<model::BufferArgument>(&facts.arguments[item.parameter])
                           : nullptr;
      if (!item.contents || of == nullptr || of->object != buffer->object) continue;
      for (std::uint64_t at = item.byte; at < item.byte + item.bytes; ++at)
        if (at >= buffer->origin && (at - buffer->origin) / width < fixed.size())
          fixed[(at - buffer->origin) / width] = true;
    }
    std::vector<std::uint8_t>& object = object_of(contents, buffer->object, buffer->origin + *buffer->bytes);
    const auto begin = object.begin() + static_cast<std::ptrdiff_t>(buffer->origin);
    std::vector<std::uint8_t> own(begin, begin + static_cast<std::ptrdiff_t>(*buffer->bytes));
    if (!model::make_have(own, fixed, buffer->properties))
      return fmt::format("the values break what is stated of the contents of argument {}", i);
    std::ranges::copy(own, begin);
    contents.chosen.insert(buffer->object);
  }
  return {};
}

bool add_chosen(const verdict::Witness& witness, const model::LaunchFacts& facts, std::uint64_t most_bytes,
                replay::Contents& contents) {
  for (const verdict::ChosenValue& item : witness.chosen) {
    if (item.parameter >= facts.arguments.size() || item.bytes > sizeof item.value) return false;
    std::uint64_t object = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> recorded;
    if (!item.contents) {
      // A scalar argument.
    } else if (const auto* buffer = std::get_if<model::BufferArgument>(&facts.arguments[item.parameter])) {
      recorded = recorded_ranges(facts, buffer->object);
      if (buffer->contents.bytes() != nullptr || hold(recorded, item.byte, item.byte + item.bytes))
        continue;  // it is the recorded value
      object = buffer->object;
      contents.chosen.insert(object);
    } else if (std::holds_alternative<model::UnknownArgument>(facts.arguments[item.parameter])) {
      object = replay::object_of_unknown(item.parameter);
    } else {
      continue;
    }
    if (item.byte > most_bytes) return false;
    const std::size_t end = item.byte + item.bytes;
    std::vector<std::uint8_t>& bytes =
        item.contents ? object_of(contents, object, end) : contents.values[item.parameter];
    bytes.resize(std::max(bytes.size(), end));
    std::array<std::uint8_t, sizeof item.value> value{};
    std::memcpy(value.data(), &item.value, sizeof item.value);
    for (std::uint32_t i = 0; i < item.bytes; ++i)
      if (!hold(recorded, item.byte + i, item.byte + i + 1)) bytes[item.byte + i] = value[i];
  }
  return true;
}

}  // namespace launchproof::worker
