#include "shim/cuda/forwarding/mappings.h"

#include <gtest/gtest.h>

#include "shim/cuda/recording/allocations.h"

namespace launchproof::cuda {
namespace {

constexpr std::uint64_t kPiece = 0x1000;

class MappingsTest : public ::testing::Test {
 protected:
  void map(std::uint64_t place, std::uint64_t handle) {
    d_mappings.map(d_allocations, place * kPiece, kPiece, handle);
  }
  // Returns "BEGIN+SIZE" for each piece, followed by "?" if a pointer identifies nothing.
  std::string at(std::uint64_t place) const {
    const auto found = d_allocations.find(place * kPiece);
    if (!found) return "none";
    return std::to_string(found->begin / kPiece) + "+" + std::to_string(found->size / kPiece) +
           (found->why_unknown == nullptr ? "" : "?");
  }
  Allocations d_allocations;
  Mappings d_mappings;
};

TEST_F(MappingsTest, SideBySideAreOneAllocation) {
  d_mappings.reserve(16 * kPiece, 8 * kPiece);
  map(16, 1);
  EXPECT_EQ(at(16), "16+1");
  map(18, 3);
  EXPECT_EQ(at(18), "18+1");
  map(17, 2);
  for (const std::uint64_t place : {16U, 17U, 18U}) EXPECT_EQ(at(place), "16+3");
  EXPECT_EQ(at(19), "none");
}

TEST_F(MappingsTest, OfTwoReservationsAreTwo) {
  d_mappings.reserve(16 * kPiece, 2 * kPiece);
  d_mappings.reserve(18 * kPiece, 2 * kPiece);
  map(17, 1);
  map(18, 2);
  EXPECT_EQ(at(17), "17+1");
  EXPECT_EQ(at(18), "18+1");
}

TEST_F(MappingsTest, WhatIsUnmappedLeavesTheOthers) {
  d_mappings.reserve(16 * kPiece, 8 * kPiece);
  for (const std::uint64_t place : {16U, 17U, 18U, 19U}) map(place, place);
  d_mappings.unmap(d_allocations, 17 * kPiece, kPiece);
  EXPECT_EQ(at(16), "16+1");
  EXPECT_EQ(at(17), "none");
  EXPECT_EQ(at(18), "18+2");
  EXPECT_EQ(at(19), "18+2");
  d_mappings.unmap(d_allocations, 16 * kPiece, 8 * kPiece);
  for (const std::uint64_t place : {16U, 18U, 19U}) EXPECT_EQ(at(place), "none");
}

TEST_F(MappingsTest, OnePieceAtTwoAddressesSaysNothing) {
  d_mappings.reserve(16 * kPiece, 8 * kPiece);
  map(16, 1);
  map(17, 2);
  map(20, 1);
  EXPECT_EQ(at(16), "16+2?");
  EXPECT_EQ(at(20), "20+1?");
  map(22, 3);
  EXPECT_EQ(at(22), "22+1");
}

}  // namespace
}  // namespace launchproof::cuda
