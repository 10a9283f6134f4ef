// Tests, from the application to the verdict, features that PoCL lacks: pipes, programs in IL and with
// built-in kernels, smaller groups at the edges, and most kinds of images.
#include "tests/cli/recorded_application.h"

namespace launchproof::cli::testing {
namespace {

class RecordedKindsTest : public RecordedApplicationTest {};

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
  // Only the pipe decides whether both find a packet.
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
  // The kernel is not correct for every size, and the size is unknown. The second launch has too many
  // possible sizes to judge each.
  EXPECT_EQ(verdicts(nullptr), (std::vector<std::string>{"possible-defect", "unknown", "verified"}));
}

// IL that was compiled and linked is not text either.
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

TEST_F(RecordedKindsTest, BuiltInKernelsAreUnsupported) {
  const Ran ran = run_app("kept", {"built_in"});
  EXPECT_EQ(ran.status, 11) << ran.out << ran.err;
  const Json all = results("kept");
  ASSERT_EQ(all.size(), 2U);
  for (const Json& one : all) EXPECT_EQ(one.at("verdict"), "unsupported") << one.dump(1);
  expect_holds(all.at(0).at("reason"), "IL, which is not translated");
  EXPECT_EQ(all.at(1).at("kernel"), "add.first");
  expect_holds(all.at(1).at("reason"), "built-in kernels");
}

// 100 work-items in groups of 16, and 20 by 10 work-items in groups of 8 by 4.
TEST_F(RecordedKindsTest, SmallerGroupsAtTheEndsAreJudged) {
  for (const char* kernel : {"reversed", "turned"}) {
    const Ran ran = run_app(kernel, {"partial_groups", kernel});
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    const Json all = results(kernel);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all.at(0).at("verdict"), "verified") << all.dump(1);
  }
  struct Case {
    const char* kernel;
    const char* property;
    const char* where;
  };
  for (const Case& one : {Case{"beyond", "out-of-bounds", "of group (6)"},
                          {"unordered", "data-race", "of group (6)"},
                          {"divergent", "barrier-divergence", "of group (6)"},
                          {"torn", "data-race", ", 2)"}}) {
    const Ran ran = run_app(one.kernel, {"partial_groups", one.kernel});
    EXPECT_EQ(ran.status, 10) << one.kernel << ran.out << ran.err;
    const Json all = results(one.kernel);
    ASSERT_EQ(all.size(), 1U);
    ASSERT_EQ(all.at(0).at("findings").size(), 1U) << all.dump(1);
    const Json& finding = all.at(0).at("findings").at(0);
    EXPECT_EQ(finding.at("property"), one.property);
    EXPECT_EQ(finding.at("confirmation"), "confirmed") << finding.dump(1);
    expect_holds(finding.at("message"), one.where);
  }
}

TEST_F(RecordedKindsTest, ImagesOfEachKindAreJudgedByTheirSize) {
  // Without the extension no function reads from depth images.
  const How how{{{"LAUNCHPROOF_STUB_EXTENSIONS", "cl_khr_depth_images"}}, {}};
  struct Case {
    const char* kind;
    const char* message;  // where there is one pixel less, in the last dimension
  };
  for (const Case& one : {Case{"1d", "read of pixel (15) of `i`, which has 15 pixels"},
                          {"1d-array", "which has 16x3 pixels"},
                          {"1d-buffer", "read of pixel (15) of `i`, which has 15 pixels"},
                          {"1d-buffer-part", "which has 15 pixels"},
                          {"2d", "which has 8x3 pixels"},
                          {"2d-properties", "write of pixel (0, 3) of `i`, which has 8x3 pixels"},
                          {"2d-deprecated", "which has 8x3 pixels"},
                          {"2d-array", "which has 8x4x1 pixels"},
                          {"3d", "which has 8x4x1 pixels"},
                          {"3d-deprecated", "which has 8x4x1 pixels"},
                          {"depth", "which has 8x3 pixels"},
                          {"depth-array", "which has 8x4x1 pixels"},
                          {"2d-from-buffer", "which has 8x3 pixels"},
                          {"2d-from-image", "which has 8x3 pixels"}}) {
    const std::string kind = one.kind;
    Ran ran = run_app(kind, {"images", kind}, how);
    EXPECT_EQ(ran.status, 0) << kind << ran.out << ran.err;
    Json all = results(kind);
    ASSERT_EQ(all.size(), 1U) << kind;
    EXPECT_EQ(all.at(0).at("verdict"), "verified") << all.dump(1);
    ran = run_app(kind + "-less", {"images", kind, "less"}, how);
    EXPECT_EQ(ran.status, 10) << kind << ran.out << ran.err;
    all = results(kind + "-less");
    ASSERT_EQ(all.size(), 1U) << kind;
    ASSERT_EQ(all.at(0).at("findings").size(), 1U) << all.dump(1);
    EXPECT_EQ(all.at(0).at("findings").at(0).at("property"), "out-of-bounds") << kind;
    EXPECT_EQ(all.at(0).at("findings").at(0).at("confirmation"), "confirmed") << kind;
    expect_holds(all.at(0).at("findings").at(0).at("message"), one.message);
  }
}

}  // namespace
}  // namespace launchproof::cli::testing
