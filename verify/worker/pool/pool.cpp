#include "verify/worker/pool/pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "verify/effort/clock.h"
#include "verify/worker/pool/process.h"

namespace launchproof::worker {
namespace {

using Clock = std::chrono::steady_clock;
using verdict::Cause;

constexpr std::size_t kShareKept = 4;           // a worker that retains a larger part of the memory limit is
                                                // replaced
constexpr unsigned kMostLostRefining = 2;       // number of tasks of one kind
constexpr std::chrono::milliseconds kTick{20};  // interval between two checks of the workers' memory and time

struct Item {
  std::size_t task = 0;
  std::string selector;
};

struct Worker {
  std::unique_ptr<WorkerProcess> process;
  std::size_t resident_at_start_mib = 0;
  std::size_t affinity = SIZE_MAX;  // affinity of the last item
  bool busy = false;
  bool preparing = false;  // the item's time has not started
  Item item;
  Clock::time_point begin;
  bool refine = true;
  std::optional<TaskOutcome> partial, interim;
};

class Pool {
 public:
  Pool(const std::vector<Task>& tasks, const PoolOptions& options)
      : d_options(options), d_tasks(tasks), d_results(tasks.size()) {
    std::map<std::string, std::size_t> numbers;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const auto [entry, added] = numbers.try_emplace(tasks[i].affinity, d_pending.size());
      if (added) d_pending.emplace_back();
      d_pending[entry->second].push_back({i, {}});
      d_affinities.push_back(entry->second);
    }
    d_total = d_left = tasks.size();
    d_workers.resize(std::clamp<std::size_t>(options.workers, 1, std::max<std::size_t>(tasks.size(), 1)));
  }

  std::vector<CompletedTask> run() {
    while (d_left > 0) {
      hand_out();
      wait();
      enforce_limits();
      if (d_options.stop && d_options.stop()) stop();
      if (d_options.progress) report_progress();
    }
    std::vector<CompletedTask> all;
    for (auto& of_task : d_results) {
      std::move(of_task.begin(), of_task.end(), std::back_inserter(all));
    }
    return all;
  }

 private:
  // Takes the next item for a worker: one for the program that it has translated, otherwise one that no other
  // worker has translated, otherwise any.
  bool take(Worker& worker, Item& item) {
    std::size_t choice = SIZE_MAX;
    if (worker.affinity != SIZE_MAX && !d_pending[worker.affinity].empty()) {
      choice = worker.affinity;
    } else {
      for (std::size_t i = 0; i < d_pending.size(); ++i) {
        if (d_pending[i].empty()) continue;
        const bool held = std::any_of(d_workers.begin(), d_workers.end(), [&](const Worker& other) {
          return &other != &worker && other.busy && other.affinity == i;
        });
        if (!held) {
          choice = i;
          break;
        }
        if (choice == SIZE_MAX) choice = i;
      }
    }
    if (choice == SIZE_MAX) return false;
    item = d_pending[choice].front();
    d_pending[choice].pop_front();
    worker.affinity = choice;
    return true;
  }

  void start(Worker& worker) {
    std::vector<int> others;
    for (const Worker& other : d_workers) {
      if (other.process) others.push_back(other.process->socket());
    }
    worker.process = std::make_unique<WorkerProcess>(
        WorkerProcess::Work{d_options.prepare, d_options.work, d_options.refine, d_options.reports,
                            d_options.more},
        others);
    worker.resident_at_start_mib = worker.process->resident_mib();
  }

  // Returns whether a worker still holds so much memory from earlier classes that the next one would have too
  // little.
  bool keeps_much(const Worker& worker) const {
    return worker.process && worker.process->resident_mib() >
                                 worker.resident_at_start_mib + d_options.limits.memory_mib / kShareKept;
  }

  void hand_out() {
    for (Worker& worker : d_workers) {
      if (worker.busy || (!worker.process && !d_may_start)) continue;
      if (!take(worker, worker.item)) break;
      if (d_may_start && keeps_much(worker)) worker.process.reset();
      try {
        if (!worker.process) start(worker);
        worker.refine = d_lost_refining[d_tasks[worker.item.task].kind] < kMostLostRefining;
        const Request request{worker.item.task, worker.item.selector, worker.refine};
        if (!worker.process->send(request)) {
          start(worker);  // it died while idle
          worker.process->send(request);
        }
      } catch (const std::runtime_error&) {
        // Fewer workers than requested are acceptable, but not none.
        d_pending[worker.affinity].push_front(worker.item);
        worker.process.reset();
        if (std::none_of(d_workers.begin(), d_workers.end(), [](const Worker& w) { return w.busy; })) throw;
        d_may_start = false;
        continue;
      }
      worker.busy = true;
      worker.preparing = d_options.prepare != nullptr;
      worker.begin = Clock::now();
    }
  }

  void wait() {
    std::vector<pollfd> descriptors;
    std::vector<Worker*> owners;
    for (Worker& worker : d_workers) {
      if (!worker.busy) continue;
      descriptors.push_back({worker.process->socket(), POLLIN, 0});
      owners.push_back(&worker);
    }
    if (::poll(descriptors.data(), descriptors.size(), static_cast<int>(kTick.count())) <= 0) return;
    for (std::size_t i = 0; i < descriptors.size(); ++i) {
      if (descriptors[i].revents != 0) receive(*owners[i]);
    }
  }

  void receive(Worker& worker) {
    const bool open = worker.process->frames().fill(worker.process->socket());
    while (const auto text = worker.process->frames().next()) {
      try {
        TaskOutcome outcome = task_outcome_from_text(*text, d_options.more);
        if (outcome.prepared) {
          worker.preparing = false;
          worker.begin = Clock::now();
          continue;
        }
        if (outcome.partial) {
          worker.partial = std::move(outcome);
          continue;
        }
        if (outcome.interim && !worker.refine) {
          outcome.interim = false;
          if (d_options.keep)
            outcome = d_options.keep(
                std::move(outcome), Cause::WorkerCrash,
                fmt::format("nor did it for {} other launch classes of the kernel", kMostLostRefining));
        }
        if (outcome.interim) {
          if (outcome.has_own_time) worker.begin = Clock::now();
          worker.interim = std::move(outcome);
          continue;
        }
        worker.busy = false;
        finish(worker, std::move(outcome));
      } catch (const std::runtime_error& error) {
        lose(worker, Cause::WorkerCrash, error.what());
      }
      return;
    }
    if (open) return;
    const Ending ending = worker.process->end();
    if (ending.out_of_memory) {
      lose(worker, Cause::ClassMemory, memory_reason());
    } else {
      lose(worker, Cause::WorkerCrash,
           fmt::format("the process that verified this class died: {}{}", ending.how,
                       ending.said.empty() ? "" : "; it said: " + ending.said));
    }
  }

  void enforce_limits() {
    const auto now = Clock::now();
    for (Worker& worker : d_workers) {
      if (!worker.busy) continue;
      if (worker.preparing && now - worker.begin > d_options.prepare_time) {
        lose(worker, Cause::ClassTimeout,
             fmt::format("the program was not compiled within {:g} s",
                         std::chrono::duration<double>(d_options.prepare_time).count()));
      } else if (!worker.preparing &&
                 now - worker.begin > effort::kSlowest * time_of(worker) + d_options.grace) {
        const auto seconds = std::chrono::duration<double>(time_of(worker)).count();
        lose(worker, Cause::ClassTimeout,
             has_own_time(worker)
                 ? fmt::format("its limit of {:g} s was reached; {}", seconds, d_options.more_own_time)
                 : fmt::format("the limit of {:g} s for a launch class was reached; raise it with --timeout",
                               seconds));
      } else if (worker.process->resident_mib() > d_options.limits.memory_mib) {
        lose(worker, Cause::ClassMemory, memory_reason());
      }
    }
  }

  std::chrono::milliseconds time_of(const Worker& worker) const {
    return has_own_time(worker) ? d_options.own_time : d_options.limits.time;
  }
  static bool has_own_time(const Worker& worker) { return worker.interim && worker.interim->has_own_time; }

  void stop() {
    const std::string reason = "interrupted before this launch class was done";
    for (Worker& worker : d_workers) {
      if (worker.busy) lose(worker, Cause::Interrupted, reason);
    }
    for (auto& queue : d_pending) {
      for (; !queue.empty(); queue.pop_front()) {
        Worker nobody;
        nobody.item = queue.front();
        finish(nobody, d_options.lost(nobody.item.task, nobody.item.selector, Cause::Interrupted, reason));
      }
    }
  }

  std::string memory_reason() const {
    return fmt::format("the limit of {} MiB for a launch class was reached; raise it with --memory",
                       d_options.limits.memory_mib);
  }

  void lose(Worker& worker, Cause cause, const std::string& reason) {
    worker.process.reset();
    worker.affinity = SIZE_MAX;
    worker.busy = false;
    TaskOutcome outcome;
    // The answer has arrived, so the time that it took is known.
    const std::optional<double> known =
        has_own_time(worker) ? std::optional(worker.interim->result.seconds) : std::nullopt;
    if (worker.interim) {
      outcome = std::move(*worker.interim);
      outcome.interim = false;
      const std::string& kind = d_tasks[worker.item.task].kind;
      if (!kind.empty() && outcome.counts_for_kind) ++d_lost_refining[kind];
      if (d_options.keep) outcome = d_options.keep(std::move(outcome), cause, reason);
    } else if (worker.partial && d_options.keep) {
      outcome = d_options.keep(std::move(*worker.partial), cause, reason);
      outcome.partial = false;
    } else {
      outcome = d_options.lost(worker.item.task, worker.item.selector, cause, reason);
    }
    outcome.result.seconds =
        known ? *known : std::chrono::duration<double>(Clock::now() - worker.begin).count();
    finish(worker, std::move(outcome));
  }

  void finish(Worker& worker, TaskOutcome outcome) {
    const Item item = std::exchange(worker.item, {});
    worker.partial.reset();
    worker.interim.reset();
    --d_left;
    if (!outcome.expand.empty() && item.selector.empty()) {
      d_total += outcome.expand.size() - 1;
      d_left += outcome.expand.size();
      if (d_options.expanded) d_options.expanded(item.task, outcome);
      auto& queue = d_pending[d_affinities[item.task]];
      for (const std::string& selector : outcome.expand) {
        d_results[item.task].push_back({item.task, selector, {}});
        queue.push_back({item.task, selector});
      }
      return;
    }
    ++d_done;
    auto& of_task = d_results[item.task];
    auto place = std::find_if(of_task.begin(), of_task.end(),
                              [&](const CompletedTask& entry) { return entry.selector == item.selector; });
    if (place == of_task.end()) place = of_task.insert(of_task.end(), {item.task, item.selector, {}});
    place->outcome = std::move(outcome);
    if (d_options.completed) d_options.completed(*place);
  }

  void report_progress() const {
    Progress progress{d_done, d_total, {}};
    const auto now = Clock::now();
    for (const Worker& worker : d_workers) {
      if (!worker.busy) continue;
      progress.running.push_back({worker.item.task, worker.item.selector,
                                  std::chrono::duration<double>(now - worker.begin).count()});
    }
    std::sort(progress.running.begin(), progress.running.end(),
              [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
    d_options.progress(progress);
  }

  const PoolOptions& d_options;
  const std::vector<Task>& d_tasks;
  std::vector<std::deque<Item>> d_pending;  // by affinity, in order of appearance
  std::vector<std::size_t> d_affinities;    // by task
  std::vector<std::vector<CompletedTask>> d_results;
  std::map<std::string, unsigned> d_lost_refining;  // number by kind of task
  std::vector<Worker> d_workers;
  std::size_t d_total = 0;
  std::size_t d_left = 0;  // items not yet answered
  std::size_t d_done = 0;
  bool d_may_start = true;
};

}  // namespace

std::vector<CompletedTask> run_tasks(const std::vector<Task>& tasks, const PoolOptions& options) {
  return Pool(tasks, options).run();
}

unsigned default_workers() {
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return static_cast<unsigned>(std::max(CPU_COUNT(&cores), 1));
}

}  // namespace launchproof::worker
