// Tests models of many questions about one context.
#include "verify/smt/questions/counterexamples.h"

#include <gtest/gtest.h>

namespace launchproof::smt {
namespace {

class CounterexamplesTest : public ::testing::Test {
 protected:
  // Returns whether the context and these terms have a model. A model must satisfy both.
  bool finds(Counterexamples& behind, const std::vector<Term>& conjuncts) {
    const Search found = behind.find(conjuncts, {});
    EXPECT_NE(found.model.has_value(), found.without.has_value());
    if (!found.model) return false;
    for (const Term conjunct : conjuncts) EXPECT_EQ(found.model->evaluate(conjunct), 1U);
    for (const Term conjunct : context) EXPECT_EQ(found.model->evaluate(conjunct), 1U);
    return true;
  }
  Term number(Bits value) { return store.bv(value, 32); }

  TermStore store;
  Term x = store.bv_var("x", 32), y = store.bv_var("y", 32), z = store.bv_var("z", 32);
  // The question defines y in place of a variable, and x has few bits.
  std::vector<Term> context{store.eq(y, store.mul(x, number(3))), store.ult(x, number(100))};
};

TEST_F(CounterexamplesTest, QuestionsDoNotMeetEachOther) {
  Counterexamples behind(store, make_session(), context);
  EXPECT_TRUE(finds(behind, {store.eq(x, number(7))}));
  EXPECT_TRUE(finds(behind, {store.eq(x, number(8))}));
  EXPECT_TRUE(finds(behind, {store.eq(x, number(7)), store.ult(z, y)}));
  EXPECT_FALSE(finds(behind, {store.eq(x, number(7)), store.eq(x, number(8))}));
  EXPECT_TRUE(finds(behind, {store.eq(x, number(8))}));
}

TEST_F(CounterexamplesTest, TheContextHoldsForWhatIsSaidLater) {
  Counterexamples behind(store, make_session(), context);
  EXPECT_TRUE(finds(behind, {store.eq(y, number(297))}));
  EXPECT_FALSE(finds(behind, {store.eq(y, number(300))}));
  EXPECT_FALSE(finds(behind, {store.eq(y, number(4))}));
  EXPECT_FALSE(finds(behind, {store.eq(x, number(1U << 31U))})) << "x was made narrower";
}

TEST_F(CounterexamplesTest, FunctionsOfEqualOperandsAreEqual) {
  Counterexamples behind(store, make_session(), context);
  const Term of_x = store.apply("f", std::vector<Term>{x}, 32),
             of_z = store.apply("f", std::vector<Term>{z}, 32);
  EXPECT_TRUE(finds(behind, {store.distinct(of_x, of_z)}));
  EXPECT_FALSE(finds(behind, {store.distinct(of_x, of_z), store.eq(x, z)}));
}

TEST_F(CounterexamplesTest, NothingOfAContextThatContradictsItself) {
  context.push_back(store.ult(number(100), x));
  Counterexamples behind(store, make_session(), context);
  EXPECT_FALSE(finds(behind, {}));
  EXPECT_FALSE(finds(behind, {store.eq(z, number(1))}));
}

TEST_F(CounterexamplesTest, SeveralContextsShareASession) {
  const auto session = make_session();
  Counterexamples one(store, session, context);
  const std::vector<Term> other{store.eq(x, number(5000))};
  Counterexamples two(store, session, other);
  EXPECT_FALSE(finds(one, {store.eq(x, number(5000))}));
  EXPECT_TRUE(two.find(std::vector<Term>{store.ult(y, x)}, {}).model);
  EXPECT_TRUE(finds(one, {store.eq(x, number(50))}));
}

TEST_F(CounterexamplesTest, SaysWhichConjunctsAreEnough) {
  Counterexamples behind(store, make_session(), context);
  const std::vector<Term> conjuncts{store.ult(z, number(5)), store.ult(number(300), y),
                                    store.eq(z, number(4))};
  EXPECT_EQ(behind.find(conjuncts, {}).without, std::vector<std::size_t>{1});
  const std::vector<Term> all{store.ult(z, number(5)), store.ult(y, number(30)), store.ult(number(20), x)};
  EXPECT_EQ(behind.find(all, {}).without, (std::vector<std::size_t>{1, 2}));
}

TEST_F(CounterexamplesTest, NoTimeIsNoAnswer) {
  Counterexamples behind(store, make_session(), context);
  const Search none =
      behind.find(std::vector<Term>{store.eq(x, number(7))}, {.time = std::chrono::milliseconds{0}});
  EXPECT_FALSE(none.model);
  EXPECT_FALSE(none.without);
}

// Tables of 800 entries, compared pair by pair, are too much for a circuit.
TEST_F(CounterexamplesTest, WhatIsTooLargeForACircuitGoesToZ3) {
  std::vector<Term> entries;
  entries.reserve(800);
  for (unsigned i = 0; i < 800; ++i)
    entries.push_back(store.apply("f", std::vector<Term>{store.bvxor(x, number(i))}, 32));
  Counterexamples behind(store, make_session(), context);
  EXPECT_TRUE(finds(behind, {store.eq(x, number(5))}));
  EXPECT_TRUE(finds(behind, {store.eq(x, number(7)), store.distinct(entries[0], entries[799])}));
  std::vector<Term> few;
  few.reserve(entries.size());
  for (const Term entry : entries) few.push_back(store.ult(entry, number(5)));
  EXPECT_TRUE(finds(behind, {store.or_(few)}));
  EXPECT_FALSE(finds(behind, {store.distinct(x, number(5)), store.eq(y, number(15))}));
  EXPECT_EQ(behind.find(std::vector<Term>{store.ult(z, number(5)), store.ult(number(300), y)}, {}).without,
            std::vector<std::size_t>{1});
}

}  // namespace
}  // namespace launchproof::smt
