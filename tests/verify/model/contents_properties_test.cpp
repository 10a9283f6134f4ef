// Tests properties of contents: whether contents have them, whether any contents can, and contents that are
// made to have them. All are compared with trying every buffer of few elements with few values.
#include "verify/model/contents_properties.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "verify/model/element_types.h"

namespace launchproof::model {
namespace {

constexpr std::size_t kElements = 3;

std::vector<std::uint8_t> bytes_of(const std::vector<int>& values) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(values.size());
  for (const int value : values) bytes.push_back(static_cast<std::uint8_t>(value));
  return bytes;
}

// Checks the definitions, for elements of one byte.
bool has_by_definition(const std::vector<int>& values, const ContentsProperties& properties) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (properties.low && values[i] < static_cast<std::int64_t>(*properties.low)) return false;
    if (properties.high && values[i] > static_cast<std::int64_t>(*properties.high)) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (properties.distinct && values[i] == values[j]) return false;
      if (properties.order == ElementOrder::NonDecreasing && values[j] > values[i]) return false;
      if (properties.order == ElementOrder::Increasing && values[j] >= values[i]) return false;
      if (properties.order == ElementOrder::Equal && values[j] != values[i]) return false;
    }
  }
  return true;
}

// Returns every list of properties with bounds near 0.
std::vector<ContentsProperties> some_properties(bool is_signed) {
  std::vector<ContentsProperties> result;
  const int from = is_signed ? -1 : 0;
  for (const ElementOrder order :
       {ElementOrder::Any, ElementOrder::NonDecreasing, ElementOrder::Increasing, ElementOrder::Equal})
    for (const bool distinct : {false, true})
      for (int low = from; low <= 1; ++low)
        for (int high = low - (low > from ? 1 : 0); high <= 3; ++high)
          result.push_back({1, is_signed, static_cast<std::uint64_t>(std::int64_t{low}),
                            static_cast<std::uint64_t>(std::int64_t{high}), distinct, order});
  return result;
}

// Returns every buffer of kElements elements from -2 or 0 to 4.
std::vector<std::vector<int>> some_values(bool is_signed) {
  std::vector<std::vector<int>> result;
  const int from = is_signed ? -2 : 0;
  for (int a = from; a <= 4; ++a)
    for (int b = from; b <= 4; ++b)
      for (int c = from; c <= 4; ++c) result.push_back({a, b, c});
  return result;
}

TEST(ContentsProperties, AreThoseOfTheDefinitions) {
  for (const bool is_signed : {false, true})
    for (const ContentsProperties& properties : some_properties(is_signed)) {
      bool any = false;
      for (const std::vector<int>& values : some_values(is_signed)) {
        const bool has = has_properties(bytes_of(values), properties);
        ASSERT_EQ(has, has_by_definition(values, properties))
            << to_option(properties) << ": " << values[0] << " " << values[1] << " " << values[2];
        any = any || has;
      }
      EXPECT_EQ(any, !why_impossible(properties, kElements)) << to_option(properties);
    }
}

TEST(ContentsProperties, AreMadeWhereverTheFixedElementsAllowIt) {
  std::size_t made = 0, impossible = 0;
  for (const bool is_signed : {false, true}) {
    const std::vector<std::vector<int>> all = some_values(is_signed);
    for (const ContentsProperties& properties : some_properties(is_signed))
      for (unsigned mask = 0; mask < 1U << kElements; ++mask)
        for (std::size_t number = 0; number < all.size(); number += 5) {
          const std::vector<int>& start = all[number];
          std::vector<bool> fixed(kElements);
          for (std::size_t i = 0; i < kElements; ++i) fixed[i] = (mask >> i & 1U) != 0;
          const bool exists = std::ranges::any_of(all, [&](const std::vector<int>& values) {
            for (std::size_t i = 0; i < kElements; ++i)
              if (fixed[i] && values[i] != start[i]) return false;
            return has_by_definition(values, properties);
          });
          std::vector<std::uint8_t> bytes = bytes_of(start);
          const bool found = make_have(bytes, fixed, properties);
          ASSERT_EQ(found, exists) << to_option(properties) << " mask " << mask << ": " << start[0] << " "
                                   << start[1] << " " << start[2];
          ++(found ? made : impossible);
          if (!found) continue;
          EXPECT_TRUE(has_properties(bytes, properties));
          for (std::size_t i = 0; i < kElements; ++i) {
            const int kept = fixed[i] ? bytes[i] : bytes_of(start)[i];
            ASSERT_EQ(kept, bytes_of(start)[i]);
          }
        }
  }
  EXPECT_GT(made, 1000U);
  EXPECT_GT(impossible, 1000U);
}

TEST(ContentsProperties, HoldUpToTheEndsOfTheTypes) {
  ContentsProperties all{8, false, std::nullopt, std::nullopt, true};
  EXPECT_FALSE(why_impossible(all, 1ULL << 40));
  all.low = ~std::uint64_t{0} - 1;
  EXPECT_FALSE(why_impossible(all, 16));
  EXPECT_TRUE(why_impossible(all, 24));
  ContentsProperties bytes{1, true, std::nullopt, std::nullopt, true};
  EXPECT_FALSE(why_impossible(bytes, 256));
  EXPECT_TRUE(why_impossible(bytes, 257));
  std::vector<std::uint8_t> whole(256, 7);
  EXPECT_TRUE(make_have(whole, std::vector<bool>(256, false), bytes));
  bytes.order = ElementOrder::NonDecreasing;
  EXPECT_TRUE(make_have(whole, std::vector<bool>(256, false), bytes));
  EXPECT_EQ(whole.front(), 0x80);
  EXPECT_EQ(whole.back(), 0x7f);
}

// Bytes after the last whole element belong to no element.
TEST(ContentsProperties, SayNothingOfARest) {
  const ContentsProperties small{4, false, std::nullopt, 9};
  EXPECT_TRUE(has_properties({9, 0, 0, 0, 255, 255}, small));
  EXPECT_FALSE(has_properties({9, 0, 0, 1, 255, 255}, small));
}

TEST(ContentsProperties, InWords) {
  const ContentsProperties properties{4, true, static_cast<std::uint64_t>(std::int64_t{-3}), 1023, true};
  EXPECT_EQ(to_option(properties), "int32,min:-3,max:1023,distinct");
  EXPECT_EQ(elements_in_words("perm", properties),
            "the int32 elements of `perm` are distinct, at least -3 and at most 1023");
  EXPECT_EQ(
      elements_in_words("row", {8, false, std::nullopt, std::nullopt, false, ElementOrder::NonDecreasing}),
      "the uint64 elements of `row` are in non-decreasing order");
}

TEST(ElementTypes, AreThoseOfIntegersAlone) {
  EXPECT_EQ(integers_of_type("int"), (ContentsProperties{4, true}));
  EXPECT_EQ(integers_of_type("const uint4"), (ContentsProperties{4, false}));
  EXPECT_EQ(integers_of_type("unsigned long long"), (ContentsProperties{8, false}));
  EXPECT_EQ(integers_of_type("uint16_t"), (ContentsProperties{2, false}));
  EXPECT_EQ(integers_of_type("float4"), std::nullopt);
  EXPECT_EQ(integers_of_type("struct point"), std::nullopt);
  EXPECT_EQ(integers_named("int8"), (ContentsProperties{1, true}));
  EXPECT_EQ(integers_named("int"), std::nullopt);
}

}  // namespace
}  // namespace launchproof::model
