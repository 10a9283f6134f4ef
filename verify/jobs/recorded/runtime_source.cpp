#include "verify/jobs/recorded/runtime_source.h"

#include <string>
#include <utility>

#include "verify/frontend/opencl/assumed_device.h"

namespace launchproof::jobs {
namespace {

// Included first if functions without a qualifier are device functions.
constexpr const char* kDefaultDevice = "launchproof_default_device.h";

bool has_default_device(const std::string& options) {
  return options.find("-default-device") != std::string::npos ||
         options.find("--device-as-default-execution-space") != std::string::npos;
}

// The names that the application requested. Using each once instantiates the templates.
std::string uses_of(const std::vector<capture::Text>& expressions) {
  std::string text;
  for (std::size_t i = 0; i < expressions.size(); ++i)
    text += "\nstatic auto launchproof_named_" + std::to_string(i) + " = " + expressions[i] + ";";
  return text.empty() ? text : text + '\n';
}

}  // namespace

std::optional<Program> runtime_source_program(const capture::Program& program, const capture::Device* device,
                                              const ProgramLookup& lookup) {
  if (!program.compiled_from) return std::nullopt;
  const capture::SourceFile& file = program.compiled_from->file;
  std::optional<std::string> text = lookup.text(file.digest);
  if (!text) return std::nullopt;
  Program result;
  result.key =
      std::to_string(program.id) + '@' + std::to_string(device == nullptr ? 0 : device->id) + " source";
  result.device = frontend::assumed_device({});
  frontend::ProgramSource source{
      .file_name = file.name.empty() ? program_file_name(program) + ".cu" : file.name,
      .text = *std::move(text) + uses_of(program.compiled_from->expressions),
      .options = program.options + " -D__CUDACC_RTC__=1",
      .working_directory = program.working_directory,
      .headers = {}};
  source.language = frontend::SourceLanguage::Cuda;
  for (const capture::SourceFile& header : program.headers)
    if (auto header_text = lookup.text(header.digest))
      source.headers.push_back({header.name, *std::move(header_text)});
  if (has_default_device(program.options)) {
    source.headers.push_back({kDefaultDevice, "#pragma clang force_cuda_host_device begin\n"});
    source.options += std::string(" -include ") + kDefaultDevice;
  }
  result.sources.push_back(std::move(source));
  return result;
}

}  // namespace launchproof::jobs
