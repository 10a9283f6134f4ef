#include "verify/equivalence/correspondence.h"

#include <gtest/gtest.h>

namespace launchproof::equivalence {
namespace {

using Bytes = model::BufferContents::Bytes;

// Returns a side with one launch whose only buffer is `data`.
Side side(std::optional<Bytes> contents) {
  Side made;
  model::BufferArgument buffer;
  if (contents) buffer.contents = model::BufferContents::known(*contents, "given");
  Launch launch;
  launch.facts.arguments.emplace_back(buffer);
  launch.names.emplace_back("data");
  made.launches.push_back({launch, {}});
  return made;
}

const Bytes* contents_of(const Side& side) {
  return std::get<model::BufferArgument>(side.launches[0].launch.facts.arguments[0]).contents.bytes();
}

TEST(ShareContents, WhatOneSideGivesHoldsForBoth) {
  for (const bool left_gives : {true, false}) {
    Side left = side(left_gives ? std::optional(Bytes{1, 2}) : std::nullopt);
    Side right = side(left_gives ? std::nullopt : std::optional(Bytes{1, 2}));
    EXPECT_TRUE(share_contents(left, right).empty());
    ASSERT_NE(contents_of(left), nullptr);
    ASSERT_NE(contents_of(right), nullptr);
    EXPECT_EQ(*contents_of(left), *contents_of(right));
  }
}

TEST(ShareContents, OtherContentsAreNamedAndForgotten) {
  Side left = side(Bytes{1, 2});
  Side right = side(Bytes{1, 3});
  EXPECT_EQ(share_contents(left, right), std::vector<std::string>{"data"});
  EXPECT_EQ(contents_of(left), nullptr);
  EXPECT_EQ(contents_of(right), nullptr);
}

TEST(ShareContents, EqualContentsStay) {
  Side left = side(Bytes{1, 2});
  Side right = side(Bytes{1, 2});
  EXPECT_TRUE(share_contents(left, right).empty());
  EXPECT_NE(contents_of(left), nullptr);
}

}  // namespace
}  // namespace launchproof::equivalence
