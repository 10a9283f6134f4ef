// Tests how the runtime reports the division of groups into sub-groups.
#include <gtest/gtest.h>

#include "application.h"
#include "capture/launch_class.h"
#include "capture/show.h"

namespace launchproof::tests {
namespace {

using capture::SubGroups;

std::vector<std::optional<SubGroups>> recorded(const Recorded& run) {
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  std::vector<std::optional<SubGroups>> found;
  found.reserve(run.capture.launches.size());
  for (const capture::Launch& launch : run.capture.launches) found.push_back(launch.sub_groups);
  return found;
}

using Environment = std::map<std::string, std::string>;

TEST(SubGroups, AreRecordedOfKernelsThatMayUseThem) {
  const std::vector<std::optional<SubGroups>> expected{SubGroups{16, 1}, SubGroups{16, 2}, std::nullopt,
                                                       std::nullopt, SubGroups{16, 2}};
  for (const Way way : {Way::Layer, Way::Preload}) {
    const Recorded run = recorded_on_stub({"sub_groups"}, way, {{"LAUNCHPROOF_STUB_SUB_GROUPS", "16"}});
    EXPECT_EQ(recorded(run), expected);
    const std::string text = capture::show(run.capture);
    EXPECT_NE(text.find("global 96, local 16, 1 sub-group of up to 16\n"), std::string::npos) << text;
    EXPECT_NE(text.find("global 96x4, local 8x4, 2 sub-groups of up to 16\n"), std::string::npos) << text;
  }
  // The function for devices older than OpenCL 2.1 is no symbol of the loader, but is in the table of a
  // layer.
  const Environment older{{"LAUNCHPROOF_STUB_SUB_GROUPS", "16"}, {"LAUNCHPROOF_STUB_VERSION", "2.0"}};
  EXPECT_EQ(recorded(recorded_on_stub({"sub_groups"}, Way::Layer, older)), expected);
}

TEST(SubGroups, AreRecordedOfKernelsWhoseTextIncludesFiles) {
  const Recorded run =
      recorded_on_stub({"sub_groups", "included"}, Way::Layer, {{"LAUNCHPROOF_STUB_SUB_GROUPS", "8"}});
  EXPECT_EQ(recorded(run),
            (std::vector<std::optional<SubGroups>>{SubGroups{8, 2}, SubGroups{8, 3}, std::nullopt,
                                                   std::nullopt, SubGroups{8, 4}}));
}

TEST(SubGroups, AreNotRecordedWhereTheRuntimeDoesNotSay) {
  const std::vector<std::optional<SubGroups>> none(5);
  EXPECT_EQ(recorded(recorded_on_stub({"sub_groups"})), none);
  EXPECT_EQ(recorded(recorded_on_stub({"sub_groups"}, Way::Layer, {{"LAUNCHPROOF_STUB_VERSION", "2.0"}})),
            none);
}

TEST(SubGroups, MakeALaunchAnother) {
  capture::Capture both =
      recorded_on_stub({"sub_groups"}, Way::Layer, {{"LAUNCHPROOF_STUB_SUB_GROUPS", "16"}}).capture;
  ASSERT_EQ(both.launches.size(), 5U);
  const std::size_t before = capture::classify(both).size();
  both.launches.push_back(both.launches[0]);
  EXPECT_EQ(capture::classify(both).size(), before);
  both.launches.back().sub_groups->size = 32;
  EXPECT_EQ(capture::classify(both).size(), before + 1);
}

}  // namespace
}  // namespace launchproof::tests
