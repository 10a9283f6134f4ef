#include "cli/terminal/output.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace launchproof::cli {
namespace {

constexpr std::array kOutputSignals{SIGPIPE, SIGXFSZ};
std::array<struct sigaction, kOutputSignals.size()> inherited{};

}  // namespace

void prepare_standard_streams() {
  // Lowest first, since open() uses the lowest free number. Reading from 0 and writing to 1 then fail.
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    if (::open("/dev/null", (number == STDOUT_FILENO ? O_RDONLY : O_WRONLY) | O_CLOEXEC) < 0) return;
  }
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  for (std::size_t i = 0; i < kOutputSignals.size(); ++i)
    ::sigaction(kOutputSignals[i], &ignore, &inherited[i]);
}

void restore_output_signals() {
  for (std::size_t i = 0; i < kOutputSignals.size(); ++i)
    ::sigaction(kOutputSignals[i], &inherited[i], nullptr);
}

bool print(std::FILE* stream, std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (written && std::fflush(stream) == 0) return true;
  const int cause = errno;
  std::clearerr(stream);
  if (cause == EPIPE) return true;
  if (stream != stderr) say(std::string("cannot write to standard output: ") + std::strerror(cause));
  return false;
}

bool is_terminal(std::FILE* stream) {
  const char* kind = std::getenv("TERM");
  return ::isatty(::fileno(stream)) == 1 && (kind == nullptr || std::strcmp(kind, "dumb") != 0);
}

void say(std::string_view line) {
  std::string text = "launchproof: ";
  text.append(line).push_back('\n');
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace launchproof::cli
