// A request from another thread to stop working on an answer.
#pragma once

#include <functional>
#include <mutex>

namespace launchproof::smt {

// One object for each question and solver. All members may be called from any thread.
class Cancellation {
 public:
  void cancel() {
    const std::scoped_lock lock(d_mutex);
    d_cancelled = true;
    if (d_react) d_react();
  }
  bool cancelled() const {
    const std::scoped_lock lock(d_mutex);
    return d_cancelled;
  }

  // While this object exists, cancel() calls `react` on the cancelling thread. If cancel() was called before,
  // calls `react` at once. At most one listener may exist at a time.
  class Listener {
   public:
    Listener(Cancellation& source, std::function<void()> react) : d_source(source) {
      const std::scoped_lock lock(d_source.d_mutex);
      d_source.d_react = std::move(react);
      if (d_source.d_cancelled) d_source.d_react();
    }
    ~Listener() {
      const std::scoped_lock lock(d_source.d_mutex);
      d_source.d_react = nullptr;
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

   private:
    Cancellation& d_source;
  };

 private:
  mutable std::mutex d_mutex;
  bool d_cancelled = false;
  std::function<void()> d_react;
};

}  // namespace launchproof::smt
