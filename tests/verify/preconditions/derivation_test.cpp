// Tests preconditions of kernels derived by the engines, and other launches that are judged by themselves.
#include <algorithm>

#include "tests/verify/preconditions/launches.h"
#include "verify/preconditions/samples.h"

namespace launchproof::preconditions::testing {
namespace {

using verdict::Verdict;

bool has(const std::vector<std::string>& words, const std::string& text) {
  return std::ranges::find(words, text) != words.end();
}

std::string all(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& one : words) text += one + "; ";
  return text;
}

// Launches that satisfy the derived precondition are each verified by themselves.
void expect_to_hold(Engine& engine, const model::LaunchFacts& facts, const Proved& proved) {
  std::size_t kept = 0;
  for (const Values& values : samples(facts, proved.free, 60)) {
    if (!keeps_to(proved, values)) continue;
    ++kept;
    EXPECT_EQ(engine.attempt(with_values(facts, proved.free, values)).result.verdict, Verdict::Verified);
  }
  EXPECT_GT(kept, 0U);
}

TEST(Derivation, BoundsOfAGuardAreTheSizeOfTheBuffer) {
  for (const bool two_thread : {false, true}) {
    Engine engine(kGuard, two_thread);
    const model::LaunchFacts facts = launch({buffer(1, 4000), integer(1000)}, 64, 16);
    // Only the size matters: no counterexample needs another number of groups.
    const Attempt made = engine.attempt(opened(facts, sizes(engine.kernel(), facts), {}));
    ASSERT_FALSE(made.counterexamples.empty());
    EXPECT_LT(made.counterexamples[0].at(0), 4000U);
    EXPECT_EQ(made.counterexamples[0].at(1), 16U);
    const Derived derived = engine.derive(facts);
    ASSERT_TRUE(derived.proved);
    EXPECT_EQ(all(engine.words(derived)), "n <= elements of `out`; ");
    EXPECT_EQ(derived.proved->engine, two_thread ? "two-thread" : "access");
    expect_to_hold(engine, facts, *derived.proved);
    // One element less than there are values of i.
    const model::LaunchFacts larger = launch({buffer(1, 8000), integer(2000)}, 64, 40);
    EXPECT_EQ(engine.attempt(larger).result.verdict, Verdict::Verified);
    const model::LaunchFacts broken = launch({buffer(1, 7996), integer(2000)}, 64, 40);
    EXPECT_NE(engine.attempt(broken).result.verdict, Verdict::Verified);
  }
}

TEST(Derivation, HeightOfATransposition) {
  Engine engine(kTranspose);
  model::LaunchFacts facts;
  facts.work_dim = 2;
  facts.local_size = {16, 16, 1};
  facts.global_size = {64, 128, 1};
  facts.arguments = {model::UnknownArgument{}, model::UnknownArgument{}, integer(64), integer(128)};
  std::vector<model::FreeFact> all = scalars(engine.kernel(), facts);
  for (const model::FreeFact& size : sizes(engine.kernel(), facts)) all.push_back(size);
  const auto groups = [&](std::uint32_t dimension) {
    return *std::ranges::find_if(all, [&](const model::FreeFact& one) {
      return one.quantity.kind == model::QuantityKind::Groups && one.quantity.index == dimension;
    });
  };
  const model::Relation tall{
      model::RelationKind::AtLeast, {1, {all[1].quantity}}, {16, {groups(1).quantity}}};
  const model::Relation few{model::RelationKind::AtMost, {1, {groups(0).quantity}}, {65'536, {}}};
  EXPECT_EQ(in_words(engine.kernel(), tall), "height >= num_groups(y) * 16");
  EXPECT_EQ(engine.attempt(opened(facts, all, {tall, few})).result.verdict, Verdict::Verified);
  // Among the guesses that the search may choose from.
  const std::vector<Candidate> guesses = candidates(engine.kernel(), facts, all);
  EXPECT_TRUE(std::ranges::any_of(guesses, [&](const Candidate& one) { return one.relation == tall; }));
  // One column more than the height: x * height + y no longer gives each work-item its own place.
  facts.global_size = {64, 144, 1};
  EXPECT_NE(engine.attempt(facts).result.verdict, Verdict::Verified);
  // A relation that the launch satisfies, and that does not suffice, is refuted.
  facts.global_size = {64, 128, 1};
  const std::vector<model::FreeFact> free = scalars(engine.kernel(), facts);
  const model::Relation positive{model::RelationKind::AtLeast, {1, {free[1].quantity}}, {1, {}}};
  const Attempt made = engine.attempt(opened(facts, free, {positive}));
  EXPECT_NE(made.result.verdict, Verdict::Verified);
  ASSERT_FALSE(made.counterexamples.empty());
  for (const auto& values : made.counterexamples) {
    EXPECT_GE(values.at(1), 1U);
    EXPECT_LT(values.at(1), 128U);
  }
}

TEST(Derivation, PowerOfTwoOfAReduction) {
  Engine engine(kReduce);
  const model::LaunchFacts facts = launch({buffer(1, 256), integer(64)}, 32, 1);
  const std::vector<model::FreeFact> free = scalars(engine.kernel(), facts);
  std::vector<model::FreeFact> with_size = free;
  with_size.push_back(sizes(engine.kernel(), facts).front());
  const model::Amount n{1, {free[0].quantity}};
  const model::Amount bytes{1, {with_size[1].quantity}};
  const model::Relation power{model::RelationKind::PowerOfTwo, n, {0, {}}};
  const model::Relation fits{model::RelationKind::AtMost, {4, n.factors}, bytes};
  const model::Relation small{model::RelationKind::AtMost, n, {1 << 16, {}}};
  EXPECT_EQ(engine.attempt(opened(facts, with_size, {power, fits, small})).result.verdict, Verdict::Verified);
  EXPECT_NE(engine.attempt(opened(facts, with_size, {fits, small}), 20'000 * smt::kWorkPerMillisecond)
                .result.verdict,
            Verdict::Verified);
  EXPECT_NE(engine.attempt(opened(facts, with_size, {power, small}), 20'000 * smt::kWorkPerMillisecond)
                .result.verdict,
            Verdict::Verified);
}

TEST(Derivation, WhatNoCandidateSaysStaysPinned) {
  for (const bool two_thread : {false, true}) {
    Engine engine(kScatter, two_thread);
    const model::LaunchFacts facts = launch({buffer(1, 512), integer(13)}, 64, 2);
    const Derived derived = engine.derive(facts);
    ASSERT_TRUE(derived.proved);
    EXPECT_TRUE(has(engine.words(derived), "n = 13")) << all(engine.words(derived));
    expect_to_hold(engine, facts, *derived.proved);
  }
}

TEST(Derivation, NothingIsNeeded) {
  for (const bool two_thread : {false, true}) {
    Engine engine(kNeedsNothing, two_thread);
    const model::LaunchFacts facts = launch({integer(5)}, 64, 2);
    const Derived derived = engine.derive(facts);
    ASSERT_TRUE(derived.proved);
    EXPECT_EQ(all(engine.words(derived)), "");
    EXPECT_EQ(derived.proved->free.size(), 2U);
    expect_to_hold(engine, facts, *derived.proved);
  }
}

TEST(Derivation, FreeFactsAreThoseOfOneLaunch) {
  // Both work-items of a race see the same n. With two different values of n, both could reach the same
  // index.
  Engine engine(
      "__kernel void k(__global int* a, uint n) { a[(get_global_id(0) + n) % 4294967291u % 64] = 1; }");
  const model::LaunchFacts facts = launch({buffer(1, 256), integer(0)}, 8, 1);
  const std::vector<model::FreeFact> free = scalars(engine.kernel(), facts);
  const model::Relation small{model::RelationKind::AtMost, {1, {free[0].quantity}}, {7, {}}};
  EXPECT_EQ(engine.attempt(opened(facts, free, {small})).result.verdict, Verdict::Verified);
}

}  // namespace
}  // namespace launchproof::preconditions::testing
