// Tests the verification of a capture on a machine that has neither its application nor an OpenCL device.
// Everything that the application was shown appears in all outputs.
#include "tests/cli/recorded_application.h"

namespace launchproof::cli::testing {
namespace {

namespace fs = std::filesystem;

class ElsewhereTest : public RecordedApplicationTest {
 protected:
  // Returns everything that belongs to the verdicts, without times and paths of the host.
  Json judged(const std::string& folder) const {
    Json all = Json::array();
    for (const Json& one : results(folder)) {
      Json kept;
      for (const char* member : {"id", "kernel", "verdict", "reason", "properties", "launches", "classes"})
        if (one.contains(member)) kept[member] = one.at(member);
      for (const Json& finding : one.at("findings"))
        kept["findings"].push_back({finding.at("id"), finding.at("message"), finding.at("confirmation")});
      all.push_back(kept);
    }
    return all;
  }

  // Records a copy of the application in a separate folder, with files that it includes. Verifies the capture
  // twice: next to these files, and as a copy after they are deleted.
  void verify_twice(const std::vector<std::string>& application, const How& how, bool has_defects) const {
    const std::string& name = application.at(0);
    fs::create_directories(path("host/headers"));
    write("host/headers/included.h", "#include \"deeper.h\"\n");
    write("host/headers/deeper.h", "#define INCLUDED 4\n");
    fs::copy_file(LAUNCHPROOF_APPS "app_" + name, path("host/app"));
    std::vector<std::string> words{path("host/app")};
    words.insert(words.end(), application.begin() + 1, application.end());
    const Ran ran = run_app("host/" + name, words, how);
    EXPECT_EQ(ran.status, has_defects ? 10 : 0) << ran.out << ran.err;
    const Json before = judged("host/" + name);
    ASSERT_FALSE(before.empty());

    fs::create_directories(path("other"));
    fs::copy(path("host/" + name), path("other/copied"), fs::copy_options::recursive);
    fs::remove(path("other/copied/results.json"));
    fs::remove_all(path("host"));
    fs::create_directories(path("no-home"));
    const Ran again = run({"verify", "other/copied"}, [this] {
      ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_NO_DRIVER, 1);
      ::setenv("HOME", path("no-home").c_str(), 1);
    });
    EXPECT_EQ(again.status, ran.status) << again.out << again.err;
    EXPECT_EQ(judged("other/copied"), before) << name;
    EXPECT_TRUE(fs::is_empty(path("no-home")));
    fs::remove_all(path("other"));
  }
};

TEST_F(ElsewhereTest, ProgramsThatWereLinkedAndIncludeFiles) {
  verify_twice({"linking", "-I" + path("host/headers")}, {}, false);
}

TEST_F(ElsewhereTest, Images) {
  verify_twice({"images", "2d-from-buffer"}, {}, false);
  verify_twice({"images", "2d-array", "less"}, {}, true);
}

// The control flow of the kernel depends on the contents of the buffers.
TEST_F(ElsewhereTest, Contents) {
  verify_twice({"contents", "scatter", "3", "0"}, {{}, {"--contents=all"}}, false);
  verify_twice({"contents", "scatter", "3", "2"}, {{}, {"--contents=all"}}, true);
}

TEST_F(ElsewhereTest, SharedMemoryPipesAndSmallerGroups) {
  verify_twice({"svm", "disjoint"}, {}, false);
  verify_twice({"pipes"}, {}, false);
  verify_twice({"partial_groups", "torn"}, {}, true);
}

// A GPU that is presented as a CPU, a single platform, and binaries that were first refused.
TEST_F(ElsewhereTest, WhatWasShownIsSaidEverywhere) {
  const Ran ran =
      run_app("c", {"cached"},
              {{{"LAUNCHPROOF_STUB_TYPE", "gpu"}, {"HOME", path(".")}, {"XDG_CACHE_HOME", path("cache")}},
               {"--device-type-as=cpu", "--platform", "0", "--prefer-source", "--text", "t.txt"}});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const std::vector<std::pair<const char*, const char*>> shown{
      {"\"device_type_as\":\"cpu\"", "as of type CPU (--device-type-as=cpu)"},
      {"\"platform_shown\":0", "platform 0 alone was shown to the application (--platform 0)"},
      {"\"prefer_source\":true", "refused to the application at first (--prefer-source)"}};
  // Repeats this from the results alone, on another machine.
  const Ran reported = run({"report", "c/results.json", "-o", "again.html", "--text", "again.txt"});
  EXPECT_EQ(reported.status, 0) << reported.err;
  for (const auto& [member, note] : shown) {
    expect_holds(read("c/session.json"), member);
    expect_holds(document("c").at("notes").dump(), note);
    for (const char* file : {"c/report.html", "t.txt", "again.html", "again.txt"}) {
      SCOPED_TRACE(file);
      expect_holds(read(file), note);
    }
    expect_holds(ran.err, note);
  }
}

}  // namespace
}  // namespace launchproof::cli::testing
