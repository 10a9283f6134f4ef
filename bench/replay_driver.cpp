// Replays, and times what replay needs in processor time. Started by the replay benchmarks.
//
//     replay_driver cases FILE...     two groups of each kernel case: prepare, compile and run
//     replay_driver capture PATH [SECONDS]   every launch of a capture, whole, with the recorded contents
//
// Prints a line of tab-separated fields for each kernel or launch.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <string>

#include "capture/reader.h"
#include "tests/verify/replay/launched_case.h"
#include "verify/jobs/recorded/recorded.h"

namespace launchproof {
namespace {

// Processor seconds of this process, all threads.
double now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// name, seconds to prepare, to compile, to run two groups
void time_case(const std::string& path) {
  replay::CaseFile item(path, true);
  const std::string& expect = item.keys["expect"];
  if (expect == "error" || expect == "unsupported") return;
  const double begin = now();
  const frontend::PreparedProgram program =
      frontend::prepare_program({replay::source_of(item.text, item.build_options)}, {});
  const double prepared = now();
  const replay::Kernel kernel(program, program.kernels.front().name);
  const double compiled = now();
  const model::LaunchFacts facts = replay::facts_for(program.kernels.front(), cli::split_words(item.launch));
  replay::Options options;
  options.groups = {{0, 0, 0}};
  std::array<std::uint64_t, 3> last{};
  for (std::size_t i = 0; i < 3; ++i) last[i] = (facts.global_size[i] - 1) / facts.local_size[i];
  if (last != options.groups[0]) options.groups.push_back(last);
  const double bound = now();
  const replay::Outcome outcome = kernel.run(facts, {}, options);
  const double end = now();
  std::printf("%s\t%.6f\t%.6f\t%.6f\t%llu\n", path.c_str(), prepared - begin, compiled - prepared,
              end - bound, static_cast<unsigned long long>(outcome.work_items));
}

struct Compiled {
  frontend::Translation translation;
  frontend::PreparedProgram program;
  std::map<std::string, std::unique_ptr<replay::Kernel>> kernels;
};

std::string in_words(const replay::Seen& seen) {
  std::string text =
      std::string(verdict::name(seen.property)) + (seen.benign ? " (benign) " : " ") + seen.kind;
  for (const replay::Participant& side : seen.participants)
    if (!side.locations.empty()) text += " " + std::to_string(side.locations.front().line);
  return text + " x" + std::to_string(seen.count);
}

// kernel, launches, work-items, seconds to compile and run, status, reason, bytes of data touched, bytes of
// shadow, what was seen
int time_capture(const std::string& path, double seconds) {
  const capture::Capture capture = capture::read_capture(path);
  const jobs::ProgramLookup lookup{[&](capture::ProgramId id) { return capture.program(id); },
                                   [&](const capture::Digest& digest) { return capture.find_blob(digest); }};
  std::map<capture::ProgramId, Compiled> programs;
  for (const capture::Launch& launch : capture.launches) {
    const capture::Program* recorded = capture.program(launch.program);
    if (recorded == nullptr) continue;
    const double begin = now();
    auto [found, made] = programs.try_emplace(launch.program);
    Compiled& program = found->second;
    if (made) {
      const jobs::Program source = jobs::recorded_program(*recorded, capture.device(launch.device), lookup);
      program.translation = frontend::translate(source.sources, source.device);
      program.program = frontend::prepare_program(source.sources, source.device);
    }
    auto& kernel = program.kernels[launch.kernel];
    if (!kernel) kernel = std::make_unique<replay::Kernel>(program.program, launch.kernel);
    replay::Outcome outcome;
    for (const model::KernelModel& model : program.translation.kernels) {
      if (model.name != launch.kernel) continue;
      const jobs::FactsAnswer answer = jobs::recorded_facts(launch, model);
      if (!answer.facts) {
        outcome.reason = answer.input_error;
        continue;
      }
      replay::Options options;
      options.seconds = seconds;
      options.maximum_memory = 4ULL << 30;
      outcome = kernel->run(*answer.facts, jobs::replay_contents(capture, launch).contents, options);
    }
    std::printf("%s\t%llu\t%llu\t%.4f\t%d\t%s\t%llu\t%llu", launch.kernel.c_str(),
                static_cast<unsigned long long>(launch.count),
                static_cast<unsigned long long>(outcome.work_items), now() - begin,
                static_cast<int>(outcome.status), outcome.reason.c_str(),
                static_cast<unsigned long long>(outcome.data_bytes),
                static_cast<unsigned long long>(outcome.shadow_bytes));
    for (const replay::Seen& seen : outcome.seen) std::printf("\t%s", in_words(seen).c_str());
    std::printf("\n");
  }
  return 0;
}

}  // namespace
}  // namespace launchproof

int main(int argc, char** argv) {
  const std::string mode = argc > 2 ? argv[1] : "";
  if (mode == "cases") {
    for (int i = 2; i < argc; ++i) launchproof::time_case(argv[i]);
    return 0;
  }
  if (mode == "capture") return launchproof::time_capture(argv[2], argc > 3 ? std::stod(argv[3]) : 600);
  std::fprintf(stderr, "usage: replay_driver cases FILE... | replay_driver capture PATH [SECONDS]\n");
  return 2;
}
