#include "verify/equivalence/large_stack.h"

#include <exception>

#include "verify/smt/limits/large_stack.h"

namespace launchproof::equivalence {

void on_large_stack(const std::function<void()>& work) {
  struct Job {
    const std::function<void()>& work;
    std::exception_ptr failure;
  } job{work, nullptr};
  pthread_t thread{};
  const auto run = [](void* given) -> void* {
    auto& of = *static_cast<Job*>(given);
    try {
      of.work();
    } catch (...) {
      of.failure = std::current_exception();
    }
    return nullptr;
  };
  if (!smt::start_with_large_stack(thread, run, &job)) {
    work();
    return;
  }
  ::pthread_join(thread, nullptr);
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace launchproof::equivalence
