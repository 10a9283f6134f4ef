// `export-repro`: writes a finding's launch as a C program.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands/commands.h"
#include "cli/replay/cuda_repro.h"
#include "cli/replay/finding_search.h"
#include "cli/replay/repro_program.h"
#include "cli/terminal/output.h"
#include "cli/verification/job_options.h"
#include "cli/verification/last_results.h"
#include "cli/verification/verification.h"
#include "reports/formats/files.h"
#include "verify/analysis/preconditions.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

void require_new_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    throw UsageError(folder.string() + " exists and is not an empty folder; name another with -o");
  fs::create_directories(folder, error);
  if (error) throw UsageError(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

// Large enough for each work-item to have a large vector, and for the witness.
std::uint64_t bytes_for(const model::LaunchFacts& facts, const verdict::Finding& finding) {
  constexpr std::uint64_t kOfAWorkItem = 16;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 28;
  std::uint64_t bytes = kOfAWorkItem;
  for (const std::uint64_t size : facts.global_size)
    bytes = std::min(bytes * std::max<std::uint64_t>(size, 1), kMost);
  for (const verdict::WorkItem& item : finding.witness->work_items)
    if (item.byte_offset < kMost) bytes = std::max(bytes, item.byte_offset + item.bytes);
  return bytes;
}

}  // namespace

int export_repro(const Arguments& given) {
  const Arguments arguments =
      given.operands.size() > 1 ? given : arguments_for_finding(given.operands[0], given);
  check_solver(arguments.solver);
  const std::string& id = arguments.operands[0];
  const ReplaySource source = replay_source(arguments.operands.at(1), arguments);
  const FoundFinding found = find_finding(source, id, arguments);
  if (!found.finding.witness) throw UsageError("the finding " + id + " has no witness to run");
  jobs::Job job = source.jobs[found.completed.task];
  // The program loads what the application launched.
  if (job.program->module != nullptr) job.program = job.program->module;
  const auto language = job.program->sources.front().language;
  if (language == frontend::SourceLanguage::Cuda)
    throw UsageError(
        "export-repro writes programs for OpenCL and for PTX, and the kernel is CUDA C++, which needs a "
        "compiler. "
        "Compile it to PTX and check that, or let `launchproof replay` execute the finding's launch");
  const bool is_ptx = language == frontend::SourceLanguage::Ptx;
  worker::ClassVerifier verifier;
  const worker::FoundKernel kernel = verifier.find(job, found.completed.selector);
  if (kernel.kernel == nullptr) throw UsageError(kernel.outcome.result.reason);
  if (std::ranges::any_of(kernel.kernel->parameters,
                          [](const model::Parameter& one) { return one.image && one.image->is_surface; }))
    throw UsageError("export-repro does not support surfaces; let `launchproof replay` execute the launch");
  ReproLaunch launch;
  launch.sources = job.program->sources;
  launch.kernel = kernel.kernel;
  const jobs::FactsAnswer answer =
      worker::ClassVerifier::facts_of_launch(job, *kernel.kernel, found.finding.launch);
  launch.facts =
      analysis::with_preconditions(*kernel.kernel, answer.facts ? *answer.facts : *kernel.answer.facts);
  launch.local_size_open = kernel.answer.local_size_open;
  launch.about = found.finding.message;
  if (model::uses_sub_groups(*kernel.kernel))
    for (const std::string& stated :
         {model::size_in_words(launch.facts.sub_groups), model::mapping_in_words(launch.facts.sub_groups)})
      if (!stated.empty()) launch.about += fmt::format(" Taken for granted: {}.", stated);
  launch.least_bytes = bytes_for(launch.facts, found.finding);
  worker::add_recorded(launch.facts, launch.contents);
  if (!worker::add_chosen(*found.finding.witness, launch.facts, worker::kMostContentsBytes, launch.contents))
    throw UsageError("the finding depends on contents at an offset in a buffer that is too large to write");
  if (const std::string why =
          worker::keep_to_properties(*found.finding.witness, launch.facts, launch.contents);
      !why.empty())
    throw UsageError("the finding's launch was not exported: " + why);
  const fs::path folder = arguments.output.empty() ? fs::path("repro") : fs::path(arguments.output);
  const auto files = is_ptx ? cuda_repro_files(launch) : repro_files(launch);
  require_new_folder(folder);
  for (const auto& [name, text] : files) {
    fs::create_directories((folder / name).parent_path());
    reports::write_whole(folder / name, text);
  }
  if (!arguments.quiet && !print(stdout, fmt::format("{}: run it with: cc host.c -o host {} && ./host\n",
                                                     folder.string(), is_ptx ? "-ldl" : "-lOpenCL")))
    return 13;
  return 0;
}

}  // namespace launchproof::cli
