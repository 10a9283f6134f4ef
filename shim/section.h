// Guards around the shim's own work inside the application.
#pragma once

#include <exception>

namespace launchproof::shim {

// What a thread knows of its sections.
struct SectionOfThread {
  bool is_open = false;
  unsigned number = 0;  // 1 and up: by which its sections are counted; 0: it had none yet
};

// A stretch of recording on this thread. False when there is nothing to record into, or when this thread is
// already inside one (a signal handler that calls the API). While it lasts, fork() in other threads waits,
// thread cancellation is held back, and errno is restored at its end.
class Section {
 public:
  Section() noexcept;
  ~Section();
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;
  explicit operator bool() const { return d_own != nullptr; }

 private:
  // Both are the thread's, and are looked up once.
  SectionOfThread* d_own = nullptr;  // null: not active
  int* d_errno_at;
  int d_errno;
  int d_cancel_state = 0;
};

// Ends recording in this process for good and writes the reason into the capture. Never throws.
void stop_recording(const char* reason) noexcept;

// Runs `body` in a section. An exception ends recording; the application never sees it.
template <class Body>
void record(Body&& body) noexcept {
  const Section section;
  if (!section) return;
  try {
    body();
  } catch (const std::exception& error) {
    stop_recording(error.what());
  } catch (...) {
    stop_recording("an unknown exception");
  }
}

}  // namespace launchproof::shim
