// The manual page and the completion hold what the registry holds.
#include "cli/manual.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "cli/options.h"

namespace launchproof::cli {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Every command of docs/commands.md, as its heading has it.
std::vector<std::string> commands() {
  std::vector<std::string> found;
  std::istringstream page(commands_page());
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("## launchproof ")) found.push_back(line.substr(15, line.find(" [OPTIONS]") - 15));
  return found;
}

TEST(ManualPage, HoldsEveryCommandAndOption) {
  const std::string page = manual_page();
  ASSERT_GT(commands().size(), 5U);
  for (std::string command : commands()) {
    if (const auto hyphen = command.find('-'); hyphen != std::string::npos) command.insert(hyphen, "\\");
    EXPECT_TRUE(has(page, ".SS launchproof " + command + " [OPTIONS]")) << command;
  }
  for (const char* option : {"\\fB\\-\\-local\\-size\\fR", "\\fB\\-o\\fR, ", "\\fB\\-\\-solver\\fR"})
    EXPECT_TRUE(has(page, option)) << option;
  EXPECT_FALSE(has(page, "`")) << "code is set in bold";
}

// No line of text may be taken for a request.
TEST(ManualPage, OnlyItsOwnLinesAreRequests) {
  std::istringstream page(manual_page());
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with(".") && !line.starts_with("'")) continue;
    const std::string request = line.substr(0, line.find(' '));
    EXPECT_TRUE(request == ".TH" || request == ".SH" || request == ".SS" || request == ".TP" ||
                request == ".PP" || request == ".B" || request == ".br")
        << line;
  }
}

// What bash offers for the last of these words.
std::string offered(const std::string& words) {
  const std::filesystem::path script =
      std::filesystem::temp_directory_path() / ("launchproof-completion-" + std::to_string(::getpid()));
  std::ofstream(script) << bash_completion() << "COMP_WORDS=(" << words << ")\n"
                        << "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_launchproof\necho \"${COMPREPLY[*]}\"\n";
  const std::string command = "bash --norc '" + script.string() + "' 2>&1";
  const std::unique_ptr<FILE, int (*)(FILE*)> output(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), part.size(), output.get()) != nullptr) text += part.data();
  std::filesystem::remove(script);
  return text;
}

TEST(BashCompletion, OffersCommandsOptionsAndWords) {
  EXPECT_EQ(offered("launchproof rec"), "record\n");
  EXPECT_EQ(offered("launchproof capture sh"), "show\n");
  EXPECT_EQ(offered("launchproof check --local"), "--local-size --local\n");
  EXPECT_EQ(offered("launchproof run --contents a"), "arguments all\n");
  EXPECT_EQ(offered("launchproof report --local"), "\n") << "an option of another command";
  EXPECT_TRUE(has(offered("launchproof run -- bas"), "bash")) << "applications follow --";
}

}  // namespace
}  // namespace launchproof::cli
