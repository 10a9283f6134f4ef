// Tests included files, as findings name them.
#include "verify/jobs/included_file.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace launchproof::jobs {
namespace {

namespace fs = std::filesystem;

class IncludedFile : public ::testing::Test {
 protected:
  void SetUp() override {
    d_folder = fs::temp_directory_path() / ("included_file_test." + std::to_string(::getpid()));
    fs::create_directories(d_folder / "work/lib");
    std::ofstream(d_folder / "work/lib/body.h") << "int body;\n";
    std::ofstream(d_folder / "beyond.h") << "int beyond;\n";
    frontend::ProgramSource source;
    source.file_name = (d_folder / "work/k.cl").string();
    source.text = "kernel";
    source.working_directory = (d_folder / "work").string();
    source.headers = {{"given.h", "int given;\n"}};
    d_program.sources = {source};
  }
  void TearDown() override { fs::remove_all(d_folder); }

  std::string text_of(const std::string& name) const {
    const auto found = included_file(d_program, name);
    return found ? found->text : "none";
  }

  fs::path d_folder;
  Program d_program;
};

TEST_F(IncludedFile, LiesBelowTheFolderOfTheProgram) {
  EXPECT_EQ(text_of("./lib/body.h"), "int body;\n");
  EXPECT_EQ(text_of((d_folder / "work/lib/body.h").string()), "int body;\n");
  EXPECT_EQ(text_of("../beyond.h"), "none");
  EXPECT_EQ(text_of((d_folder / "beyond.h").string()), "none");
  EXPECT_EQ(text_of("lib"), "none");
  EXPECT_EQ(text_of(""), "none");
}

TEST_F(IncludedFile, IsAHeaderThatCameWithTheProgram) {
  EXPECT_EQ(text_of("given.h"), "int given;\n");
  EXPECT_EQ(text_of("/launchproof.headers/given.h"), "int given;\n");
}

TEST_F(IncludedFile, IsNoSource) {
  std::ofstream(d_folder / "work/k.cl") << "kernel";
  EXPECT_EQ(text_of("k.cl"), "none");
  EXPECT_EQ(text_of("./k.cl"), "none");
  EXPECT_EQ(text_of(d_program.sources[0].file_name), "none");
}

TEST_F(IncludedFile, GetsAnotherText) {
  const auto given = included_file(d_program, "given.h");
  ASSERT_TRUE(given);
  EXPECT_EQ(with_included(d_program, *given, "new").sources[0].headers.at(0).text, "new");
  const auto body = included_file(d_program, "./lib/body.h");
  ASSERT_TRUE(body);
  const Program changed = with_included(d_program, *body, "new");
  ASSERT_EQ(changed.sources[0].headers.size(), 2U);
  EXPECT_EQ(changed.sources[0].headers[1].name, (d_folder / "work/lib/body.h").string());
  EXPECT_EQ(changed.sources[0].headers[1].text, "new");
  EXPECT_EQ(with_included(d_program, {0, "", "kernel"}, "new").sources[0].text, "new");
}

TEST_F(IncludedFile, IsNamedWhereAFindingNamesIt) {
  verdict::ClassResult result;
  result.source = d_program.sources[0].file_name;
  verdict::Finding finding;
  finding.locations = {{"./lib/body.h", 1, 1, "access"},
                       {result.source, 1, 1, "access inlined at"},
                       {"/usr/include/stdio.h", 1, 1, "access"}};
  result.findings = {finding, finding};
  name_included(d_program, result);
  ASSERT_EQ(result.included.size(), 1U);
  EXPECT_EQ(result.included[0], (verdict::IncludedFile{"./lib/body.h", "int body;\n"}));
}

}  // namespace
}  // namespace launchproof::jobs
