// Tests properties found in recorded contents, and the weakest of them that a proof needs.
#include "verify/preconditions/contents.h"

#include <gtest/gtest.h>

namespace launchproof::preconditions {
namespace {

using model::ContentsProperties;
using model::ElementOrder;

// Returns a kernel with buffers of int `t` and `out`; `out` has 8 elements.
model::KernelModel kernel() {
  model::KernelModel made;
  made.arrays.resize(3);
  made.parameters.resize(2);
  for (std::uint32_t i = 0; i < 2; ++i) {
    made.parameters[i].name = i == 0 ? "t" : "out";
    made.parameters[i].kind = model::ParameterKind::GlobalPointer;
    made.parameters[i].array = i + 1;
    made.arrays[i + 1].parameter = i;
    made.arrays[i + 1].element_type = "int";
    made.arrays[i + 1].element_bytes = 4;
  }
  return made;
}

model::LaunchFacts launch(const std::vector<std::int32_t>& table) {
  std::vector<std::uint8_t> bytes;
  for (const std::int32_t value : table)
    for (unsigned i = 0; i < 4; ++i)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> (8 * i)));
  model::BufferArgument buffer{1, 0, bytes.size()};
  buffer.contents = model::BufferContents::known(bytes, "recorded");
  model::LaunchFacts facts;
  facts.arguments = {buffer, model::BufferArgument{2, 0, 32}};
  facts.global_size = {4, 1, 1};
  return facts;
}

TEST(MinedProperties, HoldOfTheContentsOfAllLaunches) {
  const auto of = [](const std::vector<model::LaunchFacts>& launches) {
    const std::vector<StatedBuffer> found = mined(kernel(), {0}, launches);
    return found.empty() ? std::string("none") : model::to_option(found[0].properties);
  };
  EXPECT_EQ(of({launch({3, 1, 0, 2})}), "int32,min:0,max:3,distinct");
  EXPECT_EQ(of({launch({3, 1, 0, 2}), launch({3, 1, 0, 9})}), "int32,min:0,max:9,distinct");
  EXPECT_EQ(of({launch({3, 1, 0, 2}), launch({3, 1, 1, 2})}), "int32,min:0,max:3");
  EXPECT_EQ(of({launch({-1, 1, 1, 2}), launch({0, 1, 2, 3})}), "int32,min:-1,max:3,non-decreasing");
  EXPECT_EQ(of({launch({5, 5, 5, 5}), launch({6, 6, 6, 6})}), "int32,min:5,max:6,constant");
  model::LaunchFacts open = launch({0, 1, 2, 3});
  std::get<model::BufferArgument>(open.arguments[0]).contents = {};
  EXPECT_EQ(of({launch({0, 1, 2, 3}), open}), "none");
  model::LaunchFacts shared = launch({0, 1, 2, 3});
  std::get<model::BufferArgument>(shared.arguments[1]).object = 1;
  EXPECT_EQ(of({shared}), "none");
}

TEST(MinedProperties, AreDroppedAsFarAsTheProofAllows) {
  const model::LaunchFacts recorded = launch({3, 1, 0, 2});
  const auto weakest_for = [&](const auto& needs) {
    const ProvedUnder proved = [&](const std::vector<StatedBuffer>& buffers) {
      return needs(buffers.at(0).properties);
    };
    const auto found = weakest(mined(kernel(), {0}, {recorded}), kernel(), recorded, proved);
    if (!found) return std::string("none");
    return found->at(0).properties.any() ? model::to_option(found->at(0).properties) : std::string("nothing");
  };
  EXPECT_EQ(weakest_for([](const ContentsProperties&) { return true; }), "nothing");
  EXPECT_EQ(weakest_for([](const ContentsProperties&) { return false; }), "none");
  EXPECT_EQ(weakest_for([](const ContentsProperties& one) { return one.distinct; }), "int32,distinct");
  // `out` has 8 elements.
  EXPECT_EQ(weakest_for([](const ContentsProperties& one) { return one.low && one.high && *one.high <= 7; }),
            "int32,min:0,max:7");
  EXPECT_EQ(weakest_for([](const ContentsProperties& one) { return one.high && *one.high <= 6; }),
            "int32,max:3")
      << "a bound that no size suggests is as recorded, or the next one";
}

TEST(MinedProperties, RisingElementsAreDistinctOnesInOrder) {
  const model::LaunchFacts recorded = launch({0, 1, 4, 9});
  const ProvedUnder proved = [](const std::vector<StatedBuffer>& buffers) {
    const ContentsProperties& one = buffers.at(0).properties;
    return one.distinct && one.order == ElementOrder::NonDecreasing;
  };
  const auto found = weakest(mined(kernel(), {0}, {recorded}), kernel(), recorded, proved);
  ASSERT_TRUE(found);
  EXPECT_EQ(model::to_option(found->at(0).properties), "int32,increasing");
}

TEST(MinedProperties, TakeThePlaceOfContents) {
  const model::LaunchFacts recorded = launch({3, 1, 0, 2});
  const model::LaunchFacts open = stated(recorded, {{0, {4, true, 0, 7, true}}});
  const auto& buffer = std::get<model::BufferArgument>(open.arguments[0]);
  EXPECT_EQ(buffer.contents.bytes(), nullptr);
  EXPECT_TRUE(buffer.properties.distinct);
  EXPECT_EQ(buffer.bytes, 16U);
}

}  // namespace
}  // namespace launchproof::preconditions
