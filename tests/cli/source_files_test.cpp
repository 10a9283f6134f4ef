// Tests that recorded sources are shown under the paths of the files that hold them.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

class SourceFilesTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    record("c.lpcap", "a[get_global_id(0) / 2] = get_global_id(0);", capture::Size3{8, 1, 1});
    EXPECT_EQ(verify().status, 10);
    d_text = results().at("source_texts").at(0);
    d_name = results().at("results").at(0).at("source");
  }

  Ran verify() const { return run({"verify", "c.lpcap", "--sarif", "c.sarif"}); }
  Json results() const { return Json::parse(read("c.lpcap/results.json")); }
  void make(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    write(name, text);
  }

  std::string d_text, d_name;
};

TEST_F(SourceFilesTest, AreFoundBelowTheCurrentFolder) {
  make("kernels/deep/k.cl", d_text);
  const Json before = results();
  const Ran ran = verify();
  const Json result = results().at("results").at(0);
  EXPECT_EQ(result.at("source_path"), "kernels/deep/k.cl");
  EXPECT_EQ(result.at("source"), d_name);
  EXPECT_EQ(result.at("findings").at(0).at("id"), before.at("results").at(0).at("findings").at(0).at("id"));
  expect_holds(ran.out, "kernels/deep/k.cl:");
  EXPECT_EQ(ran.out.find(d_name), std::string::npos) << ran.out;
  expect_holds(read("c.sarif"), "kernels/deep/k.cl");
  expect_holds(read("c.lpcap/report.html"), "kernels/deep/k.cl");
}

TEST_F(SourceFilesTest, TheShortestPathCounts) {
  make("b/k.cl", d_text);
  make("a/longer/k.cl", d_text);
  (void)verify();
  EXPECT_EQ(results().at("results").at(0).at("source_path"), "b/k.cl");
}

TEST_F(SourceFilesTest, AnotherTextIsNotTheSource) {
  std::string other = d_text;
  other.back() = other.back() == ' ' ? '\n' : ' ';  // of equal size
  make("k.cl", other);
  make(".hidden/k.cl", d_text);
  make("old.lpcap/k.cl", d_text);
  make("copied/session.json", "{}");
  make("copied/k.cl", d_text);
  const Ran ran = verify();
  const Json result = results().at("results").at(0);
  EXPECT_FALSE(result.contains("source_path"));
  EXPECT_EQ(result.at("source"), d_name);
  expect_holds(ran.out, result.at("kernel").get<std::string>() + ".cl:");
}

}  // namespace
}  // namespace launchproof::cli::testing
