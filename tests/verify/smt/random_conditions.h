// Random conditions over three variables of ten bits together.
#pragma once

#include <random>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

class RandomConditions {
 public:
  RandomConditions(TermStore& store, std::uint64_t seed) : s(store), d_random(seed) {}

  std::vector<Term> variables() const { return {u, v, w}; }

  std::vector<Term> conjuncts(unsigned count) {
    std::vector<Term> result;
    result.reserve(count);
    for (unsigned i = 0; i < count; ++i) result.push_back(draw(3) == 0 ? s.or_(atom(), atom()) : atom());
    return result;
  }

 private:
  std::uint64_t draw(std::uint64_t count) { return d_random() % count; }

  Term sum(unsigned depth) {
    constexpr unsigned kWidth = 8;
    if (depth > 0 && draw(4) == 0) return s.ite(shared(), sum(depth - 1), sum(depth - 1));
    Term result = s.bv(draw(6), kWidth);
    for (const Term variable : {u, v, w}) {
      const Bits factors[] = {0, 0, 1, 255, 4, 8};
      result = s.add(result, s.mul(s.bv(factors[draw(6)], kWidth), s.zext(variable, kWidth)));
    }
    return draw(4) == 0 ? s.bvand(result, s.bv(15, kWidth)) : result;
  }

  Term comparison(unsigned depth) {
    const Term a = sum(depth), b = draw(2) == 0 ? s.bv(draw(20), 8) : sum(depth);
    const Term all[] = {s.ult(a, b), s.slt(a, b), s.eq(a, b), s.distinct(a, b)};
    return all[draw(4)];
  }

  Term atom() { return comparison(2); }

  // Returns conditions that are used in many places.
  Term shared() {
    if (d_shared.size() < 3) d_shared.push_back(comparison(0));
    return d_shared[draw(d_shared.size())];
  }

  TermStore& s;
  std::mt19937_64 d_random;
  Term u = s.bv_var("u", 3), v = s.bv_var("v", 3), w = s.bv_var("w", 4);
  std::vector<Term> d_shared;
};

}  // namespace launchproof::smt
