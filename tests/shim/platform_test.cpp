// Tests an application that sees one platform of two, on the stub driver.
#include <gtest/gtest.h>

#include "application.h"

namespace launchproof::tests {
namespace {

std::map<std::string, std::string> showing(const std::string& number) {
  return {{"LAUNCHPROOF_STUB_PLATFORMS", "2"}, {"LAUNCHPROOF_PLATFORM", number}};
}

// Returns the output of app_platforms when only one platform is visible.
std::string expected(const std::string& stub) {
  return "counted: 0 1, wrong: -30 -30, got: 0 1\nno platform: 0 Launchproof " + stub + "\nits device: 0 " +
         stub + " device\nits context: 0 " + stub + " device\nits context with properties: 0 " + stub +
         " device\n0: Launchproof " + stub + "\nits device: 0 " + stub + " device\nits context: 0 " + stub +
         " device\n";
}

class Platforms : public testing::TestWithParam<Way> {};

TEST_P(Platforms, OneAloneIsShown) {
  for (const auto& [number, stub] : {std::pair("0", "stub"), std::pair("1", "second stub")}) {
    const Recorded run = recorded_on_stub({"platforms"}, GetParam(), showing(number));
    EXPECT_EQ(run.outcome.status, 0);
    EXPECT_EQ(run.outcome.out, expected(stub));
    EXPECT_EQ(run.capture.session.platform_shown, static_cast<std::uint64_t>(*number - '0'));
    EXPECT_EQ(run.capture.launch_count(), 1U);
    ASSERT_EQ(run.capture.devices.size(), 1U);
    EXPECT_EQ(run.capture.devices[0].platform_name, std::string("Launchproof ") + stub);
    EXPECT_TRUE(run.capture.remarks.empty());
  }
}

TEST_P(Platforms, NoneIsShownForANumberThatNoneHas) {
  const Recorded run = recorded_on_stub({"platforms"}, GetParam(), showing("2"));
  EXPECT_EQ(run.outcome.status, 3);
  EXPECT_EQ(run.outcome.out,
            "counted: -1001 0, wrong: -30 -30, got: -1001 0\nno platform: -32 none\nits device: -32 none\n"
            "its context: -32 none\nits context with properties: -32 none\n");
  ASSERT_EQ(run.capture.remarks.size(), 1U);
  EXPECT_NE(run.capture.remarks[0].text.find("0 (Launchproof stub), 1 (Launchproof second stub)"),
            std::string::npos)
      << run.capture.remarks[0].text;
}

TEST_P(Platforms, AllAreShownUnasked) {
  const Folder folder;
  const std::map<std::string, std::string> two{{"LAUNCHPROOF_STUB_PLATFORMS", "2"}};
  const Application plain{{app("platforms")}, Way::None, LAUNCHPROOF_STUB, two, ""};
  const std::string out = plain.in(folder).out;
  EXPECT_NE(out.find("got: 0 2"), std::string::npos);
  for (const char* number : {"", "x", "-1", "1x", "99999999999999999999999"})
    EXPECT_EQ(recorded_on_stub({"platforms"}, GetParam(), showing(number)).outcome.out, out) << number;
}

INSTANTIATE_TEST_SUITE_P(Ways, Platforms, testing::Values(Way::Layer, Way::Preload, Way::Both));

}  // namespace
}  // namespace launchproof::tests
