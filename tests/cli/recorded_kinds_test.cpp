// From an application to its verdict, for what PoCL has not: pipes, and programs of IL.
#include <stdlib.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;

class RecordedKindsTest : public ProgramTest {
 protected:
  // Under the stub driver, into the capture `name`.
  Ran run_app(const std::string& name, const std::vector<std::string>& application) const {
    std::vector<std::string> words{"run", "-o", name, "--", LAUNCHPROOF_APPS "app_" + application.at(0)};
    words.insert(words.end(), application.begin() + 1, application.end());
    return run(words, [] { ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1); });
  }
  Json results(const std::string& folder) const {
    return Json::parse(read(folder + "/results.json")).at("results");
  }
};

TEST_F(RecordedKindsTest, LaunchesWithPipesAreVerified) {
  const Ran ran = run_app("kept", {"pipes"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  const Json all = results("kept");
  ASSERT_EQ(all.size(), 2U);
  for (const Json& one : all) EXPECT_EQ(one.at("verdict"), "verified") << one.dump(1);
  EXPECT_EQ(all.at(1).at("launches"), 2);
}

TEST_F(RecordedKindsTest, WhatIsReadFromAPipeMayRace) {
  const Ran ran = run_app("shared", {"pipes", "shared"});
  EXPECT_EQ(ran.status, 10) << ran.out << ran.err;
  const Json all = results("shared");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.at(0).at("verdict"), "verified");
  // Whether both find a packet is the pipe's.
  EXPECT_EQ(all.at(1).at("properties").at("data-race"), "possible-defect") << all.at(1).dump(1);
  EXPECT_NE(all.at(1).at("findings").at(0).at("approximations").dump().find("pipe-contents"),
            std::string::npos);
}

// The kernel has room for 16 work-items of a group.
TEST_F(RecordedKindsTest, WhatTheRuntimeChoosesIsVerified) {
  const auto verdicts = [&](const char* size) {
    if (size == nullptr)
      ::unsetenv("LAUNCHPROOF_STUB_LOCAL_SIZE");
    else
      ::setenv("LAUNCHPROOF_STUB_LOCAL_SIZE", size, 1);
    const std::string name = std::string("chosen") + (size == nullptr ? "" : size);
    const Ran ran = run_app(name, {"chosen_size"});
    ::unsetenv("LAUNCHPROOF_STUB_LOCAL_SIZE");
    std::vector<std::string> found;
    for (const Json& one : results(name)) found.push_back(one.at("verdict"));
    return found;
  };
  EXPECT_EQ(verdicts("16"), std::vector<std::string>{"verified"});  // proved together
  EXPECT_EQ(verdicts("32"), (std::vector<std::string>{"defect", "defect", "verified"}));
  // Not for every size, and which one it is nobody says.
  EXPECT_EQ(verdicts(nullptr), (std::vector<std::string>{"unknown", "unknown", "verified"}));
}

// Compiled and linked IL is no text either.
TEST_F(RecordedKindsTest, ProgramsOfIlAreWithoutSource) {
  const Ran ran = run_app("il", {"specialised"});
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  const Json all = results("il");
  ASSERT_EQ(all.size(), 4U);
  for (const Json& one : all) {
    EXPECT_EQ(one.at("verdict"), "unsupported");
    expect_holds(one.at("reason"), "IL, which is not translated");
  }
}

}  // namespace
}  // namespace launchproof::cli::testing
