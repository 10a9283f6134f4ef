#include "verify/two_thread/judgement/concurrent_pass.h"

#include <algorithm>

#include "verify/effort/clock.h"
#include "verify/smt/limits/large_stack.h"
#include "verify/smt/limits/memory_watch.h"

namespace launchproof::two_thread {

namespace {

// The share of the class's memory that both passes together get. The rest is for the pass that continues when
// the other one has ended.
constexpr double kShareOfMemory = 0.6;
constexpr std::chrono::milliseconds kLook{20};  // interval for checking whether the class is cancelled

}  // namespace

ConcurrentPass::ConcurrentPass(const Setting& like, Pass pass) : d_like(like), d_pass(std::move(pass)) {
  const auto run = [](void* given) -> void* {
    static_cast<ConcurrentPass*>(given)->run();
    return nullptr;
  };
  d_is_started = smt::start_with_large_stack(d_thread, run, this);
  if (!d_is_started) d_is_done = true;
}

ConcurrentPass::~ConcurrentPass() {
  d_cancellation.cancel();
  if (d_is_started) ::pthread_join(d_thread, nullptr);
}

void ConcurrentPass::run() {
  std::optional<verdict::ClassResult> result;
  try {
    symbolic::Options limits = d_like.limits;
    const auto most = static_cast<std::size_t>(static_cast<double>(limits.memory_mib) * kShareOfMemory);
    const smt::MemoryWatch watch(most, d_cancellation);
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(d_like.deadline - effort::Clock::now());
    limits.time = std::max(left, std::chrono::milliseconds{0});
    limits.cancellation = &d_cancellation;
    limits.another_solver = {};
    smt::TermStore store;
    const std::unique_ptr<smt::Solver> solver = d_like.limits.another_solver(store);
    const OneSetting analysed(d_like.kernel, d_like.facts, store, limits, d_like.options);
    result = d_pass(analysed, *solver);
  } catch (const OutOfTime&) {
    result.reset();
  } catch (const std::exception&) {
    result.reset();
  }
  // What a cancelled pass left undecided means nothing.
  if (d_cancellation.cancelled()) result.reset();
  {
    const std::scoped_lock lock(d_mutex);
    d_result = std::move(result);
    d_is_done = true;
  }
  d_changed.notify_all();
}

std::optional<verdict::ClassResult> ConcurrentPass::wait() {
  std::unique_lock lock(d_mutex);
  while (!d_changed.wait_for(lock, kLook, [&] { return d_is_done; }))
    if (d_like.cancellation != nullptr && d_like.cancellation->cancelled()) d_cancellation.cancel();
  return std::move(d_result);
}

}  // namespace launchproof::two_thread
