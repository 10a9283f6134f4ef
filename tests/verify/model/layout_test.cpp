#include "verify/model/layout.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace launchproof::model {
namespace {

Layout number(std::uint64_t bytes) {
  Layout result;
  result.bytes = bytes;
  return result;
}

Layout array(std::vector<std::uint64_t> extents, Layout of) {
  of.extents.insert(of.extents.begin(), extents.begin(), extents.end());
  return of;
}

// struct { float4 position; int tags[2]; struct { char kind; }; }, whose last member has no name.
Layout particle() {
  Layout position = number(16);
  position.components = 4;
  Layout anonymous = number(1);
  anonymous.members = {{"kind", 0, number(1)}};
  Layout result = number(48);
  result.members = {{"position", 0, position}, {"tags", 16, array({2}, number(4))}, {"", 24, anonymous}};
  return result;
}

std::string place(const Layout& layout, std::int64_t offset, std::uint64_t bytes) {
  return place_in("a", layout, offset, bytes).value_or("none");
}

TEST(Layout, NamesElementsOfArrays) {
  EXPECT_EQ(place(array({0}, number(4)), 12, 4), "a[3]");
  EXPECT_EQ(place(array({0}, number(4)), 12, 16), "a[3]");
  EXPECT_EQ(place(array({0}, number(4)), 14, 1), "none");
  EXPECT_EQ(place(array({8, 16}, number(4)), 76, 4), "a[1][3]");
  EXPECT_EQ(place(array({8, 16}, number(4)), 64, 64), "a[1]");
  EXPECT_EQ(place(number(4), 0, 4), "a");
}

TEST(Layout, NamesPlacesOutsideOfTheFirstDimension) {
  EXPECT_EQ(place(array({8, 16}, number(4)), 512, 4), "a[8][0]");
  EXPECT_EQ(place(array({8, 16}, number(4)), -4, 4), "a[-1][15]");
  EXPECT_EQ(place(number(4), 4, 4), "none");
}

TEST(Layout, NamesMembers) {
  const Layout all = array({0}, particle());
  EXPECT_EQ(place(all, 48 + 20, 4), "a[1].tags[1]");
  EXPECT_EQ(place(all, 48 + 4, 4), "a[1].position.y");
  EXPECT_EQ(place(all, 48, 16), "a[1].position");
  EXPECT_EQ(place(all, 48 + 24, 1), "a[1].kind");
  EXPECT_EQ(place(all, 96, 48), "a[2]");
  EXPECT_EQ(place(all, 28, 4), "none") << "padding has no name";
}

TEST(Layout, TakesTheMemberOfAUnionThatIsAsWideAsTheAccess) {
  Layout both = number(8);
  both.members = {{"all", 0, array({8}, number(1))}, {"half", 0, number(4)}};
  EXPECT_EQ(place(both, 0, 4), "a.half");
  EXPECT_EQ(place(both, 2, 1), "a.all[2]");
}

TEST(Layout, LeavesOutTheFourthComponentOfThree) {
  Layout three = number(16);
  three.components = 3;
  EXPECT_EQ(place(three, 8, 4), "a.z");
  EXPECT_EQ(place(three, 12, 4), "none");
}

TEST(Layout, TellsSizesInElements) {
  EXPECT_EQ(size_in(array({0}, number(4)), 256), "64 elements");
  EXPECT_EQ(size_in(array({0}, number(4)), 4), "1 element");
  EXPECT_EQ(size_in(array({8, 16}, number(4)), 512), "8 x 16 elements");
  EXPECT_EQ(size_in(array({0}, number(4)), 258), std::nullopt);
  EXPECT_EQ(size_in(number(4), 4), std::nullopt);
}

}  // namespace
}  // namespace launchproof::model
