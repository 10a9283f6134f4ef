// Tests bounds by arithmetic: refuted questions have no model, and the bounds are as sharp as flattened
// indices need.
#include "verify/smt/arithmetic/given_bounds.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {
namespace {

class GivenBoundsTest : public ::testing::Test {
 protected:
  Term var(const std::string& name) { return store.bv_var(name, 32); }
  Term number(Bits value) { return store.bv(value, 32); }
  static bool given(Term term) { return term->name.starts_with("given."); }
  Term fact(const std::string& name) { return var("given." + name); }

  // Division as in kernels: the result is arbitrary for a zero divisor and for the least number divided by
  // -1.
  Term defined(Term result, Term x, Term by) {
    const Term undefined = var("undefined");
    const Term beyond = store.and_(store.eq(x, number(0x80000000)), store.eq(by, number(0xffffffff)));
    return store.ite(beyond, undefined, store.ite(store.eq(by, number(0)), undefined, result));
  }

  // Row-major boxes after an offset; the access is outside of an array with the given number of elements.
  std::vector<Term> outside() {
    const Term w = fact("w"), h = fact("h"), index_x = store.sub(var("i"), fact("pad"));
    const Term row = defined(store.srem(var("n"), h), var("n"), h);
    const Term plane = defined(store.sdiv(var("n"), h), var("n"), h);
    const Term offset = store.add(index_x, store.mul(w, store.add(row, store.mul(h, plane))));
    return {store.slt(index_x, w), store.not_(store.slt(index_x, number(0))),
            store.ult(var("i"), number(1000)), store.ult(var("n"), fact("rows")),
            store.ult(store.sub(fact("size"), number(1)), store.add(offset, fact("offset")))};
  }
  Model facts(Bits w, Bits h, Bits rows, Bits pad, Bits offset, Bits size) {
    Model model;
    const std::array<std::pair<const char*, Bits>, 6> all{
        {{"w", w}, {"h", h}, {"rows", rows}, {"pad", pad}, {"offset", offset}, {"size", size}}};
    for (const auto& [name, value] : all) model.set(fact(name), value & 0xffffffffU);
    return model;
  }

  TermStore store;
};

TEST_F(GivenBoundsTest, TheLastElementDecides) {
  const auto question = outside();
  GivenBounds bounds(store, question, given);
  EXPECT_TRUE(bounds.refutes(facts(7, 5, 15, 1, 0, 105)));
  EXPECT_FALSE(bounds.refutes(facts(7, 5, 15, 1, 0, 104)));
  EXPECT_TRUE(bounds.refutes(facts(7, 5, 15, 1, 10, 115)));
  EXPECT_FALSE(bounds.refutes(facts(7, 5, 15, 1, 10, 114)));
  EXPECT_TRUE(bounds.refutes(facts(64, 64, 6400, 0, 0, 409600)));
  EXPECT_FALSE(bounds.refutes(facts(64, 64, 6401, 0, 0, 409600)));
}

TEST_F(GivenBoundsTest, NegativeOffsetsAreNotInBounds) {
  const auto question = outside();
  GivenBounds bounds(store, question, given);
  EXPECT_FALSE(bounds.refutes(facts(7, 5, 15, 1, ~Bits{0}, 1000)));
  EXPECT_FALSE(bounds.refutes(facts(0x10000, 0x10000, 0x30000, 1, 0, 0xffffffff)));  // wraps around
  EXPECT_FALSE(bounds.refutes(facts(7, 0, 15, 1, 5, 4)));                            // divides by zero
}

TEST_F(GivenBoundsTest, OnlyWhatWasLookedAtIsUsed) {
  const auto question = outside();
  GivenBounds bounds(store, question, given);
  ASSERT_TRUE(bounds.refutes(facts(7, 5, 15, 1, 0, 105)));
  std::string names;
  for (const auto& [id, term] : bounds.used()) names += term->name.substr(6) + " ";
  for (const std::string needed : {"w", "h", "rows", "offset", "size"})
    EXPECT_NE(names.find(needed + " "), std::string::npos) << names;
  EXPECT_EQ(names.find("pad"), std::string::npos) << names;  // the guards bound i - pad whatever it is
}

TEST_F(GivenBoundsTest, WhatANumberIsNotBoundsIt) {
  // A counter of two bits that is not 3.
  const Term counter = store.bv_var("k", 2);
  const std::vector<Term> question{store.distinct(counter, store.bv(3, 2)),
                                   store.ult(fact("most"), store.mul(fact("w"), store.zext(counter, 32)))};
  GivenBounds bounds(store, question, given);
  Model model;
  model.set(fact("w"), 10);
  model.set(fact("most"), 20);
  EXPECT_TRUE(bounds.refutes(model));
  model.set(fact("most"), 19);
  EXPECT_FALSE(bounds.refutes(model));
}

TEST_F(GivenBoundsTest, AMissingGuardIsNotMadeUp) {
  for (const std::ptrdiff_t dropped : {0, 1, 3}) {
    auto question = outside();
    question.erase(question.begin() + dropped);
    GivenBounds bounds(store, question, given);
    EXPECT_FALSE(bounds.refutes(facts(7, 5, 15, 1, 0, 105))) << dropped;
  }
}

TEST_F(GivenBoundsTest, AnotherMultipleIsNotTheGuardedSum) {
  const Term a = var("a"), b = var("b");
  const Term guarded = store.add(a, store.add(b, b));
  const auto exceeds = [&](Term sum) {
    const std::vector<Term> question{store.ult(guarded, number(10)), store.ult(a, number(100)),
                                     store.ult(b, number(100)), store.ult(fact("most"), sum)};
    GivenBounds bounds(store, question, given);
    Model model;
    model.set(fact("most"), 27);
    return !bounds.refutes(model);
  };
  EXPECT_FALSE(exceeds(store.add(guarded, store.add(guarded, guarded))));
  EXPECT_TRUE(exceeds(store.add(guarded, store.mul(number(2), a))) && exceeds(store.add(guarded, b)));
}

// Everything that is refuted has no model according to a solver.
TEST_F(GivenBoundsTest, RandomRefutationsHaveNoModel) {
  const auto solver = make_z3(store);
  const Limits limits{.time = std::chrono::seconds(20), .memory_mib = 1024};
  std::mt19937 random(5);
  const auto pick = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  unsigned found = 0, asked = 0;
  for (int round = 0; round < 1500; ++round) {
    const unsigned width = 4 + pick(7);
    const auto free = [&] { return store.bv_var(std::string(1, static_cast<char>('a' + pick(3))), width); };
    const auto facts_only = [&] {
      const Term p = store.bv_var("given.p" + std::to_string(pick(3)), width);
      if (pick(6) == 0) return store.bv(pick(1U << width), width);
      return pick(4) == 0 ? store.add(p, store.bv(pick(5), width)) : p;
    };
    const auto atom = [&] {
      const Term x = free(), p = facts_only();
      switch (pick(13)) {
        case 12:
          return store.ite(store.and_(store.eq(x, facts_only()), store.ult(p, facts_only())), free(),
                           store.udiv(x, p));
        case 11:
          return store.urem(x, free());
        case 0:
          return store.udiv(x, p);
        case 1:
          return store.urem(x, p);
        case 2:
          return store.sdiv(x, p);
        case 3:
          return store.srem(x, p);
        case 4:
          return store.ite(store.eq(p, store.bv(0, width)), x, store.urem(free(), p));
        case 5:
          return store.sext(store.trunc(x, width - 2), width);
        case 6:
          return store.zext(store.trunc(x, width - 1), width);
        case 7:
          return store.sub(x, facts_only());
        default:
          return x;
      }
    };
    const auto sum = [&](Term first) {
      Term all = first;
      for (unsigned i = pick(3); i > 0; --i) {
        const Term part = store.mul(facts_only(), pick(3) == 0 ? store.add(atom(), first) : atom());
        all = pick(4) == 0 ? store.sub(all, part) : store.add(all, part);
      }
      return all;
    };
    std::vector<Term> question, guarded;
    for (unsigned i = 2 + pick(4); i > 0; --i) {
      const Term term = pick(3) == 0 ? sum(atom()) : atom();
      guarded.push_back(term);
      if (pick(3) != 0) question.push_back(store.not_(store.slt(term, store.bv(0, width))));
      const Term limit = facts_only();
      question.push_back(pick(2) == 0 ? store.slt(term, limit) : store.ult(term, limit));
      if (pick(4) == 0) question.back() = store.ule(term, limit);
      if (pick(4) == 0) question.push_back(store.ule(facts_only(), term));
      if (pick(4) == 0) question.push_back(store.distinct(facts_only(), term));
    }
    const Term goal = sum(guarded[pick(static_cast<unsigned>(guarded.size()))]);
    const Term limit = facts_only();
    Term claim = pick(2) == 0 ? store.ult(limit, goal) : store.slt(limit, goal);
    if (pick(4) == 0) claim = store.eq(limit, goal);
    if (pick(4) == 0) claim = store.or_(claim, store.ult(facts_only(), atom()));
    if (pick(4) == 0) claim = store.not_(store.ult(goal, limit));
    question.push_back(claim);
    GivenBounds bounds(store, question, given);
    for (int launch = 0; launch < 3; ++launch) {
      Model model;
      std::vector<Term> concrete(question);
      for (unsigned i = 0; i < 3; ++i) {
        const Term p = store.bv_var("given.p" + std::to_string(i), width);
        const Bits value = pick(3) == 0 ? pick(1U << width) : pick(6);
        model.set(p, value);
        concrete.push_back(store.eq(p, store.bv(value, width)));
      }
      ++asked;
      if (!bounds.refutes(model)) continue;
      ++found;
      EXPECT_EQ(solver->check(concrete, limits).status, Status::Unsat) << round;
    }
  }
  EXPECT_GT(found, asked / 20);
  EXPECT_LT(found, asked);
}

}  // namespace
}  // namespace launchproof::smt
