#include "verify/jobs/recorded/recorded_module.h"

#include <gtest/gtest.h>

#include "tests/verify/device_code/made_files.h"

namespace launchproof::jobs {
namespace {

std::string fat_binary_for(const std::vector<std::uint32_t>& architectures) {
  std::vector<std::string> entries;
  for (const std::uint32_t architecture : architectures) {
    const std::string text = "PTX for " + std::to_string(architecture);
    entries.push_back(device_code::testing::fat_entry(1, architecture, text, 0, text.size()));
  }
  return device_code::testing::fat_binary(entries);
}

capture::Device device_of(const char* version) {
  capture::Device device;
  device.version = version;
  return device;
}

TEST(RecordedModuleTest, PtxIsItself) {
  EXPECT_EQ(recorded_module(".version 7.0", nullptr).text, ".version 7.0");
}

TEST(RecordedModuleTest, IsTheNewestThatTheDeviceCanRun) {
  const std::string image = fat_binary_for({70, 120, 86, 90});
  const capture::Device ampere = device_of("compute capability 8.6"),
                        blackwell = device_of("compute capability 12.0");
  const capture::Device old = device_of("compute capability 5.0"), unknown = device_of("");
  EXPECT_EQ(recorded_module(image, &ampere).text, "PTX for 86");
  EXPECT_EQ(recorded_module(image, &blackwell).text, "PTX for 120");
  EXPECT_EQ(recorded_module(image, &unknown).text, "PTX for 120");
  EXPECT_EQ(recorded_module(image, nullptr).text, "PTX for 120");
  EXPECT_NE(recorded_module(image, &old).problem.find("newer than the device"), std::string::npos);
}

TEST(RecordedModuleTest, SaysWhyThereIsNone) {
  const std::string cubin = device_code::testing::elf_file(190, {{".text", "x"}});
  EXPECT_NE(recorded_module(cubin, nullptr).problem.find("no PTX"), std::string::npos);
  const std::string damaged = fat_binary_for({70}).substr(0, 40);
  EXPECT_NE(recorded_module(damaged, nullptr).problem.find("cannot be read"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::jobs
