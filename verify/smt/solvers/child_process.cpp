#include "verify/smt/solvers/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace launchproof::smt {
namespace {

// No sensible answer is longer.
constexpr std::size_t kLongestOutput = 64U << 20;

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error("solver process: " + what + ": " + std::strerror(errno));
}

// Only the soft limit, so that it can be raised again; never above the hard limit.
void limit_address_space(pid_t pid, std::size_t mebibytes) {
  rlimit memory{};
  if (mebibytes == 0 || prlimit(pid, RLIMIT_AS, nullptr, &memory) != 0) return;
  memory.rlim_cur = std::min(static_cast<rlim_t>(mebibytes) << 20, memory.rlim_max);
  prlimit(pid, RLIMIT_AS, &memory, nullptr);
}

// Runs between fork and exec: only makes calls that are safe after a fork in a threaded program.
[[noreturn]] void become(const char* program, char* const* arguments, int input, int output,
                         std::size_t memory_mib, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // the parent died before it could be watched
  const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || null < 0 || dup2(null, 2) < 0) _exit(127);
  close_range(3, ~0U, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  limit_address_space(0, memory_mib);
  execv(program, arguments);
  _exit(127);
}

}  // namespace

std::string find_program(const std::string& name) {
  const auto usable = [](const std::string& path) {
    struct stat entry{};
    return stat(path.c_str(), &entry) == 0 && S_ISREG(entry.st_mode) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) return usable(name) ? name : std::string();
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = (folder.empty() ? "." : folder) + "/" + name;
    if (!name.empty() && usable(candidate)) return candidate;
  }
  return {};
}

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                           std::size_t memory_mib) {
  int input[2], output[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0) fail("cannot make a socket pair");
  if (pipe2(output, O_CLOEXEC) != 0) {
    close(input[0]);
    close(input[1]);
    fail("cannot make a pipe");
  }
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t parent = getpid();
  // Not fork(): the handlers that Z3 registers for it deadlock if two threads fork at once.
  d_pid = _Fork();
  if (d_pid == 0) become(program.c_str(), argv.data(), input[1], output[1], memory_mib, parent);
  close(input[1]);
  close(output[1]);
  d_input = input[0];
  d_output = output[0];
  if (d_pid < 0) {
    close(d_input);
    close(d_output);
    fail("cannot fork");
  }
  d_effort.emplace(d_pid);
  fcntl(d_input, F_SETFL, O_NONBLOCK);
  fcntl(d_output, F_SETFL, O_NONBLOCK);
}

ChildProcess::~ChildProcess() {
  kill_group();
  close(d_input);
  close(d_output);
  if (!d_ended) {
    while (waitpid(d_pid, &d_status, 0) < 0 && errno == EINTR) {
    }
  }
}

void ChildProcess::kill_group() const {
  kill(-d_pid, SIGKILL);               // the process and everything that it started
  if (!d_ended) kill(d_pid, SIGKILL);  // in case it has no group of its own yet
}

void ChildProcess::limit_memory(std::size_t memory_mib) const {
  if (!d_ended) limit_address_space(d_pid, memory_mib);
}

// Moves the text before the marker's line from the data that was read to `output`.
bool ChildProcess::take(std::string& output, const std::string& marker) {
  const std::size_t found = d_pending.find(marker, d_searched);
  const std::size_t end = found == std::string::npos ? found : d_pending.find('\n', found);
  if (end == std::string::npos) {
    d_searched = d_pending.size() - std::min(d_pending.size(), marker.size());
    if (found != std::string::npos) d_searched = found;
    return false;
  }
  const std::size_t line = d_pending.rfind('\n', found);
  output = d_pending.substr(0, line == std::string::npos ? 0 : line + 1);
  d_pending.erase(0, end + 1);
  d_searched = 0;
  return true;
}

ChildProcess::Outcome ChildProcess::exchange(const std::string& input, const std::string& marker,
                                             Clock::time_point deadline, std::string& output, int cancel) {
  std::size_t sent = 0;
  while (!take(output, marker)) {
    if (d_pending.size() > kLongestOutput) return Outcome::TooLong;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Outcome::Timeout;
    // Ignores descriptors of -1.
    pollfd ends[3] = {
        {d_output, POLLIN, 0}, {sent < input.size() ? d_input : -1, POLLOUT, 0}, {cancel, POLLIN, 0}};
    if (poll(ends, 3, static_cast<int>(std::min<long long>(left, 1'000'000))) < 0 && errno != EINTR) {
      return Outcome::Closed;
    }
    if (ends[2].revents != 0) return Outcome::Cancelled;
    if (ends[0].revents != 0) {
      char buffer[65536];
      const ssize_t got = read(d_output, buffer, sizeof buffer);
      if (got > 0)
        d_pending.append(buffer, static_cast<std::size_t>(got));
      else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        return Outcome::Closed;
    }
    if (ends[1].revents != 0) {
      const ssize_t done = send(d_input, input.data() + sent, input.size() - sent, MSG_NOSIGNAL);
      if (done > 0)
        sent += static_cast<std::size_t>(done);
      else if (done < 0 && errno != EAGAIN && errno != EINTR)
        sent = input.size();  // it may have answered before it ended
    }
  }
  return Outcome::Ok;
}

int ChildProcess::wait_for_end(std::chrono::milliseconds patience) {
  using WallClock = std::chrono::steady_clock;
  const auto deadline = WallClock::now() + patience;
  while (!d_ended) {
    const pid_t ended = waitpid(d_pid, &d_status, WNOHANG);
    d_ended = ended == d_pid || (ended < 0 && errno == ECHILD);
    if (d_ended) break;
    if (WallClock::now() >= deadline) return -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return d_status;
}

std::string ChildProcess::describe_end() {
  const int status = wait_for_end(std::chrono::milliseconds(200));
  if (status == -1) return "solver closed its output";
  if (WIFSIGNALED(status)) return "solver died: signal " + std::to_string(WTERMSIG(status));
  return "solver died: exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace launchproof::smt
