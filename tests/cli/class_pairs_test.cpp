#include "cli/launch/class_pairs.h"

#include <gtest/gtest.h>

namespace launchproof::cli {
namespace {

using Pair = ClassPairs::Pair;

DescribedClass described(const std::string& key, const std::string& kernel, std::uint64_t global,
                         const std::string& local, std::map<std::string, std::string> arguments = {}) {
  return {key, kernel, std::to_string(global) + "/" + local, {global, 1, 1}, std::move(arguments)};
}

TEST(ClassPairs, EqualKeysAreTheSameLaunch) {
  const ClassPairs pairs = pair_classes({described("a", "k", 16, "8"), described("b", "k", 16, "8")},
                                        {described("b", "k", 16, "8"), described("c", "k", 16, "8")});
  EXPECT_EQ(pairs.same, (std::vector<Pair>{{1, 0}}));
  EXPECT_EQ(pairs.different, (std::vector<Pair>{{0, 1}}));
}

TEST(ClassPairs, EqualSizesComeBeforeEqualGlobalSizes) {
  const ClassPairs pairs = pair_classes({described("a", "k", 16, "8"), described("b", "k", 16, "4")},
                                        {described("c", "k", 16, "4"), described("d", "k", 16, "2")});
  EXPECT_EQ(pairs.different, (std::vector<Pair>{{1, 0}, {0, 1}}));
}

TEST(ClassPairs, EqualGlobalSizesComeBeforeOthers) {
  const ClassPairs pairs = pair_classes({described("a", "k", 32, "8"), described("b", "k", 16, "8")},
                                        {described("c", "k", 8, "4"), described("d", "k", 16, "2")});
  EXPECT_EQ(pairs.different, (std::vector<Pair>{{0, 0}, {1, 1}}));
}

TEST(ClassPairs, ArgumentsOfOneNameMustAgree) {
  const ClassPairs pairs =
      pair_classes({described("a", "k", 16, "8", {{"n", "01"}})},
                   {described("b", "k", 16, "8", {{"n", "02"}}), described("c", "k", 4, "2", {{"m", "02"}})});
  EXPECT_EQ(pairs.different, (std::vector<Pair>{{0, 1}}));
  EXPECT_EQ(pairs.only_new, (std::vector<std::size_t>{0}));
}

TEST(ClassPairs, KernelsOfOtherNamesAreNoPair) {
  const ClassPairs pairs = pair_classes({described("a", "k", 16, "8")}, {described("b", "l", 16, "8")});
  EXPECT_TRUE(pairs.different.empty());
  EXPECT_EQ(pairs.only_old, (std::vector<std::size_t>{0}));
  EXPECT_EQ(pairs.only_new, (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace launchproof::cli
