#include "shim/cuda/device/executor_client.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace launchproof::cuda {
namespace {

// Returns the program in build/lib if this library is in build/lib/cuda, and in the same relative position
// when installed.
std::string executor_path() {
  if (const char* given = std::getenv("LAUNCHPROOF_EXECUTOR"); given != nullptr && *given != 0) return given;
  Dl_info self{};
  if (::dladdr(reinterpret_cast<const void*>(&executor_path), &self) == 0 || self.dli_fname == nullptr)
    return {};
  std::string folder = self.dli_fname;
  folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/'));
  return folder + "/../launchproof-verifier";
}

// Returns the environment without the variables that would load the recorder into the process.
std::vector<char*> plain_environment() {
  std::vector<char*> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!text.starts_with("LD_PRELOAD=") && !text.starts_with("OPENCL_LAYERS=")) result.push_back(*variable);
  }
  result.push_back(nullptr);
  return result;
}

// Blocks the signals of this thread, so that no handler of the application runs in the child.
class SignalsHeldBack {
 public:
  SignalsHeldBack() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &d_before);
  }
  ~SignalsHeldBack() { pthread_sigmask(SIG_SETMASK, &d_before, nullptr); }
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

  // Called in the child. The new program has no handlers, so nothing needs to be blocked.
  static void reset() {
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, nullptr);
  }

 private:
  sigset_t d_before{};
};

// The program runs as the grandchild of the application; its parent ends at once. Both only make calls that
// are safe after fork().
bool start(const std::string& program, int socket, const DeviceMemory& memory) {
  constexpr int kSocket = 3, kMemory = 4;
  const std::string address = std::to_string(DeviceMemory::address()), size = std::to_string(memory.size());
  std::string words[] = {program, executor::kExecuteKernels, "3", "4", address, size};
  std::array<char*, 7> arguments{};
  for (std::size_t i = 0; i < std::size(words); ++i) arguments[i] = words[i].data();
  std::vector<char*> environment = plain_environment();
  const SignalsHeldBack held_back;
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) {
    if (::fork() != 0) ::_exit(0);
    ::setsid();  // a signal from the terminal to the application must not reach it
    // Both descriptors are moved away from the numbers that they will get.
    const int from = ::fcntl(socket, F_DUPFD, 10), file = ::fcntl(memory.file(), F_DUPFD, 10);
    ::dup2(from, kSocket);
    ::dup2(file, kMemory);
    ::close(from);
    ::close(file);
    SignalsHeldBack::reset();
    ::execve(program.c_str(), arguments.data(), environment.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return true;
}

// Returns how many milliseconds a kernel may run, or -1 for no limit.
int longest_kernel() {
  const char* const seconds = std::getenv("LAUNCHPROOF_KERNEL_SECONDS");
  const long number = seconds == nullptr ? 0 : std::strtol(seconds, nullptr, 10);
  constexpr long kMost = 1'000'000;
  return number <= 0 || number > kMost ? -1 : static_cast<int>(number * 1000);
}

}  // namespace

ExecutorClient::ExecutorClient(const DeviceMemory& memory) : d_kernel_milliseconds(longest_kernel()) {
  const std::string program = executor_path();
  if (::access(program.c_str(), X_OK) != 0) {
    d_problem = "the program that executes kernels is not at " + program;
    return;
  }
  int sockets[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0 ||
      !start(program, sockets[1], memory)) {
    d_problem = std::string("the program that executes kernels cannot be started: ") + std::strerror(errno);
    if (sockets[0] >= 0) ::close(sockets[0]);
  } else {
    d_socket = sockets[0];
  }
  if (sockets[1] >= 0) ::close(sockets[1]);
}

ExecutorClient::~ExecutorClient() {
  if (d_socket >= 0) ::close(d_socket);
}

std::string ExecutorClient::ask(const executor::MessageWriter& request, int milliseconds) {
  const std::lock_guard lock(d_mutex);
  if (d_socket < 0) throw executor::ConnectionLost();
  executor::send_message(d_socket, request.bytes());
  pollfd answer{d_socket, POLLIN, 0};
  int ready = 0;
  while ((ready = ::poll(&answer, 1, milliseconds)) < 0 && errno == EINTR) {
  }
  if (ready == 0) {
    // The process ends when its connection is closed.
    ::close(std::exchange(d_socket, -1));
    throw KernelTookTooLong();
  }
  return executor::receive_message(d_socket);
}

executor::LoadedModule ExecutorClient::load(std::string_view image, int architecture) {
  executor::MessageWriter request;
  request.put(executor::Request::Load);
  request.put(static_cast<std::uint32_t>(architecture));
  request.put_text(image);
  const std::string answer = ask(request);
  executor::MessageReader reader(answer);
  return executor::take_module(reader);
}

void ExecutorClient::place(std::uint64_t module,
                           const std::vector<std::pair<std::string, std::uint64_t>>& variables) {
  executor::MessageWriter request;
  request.put(executor::Request::Place);
  request.put(module);
  request.put<std::uint64_t>(variables.size());
  for (const auto& [name, address] : variables) {
    request.put_text(name);
    request.put(address);
  }
  ask(request);
}

executor::LaunchResult ExecutorClient::run(const executor::KernelLaunch& launch) {
  executor::MessageWriter request;
  request.put(executor::Request::Launch);
  put(request, launch);
  const std::string answer = ask(request, d_kernel_milliseconds);
  executor::MessageReader reader(answer);
  return executor::take_result(reader);
}

}  // namespace launchproof::cuda
