// Tests equalities of flattened indices: a decomposed equality has no model, and one edit away it has one.
#include "verify/smt/questions/flattened.h"

#include <gtest/gtest.h>

#include <random>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {
namespace {

class FlattenedTest : public ::testing::Test {
 protected:
  bool refuted(const std::vector<Term>& question) {
    return refute_flattened(store, question, [&](const std::vector<Term>& easier) {
      return solver->check(easier, limits).status == Status::Unsat;
    });
  }
  Term var(const std::string& name) { return store.bv_var(name, 32); }
  Term number(Bits value) { return store.bv(value, 32); }
  Term below(Term a, Term b) { return store.ult(a, b); }
  Term at_most(Term a, Bits b) { return store.ule(a, number(b)); }
  // x + w * (y + h * z)
  Term index(const std::string& item) {
    return store.add(var(item + "x"),
                     store.mul(w, store.add(var(item + "y"), store.mul(h, var(item + "z")))));
  }
  // Two items that differ in x, y or z and have the same index.
  std::vector<Term> question() {
    std::vector<Term> all{at_most(w, 66), at_most(h, 70), store.eq(index("s."), index("t."))};
    for (const std::string item : {"s.", "t."}) {
      all.push_back(below(var(item + "x"), w));
      all.push_back(below(var(item + "y"), h));
      for (const std::string part : {"x", "y", "z"}) all.push_back(at_most(var(item + part), 200));
    }
    std::vector<Term> differ;
    for (const std::string part : {"x", "y", "z"})
      differ.push_back(store.distinct(var("s." + part), var("t." + part)));
    all.push_back(store.or_(differ));
    return all;
  }

  TermStore store;
  std::unique_ptr<Solver> solver = make_z3(store);
  Limits limits{.time = std::chrono::seconds(20), .memory_mib = 1024};
  Term w = var("w"), h = var("h");
};

TEST_F(FlattenedTest, DigitsInAMixedRadixAreUnique) {
  EXPECT_TRUE(refuted(question()));
}

TEST_F(FlattenedTest, EachGuardMatters) {
  const std::vector<Term> all = question();
  for (const std::ptrdiff_t dropped : {3, 4, 8, 9}) {
    std::vector<Term> fewer(all);
    fewer.erase(fewer.begin() + dropped);
    EXPECT_FALSE(refuted(fewer)) << dropped;
  }
}

TEST_F(FlattenedTest, ADigitAsLargeAsItsRadixIsNone) {
  std::vector<Term> all = question();
  all[3] = store.ule(var("s.x"), w);
  EXPECT_FALSE(refuted(all));
}

TEST_F(FlattenedTest, AnotherStrideIsNoRadix) {
  std::vector<Term> all = question();
  const Term stride = var("stride");
  const auto rows = [&](const std::string& item) {
    return store.add(var(item + "x"), store.mul(stride, var(item + "y")));
  };
  all[2] = store.eq(rows("s."), rows("t."));
  all.push_back(at_most(stride, 66));
  all.push_back(store.or_(store.distinct(var("s.x"), var("t.x")), store.distinct(var("s.y"), var("t.y"))));
  EXPECT_FALSE(refuted(all));
  all.push_back(store.ule(w, stride));
  EXPECT_TRUE(refuted(all));
}

TEST_F(FlattenedTest, AnIndexThatMayWrapAroundIsLeft) {
  std::vector<Term> all = question();
  all[0] = at_most(w, 0xffffff);
  EXPECT_FALSE(refuted(all));
}

TEST_F(FlattenedTest, AFactorThatMayBeZeroStays) {
  // x + w * h * y
  std::vector<Term> all = question();
  const auto planes = [&](const std::string& item) {
    return store.add(var(item + "x"), store.mul(store.mul(w, h), var(item + "y")));
  };
  all[2] = store.eq(planes("s."), planes("t."));
  for (const std::string item : {"s.", "t."}) all.push_back(at_most(var(item + "y"), 9));
  all[4] = all[9] = store.true_();  // y < h
  all.push_back(store.or_(store.distinct(var("s.x"), var("t.x")), store.distinct(var("s.y"), var("t.y"))));
  EXPECT_FALSE(refuted(all));
  all.push_back(store.ult(number(0), h));
  EXPECT_TRUE(refuted(all));
}

TEST_F(FlattenedTest, BackwardsIsAsGood) {
  // (w * h - 1) - (x + w * y)
  std::vector<Term> all = question();
  const auto backwards = [&](const std::string& item) {
    return store.sub(store.sub(store.mul(w, h), number(1)),
                     store.add(var(item + "x"), store.mul(w, var(item + "y"))));
  };
  all[2] = store.eq(backwards("s."), backwards("t."));
  all.push_back(store.or_(store.distinct(var("s.x"), var("t.x")), store.distinct(var("s.y"), var("t.y"))));
  EXPECT_TRUE(refuted(all));
  all.erase(all.begin() + 3);
  EXPECT_FALSE(refuted(all));
}

TEST_F(FlattenedTest, QuotientAndRemainderAreTheNumber) {
  // n mod h + h * (n / h), times a radix, of two numbers.
  std::vector<Term> all{at_most(w, 66), at_most(h, 70), store.ult(number(0), h), store.ult(number(0), w)};
  const auto rows = [&](const std::string& item, Term divisor) {
    const Term n = var(item + "n");
    all.push_back(at_most(n, 500));
    all.push_back(below(var(item + "x"), w));
    return store.add(var(item + "x"),
                     store.mul(w, store.add(store.urem(n, divisor), store.mul(h, store.udiv(n, divisor)))));
  };
  all.push_back(store.eq(rows("s.", h), rows("t.", h)));
  all.push_back(store.distinct(var("s.n"), var("t.n")));
  EXPECT_TRUE(refuted(all));
  std::vector<Term> other(all.begin(), all.begin() + 4);
  std::swap(all, other);
  all.push_back(store.eq(rows("s.", h), rows("t.", w)));
  all.push_back(store.distinct(var("s.n"), var("t.n")));
  all.push_back(store.ule(w, h));
  EXPECT_FALSE(refuted(all));
}

// Everything that is refuted has no model according to the solver.
TEST_F(FlattenedTest, RandomQuestionsThatAreRefutedHaveNoModel) {
  std::mt19937 random(11);
  const auto below_number = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  unsigned found = 0;
  for (int round = 0; round < 1000; ++round) {
    const unsigned width = 6 + below_number(7);
    const auto small = [&](const std::string& name) { return store.bv_var(name, width); };
    const std::vector<Term> radices{small("p"), small("q")};
    std::vector<Term> all;
    for (const Term radix : radices) {
      if (below_number(8) != 0) all.push_back(store.ule(radix, store.bv(1 + below_number(7), width)));
      if (below_number(3) == 0) all.push_back(store.ult(store.bv(0, width), radix));
    }
    // One form for both items, each part of which may be wrong.
    std::vector<unsigned> form(8);
    for (unsigned& part : form) part = below_number(12);
    const auto item = [&](const std::string& tag) {
      const Term x = small(tag + "x"), y = small(tag + "y"), z = small(tag + "z");
      const Term inner = form[0] == 0 ? y : store.add(y, store.mul(radices[form[1] % 2], z));
      Term sum = store.mul(radices[form[2] == 0 ? form[1] % 2 : 1 - form[1] % 2], inner);
      sum = form[3] < 3 ? store.sub(sum, x) : store.add(sum, x);
      if (form[3] == 4) sum = store.mul(sum, radices[form[1] % 2]);
      if (form[4] == 0) sum = store.add(sum, store.mul(radices[0], radices[1]));
      const auto guard = [&](Term digit, Term radix, unsigned choice) {
        if (below_number(10) == 0) choice = below_number(4);  // of this item alone
        if (choice == 0) return;
        if (choice == 1)
          all.push_back(store.ule(digit, radix));
        else
          all.push_back(choice < 4 ? store.slt(digit, radix) : store.ult(digit, radix));
      };
      guard(x, radices[1 - form[1] % 2], form[5]);
      guard(y, radices[form[1] % 2], form[6]);
      if (form[7] != 0) all.push_back(store.ult(z, store.bv(form[7], width)));
      return sum;
    };
    all.push_back(store.eq(item("s."), item("t.")));
    std::vector<Term> differ{store.distinct(small("s.x"), small("t.x")),
                             store.distinct(small("s.y"), small("t.y"))};
    if (form[0] != 0 && form[4] < 8) differ.push_back(store.distinct(small("s.z"), small("t.z")));
    all.push_back(store.or_(differ));
    if (!refuted(all)) continue;
    ++found;
    EXPECT_EQ(solver->check(all, limits).status, Status::Unsat) << round;
  }
  EXPECT_GT(found, 40U);
}

}  // namespace
}  // namespace launchproof::smt
