// Every rewriting rule against an evaluator that knows none of them.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/verify/smt/reference.h"
#include "verify/smt/bits.h"

namespace launchproof::smt {
namespace {

using namespace reference;

// Bounds, trailing zeros and value of every node in the built term, under one assignment.
void check_facts(TermStore& store, Term term, const Model& model, const std::string& shown) {
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term node = stack.back();
    stack.pop_back();
    stack.insert(stack.end(), node->operands.begin(), node->operands.end());
    if (node.width() == 0) continue;
    const Bits value = model.evaluate(node);
    const auto range = store.unsigned_range(node);
    ASSERT_LE(range.low, value) << shown << "\n" << to_smtlib(node);
    ASSERT_GE(range.high, value) << shown << "\n" << to_smtlib(node);
    const unsigned zeros = store.trailing_zeros(node);
    ASSERT_EQ(value & mask(zeros), 0U) << shown << "\n" << to_smtlib(node);
  }
}

void run(const Options& options, unsigned depth, unsigned samples, std::uint64_t seed) {
  // For long runs: LAUNCHPROOF_RULE_ROUNDS=50 draws other and more samples.
  const char* rounds = std::getenv("LAUNCHPROOF_RULE_ROUNDS");
  const auto factor = static_cast<unsigned>(rounds == nullptr ? 1 : std::atoi(rounds));
  samples *= factor;
  std::mt19937_64 random(seed + 1000ULL * factor);
  auto store = std::make_unique<TermStore>();
  for (unsigned i = 0; i < samples; ++i) {
    if (i % 500 == 0) store = std::make_unique<TermStore>();
    const unsigned width = random() % 2 == 0 ? 0 : options.widths[random() % options.widths.size()];
    const TreePtr tree = random_tree(random, options, width, depth);
    const Term term = build(*store, *tree);
    ASSERT_EQ(term.width(), width) << text(*tree);
    for (int j = 0; j < 6; ++j) {
      const Assignment assignment = random_assignment(random, *tree);
      const Model model = to_model(*store, *tree, assignment);
      const Bits expected = to_bits(value(*tree, assignment));
      std::string shown;
      if (model.evaluate(term) != expected) {
        shown = text(*tree) + "\n" + to_smtlib(term);
        for (const auto& [name, digits] : assignment.variables) {
          shown += "\n" + name + " = " + std::to_string(static_cast<std::uint64_t>(to_bits(digits)));
        }
        FAIL() << shown;
      }
      if (j < 2) check_facts(*store, term, model, text(*tree));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Rules, SmallTermsKeepTheirValue) {
  run({}, 2, 20'000, 1);
}
TEST(Rules, MiddlingTermsKeepTheirValue) {
  run({}, 4, 6'000, 2);
}
TEST(Rules, LargeTermsKeepTheirValue) {
  run({.variables = 2}, 6, 800, 3);
}
TEST(Rules, OneWidthKeepsItsValue) {
  for (const unsigned width : {1U, 3U, 8U, 32U, 64U, 128U})
    run({.widths = {width}, .variables = 2}, 3, 4'000, width);
}
TEST(Rules, NarrowMixKeepsItsValue) {
  run({.widths = {1, 2, 3, 4, 5}, .variables = 2, .functions = false}, 4, 10'000, 5);
}

// c·f·x = d·f·y + k and its order, where products wrap in some widths and not in others, for all values.
TEST(Rules, ProductsWithACommonFactorKeepTheirValue) {
  TermStore store;
  const Term f = store.bv_var("f", 2), x = store.bv_var("x", 2), y = store.bv_var("y", 3);
  for (unsigned width = 3; width <= 9; ++width) {
    const auto wide = [&](Term t) { return store.zext(t, width); };
    for (unsigned c = 1; c <= 5; ++c) {
      for (unsigned k = 0; k <= 2; ++k) {
        const Term left = store.mul(store.mul(wide(f), wide(x)), store.bv(c, width));
        const Term right = store.add(store.mul(wide(f), wide(y)), store.bv(k, width));
        const Term equal = store.eq(left, right), below = store.ult(left, right);
        for (Bits bits = 0; bits < 128; ++bits) {
          const Bits fv = bits & 3, xv = (bits >> 2) & 3, yv = bits >> 4;
          Model model;
          model.set(f, fv);
          model.set(x, xv);
          model.set(y, yv);
          const Bits l = (c * fv * xv) & mask(width), r = (fv * yv + k) & mask(width);
          ASSERT_EQ(model.evaluate(equal), l == r) << width << ": " << to_smtlib(equal);
          ASSERT_EQ(model.evaluate(below), l < r) << width << ": " << to_smtlib(below);
        }
      }
    }
  }
}

}  // namespace
}  // namespace launchproof::smt
