#include "cli/recording/application.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <system_error>

#include "capture/files/failure_box.h"
#include "cli/options/options.h"
#include "cli/terminal/output.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array kForwarded{SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2};

std::atomic<pid_t> forward_to{0};

void forward(int number, siginfo_t* info, void*) {
  const int saved = errno;
  // The terminal signals the whole foreground process group, so the application already received it.
  const pid_t pid = forward_to.load();
  if (pid > 0 && info->si_code != SI_KERNEL) ::kill(pid, number);
  errno = saved;
}

// Handles the forwarded signals while it exists.
class Forwarding {
 public:
  Forwarding() {
    for (std::size_t i = 0; i < kForwarded.size(); ++i) {
      struct sigaction action{};
      action.sa_sigaction = forward;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
      ::sigaction(kForwarded[i], nullptr, &d_old[i]);
      if (d_old[i].sa_handler != SIG_IGN) ::sigaction(kForwarded[i], &action, nullptr);  // nohup stays nohup
    }
  }
  ~Forwarding() {
    forward_to = 0;
    for (std::size_t i = 0; i < kForwarded.size(); ++i) ::sigaction(kForwarded[i], &d_old[i], nullptr);
  }
  Forwarding(const Forwarding&) = delete;
  Forwarding& operator=(const Forwarding&) = delete;

 private:
  std::array<struct sigaction, kForwarded.size()> d_old{};
};

void prepend(const char* variable, const std::string& value) {
  const char* old = std::getenv(variable);
  ::setenv(variable, (old == nullptr || *old == 0 ? value : value + ":" + old).c_str(), 1);
}

void require_executable(const fs::path& path, const std::string& name) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    throw UsageError(fmt::format("cannot start {}: there is no such file; check the path", name));
  }
  if (fs::is_directory(path, error)) throw UsageError(fmt::format("cannot start {}: it is a folder", name));
  if (::access(path.c_str(), X_OK) != 0) {
    throw UsageError(fmt::format("cannot start {}: it may not be executed ({}); try chmod +x", name,
                                 std::strerror(errno)));
  }
}

}  // namespace

fs::path find_application(const std::string& name) {
  if (name.empty()) throw UsageError("the name of the application is empty; name a program");
  if (name.find('/') != std::string::npos) {
    require_executable(name, name);
    return name;
  }
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable == nullptr ? "/usr/bin:/bin" : variable);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    std::error_code error;
    if (fs::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  std::error_code error;
  throw UsageError(fmt::format("cannot start {}: no program of this name is in PATH{}", name,
                               fs::exists(name, error) ? fmt::format("; did you mean ./{}?", name) : ""));
}

fs::path find_installed(const std::string& name) {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  for (const char* folder : {"../lib", "../lib/launchproof", "."}) {
    const fs::path candidate = here / folder / name;
    if (fs::is_regular_file(candidate)) return fs::canonical(candidate);
  }
  throw std::runtime_error(
      fmt::format("{} is neither in {} nor in its folder launchproof; install Launchproof again", name,
                  (here / "../lib").lexically_normal().string()));
}

ApplicationEnd run_under_shim(const fs::path& application, const std::vector<std::string>& words,
                              const fs::path& shim, const fs::path& capture, const ShimOptions& options) {
  std::array<int, 2> failure{};
  if (::pipe2(failure.data(), O_CLOEXEC) != 0) throw std::runtime_error("cannot make a pipe");
  const Forwarding forwarding;
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (child == 0) {
    restore_output_signals();
    ::setenv("LAUNCHPROOF_CAPTURE", capture.c_str(), 1);
    ::setenv("LAUNCHPROOF_CONTENTS", options.mode.c_str(), 1);
    ::setenv("LAUNCHPROOF_CONTENTS_LIMIT",
             fmt::format("{},{}", options.buffer_limit, options.total_limit).c_str(), 1);
    ::setenv("LAUNCHPROOF_DEVICE_TYPE_AS", options.device_type_as.c_str(), 1);
    ::setenv("LAUNCHPROOF_PLATFORM", options.platform.c_str(), 1);
    ::setenv(capture::kFailureBox, options.failure_box.c_str(), 1);
    ::setenv("LAUNCHPROOF_PREFER_SOURCE", options.prefer_source ? "1" : "", 1);
    if (!options.cuda_folder.empty()) {
      ::setenv("LAUNCHPROOF_EXECUTOR", options.executor.c_str(), 1);
      ::setenv("LAUNCHPROOF_CUDA_DEVICE", options.cuda_device.c_str(), 1);
      ::setenv("LAUNCHPROOF_NO_EXECUTE", options.executes ? "" : "1", 1);
      ::setenv("LAUNCHPROOF_KERNEL_SECONDS", std::to_string(options.kernel_seconds).c_str(), 1);
      ::setenv("LAUNCHPROOF_CUDA_LIBRARIES", options.cuda_folder.c_str(), 1);
      ::setenv(kCudaDriverVariable, options.cuda_driver.c_str(), 1);
      prepend("LD_LIBRARY_PATH", options.cuda_folder.string());
      // An application that opens the driver by name gets the library that is already loaded under that name.
      if (!options.cuda_driver.empty()) prepend("LD_PRELOAD", (options.cuda_folder / kCudaLibrary).string());
    }
    prepend("OPENCL_LAYERS", shim.string());
    prepend("LD_PRELOAD", shim.string());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    ::execv(application.c_str(), argv.data());
    const int cause = errno;
    [[maybe_unused]] const ssize_t written = ::write(failure[1], &cause, sizeof cause);
    ::_exit(127);
  }
  forward_to = child;
  ::close(failure[1]);
  int cause = 0;
  ssize_t got = 0;
  while ((got = ::read(failure[0], &cause, sizeof cause)) < 0 && errno == EINTR) {
  }
  ::close(failure[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (got == sizeof cause) {
    std::string remedy;
    if (cause == ENOEXEC) remedy = "; a script needs a first line such as #!/bin/sh";
    if (cause == ENOENT) remedy = "; its interpreter is missing";
    throw UsageError(fmt::format("cannot start {}: {}{}", words[0], std::strerror(cause), remedy));
  }
  if (WIFSIGNALED(status)) return {child, kSignalBase + WTERMSIG(status), WTERMSIG(status)};
  return {child, WEXITSTATUS(status), std::nullopt};
}

}  // namespace launchproof::cli
