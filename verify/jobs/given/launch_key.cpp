#include "verify/jobs/given/launch_key.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "capture/files/sha256.h"
#include "verify/cache/fields.h"

namespace launchproof::jobs {
namespace {

using cache::add_field;

// Adding a member to one of these types is a compile error here until the member is part of the key.

void add(std::string& text, const char* what, const std::optional<GivenSize>& given) {
  if (!given) return;
  const auto& [size, any, dimensions] = *given;
  add_field(text, what, fmt::format("{} of {}", dimensions, fmt::join(size, " ")));
  for (const std::string& one : any) add_field(text, "any", one);
}

void add(std::string& text, const GivenValue& given) {
  const auto& [name, value] = given;
  add_field(text, "value", name);
  add_field(text, "is", value);
}

void add(std::string& text, const GivenBuffer& given) {
  const auto& [name, null, of, origin, bytes] = given;
  add_field(text, "buffer", name);
  add_field(text, "of", of);
  add_field(text, "is", fmt::format("{} {} {}", null, origin, bytes ? fmt::format("{}", *bytes) : "?"));
}

void add(std::string& text, const GivenContents& given) {
  const auto& [name, zero, bytes, properties] = given;
  add_field(text, "contents", name);
  if (!properties.empty()) add_field(text, "properties", properties);
  add_field(text, "is", zero ? "zero" : capture::sha256_hex(bytes.data(), bytes.size()));
}

void add(std::string& text, const GivenLocal& given) {
  const auto& [name, bytes] = given;
  add_field(text, "local", name);
  add_field(text, "is", fmt::format("{}", bytes));
}

void add(std::string& text, const char* what, const GivenList& given) {
  const auto& [name, texts] = given;
  add_field(text, what, name);
  for (const std::string& one : texts) add_field(text, "is", one);
}

void add(std::string& text, const GivenImage& given) {
  const auto& [name, size, format, of, origin] = given;
  add_field(text, "image", name);
  add_field(text, "of", of);
  add_field(text, "is", fmt::format("{} at {}", fmt::join(size, " "), origin));
  if (!format) return;
  const auto& [order, type] = *format;
  add_field(text, "format", fmt::format("{} {}", order, type));
}

void add(std::string& text, const GivenSampler& given) {
  const auto& [name, bits] = given;
  add_field(text, "sampler", name);
  add_field(text, "is", fmt::format("{}", bits));
}

void add(std::string& text, const GivenAccess& given) {
  const auto& [name, access] = given;
  add_field(text, "access", name);
  add_field(text, "is", fmt::format("{}", static_cast<unsigned>(access)));
}

void add(std::string& text, const model::SubGroups& stated) {
  const auto& [size, mapping, source] = stated;  // `source` is the option
  if (stated.is_stated())
    add_field(text, "sub-groups", fmt::format("{} {}", size, static_cast<int>(mapping)));
}

}  // namespace

std::string launch_key(const GivenLaunch& launch) {
  const auto& [local_size, num_groups, global_size, global_offset, values, buffers, contents, locals,
               dynamic_shared, kernel_args, kernel_arrays, images, samplers, accesses, sub_groups] = launch;
  std::string text = "given\n";
  add(text, "local-size", local_size);
  add(text, "num-groups", num_groups);
  add(text, "global-size", global_size);
  add(text, "global-offset", global_offset);
  for (const auto& one : values) add(text, one);
  for (const auto& one : buffers) add(text, one);
  for (const auto& one : contents) add(text, one);
  for (const auto& one : locals) add(text, one);
  if (dynamic_shared) add_field(text, "dynamic-shared", fmt::format("{}", *dynamic_shared));
  for (const auto& one : kernel_args) add(text, "kernel-args", one);
  for (const auto& one : kernel_arrays) add(text, "kernel-arrays", one);
  for (const auto& one : images) add(text, one);
  for (const auto& one : samplers) add(text, one);
  for (const auto& one : accesses) add(text, one);
  add(text, sub_groups);
  return text;
}

}  // namespace launchproof::jobs
