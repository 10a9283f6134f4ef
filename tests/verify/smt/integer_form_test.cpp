// Tests the integer form against the bit-vectors from which it was made.
#include "verify/smt/arithmetic/integer_form.h"

#include <gtest/gtest.h>
#include <algorithm>

#include <cstdlib>

#include "tests/verify/smt/reference.h"
#include "verify/smt/solvers/backend.h"

namespace launchproof::smt {
namespace {

using namespace std::chrono_literals;
using namespace reference;

// Evaluates the form independently of how it was made.
class Evaluation {
 public:
  Evaluation(const IntegerForm& form, const Model& model) : d_values(form.nodes.size()) {
    std::unordered_map<std::uint32_t, SignedBits> symbols;
    const auto read = [&](const IntegerForm::Symbol& symbol) {
      const Bits bits = model.evaluate(symbol.term);
      symbols[symbol.node] =
          symbol.is_signed ? to_signed(bits, symbol.term.width()) : static_cast<SignedBits>(bits);
    };
    for (const auto& variable : form.variables) read(variable);
    for (const auto& application : form.applications) read(application);
    for (std::uint32_t i = 0; i < form.nodes.size(); ++i) {
      const auto found = symbols.find(i);
      d_values[i] = found != symbols.end() ? found->second : compute(form.nodes[i]);
    }
    for (const std::uint32_t conjunct : form.conjuncts) d_holds = d_holds && d_values[conjunct] != 0;
  }
  bool holds() const { return d_holds; }

 private:
  SignedBits compute(const IntegerNode& node) const {
    const auto x = [&](std::size_t i) { return d_values[node.operands[i]]; };
    const auto floored = [&] {
      SignedBits quotient = x(0) / x(1);
      if (quotient * x(1) > x(0)) --quotient;
      return quotient;
    };
    SignedBits total = node.kind == IntegerKind::And || node.kind == IntegerKind::Product ? 1 : 0;
    switch (node.kind) {
      case IntegerKind::Truth:
      case IntegerKind::Number:
        return node.value;
      case IntegerKind::Not:
        return x(0) == 0 ? 1 : 0;
      case IntegerKind::And:
      case IntegerKind::Product:
        for (std::size_t i = 0; i < node.operands.size(); ++i) total *= x(i);
        return total;
      case IntegerKind::Or:
        for (std::size_t i = 0; i < node.operands.size(); ++i) total |= x(i);
        return total;
      case IntegerKind::Ite:
        return x(0) != 0 ? x(1) : x(2);
      case IntegerKind::Equal:
        return x(0) == x(1) ? 1 : 0;
      case IntegerKind::Less:
        return x(0) < x(1) ? 1 : 0;
      case IntegerKind::AtMost:
        return x(0) <= x(1) ? 1 : 0;
      case IntegerKind::Sum:
        return x(0) + x(1);
      case IntegerKind::Quotient:
        return x(1) <= 0 ? 0 : floored();
      case IntegerKind::Remainder:
        return x(1) <= 0 ? 0 : x(0) - floored() * x(1);
      case IntegerKind::BoolVar:
      case IntegerKind::IntVar:
      case IntegerKind::Call:
        break;
    }
    ADD_FAILURE() << "a symbol without a term";
    return 0;
  }

  std::vector<SignedBits> d_values;
  bool d_holds = true;
};

bool all_hold(const std::vector<Term>& question, const Model& model) {
  return std::ranges::all_of(question, [&](Term conjunct) { return model.evaluate(conjunct) != 0; });
}

unsigned rounds() {
  const char* given = std::getenv("LAUNCHPROOF_RULE_ROUNDS");
  return static_cast<unsigned>(given == nullptr ? 1 : std::atoi(given));
}

struct Drawn {
  std::shared_ptr<Tree> all;  // of the conjuncts
  std::vector<Term> terms;
};

// Draws conjuncts, many of which hold under `assignment`, so that the bounds of variables are consistent.
Drawn draw(std::mt19937_64& random, TermStore& store, const reference::Options& options, unsigned count) {
  Drawn drawn{std::make_shared<Tree>(Tree{"and", 0, {}, {}, {}, 0}), {}};
  for (unsigned i = 0; i < count; ++i) {
    const TreePtr tree = random_tree(random, options, 0, 1 + static_cast<unsigned>(random() % 4));
    drawn.all->x.push_back(tree);
  }
  const Assignment assignment = random_assignment(random, *drawn.all);
  for (const TreePtr& tree : drawn.all->x) {
    const Term term = build(store, *tree);
    const bool flipped = random() % 8 == 0;
    drawn.terms.push_back(value(*tree, assignment)[0] != flipped ? term : store.not_(term));
  }
  return drawn;
}

TEST(IntegerForm, HoldsExactlyWhereTheBitVectorsHold) {
  std::mt19937_64 random(23);
  unsigned forms = 0, held = 0, reduced = 0;
  const unsigned samples = 4000 * rounds();
  for (unsigned i = 0; i < samples; ++i) {
    TermStore store;
    const reference::Options options{
        .widths = i % 2 == 0 ? std::vector<unsigned>{1, 3, 8} : std::vector<unsigned>{3, 16, 32, 64},
        .variables = 2};
    const Drawn drawn = draw(random, store, options, 1 + static_cast<unsigned>(random() % 4));
    const auto form = integer_form(drawn.terms);
    if (!form) continue;
    ++forms;
    reduced += form->reductions ? 1 : 0;
    for (int j = 0; j < 8; ++j) {
      const Model model = to_model(store, *drawn.all, random_assignment(random, *drawn.all));
      const bool expected = all_hold(drawn.terms, model);
      held += expected ? 1 : 0;
      ASSERT_EQ(Evaluation(*form, model).holds(), expected) << to_smtlib(store.and_(drawn.terms)) << "\n"
                                                            << integer_script(*form);
    }
  }
  EXPECT_GT(forms, samples / 4);
  EXPECT_GT(reduced, samples / 20);
  EXPECT_GT(held, samples / 4);
}

// Asks whether two work-items meet: strided sums of bounded ids, sometimes with a division, a remainder or a
// shift.
std::vector<Term> meeting(std::mt19937_64& random, TermStore& store) {
  const unsigned width = random() % 2 == 0 ? 32 : 12;
  const auto pick = [&](std::uint64_t most) { return store.bv(1 + random() % most, width); };
  const Term stride_x = pick(40), stride_y = pick(40), limit_x = pick(15), limit_y = pick(15);
  const Term divisor = pick(6), origin = pick(4000);
  const std::uint64_t shape = random() % 6;
  const auto place = [&](Term x, Term y) {
    const Term sum = store.add(store.add(store.mul(stride_x, x), store.mul(stride_y, y)), origin);
    if (shape == 0) return store.udiv(sum, divisor);
    if (shape == 1) return store.urem(sum, divisor);
    if (shape == 2) return store.add(sum, store.mul(x, y));
    if (shape == 3) return store.sdiv(store.sub(sum, pick(1)), divisor);
    return sum;
  };
  std::vector<Term> question, ids;
  for (const char* name : {"x", "y", "u", "v"}) {
    ids.push_back(store.zext(store.bv_var(name, 5), width));
    question.push_back(store.ult(ids.back(), ids.size() % 2 == 1 ? limit_x : limit_y));
  }
  question.push_back(store.eq(place(ids[0], ids[1]), place(ids[2], ids[3])));
  question.push_back(store.or_(store.distinct(ids[0], ids[2]), store.distinct(ids[1], ids[3])));
  return question;
}

class BothForms : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(All, BothForms, testing::Values("z3:int", "cvc5:int", "cvc4:int"),
                         [](const auto& parameter) {
                           const std::string name = parameter.param;
                           return name.substr(0, name.find(':'));
                         });

TEST_P(BothForms, GiveTheSameAnswer) {
  const bool in_process = std::string(GetParam()) == "z3:int";
  std::mt19937_64 random(29);
  unsigned satisfiable = 0, refuted = 0;
  const unsigned samples = (in_process ? 800 : 80) * rounds();
  std::unique_ptr<TermStore> store;
  std::unique_ptr<Solver> bits, integers;
  for (unsigned i = 0; i < samples; ++i) {
    if (i % 250 == 0) {
      bits.reset();
      integers.reset();
      store = std::make_unique<TermStore>();
      bits = make_solver(*store, "z3");
      integers = make_solver(*store, GetParam());
    }
    const reference::Options options{.widths = {1, 3, 8, 32}, .variables = 1, .divisions = i % 3 == 0};
    const std::vector<Term> question =
        i % 2 == 0 ? meeting(random, *store)
                   : draw(random, *store, options, 3 + static_cast<unsigned>(random() % 5)).terms;
    const Answer of_integers = integers->check(question, {.time = 200ms});
    EXPECT_NE(of_integers.reason, "model does not fit") << to_smtlib(store->and_(question));
    if (of_integers.status == Status::Unknown || of_integers.solver.empty()) continue;
    const Answer of_bits = bits->check(question, {.time = 100ms});
    if (of_bits.status == Status::Unknown) continue;
    ASSERT_EQ(of_integers.status, of_bits.status) << to_smtlib(store->and_(question));
    (of_bits.status == Status::Sat ? satisfiable : refuted)++;
  }
  EXPECT_GT(satisfiable, samples / 80);
  EXPECT_GT(refuted, samples / 80);
}

TEST(IntegerForm, WrappingIsNotAssumedAway) {
  TermStore store;
  const auto solver = make_solver(store, "z3:int");
  const Term x = store.bv_var("x", 32), y = store.bv_var("y", 32);
  const Term sum = store.add(store.mul(x, y), store.bv(1, 32));
  // Has a model only with wrap-around: x * y + 1 < x with x, y > 0.
  std::vector<Term> question{store.ult(store.bv(1, 32), y), store.ult(sum, x), store.ult(store.bv(5, 32), x)};
  const Answer wraps = solver->check(question, {});
  EXPECT_EQ(wraps.status, Status::Sat) << wraps.reason;
  question.push_back(store.ult(x, store.bv(60000, 32)));
  question.push_back(store.ult(y, store.bv(60000, 32)));
  const auto form = integer_form(question);
  ASSERT_TRUE(form);
  EXPECT_FALSE(form->reductions);
  EXPECT_EQ(solver->check(question, {}).status, Status::Unsat);
}

// A mask that repeats a bit: the sign of the value, the sign of another value, or any bit, plain or inverted.
TEST(IntegerForm, WhatABitMasksIsReadAsAChoice) {
  TermStore store;
  constexpr unsigned kWidth = 9;
  const Term x = store.bv_var("x", kWidth), y = store.bv_var("y", kWidth), z = store.bv_var("z", kWidth);
  const Term value = store.sub(x, y);
  std::mt19937_64 random(31);
  unsigned held = 0;
  for (const Term bit :
       {store.extract(value, kWidth - 1, 1), store.extract(y, kWidth - 1, 1), store.extract(y, 4, 1)}) {
    for (const Term of : {bit, store.bvnot(bit)}) {
      const Term question[] = {store.ult(store.bvand(value, store.sext(of, kWidth)), z)};
      const auto form = integer_form(question);
      ASSERT_TRUE(form) << to_smtlib(question[0]);
      for (unsigned i = 0; i < 2000; ++i) {
        Model model;
        for (const Term variable : {x, y, z}) model.set(variable, random() % 512);
        const bool expected = model.evaluate(question[0]) != 0;
        held += expected ? 1 : 0;
        ASSERT_EQ(Evaluation(*form, model).holds(), expected) << to_smtlib(question[0]);
      }
    }
  }
  EXPECT_GT(held, 2000U);
  EXPECT_LT(held, 10'000U);
}

TEST(IntegerForm, WideBitwiseOperationsAreLeftToOthers) {
  TermStore store;
  const Term x = store.bv_var("x", 32), y = store.bv_var("y", 32);
  const Term question[] = {store.eq(store.bvand(x, y), store.bv(6, 32))};
  EXPECT_FALSE(integer_form(question));
  EXPECT_EQ(make_solver(store, "z3:int")->check(question, {}).reason, "no integer form");
}

}  // namespace
}  // namespace launchproof::smt
