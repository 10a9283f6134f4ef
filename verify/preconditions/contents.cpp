#include "verify/preconditions/contents.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <variant>

#include "verify/model/element_types.h"
#include "verify/preconditions/facts.h"

namespace launchproof::preconditions {

using model::ContentsProperties;
using model::ElementOrder;

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 24;  // total size of the contents of all launches
constexpr std::size_t kMostLimits = 3;                    // limits that are tried for a bound
constexpr unsigned kBitsOfAByte = 8;

const model::BufferArgument* buffer_of(const model::LaunchFacts& facts, std::size_t argument) {
  return argument < facts.arguments.size() ? std::get_if<model::BufferArgument>(&facts.arguments[argument])
                                           : nullptr;
}

std::uint64_t element(const ContentsProperties& elements, const std::vector<std::uint8_t>& bytes,
                      std::size_t number) {
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < elements.bytes; ++i)
    bits |= std::uint64_t{bytes[number * elements.bytes + i]} << (kBitsOfAByte * i);
  return model::element_value(elements, bits);
}

// Widens the bounds to include these contents.
void add_bounds(const std::vector<std::uint8_t>& bytes, ContentsProperties& into) {
  for (std::size_t i = 0; i < bytes.size() / into.bytes; ++i) {
    const std::uint64_t value = element(into, bytes, i);
    if (!into.low || model::is_less(into, value, *into.low)) into.low = value;
    if (!into.high || model::is_less(into, *into.high, value)) into.high = value;
  }
}

bool all_have(const std::vector<const std::vector<std::uint8_t>*>& contents,
              const ContentsProperties& properties) {
  return std::ranges::all_of(contents,
                             [&](const auto* bytes) { return model::has_properties(*bytes, properties); });
}

// Numbers that an index may have to stay below, in ascending order.
std::vector<std::uint64_t> limits_of(const model::KernelModel& kernel, const model::LaunchFacts& facts) {
  std::set<std::uint64_t> limits;
  for (std::size_t i = 0; i < kernel.parameters.size() && i < facts.arguments.size(); ++i) {
    const model::ArrayId array = kernel.parameters[i].array;
    if (const model::BufferArgument* buffer = buffer_of(facts, i);
        buffer != nullptr && buffer->bytes && array != model::kNone && kernel.arrays[array].element_bytes > 0)
      limits.insert(*buffer->bytes / kernel.arrays[array].element_bytes);
    const auto* value = std::get_if<model::ValueArgument>(&facts.arguments[i]);
    if (value == nullptr || value->bytes.size() > sizeof(std::uint64_t) ||
        !model::integers_of_type(kernel.parameters[i].type))
      continue;
    std::uint64_t number = 0;
    for (std::size_t at = 0; at < value->bytes.size(); ++at)
      number |= std::uint64_t{value->bytes[at]} << (kBitsOfAByte * at);
    limits.insert(number);
  }
  for (const std::uint64_t size : facts.global_size) limits.insert(size);
  limits.erase(0);
  return {limits.begin(), limits.end()};
}

// Changes one property at a time, and keeps each change under which the proof holds.
class Weakener {
 public:
  Weakener(std::vector<StatedBuffer>& buffers, const ProvedUnder& proved)
      : d_buffers(buffers), d_proved(proved) {}

  template <typename Change>
  bool attempt(ContentsProperties& of, const Change& change) {
    const ContentsProperties before = of;
    change(of);
    if (of == before) return true;
    if (d_proved(d_buffers)) return true;
    of = before;
    return false;
  }

  void weaken(StatedBuffer& buffer, const std::vector<std::uint64_t>& limits) {
    ContentsProperties& own = buffer.properties;
    // If all elements are equal, bounds that allow a single value say more.
    if (own.order == ElementOrder::Equal)
      attempt(own, [](ContentsProperties& one) {
        one.low.reset();
        one.high.reset();
      });
    if (!attempt(own, [](ContentsProperties& one) { one.order = ElementOrder::Any; }))
      attempt(own, [](ContentsProperties& one) { one.order = ElementOrder::NonDecreasing; });
    attempt(own, [](ContentsProperties& one) { one.distinct = false; });
    if (!attempt(own, [](ContentsProperties& one) { one.low.reset(); })) widen_low(own);
    if (!attempt(own, [](ContentsProperties& one) { one.high.reset(); })) widen_high(own, limits);
  }

 private:
  void widen_low(ContentsProperties& own) {
    if (model::is_less(own, 0, *own.low)) attempt(own, [](ContentsProperties& one) { one.low = 0; });
  }

  void widen_high(ContentsProperties& own, const std::vector<std::uint64_t>& limits) {
    std::size_t tried = 0;
    for (auto limit = limits.rbegin(); limit != limits.rend() && tried < kMostLimits; ++limit) {
      const std::uint64_t high = *limit - 1;
      if (!model::is_less(own, *own.high, high) || model::is_less(own, model::largest_value(own), high))
        continue;
      ++tried;
      if (attempt(own, [&](ContentsProperties& one) { one.high = high; })) return;
    }
  }

  std::vector<StatedBuffer>& d_buffers;
  const ProvedUnder& d_proved;
};

}  // namespace

std::vector<StatedBuffer> mined(const model::KernelModel& kernel, const std::vector<std::size_t>& arguments,
                                const std::vector<model::LaunchFacts>& launches) {
  std::vector<StatedBuffer> result;
  std::size_t length = 0;
  for (const std::size_t argument : arguments) {
    const model::ArrayId array = kernel.parameters.at(argument).array;
    if (array == model::kNone) continue;
    std::optional<ContentsProperties> made = model::integers_of_type(kernel.arrays[array].element_type);
    std::vector<const std::vector<std::uint8_t>*> contents;
    for (const model::LaunchFacts& launch : launches) {
      const model::BufferArgument* const buffer = buffer_of(launch, argument);
      const auto* bytes = buffer == nullptr ? nullptr : buffer->contents.bytes();
      if (bytes == nullptr || buffer->before != 0 || buffer->image || !is_alone(launch, argument)) break;
      if (buffer->bytes != bytes->size() || (made && bytes->size() < made->bytes)) break;
      contents.push_back(bytes);
      length += bytes->size();
    }
    if (!made || contents.empty() || contents.size() < launches.size() || length > kMostBytes) continue;
    for (const auto* bytes : contents) add_bounds(*bytes, *made);
    ContentsProperties tried = *made;
    tried.distinct = true;
    if (all_have(contents, tried)) made->distinct = true;
    for (const ElementOrder order : {ElementOrder::NonDecreasing, ElementOrder::Equal}) {
      tried = *made;
      tried.order = order;
      if (all_have(contents, tried)) made->order = order;
    }
    result.push_back({static_cast<std::uint32_t>(argument), *made});
  }
  return result;
}

std::optional<std::vector<StatedBuffer>> weakest(std::vector<StatedBuffer> all,
                                                 const model::KernelModel& kernel,
                                                 const model::LaunchFacts& launch,
                                                 const ProvedUnder& proved) {
  if (all.empty() || !proved(all)) return std::nullopt;
  const std::vector<std::uint64_t> limits = limits_of(kernel, launch);
  Weakener weakener(all, proved);
  for (StatedBuffer& buffer : all) {
    const ContentsProperties nothing{buffer.properties.bytes, buffer.properties.is_signed};
    if (!weakener.attempt(buffer.properties, [&](ContentsProperties& one) { one = nothing; }))
      weakener.weaken(buffer, limits);
  }
  for (StatedBuffer& buffer : all)
    if (buffer.properties.distinct && buffer.properties.order == ElementOrder::NonDecreasing) {
      buffer.properties.distinct = false;
      buffer.properties.order = ElementOrder::Increasing;
    }
  return all;
}

model::LaunchFacts stated(model::LaunchFacts facts, const std::vector<StatedBuffer>& buffers) {
  for (const StatedBuffer& one : buffers) {
    auto& buffer = std::get<model::BufferArgument>(facts.arguments.at(one.parameter));
    buffer.contents = {};
    buffer.properties = one.properties;
  }
  return facts;
}

}  // namespace launchproof::preconditions
