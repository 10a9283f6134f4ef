// Tests shared virtual memory in the capture, on the stub driver.
#include <gtest/gtest.h>

#include "application.h"
#include "capture/show.h"

namespace launchproof::tests {
namespace {

using capture::BufferArgument;
using capture::Launch;
using capture::UnknownArgument;

constexpr std::uint64_t kHalf = 256;

const BufferArgument& buffer(const Launch& launch, std::size_t index) {
  return std::get<BufferArgument>(launch.arguments.at(index).value);
}

class SharedVirtualMemory : public testing::TestWithParam<Way> {};

TEST_P(SharedVirtualMemory, IsOneMemoryObjectHoweverManyPointersAreMadeToIt) {
  const Recorded run = recorded_on_stub({"svm", "overlap"}, GetParam());
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_TRUE(run.capture.remarks.empty());
  ASSERT_EQ(run.capture.launches.size(), 1U);
  const Launch& launch = run.capture.launches[0];
  EXPECT_EQ(launch.count, 2U);
  EXPECT_EQ(buffer(launch, 0).root, buffer(launch, 1).root);
  EXPECT_EQ(buffer(launch, 0).origin, 0U);
  EXPECT_EQ(buffer(launch, 0).bytes, 2 * kHalf);
  EXPECT_EQ(buffer(launch, 0).before, 0U);
  EXPECT_EQ(buffer(launch, 1).origin, kHalf / 2);
  EXPECT_EQ(buffer(launch, 1).bytes, 2 * kHalf - kHalf / 2);
  EXPECT_EQ(buffer(launch, 1).before, kHalf / 2);
  EXPECT_EQ(buffer(launch, 1).flags, 1U);
}

INSTANTIATE_TEST_SUITE_P(Ways, SharedVirtualMemory, testing::Values(Way::Layer, Way::Preload, Way::Both));

TEST(SharedVirtualMemory, ABufferOverItIsPartOfIt) {
  const Recorded run = recorded_on_stub({"svm", "alias"});
  ASSERT_EQ(run.capture.launches.size(), 1U);
  const Launch& launch = run.capture.launches[0];
  EXPECT_EQ(buffer(launch, 0).root, buffer(launch, 1).root);
  EXPECT_NE(buffer(launch, 0).object, buffer(launch, 1).object);
  EXPECT_EQ(buffer(launch, 0).origin, 0U);
  EXPECT_EQ(buffer(launch, 0).bytes, kHalf);
  EXPECT_FALSE(buffer(launch, 0).before.has_value());
  EXPECT_EQ(buffer(launch, 1).origin, 4U);
}

// An argument means the memory at its address at the time of the launch.
TEST(SharedVirtualMemory, AnAddressThatComesBackIsAnotherAllocation) {
  const Recorded run = recorded_on_stub({"svm", "again"});
  EXPECT_EQ(run.outcome.out, "address seen again: yes\n");
  ASSERT_EQ(run.capture.launches.size(), 2U);
  const Launch& before = run.capture.launches[0];
  const Launch& after = run.capture.launches[1];
  EXPECT_EQ(before.count, 2U);
  EXPECT_EQ(after.count, 1U);
  EXPECT_NE(buffer(before, 0).root, buffer(after, 0).root);
  EXPECT_EQ(buffer(after, 0).root, buffer(after, 1).root);
  EXPECT_EQ(buffer(before, 1).bytes, kHalf);
  EXPECT_EQ(buffer(after, 1).bytes, kHalf - 4);
}

TEST(SharedVirtualMemory, APointerToNoAllocationIsUnknown) {
  const Recorded run = recorded_on_stub({"svm", "host"});
  ASSERT_EQ(run.capture.launches.size(), 1U);
  EXPECT_EQ(buffer(run.capture.launches[0], 0).bytes, 2 * kHalf);
  const auto& unknown = std::get<UnknownArgument>(run.capture.launches[0].arguments.at(1).value);
  EXPECT_NE(unknown.reason.find("fine-grained system"), std::string::npos) << unknown.reason;
}

TEST_P(SharedVirtualMemory, ThatAKernelReachesThroughPointersIsRecorded) {
  const Recorded run = recorded_on_stub({"svm", "reach"}, GetParam());
  EXPECT_EQ(run.outcome.out, "says 0\nsays 0\nsays 0\nsays 0\nsays -30\n");
  EXPECT_TRUE(run.capture.remarks.empty());
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 5U);
  EXPECT_TRUE(launches[0].reach.is_empty());
  // Each allocation is recorded once and whole, whatever pointers into it exist.
  ASSERT_EQ(launches[1].reach.memory.size(), 2U);
  EXPECT_EQ(launches[1].count, 3U);  // and by the cloned kernel
  const auto& first = std::get<BufferArgument>(launches[1].reach.memory[0]);
  const auto& second = std::get<BufferArgument>(launches[1].reach.memory[1]);
  EXPECT_EQ(first.root, buffer(launches[1], 0).root);
  EXPECT_EQ(first.bytes, 2 * kHalf);
  EXPECT_EQ(second.origin, 0U);
  EXPECT_EQ(second.bytes, 64U);
  // A new list replaces the previous one; a pointer whose allocation was not seen is unknown.
  ASSERT_EQ(launches[2].reach.memory.size(), 2U);
  EXPECT_EQ(std::get<BufferArgument>(launches[2].reach.memory[0]).root, second.root);
  EXPECT_NE(std::get<UnknownArgument>(launches[2].reach.memory[1]).reason.find("no allocation"),
            std::string::npos);
  EXPECT_TRUE(launches[2].reach.all.empty());
  EXPECT_EQ(launches[3].reach.all, std::vector<std::string>{"system"});
  // Freed memory can no longer be reached.
  ASSERT_EQ(launches[4].reach.memory.size(), 1U);
  EXPECT_NE(std::get_if<UnknownArgument>(launches[4].reach.memory.data()), nullptr);
  EXPECT_TRUE(launches[4].reach.all.empty());
  const std::string shown = capture::show(run.capture);
  EXPECT_NE(shown.find("by pointers in memory: memory: buffer B + 0 (pointer), 64 bytes"), std::string::npos)
      << shown;
  EXPECT_NE(shown.find("by pointers in memory: all system memory"), std::string::npos) << shown;
}

TEST(SharedVirtualMemory, HasNoContents) {
  for (const char* mode : {"disjoint", "alias"}) {
    const Recorded run = recorded_on_stub({"svm", mode}, Way::Layer, {{"LAUNCHPROOF_CONTENTS", "all"}});
    ASSERT_GE(run.capture.launches.size(), 1U);
    for (const std::size_t index : {0, 1}) {
      const auto& contents = buffer(run.capture.launches[0], index).contents;
      ASSERT_TRUE(contents.has_value());
      EXPECT_EQ(contents->reason, "it is in shared virtual memory");
    }
  }
}

class UnifiedSharedMemory : public testing::TestWithParam<Way> {};

TEST_P(UnifiedSharedMemory, IsMemoryObjectsToo) {
  const Recorded run = recorded_on_stub({"usm", "overlap"}, GetParam());
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_EQ(run.outcome.out, "wrong index -49\n");
  EXPECT_TRUE(run.capture.remarks.empty());
  ASSERT_EQ(run.capture.launches.size(), 1U);
  const Launch& launch = run.capture.launches[0];
  EXPECT_EQ(launch.count, 2U);
  EXPECT_EQ(buffer(launch, 0).root, buffer(launch, 1).root);
  EXPECT_EQ(buffer(launch, 0).bytes, 2 * kHalf);
  EXPECT_EQ(buffer(launch, 1).origin, kHalf / 2);
  EXPECT_EQ(buffer(launch, 1).before, kHalf / 2);
  const Recorded kinds = recorded_on_stub({"usm", "kinds"}, GetParam());
  ASSERT_EQ(kinds.capture.launches.size(), 1U);
  EXPECT_NE(buffer(kinds.capture.launches[0], 0).root, buffer(kinds.capture.launches[0], 1).root);
}

INSTANTIATE_TEST_SUITE_P(Ways, UnifiedSharedMemory, testing::Values(Way::Layer, Way::Preload, Way::Both));

TEST(UnifiedSharedMemory, LivesAsLongAsTheDriverSays) {
  const Recorded again = recorded_on_stub({"usm", "again"});
  EXPECT_NE(again.outcome.out.find("address seen again: yes"), std::string::npos);
  ASSERT_EQ(again.capture.launches.size(), 2U);
  EXPECT_NE(buffer(again.capture.launches[0], 0).root, buffer(again.capture.launches[1], 0).root);
  EXPECT_EQ(buffer(again.capture.launches[1], 0).bytes, 2 * kHalf - 4);
  const Recorded refused = recorded_on_stub({"usm", "refused"});
  ASSERT_EQ(refused.capture.launches.size(), 1U);
  EXPECT_EQ(refused.capture.launches[0].count, 3U);
}

}  // namespace
}  // namespace launchproof::tests
