// Tests `--help`, misspelt words, and the examples of options.
#include "cli/options/help.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/options/options.h"
#include "cli/options/registry.h"

namespace launchproof::cli {
namespace {

using Words = std::vector<std::string>;

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string complaint(const Words& words) {
  try {
    parse(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Help, OptionsOfCheckComeInGroupsTheCommonestFirst) {
  const std::string text = parse({"check", "--help"}).text;
  std::size_t at = 0;
  for (const char* title : {"\nLaunch\n", "\nProgram\n", "\nOutput\n", "\nContinuous integration\n",
                            "\nSolver and limits\n", "\nResearch\n"}) {
    const std::size_t next = text.find(title);
    ASSERT_NE(next, std::string::npos) << title;
    EXPECT_GT(next, at) << title;
    at = next;
  }
  EXPECT_LT(text.find("--local-size"), text.find("--warp-sync"));
  EXPECT_LT(text.find("--timeout"), text.find("--cross-check"));
  EXPECT_FALSE(holds(text, "\nRecording\n")) << "a group without an option of the command";
}

TEST(Help, EveryOptionOfACommandIsListedOnce) {
  for (const CommandSpec& command : command_specs()) {
    const std::string text = "\n" + command_help(command.command, 90);
    for (const OptionSpec& option : option_specs()) {
      const std::string entry = "\n  " + option.in_words();
      const std::size_t first = text.find(entry);
      EXPECT_EQ(first != std::string::npos, (option.commands & command.command) != 0)
          << command.words << option.names;
    }
    EXPECT_TRUE(holds(text, command.example)) << command.words;
  }
}

TEST(Help, LinesFitTheWidth) {
  for (const std::size_t width : {60U, 90U}) {
    std::istringstream lines(commands_help("", width) + command_help(Check, width));
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("  --") || line.starts_with("  launchproof") || line.starts_with("Usage"))
        continue;
      EXPECT_LE(line.size(), width) << line;
    }
  }
}

TEST(Help, AMeaningIsCutToItsFirstSentenceAndItsDefault) {
  EXPECT_EQ(in_short("Only this. More of it. Default: 10."), "Only this. Default: 10.");
  EXPECT_EQ(in_short("Only this, e.g. that."), "Only this, e.g. that.");
  EXPECT_EQ(in_short("See `--ci` and [ci.md](ci.md). `run` differs."), "See --ci and ci.md.");
  EXPECT_EQ(in_short(""), "");
}

TEST(Help, GroupsOfCommandsHaveHelpToo) {
  EXPECT_TRUE(holds(parse({"capture", "--help"}).text, "capture merge"));
  EXPECT_FALSE(holds(parse({"capture", "--help"}).text, "cache gc"));
  EXPECT_TRUE(holds(parse({"--help"}).text, "cache gc"));
}

TEST(Help, TheWordHelpIsTheOption) {
  EXPECT_EQ(parse({"help"}).text, parse({"--help"}).text);
  EXPECT_EQ(parse({"help", "check"}).text, parse({"check", "--help"}).text);
  EXPECT_EQ(parse({"help", "capture", "show"}).text, parse({"capture", "show", "--help"}).text);
  EXPECT_TRUE(holds(complaint({"help", "chekc"}), "did you mean `check`?"));
}

TEST(Suggestions, MisspeltOptionsAndCommandsAreCorrected) {
  EXPECT_TRUE(holds(complaint({"check", "--loca-size=8", "k.cl"}),
                    "unknown option --loca-size; did you mean `--local-size`? see launchproof check --help"))
      << complaint({"check", "--loca-size=8", "k.cl"});
  EXPECT_TRUE(holds(complaint({"run", "--stict", "./app"}), "did you mean `--strict`?"));
  EXPECT_TRUE(holds(complaint({"chekc", "k.cl"}), "unknown command `chekc`; did you mean `check`?"));
  EXPECT_TRUE(holds(complaint({"capture", "mrege"}), "did you mean `capture merge`?"));
  EXPECT_TRUE(holds(complaint({"check", "k.cl", "--color=alwys"}), "did you mean `always`?"));
  EXPECT_FALSE(holds(complaint({"check", "--xyzzy", "k.cl"}), "did you mean"));
  EXPECT_TRUE(holds(complaint({"captrue", "show"}), "did you mean `capture`?"));
  EXPECT_FALSE(holds(complaint({"xyzzy"}), "did you mean"));
}

TEST(Suggestions, AnOptionOfOtherCommandsIsNamed) {
  EXPECT_EQ(
      complaint({"verify", "--local-size=8", "x.lpcap"}),
      "--local-size is not an option of verify, but of check, equal, replay, export-repro; see launchproof "
      "verify --help");
}

// Every example that the page and `explain` show is accepted by each command that has the option.
class ExamplesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    d_before = std::filesystem::current_path();
    d_folder = std::filesystem::temp_directory_path() / "launchproof-examples";
    std::filesystem::create_directories(d_folder);
    std::filesystem::current_path(d_folder);
  }
  void TearDown() override {
    std::filesystem::current_path(d_before);
    std::filesystem::remove_all(d_folder);
  }

 private:
  std::filesystem::path d_before, d_folder;
};

TEST_F(ExamplesTest, OfEachOptionIsTakenAndNamesIt) {
  for (const OptionSpec& option : option_specs()) {
    const Words example = split_words(option.example);
    const Words names = option.each_name();
    EXPECT_TRUE(std::ranges::any_of(
        example, [&](const std::string& word) { return std::ranges::find(names, word) != names.end(); }))
        << option.names << ": " << option.example;
    for (const CommandSpec& command : command_specs()) {
      if ((option.commands & command.command) == 0) continue;
      Words words = split_words(command.words);
      words.insert(words.end(), example.begin(), example.end());
      const bool is_listed = option.names == "--batch";
      if (!is_listed && command.command != CacheStats && command.command != CacheGc)
        words.emplace_back("one");
      if (command.command == Diff || command.command == Equal) words.emplace_back("two");
      EXPECT_NO_THROW(parse(words)) << command.words << " " << option.example;
    }
  }
}

TEST(Registry, NamesAndGroupsAreInOrder) {
  std::set<std::pair<std::string, std::uint32_t>> seen;
  OptionGroup last = option_specs().front().group;
  for (const OptionSpec& option : option_specs()) {
    EXPECT_GE(option.group, last) << option.names << " stands among options of another group";
    last = option.group;
    for (const std::string& name : option.each_name()) {
      for (const CommandSpec& command : command_specs()) {
        if ((option.commands & command.command) == 0) continue;
        EXPECT_TRUE(seen.emplace(name, command.command).second) << name << " of " << command.words;
      }
    }
  }
}

}  // namespace
}  // namespace launchproof::cli
