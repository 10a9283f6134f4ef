#include "verify/worker/outcomes/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "verify/model/scalar_text.h"

namespace launchproof::worker {
namespace {

// Returns a description of a by-value argument: scalars as numbers.
std::string describe_value(const model::Parameter& parameter, const std::vector<std::uint8_t>& bytes) {
  const bool scalar = bytes.size() == 1 || bytes.size() == 2 || bytes.size() == 4 || bytes.size() == 8;
  if (!scalar) return fmt::format("{} bytes", bytes.size());
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), bytes.size());
  return model::scalar_text(parameter.type, value, static_cast<unsigned>(8 * bytes.size()));
}

std::string image_text(const model::ImageShape& image) {
  return (image.type.is_surface ? "surface of " + size_text(image) + " bytes" : "image " + size_text(image)) +
         (image.format ? " of " + describe(*image.format) : "");
}

const char* access_text(model::KernelAccess access) {
  if (access == model::KernelAccess::ReadWrite) return "read-write";
  return access == model::KernelAccess::ReadOnly ? "read-only" : "write-only";
}

// `is_open`: non-zero for each open dimension.
template <typename Open>
std::string describe_size(const std::array<std::uint64_t, 3>& size, std::uint32_t dimensions,
                          const Open& is_open) {
  std::string text;
  for (std::uint32_t d = 0; d < dimensions; ++d)
    text += (d == 0 ? "(" : ", ") + (is_open[d] ? "any" : std::to_string(size[d]));
  return text + ")";
}

std::string describe_size(const std::array<std::uint64_t, 3>& size, std::uint32_t dimensions) {
  return describe_size(size, dimensions, std::array<bool, 3>{});
}

std::int64_t order_of(const model::Parameter& parameter, const std::vector<std::uint8_t>& bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  const auto bits = static_cast<unsigned>(8 * std::min(bytes.size(), sizeof value));
  const bool negative = !model::is_unsigned(parameter.type) && bits > 0 && (value >> (bits - 1) & 1) != 0;
  return static_cast<std::int64_t>(negative && bits < 64 ? value | ~std::uint64_t{0} << bits : value);
}

}  // namespace

LaunchWords launch_words(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                         bool local_size_open) {
  constexpr unsigned kOfArguments = 16;  // lower places are those of sizes
  const std::uint32_t dimensions = std::clamp<std::uint32_t>(facts.work_dim, 1, 3);
  LaunchWords launch{describe_launch(kernel, facts, local_size_open), {}};
  unsigned place = 0;
  const auto add_size = [&](const char* name, const std::array<std::uint64_t, 3>& size, bool shown) {
    for (std::uint32_t d = 0; d < dimensions; ++d)
      launch.words.push_back({place++, d == 0 ? name : ", ", std::to_string(size[d]),
                              d + 1 == dimensions ? ")" : "", static_cast<std::int64_t>(size[d]), true,
                              shown});
  };
  add_size("global (", facts.global_size, true);
  if (local_size_open)
    launch.words.push_back({place++, ", local any", "", "", 0, true, true});
  else
    add_size(", local (", facts.local_size, true);
  add_size(", offset (", facts.global_offset, facts.global_offset != std::array<std::uint64_t, 3>{});
  for (std::size_t i = 0; i < facts.arguments.size() && i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    const model::Argument& argument = facts.arguments[i];
    place = kOfArguments + 3 * static_cast<unsigned>(i);
    if (const auto* value = std::get_if<model::ValueArgument>(&argument)) {
      const bool is_float = model::is_floating(parameter.type);
      launch.words.push_back({place, ", " + parameter.name + " = ", describe_value(parameter, value->bytes),
                              "", order_of(parameter, value->bytes), !is_float, true});
    }
    const auto* buffer = std::get_if<model::BufferArgument>(&argument);
    const auto* local = std::get_if<model::LocalArgument>(&argument);
    if ((buffer == nullptr || !buffer->bytes) && local == nullptr) continue;
    const std::uint64_t bytes = buffer != nullptr ? *buffer->bytes : local->bytes;
    const bool is_image = buffer != nullptr && buffer->image.has_value();
    launch.words.push_back({place + 1, ", " + parameter.name + ": ",
                            is_image ? image_text(*buffer->image) : std::to_string(bytes),
                            is_image ? "" : " bytes", static_cast<std::int64_t>(bytes), true, true});
    if (buffer == nullptr) continue;
    launch.words.push_back({place + 2, " (", access_text(buffer->access), ")",
                            static_cast<std::int64_t>(buffer->access), true,
                            buffer->access != model::KernelAccess::ReadWrite});
  }
  return launch;
}

std::string describe_launch(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            bool local_size_open) {
  const std::uint32_t dimensions = std::clamp<std::uint32_t>(facts.work_dim, 1, 3);
  std::string text =
      fmt::format("global {}, local {}", describe_size(facts.global_size, dimensions, facts.open.global),
                  local_size_open ? "any" : describe_size(facts.local_size, dimensions, facts.open.local));
  if (facts.global_offset != std::array<std::uint64_t, 3>{}) {
    text += ", offset " + describe_size(facts.global_offset, dimensions);
  }
  for (std::size_t i = 0; i < facts.arguments.size() && i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    const model::Argument& argument = facts.arguments[i];
    if (const auto* value = std::get_if<model::ValueArgument>(&argument)) {
      text += fmt::format(", {} = {}", parameter.name, describe_value(parameter, value->bytes));
    } else if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
      if (buffer->image) {
        if (buffer->image->size) text += fmt::format(", {}: {}", parameter.name, image_text(*buffer->image));
      } else if (buffer->bytes) {
        text += fmt::format(", {}: {} bytes", parameter.name, *buffer->bytes);
      }
      if (buffer->before != 0) text += fmt::format(" from byte {} of its memory", buffer->before);
      if (buffer->access != model::KernelAccess::ReadWrite)
        text += fmt::format("{} ({})", buffer->bytes || buffer->image ? "" : ", " + parameter.name,
                            access_text(buffer->access));
      for (std::size_t j = 0; j < i; ++j) {
        const auto* other = std::get_if<model::BufferArgument>(&facts.arguments[j]);
        if (other == nullptr || other->object != buffer->object) continue;
        text += fmt::format(" (same object as {})", kernel.parameters[j].name);
        break;
      }
    } else if (std::holds_alternative<model::NullArgument>(argument)) {
      text += fmt::format(", {} = null", parameter.name);
    } else if (const auto* local = std::get_if<model::LocalArgument>(&argument)) {
      text += fmt::format(", {}: {} bytes local", parameter.name, local->bytes);
    }
  }
  return text;
}

verdict::ClassResult settled(const Job& job, const std::string& kernel, verdict::Verdict verdict,
                             verdict::Cause cause, const std::string& reason,
                             const verdict::SourceLocation& location) {
  verdict::ClassResult result;
  result.kernel = kernel.empty() ? job.kernel : kernel;
  result.source = job.source;
  result.launch = job.launch;
  result.launches = job.launches;
  result.call_site = job.call_site;
  result.repro = job.repro;
  for (std::size_t i = 0; i < verdict::all_properties().size(); ++i) {
    if (!verdict::is_asked_always(static_cast<verdict::Property>(i))) continue;
    result.properties[static_cast<verdict::Property>(i)] = {verdict, reason, {{cause, reason, location}}};
  }
  verdict::conclude(result, job.options.strict);
  if (result.reason.empty()) result.reason = reason;
  return result;
}

}  // namespace launchproof::worker
