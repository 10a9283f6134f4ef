// Contents of buffers, from a capture to the engines and to replay.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "capture/files/sha256.h"
#include "verify/cache/fields.h"
#include "verify/jobs/recorded/recorded.h"

namespace launchproof::jobs {
namespace {

// Largest object that is assembled for a replay. Parts beyond this offset are omitted.
constexpr std::uint64_t kLongestObject = std::uint64_t{4} << 30;

// Used in a worker, which handles one class at a time.
bool g_unreadable = false;

void add_contents(std::string& text, const capture::Launch& launch) {
  for (const capture::Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<capture::BufferArgument>(&argument.value);
    const bool asked = buffer != nullptr && buffer->contents.has_value();
    cache::add_field(text, "contents", asked ? buffer->contents->digest : std::string());
    cache::add_field(text, "reason", asked ? buffer->contents->reason : std::string());
  }
}

bool has_contents(const capture::Launch& launch) {
  return std::ranges::any_of(launch.arguments, [](const capture::Argument& argument) {
    const auto* buffer = std::get_if<capture::BufferArgument>(&argument.value);
    return buffer != nullptr && buffer->contents.has_value();
  });
}

}  // namespace

bool take_unreadable_contents() {
  return std::exchange(g_unreadable, false);
}

std::string launches_key(const capture::Capture& capture, const capture::LaunchClass& launch_class) {
  std::string text;
  cache::add_field(text, "class", launch_class.key);
  const bool any = std::ranges::any_of(
      launch_class.launches, [&](std::size_t launch) { return has_contents(capture.launches[launch]); });
  if (!any) return text;
  // Findings name launches by number.
  std::string parts;
  for (const std::size_t launch : launch_class.launches) {
    cache::add_field(parts, "launch", std::to_string(launch));
    cache::add_field(parts, "count", std::to_string(capture.launches[launch].count));
    add_contents(parts, capture.launches[launch]);
  }
  cache::add_field(text, "launches", capture::sha256_hex(parts.data(), parts.size()));
  return text;
}

ContentsLookup contents_lookup(const capture::Capture& capture) {
  return [&capture](const capture::BufferArgument& buffer,
                    std::string& why) -> std::optional<std::vector<std::uint8_t>> {
    try {
      const auto bytes = capture.contents(buffer);
      if (bytes) return std::vector<std::uint8_t>(bytes->begin(), bytes->end());
      why = buffer.contents ? buffer.contents->reason : std::string();
    } catch (const capture::InputError& error) {
      why = error.what();
      g_unreadable = true;
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

}  // namespace launchproof::jobs
