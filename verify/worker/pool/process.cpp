#include "verify/worker/pool/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>
#include <stdexcept>

#include "verify/smt/limits/large_stack.h"

namespace launchproof::worker {
namespace {

constexpr int kOutOfMemoryStatus = 77;
constexpr std::size_t kBytesOfMebibyte = std::size_t{1} << 20;
constexpr off_t kQuotedBytes = 600;  // end of a lost worker's standard error that is quoted

TaskOutcome failed(const std::string& reason) {
  TaskOutcome outcome;
  outcome.result.reason = reason;
  outcome.result.verdict = verdict::Verdict::Error;
  for (std::size_t i = 0; i < verdict::all_properties().size(); ++i) {
    if (!verdict::is_asked_always(static_cast<verdict::Property>(i))) continue;
    outcome.result.properties[static_cast<verdict::Property>(i)] = {verdict::Verdict::Error, reason, {}};
  }
  return outcome;
}

[[noreturn]] void serve(int socket, const WorkerProcess::Work& work) {
  std::string text;
  if (work.reports)
    work.reports([socket, &work](TaskOutcome so_far) {
      so_far.partial = true;
      (void)write_frame(socket, to_text(so_far, work.more));  // fails only when the parent is gone
    });
  while (read_frame(socket, text)) {
    TaskOutcome outcome;
    try {
      const Request request = request_from_text(text);
      if (work.prepare) {
        work.prepare(request.task);
        outcome.prepared = true;
        if (!write_frame(socket, to_text(outcome, work.more))) break;
      }
      outcome = work.answer(request.task, request.selector);
      outcome.interim = outcome.interim && work.refine != nullptr;
      bool is_heard = true;
      while (outcome.interim && request.refine && is_heard) {
        is_heard = write_frame(socket, to_text(outcome, work.more));
        if (is_heard) outcome = work.refine(request.task, std::move(outcome));
      }
      if (!is_heard) break;
    } catch (const std::bad_alloc&) {
      ::_exit(kOutOfMemoryStatus);
    } catch (const std::exception& error) {
      outcome = failed(error.what());
    }
    if (!write_frame(socket, to_text(outcome, work.more))) break;
  }
  ::_exit(0);
}

[[noreturn]] void serve_with_large_stack(int socket, const WorkerProcess::Work& work) {
  struct Service {
    int socket;
    const WorkerProcess::Work& work;
  } service{socket, work};
  const auto run = [](void* given) -> void* {
    const auto* it = static_cast<Service*>(given);
    serve(it->socket, it->work);
  };
  pthread_t thread{};
  if (smt::start_with_large_stack(thread, run, &service))
    ::pthread_join(thread, nullptr);  // it ends the process
  serve(socket, work);
}

void become_worker(pid_t parent, int errors) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);  // the parent died before the line above
  ::setpgid(0, 0);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGQUIT}) ::signal(number, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  const rlimit no_core{0, 0};  // a crash is reported, not dumped
  ::setrlimit(RLIMIT_CORE, &no_core);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
  }
  if (errors >= 0) ::dup2(errors, STDERR_FILENO);
}

std::size_t resident_pages(const std::string& pid) {
  std::ifstream statm("/proc/" + pid + "/statm");
  std::size_t total = 0, resident = 0;
  statm >> total >> resident;
  return statm ? resident : 0;
}

}  // namespace

WorkerProcess::WorkerProcess(const Work& work, const std::vector<int>& close_in_child) {
  std::array<int, 2> sockets{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    throw std::runtime_error(
        fmt::format("cannot make a socket for a worker process: {}", std::strerror(errno)));
  }
  d_errors = ::memfd_create("launchproof-worker-errors", MFD_CLOEXEC);
  const pid_t parent = ::getpid();
  d_pid = ::fork();
  if (d_pid < 0) {
    const int cause = errno;
    for (const int socket : sockets) ::close(socket);
    if (d_errors >= 0) ::close(d_errors);
    throw std::runtime_error(
        fmt::format("cannot start a worker process: {}; raise the limit on processes (ulimit -u) "
                    "or use fewer --jobs",
                    std::strerror(cause)));
  }
  if (d_pid == 0) {
    become_worker(parent, d_errors);
    ::close(sockets[0]);
    for (const int other : close_in_child) ::close(other);
    serve_with_large_stack(sockets[1], work);
  }
  ::setpgid(d_pid, d_pid);  // both sides set it, so that it holds whoever runs first
  ::close(sockets[1]);
  d_socket = sockets[0];
}

WorkerProcess::~WorkerProcess() {
  if (d_pid > 0) end();
  if (d_socket >= 0) ::close(d_socket);
  if (d_errors >= 0) ::close(d_errors);
}

Ending WorkerProcess::end() {
  Ending ending;
  if (d_pid <= 0) return ending;
  // First checks whether it ended by itself, so that our own signal is not taken for the cause.
  int status = 0;
  pid_t got = ::waitpid(d_pid, &status, WNOHANG);
  ::kill(-d_pid, SIGKILL);
  ::kill(d_pid, SIGKILL);
  while (got == 0 || (got < 0 && errno == EINTR)) got = ::waitpid(d_pid, &status, 0);
  d_pid = -1;
  if (got > 0 && WIFSIGNALED(status)) {
    ending.how = fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  } else if (got > 0 && WIFEXITED(status)) {
    ending.out_of_memory = WEXITSTATUS(status) == kOutOfMemoryStatus;
    ending.how = fmt::format("exit status {}", WEXITSTATUS(status));
  }
  struct stat info{};
  if (d_errors >= 0 && ::fstat(d_errors, &info) == 0 && info.st_size > 0) {
    const off_t begin = info.st_size > kQuotedBytes ? info.st_size - kQuotedBytes : 0;
    ending.said.resize(static_cast<std::size_t>(info.st_size - begin));
    const ssize_t read = ::pread(d_errors, ending.said.data(), ending.said.size(), begin);
    ending.said.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
    while (!ending.said.empty() && ending.said.back() == '\n') ending.said.pop_back();
  }
  return ending;
}

std::size_t WorkerProcess::resident_mib() const {
  if (d_pid <= 0) return 0;
  const std::string pid = std::to_string(d_pid);
  std::size_t pages = resident_pages(pid);
  std::ifstream children("/proc/" + pid + "/task/" + pid + "/children");
  for (std::string child; children >> child;) pages += resident_pages(child);
  static const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return pages * page_bytes / kBytesOfMebibyte;
}

}  // namespace launchproof::worker
