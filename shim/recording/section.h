// Guards around the shim's own work inside the application.
#pragma once

#include <exception>
#include <utility>

#include "shim/recording/stop_recording.h"

namespace launchproof::shim {

// The state of a thread's sections.
struct SectionOfThread {
  bool is_open = false;
  unsigned number = 0;  // number under which its sections are counted, from 1; 0: it has had none yet
};

// A section of recording on this thread. False if nothing is recorded, or if this thread is already inside a
// section (a signal handler that calls the API). During a section, fork() in other threads waits, and thread
// cancellation is postponed unless the section is brief. errno is restored at its end.
class Section {
 public:
  // A brief section calls no cancellation point (pthreads(7)) and allocates no memory, so cancellation need
  // not be postponed. A thread with asynchronous cancellation must not call the API in any case.
  enum class Length : bool { Usual, Brief };

  explicit Section(Length length = Length::Usual) noexcept;
  ~Section();
  Section(const Section&) = delete;
  Section& operator=(const Section&) = delete;
  explicit operator bool() const { return d_own != nullptr; }

 private:
  // Both belong to the thread and are looked up once.
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
