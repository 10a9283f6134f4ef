// Tests output on a terminal: colours, progress, and failures as they are found.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

constexpr const char* kRacyOnTerminal =
    "__kernel void racy(__global int *a) {\n  a[0] = get_global_id(0);\n}\n";

class TerminalTest : public ProgramTest {
 protected:
  // Returns the output of `check` with these variables ("NAME=VALUE"), on a terminal that is its standard
  // output and error.
  std::string check(const std::vector<std::string>& more, const std::vector<std::string>& variables) const {
    write("racy.cl", kRacyOnTerminal);
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return "no terminal";
    const std::string name = ::ptsname(terminal);
    std::vector<std::string> words{"check", "racy.cl", "--local-size=8", "--num-groups=2"};
    words.insert(words.end(), more.begin(), more.end());
    std::string text;
    run(
        words,
        [&] {
          const int side = ::open(name.c_str(), O_RDWR | O_NOCTTY);
          ::dup2(side, STDOUT_FILENO);
          ::dup2(side, STDERR_FILENO);
          ::unsetenv("NO_COLOR");
          ::setenv("TERM", "xterm", 1);
          for (const std::string& variable : variables) {
            const std::size_t sign = variable.find('=');
            ::setenv(variable.substr(0, sign).c_str(), variable.substr(sign + 1).c_str(), 1);
          }
        },
        [&](int) {
          std::array<char, 4096> buffer{};
          for (ssize_t count = 0; (count = ::read(terminal, buffer.data(), buffer.size())) > 0;)
            text.append(buffer.data(), static_cast<std::size_t>(count));
        });
    ::close(terminal);
    return text;
  }
};

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

constexpr const char* kEscape = "\x1b[";

TEST_F(TerminalTest, ColoursAreForTerminalsAlone) {
  EXPECT_GT(count(check({}, {}), kEscape), 5U);
  EXPECT_GT(count(check({}, {"NO_COLOR="}), kEscape), 5U) << "an empty one is none";
  EXPECT_EQ(count(check({"--ci"}, {"NO_COLOR=1"}), kEscape), 0U);
  EXPECT_EQ(count(check({}, {"TERM=dumb"}), kEscape), 0U);
  EXPECT_EQ(count(run({"check", "racy.cl", "--local-size=8", "--num-groups=2"}).out, kEscape), 0U);
}

TEST_F(TerminalTest, AShortRunShowsAFailureOnce) {
  const std::string text = check({}, {"NO_COLOR=1"});
  EXPECT_EQ(count(text, "racy.cl:2:8: defect (confirmed): "), 1U) << text;
  EXPECT_NE(text.find("    2 |   a[0] = get_global_id(0);\r\n      |        ^"), std::string::npos) << text;
  EXPECT_EQ(count(check({"-q"}, {}), "defect"), 0U);
}

}  // namespace
}  // namespace launchproof::cli::testing
