#include "verify/jobs/given/given_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <limits>
#include <map>
#include <set>

#include "verify/jobs/given/encode_structure.h"

namespace launchproof::jobs {
namespace {

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

  FactsAnswer bind() {
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

  // Returns the number of the open size "*NAME"; each "*" is a separate one.
  std::uint32_t symbol(const std::string& name) {
    const auto next = static_cast<std::uint32_t>(d_symbols.size() + 1);
    if (name == "*") return d_symbols.emplace("* " + std::to_string(next), next).first->second;
    return d_symbols.try_emplace(name, next).first->second;
  }

  // Returns whether the local size, the number of groups or both are left open. The sizes in the facts are
  // then examples.
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

  // Returns the parameter's number; if there is none, returns nothing and records the name as unused.
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
    // In the order of the options. For each argument, the whole value comes before its fields.
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

  // Requires that `values` is not empty.
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

  // `visiting` detects cycles of @. The object of an argument is its parameter's number plus one.
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
      d_facts.arguments[index] = root;  // still of unknown size, but now known to be shared
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
    // All `extern __shared__` variables are one parameter; CUDA kernels have no other parameters in shared
    // memory.
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
  FactsAnswer d_answer;
};

}  // namespace

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

std::uint64_t parse_bytes(const std::string& option, const std::string& whole, std::string_view text) {
  const auto bytes = parse_unsigned(text);
  if (!bytes)
    throw UsageError(fmt::format("{}: in `{}`, `{}` is not a number of bytes", option, whole, text));
  return *bytes;
}

bool has_open_sizes(const GivenLaunch& launch) {
  const auto is_open = [](const std::optional<GivenSize>& size) { return size && size->is_open(); };
  return is_open(launch.local_size) || is_open(launch.num_groups) || is_open(launch.global_size);
}

std::uint32_t dimensions_of(const GivenLaunch& launch) {
  std::uint32_t dimensions = 1;
  for (const auto* size : {&launch.local_size, &launch.num_groups, &launch.global_size})
    if (*size) dimensions = std::max(dimensions, (*size)->dimensions);
  return dimensions;
}

GivenLaunch at_sizes(GivenLaunch launch, const model::LaunchSizes& sizes) {
  const std::uint32_t dimensions = dimensions_of(launch);
  const auto given = [&](const std::array<std::uint64_t, 3>& size) {
    GivenSize made{.dimensions = dimensions};
    std::copy_n(size.begin(), dimensions, made.size.begin());
    return made;
  };
  launch.local_size = given(sizes.local);
  launch.num_groups = given(sizes.groups);
  launch.global_size.reset();
  return launch;
}

bool names_size_macros(const std::string& text) {
  return std::ranges::any_of(std::array{"__LOCAL_SIZE_", "__NUM_GROUPS_", "__GLOBAL_SIZE_"},
                             [&](const char* name) { return text.find(name) != std::string::npos; });
}

std::string size_macros(const GivenLaunch& launch, const std::string& text) {
  if (!names_size_macros(text)) return {};
  std::string options;
  const auto define = [&](const char* name, const std::optional<GivenSize>& size) {
    for (std::uint32_t d = 0; size && d < size->dimensions; ++d)
      if (size->any[d].empty()) options += fmt::format("-D__{}_{}={} ", name, d, size->size[d]);
  };
  define("LOCAL_SIZE", launch.local_size);
  define("NUM_GROUPS", launch.num_groups);
  define("GLOBAL_SIZE", launch.global_size);
  return options;
}

FactsAnswer bind_launch(const GivenLaunch& launch, const model::KernelModel& kernel,
                        const LayoutsOf& layouts) {
  try {
    return Binder(launch, kernel, layouts).bind();
  } catch (const UsageError& error) {
    FactsAnswer answer;
    answer.input_error = error.what();
    return answer;
  }
}

}  // namespace launchproof::jobs
