#include "verify/worker/classes/concurrent_engine.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "verify/smt/limits/large_stack.h"
#include "verify/smt/limits/memory_watch.h"
#include "verify/smt/solvers/solver_names.h"
#include "verify/smt/terms/solver.h"
#include "verify/two_thread/engine.h"

namespace launchproof::worker {

using verdict::Property;
using verdict::Verdict;

namespace {

// How often to check whether it waits for a processor.
constexpr std::chrono::milliseconds kLookAtWaiting{200};
// The rest of the class's memory is the first engine's.
constexpr double kShareOfMemory = 0.6;

// Makes this thread, and the threads and processes that it starts, run only when nothing else needs the
// processors. Returns false if that is refused; the engine is then not started, since it could slow down the
// first one.
bool take_what_is_left() {
  const sched_param none{};
  return ::sched_setscheduler(0, SCHED_IDLE, &none) == 0;
}

bool is_all_proved(const verdict::ClassResult& result) {
  return !result.properties.empty() && std::ranges::all_of(result.properties, [](const auto& entry) {
    return entry.second.verdict == Verdict::Verified || entry.second.verdict == Verdict::NotAsked;
  });
}

// How long (in nanoseconds) a thread or process ran and waited for a processor.
struct Waiting {
  std::int64_t ran = 0, waited = 0;
  bool is_known = false;
};

Waiting waiting_of(const std::string& folder) {
  std::ifstream file(folder + "/schedstat");
  Waiting result;
  result.is_known = static_cast<bool>(file >> result.ran >> result.waited);
  return result;
}

// Returns the time for which this process and its solvers ran and waited.
Waiting waiting_of_all() {
  Waiting all;
  const auto add = [&](const std::string& folder) {
    const Waiting one = waiting_of(folder);
    all.ran += one.ran;
    all.waited += one.waited;
    all.is_known = all.is_known || one.is_known;
  };
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", error)) {
    add(thread.path().string());
    std::ifstream children(thread.path() / "children");
    for (std::string child; children >> child;) add("/proc/" + child);
  }
  return all;
}

}  // namespace

two_thread::Questions all_questions() {
  two_thread::Questions all;
  for (std::size_t i = 0; i < verdict::all_properties().size(); ++i)
    all.properties.insert(static_cast<Property>(i));
  all.may_rest_on_races = true;
  return all;
}

// Once a race is found possible, or an access outside its array, proofs of the second engine that depend on
// their absence are invalid.
bool answers(const two_thread::Questions& left, const verdict::ClassResult& second) {
  const auto is_proved = [&](Property property) {
    const auto entry = second.properties.find(property);
    return entry != second.properties.end() && entry->second.verdict == Verdict::Verified;
  };
  const bool is_in_bounds =
      left.properties.contains(Property::OutOfBounds) && is_proved(Property::OutOfBounds);
  if (!left.may_rest_on_races && !is_in_bounds) return false;
  return left.only_at.empty() || std::ranges::all_of(left.properties, is_proved);
}

ConcurrentEngine::ConcurrentEngine(Task task, std::chrono::milliseconds head_start)
    : d_task(std::move(task)), d_head_start(head_start) {
  const auto run = [](void* given) -> void* {
    static_cast<ConcurrentEngine*>(given)->run();
    return nullptr;
  };
  d_is_started = smt::start_with_large_stack(d_thread, run, this);
  if (!d_is_started) d_is_done = true;
}

ConcurrentEngine::~ConcurrentEngine() {
  {
    const std::scoped_lock lock(d_mutex);
    d_stop = true;
  }
  d_changed.notify_all();
  d_cancellation.cancel();
  if (d_is_started) ::pthread_join(d_thread, nullptr);
}

void ConcurrentEngine::run() {
  {
    std::unique_lock lock(d_mutex);
    d_thread_id = ::gettid();
    if (d_changed.wait_for(lock, d_head_start, [&] { return d_stop; })) return;
  }
  if (!d_task.yields || take_what_is_left()) {
    try {
      // The class's memory limit applies to both engines together. Without a memory watch, the engine is not
      // started.
      const auto most =
          static_cast<std::size_t>(static_cast<double>(d_task.options.memory_mib) * kShareOfMemory);
      const smt::MemoryWatch watch(most, d_cancellation);
      answer();
    } catch (const std::exception&) {
      // Without an answer, the engine runs again by itself if it is needed.
      const std::scoped_lock lock(d_mutex);
      d_result.reset();
    }
  }
  end();
}

void ConcurrentEngine::end() {
  {
    const std::scoped_lock lock(d_mutex);
    d_is_done = true;
  }
  d_changed.notify_all();
}

void ConcurrentEngine::answer() {
  symbolic::Options options = d_task.options;
  options.time = std::chrono::duration_cast<std::chrono::milliseconds>(d_task.deadline - Clock::now());
  if (options.time.count() <= 0) return;
  options.question_time = std::min(options.question_time, options.time);
  options.cancellation = &d_cancellation;
  smt::TermStore store;
  const auto solver = smt::make_solver(store, d_task.solver, d_task.stagger, d_task.log);
  verdict::ClassResult result = two_thread::answer(all_questions(), d_task.kernel, d_task.facts, store,
                                                   *solver, options, d_task.two_thread);
  if (d_cancellation.cancelled()) return;
  const bool is_proved = is_all_proved(result);
  {
    const std::scoped_lock lock(d_mutex);
    d_result = std::move(result);
  }
  if (is_proved) d_others.cancel();
}

std::optional<verdict::ClassResult> ConcurrentEngine::wait() {
  std::unique_lock lock(d_mutex);
  Waiting before = waiting_of("/proc/self/task/" + std::to_string(d_thread_id));
  bool is_starved = d_task.yields && (!before.is_known || before.waited > before.ran);
  before = waiting_of_all();
  while (!d_is_done && !is_starved && Clock::now() < d_task.deadline) {
    d_changed.wait_for(lock, kLookAtWaiting, [&] { return d_is_done; });
    const Waiting now = waiting_of_all();
    is_starved = d_task.yields && (!now.is_known || now.waited - before.waited > now.ran - before.ran);
    before = now;
  }
  return d_result;
}

}  // namespace launchproof::worker
