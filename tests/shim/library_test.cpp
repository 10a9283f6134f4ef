// Tests what the library demands of the process that loads it, and which symbols it exports.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <regex>
#include <set>
#include <string>

#include "host_api.h"

namespace launchproof::tests {
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  std::string text;
  for (int c = fgetc(pipe.get()); c != EOF; c = fgetc(pipe.get())) text += static_cast<char>(c);
  return text;
}

std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) found.insert((*at)[1]);
  return found;
}

TEST(ShimLibrary, NeedsTheCLibraryOnly) {
  const auto needed = matches(output_of("readelf -dW " LAUNCHPROOF_SHIM), R"(\(NEEDED\).*\[([^\]]+)\])");
  const std::set<std::string> allowed{"libc.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2"};
  EXPECT_TRUE(needed.contains("libc.so.6"));
  for (const std::string& library : needed) EXPECT_TRUE(allowed.contains(library)) << library;
}

TEST(ShimLibrary, ExportsTheLayerItsHooksLookUpsAndTheEndsOfAProcessOnly) {
  std::set<std::string> expected;
  for (const HostFunction& function : host_functions())
    if (function.kind != HostApiKind::Passed && !function.by_name) expected.emplace(function.name);
  EXPECT_GT(expected.size(), 30U);
  expected.insert({"clGetLayerInfo", "clInitLayer"});
  // Ends of other processes.
  expected.insert({"wait", "waitpid", "waitid", "wait3", "wait4", "kill", "killpg", "sigqueue", "tgkill",
                   "pidfd_send_signal"});
  // Ends of a process, and what it starts.
  expected.insert({"_exit", "_Exit", "quick_exit", "daemon", "execl", "execle", "execlp", "execv", "execve",
                   "execveat", "execvp", "execvpe", "fexecve", "posix_spawn", "posix_spawnp"});
  // Programs that NVRTC compiles, for the libraries that record CUDA.
  expected.insert({"nvrtcCreateProgram", "nvrtcAddNameExpression", "nvrtcCompileProgram", "nvrtcGetPTX",
                   "nvrtcGetCUBIN", "nvrtcDestroyProgram", "launchproof_runtime_source"});
  // Look-ups in libraries that the application opens.
  expected.insert("dlsym");
  expected.insert("dlvsym");
  const auto exported =
      matches(output_of("nm -D --defined-only " LAUNCHPROOF_SHIM), R"([0-9a-f]+ [A-Za-z] ([^\s@]+))");
  EXPECT_EQ(exported, expected);
}

}  // namespace
}  // namespace launchproof::tests
