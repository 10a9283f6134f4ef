// Tests entries that are remembered from one run to the next, and cases in which no entry may be remembered.
#include "shim/recording/cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "application.h"
#include "shim/recording/cache_bound.h"

namespace launchproof::tests {
namespace {

namespace fs = std::filesystem;
using shim::CacheFields;
using shim::recall;
using shim::remember;

// Gives this process a separate cache.
class Cache : public testing::Test {
 protected:
  Cache() { ::setenv("XDG_CACHE_HOME", (d_folder.path() + "/cache").c_str(), 1); }
  ~Cache() override { ::unsetenv("XDG_CACHE_HOME"); }
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(d_folder.path()))
      if (entry.is_regular_file()) found.push_back(entry.path());
    return found;
  }
  const std::string& folder() const { return d_folder.path(); }

 private:
  Folder d_folder;
};

const CacheFields kFields{{"options", "-DA=\"x y\"\n"}, {"text", std::string("a\0b\n", 4)}, {"empty", ""}};

TEST_F(Cache, GivesBackWhatWasRemembered) {
  EXPECT_FALSE(recall("kind", "key").has_value());
  EXPECT_TRUE(remember("kind", "key", kFields));
  EXPECT_TRUE(remember("kind", "key", kFields));
  EXPECT_EQ(recall("kind", "key"), kFields);
  EXPECT_FALSE(recall("kind", "key ").has_value());
  EXPECT_FALSE(recall("other", "key").has_value());
  ASSERT_EQ(files().size(), 1U);
  EXPECT_EQ(fs::status(folder() + "/cache/launchproof").permissions(), fs::perms::owner_all);
}

TEST_F(Cache, TrustsNeitherOfTwo) {
  remember("kind", "key", kFields);
  remember("kind", "key", {{"options", "others"}});
  EXPECT_EQ(files().size(), 2U);
  EXPECT_FALSE(recall("kind", "key").has_value());
}

// Simulates two keys with the same digest.
TEST_F(Cache, DoesNotTakeTheEntryOfAnotherKey) {
  remember("kind", "first", kFields);
  const fs::path first = files().at(0);
  remember("kind", "second", {{"a", "b"}});
  for (const fs::path& file : files()) {
    if (file == first) continue;
    fs::rename(first, file.parent_path() / first.filename());
    fs::remove(file);
    break;
  }
  EXPECT_FALSE(recall("kind", "second").has_value());
}

TEST_F(Cache, DoesNotTakeWhatIsDamaged) {
  remember("kind", "key", kFields);
  const fs::path file = files().at(0);
  std::string text;
  {
    std::ifstream in(file, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  for (std::size_t length = 0; length < text.size(); ++length) {
    std::ofstream(file, std::ios::binary) << text.substr(0, length);
    EXPECT_FALSE(recall("kind", "key").has_value()) << length;
  }
  std::string other = text;
  other[other.find("x y")] = 'z';
  std::ofstream(file, std::ios::binary) << other;
  EXPECT_FALSE(recall("kind", "key").has_value());
  // Storing the entry again repairs it.
  EXPECT_TRUE(remember("kind", "key", kFields));
  EXPECT_EQ(recall("kind", "key"), kFields);
}

TEST_F(Cache, IsNotHeldUpByWhatIsNoFile) {
  remember("kind", "key", kFields);
  const fs::path file = files().at(0);
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_FALSE(recall("kind", "key").has_value());
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_FALSE(recall("kind", "key").has_value());
  EXPECT_FALSE(remember("kind", "key", kFields));
  EXPECT_TRUE(files().empty());
}

TEST_F(Cache, IsWrittenByManyAtOnce) {
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool held = true;
      for (int k = 0; k < 50; ++k) {
        const std::string key = std::to_string(k);
        held = remember("kind", key, {{"value", std::string(10'000, 'x') + key}}) && held;
        const auto found = recall("kind", key);
        held = found && found->at(0).second.ends_with(key) && held;
      }
      ::_exit(held ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files().size(), 50U);
}

TEST_F(Cache, IsBoundedByWhatWasNotUsedForLongest) {
  const std::string root = folder() + "/cache/launchproof";
  const auto wait = [] { ::usleep(20'000); };
  const CacheFields long_one{{"text", std::string(1000, 'x')}};
  for (const char* key : {"first", "second", "third"}) {
    remember("kind", key, long_one);
    wait();
  }
  EXPECT_TRUE(recall("kind", "first").has_value());  // which marks it as used
  shim::bound_cache(root, 10'000);
  EXPECT_EQ(files().size(), 3U) << "there is room for all";
  shim::bound_cache(root, 2500);
  EXPECT_TRUE(recall("kind", "first").has_value());
  EXPECT_FALSE(recall("kind", "second").has_value());
  EXPECT_TRUE(recall("kind", "third").has_value());
  EXPECT_TRUE(remember("kind", "second", long_one)) << "it can come back";
  shim::bound_cache(root, 0);
  EXPECT_TRUE(files().empty());
}

// The entry would be taken for the only one, although there are two.
TEST_F(Cache, KeepsNoKeyInPart) {
  remember("kind", "two", {{"options", std::string(1000, 'a')}});
  remember("kind", "two", {{"options", std::string(1000, 'b')}});
  ::usleep(20'000);
  remember("kind", "one", kFields);
  shim::bound_cache(folder() + "/cache/launchproof", 1500);
  EXPECT_EQ(files().size(), 1U);
  EXPECT_FALSE(recall("kind", "two").has_value());
  EXPECT_EQ(recall("kind", "one"), kFields);
}

TEST_F(Cache, MakesNoHome) {
  const std::string missing = folder() + "/missing";
  ::setenv("XDG_CACHE_HOME", (missing + "/cache").c_str(), 1);
  EXPECT_FALSE(remember("kind", "key", kFields));
  ::unsetenv("XDG_CACHE_HOME");
  const std::string home = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "";
  for (const std::string& bad : {missing, std::string("/dev/null"), std::string("relative"), std::string()}) {
    ::setenv("HOME", bad.c_str(), 1);
    EXPECT_FALSE(remember("kind", "key", kFields)) << bad;
    EXPECT_FALSE(recall("kind", "key").has_value()) << bad;
  }
  ::unsetenv("HOME");
  EXPECT_FALSE(remember("kind", "key", kFields));
  ::setenv("HOME", home.c_str(), 1);
  EXPECT_FALSE(fs::exists(missing));
}

// Returns one run of the application with a cache of binaries, in a folder that other runs may have used
// before.
capture::Capture run_cached(const Folder& folder, const std::string& name, const char* said,
                            std::vector<std::string> arguments = {},
                            std::map<std::string, std::string> environment = {}, Way way = Way::Layer,
                            const char* vendors = LAUNCHPROOF_STUB) {
  Application run{{app("cached"), "program.bin"}, way, vendors, std::move(environment), name + ".lpcap"};
  run.command.insert(run.command.end(), arguments.begin(), arguments.end());
  const Outcome outcome = run.in(folder);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find('\n')), said);
  return capture::read_capture(folder.path() + '/' + name + ".lpcap");
}

using capture::ProgramOrigin;

class Binaries : public testing::TestWithParam<Way> {};

TEST_P(Binaries, AreRecordedWithTheSourceThatGaveThem) {
  const Folder folder;
  const auto built = run_cached(folder, "first", "built", {"5", "-DX=1"}, {}, GetParam());
  const auto loaded = run_cached(folder, "second", "loaded", {"5", "-w"}, {}, GetParam());
  ASSERT_EQ(loaded.programs.size(), 1U);
  const capture::Program& program = loaded.programs[0];
  EXPECT_EQ(program.origin, ProgramOrigin::Source);
  EXPECT_EQ(program.options, "-DX=1");
  EXPECT_EQ(program.digest, built.programs.at(0).digest);
  EXPECT_EQ(program.working_directory, built.programs[0].working_directory);
  EXPECT_NE(loaded.blob(program.sources.at(0).digest).find("value + 5"), std::string::npos);
  ASSERT_TRUE(program.recalled.has_value());
  EXPECT_EQ(program.recalled->options, "-w");
  EXPECT_TRUE(loaded.blob(program.recalled->binaries.at(0).digest).starts_with("binary:"));
  EXPECT_FALSE(built.programs[0].recalled.has_value());
  EXPECT_EQ(loaded.launches.at(0).program, program.id);
  EXPECT_EQ(program.results.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Ways, Binaries, testing::Values(Way::Layer, Way::Preload, Way::Both));

void expect_without_source(const capture::Capture& captured) {
  ASSERT_EQ(captured.programs.size(), 1U);
  EXPECT_EQ(captured.programs[0].origin, ProgramOrigin::Binary);
  EXPECT_FALSE(captured.programs[0].recalled.has_value());
}

TEST(OfBinaries, OneThatAnotherDriverMadeHasNoSource) {
  const Folder folder;
  run_cached(folder, "first", "built");
  const std::map<std::string, std::string> newer{{"LAUNCHPROOF_STUB_DRIVER", "1.1-stub"}};
  expect_without_source(run_cached(folder, "second", "loaded", {}, newer));
}

TEST(OfBinaries, OneThatTwoSourcesGaveHasNoSource) {
  const Folder folder;
  const std::map<std::string, std::string> same{{"LAUNCHPROOF_STUB_BINARY", "same"}};
  run_cached(folder, "first", "built", {"5"}, same);
  EXPECT_TRUE(run_cached(folder, "second", "loaded", {}, same).programs.at(0).recalled.has_value());
  fs::remove(folder.path() + "/program.bin");
  run_cached(folder, "third", "built", {"6"}, same);
  expect_without_source(run_cached(folder, "fourth", "loaded", {}, same));
}

TEST(OfBinaries, OneThatIsNotKnownHasNoSource) {
  const Folder folder;
  run_cached(folder, "first", "built");
  fs::remove_all(folder.path() + "/.cache");
  expect_without_source(run_cached(folder, "second", "loaded"));
  std::ofstream(folder.path() + "/program.bin", std::ios::app) << ' ';
  expect_without_source(run_cached(folder, "third", "loaded"));
}

TEST(OfBinaries, IncludedFilesAreThoseOfTheBuild) {
  const Folder folder;
  folder.write("headers/value.h", "#define VALUE 1\n");
  const std::string text = "1;\n#include \"value.h\"\n//";
  run_cached(folder, "first", "built", {text, "-Iheaders"});
  folder.write("headers/value.h", "#define VALUE 2\n");
  const auto loaded = run_cached(folder, "second", "loaded", {text, "-Iheaders"});
  ASSERT_EQ(loaded.programs.at(0).included_files.size(), 1U);
  EXPECT_EQ(loaded.programs[0].included_files[0].name, "headers/value.h");
  EXPECT_EQ(loaded.blob(loaded.programs[0].included_files[0].digest), "#define VALUE 1\n");
}

TEST(OfBinaries, NoneAreRememberedWithoutHome) {
  const Folder folder;
  for (const char* home : {"", "/dev/null", "/nonexistent"}) {
    fs::remove(folder.path() + "/program.bin");
    const std::map<std::string, std::string> nowhere{{"HOME", home}};
    run_cached(folder, std::string("first") + std::to_string(*home), "built", {}, nowhere);
    fs::remove_all(folder.path() + "/first" + std::to_string(*home) + ".lpcap");
  }
  expect_without_source(run_cached(folder, "second", "loaded"));
}

// Leaves a binary behind whose build was never recorded.
void build_unseen(const Folder& folder) {
  const Application run{{app("cached"), "program.bin"}, Way::None, LAUNCHPROOF_STUB, {}, ""};
  EXPECT_EQ(run.in(folder).out, "built\n0\n");
}

const std::map<std::string, std::string> kPreferred{{"LAUNCHPROOF_PREFER_SOURCE", "1"}};

class Preferred : public testing::TestWithParam<Way> {};

TEST_P(Preferred, SourceIsBuiltWhereABinaryIsRefused) {
  const Folder folder;
  build_unseen(folder);
  expect_without_source(run_cached(folder, "first", "loaded", {}, {}, GetParam()));
  const auto refused = run_cached(folder, "second", "refused: -42 -42", {}, kPreferred, GetParam());
  EXPECT_TRUE(refused.session.prefer_source);
  ASSERT_EQ(refused.programs.size(), 1U);
  EXPECT_EQ(refused.programs[0].origin, ProgramOrigin::Source);
  EXPECT_FALSE(refused.programs[0].recalled.has_value());
  ASSERT_EQ(refused.remarks.size(), 1U);
  EXPECT_NE(refused.remarks[0].text.find("--prefer-source"), std::string::npos);
  EXPECT_EQ(refused.launch_count(), 1U);
  // From now on its source is known.
  const auto known = run_cached(folder, "third", "loaded", {}, kPreferred, GetParam());
  EXPECT_TRUE(known.programs.at(0).recalled.has_value());
  EXPECT_TRUE(known.remarks.empty());
}

TEST_P(Preferred, ABinaryIsTakenFromWhoInsists) {
  const Folder folder;
  build_unseen(folder);
  const auto taken =
      run_cached(folder, "first", "refused: -42 -42", {"1", "", "insist"}, kPreferred, GetParam());
  EXPECT_EQ(taken.launch_count(), 1U);
  expect_without_source(taken);
}

INSTANTIATE_TEST_SUITE_P(Ways, Preferred, testing::Values(Way::Layer, Way::Preload, Way::Both));

TEST(OnPocl, BinariesAndTheCompilersAnswerAreRemembered) {
  if (!fs::exists("/etc/OpenCL/vendors/pocl.icd")) GTEST_SKIP() << "no PoCL";
  const Folder folder;
  const auto built = run_cached(folder, "first", "built", {"5"}, {}, Way::Layer, "");
  const auto loaded = run_cached(folder, "second", "loaded", {"5"}, {}, Way::Layer, "");
  EXPECT_FALSE(built.devices.at(0).macros_remembered);
  EXPECT_TRUE(loaded.devices.at(0).macros_remembered);
  EXPECT_FALSE(built.devices[0].macros.empty());
  EXPECT_EQ(loaded.devices[0].macros, built.devices[0].macros);
  EXPECT_EQ(loaded.devices[0].undefined_macros, built.devices[0].undefined_macros);
  EXPECT_EQ(loaded.programs.at(0).digest, built.programs.at(0).digest);
  EXPECT_TRUE(loaded.programs[0].recalled.has_value());
  // A compiler with different settings counts as a different compiler.
  const std::map<std::string, std::string> told{{"POCL_EXTRA_BUILD_FLAGS", "-DDEBUG=7"}};
  const auto other = run_cached(folder, "third", "loaded", {"5"}, told, Way::Layer, "");
  EXPECT_FALSE(other.devices.at(0).macros_remembered);
  EXPECT_NE(other.devices[0].macros, built.devices[0].macros);
  expect_without_source(other);
}

}  // namespace
}  // namespace launchproof::tests
