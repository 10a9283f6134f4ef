// Tests the local size that the runtime chooses if the application leaves it open.
#include <gtest/gtest.h>

#include "application.h"
#include "capture/launch_class.h"
#include "capture/show.h"

namespace launchproof::tests {
namespace {

using capture::Size3;
using Sizes = std::vector<std::optional<Size3>>;

Sizes chosen(const Recorded& run) {
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_EQ(run.outcome.out, "passed\n");
  EXPECT_EQ(run.capture.launch_count(), 4U);
  Sizes found;
  for (const capture::Launch& launch : run.capture.launches) found.push_back(launch.chosen_local_size);
  return found;
}

TEST(ChosenLocalSizes, AreAskedWhereTheyAreLeftOpen) {
  for (const Way way : {Way::Layer, Way::Preload, Way::Both}) {
    const Recorded run = recorded_on_stub({"chosen_size"}, way, {{"LAUNCHPROOF_STUB_LOCAL_SIZE", "32"}});
    EXPECT_EQ(chosen(run), (Sizes{Size3{32, 1, 1}, Size3{24, 1, 1}, std::nullopt}));
    const std::string text = capture::show(run.capture);
    EXPECT_NE(text.find("global 64, local 32 (chosen by the runtime)"), std::string::npos) << text;
  }
}

TEST(ChosenLocalSizes, AreRecordedWithContents) {
  const Recorded run =
      recorded_on_stub({"chosen_size"}, Way::Layer,
                       {{"LAUNCHPROOF_STUB_LOCAL_SIZE", "16"}, {"LAUNCHPROOF_CONTENTS", "arguments"}});
  ASSERT_FALSE(run.capture.launches.empty());
  for (const capture::Launch& launch : run.capture.launches)
    EXPECT_TRUE(launch.local_size ? !launch.chosen_local_size
                                  : launch.chosen_local_size == Size3({16, 1, 1}));
}

TEST(ChosenLocalSizes, AreUnknownWhereTheRuntimeDoesNotSay) {
  EXPECT_EQ(chosen(recorded_on_stub({"chosen_size"})), Sizes(3));
  // This is not a valid size, so it is ignored.
  EXPECT_EQ(chosen(recorded_on_stub({"chosen_size"}, Way::Layer, {{"LAUNCHPROOF_STUB_LOCAL_SIZE", "0"}})),
            Sizes(3));
}

TEST(ChosenLocalSizes, MakeALaunchAnother) {
  capture::Capture all =
      recorded_on_stub({"chosen_size"}, Way::Layer, {{"LAUNCHPROOF_STUB_LOCAL_SIZE", "16"}}).capture;
  ASSERT_EQ(all.launches.size(), 3U);
  const std::size_t before = capture::classify(all).size();
  all.launches.push_back(all.launches[0]);
  EXPECT_EQ(capture::classify(all).size(), before);
  all.launches.back().chosen_local_size = Size3{8, 1, 1};
  EXPECT_EQ(capture::classify(all).size(), before + 1);
}

}  // namespace
}  // namespace launchproof::tests
