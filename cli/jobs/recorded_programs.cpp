#include "cli/jobs/recorded_programs.h"

#include <algorithm>
#include <set>

#include "cli/verification/verification.h"
#include "verify/frontend/names/kernel_names.h"
#include "verify/frontend/ptx/entries.h"

namespace launchproof::cli {

RecordedPrograms::RecordedPrograms(const capture::Capture& capture, const Arguments& arguments)
    : d_capture(capture),
      d_annotations(annotations_in_use(arguments)),
      d_is_modular(is_modular(arguments)),
      d_private_arrays(private_arrays(arguments)),
      d_lookup{[&capture](capture::ProgramId id) { return capture.program(id); },
               [&capture](const capture::Digest& digest) { return capture.find_blob(digest); }} {}

std::string RecordedPrograms::kernel_of(const capture::Launch& launch) {
  const capture::Program* program = d_capture.program(launch.program);
  if (program == nullptr || program->origin != capture::ProgramOrigin::Ptx) return launch.kernel;
  const auto [names, is_new] = d_names.try_emplace(launch.program);
  if (is_new)
    for (const frontend::ProgramSource& source : of(launch)->sources)
      names->second.merge(frontend::ptx_entry_names(source.text));
  const auto name = names->second.find(launch.kernel);
  return name == names->second.end() ? launch.kernel : name->second;
}

std::shared_ptr<const worker::Program> RecordedPrograms::of(const capture::Launch& launch) {
  auto& entry = d_programs[{launch.program, launch.device}];
  if (entry) return entry;
  const capture::Program* program = d_capture.program(launch.program);
  auto made = std::make_shared<worker::Program>();
  if (program != nullptr)
    *made = worker::recorded_program(*program, d_capture.device(launch.device), d_lookup);
  else
    made->no_source = "the record of the program is missing in the capture";
  if (d_capture.session.redacted) {
    made->sources.clear();
    made->no_source = "the source was redacted from this capture: verify the one that it was made from";
  }
  // Libraries of templates bring many kernels, of which few are launched.
  std::set<std::string> launched;
  for (const capture::Launch& other : d_capture.launches)
    if (other.program == launch.program) launched.insert(other.kernel);
  for (frontend::ProgramSource& source : made->sources) {
    if (source.language == frontend::SourceLanguage::Ptx)
      source.text = frontend::ptx::only_entries(source.text, launched);
    source.annotations = d_annotations;
    source.is_modular = d_is_modular;
    source.private_arrays = d_private_arrays;
  }
  return entry = std::move(made);
}

std::string RecordedPrograms::source_name_of(const capture::Launch& launch) {
  if (const frontend::ProgramSource* source = shown_source(*of(launch), launch.kernel))
    return source->file_name;
  const capture::Program* program = d_capture.program(launch.program);
  return program != nullptr ? worker::program_file_name(*program) : "a program that could not be read";
}

const frontend::ProgramSource* shown_source(const worker::Program& program, const std::string& kernel) {
  const auto found = std::find_if(program.sources.begin(), program.sources.end(), [&](const auto& source) {
    return source.text.find(kernel) != std::string::npos;
  });
  if (found != program.sources.end()) return &*found;
  return program.sources.empty() ? nullptr : &program.sources.front();
}

worker::FactsAnswer with_stated_sub_groups(worker::FactsAnswer answer, const model::SubGroups& stated) {
  if (answer.facts && stated.is_stated()) answer.facts->sub_groups.state(stated);
  return answer;
}

}  // namespace launchproof::cli
