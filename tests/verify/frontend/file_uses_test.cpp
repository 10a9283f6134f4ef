// Tests the file uses that a translation reports.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "verify/frontend/frontend.h"
#include "verify/frontend/prepared.h"

namespace launchproof::frontend {
namespace {

namespace fs = std::filesystem;

class FileUsesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "launchproof-uses-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    d_folder = pattern;
    fs::create_directories(d_folder / "first");
    fs::create_directories(d_folder / "second");
    std::ofstream(d_folder / "second/n.h") << "#define N 1\n";
  }
  void TearDown() override { fs::remove_all(d_folder); }

  std::vector<ProgramSource> sources(const std::string& text, const std::string& options) const {
    return {{"k.cl", text, options, d_folder.string(), {}}};
  }
  static std::string found(const FileUses& uses, const std::string& path) {
    for (const FileUse& use : uses.files)
      if (use.path == path || use.path.ends_with("/" + path)) return use.found;
    return "not asked for";
  }

  fs::path d_folder;
  const std::string d_text = "#include \"n.h\"\nkernel void f(global int* a) { a[N] = 1; }";
};

TEST_F(FileUsesTest, NamesWhatWasReadAndWhatWasNotThere) {
  const Translation result = translate(sources(d_text, "-I first -I second -I third"), {});
  ASSERT_TRUE(result.compiled);
  EXPECT_TRUE(result.files.complete);
  EXPECT_EQ(found(result.files, "first/n.h"), kAbsent);
  EXPECT_EQ(found(result.files, "third"), kAbsent);
  const std::string read = found(result.files, "second/n.h");
  EXPECT_EQ(read.size(), 64U) << read;
  // Clang's own headers are reported like any other file.
  EXPECT_TRUE(std::ranges::any_of(result.files.files, [](const FileUse& use) {
    return use.path.ends_with("/opencl-c-base.h") && use.found.size() == 64;
  }));
  std::ofstream(d_folder / "second/n.h") << "#define N 2\n";
  const Translation edited = translate(sources(d_text, "-I first -I second -I third"), {});
  EXPECT_NE(found(edited.files, "second/n.h"), read);
  EXPECT_EQ(prepare_program(sources(d_text, "-I first -I second -I third"), {}).files, edited.files);
}

TEST_F(FileUsesTest, NamesEmbeddedHeadersNot) {
  std::vector<ProgramSource> program = sources(d_text, "-I second");
  program.front().headers = {{"n.h", "#define N 3\n"}};
  const Translation result = translate(program, {});
  ASSERT_TRUE(result.compiled);
  EXPECT_EQ(found(result.files, "second/n.h"), "not asked for");
}

TEST_F(FileUsesTest, SaysWhichSourceAsked) {
  std::vector<ProgramSource> program = sources("kernel void g() {}", "");
  program.push_back(sources(d_text, "-I second").front());
  program.back().file_name = "l.cl";
  const Translation result = translate(program, {});
  ASSERT_TRUE(result.compiled);
  const auto use = std::ranges::find_if(result.files.files,
                                        [](const FileUse& one) { return one.path.ends_with("second/n.h"); });
  ASSERT_NE(use, result.files.files.end());
  EXPECT_EQ(use->source, 1U);
}

TEST_F(FileUsesTest, AreNotCompleteWhereTheTimeHasAPart) {
  for (const char* name : {"__TIME__", "__DATE__", "__TIMESTAMP__"}) {
    const std::string text = std::string("kernel void f(global int* a) { a[0] = sizeof(") + name + "); }";
    EXPECT_FALSE(translate(sources(text, ""), {}).files.complete) << name;
    std::ofstream(d_folder / "second/n.h") << "#define N sizeof(" << name << ")\n";
    EXPECT_FALSE(translate(sources(d_text, "-I second"), {}).files.complete) << name;
  }
  EXPECT_FALSE(translate(sources("kernel void f(global int* a) { a[N] = 1; }", "-D N=sizeof(__TIME__)"), {})
                   .files.complete);
}

}  // namespace
}  // namespace launchproof::frontend
