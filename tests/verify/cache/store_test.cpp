#include "verify/cache/store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "capture/files/sha256.h"

namespace launchproof::cache {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

std::string name_of(const std::string& text) {
  return capture::sha256_hex(text.data(), text.size());
}

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "launchproof-store-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    d_folder = pattern;
  }
  void TearDown() override { fs::remove_all(d_folder); }

  std::string folder() const { return (d_folder / "a" / "b").string(); }
  Store store(bool is_private = true) const { return {folder(), is_private}; }
  std::string file(const std::string& name) const {
    return folder() + "/kind/" + name.substr(0, 2) + "/" + name;
  }
  void age(const std::string& name, hours by) const {
    fs::last_write_time(file(name), fs::file_time_type::clock::now() - by);
  }

  fs::path d_folder;
  const std::string d_name = name_of("name");
};

TEST_F(StoreTest, GivesWhatWasKept) {
  Store one = store();
  EXPECT_FALSE(one.get("kind", d_name));
  EXPECT_FALSE(fs::exists(folder())) << "a look makes nothing";
  for (const std::string& text : {std::string("text"), std::string(), std::string("\0\n", 2)}) {
    EXPECT_TRUE(one.put("kind", d_name, text));
    EXPECT_EQ(store().get("kind", d_name), text);
  }
  EXPECT_FALSE(one.get("other", d_name));
  EXPECT_TRUE(one.troubles().empty());
}

TEST_F(StoreTest, LetsNobodyElseInUnlessShared) {
  store().put("kind", d_name, "text");
  struct stat info{};
  ASSERT_EQ(::stat(file(d_name).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  ASSERT_EQ(::stat(folder().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
  fs::remove_all(d_folder / "a");
  const mode_t mask = ::umask(0022);
  store(false).put("kind", d_name, "text");
  ::umask(mask);
  ASSERT_EQ(::stat(file(d_name).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0644U);
}

TEST_F(StoreTest, KnowsEveryDamage) {
  const std::string text = "some text\nof two lines";
  store().put("kind", d_name, text);
  std::ifstream stream(file(d_name), std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(stream), {});
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string edited = whole;
    edited[i] = static_cast<char>(edited[i] ^ 1);
    std::ofstream(file(d_name), std::ios::binary) << edited;
    Store one = store();
    EXPECT_FALSE(one.get("kind", d_name)) << i;
    EXPECT_EQ(one.troubles().size(), 1U);
    std::ofstream(file(d_name), std::ios::binary) << whole.substr(0, i);
    EXPECT_FALSE(store().get("kind", d_name)) << i;
  }
  Store one = store();
  std::ofstream(file(d_name), std::ios::binary) << whole << "x";
  EXPECT_FALSE(one.get("kind", d_name));
  EXPECT_FALSE(one.get("kind", d_name));
  EXPECT_EQ(one.troubles().size(), 1U) << "said once";
  EXPECT_TRUE(one.put("kind", d_name, text));
  EXPECT_EQ(one.get("kind", d_name), text);
}

TEST_F(StoreTest, ReadsNoFolderLinkOrPipe) {
  fs::create_directories(file(d_name));
  EXPECT_FALSE(store().get("kind", d_name));
  fs::remove(file(d_name));
  ASSERT_EQ(::mkfifo(file(d_name).c_str(), 0600), 0);
  EXPECT_FALSE(store().get("kind", d_name));
  fs::remove(file(d_name));
  fs::create_symlink("/dev/zero", file(d_name));
  EXPECT_FALSE(store().get("kind", d_name));
}

TEST_F(StoreTest, SaysOnceThatItCannotWrite) {
  std::ofstream(d_folder / "a") << "no folder";
  Store one = store();
  EXPECT_FALSE(one.put("kind", d_name, "text"));
  EXPECT_FALSE(one.put("kind", d_name, "text"));
  ASSERT_EQ(one.troubles().size(), 1U);
  EXPECT_NE(one.troubles().front().find(folder()), std::string::npos);
}

TEST_F(StoreTest, CollectsWhatWasNotUsedForLongest) {
  Store one = store();
  const std::string old = name_of("old"), used = name_of("used"), young = name_of("young");
  for (const std::string& name : {old, used, young}) one.put("kind", name, "text");
  age(old, hours(50));
  age(used, hours(60));
  EXPECT_TRUE(one.get("kind", used));  // which marks it
  const std::uint64_t bytes = fs::file_size(file(old));
  EXPECT_EQ(one.collect(3 * bytes, hours(48)).entries, 1U);
  EXPECT_FALSE(fs::exists(file(old)));
  age(young, hours(3));
  const Store::Removed removed = one.collect(bytes, std::nullopt);
  EXPECT_EQ(removed.entries, 1U);
  EXPECT_EQ(removed.bytes, bytes);
  EXPECT_TRUE(one.get("kind", used));
  EXPECT_FALSE(one.get("kind", young));
}

TEST_F(StoreTest, CollectsUnfinishedFilesAfterAnHour) {
  Store one = store();
  one.put("kind", d_name, "text");
  const std::string unfinished = fs::path(file(d_name)).parent_path() / ".new-0";
  std::ofstream(unfinished) << "te";
  std::ofstream(fs::path(folder()) / "kind" / "note") << "no entry";
  EXPECT_EQ(one.entries().size(), 2U);
  EXPECT_EQ(one.collect(0, std::nullopt).entries, 1U);
  EXPECT_TRUE(fs::exists(unfinished));
  fs::last_write_time(unfinished, fs::file_time_type::clock::now() - hours(2));
  EXPECT_EQ(one.collect(0, std::nullopt).entries, 1U);
  EXPECT_FALSE(fs::exists(unfinished));
  EXPECT_TRUE(fs::exists(fs::path(folder()) / "kind" / "note"));
}

TEST_F(StoreTest, CollectsOnceADay) {
  Store one = store();
  one.collect_daily(0);  // there is no folder, and none is created
  EXPECT_FALSE(fs::exists(folder()));
  one.put("kind", d_name, "text");
  one.collect_daily(0);
  EXPECT_FALSE(one.get("kind", d_name));
  one.put("kind", d_name, "text");
  one.collect_daily(0);
  EXPECT_TRUE(one.get("kind", d_name));
  fs::last_write_time(folder() + "/collected", fs::file_time_type::clock::now() - hours(25));
  one.collect_daily(0);
  EXPECT_FALSE(one.get("kind", d_name));
}

// Readers that run concurrently with writers and a collector find one complete text, or nothing.
TEST_F(StoreTest, StandsWritersReadersAndCollectorsAtOnce) {
  constexpr int kWriters = 6, kRounds = 300;
  const auto text_of = [](int writer) {
    return std::string(static_cast<std::size_t>(10 + 1000 * writer), 'a');
  };
  std::vector<pid_t> children;
  for (int i = 0; i < kWriters + 2; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      Store own = store();
      bool good = true;
      for (int round = 0; round < kRounds; ++round) {
        if (i == kWriters) own.collect(0, std::nullopt);
        if (i < kWriters) good = own.put("kind", d_name, text_of(i)) && good;
        if (const auto text = own.get("kind", d_name)) good = good && *text == std::string(text->size(), 'a');
      }
      ::_exit(good && own.troubles().empty() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

}  // namespace
}  // namespace launchproof::cache
