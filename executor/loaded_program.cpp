#include "executor/loaded_program.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "verify/device_code/device_code.h"
#include "verify/frontend/names/kernel_names.h"
#include "verify/frontend/opencl/assumed_device.h"
#include "verify/frontend/ptx/cuda_source.h"
#include "verify/frontend/ptx/text/entries.h"
#include "verify/frontend/ptx/parameter_places.h"
#include "verify/frontend/ptx/parser.h"

namespace launchproof::executor {
namespace {

namespace ptx = frontend::ptx;

std::vector<KernelParameter> parameters_of(const ptx::Function& function) {
  std::vector<KernelParameter> parameters;
  for (const ptx::ParameterPlace& place : ptx::parameter_places(function))
    parameters.push_back({place.offset, place.bytes});
  return parameters;
}

std::uint64_t shared_bytes(const auto& variables) {
  std::uint64_t bytes = 0;
  for (const ptx::Variable& variable : variables)
    if (variable.space == ptx::Space::Shared && !variable.is_external) bytes += bytes_of(variable);
  return bytes;
}

// Returns the name in the text generated from the PTX if the variable is static: "table" for `_ZL5table`.
std::string symbol_of(const std::string& name_in_ir) {
  constexpr std::string_view kStatic = "_ZL";
  std::string_view rest = name_in_ir;
  if (!rest.starts_with(kStatic)) return name_in_ir;
  rest.remove_prefix(kStatic.size());
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), length);
  return error == std::errc()
             ? std::string(end, std::min<std::size_t>(length, rest.data() + rest.size() - end))
             : name_in_ir;
}

LaunchResult not_executed(std::string problem) {
  return {LaunchEnd::NotExecuted, std::move(problem), {}, {}};
}

LaunchResult result_of(replay::InPlaceResult run) {
  LaunchResult result{LaunchEnd::Completed, std::move(run.problem), std::move(run.printed),
                      std::move(run.failed_asserts)};
  if (run.end == replay::LaunchEnd::Assertion)
    result.end = LaunchEnd::Assertion;
  else if (run.end == replay::LaunchEnd::Trap)
    result.end = LaunchEnd::Trap;
  else if (!result.problem.empty())
    result.end = LaunchEnd::NotExecuted;
  return result;
}

// Returns 75 for "sm_75" and 90 for "sm_90a".
std::uint32_t architecture_of(std::string_view target) {
  const std::size_t digits = std::min(target.find_first_of("0123456789"), target.size());
  std::uint32_t number = 0;
  std::from_chars(target.data() + digits, target.data() + target.size(), number);
  return number;
}

bool is_of_host(const ptx::Variable& variable) {
  return variable.space == ptx::Space::Global || variable.space == ptx::Space::Constant;
}

}  // namespace

LoadedProgram::LoadedProgram(std::string_view image, std::uint32_t architecture) {
  try {
    if (device_code::is_compiled(image.substr(0, 4))) {
      const device_code::DeviceCode code = device_code::device_code_of(image);
      if (code.modules.empty()) {
        d_described.has_no_ptx = true;
        d_described.problem = "the module holds machine code for GPUs and no PTX";
        return;
      }
      const device_code::PtxModule* const newest = device_code::newest_module(code, architecture);
      if (newest == nullptr) {
        d_described.has_no_ptx = true;
        d_described.problem = "the module holds PTX only for GPUs that are newer than the device's sm_" +
                              std::to_string(architecture);
        return;
      }
      d_described.ptx = newest->text;
    } else {
      d_described.ptx = image;
    }
    while (d_described.ptx.ends_with('\0')) d_described.ptx.pop_back();
    read_ptx();
  } catch (const device_code::DamagedFile& error) {
    d_described.problem = error.what();
  } catch (const ptx::SyntaxError& error) {
    d_described.problem = "line " + std::to_string(error.line()) + " of the PTX: " + error.what();
  }
}

void LoadedProgram::read_ptx() {
  const ptx::Module module = ptx::parse(d_described.ptx);
  d_described.architecture = architecture_of(module.target);
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || !function.has_body) continue;
    d_described.kernels.push_back({function.name, parameters_of(function),
                                   shared_bytes(module.variables) + shared_bytes(function.variables)});
  }
  std::vector<std::string> names;
  names.reserve(d_described.kernels.size());
  for (const LoadedKernel& kernel : d_described.kernels) names.push_back(kernel.name);
  d_names = frontend::kernel_names(names);
  for (const ptx::Variable& variable : module.variables) {
    if (!is_of_host(variable)) continue;
    std::string initial(variable.initial.begin(), variable.initial.end());
    initial.resize(bytes_of(variable));
    d_described.variables.push_back({variable.name, alignment_of(variable), std::move(initial)});
    d_symbols.emplace(variable.symbol, variable.name);
  }
}

const frontend::PreparedProgram& LoadedProgram::prepared(const std::string& kernel) {
  constexpr std::size_t kLarge = 100'000;  // characters, which take about a second to compile
  const bool is_large = d_described.ptx.size() > kLarge;
  const auto [found, is_new] = d_prepared.try_emplace(is_large ? kernel : std::string());
  if (is_new) {
    frontend::ProgramSource source;
    source.language = frontend::SourceLanguage::Ptx;
    source.file_name = "module.ptx";
    source.text = is_large ? ptx::only_entries(d_described.ptx, {kernel}) : d_described.ptx;
    source.options = ptx::kForExecution;
    found->second = frontend::prepare_program({source}, frontend::assumed_device({}, std::nullopt));
  }
  return found->second;
}

void LoadedProgram::place(const std::map<std::string, std::uint64_t>& addresses) {
  d_addresses = addresses;
}

const replay::InPlaceKernel& LoadedProgram::kernel(const frontend::PreparedProgram& program,
                                                   const std::string& name, const std::string& in_ptx) {
  if (const auto found = d_kernels.find(in_ptx); found != d_kernels.end()) return found->second;
  std::map<std::string, std::uint64_t> addresses;
  for (const std::string& variable : replay::program_variables(program)) {
    const auto symbol = d_symbols.find(symbol_of(variable));
    const auto found = symbol == d_symbols.end() ? d_addresses.end() : d_addresses.find(symbol->second);
    if (found != d_addresses.end()) addresses.emplace(variable, found->second);
  }
  return d_kernels.try_emplace(in_ptx, program, name, addresses).first->second;
}

LaunchResult LoadedProgram::run(const KernelLaunch& launch) {
  const auto described = std::ranges::find(d_described.kernels, launch.kernel, &LoadedKernel::name);
  if (described == d_described.kernels.end())
    return not_executed("the module has no kernel " + launch.kernel);
  const frontend::PreparedProgram& program = prepared(launch.kernel);
  if (!program.compiled) {
    const auto error = std::ranges::find_if(program.messages, &frontend::CompilerMessage::is_error);
    if (error == program.messages.end()) return not_executed("the PTX cannot be translated");
    return not_executed("line " + std::to_string(error->line) + " of the PTX: " + error->text);
  }
  const bool is_alone = program.kernels.size() == 1;  // its name then has no parameters
  const std::string& name = is_alone ? program.kernels.front().name : d_names[launch.kernel];
  const auto translated = std::ranges::find(program.kernels, name, &frontend::PreparedKernel::name);
  if (translated == program.kernels.end()) return not_executed("the module has no kernel " + launch.kernel);
  replay::InPlaceLaunch run;
  std::ranges::copy(launch.groups, run.groups.begin());
  std::ranges::copy(launch.local_size, run.local_size.begin());
  run.dynamic_bytes = launch.dynamic_bytes;
  run.is_cooperative = launch.is_cooperative;
  for (std::size_t i = 0; i < translated->parameters.size(); ++i) {
    const model::Parameter& parameter = translated->parameters[i];
    std::vector<std::uint8_t>& bytes = run.arguments.emplace_back();
    // Dynamic memory is a parameter that the launch does not pass.
    const std::size_t number = parameter.structure == model::kNone ? i : parameter.structure;
    if (number >= described->parameters.size()) continue;
    const KernelParameter& place = described->parameters[number];
    const std::uint64_t begin =
        place.offset + (parameter.structure == model::kNone ? 0 : parameter.structure_offset);
    const std::uint64_t end =
        parameter.structure == model::kNone ? begin + place.size : begin + sizeof(void*);
    if (end > launch.parameters.size()) return not_executed("the launch passes too few bytes of parameters");
    bytes.assign(launch.parameters.begin() + static_cast<std::ptrdiff_t>(begin),
                 launch.parameters.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return result_of(kernel(program, name, launch.kernel).run(run));
}

}  // namespace launchproof::executor
