#include "verify/smt/limits/memory_watch.h"

#include <unistd.h>

#include <fstream>

namespace launchproof::smt {

namespace {

constexpr std::chrono::milliseconds kLook{50};

std::size_t resident_mib() {
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) >> 20U;
}

}  // namespace

MemoryWatch::MemoryWatch(std::size_t most_mib, Cancellation& work)
    : d_most_mib(most_mib), d_work(work), d_thread([this] { watch(); }) {}

MemoryWatch::~MemoryWatch() {
  {
    const std::scoped_lock lock(d_mutex);
    d_stop = true;
  }
  d_changed.notify_all();
  d_thread.join();
}

void MemoryWatch::watch() {
  std::unique_lock lock(d_mutex);
  while (!d_changed.wait_for(lock, kLook, [&] { return d_stop; }))
    if (resident_mib() > d_most_mib) d_work.cancel();
}

}  // namespace launchproof::smt
