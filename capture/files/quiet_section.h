// Hides the writer from the application's thread on which it runs.
#pragma once

#include <pthread.h>

#include <cerrno>
#include <csignal>
#include <ctime>

namespace launchproof::capture {

// While an object lives, its thread takes no signal that could run the application's code (a handler that
// launches would wait for itself) and cannot be cancelled. The end restores errno, mask and cancellation.
class QuietSection {
 public:
  QuietSection() : d_errno(errno) {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
      sigdelset(&blocked, fault);
    pthread_sigmask(SIG_SETMASK, &blocked, &d_mask);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &d_cancel);
  }
  ~QuietSection() {
    int ignored = 0;
    pthread_setcancelstate(d_cancel, &ignored);
    pthread_sigmask(SIG_SETMASK, &d_mask, nullptr);
    errno = d_errno;
  }
  QuietSection(const QuietSection&) = delete;
  QuietSection& operator=(const QuietSection&) = delete;

 private:
  sigset_t d_mask{};
  int d_cancel = 0;
  int d_errno;
};

// Discards the signal that the kernel sent along with a call's failure `error` (EFBIG or EPIPE). Requires a
// QuietSection.
inline void discard_signal_of(int error) {
  if (error != EFBIG && error != EPIPE) return;
  const int signal = error == EFBIG ? SIGXFSZ : SIGPIPE;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  const timespec at_once{};
  sigtimedwait(&set, nullptr, &at_once);
}

}  // namespace launchproof::capture
