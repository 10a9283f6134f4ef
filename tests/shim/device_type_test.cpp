// Tests devices that are presented with another type, on the stub driver. Its one device is a CPU unless it
// is told to be something else.
#include <gtest/gtest.h>

#include <string>

#include "application.h"

namespace launchproof::tests {
namespace {

constexpr const char* kVariable = "LAUNCHPROOF_DEVICE_TYPE_AS";

// Describes the lines of app_device_type: the number of devices, the first device, its type, and a context of
// this type.
constexpr const char* kNone = "-1 0, -1 0, context -1 0\n";
constexpr const char* kGpu = "0 1, 0 1, type 4 of 8 bytes, context 0 1\n";
constexpr const char* kCpu = "0 1, 0 1, type 2 of 8 bytes, context 0 1\n";

std::string expected(const std::string& gpu, const std::string& cpu, const std::string& any) {
  return "gpu: " + gpu + "cpu: " + cpu + "accelerator: " + kNone + "custom: " + kNone + "default: " + any +
         "cpu or default: " + any + "all: " + any + "wrong: -30 -30 -31\n";
}

// Returns the output of app_device_type when it finds no GPU and therefore launches nothing.
std::string printed(Way way, const std::string& word, const std::string& own = "cpu") {
  const Folder folder;
  return Application{
      {app("device_type")}, way, LAUNCHPROOF_STUB, {{kVariable, word}, {"LAUNCHPROOF_STUB_TYPE", own}}}
      .in(folder)
      .out;
}

class DeviceTypes : public testing::TestWithParam<Way> {};

TEST_P(DeviceTypes, AreTheirOwnUnasked) {
  for (const char* word : {"", "GPU", "fpga"}) {
    EXPECT_EQ(printed(GetParam(), word), expected(kNone, kCpu, kCpu)) << word;
  }
}

TEST_P(DeviceTypes, MayBeShownAsGpu) {
  const Recorded run = recorded_on_stub({"device_type"}, GetParam(), {{kVariable, "gpu"}});
  EXPECT_EQ(run.outcome.status, 0);
  EXPECT_EQ(run.outcome.out, expected(kGpu, kNone, kGpu) + "too small: -30 0 8\n");
  EXPECT_EQ(run.capture.session.device_type_as, "gpu");
  EXPECT_EQ(run.capture.launch_count(), 1U);
  ASSERT_EQ(run.capture.devices.size(), 1U);
  EXPECT_EQ(run.capture.devices[0].type, 2U);  // the device's own
}

TEST_P(DeviceTypes, MayBeShownAsCpu) {
  EXPECT_EQ(printed(GetParam(), "cpu"), expected(kNone, kCpu, kCpu));
}

// A GPU or an accelerator is presented as a CPU: all calls agree, and the recording keeps the device's real
// type.
TEST_P(DeviceTypes, OfOtherDevicesMayBeShownAsCpu) {
  for (const char* own : {"gpu", "accelerator"})
    EXPECT_EQ(printed(GetParam(), "cpu", own), expected(kNone, kCpu, kCpu)) << own;
  const Recorded run =
      recorded_on_stub({"vector_add"}, GetParam(), {{kVariable, "cpu"}, {"LAUNCHPROOF_STUB_TYPE", "gpu"}});
  EXPECT_EQ(run.capture.session.device_type_as, "cpu");
  EXPECT_EQ(run.capture.launch_count(), 1U);
  ASSERT_EQ(run.capture.devices.size(), 1U);
  EXPECT_EQ(run.capture.devices[0].type, 4U);
}

TEST_P(DeviceTypes, OfAGpuIsItsOwnUnasked) {
  for (const char* word : {"", "gpu"})
    EXPECT_EQ(printed(GetParam(), word, "gpu"), expected(kGpu, kNone, kGpu) + "too small: -30 0 8\n") << word;
}

// Custom devices run no programs of the application.
TEST_P(DeviceTypes, OfCustomDevicesStay) {
  for (const char* word : {"", "gpu", "cpu"}) {
    const std::string out = printed(GetParam(), word, "custom");
    EXPECT_NE(out.find("custom: 0 1, 0 1, type 16 of 8 bytes, context 0 1\n"), std::string::npos) << out;
    EXPECT_NE(out.find("gpu: " + std::string(kNone) + "cpu: " + kNone), std::string::npos) << out;
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, DeviceTypes, testing::Values(Way::Layer, Way::Preload, Way::Both));

}  // namespace
}  // namespace launchproof::tests
