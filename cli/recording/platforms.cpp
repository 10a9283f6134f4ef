#include "cli/recording/platforms.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include "cli/options/options.h"

namespace launchproof::cli {
namespace {

constexpr unsigned kPatienceSeconds = 10;

// The OpenCL functions that are needed. The program does not link a loader.
using GetPlatforms = std::int32_t (*)(std::uint32_t, void**, std::uint32_t*);
using GetPlatformInfo = std::int32_t (*)(void*, std::uint32_t, std::size_t, void*, std::size_t*);
constexpr std::uint32_t kVersion = 0x0901;  // CL_PLATFORM_VERSION
constexpr std::uint32_t kName = 0x0902;     // CL_PLATFORM_NAME

// One line for each platform.
std::string describe_platforms() {
  void* loader = ::dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  if (loader == nullptr) std::_Exit(1);
  const auto get_platforms = reinterpret_cast<GetPlatforms>(::dlsym(loader, "clGetPlatformIDs"));
  const auto get_info = reinterpret_cast<GetPlatformInfo>(::dlsym(loader, "clGetPlatformInfo"));
  if (get_platforms == nullptr || get_info == nullptr) std::_Exit(1);
  std::uint32_t count = 0;
  std::array<void*, 64> platforms{};
  if (get_platforms(platforms.size(), platforms.data(), &count) != 0) return {};
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, platforms.size()); ++i) {
    std::array<char, 1024> name{};
    std::array<char, 1024> version{};
    get_info(platforms[i], kName, name.size() - 1, name.data(), nullptr);
    get_info(platforms[i], kVersion, version.size() - 1, version.data(), nullptr);
    text += fmt::format("{} ({})\n", name.data(), version.data());
  }
  return text;
}

// The child prints nothing else, whatever drivers print.
[[noreturn]] void answer(int pipe) {
  ::alarm(kPatienceSeconds);
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) ::dup2(null, fd);
  ::unsetenv("OPENCL_LAYERS");
  const std::string text = describe_platforms();
  const bool is_written = ::write(pipe, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  std::_Exit(is_written ? 0 : 1);
}

}  // namespace

std::optional<std::vector<std::string>> list_platforms() {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) answer(pipe[1]);
  ::close(pipe[1]);
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t got = 1; child > 0 && got != 0;) {
    got = ::read(pipe[0], part.data(), part.size());
    if (got < 0 && errno != EINTR) break;
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
  }
  ::close(pipe[0]);
  int status = -1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child < 0 || status != 0) return std::nullopt;
  std::vector<std::string> platforms;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    platforms.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return platforms;
}

void require_platform(std::size_t number) {
  // If they cannot be determined, the application is started, and the capture shows what it found.
  const auto platforms = list_platforms();
  if (!platforms || number < platforms->size()) return;
  if (platforms->empty())
    throw UsageError(
        fmt::format("--platform: there is no platform {}, and no other; install an OpenCL driver", number));
  std::string all;
  for (std::size_t i = 0; i < platforms->size(); ++i)
    all += fmt::format("{}{}: {}", i == 0 ? "" : "; ", i, platforms->at(i));
  throw UsageError(fmt::format("--platform: there is no platform {}; there are {}", number, all));
}

}  // namespace launchproof::cli
