// A kernel case with its launch, prepared for replay.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/launch/parse_launch.h"
#include "verify/frontend/compilation/value_layouts.h"
#include "verify/frontend/opencl/assumed_device.h"
#include "verify/frontend/opencl/device_features.h"
#include "verify/frontend/program/languages.h"
#include "verify/replay/replay.h"

namespace launchproof::replay {

inline frontend::ProgramSource source_of(const std::string& text, const std::string& options = "") {
  return {.file_name = "kernel.cl", .text = text, .options = options};
}

inline bool is_kernel_case(const std::filesystem::path& path) {
  return frontend::language_of_suffix(path.string()).has_value();
}

// Returns the device that `check` assumes without options about the device.
inline frontend::DeviceEnvironment checked_device(const std::string& build_options = {}) {
  return frontend::assumed_device(build_options);
}

inline model::LaunchFacts facts_for(const frontend::PreparedKernel& kernel, std::vector<std::string> words,
                                    const jobs::LayoutsOf& layouts = {},
                                    model::Language language = model::Language::OpenCl) {
  model::KernelModel described;
  described.name = kernel.name;
  described.parameters = kernel.parameters;
  described.required_local_size = kernel.required_local_size;
  described.language = language;
  words.insert(words.begin(), {"check", "kernel.cl"});
  const jobs::FactsAnswer answer =
      jobs::bind_launch(cli::parse_launch(cli::parse(words).arguments), described, layouts);
  if (!answer.facts) throw std::runtime_error(answer.input_error);
  return *answer.facts;
}

inline model::Language language_of_model(frontend::SourceLanguage language) {
  return language == frontend::SourceLanguage::OpenCl ? model::Language::OpenCl : model::Language::Cuda;
}

// The only kernel of a program and its launch, given as for `launchproof check`.
struct Launched {
  frontend::PreparedProgram program;
  Kernel kernel;
  model::LaunchFacts facts;

  Launched(const std::string& text, const std::string& launch, const std::string& options = "")
      : Launched(text, launch, options, checked_device(options)) {}
  Launched(const std::string& text, const std::string& launch, const std::string& options,
           const frontend::DeviceEnvironment& device)
      : Launched(source_of(text, options), launch, device) {}
  Launched(const frontend::ProgramSource& source, const std::string& launch,
           const frontend::DeviceEnvironment& device)
      : program(frontend::prepare_program({source}, device)),
        kernel(program, program.kernels.empty() ? "none" : program.kernels.front().name) {
    if (program.kernels.empty()) return;
    const auto layouts = [&] {
      return frontend::value_layouts(source, device, program.kernels.front().name);
    };
    facts = facts_for(program.kernels.front(), cli::split_words(launch), layouts,
                      language_of_model(source.language));
  }
  Outcome run(const Contents& contents = {}, const Options& options = {}) const {
    return kernel.run(facts, contents, options);
  }
};

inline std::vector<Seen> of(const Outcome& outcome, verdict::Property property) {
  std::vector<Seen> result;
  for (const Seen& seen : outcome.seen)
    if (seen.property == property) result.push_back(seen);
  return result;
}

inline std::uint32_t line_of(const Seen& seen, std::size_t side = 0) {
  return seen.participants.at(side).locations.at(0).line;
}

struct CaseFile {
  std::string name;  // below tests/kernels
  std::string text;
  std::map<std::string, std::string> keys;
  std::string launch, build_options;
  model::BarrierRule barrier_rule = model::BarrierRule::OpenCl;
  frontend::SourceLanguage language = frontend::SourceLanguage::OpenCl;
  frontend::DeviceEnvironment device;

  // `whole`: the launch as it is verified, unless it leaves sizes open; otherwise a launch small enough to
  // run completely.
  explicit CaseFile(const std::filesystem::path& path, bool whole) {
    std::ifstream stream(path);
    std::stringstream content;
    content << stream.rdbuf();
    text = content.str();
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.starts_with("// ");)
      if (const auto colon = line.find(": "); colon != std::string::npos)
        keys[line.substr(3, colon - 3)] = line.substr(colon + 2);
    const bool open = keys["launch"].find('*') != std::string::npos;
    launch = (!whole || open) && keys.contains("oracle-launch") ? keys["oracle-launch"] : keys["launch"];
    std::vector<std::string> words = cli::split_words(launch);
    words.insert(words.begin(), {"check", "kernel.cl"});
    const cli::Arguments arguments = cli::parse(words).arguments;
    build_options = arguments.build_options;
    device = arguments.device_features.empty()
                 ? frontend::assumed_device(build_options)
                 : frontend::assumed_device(build_options,
                                            frontend::parse_device_features(arguments.device_features));
    device.address_bits = arguments.address_bits;
    language = frontend::language_of_suffix(path.string()).value_or(frontend::SourceLanguage::OpenCl);
    if (arguments.barrier_rule == "cuda" || language != frontend::SourceLanguage::OpenCl)
      barrier_rule = model::BarrierRule::Cuda;
    for (const std::string& define : arguments.defines) build_options += " -D " + define;
  }

  frontend::ProgramSource source() const {
    frontend::ProgramSource source = source_of(text, build_options);
    source.language = language;
    if (language == frontend::SourceLanguage::Cuda) source.file_name = "kernel.cu";
    if (language == frontend::SourceLanguage::Ptx) source.file_name = "kernel.ptx";
    return source;
  }
};

}  // namespace launchproof::replay
