// Guards around the shim's own work inside the application.
#pragma once

#include <exception>
#include <utility>

#include "shim/recording/stop_recording.h"

namespace launchproof::shim {

// The state of a thread's sections.
struct SectionOfThread {
  bool is_open = false;
  unsigned number = 0;  // 1 and up: by which its sections are counted; 0: it had none yet
};

// A stretch of recording on this thread. False when there is nothing to record into, or when this thread is
// already inside one (a signal handler that calls the API). While it lasts, fork() in other threads waits,
// thread cancellation is held back unless it is brief, and errno is restored at its end.
class Section {
 public:
  // A brief section calls no function that is a cancellation point (pthreads(7)) and allocates no memory, so
  // that cancellation need not be held back. A thread that may be cancelled at any moment, and not only at
  // such points, must not call the API anyway.
  enum class Length : bool { Usual, Brief };

  explicit Section(Length length = Length::Usual) noexcept;
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
  Length d_length;
};

// Runs `body` in a section. An exception ends recording; the application never sees it.
template <class Body>
void record(Body&& body, Section::Length length = Section::Length::Usual) noexcept {
  const Section section(length);
  if (!section) return;
  try {
    body();
  } catch (const std::exception& error) {
    stop_recording(error.what());
  } catch (...) {
    stop_recording("an unknown exception");
  }
}

// Runs `body` in a brief section.
template <class Body>
void record_briefly(Body&& body) noexcept {
  record(std::forward<Body>(body), Section::Length::Brief);
}

}  // namespace launchproof::shim
