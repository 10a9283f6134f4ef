#include "verify/worker/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

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

std::string describe_size(const std::array<std::uint64_t, 3>& size, std::uint32_t dimensions) {
  return fmt::format("({})", fmt::join(size.begin(), size.begin() + dimensions, ", "));
}

}  // namespace

std::string describe_launch(const model::KernelModel& kernel, const model::LaunchFacts& facts,
                            bool local_size_open) {
  const std::uint32_t dimensions = std::clamp<std::uint32_t>(facts.work_dim, 1, 3);
  std::string text = fmt::format("global {}, local {}", describe_size(facts.global_size, dimensions),
                                 local_size_open ? "any" : describe_size(facts.local_size, dimensions));
  if (facts.global_offset != std::array<std::uint64_t, 3>{}) {
    text += ", offset " + describe_size(facts.global_offset, dimensions);
  }
  for (std::size_t i = 0; i < facts.arguments.size() && i < kernel.parameters.size(); ++i) {
    const model::Parameter& parameter = kernel.parameters[i];
    const model::Argument& argument = facts.arguments[i];
    if (const auto* value = std::get_if<model::ValueArgument>(&argument)) {
      text += fmt::format(", {} = {}", parameter.name, describe_value(parameter, value->bytes));
    } else if (const auto* buffer = std::get_if<model::BufferArgument>(&argument)) {
      if (buffer->bytes) text += fmt::format(", {}: {} bytes", parameter.name, *buffer->bytes);
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
    result.properties[static_cast<verdict::Property>(i)] = {verdict, reason, {{cause, reason, location}}};
  }
  verdict::conclude(result, job.options.strict);
  if (result.reason.empty()) result.reason = reason;
  return result;
}

}  // namespace launchproof::worker
