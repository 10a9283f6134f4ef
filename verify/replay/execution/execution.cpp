#include "verify/replay/execution/execution.h"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <memory>
#include <thread>

#include "verify/effort/clock.h"
#include "verify/replay/execution/runner.h"

namespace launchproof::replay {
namespace {

// A further thread is not worth starting for fewer work-items than this.
constexpr std::uint64_t kItemsOfAThread = 2048;

// The most work-items that wait at a barrier of the grid. Each of them has a stack, which takes two mappings
// of the 65,530 that Linux allows a process.
constexpr std::uint64_t kMostItemsTogether = 24'576;

}  // namespace

unsigned Execution::threads() const {
  const Options& options = d_launch.options();
  if (!options.footprint.empty()) return 1;
  const std::uint64_t groups = options.groups.empty() ? d_launch.group_count() : options.groups.size();
  const std::uint64_t worth = std::max<std::uint64_t>(1, groups * d_launch.group_items() / kItemsOfAThread);
  const std::uint64_t wanted =
      options.threads != 0
          ? options.threads
          : std::min<std::uint64_t>(worth, std::max(1U, std::thread::hardware_concurrency()));
  return static_cast<unsigned>(std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(groups, 1)));
}

void Execution::run_together(RunState& state, std::vector<std::unique_ptr<GroupRunner>>& runners,
                             unsigned count) {
  using Progress = GroupRunner::Progress;
  const auto& extent = d_launch.groups();
  const std::uint64_t groups = d_launch.group_count();
  const auto refuse = [&](std::string reason) {
    state.reason = std::move(reason);
    state.stopped = true;
  };
  if (groups * d_launch.group_items() > kMostItemsTogether) {
    refuse("a barrier of the grid needs all work-items at once, and an execution holds " +
           std::to_string(kMostItemsTogether) + " of them");
    return;
  }
  for (std::uint64_t i = 0; i < groups; ++i) {
    if (i > 0 && !d_launch.take_private()) {
      refuse("no memory for the private memory of all groups at once");
      return;
    }
    runners.push_back(std::make_unique<GroupRunner>(state));
  }
  std::vector<Progress> progress(groups, Progress::AtGridBarrier);
  bool is_over = false;
  const auto pass = [&]() noexcept {
    const auto ended = std::ranges::find(progress, Progress::Ended);
    const auto waiting = std::ranges::find(progress, Progress::AtGridBarrier);
    is_over = state.stopped || waiting == progress.end() || std::ranges::count(progress, Progress::Left) != 0;
    if (is_over) return;
    if (!d_launch.facts().is_cooperative.value_or(true)) {
      runners[static_cast<std::size_t>(waiting - progress.begin())]->note_not_cooperative();
      is_over = true;
      return;
    }
    if (ended != progress.end()) {
      runners[static_cast<std::size_t>(waiting - progress.begin())]->note_missing(
          *runners[static_cast<std::size_t>(ended - progress.begin())]);
      is_over = true;
      return;
    }
    GroupRunner::Numbering latest;
    for (const auto& runner : runners) {
      const GroupRunner::Numbering own = runner->numbering();
      latest.interval = std::max(latest.interval, own.interval);
      latest.moment = std::max(latest.moment, own.moment);
    }
    for (const auto& runner : runners) runner->pass_grid_barrier(latest);
  };
  std::barrier all_have_come(static_cast<std::ptrdiff_t>(count), pass);
  // A fiber stays in one thread.
  const auto work = [&](std::uint64_t thread) {
    for (std::uint64_t i = thread; i < groups; i += count)
      if (!runners[i]->start({i % extent[0], i / extent[0] % extent[1], i / extent[0] / extent[1]}))
        progress[i] = Progress::Left;
    while (!is_over) {
      for (std::uint64_t i = thread; i < groups; i += count)
        if (progress[i] == Progress::AtGridBarrier) progress[i] = runners[i]->advance();
      all_have_come.arrive_and_wait();
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < count; ++i) others.emplace_back(work, i);
  work(0);
  for (std::thread& thread : others) thread.join();
}

void Execution::run(std::vector<Watch>* watches) {
  const Options& options = d_launch.options();
  const auto begin = effort::Clock::now();
  RunState state{d_launch, watches};
  if (d_launch.options().follow_orders) state.order = std::make_unique<LaunchOrder>();
  state.deadline = begin + std::chrono::duration_cast<effort::Clock::duration>(
                               std::chrono::duration<double>(options.seconds));
  const unsigned count = watches != nullptr ? 1 : threads();
  state.several = count > 1;
  const std::uint64_t groups = options.groups.empty() ? d_launch.group_count() : options.groups.size();
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&](GroupRunner& runner) {
    const auto& extent = d_launch.groups();
    for (std::uint64_t i = next++; i < groups && !state.stopped; i = next++)
      runner.run(options.groups.empty()
                     ? std::array<std::uint64_t, 3>{i % extent[0], i / extent[0] % extent[1],
                                                    i / extent[0] / extent[1]}
                     : options.groups[i]);
  };
  std::vector<std::unique_ptr<GroupRunner>> runners;
  if (d_launch.tables().has_grid_barriers) {
    run_together(state, runners, count);
  } else {
    for (unsigned i = 0; i < count && (i == 0 || d_launch.take_private()); ++i)
      runners.push_back(std::make_unique<GroupRunner>(state));
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < runners.size(); ++i) others.emplace_back(work, std::ref(*runners[i]));
    work(*runners[0]);
    for (std::thread& thread : others) thread.join();
  }

  d_outcome.status = state.stopped || state.is_cut ? Status::Unknown : Status::Completed;
  d_outcome.reason = state.reason;
  d_outcome.may_hide = state.may_hide || d_launch.sets().is_full();
  d_outcome.is_excluded = state.is_excluded;
  d_outcome.is_out_of_steps = state.is_out_of_steps;
  d_outcome.is_waiting = state.is_waiting;
  d_outcome.seconds = std::chrono::duration<double>(effort::Clock::now() - begin).count();
  d_outcome.end = state.end;
  d_outcome.printed = std::move(state.printed);
  d_outcome.failed_asserts = std::move(state.failed_asserts);
  if (d_launch.tables().is_in_place) return;  // nothing was examined
  SeenLog all;
  std::vector<bool> was_read(d_launch.views().size(), false);
  for (const auto& runner : runners) {
    d_outcome.groups += runner->groups();
    d_outcome.work_items += runner->work_items();
    d_outcome.accesses += runner->accesses();
    d_outcome.steps += runner->steps();
    d_outcome.open_floats |= runner->has_open_floats();
    d_outcome.open_divisions |= runner->has_open_divisions();
    d_outcome.open_exchanges |= runner->has_open_exchanges();
    all.merge(std::move(runner->seen()));
    const std::vector<bool> read = runner->was_read();
    for (std::size_t i = 0; i < read.size(); ++i) was_read[i] = was_read[i] || read[i];
  }
  d_outcome.seen = all.take();
  d_launch.finish(was_read);
}

}  // namespace launchproof::replay
