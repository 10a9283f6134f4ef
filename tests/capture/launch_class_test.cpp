#include "capture/launch_class.h"

#include <functional>

#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

Capture capture_of(std::vector<Launch> launches) {
  Capture capture;
  capture.devices = {sample_device(), sample_device(), sample_device()};
  capture.devices[2].address_bits = 32;
  for (DeviceId id = 1; id <= 3; ++id) capture.devices[id - 1].id = id;
  capture.launches = std::move(launches);
  return capture;
}

// Returns the number of classes that a launch and a changed copy of it form.
std::size_t classes_after(const std::function<void(Launch&)>& change) {
  Launch launch = sample_launch(1, 1, 1);
  launch.program_digest = std::string(64, '1');
  launch.arguments.push_back({"in", "float*", BufferArgument{2, 2, 0, 1024, 1}});
  Launch changed = launch;
  change(changed);
  return classify(capture_of({launch, changed})).size();
}

BufferArgument& buffer(Launch& launch, std::size_t argument) {
  return std::get<BufferArgument>(launch.arguments[argument].value);
}

TEST(LaunchClasses, MergeWhatMakesNoDifference) {
  EXPECT_EQ(classes_after([](Launch&) {}), 1U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.call_site.line = 99; }), 1U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.thread = 9, launch.sequence = 9, launch.count = 9; }),
            1U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.process = "77", launch.program = 5; }), 1U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.device = 2; }), 1U);  // the same environment
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).flags = 8; }), 1U);
  EXPECT_EQ(classes_after([](Launch& launch) {
              buffer(launch, 1).object = buffer(launch, 1).root = 50;
              buffer(launch, 3).object = buffer(launch, 3).root = 40;
            }),
            1U);
}

// Addresses differ from run to run; the memory that they point to does not.
TEST(LaunchClasses, CompareStructuresByWhatTheyPointTo) {
  const StructureArgument structure{{0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0},
                                    {{0, BufferArgument{2, 2, 16, 48, 0, std::nullopt, 16}}}};
  const auto classes = [&](const std::function<void(StructureArgument&)>& change) {
    Launch launch = sample_launch(1, 1, 1);
    launch.arguments.push_back({"", "", structure});
    Launch changed = launch;
    change(std::get<StructureArgument>(changed.arguments.back().value));
    return classify(capture_of({launch, changed})).size();
  };
  EXPECT_EQ(
      classes([](StructureArgument& it) { it.pointers[0].memory.object = it.pointers[0].memory.root = 9; }),
      1U);
  EXPECT_EQ(
      classes([](StructureArgument& it) { it.pointers[0].memory.object = it.pointers[0].memory.root = 1; }),
      2U);  // it shares memory with another argument
  EXPECT_EQ(classes([](StructureArgument& it) { it.pointers[0].memory.bytes = 44; }), 2U);
  EXPECT_EQ(classes([](StructureArgument& it) { it.bytes[8] = 8; }), 2U);
}

TEST(LaunchClasses, SplitWhatMakesADifference) {
  EXPECT_EQ(classes_after([](Launch& launch) { launch.dynamic_local_bytes = 64; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.is_cooperative = true; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).flags = 4; }), 2U);  // CL_MEM_READ_ONLY
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).flags = 2; }), 2U);  // CL_MEM_WRITE_ONLY
  EXPECT_EQ(classes_after([](Launch& launch) { launch.kernel = "other"; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.program_digest = std::string(64, '2'); }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.options = "-DN=5"; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.device = 3; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.work_dim = 3; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.global_size[1] = 8; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.global_offset[0] = 8; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.local_size = Size3{4, 4, 1}; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.local_size.reset(); }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.arguments[0].value = ValueArgument{{2, 0, 0, 0}}; }),
            2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.arguments[0].value = NullArgument{}; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.arguments[2].value = LocalArgument{64}; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { launch.arguments.pop_back(); }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).bytes = 1020; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).bytes.reset(); }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).origin = 64; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).before = 8; }), 2U);
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 1).before = 0; }), 1U);
  // Passes the same buffer for both arguments.
  EXPECT_EQ(classes_after([](Launch& launch) { buffer(launch, 3).object = buffer(launch, 3).root = 1; }), 2U);
}

TEST(LaunchClasses, SubBuffersOfOneObjectAreAliases) {
  const auto pair = [](ObjectId first_root, ObjectId second_root) {
    Launch launch = sample_launch(1, 1, 1);
    launch.arguments = {{"", "", BufferArgument{10, first_root, 0, 64, 0}},
                        {"", "", BufferArgument{11, second_root, 64, 64, 0}}};
    return launch;
  };
  EXPECT_EQ(classify(capture_of({pair(1, 1), pair(2, 2), pair(1, 2), pair(2, 1)})).size(), 2U);
}

TEST(LaunchClasses, CarryCountsTheFirstLaunchAndItsPlaces) {
  Launch a = sample_launch(1, 1, 1);
  Launch b = sample_launch(1, 1, 2);
  a.count = 5;
  std::vector<Launch> launches = {a, b};
  for (std::uint32_t line = 100; line < 110; ++line) {
    a.call_site.line = line;
    a.count = 2;
    launches.push_back(a);
    launches.push_back(a);
  }
  const std::vector<LaunchClass> classes = classify(capture_of(launches));
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].first, 0U);
  EXPECT_EQ(classes[0].count, 45U);
  EXPECT_EQ(classes[0].launches.size(), 21U);
  ASSERT_EQ(classes[0].call_sites.size(), kMostCallSites);
  EXPECT_EQ(classes[0].call_sites[0].count, 5U);
  EXPECT_EQ(classes[0].call_sites[1].count, 4U);
  EXPECT_EQ(classes[0].other_call_sites, 3U);
  EXPECT_EQ(classes[1].first, 1U);
  EXPECT_EQ(classes[1].count, 1U);
  EXPECT_EQ(classes[0].key.size(), 64U);
  EXPECT_NE(classes[0].key, classes[1].key);
}

TEST(LaunchClasses, OfNothingAreNone) {
  EXPECT_TRUE(classify(Capture()).empty());
}

}  // namespace
}  // namespace launchproof::capture
