#include "cli/jobs/launch_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "capture/class_overlap.h"
#include "capture/show.h"
#include "cli/launch/parse_launch.h"
#include "cli/terminal/interruption.h"
#include "cli/verification/job_options.h"
#include "cli/verification/recorded_launches.h"
#include "cli/verification/verification.h"
#include "verify/jobs/class_key.h"
#include "verify/jobs/recorded/recorded.h"
#include "verify/worker/pairs/pair_verifier.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::cli {
namespace {

using verdict::Cause;
using verdict::Property;
using verdict::Verdict;

constexpr std::size_t kMostAskedPairs = 256;
constexpr std::chrono::milliseconds kGrace{2000};

std::string words_of(const capture::LaunchPair& pair, bool is_second) {
  const std::size_t launch = is_second ? pair.launches.second : pair.launches.first;
  const std::size_t of_class = is_second ? pair.second : pair.first;
  if (is_second && pair.launches.first == pair.launches.second)
    return fmt::format("a repeat of launch {} (class {})", launch + 1, of_class + 1);
  return fmt::format("launch {} (class {})", launch + 1, of_class + 1);
}

// Returns what would order the two launches and is missing.
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

// Returns whether the proof of a pair names this cause for this launch (pair_verifier.h).
bool rests_on(const verdict::ClassResult& pair, Cause cause, std::string_view role) {
  return std::ranges::any_of(pair.properties.at(Property::LaunchRace).causes, [&](const auto& one) {
    return one.cause == cause && one.location.role == role;
  });
}

bool is_of_class(const verdict::ClassResult& result, std::size_t number) {
  const std::string all = result.class_numbers;
  std::size_t before = 0, at = 0;
  bool is_range = false;
  while (at < all.size()) {
    if (std::isdigit(static_cast<unsigned char>(all[at])) == 0) {
      is_range = is_range || all[at] == '-';
      ++at;
      continue;
    }
    std::size_t value = 0;
    while (at < all.size() && std::isdigit(static_cast<unsigned char>(all[at])) != 0)
      value = value * 10 + static_cast<std::size_t>(all[at++] - '0');
    if (value == number || (is_range && before < number && number < value)) return true;
    before = value;
    is_range = false;
  }
  return false;
}

const verdict::ClassResult* result_of(const std::vector<verdict::ClassResult>& results, std::size_t number) {
  const auto found = std::ranges::find_if(results, [&](const auto& one) { return is_of_class(one, number); });
  return found == results.end() ? nullptr : &*found;
}

const verdict::PropertyResult* answer_of(const verdict::ClassResult* result, Property property) {
  if (result == nullptr) return nullptr;
  const auto found = result->properties.find(property);
  return found == result->properties.end() ? nullptr : &found->second;
}

void make_unknown(verdict::ClassResult& pair, Cause cause, std::string reason) {
  verdict::PropertyResult& answer = pair.properties[Property::LaunchRace];
  answer.verdict = Verdict::Unknown;
  answer.reason = fmt::format("{}: {}", pair.kernel, reason);
  answer.causes = {{cause, std::move(reason), {}}};
}

bool is_bad(Verdict verdict) {
  return verdict == Verdict::Defect || verdict == Verdict::PossibleDefect || verdict == Verdict::Error;
}

// What the proof of a pair needs of one of its classes.
void rest_on_class(const verdict::ClassResult* of_class, const std::string& kernel, bool reads,
                   verdict::ClassResult& pair) {
  const auto verdict_of = [&](Property property) {
    const verdict::PropertyResult* answer = answer_of(of_class, property);
    return answer == nullptr ? Verdict::NotAsked : answer->verdict;
  };
  const auto reason_of = [&](Property property) {
    const verdict::PropertyResult* answer = answer_of(of_class, property);
    return answer == nullptr ? std::string("not asked") : answer->reason;
  };
  const auto assume = [&](const std::string& text) {
    if (std::ranges::find(pair.assumptions, text) == pair.assumptions.end()) pair.assumptions.push_back(text);
  };
  const auto void_by = [&](Property property) {
    make_unknown(pair, Cause::SideNotVerified,
                 fmt::format("rests on `{}`, of which {} is {}: {}", kernel, verdict::name(property),
                             verdict::name(verdict_of(property)), reason_of(property)));
  };
  const Verdict bounds = verdict_of(Property::OutOfBounds);
  if (is_bad(bounds)) {
    void_by(Property::OutOfBounds);
    return;
  }
  const bool lacks_sizes = [&] {
    const verdict::PropertyResult* answer = answer_of(of_class, Property::OutOfBounds);
    return answer != nullptr && std::ranges::any_of(answer->causes, [](const verdict::Approximation& one) {
             return one.cause == Cause::SizeNotKnown;
           });
  }();
  if (bounds != Verdict::Verified || lacks_sizes)
    assume(fmt::format("the accesses of `{}` are in bounds: {}", kernel, reason_of(Property::OutOfBounds)));
  if (!reads) return;
  for (const Property property : {Property::DataRace, Property::BarrierDivergence}) {
    const Verdict own = verdict_of(property);
    if (own == Verdict::Verified) continue;
    if (own != Verdict::NotAsked) {
      void_by(property);
      return;
    }
    assume(fmt::format("`{}` is free of {}: {}", kernel, verdict::name(property), reason_of(property)));
  }
}

Verdict verdict_of(const verdict::ClassResult& pair) {
  return pair.properties.at(Property::LaunchRace).verdict;
}

// Returns why the proof of a pair does not count: another launch may change values in memory that it rests
// on. Empty if none may, or if there is no proof.
std::string voided_by(std::size_t number, const LaunchPairs& found,
                      const std::vector<verdict::ClassResult>& answers) {
  if (verdict_of(answers[number]) != Verdict::Verified) return {};
  for (const auto& [role, of_class] : {std::pair(worker::kFirstLaunch, found.pairs[number].first),
                                       std::pair(worker::kSecondLaunch, found.pairs[number].second)}) {
    if (!rests_on(answers[number], Cause::SharedContents, role)) continue;
    for (std::size_t k = 0; k < answers.size(); ++k) {
      const Verdict other = verdict_of(answers[k]);
      if (k == number || other == Verdict::Verified || other == Verdict::NotAsked ||
          (found.pairs[k].first != of_class && found.pairs[k].second != of_class))
        continue;
      return fmt::format(
          "rests on values in memory that another launch may change: launch-race of `{}` is {}",
          answers[k].kernel, verdict::name(other));
    }
  }
  return {};
}

}  // namespace

LaunchPairs launch_pairs(const std::shared_ptr<const capture::Capture>& capture,
                         const std::vector<capture::LaunchClass>& classes,
                         const std::set<std::size_t>& wanted, const std::filesystem::path& path,
                         jobs::RecordedPrograms& programs, CallSiteText& call_sites,
                         const Arguments& arguments) {
  LaunchPairs result;
  const capture::Overlaps overlaps = capture::find_overlaps(*capture);
  for (const std::string& limit : overlaps.limits)
    result.notes.push_back("launches that may run at once: " + limit);
  // Pairs that are not known could change what others read.
  result.is_complete = overlaps.limits.empty();
  const std::vector<capture::LaunchPair> pairs = capture::launch_pairs(*capture, overlaps, classes);
  const model::SubGroups stated = stated_sub_groups(arguments);
  std::size_t left_out = 0, asked_of_written = 0, asked_of_read = 0;
  std::map<std::string, unsigned> keys;
  const auto side_of = [&](const capture::LaunchPair& pair, bool is_second) {
    const std::size_t launch_number = is_second ? pair.launches.second : pair.launches.first;
    const capture::Launch& launch = capture->launches[launch_number];
    capture::LaunchClass alone = classes[is_second ? pair.second : pair.first];
    alone.launches = {launch_number};
    alone.first = launch_number;
    alone.call_sites = {{launch.call_site, launch.count}};
    alone.other_call_sites = 0;
    worker::PairedLaunch side;
    side.program = programs.of(launch);
    side.kernel = programs.kernel_of(launch);
    side.words = words_of(pair, is_second);
    side.call_site = call_sites.text(alone);
    side.source = jobs::RecordedLaunch{.capture = std::filesystem::absolute(path).string(),
                                       .launches = {launch_number},
                                       .stated = stated,
                                       .loaded = capture};
    return side;
  };
  for (const capture::LaunchPair& pair : pairs) {
    const capture::Launch& first = capture->launches[pair.launches.first];
    const capture::Launch& second = capture->launches[pair.launches.second];
    const bool same_program = first.program == second.program && first.program != 0;
    if (pair.memory.objects == 0 && !same_program) continue;
    if (!wanted.empty() && (!wanted.contains(pair.first + 1) || !wanted.contains(pair.second + 1))) {
      result.is_complete = false;
      continue;
    }
    // Pairs whose arguments are all declared read-only are counted separately: kernels may write all the
    // same, and asking costs little if none does.
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
    worker::LaunchPairJob& job = made.job;
    job.first = side_of(pair, false);
    job.second = side_of(pair, true);
    job.same_program = same_program;
    job.same_device = first.device == second.device;
    job.is_repeat = pair.launches.first == pair.launches.second;
    job.stands_alone = pair.count == 1 && overlaps.limits.empty();
    job.replay = !arguments.no_replay;
    const capture::Program* program = capture->program(first.program);
    const bool is_cuda = program != nullptr && program->origin == capture::ProgramOrigin::Ptx;
    job.unordered = missing_order(*capture, pair, is_cuda);
    job.options = engine_options(arguments);
    if (is_cuda && arguments.barrier_rule.empty()) job.options.barrier_rule = model::BarrierRule::Cuda;
    jobs::Job solver;
    choose_engine(solver, arguments);
    job.solver = solver.solver;
    verdict::ClassResult& into = job.result;
    into.kernel = fmt::format("{} and {}", job.first.kernel, job.second.kernel);
    const std::string one = programs.source_name_of(first), other = programs.source_name_of(second);
    into.source = one == other ? one : fmt::format("{} and {}", one, other);
    into.launch = sizes_of(*capture, pair);
    into.launches = 0;
    const std::string key = fmt::format("{}+{}", jobs::short_key(classes[pair.first].key),
                                        jobs::short_key(classes[pair.second].key));
    const unsigned same = ++keys[key];
    into.class_keys = {same == 1 ? key : fmt::format("{}#{}", key, same)};
    into.call_site = job.first.call_site == job.second.call_site
                         ? job.first.call_site
                         : fmt::format("{} and {}", job.first.call_site, job.second.call_site);
    Arguments repeated = arguments;
    repeated.command = Command::Verify;
    repeated.classes = {std::to_string(pair.first + 1)};
    if (pair.second != pair.first) repeated.classes.push_back(std::to_string(pair.second + 1));
    into.repro = repeat_command(repeated, std::vector<std::string>{path.string()});
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

std::vector<verdict::ClassResult> verify_launch_pairs(const LaunchPairs& found,
                                                      const std::vector<verdict::ClassResult>& of_classes,
                                                      const Arguments& arguments) {
  if (found.pairs.empty()) return {};
  worker::PoolOptions pool;
  pool.workers = arguments.jobs == 0 ? worker::default_workers() : arguments.jobs;
  pool.limits = {engine_options(arguments).time, arguments.memory_mib};
  pool.grace = kGrace;
  const Interruption interruption;
  pool.stop = [] { return interrupting_signal() != 0; };
  worker::Translations translations;  // each worker's own
  pool.work = [&](std::size_t task, const std::string&) {
    worker::TaskOutcome outcome;
    outcome.result = worker::verify_launch_pair(found.pairs[task].job, translations);
    return outcome;
  };
  pool.lost = [&](std::size_t task, const std::string&, Cause cause, const std::string& reason) {
    worker::TaskOutcome outcome;
    outcome.result = found.pairs[task].job.result;
    make_unknown(outcome.result, cause, reason);
    return outcome;
  };
  std::vector<verdict::ClassResult> answers(found.pairs.size());
  for (worker::CompletedTask& one : worker::run_tasks(std::vector<worker::Task>(found.pairs.size()), pool))
    answers[one.task] = std::move(one.outcome.result);

  for (std::size_t i = 0; i < answers.size(); ++i) {
    const LaunchPairOfClasses& pair = found.pairs[i];
    answers[i].source_text = pair.job.result.source_text;
    if (verdict_of(answers[i]) != Verdict::Verified) continue;
    const bool first_reads = rests_on(answers[i], Cause::VoidedRace, worker::kFirstLaunch);
    const bool second_reads = rests_on(answers[i], Cause::VoidedRace, worker::kSecondLaunch);
    rest_on_class(result_of(of_classes, pair.first), pair.job.first.kernel, first_reads, answers[i]);
    if (verdict_of(answers[i]) == Verdict::Verified)
      rest_on_class(result_of(of_classes, pair.second), pair.job.second.kernel, second_reads, answers[i]);
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (verdict_of(answers[i]) != Verdict::Verified || found.is_complete) continue;
    for (const auto& [role, job] : {std::pair(worker::kFirstLaunch, &found.pairs[i].job.first),
                                    std::pair(worker::kSecondLaunch, &found.pairs[i].job.second)})
      if (rests_on(answers[i], Cause::SharedContents, role))
        answers[i].assumptions.push_back(fmt::format(
            "no other launch that may run at once changes what `{}` reads: not all pairs were asked",
            job->kernel));
  }
  // Any other launch that races with one of the two may change what it reads, and a pair that is void may
  // race.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::string why = voided_by(i, found, answers);
      if (why.empty()) continue;
      make_unknown(answers[i], Cause::VoidedRace, why);
      changed = true;
    }
  }
  for (verdict::ClassResult& pair : answers) {
    verdict::PropertyResult& answer = pair.properties.at(Property::LaunchRace);
    if (answer.verdict == Verdict::Verified) answer.causes.clear();
    verdict::conclude(pair, arguments.strict);
  }
  std::erase_if(answers,
                [&](const verdict::ClassResult& pair) { return verdict_of(pair) == Verdict::NotAsked; });
  return answers;
}

}  // namespace launchproof::cli
