#include "verify/model/scalar_text.h"

#include <gtest/gtest.h>

namespace launchproof::model {
namespace {

TEST(ScalarText, Floats) {
  EXPECT_EQ(scalar_text("float", 0x3e000000, 32), "0.125");
  EXPECT_EQ(scalar_text("float", 0xbf800000, 32), "-1");
  EXPECT_EQ(scalar_text("double", 0x3fc0000000000000, 64), "0.125");
  EXPECT_EQ(scalar_text("float4", 0x3e000000, 32), "0.125");
}

TEST(ScalarText, Halves) {
  EXPECT_EQ(scalar_text("half", 0x3000, 16), "0.125");
  EXPECT_EQ(scalar_text("half", 0xc000, 16), "-2");
  EXPECT_EQ(scalar_text("half", 0x0001, 16), "5.9604645e-08");
  EXPECT_EQ(scalar_text("half", 0x7c00, 16), "inf");
}

TEST(ScalarText, Integers) {
  EXPECT_EQ(scalar_text("int", 0xfffffffc, 32), "-4");
  EXPECT_EQ(scalar_text("uint", 0xfffffffc, 32), "4294967292");
  EXPECT_EQ(scalar_text("unsigned char", 0xff, 8), "255");
  EXPECT_EQ(scalar_text("char", 0xff, 8), "-1");
  EXPECT_EQ(scalar_text("long", ~std::uint64_t{0}, 64), "-1");
  EXPECT_EQ(scalar_text("size_t", ~std::uint64_t{0}, 64), "18446744073709551615");
}

// Bits of another width are those of a part.
TEST(ScalarText, APartOfAFloatIsANumber) {
  EXPECT_EQ(scalar_text("double", 7, 32), "7");
}

}  // namespace
}  // namespace launchproof::model
