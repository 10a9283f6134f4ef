#include "shim/opencl/launches/pending.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <list>
#include <mutex>
#include <utility>

#include "shim/opencl/entry/next.h"
#include "shim/opencl/launches/wait.h"

namespace launchproof::shim {
namespace {

struct Launch {
  std::unique_ptr<Snapshot> snapshot;
  capture::Launch launch;
  capture::LaunchHandle handle;
};

// The pending launches of one process. A forked child starts with none and does not touch those of its
// parent.
struct Pending {
  pid_t process = getpid();
  std::atomic<std::size_t> count{0};  // launches stored here, or being processed by a thread
  std::mutex looking;                 // held during processing, never waited for
  std::mutex arriving;                // within a section only
  std::list<Launch> arrived;
};

constinit std::atomic<Pending*> g_pending{nullptr};

// Returns null if there has been none in this process.
Pending* pending() {
  Pending* const known = g_pending.load(std::memory_order_acquire);
  return known != nullptr && known->process == getpid() ? known : nullptr;
}

// Returns whether the driver's functions still exist: an application may unload them before it ends.
bool driver_is_there() {
  Dl_info info{};
  return dladdr(reinterpret_cast<void*>(next().clGetEventInfo), &info) != 0 &&
         dladdr(reinterpret_cast<void*>(next().clReleaseEvent), &info) != 0;
}

// Moves launches whose contents are known to their lines. Returns true if others are being read.
bool look(Pending& of) {
  std::list<Launch> taken;
  record([&] {
    const std::lock_guard lock(of.arriving);
    taken.swap(of.arrived);
  });
  for (auto launch = taken.begin(); launch != taken.end();) {
    if (!launch->snapshot->advance()) {
      ++launch;
      continue;
    }
    launch->snapshot->describe(launch->launch);
    record([&] { writer().move_launch(launch->handle, launch->launch); });
    launch = taken.erase(launch);
    of.count.fetch_sub(1);
  }
  const bool any_read =
      std::ranges::any_of(taken, [](const Launch& launch) { return launch.snapshot->is_reading(); });
  record([&] {
    const std::lock_guard lock(of.arriving);
    of.arrived.splice(of.arrived.begin(), taken);
  });
  // Recording has stopped, so they are not processed again.
  if (!taken.empty()) of.count.fetch_sub(taken.size());
  return any_read;
}

// Waits for what is being read, but never for commands of the application: these may take any time, and at
// the end of the process the driver may be shutting down.
void look_for(Pending& of, std::int64_t nanoseconds) {
  const std::unique_lock lock(of.looking, std::try_to_lock);
  if (!lock) return;
  Patience patience(nanoseconds);
  while (look(of) && nanoseconds > 0 && patience.pause()) {
  }
}

void at_end() {
  Pending* const of = pending();
  if (of == nullptr || of->count.load() == 0 || !driver_is_there()) return;
  const Unnoticed unnoticed;
  try {
    look_for(*of, patience_at_end());
  } catch (...) {
    // No memory: the launches keep their first lines.
    of->count.store(0);
  }
}

// Before the driver's own end, since the driver was loaded earlier.
void be_called_at_end() {
  static const int registered = std::atexit(at_end);
  static_cast<void>(registered);
}

// In a section.
Pending& pending_here() {
  if (Pending* const known = pending()) return *known;
  auto made = std::make_unique<Pending>();
  Pending* expected = g_pending.load();
  // Another thread may have been first.
  if ((expected != nullptr && expected->process == getpid()) ||
      !g_pending.compare_exchange_strong(expected, made.get()))
    return *g_pending.load();
  be_called_at_end();
  return *made.release();
}

}  // namespace

void keep_pending(std::unique_ptr<Snapshot> snapshot, capture::Launch launch,
                  const capture::LaunchHandle& handle) noexcept {
  record([&] {
    Pending& here = pending_here();
    std::list<Launch> one;
    one.push_back({std::move(snapshot), std::move(launch), handle});
    const std::lock_guard lock(here.arriving);
    here.arrived.splice(here.arrived.end(), one);
    here.count.fetch_add(1);
  });
}

std::size_t pending_launches() noexcept {
  Pending* const of = pending();
  return of == nullptr ? 0 : of->count.load(std::memory_order_relaxed);
}

void give_up_pending(cl_context context) noexcept {
  Pending* const of = pending();
  if (of == nullptr || of->count.load() == 0) return;
  const Unnoticed unnoticed;
  try {
    const std::lock_guard lock(of->looking);  // while another thread is checking
    std::list<Launch> gone;
    record([&] {
      const std::lock_guard arriving(of->arriving);
      for (auto launch = of->arrived.begin(); launch != of->arrived.end();) {
        const auto next = std::next(launch);
        if (launch->snapshot->context() == context) gone.splice(gone.end(), of->arrived, launch);
        launch = next;
      }
    });
    of->count.fetch_sub(gone.size());
    for (Launch& launch : gone) {
      launch.snapshot->give_up("the application released the context before it was copied");
      launch.snapshot->describe(launch.launch);
      record([&] { writer().move_launch(launch.handle, launch.launch); });
    }
  } catch (...) {
    return;  // no memory: the launches keep their first lines
  }
}

void look_after_pending(std::int64_t nanoseconds) noexcept {
  if (g_pending.load(std::memory_order_relaxed) == nullptr) return;
  Pending* const of = pending();
  if (of == nullptr || of->count.load(std::memory_order_relaxed) == 0) return;
  const Unnoticed unnoticed;
  try {
    look_for(*of, nanoseconds);
  } catch (...) {
    // No memory: the launches keep their first lines.
    of->count.store(0);
  }
}

}  // namespace launchproof::shim
