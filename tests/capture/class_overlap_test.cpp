// Tests which memory concurrent launches share.
#include "capture/class_overlap.h"

#include <gtest/gtest.h>

namespace launchproof::capture {
namespace {

constexpr std::uint64_t kReadOnly = 4;

Argument buffer(ObjectId root, std::uint64_t origin, std::optional<std::uint64_t> bytes,
                bool is_const = false, std::uint64_t flags = 1) {
  return {"a", "int*", BufferArgument{root + 100, root, origin, bytes, flags}, is_const};
}

Launch launch(std::vector<Argument> arguments) {
  Launch made;
  made.arguments = std::move(arguments);
  return made;
}

TEST(CommonMemory, IsBytesThatBothReach) {
  const Launch one = launch({buffer(7, 0, 64), buffer(8, 0, 64)});
  const Launch other = launch({buffer(9, 0, 64), buffer(7, 60, 4), buffer(8, 0, std::nullopt)});
  const CommonMemory common = common_memory(one, other);
  EXPECT_EQ(common.objects, 2U);
  EXPECT_EQ(common.first.arguments, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(common.second.arguments, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(common.may_be_written);
  EXPECT_EQ(common_memory(one, launch({buffer(9, 0, 64)})).objects, 0U);
}

TEST(CommonMemory, IsNoneOfPartsThatLieApart) {
  const Launch one = launch({buffer(7, 0, 64)});
  EXPECT_EQ(common_memory(one, launch({buffer(7, 64, 64)})).objects, 0U);
  // A pointer into shared virtual memory, together with the bytes in front of it.
  Argument behind = buffer(7, 64, 64);
  std::get<BufferArgument>(behind.value).before = 1;
  EXPECT_EQ(common_memory(one, launch({behind})).objects, 1U);
}

TEST(CommonMemory, MayBeWrittenUnlessAllIsDeclaredReadOnly) {
  const Launch reads = launch({buffer(7, 0, 64, true)});
  const Launch of_read_only = launch({buffer(7, 0, 64, false, kReadOnly)});
  const Launch writes = launch({buffer(7, 0, 64)});
  EXPECT_FALSE(common_memory(reads, reads).may_be_written);
  EXPECT_FALSE(common_memory(reads, of_read_only).may_be_written);
  EXPECT_TRUE(common_memory(reads, writes).may_be_written);
  EXPECT_TRUE(common_memory(writes, of_read_only).may_be_written);
}

TEST(CommonMemory, IsReachedByPointersToo) {
  Launch one = launch({buffer(9, 0, 64)});
  one.reach.memory = {BufferArgument{7, 7, 0, 128, 1}, UnknownArgument{"none"}};
  const CommonMemory common = common_memory(one, launch({buffer(7, 64, 64, true)}));
  EXPECT_TRUE(common.may_be_written);
  EXPECT_TRUE(common.first.by_pointers);
  EXPECT_EQ(show_path(common.first), "pointers in memory");
  EXPECT_EQ(show_path(common.second), "argument 0");
  EXPECT_EQ(show_path({{0, 2, 3}, true}), "arguments 0, 2 and 3 and pointers in memory");
}

// Two classes may overlap in several pairs. The reported pair is one with memory that may be written.
TEST(ClassOverlaps, NameThePairThatMatters) {
  Capture capture;
  capture.launches = {launch({buffer(1, 0, 64)}), launch({buffer(2, 0, 64)}), launch({buffer(3, 0, 64)}),
                      launch({buffer(2, 0, 64)})};
  const std::vector<LaunchClass> classes{{"a", 0, 2, {0, 1}, {}, 0}, {"b", 2, 2, {2, 3}, {}, 0}};
  const auto all = class_overlaps(capture, {{{0, 2}, {1, 3}, {2, 2}}, {}}, classes);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].first, 0U);
  EXPECT_EQ(all[0].second, 1U);
  EXPECT_EQ(all[0].launches, (Overlap{1, 3}));
  EXPECT_TRUE(all[0].memory.may_be_written);
  EXPECT_EQ(all[1].first, 1U);
  EXPECT_EQ(all[1].second, 1U);
}

// Pairs of launches of two classes are merged if they share the same memory at the same distance.
TEST(LaunchPairs, AreMergedByWhatTheyShare) {
  Capture capture;
  capture.launches = {launch({buffer(1, 0, 64)}), launch({buffer(2, 0, 64)}),  launch({buffer(1, 0, 64)}),
                      launch({buffer(2, 0, 64)}), launch({buffer(2, 32, 64)}), launch({buffer(9, 0, 64)})};
  const std::vector<LaunchClass> classes{{"a", 0, 2, {0, 1}, {}, 0}, {"b", 2, 4, {2, 3, 4, 5}, {}, 0}};
  const auto pairs = launch_pairs(capture, {{{0, 2}, {1, 3}, {1, 4}, {1, 5}, {2, 2}}, {}}, classes);
  ASSERT_EQ(pairs.size(), 4U);
  std::vector<std::pair<Overlap, std::uint64_t>> found;
  found.reserve(pairs.size());
  for (const LaunchPair& pair : pairs) found.emplace_back(pair.launches, pair.count);
  EXPECT_EQ(found, (std::vector<std::pair<Overlap, std::uint64_t>>{
                       {{1, 5}, 1}, {{0, 2}, 2}, {{1, 4}, 1}, {{2, 2}, 1}}));
  EXPECT_FALSE(pairs[0].memory.may_be_written);
  EXPECT_TRUE(pairs[2].memory.may_be_written);
}

// Two programs with the same text have separate variables, and two devices need atomics with a wider scope.
TEST(LaunchPairs, AreNotMergedAcrossProgramsAndDevices) {
  Capture capture;
  capture.launches = {launch({buffer(1, 0, 64)}), launch({buffer(1, 0, 64)}), launch({buffer(1, 0, 64)}),
                      launch({buffer(1, 0, 64)})};
  const std::vector<LaunchClass> classes{{"a", 0, 1, {0}, {}, 0}, {"b", 1, 3, {1, 2, 3}, {}, 0}};
  const Overlaps overlaps{{{0, 1}, {0, 2}, {0, 3}}, {}};
  EXPECT_EQ(launch_pairs(capture, overlaps, classes).size(), 1U);
  capture.launches[2].program = capture.launches[0].program + 1;
  EXPECT_EQ(launch_pairs(capture, overlaps, classes).size(), 2U);
  capture.launches[3].device = capture.launches[0].device + 1;
  EXPECT_EQ(launch_pairs(capture, overlaps, classes).size(), 3U);
}

// A pair names the launch of the first class first.
TEST(LaunchPairs, FollowTheOrderOfClasses) {
  Capture capture;
  capture.launches = {launch({buffer(1, 0, 64)}), launch({buffer(1, 0, 64)}), launch({buffer(2, 0, 64)})};
  const std::vector<LaunchClass> classes{{"a", 1, 1, {1}, {}, 0}, {"b", 0, 2, {0, 2}, {}, 0}};
  const auto pairs = launch_pairs(capture, {{{0, 1}}, {}}, classes);
  ASSERT_EQ(pairs.size(), 1U);
  EXPECT_EQ(pairs[0].launches, (Overlap{1, 0}));
  EXPECT_EQ(pairs[0].first, 0U);
}

}  // namespace
}  // namespace launchproof::capture
