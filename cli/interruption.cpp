#include "cli/interruption.h"

#include <signal.h>

#include <array>
#include <atomic>

namespace launchproof::cli {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

std::atomic<int> noted{0};
std::array<struct sigaction, kSignals.size()> before{};

void note(int number) {
  noted = number;
}

}  // namespace

Interruption::Interruption() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction action{};
    action.sa_handler = note;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(kSignals[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before[i], nullptr);
}

int interrupting_signal() {
  return noted;
}

}  // namespace launchproof::cli
