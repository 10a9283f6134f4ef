// Tests every rewriting rule against an evaluator that knows none of them.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/verify/smt/reference.h"
#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

using namespace reference;

// Compares the bounds, trailing zeros and value of every node in the built term, under one assignment.
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
  // For long runs: LAUNCHPROOF_RULE_ROUNDS=50 draws more samples, and different ones.
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

// a·x + b·y + z = a·u + b·v + w + k: digits of a mixed radix, where they fit and where they overlap.
TEST(Rules, DigitsAreComparedOneByOne) {
  TermStore store;
  const std::vector<Term> digits{store.bv_var("x", 1), store.bv_var("y", 2), store.bv_var("z", 2),
                                 store.bv_var("u", 1), store.bv_var("v", 2), store.bv_var("w", 2)};
  for (const unsigned width : {4U, 5U, 8U, 16U}) {
    for (unsigned a = 1; a <= 17; a += 2) {
      for (unsigned b = 1; b <= 6; ++b) {
        for (unsigned k = 0; k <= 4; k += 2) {
          const auto number = [&](std::size_t first, unsigned more) {
            const auto wide = [&](std::size_t i) { return store.zext(digits[i], width); };
            const Term high = store.add(store.mul(store.bv(a, width), wide(first)),
                                        store.mul(store.bv(b, width), wide(first + 1)));
            return store.add(store.add(high, wide(first + 2)), store.bv(more, width));
          };
          const Term equal = store.eq(number(0, 0), number(3, k));
          for (Bits bits = 0; bits < 1024; bits += 1 + (a + b + k) % 3) {
            Model model;
            const Bits x = bits & 1, y = (bits >> 1) & 3, z = (bits >> 3) & 3;
            const Bits u = (bits >> 5) & 1, v = (bits >> 6) & 3, w = bits >> 8;
            const std::vector<Bits> values{x, y, z, u, v, w};
            for (std::size_t i = 0; i < values.size(); ++i) model.set(digits[i], values[i]);
            const Bits l = (a * x + b * y + z) & mask(width), r = (a * u + b * v + w + k) & mask(width);
            ASSERT_EQ(model.evaluate(equal), l == r) << width << ": " << to_smtlib(equal);
          }
        }
      }
    }
  }
}

TEST(Rules, IdsThatDifferNeedNoSolver) {
  TermStore store;
  const auto wide = [&](const char* name, unsigned bits) { return store.zext(store.bv_var(name, bits), 64); };
  // 1000 · group + id with id below 1000, and 24 · z + 4 · y + x with y below 6 and x below 4.
  const auto cut = [&](const char* name) { return store.urem(wide(name, 10), store.bv(1000, 64)); };
  const auto flat = [&](const char* group, const char* id) {
    return store.add(store.mul(store.bv(1000, 64), wide(group, 20)), cut(id));
  };
  EXPECT_TRUE(store
                  .and_(store.eq(flat("g", "a"), flat("h", "b")),
                        store.distinct(store.bv_var("g", 20), store.bv_var("h", 20)))
                  .is_false());
  const auto spatial = [&](const char* z, const char* y, const char* x) {
    return store.add(store.add(store.mul(store.bv(24, 64), wide(z, 3)),
                               store.mul(store.bv(4, 64), store.urem(wide(y, 3), store.bv(6, 64)))),
                     wide(x, 2));
  };
  EXPECT_TRUE(store
                  .and_(store.eq(spatial("z", "y", "x"), spatial("w", "v", "u")),
                        store.distinct(store.bv_var("x", 2), store.bv_var("u", 2)))
                  .is_false());
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
