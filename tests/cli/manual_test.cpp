// Tests that the manual page and the completions match the registry.
#include "cli/options/manual.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "cli/options/completion.h"
#include "cli/options/options.h"

namespace launchproof::cli {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Returns every command of docs/commands.md, as written in its heading.
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

// No line of text may be mistaken for a roff request.
TEST(ManualPage, OnlyItsOwnLinesAreRequests) {
  std::istringstream page(manual_page());
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with(".") && !line.starts_with("'")) continue;
    const std::string request = line.substr(0, line.find(' '));
    EXPECT_TRUE(request == ".TH" || request == ".SH" || request == ".SS" || request == ".TP" ||
                request == ".PP" || request == ".B" || request == ".br" || request == ".RS" ||
                request == ".RE" || request == ".EX" || request == ".EE")
        << line;
  }
}

// Runs a script and returns its output, errors included.
std::string printed(const std::string& shell, const std::string& text) {
  const std::filesystem::path script =
      std::filesystem::temp_directory_path() / ("launchproof-completion-" + std::to_string(::getpid()));
  std::ofstream(script) << text;
  const std::string command = shell + " '" + script.string() + "' 2>&1";
  const std::unique_ptr<FILE, int (*)(FILE*)> output(::popen(command.c_str(), "r"), ::pclose);
  std::string result;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), part.size(), output.get()) != nullptr) result += part.data();
  std::filesystem::remove(script);
  return result;
}

bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

// Returns the completions that bash offers for the last of these words.
std::string offered(const std::string& words) {
  return printed("bash --norc",
                 bash_completion() + "COMP_WORDS=(" + words +
                     ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_launchproof\necho \"${COMPREPLY[*]}\"\n");
}

TEST(BashCompletion, OffersCommandsOptionsAndWords) {
  EXPECT_EQ(offered("launchproof rec"), "record\n");
  EXPECT_EQ(offered("launchproof capture sh"), "show\n");
  EXPECT_EQ(offered("launchproof check --local"), "--local-size --local\n");
  EXPECT_EQ(offered("launchproof run --contents a"), "arguments all\n");
  EXPECT_EQ(offered("launchproof report --local"), "\n") << "an option of another command";
  EXPECT_TRUE(has(offered("launchproof run -- bas"), "bash")) << "applications follow --";
}

// Returns the completions that fish offers for this line, without their descriptions.
std::string offered_by_fish(const std::string& line) {
  std::istringstream all(printed("fish --no-config",
                                 fish_completion() + "complete -C '" + line + "' | string split -f 1 \\t\n"));
  std::string words;
  for (std::string word; std::getline(all, word);) words += (words.empty() ? "" : " ") + word;
  return words;
}

TEST(FishCompletion, OffersCommandsOptionsAndWords) {
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
  EXPECT_EQ(offered_by_fish("launchproof rec"), "record");
  EXPECT_EQ(offered_by_fish("launchproof capture sh"), "show");
  EXPECT_EQ(offered_by_fish("launchproof check --local"), "--local --local-size");
  EXPECT_EQ(offered_by_fish("launchproof run --contents a"), "all arguments");
  EXPECT_EQ(offered_by_fish("launchproof report --local"), "") << "an option of another command";
  EXPECT_EQ(offered_by_fish("launchproof run -- app --quie"), "") << "the application's own option";
}

// Returns the completions that zsh offers for this line: _describe, compadd and _files are replaced by
// functions that print their arguments.
std::string offered_by_zsh(const std::string& words) {
  return printed("zsh -f",
                 "compdef() { : }\n_files() { print files }\n_normal() { print normal $words[CURRENT] }\n"
                 "compadd() { shift; print -l -- $@ }\n"
                 "_describe() { print -l -- ${(P)@[-1]} | cut -d: -f1 }\n" +
                     zsh_completion() + "words=(" + words + ")\nCURRENT=$#words\n_launchproof\n");
}

TEST(ZshCompletion, OffersCommandsOptionsAndWords) {
  if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  EXPECT_TRUE(has(offered_by_zsh("launchproof ''"), "record\n"));
  EXPECT_EQ(offered_by_zsh("launchproof cache ''"), "stats\ngc\n");
  const std::string options = offered_by_zsh("launchproof check --");
  EXPECT_TRUE(has(options, "--local-size\n")) << options;
  EXPECT_FALSE(has(options, "--append\n")) << "an option of another command";
  EXPECT_EQ(offered_by_zsh("launchproof run --contents ''"), "none\narguments\nall\n");
  EXPECT_EQ(offered_by_zsh("launchproof check ''"), "files\n");
  EXPECT_EQ(offered_by_zsh("launchproof run -- app --x"), "normal --x\n");
}

}  // namespace
}  // namespace launchproof::cli
