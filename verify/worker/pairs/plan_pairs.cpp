#include "verify/worker/pairs/plan_pairs.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "capture/class_overlap.h"
#include "capture/show.h"
#include "verify/jobs/class_key.h"
#include "verify/jobs/recorded/recorded.h"

namespace launchproof::worker {
namespace {

constexpr std::size_t kMostAskedPairs = 256;

std::string words_of(const capture::LaunchPair& pair, bool is_second) {
  const std::size_t launch = is_second ? pair.launches.second : pair.launches.first;
  const std::size_t of_class = is_second ? pair.second : pair.first;
  if (is_second && pair.launches.first == pair.launches.second)
    return fmt::format("a repeat of launch {} (class {})", launch + 1, of_class + 1);
  return fmt::format("launch {} (class {})", launch + 1, of_class + 1);
}

// Returns the missing operation that would order the two launches.
std::string missing_order(const capture::Capture& capture, const capture::LaunchPair& pair, bool is_cuda) {
  const capture::Queue* one = capture.queue(capture.launches[pair.launches.first].queue);
  const capture::Queue* other = capture.queue(capture.launches[pair.launches.second].queue);
  if (is_cuda)
    return "Nothing that is recorded puts one of the two launches before the other: no stream that both are "
           "in, no "
           "event that the one records and the other waits for, no edge of a graph, and no wait of the host.";
  if (one != nullptr && one == other && one->out_of_order)
    return "Both launches are in one queue, which is out of order: neither waits for the event of the other, "
           "no "
           "barrier lies between them, and the host does not wait for the first before it enqueues the "
           "second.";
  return "The launches are in different queues: neither waits for the event of the other, and the host does "
         "not "
         "wait for the first before it enqueues the second.";
}

std::string sizes_of(const capture::Capture& capture, const capture::LaunchPair& pair) {
  const std::string one = capture::show_sizes(capture.launches[pair.launches.first]);
  const std::string other = capture::show_sizes(capture.launches[pair.launches.second]);
  std::string text = fmt::format("{}: {}; {}: {}", words_of(pair, false), one, words_of(pair, true), other);
  if (pair.count > 1) text += fmt::format("; stands for {} pairs of launches", pair.count);
  return text;
}

}  // namespace

LaunchPairs plan_pairs(const PairPlan& plan, const std::vector<capture::LaunchClass>& classes,
                       jobs::RecordedPrograms& programs) {
  const capture::Capture& capture = *plan.capture;
  LaunchPairs result;
  const capture::Overlaps overlaps = capture::find_overlaps(capture);
  for (const std::string& limit : overlaps.limits)
    result.notes.push_back("launches that may run at once: " + limit);
  // Unknown pairs could change what others read.
  result.is_complete = overlaps.limits.empty();
  const std::vector<capture::LaunchPair> pairs = capture::launch_pairs(capture, overlaps, classes);
  std::size_t left_out = 0, asked_of_written = 0, asked_of_read = 0;
  std::map<std::string, unsigned> keys;
  const auto side_of = [&](const capture::LaunchPair& pair, bool is_second) {
    const std::size_t launch_number = is_second ? pair.launches.second : pair.launches.first;
    const capture::Launch& launch = capture.launches[launch_number];
    capture::LaunchClass alone = classes[is_second ? pair.second : pair.first];
    alone.launches = {launch_number};
    alone.first = launch_number;
    alone.call_sites = {{launch.call_site, launch.count}};
    alone.other_call_sites = 0;
    PairedLaunch side;
    side.program = programs.of(launch);
    side.kernel = programs.kernel_of(launch);
    side.words = words_of(pair, is_second);
    side.call_site = plan.call_site(alone);
    side.source = jobs::RecordedLaunch{
        .capture = plan.folder, .launches = {launch_number}, .stated = plan.stated, .loaded = plan.capture};
    return side;
  };
  for (const capture::LaunchPair& pair : pairs) {
    const capture::Launch& first = capture.launches[pair.launches.first];
    const capture::Launch& second = capture.launches[pair.launches.second];
    const bool same_program = first.program == second.program && first.program != 0;
    if (pair.memory.objects == 0 && !same_program) continue;
    if (!plan.classes.empty() &&
        (!plan.classes.contains(pair.first + 1) || !plan.classes.contains(pair.second + 1))) {
      result.is_complete = false;
      continue;
    }
    // Pairs whose arguments are all declared read-only are counted separately: kernels may write
    // nevertheless, and checking costs little if none does.
    std::size_t& asked = pair.memory.may_be_written || same_program ? asked_of_written : asked_of_read;
    if (asked == kMostAskedPairs) {
      result.is_complete = false;
      ++left_out;
      continue;
    }
    ++asked;
    LaunchPairOfClasses made;
    made.first = pair.first + 1;
    made.second = pair.second + 1;
    made.job = plan.like;
    LaunchPairJob& job = made.job;
    job.first = side_of(pair, false);
    job.second = side_of(pair, true);
    job.same_program = same_program;
    job.same_device = first.device == second.device;
    job.is_repeat = pair.launches.first == pair.launches.second;
    job.stands_alone = pair.count == 1 && overlaps.limits.empty();
    const capture::Program* program = capture.program(first.program);
    const bool is_cuda = program != nullptr && program->origin == capture::ProgramOrigin::Ptx;
    job.unordered = missing_order(capture, pair, is_cuda);
    if (is_cuda && !plan.states_barrier_rule) job.options.barrier_rule = model::BarrierRule::Cuda;
    verdict::ClassResult& into = job.result;
    into.kernel = fmt::format("{} and {}", job.first.kernel, job.second.kernel);
    const std::string one = programs.source_name_of(first), other = programs.source_name_of(second);
    into.source = one == other ? one : fmt::format("{} and {}", one, other);
    into.launch = sizes_of(capture, pair);
    into.launches = 0;
    const std::string key = fmt::format("{}+{}", jobs::short_key(classes[pair.first].key),
                                        jobs::short_key(classes[pair.second].key));
    const unsigned same = ++keys[key];
    into.class_keys = {same == 1 ? key : fmt::format("{}#{}", key, same)};
    into.call_site = job.first.call_site == job.second.call_site
                         ? job.first.call_site
                         : fmt::format("{} and {}", job.first.call_site, job.second.call_site);
    into.repro = plan.repro(made.first, made.second);
    if (const frontend::ProgramSource* source = jobs::shown_source(*job.first.program, first.kernel))
      into.source_text = source->text;
    result.pairs.push_back(std::move(made));
  }
  if (left_out != 0)
    result.notes.push_back(
        fmt::format("{} more pairs of classes have launches that may run at once; whether they race is not "
                    "verified (`launchproof capture show` lists them, `--class` chooses some)",
                    left_out));
  return result;
}

}  // namespace launchproof::worker
