#include "verify/worker/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

namespace launchproof::worker {
namespace {

// A by-value argument in words. Floating-point types are shown as such, up to eight bytes of the rest as an
// integer.
std::string describe_value(const model::Parameter& parameter, const std::vector<std::uint8_t>& bytes) {
  const std::string& type = parameter.type;
  if (type == "float" && bytes.size() == sizeof(float)) {
    float value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return fmt::format("{}", value);
  }
  if (type == "double" && bytes.size() == sizeof(double)) {
    double value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return fmt::format("{}", value);
  }
  const bool scalar = bytes.size() == 1 || bytes.size() == 2 || bytes.size() == 4 || bytes.size() == 8;
  if (!scalar) return fmt::format("{} bytes", bytes.size());
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), bytes.size());
  const bool is_unsigned = type.starts_with("u") || type == "size_t";
  const auto bits = static_cast<unsigned>(8 * bytes.size());
  if (!is_unsigned && (value >> (bits - 1) & 1) != 0) {
    const std::uint64_t sign = bits == 64 ? 0 : ~std::uint64_t{0} << bits;
    return fmt::format("{}", static_cast<std::int64_t>(value | sign));
  }
  return fmt::format("{}", value);
}

std::string image_text(const model::ImageShape& image) {
  return "image " + size_text(image) + (image.format ? " of " + describe(*image.format) : "");
}

// `is_open`: by dimension, anything else than zero.
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

// The one text, or "first to last" of the values in order; floats and the like only as a number of values.
class Spread {
 public:
  void add(std::int64_t order, const std::string& text) { d_texts.try_emplace({order, text}, text); }
  std::string text(bool ordered = true) const {
    if (d_texts.size() == 1) return d_texts.begin()->second;
    if (!ordered) return fmt::format("{} values", d_texts.size());
    return fmt::format("{} to {}", d_texts.begin()->second, d_texts.rbegin()->second);
  }

 private:
  std::map<std::pair<std::int64_t, std::string>, std::string> d_texts;
};

template <typename Get>
std::string describe_sizes(const std::vector<const model::LaunchFacts*>& launches, std::uint32_t dimensions,
                           Get get) {
  std::string text;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    Spread spread;
    for (const model::LaunchFacts* launch : launches) {
      const std::uint64_t size = get(*launch)[d];
      spread.add(static_cast<std::int64_t>(size), std::to_string(size));
    }
    text += (d == 0 ? "(" : ", ") + spread.text();
  }
  return text + ")";
}

std::int64_t order_of(const model::Parameter& parameter, const std::vector<std::uint8_t>& bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
  const auto bits = static_cast<unsigned>(8 * std::min(bytes.size(), sizeof value));
  const bool negative = !parameter.type.starts_with("u") && bits > 0 && (value >> (bits - 1) & 1) != 0;
  return static_cast<std::int64_t>(negative && bits < 64 ? value | ~std::uint64_t{0} << bits : value);
}

}  // namespace

std::string describe_launches(const model::KernelModel& kernel,
                              const std::vector<const model::LaunchFacts*>& launches, bool local_size_open) {
  const model::LaunchFacts& first = *launches.front();
  if (launches.size() == 1) return describe_launch(kernel, first, local_size_open);
  const std::uint32_t dimensions = std::clamp<std::uint32_t>(first.work_dim, 1, 3);
  using Facts = model::LaunchFacts;
  std::string text =
      "global " + describe_sizes(launches, dimensions, [](const Facts& f) { return f.global_size; }) +
      ", local " +
      (local_size_open ? "any"
                       : describe_sizes(launches, dimensions, [](const Facts& f) { return f.local_size; }));
  if (std::any_of(launches.begin(), launches.end(),
                  [](const Facts* f) { return f->global_offset != std::array<std::uint64_t, 3>{}; }))
    text +=
        ", offset " + describe_sizes(launches, dimensions, [](const Facts& f) { return f.global_offset; });
  for (std::size_t i = 0; i < first.arguments.size() && i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    const bool is_float = parameter.type == "float" || parameter.type == "double";
    Spread values, sizes;
    bool any_value = false, any_size = false, is_image = false;
    for (const Facts* launch : launches) {
      const model::Argument& argument = launch->arguments[i];
      if (const auto* value = std::get_if<model::ValueArgument>(&argument)) {
        values.add(order_of(parameter, value->bytes), describe_value(parameter, value->bytes));
        any_value = true;
      }
      const auto* buffer = std::get_if<model::BufferArgument>(&argument);
      const auto* local = std::get_if<model::LocalArgument>(&argument);
      if ((buffer == nullptr || !buffer->bytes) && local == nullptr) continue;
      const std::uint64_t bytes = buffer != nullptr ? *buffer->bytes : local->bytes;
      if (buffer != nullptr && buffer->image) {
        sizes.add(static_cast<std::int64_t>(bytes), image_text(*buffer->image));
        is_image = any_size = true;
        continue;
      }
      sizes.add(static_cast<std::int64_t>(bytes), std::to_string(bytes));
      any_size = true;
    }
    if (any_value) text += fmt::format(", {} = {}", parameter.name, values.text(!is_float));
    if (any_size) text += fmt::format(", {}: {}{}", parameter.name, sizes.text(), is_image ? "" : " bytes");
  }
  return text;
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
