#include "verify/jobs/plan/recorded_programs.h"

#include <fmt/format.h>

#include <algorithm>

#include "verify/frontend/names/kernel_names.h"
#include "verify/frontend/ptx/text/entries.h"
#include "verify/jobs/recorded/runtime_source.h"

namespace launchproof::jobs {

RecordedPrograms::RecordedPrograms(const capture::Capture& capture, const SourceUse& use)
    : d_capture(capture),
      d_use(use),
      d_lookup{[&capture](capture::ProgramId id) { return capture.program(id); },
               [&capture](const capture::Digest& digest) { return capture.find_blob(digest); }} {}

std::string RecordedPrograms::kernel_of(const capture::Launch& launch) {
  const capture::Program* program = d_capture.program(launch.program);
  if (program == nullptr || program->origin != capture::ProgramOrigin::Ptx) return launch.kernel;
  const auto [names, is_new] = d_names.try_emplace(launch.program);
  if (is_new) {
    for (const frontend::ProgramSource& source : module_of(launch)->sources)
      names->second.merge(frontend::ptx_entry_names(source.text));
    // Machine code alone.
    if (names->second.empty()) {
      const std::set<std::string> kernels = launched(launch.program);
      names->second = frontend::kernel_names({kernels.begin(), kernels.end()});
    }
  }
  const auto name = names->second.find(launch.kernel);
  return name == names->second.end() ? launch.kernel : name->second;
}

std::set<std::string> RecordedPrograms::launched(capture::ProgramId program) const {
  std::set<std::string> kernels;
  for (const capture::Launch& launch : d_capture.launches)
    if (launch.program == program) kernels.insert(launch.kernel);
  return kernels;
}

std::shared_ptr<const Program> RecordedPrograms::of(const capture::Launch& launch) {
  std::shared_ptr<const Program> module = module_of(launch);
  const capture::Program* program = d_capture.program(launch.program);
  if (program == nullptr || !program->compiled_from || d_capture.session.redacted) return module;
  const Source& source = source_of(launch);
  return source.kernels.contains(kernel_of(launch)) ? source.program : module;
}

const RecordedPrograms::Source& RecordedPrograms::source_of(const capture::Launch& launch) {
  const auto [entry, is_new] = d_sources.try_emplace({launch.program, launch.device});
  if (is_new) entry->second = read_source(launch);
  return entry->second;
}

RecordedPrograms::Source RecordedPrograms::read_source(const capture::Launch& launch) {
  Source result;
  const capture::Program& program = *d_capture.program(launch.program);
  auto read = runtime_source_program(program, d_capture.device(launch.device), d_lookup);
  std::string problem = "its text is missing in the capture";
  if (read) {
    set_options(*read);
    const frontend::Translation translation = frontend::translate(read->sources, read->device);
    problem.clear();
    if (!translation.compiled) {
      problem = "it does not compile";
      for (const frontend::CompilerMessage& message : translation.messages)
        if (message.is_error) {
          problem += fmt::format(" ({}:{}: {})", message.file, message.line, message.text);
          break;
        }
    }
    const bool has_ptx = !module_of(launch)->sources.empty();
    if (has_ptx) read->module = module_of(launch);
    std::map<std::string, const model::KernelModel*> found;
    for (const model::KernelModel& kernel : translation.kernels) found[kernel.name] = &kernel;
    for (const std::string& name : launched(launch.program)) {
      capture::Launch one = launch;
      one.kernel = name;
      const auto kernel = found.find(kernel_of(one));
      if (kernel == found.end()) {
        if (problem.empty()) problem = fmt::format("it has no kernel `{}`", kernel_of(one));
      } else if (kernel->second->unsupported.empty() || !has_ptx) {
        result.kernels.insert(kernel->first);
      } else if (problem.empty()) {
        problem = fmt::format("`{}`: {}", kernel->first, kernel->second->unsupported.front().construct);
      }
    }
    result.program = std::make_shared<const Program>(std::move(*read));
  }
  if (!problem.empty())
    d_notes.push_back(
        fmt::format("program {} was compiled by the application from source, which is not "
                    "understood here, so that its PTX is verified: {}",
                    program.id, problem));
  return result;
}

void RecordedPrograms::set_options(Program& program) const {
  for (frontend::ProgramSource& source : program.sources) {
    source.annotations = d_use.annotations;
    source.is_modular = d_use.is_modular;
    source.private_arrays = d_use.private_arrays;
  }
}

std::shared_ptr<const Program> RecordedPrograms::module_of(const capture::Launch& launch) {
  auto& entry = d_modules[{launch.program, launch.device}];
  if (entry) return entry;
  const capture::Program* program = d_capture.program(launch.program);
  auto made = std::make_shared<Program>();
  if (program != nullptr)
    *made = recorded_program(*program, d_capture.device(launch.device), d_lookup);
  else
    made->no_source = "the record of the program is missing in the capture";
  if (d_capture.session.redacted) {
    made->sources.clear();
    made->no_source = "the source was redacted from this capture: verify the one that it was made from";
  }
  // Template libraries have many kernels, few of which are launched.
  for (frontend::ProgramSource& source : made->sources)
    if (source.language == frontend::SourceLanguage::Ptx)
      source.text = frontend::ptx::only_entries(source.text, launched(launch.program));
  set_options(*made);
  return entry = std::move(made);
}

std::string RecordedPrograms::source_name_of(const capture::Launch& launch) {
  if (const frontend::ProgramSource* source = shown_source(*of(launch), launch.kernel))
    return source->file_name;
  const capture::Program* program = d_capture.program(launch.program);
  return program != nullptr ? program_file_name(*program) : "a program that could not be read";
}

const frontend::ProgramSource* shown_source(const Program& program, const std::string& kernel) {
  const auto found = std::find_if(program.sources.begin(), program.sources.end(), [&](const auto& source) {
    return source.text.find(kernel) != std::string::npos;
  });
  if (found != program.sources.end()) return &*found;
  return program.sources.empty() ? nullptr : &program.sources.front();
}

}  // namespace launchproof::jobs
