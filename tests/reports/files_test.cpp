#include "reports/formats/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "reports/html/file_links.h"
#include "tests/reports/sample.h"

namespace launchproof::reports {
namespace {

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "launchproof-files-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    d_folder = name;
  }
  void TearDown() override { std::filesystem::remove_all(d_folder); }

  std::filesystem::path path(const char* name) const { return d_folder / name; }
  static std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(d_folder), {}));
  }
  static std::string error_of(const std::filesystem::path& path) {
    try {
      write_whole(path, "new");
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  }

  std::filesystem::path d_folder;
};

TEST_F(Files, JsonIsReadBack) {
  write_json(sample(), path("results.json"));
  EXPECT_EQ(verdict::results_from_json(read(path("results.json"))), sample());
  write_html(sample(), {}, false, path("report.html"));
  EXPECT_EQ(read(path("report.html")).substr(0, 15), "<!doctype html>");
  EXPECT_EQ(files(), 2U) << "no draft is left behind";
}

TEST_F(Files, AnOldFileIsReplacedWhole) {
  write_whole(path("a"), std::string(100000, 'x'));
  write_whole(path("a"), "short");
  EXPECT_EQ(read(path("a")), "short");
}

TEST_F(Files, ThePageLinksToSourcesBelowItsFolder) {
  std::filesystem::create_directories(path("out"));
  std::filesystem::create_directories(path("out/a b"));
  write_whole(path("out/a b/near.cl"), "");
  write_whole(path("far.cl"), "");
  const FileLinks links = links_from(path("out"));
  EXPECT_EQ(links("a b/near.cl"), "a%20b/near.cl");
  EXPECT_EQ(links("missing.cl"), "");
  EXPECT_EQ(links("../far.cl"), "") << "it is outside of both folders";
  EXPECT_EQ(links(path("far.cl").string()), "");
  EXPECT_EQ(links(""), "");
  verdict::Results results = sample();
  results.results = {results.results[0]};
  results.results[0].source = "a b/near.cl";
  for (verdict::SourceLocation& location : results.results[0].findings[0].locations)
    location.file = "a b/near.cl";
  write_html(results, {}, false, path("out/report.html"));
  EXPECT_NE(read(path("out/report.html")).find("<a href=\"a%20b/near.cl\">a b/near.cl:9</a>"),
            std::string::npos);
}

TEST_F(Files, AMissingFolderIsNamedWithCauseAndRemedy) {
  const std::string error = error_of(path("no/such/file"));
  EXPECT_NE(error.find("no/such/file: "), std::string::npos) << error;
  EXPECT_NE(error.find("No such file or directory"), std::string::npos) << error;
  EXPECT_NE(error.find("make the folder"), std::string::npos) << error;
}

TEST_F(Files, AFolderInItsPlaceIsAnErrorAndLeavesNoDraft) {
  std::filesystem::create_directory(path("report.html"));
  EXPECT_NE(error_of(path("report.html")).find("directory"), std::string::npos);
  EXPECT_EQ(files(), 1U);
}

TEST_F(Files, AFolderThatCannotBeWrittenToIsAnError) {
  // Even root cannot make files in sysfs.
  if (!std::filesystem::exists("/sys/kernel")) GTEST_SKIP() << "this system has no /sys";
  const std::string error = error_of("/sys/kernel/results.json");
  EXPECT_NE(error.find("choose a folder that can be written to"), std::string::npos) << error;
}

TEST_F(Files, AFullDiskIsAnErrorThatSaysSo) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  const std::string error = error_of("/dev/full");
  EXPECT_NE(error.find("No space left"), std::string::npos) << error;
  EXPECT_NE(error.find("free some space"), std::string::npos) << error;
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full")) << "a device must not be replaced";
}

}  // namespace
}  // namespace launchproof::reports
