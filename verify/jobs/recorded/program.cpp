#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "verify/frontend/opencl/assumed_device.h"
#include "verify/jobs/recorded/recorded.h"
#include "verify/jobs/recorded/recorded_module.h"

namespace launchproof::jobs {
namespace {

constexpr std::size_t kShownDigits = 12;
constexpr std::string_view kFeaturePrefix = "__opencl_c_";

// "OpenCL C 1.2 pocl" -> "1.2"
std::string version_in(const std::string& text) {
  const std::size_t digit = text.find_first_of("0123456789");
  if (digit == std::string::npos) return {};
  return text.substr(digit, text.find_first_not_of("0123456789.", digit) - digit);
}

// SPIR-V begins with this word, in either byte order (SPIR-V specification, 3.1).
bool is_spirv(const std::string& bytes) {
  return bytes.starts_with("\x03\x02\x23\x07") || bytes.starts_with("\x07\x23\x02\x03");
}

std::string no_text(const char* what, const char* remedy) {
  return std::string("the program was recorded without source (built from ") + what + "); " + remedy;
}

std::string not_translated(const char* what) {
  return no_text(what,
                 "let the application build from OpenCL C, for instance on another platform, or give the "
                 "kernel's source to `check`");
}

// Returns why a program that was not created from source has none, and what can be done about it.
std::string no_source(const capture::Program& program, const ProgramLookup& lookup) {
  switch (program.origin) {
    case capture::ProgramOrigin::Il:
      return not_translated("IL, which is not translated");
    case capture::ProgramOrigin::BuiltInKernels:
      return no_text("the device's built-in kernels", "nothing is known of what they do");
    default:
      break;
  }
  for (const capture::SourceFile& binary : program.sources) {
    const auto bytes = lookup.text(binary.digest);
    if (bytes && is_spirv(*bytes)) return not_translated("a binary that is SPIR-V, which is not translated");
  }
  return no_text("a binary of which no earlier build is remembered",
                 "record with --prefer-source, or once with the application's own store of binaries empty");
}

// Adds the macros that the device's compiler predefines for all of a program's sources. Omits names for which
// it gives different answers, as it may under other options.
void add_macros(const capture::TakenBranches& taken,
                std::map<std::string, std::optional<std::string>>& macros) {
  for (const auto& [name, body] : taken.macros)
    if (const auto [known, is_new] = macros.try_emplace(name, body); !is_new && known->second != body)
      known->second.reset();
}

// Appends the sources of `program` and of everything that it was linked from. Returns why one of them has
// none, or an empty text.
std::string collect(const capture::Program& program, const capture::Device* device,
                    const ProgramLookup& lookup, std::set<capture::ProgramId>& seen,
                    std::vector<frontend::ProgramSource>& sources,
                    std::map<std::string, std::optional<std::string>>& macros) {
  if (!seen.insert(program.id).second) return {};
  if (program.origin == capture::ProgramOrigin::Link) {
    if (program.inputs.empty()) return "the capture does not say what the program was linked from";
    for (const capture::ProgramId id : program.inputs) {
      const capture::Program* input = lookup.program(id);
      if (input == nullptr) return "a program that this one was linked from is missing in the capture";
      if (std::string problem = collect(*input, device, lookup, seen, sources, macros); !problem.empty())
        return problem;
    }
    return {};
  }
  const bool is_ptx = program.origin == capture::ProgramOrigin::Ptx;
  if (program.origin != capture::ProgramOrigin::Source && program.origin != capture::ProgramOrigin::Compile &&
      !is_ptx)
    return no_source(program, lookup);
  frontend::ProgramSource source{.file_name = program_file_name(program),
                                 .text = {},
                                 .options = program.options,
                                 .working_directory = program.working_directory,
                                 .headers = {}};
  if (is_ptx) source.language = frontend::SourceLanguage::Ptx;
  // clCreateProgramWithSource concatenates its strings directly.
  for (const capture::SourceFile& file : program.sources) {
    const auto text = lookup.text(file.digest);
    if (!text)
      return "the source of the program is missing in the capture or damaged (blob " +
             file.digest.substr(0, kShownDigits) + ")";
    // clCompileProgram also accepts IL programs.
    if (is_spirv(*text)) return not_translated("IL, which is not translated");
    if (!is_ptx) {
      source.text += *text;
      continue;
    }
    RecordedModule module = recorded_module(*text, device);
    if (!module.problem.empty()) return module.problem;
    source.text = std::move(module.text);
  }
  for (const auto* files : {&program.headers, &program.included_files}) {
    for (const capture::SourceFile& file : *files) {
      // A lost header may not be needed; if it is, the compiler reports that.
      if (const auto text = lookup.text(file.digest)) source.headers.push_back({file.name, *text});
    }
  }
  if (program.sources.empty()) return "the program was recorded without source";
  for (const capture::TakenBranches& taken : program.taken)
    if (device != nullptr && taken.device == device->id) {
      source.branches = taken.branches;
      add_macros(taken, macros);
    }
  sources.push_back(std::move(source));
  return {};
}

}  // namespace

frontend::DeviceEnvironment recorded_device(const capture::Device& device) {
  frontend::DeviceEnvironment environment;
  if (device.address_bits != 0) environment.address_bits = device.address_bits;
  std::string version = version_in(device.opencl_c_version);
  for (const std::string& candidate : device.opencl_c_all_versions) {
    if (version_in(candidate) > version)
      version = version_in(candidate);  // "1.0" to "3.0": comparing the texts is sufficient
  }
  if (!version.empty()) environment.opencl_c_version = version;
  environment.extensions = device.extensions;
  for (const std::string& feature : device.features) {
    environment.features.push_back(feature.starts_with(kFeaturePrefix) ? feature.substr(kFeaturePrefix.size())
                                                                       : feature);
  }
  environment.macros = device.macros;
  environment.undefined_macros = device.undefined_macros;
  environment.images = device.image_support;
  environment.little_endian = device.little_endian;
  return environment;
}

Program recorded_program(const capture::Program& program, const capture::Device* device,
                         const ProgramLookup& lookup) {
  Program result;
  result.key = std::to_string(program.id) + '@' + std::to_string(device == nullptr ? 0 : device->id);
  // A CUDA device reports nothing about OpenCL C, and PTX states its own architecture.
  if (program.origin == capture::ProgramOrigin::Ptx)
    result.device = frontend::assumed_device({});
  else if (device != nullptr)
    result.device = recorded_device(*device);
  std::set<capture::ProgramId> seen;
  std::map<std::string, std::optional<std::string>> macros;
  result.no_source = collect(program, device, lookup, seen, result.sources, macros);
  for (const auto& [name, body] : macros) {
    const auto is_it = [&](const auto& macro) { return macro.first == name; };
    if (body && std::ranges::none_of(result.device.macros, is_it))
      result.device.macros.emplace_back(name, *body);
  }
  if (!result.no_source.empty()) result.sources.clear();
  return result;
}

std::string program_file_name(const capture::Program& program) {
  const std::string name =
      program.digest.empty() ? std::to_string(program.id) : program.digest.substr(0, kShownDigits);
  return "program-" + name + (program.origin == capture::ProgramOrigin::Ptx ? ".ptx" : ".cl");
}

}  // namespace launchproof::jobs
