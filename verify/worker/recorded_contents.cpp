// Contents of buffers, from a capture to the engines and to replay.
#include <fmt/format.h>

#include <algorithm>

#include "verify/worker/recorded.h"

namespace launchproof::worker {
namespace {

// Longest object that is put together for replay. A part that lies further on in its object is left out.
constexpr std::uint64_t kLongestObject = std::uint64_t{4} << 30;

}  // namespace

ContentsLookup contents_lookup(const capture::Capture& capture) {
  return [&capture](const capture::BufferArgument& buffer,
                    std::string& why) -> std::optional<std::vector<std::uint8_t>> {
    try {
      const auto bytes = capture.contents(buffer);
      if (bytes) return std::vector<std::uint8_t>(bytes->begin(), bytes->end());
      why = buffer.contents ? buffer.contents->reason : std::string();
    } catch (const capture::InputError& error) {
      why = error.what();
    }
    return std::nullopt;
  };
}

ReplayContents replay_contents(const capture::Capture& capture, const capture::Launch& launch) {
  ReplayContents result;
  const ContentsLookup lookup = contents_lookup(capture);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const capture::Argument& argument = launch.arguments[i];
    const auto* buffer = std::get_if<capture::BufferArgument>(&argument.value);
    if (buffer == nullptr) continue;
    std::string why = "contents were not asked for";
    const bool too_far =
        buffer->origin > kLongestObject || buffer->bytes.value_or(0) > kLongestObject - buffer->origin;
    if (too_far) why = "they end beyond 4 GiB of their memory object";
    const auto bytes = too_far ? std::nullopt : lookup(*buffer, why);
    if (!bytes) {
      result.missing.push_back(fmt::format("argument {}{}: its contents were not recorded{}", i,
                                           argument.name.empty() ? "" : fmt::format(" ({})", argument.name),
                                           why.empty() ? "" : ": " + why));
      continue;
    }
    std::vector<std::uint8_t>& object = result.contents.objects[buffer->root];
    object.resize(std::max<std::size_t>(object.size(), buffer->origin + bytes->size()));
    std::copy(bytes->begin(), bytes->end(), object.begin() + static_cast<std::ptrdiff_t>(buffer->origin));
  }
  return result;
}

}  // namespace launchproof::worker
