// NVIDIA's driver on this machine.
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "cli/recording/application.h"

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kDriverPatience = 20;  // in seconds

std::string named_driver() {
  const char* const named = std::getenv(kCudaDriverVariable);
  return named == nullptr ? "" : named;
}

// Runs in a separate process, because the driver starts threads and may print messages.
[[noreturn]] void tell_driver(int pipe) {
  ::alarm(kDriverPatience);
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);
  void* const driver = ::dlopen(kCudaLibrary, RTLD_LAZY | RTLD_LOCAL);
  const link_map* map = nullptr;
  if (driver == nullptr || ::dlinfo(driver, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0) std::_Exit(1);
  const std::string path = map->l_name;
  const bool is_written = ::write(pipe, path.data(), path.size()) == static_cast<ssize_t>(path.size());
  std::_Exit(is_written ? 0 : 1);
}

}  // namespace

bool has_cuda_driver() {
  return !named_driver().empty() ||
         std::ranges::any_of(std::array{"/dev/nvidiactl", "/dev/dxg"}, [](const char* device) {
           std::error_code error;
           return fs::exists(device, error);
         });
}

fs::path cuda_driver_library() {
  if (std::string named = named_driver(); !named.empty()) return named;
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) tell_driver(pipe[1]);
  ::close(pipe[1]);
  std::string path;
  std::array<char, 4096> part{};
  for (ssize_t got = 1; child > 0 && got != 0;) {
    got = ::read(pipe[0], part.data(), part.size());
    if (got < 0 && errno != EINTR) break;
    if (got > 0) path.append(part.data(), static_cast<std::size_t>(got));
  }
  ::close(pipe[0]);
  int status = -1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0 ? fs::path(path) : fs::path();
}

}  // namespace launchproof::cli
