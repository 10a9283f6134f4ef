#include "verify/cache/fields.h"

#include <gtest/gtest.h>

namespace launchproof::cache {
namespace {

TEST(Fields, HoldAnyBytes) {
  const Fields fields{{"a", ""}, {"b", "x\ny 3\n"}, {"a", std::string("\0\xff", 2)}};
  std::string text;
  for (const auto& [name, value] : fields) add_field(text, name, value);
  EXPECT_EQ(fields_of(text), fields);
  EXPECT_EQ(*field(fields, "a"), "");
  EXPECT_EQ(field(fields, "c"), nullptr);
}

TEST(Fields, OfOtherTextsAreNone) {
  std::string text;
  add_field(text, "name", "value");
  for (std::size_t end = 1; end < text.size(); ++end)
    EXPECT_FALSE(fields_of(text.substr(0, end))) << text.substr(0, end);
  EXPECT_FALSE(fields_of(text + "x"));
  EXPECT_FALSE(fields_of("name 6\nvalue\n"));
  EXPECT_FALSE(fields_of("name 4\nvalue\n"));
  EXPECT_FALSE(fields_of("name 18446744073709551615\nvalue\n"));
  EXPECT_TRUE(fields_of("")->empty());
}

// A value could be mistaken for the beginning of the next field.
TEST(Fields, DifferWhereValuesDo) {
  std::string one, other;
  add_field(one, "a", "b 1\nc");
  add_field(other, "a", "");
  add_field(other, "b", "c");
  EXPECT_NE(one, other);
}

}  // namespace
}  // namespace launchproof::cache
