#include "verify/access/checks/first_contents.h"

#include <algorithm>

namespace launchproof::access {

using model::kNone;
using Holds = FirstContents::Holds;

namespace {

// Returns what is known from the contents of one argument, whose buffer begins at the origin of `at`. `bytes`
// are positions in the region; if they are not given, the whole array is asked about.
Holds holds_of(const model::BufferArgument& buffer, const analysis::Placement& at,
               std::optional<Bytes> bytes) {
  if (buffer.properties.any()) return Holds::Other;  // stated properties do not imply zeros
  if (!buffer.contents.available()) return buffer.contents.reason().empty() ? Holds::Unknown : Holds::Other;
  const auto* known = buffer.contents.bytes();
  if (known == nullptr) return Holds::Other;
  std::uint64_t from = 0, to = known->size();
  if (bytes) {
    const std::uint64_t end = bytes->from + bytes->count;
    if (end < bytes->from || end <= at.origin || bytes->from >= at.origin + to) return Holds::Unknown;
    from = bytes->from > at.origin ? bytes->from - at.origin : 0;
    to = std::min(to, end - at.origin);
  }
  const bool zeros = std::all_of(known->begin() + static_cast<std::ptrdiff_t>(from),
                                 known->begin() + static_cast<std::ptrdiff_t>(to),
                                 [](std::uint8_t byte) { return byte == 0; });
  return zeros ? Holds::Zeros : Holds::Other;
}

}  // namespace

FirstContents first_contents(const Context& context, model::ArrayId array, std::optional<Bytes> bytes) {
  FirstContents result;
  const model::KernelModel& kernel = context.kernel;
  const analysis::Placement& own = context.regions.placement(array);
  if (!kernel.arrays[array].begins_with_zeros) return {Holds::Other, {}};
  const auto buffer_of = [&](model::ArrayId id) -> const model::BufferArgument* {
    const std::uint32_t parameter = kernel.arrays[id].parameter;
    const auto& arguments = context.facts.arguments;
    return parameter < arguments.size() ? std::get_if<model::BufferArgument>(&arguments[parameter]) : nullptr;
  };
  if (const model::BufferArgument* buffer = buffer_of(array);
      buffer != nullptr && buffer->contents.available()) {
    const auto* known = buffer->contents.bytes();
    if (known == nullptr) return {Holds::Other, {}};
    if (bytes && (bytes->from > known->size() || bytes->count > known->size() - bytes->from))
      return {Holds::Other, {}};
    result.holds = Holds::Zeros;
    result.origin = "contents of `" + kernel.arrays[array].name + "` as " + buffer->contents.origin();
  }
  std::optional<Bytes> in_region = bytes;
  if (in_region) in_region->from += own.origin;
  for (model::ArrayId id = 1; id < kernel.arrays.size(); ++id) {
    const analysis::Placement& at = context.regions.placement(id);
    const model::BufferArgument* buffer = buffer_of(id);
    if (buffer == nullptr || (id != array && (at.region == kNone || at.region != own.region))) continue;
    const Holds holds = holds_of(*buffer, at, in_region);
    // Zeros known from another argument need not cover everything that is asked about.
    if (holds == Holds::Other || (holds == Holds::Zeros && result.holds != Holds::Zeros))
      return {Holds::Other, {}};
  }
  return result;
}

}  // namespace launchproof::access
