// Models of many questions about one context.
#include "verify/smt/counterexamples.h"

#include <gtest/gtest.h>

namespace launchproof::smt {
namespace {

class CounterexamplesTest : public ::testing::Test {
 protected:
  // Whether there is a model of the context and these; a model has to fit both.
  bool finds(Counterexamples& behind, const std::vector<Term>& conjuncts) {
    const std::optional<Model> model = behind.find(conjuncts, {});
    if (!model) return false;
    for (const Term conjunct : conjuncts) EXPECT_EQ(model->evaluate(conjunct), 1U);
    for (const Term conjunct : context) EXPECT_EQ(model->evaluate(conjunct), 1U);
    return true;
  }
  Term number(Bits value) { return store.bv(value, 32); }

  TermStore store;
  Term x = store.bv_var("x", 32), y = store.bv_var("y", 32), z = store.bv_var("z", 32);
  // What a question puts in the place of variables: y is defined, and x has few bits.
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
  EXPECT_TRUE(two.find(std::vector<Term>{store.ult(y, x)}, {}));
  EXPECT_TRUE(finds(one, {store.eq(x, number(50))}));
}

TEST_F(CounterexamplesTest, NoTimeIsNoModel) {
  Counterexamples behind(store, make_session(), context);
  EXPECT_FALSE(
      behind.find(std::vector<Term>{store.eq(x, number(7))}, {.time = std::chrono::milliseconds{0}}));
}

}  // namespace
}  // namespace launchproof::smt
