// Tests that conditions over few bits are simplified without changing their meaning.
#include "verify/smt/questions/small_domains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/verify/smt/assignments.h"
#include "tests/verify/smt/random_conditions.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

class SmallDomainsTest : public testing::Test {
 protected:
  Term c(Bits value, unsigned width = 14) { return s.bv(value, width); }
  Term wide(Term narrow) { return s.zext(narrow, 14); }
  std::vector<Term> plain(const std::vector<Term>& conjuncts) { return plain_small_domains(s, conjuncts); }

  TermStore s;
  Term lane = s.bv_var("lane", 4), group = s.bv_var("group", 5), earlier = s.bv_var("earlier", 1);
  Term open = s.bv_var("open", 14);
};

TEST_F(SmallDomainsTest, WhatOneVariableDecidesIsSaidOfItAlone) {
  const Term first = s.ult(s.sub(wide(group), s.mul(c(256), wide(earlier))), c(32));
  EXPECT_EQ(plain({first}), std::vector<Term>{s.eq(earlier, s.bv(0, 1))});
  // ((lane - 1) & 15) + 1 < lane + 32 * group
  const Term before = s.sub(lane, s.bv(1, 4));
  const Term second = s.ult(s.add(wide(before), c(1)), s.add(wide(lane), s.mul(c(32), wide(group))));
  EXPECT_EQ(plain({second}), std::vector<Term>{s.ult(s.bv(0, 5), group)});
  const Term never = s.ult(s.add(wide(lane), c(16)), wide(s.bvand(lane, s.bv(7, 4))));
  EXPECT_EQ(plain({never}), std::vector<Term>{s.false_()});
}

TEST_F(SmallDomainsTest, WhatAVariableIsTakesItsPlace) {
  const Term first = s.ult(s.sub(wide(group), s.mul(c(256), wide(earlier))), c(32));
  const Term far = s.ult(open, s.mul(c(512), wide(earlier)));
  EXPECT_EQ(plain({first, far}), (std::vector<Term>{s.eq(earlier, s.bv(0, 1)), s.false_()}));
  // Contradicting conditions stay contradictory.
  const Term other = s.eq(earlier, s.bv(1, 1));
  const std::vector<Term> both = plain({first, other});
  EXPECT_NE(std::ranges::find(both, s.false_()), both.end());
}

TEST_F(SmallDomainsTest, ChoicesByAConditionAreMadePlainAsWell) {
  const Term condition =
      s.ult(s.add(wide(s.sub(lane, s.bv(1, 4))), c(1)), s.add(wide(lane), s.mul(c(32), wide(group))));
  const Term choice = s.ult(open, s.ite(condition, wide(lane), c(99)));
  EXPECT_EQ(plain({choice}),
            std::vector<Term>{s.ult(open, s.ite(s.ult(s.bv(0, 5), group), wide(lane), c(99)))});
}

TEST_F(SmallDomainsTest, WhatHasManyBitsStaysAsItIs) {
  const Term large = s.ult(s.mul(open, open), c(9));
  EXPECT_EQ(plain({large}), std::vector<Term>{large});
  const Term called = s.ult(s.apply("f", std::vector<Term>{wide(lane)}, 14), c(3));
  EXPECT_EQ(plain({called}), std::vector<Term>{called});
}

// Every assignment of three variables satisfies both or neither.
TEST_F(SmallDomainsTest, SaysTheSame) {
  RandomConditions random(s, 17);
  unsigned changed = 0;
  constexpr unsigned kQuestions = 600;
  for (unsigned i = 0; i < kQuestions; ++i) {
    const std::vector<Term> conjuncts = random.conjuncts(1 + i % 4);
    const Term before = s.and_(conjuncts), after = s.and_(plain(conjuncts));
    changed += before == after ? 0 : 1;
    ASSERT_FALSE(has_assignment({s.distinct(before, after)}, random.variables())) << to_smtlib(before) << "\n"
                                                                                  << to_smtlib(after);
  }
  EXPECT_GT(changed, kQuestions / 8);
}

}  // namespace
}  // namespace launchproof::smt
