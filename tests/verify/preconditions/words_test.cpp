#include "verify/preconditions/words.h"

#include "tests/verify/preconditions/launches.h"

namespace launchproof::preconditions::testing {
namespace {

using model::Amount;
using model::Quantity;
using model::QuantityKind;
using model::Relation;
using model::RelationKind;

TEST(Words, OfRelations) {
  const Engine engine(kTranspose);
  const Quantity width{QuantityKind::Value, 2, 32, false}, height{QuantityKind::Value, 3, 32, false};
  const Quantity out{QuantityKind::Bytes, 0, 64, false}, in{QuantityKind::Bytes, 1, 64, false};
  const Quantity groups{QuantityKind::Groups, 1, 31, false};
  const auto words = [&](const Relation& relation) { return in_words(engine.kernel(), relation); };
  EXPECT_EQ(words({RelationKind::Equal, {1, {height}}, {16, {groups}}}), "height = num_groups(y) * 16");
  EXPECT_EQ(words({RelationKind::AtMost, {4, {width, height}}, {1, {out}}}),
            "width * height <= elements of `out`");
  EXPECT_EQ(words({RelationKind::AtMost, {12, {width}}, {1, {out}}}), "width * 3 <= elements of `out`");
  EXPECT_EQ(words({RelationKind::AtMost, {3, {width}}, {1, {out}}}), "width * 3 <= size of `out`");
  EXPECT_EQ(words({RelationKind::AtMost, {4, {out}}, {4, {in}}}), "elements of `out` <= elements of `in`");
  EXPECT_EQ(words({RelationKind::AtLeast, {1, {out}}, {64, {}}}), "`out` has at least 64 bytes");
  EXPECT_EQ(words({RelationKind::PowerOfTwo, {1, {width}}, {0, {}}}), "width is a power of two");
  EXPECT_EQ(words({RelationKind::MultipleOf, {1, {width}}, {8, {}}}), "width is a multiple of 8");
  EXPECT_EQ(words({RelationKind::Pinned, {1, {width}}, {0, {}}, 7}), "width = 7");
  EXPECT_EQ(words({RelationKind::Pinned, {1, {out}}, {0, {}}, 7}), "`out` has 7 bytes");
}

TEST(Words, OfWhatIsAsLaunched) {
  const Engine engine(kGuard);
  const model::LaunchFacts facts = launch({buffer(1, 4000), integer(7)}, 64, 16);
  const std::vector<std::string> fixed = fixed_facts(engine.kernel(), facts, {});
  const auto says = [&](const std::string& text) { return std::ranges::find(fixed, text) != fixed.end(); };
  EXPECT_TRUE(says("local size = 64"));
  EXPECT_TRUE(says("global size = 1024"));
  EXPECT_TRUE(says("global offset = 0"));
  EXPECT_TRUE(says("`out` has 4000 bytes"));
  EXPECT_TRUE(says("`n` as launched"));
  std::vector<model::FreeFact> free = scalars(engine.kernel(), facts);
  for (const model::FreeFact& one : sizes(engine.kernel(), facts)) free.push_back(one);
  const std::vector<std::string> fewer = fixed_facts(engine.kernel(), facts, free);
  EXPECT_EQ(fewer, (std::vector<std::string>{"local size = 64", "global offset = 0",
                                             "whole groups, less than 2^31 work-items in a dimension",
                                             "buffers share no other memory"}));
}

}  // namespace
}  // namespace launchproof::preconditions::testing
