#include "cli/launch/given_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "cli/launch/encode_structure.h"

namespace launchproof::cli {
namespace {

// A number, also hexadecimal; or a decimal one with k, M or G for a factor of 1024, 1024^2 or 1024^3.
std::optional<std::uint64_t> parse_unsigned(std::string_view text) {
  int base = 10;
  unsigned shift = 0;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  } else if (!text.empty()) {
    constexpr std::string_view kUnits = "kMG";
    constexpr unsigned kShift = 10;
    const char unit = text.back() == 'K' ? 'k' : text.back();
    if (const auto place = kUnits.find(unit); place != std::string_view::npos) {
      shift = kShift * static_cast<unsigned>(place + 1);
      text.remove_suffix(1);
    }
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (value > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return value << shift;
}

// Where the number or symbol that begins at `begin` ends: at a comma, or at the `x` of `8x8`, which is none
// of a hexadecimal number's or of a symbol's.
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
      throw UsageError(
          fmt::format("{}: `{}` is no list of one to three {}numbers below 2^64{}, for instance 64,4 or 64x4",
                      option, given, may_be_zero ? "" : "positive ", may_be_zero ? "" : " or `*`"));
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

std::uint64_t parse_bytes(const std::string& option, const std::string& whole, std::string_view text) {
  const auto bytes = parse_unsigned(text);
  if (!bytes) throw UsageError(fmt::format("{}: in `{}`, `{}` is no number of bytes", option, whole, text));
  return *bytes;
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
      buffer.bytes = parse_bytes("--buffer", text, rest.substr(colon + 1));
      rest = rest.substr(0, colon);
    }
    if (const auto plus = rest.find('+'); plus != std::string_view::npos) {
      buffer.origin = parse_bytes("--buffer", text, rest.substr(plus + 1));
      rest = rest.substr(0, plus);
    }
    buffer.of = rest;
    if (buffer.of.empty()) throw UsageError(fmt::format("--buffer: `{}` names no argument after @", text));
  } else {
    buffer.bytes = parse_bytes("--buffer", text, value);
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
      fmt::format("--access: in `{}`, `{}` is none of read-only, write-only, read-write", text, value));
}

// KERNEL,TEXT... or [KERNEL,TEXT...]; a star stands for what is not given.
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

bool is_buffer(const model::Parameter& parameter) {
  return parameter.kind == model::ParameterKind::GlobalPointer ||
         parameter.kind == model::ParameterKind::ConstantPointer;
}

std::string kind_in_words(const model::Parameter& parameter) {
  switch (parameter.kind) {
    case model::ParameterKind::Value:
      return "a value: use --arg";
    case model::ParameterKind::GlobalPointer:
    case model::ParameterKind::ConstantPointer:
      return "a pointer to a buffer: use --buffer";
    case model::ParameterKind::LocalPointer:
      return "a pointer to local memory: use --local";
    case model::ParameterKind::Image:
      return "an image: use --image";
    case model::ParameterKind::Sampler:
      return "a sampler: use --sampler";
    case model::ParameterKind::Other:
      break;
  }
  return "of a type that cannot be given; leave it out";
}

// Binds one launch to one kernel.
class Binder {
 public:
  Binder(const GivenLaunch& launch, const model::KernelModel& kernel, const LayoutsOf& layouts)
      : d_launch(with_names(launch, kernel)), d_kernel(kernel), d_layouts_of(layouts) {
    d_facts.arguments.resize(kernel.parameters.size(), model::UnknownArgument{});
  }

  worker::FactsAnswer bind() {
    bind_sizes();
    bind_sub_groups();
    bind_values();
    bind_list(
        d_launch.kernel_args, "--kernel-args", "by-value arguments",
        [](const model::Parameter& parameter) { return parameter.kind == model::ParameterKind::Value; });
    bind_buffers();
    bind_list(d_launch.kernel_arrays, "--kernel-arrays", "buffers", is_buffer);
    bind_all_contents();
    bind_locals();
    bind_images(d_launch, d_kernel, d_answer, d_facts);
    bind_accesses();
    d_answer.facts = std::move(d_facts);
    return std::move(d_answer);
  }

 private:
  void bind_sub_groups() {
    if (d_kernel.language == model::Language::Cuda) {
      if (d_launch.sub_groups.is_stated())
        throw UsageError(
            "--sub-group-size, --sub-group-mapping: warps of CUDA have 32 threads of consecutive numbers");
      d_facts.sub_groups.make_warps();
      return;
    }
    const std::uint32_t required = d_kernel.required_sub_group_size;
    if (required != 0 && d_launch.sub_groups.size != 0 && d_launch.sub_groups.size != required)
      throw UsageError(fmt::format("--sub-group-size: kernel {} requires {} (intel_reqd_sub_group_size)",
                                   d_kernel.name, required));
    d_facts.sub_groups.require(required);
    d_facts.sub_groups.state(d_launch.sub_groups);
  }

  void bind_sizes() {
    if (!d_launch.num_groups && !d_launch.global_size) {
      throw UsageError("the launch is not given; use --local-size with --num-groups or --global-size");
    }
    const auto& whole = d_launch.num_groups ? d_launch.num_groups : d_launch.global_size;
    d_facts.work_dim =
        std::max(whole->dimensions, d_launch.global_offset ? d_launch.global_offset->dimensions : 1);
    const auto& required = d_kernel.required_local_size;
    if (d_launch.local_size) {
      d_facts.local_size = d_launch.local_size->size;
      d_facts.work_dim = std::max(d_facts.work_dim, d_launch.local_size->dimensions);
      for (std::size_t i = 0; i < 3; ++i) {
        if (d_launch.local_size->any[i].empty()) continue;
        if (required && d_launch.local_size->any[i] != "*")
          throw UsageError(
              fmt::format("--local-size: kernel {} fixes its sizes (reqd_work_group_size); give * or those "
                          "in place of {}",
                          d_kernel.name, d_launch.local_size->any[i]));
        if (required)
          d_facts.local_size[i] = (*required)[i];
        else
          d_facts.open.local[i] = symbol(d_launch.local_size->any[i]);
      }
      if (required && *required != d_facts.local_size) {
        throw UsageError(fmt::format("--local-size: kernel {} requires ({}) (reqd_work_group_size)",
                                     d_kernel.name, fmt::join(*required, ", ")));
      }
    } else if (required) {
      d_facts.local_size = *required;
      for (std::uint32_t i = 0; i < 3; ++i) {
        if ((*required)[i] > 1) d_facts.work_dim = std::max(d_facts.work_dim, i + 1);
      }
    } else {
      throw UsageError(
          fmt::format("--local-size is not given, and kernel {} does not fix it", d_kernel.name));
    }
    for (std::size_t i = 0; i < 3; ++i) bind_open_size(*whole, i);
    for (std::size_t i = 0; i < 3; ++i) {
      if (d_facts.open.global[i]) continue;
      d_facts.global_size[i] = whole->size[i];
      if (d_launch.num_groups &&
          __builtin_mul_overflow(whole->size[i], d_facts.local_size[i], &d_facts.global_size[i])) {
        throw UsageError("--num-groups: the global size is beyond 64 bits");
      }
      if (d_kernel.address_bits == 32 && d_facts.global_size[i] > UINT32_MAX)
        throw UsageError(fmt::format("a global size of {} does not fit the device's addresses of 32 bits",
                                     d_facts.global_size[i]));
    }
    if (!d_launch.global_offset) return;
    d_facts.global_offset = d_launch.global_offset->size;
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint64_t end = 0;
      if (__builtin_add_overflow(d_facts.global_offset[i], d_facts.global_size[i], &end))
        throw UsageError(
            fmt::format("--global-offset: global offset {} and global size {} are together beyond 64 bits",
                        d_facts.global_offset[i], d_facts.global_size[i]));
    }
  }

  // The number of what "*NAME" stands for; each "*" is one by itself.
  std::uint32_t symbol(const std::string& name) {
    const auto next = static_cast<std::uint32_t>(d_symbols.size() + 1);
    if (name == "*") return d_symbols.emplace("* " + std::to_string(next), next).first->second;
    return d_symbols.try_emplace(name, next).first->second;
  }

  // Where the local size or the number of groups is left open, or both. The sizes in the facts are then
  // examples.
  void bind_open_size(const GivenSize& whole, std::size_t i) {
    constexpr std::uint64_t kExample = 2;
    const bool local = d_facts.open.local[i] != 0;
    if (!local && whole.any[i].empty()) return;
    if (local) d_facts.local_size[i] = kExample;
    d_facts.open.global[i] = d_launch.num_groups.has_value() || !whole.any[i].empty();
    if (!whole.any[i].empty()) {
      if (!d_launch.num_groups && whole.any[i] != "*")
        throw UsageError(fmt::format(
            "--global-size: {} names a size; names are for --local-size and --num-groups, give * here",
            whole.any[i]));
      d_facts.open.groups[i] = symbol(d_launch.num_groups ? whole.any[i] : "*");
      d_facts.global_size[i] = kExample * d_facts.local_size[i];
    } else if (d_launch.num_groups) {
      d_facts.global_size[i] = whole.size[i] * d_facts.local_size[i];
      if (whole.size[i] > kMostOpen)
        throw UsageError(
            fmt::format("--num-groups: {} groups of a size that is left open are too many", whole.size[i]));
    } else {
      d_facts.open.groups[i] = symbol("*");
      if (whole.size[i] > kMostOpen)
        throw UsageError(
            fmt::format("--global-size: {} work-items in groups of a size that is left open are too many",
                        whole.size[i]));
    }
  }

  // The parameter's number, or nothing and the name noted as unused.
  std::optional<std::size_t> find(const std::string& name) {
    const auto found =
        std::find_if(d_kernel.parameters.begin(), d_kernel.parameters.end(),
                     [&](const model::Parameter& parameter) { return parameter.name == name; });
    if (found != d_kernel.parameters.end()) return found - d_kernel.parameters.begin();
    d_answer.unused.push_back(name);
    return std::nullopt;
  }

  [[noreturn]] void wrong_kind(const char* option, const model::Parameter& parameter) const {
    throw UsageError(fmt::format("{}: {} of kernel {} is {}", option, parameter.name, d_kernel.name,
                                 kind_in_words(parameter)));
  }

  void bind_values() {
    // In the order of the options; of each, the value of the whole before those of its fields.
    std::map<std::size_t, std::vector<GivenValue>> of;
    for (const GivenValue& value : d_launch.values) {
      const auto number = find(parameter_of(value.name));
      if (!number) continue;
      const model::Parameter& parameter = d_kernel.parameters[*number];
      if (parameter.kind != model::ParameterKind::Value) wrong_kind("--arg", parameter);
      std::vector<GivenValue>& values = of[*number];
      values.insert(value.name == parameter.name ? values.begin() : values.end(), value);
    }
    for (const auto& [number, values] : of)
      d_facts.arguments[number] = model::ValueArgument{encoded(d_kernel.parameters[number], values)};
  }

  // `values` are not empty.
  std::vector<std::uint8_t> encoded(const model::Parameter& parameter,
                                    const std::vector<GivenValue>& values) {
    const bool is_whole = values.size() == 1 && values.front().name == parameter.name;
    if (!is_whole || !is_basic_type(parameter.type)) {
      if (d_layouts_of && !d_layouts) d_layouts = d_layouts_of();
      const auto layout = d_layouts ? d_layouts->find(parameter.name) : model::ValueLayouts::iterator{};
      if (d_layouts && layout != d_layouts->end() && layout->second.bytes == parameter.bytes)
        return encode_fields(parameter, layout->second, values);
      if (!is_whole)
        throw UsageError(fmt::format("--arg: {}: how {} lies in memory is not known; give {}=bytes:HEX",
                                     values.back().name, parameter.type, parameter.name));
    }
    return encode_value(parameter, values.front().text);
  }

  // Binds the entries of a list to the parameters of a kind.
  void bind_list(const std::vector<GivenList>& lists, const char* option, const char* what,
                 bool (*is_one)(const model::Parameter&)) {
    for (const GivenList& list : lists) {
      if (list.name != d_kernel.name) {
        d_answer.unused.push_back(list.name);
        continue;
      }
      std::vector<std::size_t> numbers;
      for (std::size_t i = 0; i < d_kernel.parameters.size(); ++i)
        if (is_one(d_kernel.parameters[i])) numbers.push_back(i);
      if (numbers.size() != list.texts.size())
        throw UsageError(fmt::format("{}: kernel {} has {} {}, and {} are given", option, d_kernel.name,
                                     numbers.size(), what, list.texts.size()));
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string& text = list.texts[i];
        const model::Parameter& parameter = d_kernel.parameters[numbers[i]];
        model::Argument& argument = d_facts.arguments[numbers[i]];
        if (text.empty()) continue;
        if (!std::holds_alternative<model::UnknownArgument>(argument))
          throw UsageError(fmt::format("{}: {} is given twice", option, parameter.name));
        if (is_buffer(parameter))
          argument = model::BufferArgument{numbers[i] + 1, 0, parse_bytes(option, text, text)};
        else
          argument = model::ValueArgument{encoded(parameter, {{parameter.name, text}})};
      }
    }
  }

  void bind_buffers() {
    for (const GivenBuffer& buffer : d_launch.buffers) {
      if (const auto number = find(buffer.name)) {
        if (!is_buffer(d_kernel.parameters[*number])) wrong_kind("--buffer", d_kernel.parameters[*number]);
        std::set<std::string> visiting;
        d_facts.arguments[*number] = resolve(buffer, *number, visiting);
      }
    }
  }

  void bind_all_contents() {
    for (const GivenContents& contents : d_launch.contents) {
      const auto number = find(contents.name);
      if (!number) continue;
      if (!is_buffer(d_kernel.parameters[*number])) wrong_kind("--contents", d_kernel.parameters[*number]);
      model::Argument& argument = d_facts.arguments[*number];
      if (std::holds_alternative<model::NullArgument>(argument)) {
        throw UsageError(fmt::format("--contents: {} is null", contents.name));
      }
      if (std::holds_alternative<model::UnknownArgument>(argument)) {
        argument = model::BufferArgument{*number + 1, 0, std::nullopt};
      }
      const model::ArrayId array = d_kernel.parameters[*number].array;
      bind_contents(contents, array < d_kernel.arrays.size() ? d_kernel.arrays[array].element_type : "",
                    std::get<model::BufferArgument>(argument));
    }
    check_contents_agree(d_kernel, d_facts);
  }

  const GivenBuffer* given(const std::string& name) const {
    const auto found = std::find_if(d_launch.buffers.begin(), d_launch.buffers.end(),
                                    [&](const GivenBuffer& buffer) { return buffer.name == name; });
    return found == d_launch.buffers.end() ? nullptr : &*found;
  }

  // `visiting` finds circles of @. The object of an argument is its parameter's number plus one.
  model::Argument resolve(const GivenBuffer& buffer, std::size_t number, std::set<std::string>& visiting) {
    if (buffer.null) return model::NullArgument{};
    if (buffer.of.empty()) return model::BufferArgument{number + 1, 0, buffer.bytes};
    if (!visiting.insert(buffer.name).second) {
      throw UsageError(fmt::format("--buffer: {} refers to itself through @", buffer.name));
    }
    const auto other_number = std::find_if(d_kernel.parameters.begin(), d_kernel.parameters.end(),
                                           [&](const model::Parameter& p) { return p.name == buffer.of; });
    if (other_number == d_kernel.parameters.end() || !is_buffer(*other_number)) {
      throw UsageError(fmt::format("--buffer: {}=@{}: kernel {} has no buffer argument {}", buffer.name,
                                   buffer.of, d_kernel.name, buffer.of));
    }
    const auto index = static_cast<std::size_t>(other_number - d_kernel.parameters.begin());
    model::BufferArgument root{index + 1, 0, std::nullopt};
    if (const GivenBuffer* other = given(buffer.of)) {
      const model::Argument resolved = resolve(*other, index, visiting);
      if (!std::holds_alternative<model::BufferArgument>(resolved)) {
        throw UsageError(fmt::format("--buffer: {}=@{}: {} is null", buffer.name, buffer.of, buffer.of));
      }
      root = std::get<model::BufferArgument>(resolved);
    } else {
      d_facts.arguments[index] = root;  // of unknown size, but now known to be shared
    }
    const std::optional<std::uint64_t> left = root.bytes && *root.bytes >= buffer.origin
                                                  ? std::optional(*root.bytes - buffer.origin)
                                                  : std::nullopt;
    if (root.bytes && (!left || buffer.bytes.value_or(0) > *left)) {
      throw UsageError(
          fmt::format("--buffer: {} reaches beyond the {} bytes of {}", buffer.name, *root.bytes, buffer.of));
    }
    return model::BufferArgument{root.object, root.origin + buffer.origin,
                                 buffer.bytes ? buffer.bytes : left};
  }

  void bind_locals() {
    for (const GivenLocal& local : d_launch.locals) {
      const auto number = find(local.name);
      if (!number) continue;
      if (d_kernel.parameters[*number].kind != model::ParameterKind::LocalPointer) {
        wrong_kind("--local", d_kernel.parameters[*number]);
      }
      d_facts.arguments[*number] = model::LocalArgument{local.bytes};
    }
    if (!d_launch.dynamic_shared) return;
    if (d_kernel.language != model::Language::Cuda)
      throw UsageError("--dynamic-shared: the kernel is OpenCL C, whose local memory is given by --local");
    // All that is `extern __shared__` is one parameter; kernels of CUDA have no other one in shared memory.
    for (std::size_t i = 0; i < d_kernel.parameters.size(); ++i) {
      if (d_kernel.parameters[i].kind != model::ParameterKind::LocalPointer) continue;
      if (!std::holds_alternative<model::UnknownArgument>(d_facts.arguments[i]))
        throw UsageError(
            fmt::format("--dynamic-shared: --local gives the size of {} too", d_kernel.parameters[i].name));
      d_facts.arguments[i] = model::LocalArgument{*d_launch.dynamic_shared};
    }
  }

  void bind_accesses() {
    for (const GivenAccess& given : d_launch.accesses) {
      const auto number = find(given.name);
      if (!number) continue;
      const model::Parameter& parameter = d_kernel.parameters[*number];
      if (!is_buffer(parameter) && parameter.kind != model::ParameterKind::Image)
        wrong_kind("--access", parameter);
      model::Argument& argument = d_facts.arguments[*number];
      if (std::holds_alternative<model::NullArgument>(argument))
        throw UsageError(fmt::format("--access: {} is null", given.name));
      if (std::holds_alternative<model::UnknownArgument>(argument))
        argument = model::BufferArgument{*number + 1, 0, std::nullopt};
      std::get<model::BufferArgument>(argument).access = given.access;
    }
  }

  static constexpr std::uint64_t kMostOpen = 0x7fffffff;  // model::OpenSizes

  GivenLaunch d_launch;
  const model::KernelModel& d_kernel;
  const LayoutsOf& d_layouts_of;
  std::optional<model::ValueLayouts> d_layouts;
  std::map<std::string, std::uint32_t> d_symbols;
  model::LaunchFacts d_facts;
  worker::FactsAnswer d_answer;
};

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
    throw UsageError("--num-groups and --global-size say the same thing; give one of them");
  }
  for (const std::string& text : arguments.values) {
    auto [name, value] = split_name("--arg", text);
    launch.values.push_back({name, value});
  }
  for (const std::string& text : arguments.buffers) launch.buffers.push_back(parse_buffer(text));
  for (const std::string& text : arguments.given_contents) launch.contents.push_back(parse_contents(text));
  for (const std::string& text : arguments.locals) {
    const auto [name, value] = split_name("--local", text);
    launch.locals.push_back({name, parse_bytes("--local", text, value)});
  }
  if (!arguments.dynamic_shared.empty())
    launch.dynamic_shared =
        parse_bytes("--dynamic-shared", arguments.dynamic_shared, arguments.dynamic_shared);
  for (const std::string& text : arguments.kernel_args)
    launch.kernel_args.push_back(parse_list("--kernel-args", text));
  for (const std::string& text : arguments.kernel_arrays)
    launch.kernel_arrays.push_back(parse_list("--kernel-arrays", text));
  for (const std::string& text : arguments.images) launch.images.push_back(parse_image(text));
  for (const std::string& text : arguments.samplers) launch.samplers.push_back(parse_sampler(text));
  for (const std::string& text : arguments.accesses) launch.accesses.push_back(parse_access(text));
  launch.sub_groups = stated_sub_groups(arguments);
  check_distinct_names(launch);
  return launch;
}

bool has_open_sizes(const GivenLaunch& launch) {
  const auto is_open = [](const std::optional<GivenSize>& size) { return size && size->is_open(); };
  return is_open(launch.local_size) || is_open(launch.num_groups) || is_open(launch.global_size);
}

worker::FactsAnswer bind_launch(const GivenLaunch& launch, const model::KernelModel& kernel,
                                const LayoutsOf& layouts) {
  try {
    return Binder(launch, kernel, layouts).bind();
  } catch (const UsageError& error) {
    worker::FactsAnswer answer;
    answer.input_error = error.what();
    return answer;
  }
}

}  // namespace launchproof::cli
