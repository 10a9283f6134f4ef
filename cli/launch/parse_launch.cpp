#include "cli/launch/parse_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "cli/options/usage_error.h"

namespace launchproof::cli {
namespace {

using jobs::GivenAccess;
using jobs::GivenBuffer;
using jobs::GivenLaunch;
using jobs::GivenList;
using jobs::GivenSize;
using jobs::parse_unsigned;

// Returns the end of the number or symbol that begins at `begin`: a comma, or the `x` in `8x8`. An `x` within
// a hexadecimal number or a symbol does not count.
std::size_t end_of_size(std::string_view text, std::size_t begin) {
  const std::string_view word = text.substr(begin, std::min(text.find(',', begin), text.size()) - begin);
  std::size_t from = 0;
  if (word.starts_with('*')) from = word.size();
  if (word.starts_with("0x") || word.starts_with("0X")) from = 2;
  return begin + std::min(word.find_first_of("xX", from), word.size());
}

// "*" or "*NAME".
bool is_symbol(std::string_view word) {
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return word.starts_with('*') && std::ranges::all_of(word.substr(1), is_of_name);
}

std::optional<GivenSize> parse_size(const std::string& option, std::string text, bool may_be_zero) {
  if (text.empty()) return std::nullopt;
  const std::string given = text;
  if (text.front() == '[' && text.back() == ']') text = text.substr(1, text.size() - 2);
  GivenSize result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = end_of_size(text, begin);
    const std::string word = text.substr(begin, end - begin);
    const bool any = !may_be_zero && is_symbol(word);
    const auto value = any ? std::optional<std::uint64_t>(1) : parse_unsigned(word);
    if (!value || result.dimensions == 3 || (*value == 0 && !may_be_zero)) {
      throw UsageError(fmt::format(
          "{}: `{}` is not a list of one to three {}numbers below 2^64{}, for instance 64,4 or 64x4", option,
          given, may_be_zero ? "" : "positive ", may_be_zero ? "" : " or `*`"));
    }
    if (any) result.any[result.dimensions] = word;
    result.size[result.dimensions++] = *value;
    begin = end + 1;
  }
  if (may_be_zero) std::fill(result.size.begin() + result.dimensions, result.size.end(), 0);
  return result;
}

struct NamedValue {
  std::string name, text;
};

NamedValue split_name(const std::string& option, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(fmt::format("{}: `{}` is not of the form NAME=VALUE", option, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// BYTES | @OTHER[+ORIGIN][:BYTES] | null
GivenBuffer parse_buffer(const std::string& text) {
  auto [name, value] = split_name("--buffer", text);
  GivenBuffer buffer{.name = name};
  if (value == "null") {
    buffer.null = true;
  } else if (value.front() == '@') {
    std::string_view rest = std::string_view(value).substr(1);
    if (const auto colon = rest.find(':'); colon != std::string_view::npos) {
      buffer.bytes = jobs::parse_bytes("--buffer", text, rest.substr(colon + 1));
      rest = rest.substr(0, colon);
    }
    if (const auto plus = rest.find('+'); plus != std::string_view::npos) {
      buffer.origin = jobs::parse_bytes("--buffer", text, rest.substr(plus + 1));
      rest = rest.substr(0, plus);
    }
    buffer.of = rest;
    if (buffer.of.empty()) throw UsageError(fmt::format("--buffer: `{}` names no argument after @", text));
  } else {
    buffer.bytes = jobs::parse_bytes("--buffer", text, value);
  }
  return buffer;
}

// NAME=read-only|write-only|read-write
GivenAccess parse_access(const std::string& text) {
  const auto [name, value] = split_name("--access", text);
  if (value == "read-only") return {name, model::KernelAccess::ReadOnly};
  if (value == "write-only") return {name, model::KernelAccess::WriteOnly};
  if (value == "read-write") return {name, model::KernelAccess::ReadWrite};
  throw UsageError(
      fmt::format("--access: in `{}`, `{}` is not read-only, write-only or read-write", text, value));
}

// Parses KERNEL,TEXT... or [KERNEL,TEXT...]; a star means that a value is not given.
GivenList parse_list(const char* option, const std::string& text) {
  std::string_view rest = text;
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  GivenList list;
  for (bool first = true;; first = false) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string word(rest.substr(0, end));
    if (word.empty())
      throw UsageError(fmt::format("{}: `{}` is not KERNEL,VALUE,VALUE and so on", option, text));
    if (first)
      list.name = word;
    else
      list.texts.push_back(word == "*" ? "" : word);
    if (end == rest.size()) return list;
    rest = rest.substr(end + 1);
  }
}

}  // namespace

model::SubGroups stated_sub_groups(const Arguments& arguments) {
  model::SubGroups stated;
  stated.size = arguments.sub_group_size;
  const bool is_linear =
      arguments.sub_group_mapping.empty() ? stated.size != 0 : arguments.sub_group_mapping == "linear";
  if (is_linear) stated.mapping = model::SubGroupMapping::Linear;
  return stated;
}

GivenLaunch parse_launch(const Arguments& arguments) {
  GivenLaunch launch;
  launch.local_size = parse_size("--local-size", arguments.local_size, false);
  launch.num_groups = parse_size("--num-groups", arguments.num_groups, false);
  launch.global_size = parse_size("--global-size", arguments.global_size, false);
  launch.global_offset = parse_size("--global-offset", arguments.global_offset, true);
  if (launch.num_groups && launch.global_size) {
    throw UsageError("--num-groups and --global-size exclude each other; give one of them");
  }
  for (const std::string& text : arguments.values) {
    auto [name, value] = split_name("--arg", text);
    launch.values.push_back({name, value});
  }
  for (const std::string& text : arguments.buffers) launch.buffers.push_back(parse_buffer(text));
  for (const std::string& text : arguments.given_contents)
    launch.contents.push_back(jobs::parse_contents(text));
  for (const std::string& text : arguments.locals) {
    const auto [name, value] = split_name("--local", text);
    launch.locals.push_back({name, jobs::parse_bytes("--local", text, value)});
  }
  if (!arguments.dynamic_shared.empty())
    launch.dynamic_shared =
        jobs::parse_bytes("--dynamic-shared", arguments.dynamic_shared, arguments.dynamic_shared);
  for (const std::string& text : arguments.kernel_args)
    launch.kernel_args.push_back(parse_list("--kernel-args", text));
  for (const std::string& text : arguments.kernel_arrays)
    launch.kernel_arrays.push_back(parse_list("--kernel-arrays", text));
  for (const std::string& text : arguments.images) launch.images.push_back(jobs::parse_image(text));
  for (const std::string& text : arguments.samplers) launch.samplers.push_back(jobs::parse_sampler(text));
  for (const std::string& text : arguments.accesses) launch.accesses.push_back(parse_access(text));
  launch.sub_groups = stated_sub_groups(arguments);
  jobs::check_distinct_names(launch);
  return launch;
}

}  // namespace launchproof::cli
