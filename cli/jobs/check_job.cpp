#include "cli/jobs/check_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/jobs/boogie_axioms.h"
#include "cli/jobs/device_modules.h"
#include "cli/launch/parse_launch.h"
#include "cli/options/dashes.h"
#include "cli/options/text_file.h"
#include "cli/verification/job_options.h"
#include "verify/frontend/opencl/assumed_device.h"
#include "verify/frontend/opencl/device_features.h"
#include "verify/frontend/program/languages.h"
#include "verify/jobs/plan/file_plan.h"

namespace launchproof::cli {

using frontend::SourceLanguage;

namespace {

// Returns the word quoted, so that it is a single word of the build options whatever it contains.
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
      throw UsageError(fmt::format("{}: {} is not CUDA source (.cu); leave out the option", name, file));
    options += quoted(fmt::format("{}={}", name, *value)) + " ";
  }
  for (const std::string& word : arguments.clang_options) options += quoted(word) + " ";
  return options + arguments.build_options;
}

constexpr const char* kStandardInputName = "<stdin>";

jobs::Commands commands_of(const std::string& file, const Arguments& arguments) {
  jobs::Commands commands;
  commands.repro = repeat_command(arguments, std::vector<std::string>{file});
  Arguments replayed = arguments;
  replayed.command = Command::Replay;
  if (arguments.command == Command::Check) replayed.results = output_folder(arguments);
  commands.replay = repeat_command(replayed, std::vector<std::string>{file});
  commands.launch = commands.replay;
  replayed.command = Command::ExportRepro;
  if (language_of(file, arguments) == SourceLanguage::OpenCl)
    commands.export_finding =
        repeat_command(replayed, std::vector<std::string>{std::string(jobs::kFindingId), file});
  return commands;
}

}  // namespace

SourceLanguage language_of(const std::string& file, const Arguments& arguments) {
  if (const auto named = frontend::language_named(arguments.language)) return *named;
  if (const auto told = frontend::language_of_suffix(file)) return *told;
  return is_device_module(file) ? SourceLanguage::Ptx : SourceLanguage::OpenCl;
}

namespace {

// Returns the file without macros for launch sizes.
frontend::ProgramSource plain_source(const std::string& file, const Arguments& arguments) {
  frontend::ProgramSource source;
  source.language = language_of(file, arguments);
  const bool is_piped = file == kDash;
  source.file_name = is_piped ? kStandardInputName : file;
  if (is_piped) {
    source.text = standard_input_text("kernel files");
    if (source.language == SourceLanguage::OpenCl && arguments.language.empty() &&
        source.text.find("__global__") != std::string::npos &&
        source.text.find("__kernel") == std::string::npos)
      throw UsageError("standard input is read as OpenCL C, and holds a `__global__` function; add -x cuda");
  } else {
    source.text = is_device_module(file) ? device_module_text(file) : read_text_file(file);
  }
  source.options = compiler_options(file, arguments);
  for (const std::string& axioms : arguments.boogie_files) check_axioms_unused(axioms, source.text);
  const jobs::SourceUse use = source_use(arguments);
  source.annotations = use.annotations;
  source.is_modular = use.is_modular;
  source.private_arrays = use.private_arrays;
  return source;
}

}  // namespace

frontend::ProgramSource program_source(const std::string& file, const Arguments& arguments) {
  frontend::ProgramSource source = plain_source(file, arguments);
  if (jobs::names_size_macros(source.text))
    source.options = jobs::size_macros(parse_launch(arguments), source.text) + source.options;
  return source;
}

frontend::DeviceEnvironment checked_device(const std::string& file, const Arguments& arguments) {
  frontend::DeviceEnvironment device = frontend::assumed_device(
      compiler_options(file, arguments),
      arguments.device_features.empty()
          ? std::nullopt
          : std::optional(frontend::parse_device_features(arguments.device_features)));
  device.address_bits = arguments.address_bits;
  // The macros that GPUVerify predefines for devices, with the smallest values that OpenCL allows.
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

jobs::Job check_job(const std::string& file, const Arguments& arguments) {
  jobs::FilePlan plan;
  plan.source = plain_source(file, arguments);
  plan.device = checked_device(file, arguments);
  plan.like = common_job(arguments);
  plan.like.kernel = arguments.kernel;
  if (plan.source.language != SourceLanguage::OpenCl && arguments.barrier_rule.empty())
    plan.like.options.barrier_rule = model::BarrierRule::Cuda;
  plan.like.repair = arguments.command == Command::Check && arguments.fixes != "off";
  plan.like.merge = false;  // each file and each line of a batch has its own row
  plan.launch = parse_launch(arguments);
  if (jobs::has_open_sizes(plan.launch) && arguments.command != Command::Check)
    throw UsageError(
        "only `check` accepts `*` as a size; the command that it prints for a finding has concrete sizes");
  plan.commands = [&](const jobs::SizeWords* sizes) {
    if (sizes == nullptr) return commands_of(file, arguments);
    Arguments sized = arguments;
    sized.local_size = sizes->local;
    sized.num_groups = sizes->groups;
    sized.global_size.clear();
    return commands_of(file, sized);
  };
  return jobs::plan_file(std::move(plan));
}

}  // namespace launchproof::cli
