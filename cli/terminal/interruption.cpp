#include "cli/terminal/interruption.h"

#include <signal.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <ctime>

namespace launchproof::cli {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

// `timeout` signals the process and then its group, so one request arrives twice.
constexpr std::int64_t kOneRequest = 200'000'000;  // nanoseconds

std::atomic<int> noted{0};
std::atomic<int> urgent{0};  // the second signal, while nothing is kept yet
std::atomic<bool> is_kept{false};
std::atomic<int> nested{0};
std::atomic<std::int64_t> noted_at{0};
std::array<struct sigaction, kSignals.size()> previous_actions{};

std::int64_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Ends the program as if the signal had no handler, either immediately or when the handler returns.
void end_by(int number) {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (kSignals[i] == number) ::sigaction(number, &previous_actions[i], nullptr);
  ::raise(number);
}

void note(int number) {
  const int error = errno;
  int none = 0;
  if (noted.compare_exchange_strong(none, number)) {
    noted_at = now();
  } else if (noted != number || now() - noted_at > kOneRequest) {
    none = 0;
    const bool is_second = urgent.compare_exchange_strong(none, number);
    if (is_second) noted_at = now();
    // The second one may come twice, too.
    if (is_kept || (!is_second && (urgent != number || now() - noted_at > kOneRequest))) end_by(number);
  }
  errno = error;
}

}  // namespace

Interruption::Interruption() {
  if (nested++ > 0) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action{};
    action.sa_handler = note;
    for (const int other : kSignals) ::sigaddset(&action.sa_mask, other);
    ::sigaction(kSignals[i], nullptr, &previous_actions[i]);
    if (previous_actions[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  if (--nested > 0) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &previous_actions[i], nullptr);
}

int interrupting_signal() {
  return noted;
}

void results_kept() {
  is_kept = true;
  if (const int number = urgent; number != 0) end_by(number);
}

}  // namespace launchproof::cli
