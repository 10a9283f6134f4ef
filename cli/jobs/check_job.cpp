#include "cli/jobs/check_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>

#include "capture/files/sha256.h"
#include "cli/jobs/boogie_axioms.h"
#include "cli/jobs/device_modules.h"
#include "cli/launch/launch_key.h"
#include "cli/verification/recorded_launches.h"
#include "cli/verification/verification.h"
#include "verify/cache/fields.h"
#include "verify/frontend/compilation/value_layouts.h"
#include "verify/frontend/opencl/assumed_device.h"
#include "verify/frontend/opencl/device_features.h"

namespace launchproof::cli {

using frontend::SourceLanguage;

namespace {

// Returns the word quoted, so that it is one word of the build options whatever it holds.
std::string quoted(const std::string& word) {
  if (!word.empty() && word.find_first_of(" \t\r\n\"'\\") == std::string::npos) return word;
  std::string result = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// Returns the options for the kernel compiler, for a file in this language. Throws UsageError.
std::string compiler_options(const std::string& file, const Arguments& arguments) {
  const bool is_cuda = language_of(file, arguments) == SourceLanguage::Cuda;
  std::string options;
  for (const std::string& define : arguments.defines) options += "-D " + quoted(define) + " ";
  for (const std::string& folder : arguments.include_folders) options += "-I " + quoted(folder) + " ";
  if (!arguments.standard.empty())
    options += (is_cuda ? "-std=" : "-cl-std=") + quoted(arguments.standard) + " ";
  for (const auto& [name, value] : {std::pair{"--gpu-arch", &arguments.gpu_architecture},
                                    std::pair{"--cuda-path", &arguments.cuda_path}}) {
    if (value->empty()) continue;
    if (!is_cuda)
      throw UsageError(fmt::format("{}: {} is no CUDA source (.cu); leave the option out", name, file));
    options += quoted(fmt::format("{}={}", name, *value)) + " ";
  }
  for (const std::string& word : arguments.clang_options) options += quoted(word) + " ";
  return options + arguments.build_options;
}

// Defines the macros through which GPUVerify kernels read the launch sizes: `__LOCAL_SIZE_0`,
// `__NUM_GROUPS_0`, `__GLOBAL_SIZE_0` and so on. Only sizes that the caller gives are defined.
std::string size_macros(const Arguments& arguments, const std::string& text) {
  if (std::ranges::none_of(std::array{"__LOCAL_SIZE_", "__NUM_GROUPS_", "__GLOBAL_SIZE_"},
                           [&](const char* name) { return text.find(name) != std::string::npos; }))
    return {};
  const GivenLaunch launch = parse_launch(arguments);
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

constexpr const char* kStandardInput = "-";
constexpr const char* kStandardInputName = "<stdin>";

// All of standard input, which is read once. Throws UsageError where it cannot be read or is empty.
const std::string& standard_input_text() {
  static const std::string text = [] {
    std::string all{std::istreambuf_iterator<char>(std::cin), {}};
    if (std::cin.bad()) throw UsageError("-: standard input cannot be read");
    if (all.empty()) throw UsageError("-: standard input is empty");
    return all;
  }();
  return text;
}

std::uint32_t dimensions_of(const GivenLaunch& launch) {
  std::uint32_t dimensions = 1;
  for (const auto* size : {&launch.local_size, &launch.num_groups, &launch.global_size})
    if (*size) dimensions = std::max(dimensions, (*size)->dimensions);
  return dimensions;
}

}  // namespace

SourceLanguage language_of(const std::string& file, const Arguments& arguments) {
  if (arguments.language == "opencl") return SourceLanguage::OpenCl;
  if (arguments.language == "cuda") return SourceLanguage::Cuda;
  if (arguments.language == "ptx") return SourceLanguage::Ptx;
  if (file.ends_with(".cu") || file.ends_with(".cuh")) return SourceLanguage::Cuda;
  if (file.ends_with(".ptx") || is_device_module(file)) return SourceLanguage::Ptx;
  return SourceLanguage::OpenCl;
}

frontend::ProgramSource program_source(const std::string& file, const Arguments& arguments) {
  frontend::ProgramSource source;
  source.language = language_of(file, arguments);
  const bool is_piped = file == kStandardInput;
  source.file_name = is_piped ? kStandardInputName : file;
  if (is_piped)
    source.text = standard_input_text();
  else
    source.text = is_device_module(file) ? device_module_text(file) : read_text_file(file);
  source.options = size_macros(arguments, source.text) + compiler_options(file, arguments);
  for (const std::string& axioms : arguments.boogie_files) check_axioms_unused(axioms, source.text);
  source.annotations = annotations_in_use(arguments);
  source.is_modular = is_modular(arguments);
  source.private_arrays = private_arrays(arguments);
  return source;
}

frontend::DeviceEnvironment checked_device(const std::string& file, const Arguments& arguments) {
  frontend::DeviceEnvironment device = frontend::assumed_device(
      compiler_options(file, arguments),
      arguments.device_features.empty()
          ? std::nullopt
          : std::optional(frontend::parse_device_features(arguments.device_features)));
  device.address_bits = arguments.address_bits;
  // The macros that GPUVerify predefines for devices, with the least values that OpenCL allows.
  for (const auto& [name, value] :
       {std::pair{"CL_DEVICE_IMAGE2D_MAX_WIDTH", "8192"}, std::pair{"CL_DEVICE_IMAGE2D_MAX_HEIGHT", "8192"},
        std::pair{"CL_DEVICE_IMAGE3D_MAX_WIDTH", "2048"}, std::pair{"CL_DEVICE_IMAGE3D_MAX_HEIGHT", "2048"},
        std::pair{"CL_DEVICE_IMAGE3D_MAX_DEPTH", "2048"}}) {
    const auto defines = [&](const std::string& define) {
      return define.substr(0, define.find('=')) == name;
    };
    if (std::ranges::none_of(arguments.defines, defines)) device.macros.emplace_back(name, value);
  }
  return device;
}

std::string output_folder(const Arguments& arguments) {
  return arguments.output.empty() && arguments.ci ? "launchproof-results" : arguments.output;
}

worker::Job check_job(const std::string& file, const Arguments& arguments) {
  auto program = std::make_shared<worker::Program>();
  program->sources.push_back(program_source(file, arguments));
  program->device = checked_device(file, arguments);
  program->key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}{}{}", file, arguments.language, arguments.address_bits,
                             arguments.device_features, program->sources[0].options,
                             static_cast<int>(program->sources[0].annotations),
                             program->sources[0].is_modular ? "m" : "",
                             static_cast<int>(program->sources[0].private_arrays));
  worker::Job job;
  job.program = std::move(program);
  job.kernel = arguments.kernel;
  job.source = job.program->sources[0].file_name;
  job.cross_check = cross_check(arguments);
  job.options = engine_options(arguments);
  if (language_of(file, arguments) != SourceLanguage::OpenCl && arguments.barrier_rule.empty())
    job.options.barrier_rule = model::BarrierRule::Cuda;
  choose_engine(job, arguments);
  job.replay = !arguments.no_replay;
  job.repair = arguments.command == Command::Check && arguments.fixes != "off";
  job.merge = false;  // each file and each line of a batch has a row of its own
  job.derive_time = derive_time(arguments);
  job.minimise_facts = arguments.assumptions != "read";
  job.repro = repeat_command(arguments, std::vector<std::string>{file});
  Arguments replayed = arguments;
  replayed.command = Command::Replay;
  if (arguments.command == Command::Check) replayed.results = output_folder(arguments);
  job.replay_command = repeat_command(replayed, std::vector<std::string>{file});
  job.launch_command = job.replay_command;
  replayed.command = Command::ExportRepro;
  if (language_of(file, arguments) == SourceLanguage::OpenCl)
    job.export_command =
        repeat_command(replayed, std::vector<std::string>{std::string(worker::kFindingId), file});
  const GivenLaunch launch = parse_launch(arguments);
  if (has_open_sizes(launch)) {
    if (arguments.command != Command::Check)
      throw UsageError("sizes of `*` are for `check`; the command that it prints for a finding has others");
    job.with_sizes = [file, arguments, dimensions = dimensions_of(launch)](const model::LaunchSizes& sizes) {
      const auto list = [&](const std::array<std::uint64_t, 3>& size) {
        return fmt::format("{}", fmt::join(size.begin(), size.begin() + dimensions, ","));
      };
      Arguments sized = arguments;
      sized.local_size = list(sizes.local);
      sized.num_groups = list(sizes.groups);
      sized.global_size.clear();
      return check_job(file, sized);
    };
  }
  job.facts_key = launch_key(launch);
  job.facts = [launch, program = job.program](const model::KernelModel& kernel) {
    return bind_launch(launch, kernel, [&] {
      return frontend::value_layouts(program->sources.at(0), program->device, kernel.name);
    });
  };
  return job;
}

std::string class_key(const worker::Job& job, const GivenLaunch& launch, const std::string& kernel) {
  const frontend::ProgramSource& source = job.program->sources.at(0);
  std::string text;
  cache::add_field(text, "kernel", kernel);
  cache::add_field(text, "program", source.text);
  cache::add_field(text, "options", source.options);
  cache::add_field(text, "address-bits", fmt::format("{}", job.program->device.address_bits));
  cache::add_field(text, "launch", launch_key(launch));
  return short_key(capture::sha256_hex(text.data(), text.size()));
}

}  // namespace launchproof::cli
