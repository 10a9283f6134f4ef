// Tests `run` of applications whose programs include files. The files are found as the build options say, in
// the folder in which the application was when it built the program. The tests' driver accepts any options.
#include <filesystem>

#include "capture/reader.h"
#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIncluding = LAUNCHPROOF_APPS "app_including";

class IncludesTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    // The race is found or missed if the search picks another file of that name.
    put("home/dir with space", "1");
    put("home/plain", "1");
    put("dir with space", "0");
    put("plain", "0");
  }
  void put(const std::string& folder, const std::string& stride) const {
    fs::create_directories(path(folder));
    write(folder + "/value.h", "#define STRIDE " + stride + "\n");
  }
  Ran run_with(const std::string& name, const std::string& folder, const std::string& options,
               const std::string& vendors = LAUNCHPROOF_STUB) const {
    return run({"run", "-o", name, "--", kIncluding, folder, options}, [&] {
      if (!vendors.empty()) ::setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
    });
  }
  // Returns the path of the only included file.
  std::string included(const std::string& name) const {
    const capture::Capture captured = capture::read_capture(path(name));
    if (captured.programs.size() != 1 || captured.programs[0].included_files.size() != 1) return "";
    return captured.programs[0].included_files[0].name;
  }
};

TEST_F(IncludesTest, QuotedFoldersAreFound) {
  int number = 0;
  for (const std::string options :
       {R"(-I "dir with space")", R"(-I 'dir with space')", R"(-I"dir with space")", R"(-I'dir with space')",
        R"("-Idir with space")", R"(-I dir\ with\ space)", R"(-DX="a b" -I "dir with space" -w)"}) {
    const std::string name = "c" + std::to_string(++number) + ".lpcap";
    const Ran ran = run_with(name, "home", options);
    EXPECT_EQ(ran.status, 0) << options << ran.out << ran.err;
    EXPECT_EQ(included(name), "dir with space/value.h") << options;
    expect_holds(read(name + "/results.json"), "\"verified\"");
  }
}

TEST_F(IncludesTest, FoldersAreThoseOfTheBuildsFolder) {
  int number = 0;
  for (const std::string options :
       {"-Iplain", "-I plain", "-I \"plain\"", "-I../home/plain", "-Inowhere -Iplain"}) {
    const std::string name = "c" + std::to_string(++number) + ".lpcap";
    EXPECT_EQ(run_with(name, "home", options).status, 0) << options;
    EXPECT_TRUE(included(name).ends_with("plain/value.h")) << options;
  }
  // From here the other file is included, in which all work-items write to one element.
  const Ran ran = run_with("here.lpcap", ".", "-Iplain");
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
}

TEST_F(IncludesTest, AFileThatIsNotFoundIsNoProof) {
  const Ran ran = run_with("c.lpcap", "home", "-I elsewhere");
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  EXPECT_EQ(included("c.lpcap"), "");
}

TEST_F(IncludesTest, APlatformsCompilerFindsTheSame) {
  const Ran ran = run_with("c.lpcap", "home", "-Iplain", "");
  if (ran.status != 0 && ran.err.find("no platform") != std::string::npos)
    GTEST_SKIP() << "no OpenCL platform";
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(included("c.lpcap"), "plain/value.h");
}

// A finding in an included file is shown and repaired in that file.
TEST_F(IncludesTest, FindingsShowAndRepairIncludedFiles) {
  fs::create_directories(path("lib"));
  const std::string body =
      "static void sum(__local float *t, int lid) {\n"
      "  for (int s = 4; s > 0; s /= 2) {\n"
      "    if (lid < s) t[lid] += t[lid + s];\n"
      "  }\n"
      "}\n";
  write("lib/body.h", body);
  write("k.cl",
        "#include \"lib/body.h\"\n"
        "__kernel void k(__global float *a) {\n"
        "  __local float t[8];\n"
        "  int lid = get_local_id(0);\n"
        "  t[lid] = a[lid];\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  sum(t, lid);\n"
        "  if (lid == 0) a[0] = t[0];\n"
        "}\n");
  for (const auto& [file, included] : {std::pair(std::string("k.cl"), std::string("./lib/body.h")),
                                       std::pair(path("k.cl"), std::string("lib/body.h"))}) {
    const Ran ran = run({"check", file, "--local-size=8", "--num-groups=1", "--buffer", "a=32", "-o", "out"});
    EXPECT_EQ(ran.status, 10) << ran.err;
    expect_holds(ran.out, "3 |     if (lid < s) t[lid] += t[lid + s];\n");
    expect_holds(ran.out, "fix: in `" + included + "`, add `barrier(CLK_LOCAL_MEM_FENCE);`");
    expect_holds(ran.out, "+++ " + included + "\n");
    expect_holds(ran.out, "+    barrier(CLK_LOCAL_MEM_FENCE);\n");
    expect_holds(ran.out, "every property of the kernel is verified for this launch");
    expect_holds(read("out/report.html"), ">" + included + ":3</a></figcaption>");
  }
  EXPECT_EQ(read("lib/body.h"), body) << "files stay as they are";
}

}  // namespace
}  // namespace launchproof::cli::testing
