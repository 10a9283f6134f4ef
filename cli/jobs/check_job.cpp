#include "cli/jobs/check_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <iterator>

#include "capture/files/sha256.h"
#include "cli/jobs/boogie_axioms.h"
#include "cli/jobs/device_modules.h"
#include "cli/launch/parse_launch.h"
#include "cli/verification/recorded_launches.h"
#include "cli/verification/verification.h"
#include "verify/cache/fields.h"
#include "verify/frontend/opencl/assumed_device.h"
#include "verify/frontend/opencl/device_features.h"
#include "verify/jobs/given/launch_key.h"

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

struct Commands {
  std::string repro, replay, export_finding;
};

Commands commands_of(const std::string& file, const Arguments& arguments) {
  Commands commands;
  commands.repro = repeat_command(arguments, std::vector<std::string>{file});
  Arguments replayed = arguments;
  replayed.command = Command::Replay;
  if (arguments.command == Command::Check) replayed.results = output_folder(arguments);
  commands.replay = repeat_command(replayed, std::vector<std::string>{file});
  replayed.command = Command::ExportRepro;
  if (language_of(file, arguments) == SourceLanguage::OpenCl)
    commands.export_finding =
        repeat_command(replayed, std::vector<std::string>{std::string(jobs::kFindingId), file});
  return commands;
}

// Sets how the job reads with sizes in place of those that are left open.
void leave_open(const std::string& file, const Arguments& arguments, const jobs::Job& job,
                jobs::StatedLaunch& stated) {
  jobs::OpenForm open;
  open.options = compiler_options(file, arguments);
  // No other word of the commands is like these.
  const auto word = [&](const char* like) {
    std::string made = like;
    const auto is_taken = [&](const std::string& text) { return text.find(made) != std::string::npos; };
    while (is_taken(job.repro) || is_taken(job.replay_command) || is_taken(job.export_command)) made += '_';
    return made;
  };
  open.local_word = word("LOCAL_SIZE");
  open.groups_word = word("NUM_GROUPS");
  Arguments sized = arguments;
  sized.local_size = open.local_word;
  sized.num_groups = open.groups_word;
  sized.global_size.clear();
  const Commands commands = commands_of(file, sized);
  open.repro = commands.repro;
  open.replay_command = commands.replay;
  open.export_command = commands.export_finding;
  stated.open = std::move(open);
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
  source.options = compiler_options(file, arguments);
  if (jobs::names_size_macros(source.text))
    source.options = jobs::size_macros(parse_launch(arguments), source.text) + source.options;
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

jobs::Job check_job(const std::string& file, const Arguments& arguments) {
  auto program = std::make_shared<jobs::Program>();
  program->sources.push_back(program_source(file, arguments));
  program->device = checked_device(file, arguments);
  program->key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}{}{}", file, arguments.language, arguments.address_bits,
                             arguments.device_features, program->sources[0].options,
                             static_cast<int>(program->sources[0].annotations),
                             program->sources[0].is_modular ? "m" : "",
                             static_cast<int>(program->sources[0].private_arrays));
  jobs::Job job;
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
  const Commands commands = commands_of(file, arguments);
  job.repro = commands.repro;
  job.replay_command = commands.replay;
  job.launch_command = job.replay_command;
  job.export_command = commands.export_finding;
  jobs::StatedLaunch stated{parse_launch(arguments), std::nullopt};
  if (jobs::has_open_sizes(stated.launch)) {
    if (arguments.command != Command::Check)
      throw UsageError("sizes of `*` are for `check`; the command that it prints for a finding has others");
    leave_open(file, arguments, job, stated);
  }
  job.facts_key = jobs::launch_key(stated.launch);
  job.launch_source = std::move(stated);
  return job;
}

std::string class_key(const jobs::Job& job, const std::string& kernel) {
  const frontend::ProgramSource& source = job.program->sources.at(0);
  std::string text;
  cache::add_field(text, "kernel", kernel);
  cache::add_field(text, "program", source.text);
  cache::add_field(text, "options", source.options);
  cache::add_field(text, "address-bits", fmt::format("{}", job.program->device.address_bits));
  cache::add_field(text, "launch", job.facts_key);
  return short_key(capture::sha256_hex(text.data(), text.size()));
}

}  // namespace launchproof::cli
