#include "verify/verdict/nearest_name.h"

#include <gtest/gtest.h>

#include <vector>

namespace launchproof::verdict {
namespace {

const std::vector<std::string> kNames{"check", "replay", "report", "run", "--local-size", "--local"};

TEST(NearestName, OneEditOrTwoAreFound) {
  EXPECT_EQ(nearest_name("chekc", kNames), "check") << "neighbours swapped";
  EXPECT_EQ(nearest_name("reprt", kNames), "report") << "a letter missing";
  EXPECT_EQ(nearest_name("replayy", kNames), "replay") << "a letter too many";
  EXPECT_EQ(nearest_name("--local-sise", kNames), "--local-size") << "another letter";
  EXPECT_EQ(nearest_name("CHECK", kNames), "check") << "letters count without their case";
  EXPECT_EQ(nearest_name("--lcal", kNames), "--local");
}

TEST(NearestName, WhatIsFarIsNotOffered) {
  EXPECT_EQ(nearest_name("xyzzy", kNames), "");
  EXPECT_EQ(nearest_name("", kNames), "");
  EXPECT_EQ(nearest_name("a", std::vector<std::string>{"b"}), "") << "nothing of it is left";
  EXPECT_EQ(nearest_name("check", {}), "");
}

TEST(NearestName, IsAskedForInWords) {
  EXPECT_EQ(did_you_mean("rnu", kNames), "; did you mean `run`?");
  EXPECT_EQ(did_you_mean("xyzzy", kNames), "");
}

}  // namespace
}  // namespace launchproof::verdict
