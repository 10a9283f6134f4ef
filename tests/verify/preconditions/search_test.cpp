// Tests the search loop with made-up engines: the reported precondition depends only on what they prove.
#include "verify/preconditions/search.h"

#include <algorithm>

#include "tests/verify/preconditions/launches.h"

namespace launchproof::preconditions::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

verdict::ClassResult verified() {
  verdict::ClassResult result;
  result.verdict = Verdict::Verified;
  result.properties[Property::DataRace].verdict = Verdict::Verified;
  result.properties[Property::OutOfBounds].verdict = Verdict::Verified;
  return result;
}

// Verifies the kernel exactly if n is at most 40 in every launch that the facts allow among these values of
// n.
Attempt at_most_forty(const model::LaunchFacts& facts) {
  Attempt made;
  made.result = verified();
  for (std::uint64_t n = 0; n <= 4000; ++n) {
    if (facts.free.empty()) {
      const auto& value = std::get<model::ValueArgument>(facts.arguments[1]);
      n = value.bytes[0] + 256U * value.bytes[1];
    }
    const bool allowed = std::ranges::all_of(facts.relations, [&](const model::Relation& one) {
      return holds(one, [&](const model::Quantity& quantity) {
        if (quantity.kind == model::QuantityKind::Value) return n;
        return std::ranges::find(facts.free, quantity, &model::FreeFact::quantity)->bits;
      });
    });
    if (allowed && n > 40) {
      made.result.verdict = made.result.properties[Property::OutOfBounds].verdict = Verdict::PossibleDefect;
      std::vector<std::uint64_t> values;
      values.reserve(facts.free.size());
      for (const model::FreeFact& one : facts.free)
        values.push_back(one.quantity.kind == model::QuantityKind::Value ? n : one.bits);
      made.counterexamples.push_back(values);
      return made;
    }
    if (facts.free.empty()) return made;
  }
  return made;
}

class Search : public ::testing::Test {
 protected:
  // Uses an engine that gives this answer.
  Derived derive(const Check& check) {
    Limits limits;
    limits.time = std::chrono::minutes(5);
    return derive(check, limits);
  }
  Derived derive(const Check& check, const Limits& limits) {
    return preconditions::derive(engine.kernel(), facts, verified(), check, limits);
  }
  Engine engine{kGuard};
  model::LaunchFacts facts = launch({buffer(1, 160), integer(40)}, 8, 5);
};

TEST_F(Search, FindsWhatExcludesCounterexamplesAndNothingElse) {
  const Derived derived =
      derive([](const model::LaunchFacts& opened, std::uint64_t) { return at_most_forty(opened); });
  ASSERT_TRUE(derived.proved);
  ASSERT_EQ(derived.proved->conditions.size(), 1U) << derived.reason;
  EXPECT_EQ(derived.proved->free.size(), 3U);
  std::vector<std::uint64_t> values;
  for (const model::FreeFact& one : derived.proved->free) values.push_back(one.bits);
  for (const std::uint64_t n : {0U, 1U, 39U, 40U, 41U, 100U}) {
    values[0] = n;
    EXPECT_EQ(keeps_to(*derived.proved, values), n <= 40) << n;
  }
}

TEST_F(Search, ReportsNothingWhereNothingIsProved) {
  for (const Verdict verdict : {Verdict::Defect, Verdict::PossibleDefect, Verdict::Unknown,
                                Verdict::Unsupported, Verdict::Error, Verdict::NotAsked}) {
    const Derived derived = derive([&](const model::LaunchFacts&, std::uint64_t) {
      Attempt made;
      made.result = verified();
      made.result.verdict = verdict;
      return made;
    });
    EXPECT_FALSE(derived.proved);
    EXPECT_FALSE(derived.reason.empty());
  }
}

TEST_F(Search, APropertyThatIsNotVerifiedAgainIsNoProof) {
  EXPECT_FALSE(derive([&](const model::LaunchFacts&, std::uint64_t) {
                 Attempt made;
                 made.result = verified();
                 made.result.properties[Property::OutOfBounds].verdict = Verdict::NotAsked;
                 return made;
               }).proved);
  EXPECT_FALSE(derive([&](const model::LaunchFacts&, std::uint64_t) {
                 Attempt made;
                 made.result = verified();
                 made.result.properties.erase(Property::DataRace);
                 return made;
               }).proved);
}

TEST_F(Search, AnAccessThatIsNoLongerReachedIsNoProof) {
  EXPECT_FALSE(derive([&](const model::LaunchFacts&, std::uint64_t) {
                 Attempt made;
                 made.result = verified();
                 made.result.unreachable.push_back({"test.cl", 3, 1, "unreachable"});
                 return made;
               }).proved);
}

TEST_F(Search, WhatTheProofAssumesBesidesIsNamed) {
  const Derived derived = derive([&](const model::LaunchFacts&, std::uint64_t) {
    Attempt made;
    made.result = verified();
    made.result.assumptions = {"given __requires(n < 64)"};
    return made;
  });
  ASSERT_TRUE(derived.proved);
  EXPECT_EQ(derived.proved->assumptions, std::vector<std::string>{"given __requires(n < 64)"});
}

TEST_F(Search, EndsWithItsTime) {
  const Derived derived =
      derive([](const model::LaunchFacts& opened, std::uint64_t) { return at_most_forty(opened); },
             {.time = std::chrono::milliseconds(0)});
  EXPECT_FALSE(derived.proved);
  EXPECT_TRUE(derived.cut);
  EXPECT_TRUE(derived.late);
  EXPECT_EQ(derived.reason, "no precondition was found that suffices for the proof in the time for it");
}

// The search stops after the same number of attempts on every machine, each charged at least the minimum.
TEST_F(Search, EndsWithItsWork) {
  const auto counted = [&](std::uint64_t work) {
    std::uint64_t asked = 0;
    const Derived derived = derive(
        [&](const model::LaunchFacts&, std::uint64_t most) {
          EXPECT_LE(most, 100U);
          ++asked;
          Attempt made;  // without an answer
          made.result.verdict = Verdict::Unknown;
          made.work = asked == 1 ? most : 0;
          return made;
        },
        {.work = work, .attempt = 100, .least = 10, .time = std::chrono::minutes(5)});
    EXPECT_FALSE(derived.proved);
    EXPECT_FALSE(derived.late);
    EXPECT_LE(derived.work, work);
    EXPECT_EQ(derived.attempts, asked);
    EXPECT_EQ(derived.reason.find("in the time"), std::string::npos);
    return derived;
  };
  const Derived few = counted(150);
  EXPECT_TRUE(few.cut);
  EXPECT_NE(few.reason.find("with the work for it"), std::string::npos) << few.reason;
  EXPECT_EQ(counted(150).attempts, few.attempts);
  EXPECT_LT(counted(40).attempts, few.attempts);
  EXPECT_EQ(counted(9).attempts, 0U);
}

TEST_F(Search, SaysWhyALaunchCannotBeLeftOpen) {
  facts.open.groups[0] = 1;
  const Derived derived =
      derive([](const model::LaunchFacts& opened, std::uint64_t) { return at_most_forty(opened); });
  EXPECT_FALSE(derived.proved);
  EXPECT_EQ(derived.reason, "sizes of the launch are left open already");
}

}  // namespace
}  // namespace launchproof::preconditions::testing
