#include "verify/scans/shape.h"

namespace launchproof::scans {

using smt::Term;

namespace {

constexpr std::size_t kMostOfEach = 6;

// Returns the lowest set bit.
Term low_bit(smt::TermStore& store, Term of) {
  return store.bvand(of, store.neg(of));
}

Term least(smt::TermStore& store, Term one, Term other) {
  return store.ite(store.ult(one, other), one, other);
}

std::vector<Term> atoms(smt::TermStore& store, const Place& at) {
  const Term x = at.element, one = store.bv(1, x.width()), next = store.add(x, one);
  std::vector<Term> result{store.bv(0, x.width()), x, next, store.sub(next, low_bit(store, next)), at.count};
  for (const Term p : at.carried) {
    result.push_back(store.sub(next, p));
    result.push_back(store.bvand(x, store.neg(p)));
    result.push_back(store.sub(next, least(store, low_bit(store, next), p)));
    const Term twice = store.add(p, p);
    result.push_back(store.sub(next, twice));
    result.push_back(store.bvand(x, store.neg(twice)));
  }
  return result;
}

std::vector<Term> guards(smt::TermStore& store, const Place& at) {
  const Term x = at.element, one = store.bv(1, x.width()), zero = store.bv(0, x.width()),
             next = store.add(x, one);
  std::vector<Term> result{store.true_(), store.eq(next, at.count)};
  for (const Term p : at.carried) {
    const Term twice = store.add(p, p);
    result.push_back(store.ult(x, p));
    result.push_back(store.eq(store.bvand(next, store.sub(p, one)), zero));
    result.push_back(store.eq(store.bvand(next, store.sub(twice, one)), zero));
    result.push_back(store.distinct(store.bvand(x, p), zero));
    result.push_back(store.ult(x, twice));
  }
  return result;
}

Term chosen(smt::TermStore& store, const Choice& choice, const std::vector<Term>& all,
            const std::vector<Term>& when) {
  return store.ite(when[choice.guard], all[choice.one], all[choice.other]);
}

}  // namespace

Bounds bounds_of(smt::TermStore& store, const Shape& shape, const Place& at) {
  const std::vector<Term> all = atoms(store, at), when = guards(store, at);
  return {chosen(store, shape.begin, all, when), chosen(store, shape.end, all, when)};
}

std::vector<Shape> fitting(smt::TermStore& store, const std::vector<Sample>& samples) {
  std::vector<std::vector<std::uint64_t>> values;
  std::vector<std::vector<bool>> holds;
  for (const Sample& one : samples) {
    std::vector<std::uint64_t>& of = values.emplace_back();
    for (const Term term : atoms(store, one.at)) of.push_back(static_cast<std::uint64_t>(term->value));
    std::vector<bool>& when = holds.emplace_back();
    for (const Term term : guards(store, one.at)) when.push_back(term.is_true());
  }
  if (values.empty()) return {};
  const auto fits = [&](const Choice& choice, bool is_begin) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (samples[i].is_empty) continue;
      const std::uint64_t found = values[i][holds[i][choice.guard] ? choice.one : choice.other];
      if (found != (is_begin ? samples[i].begin : samples[i].end)) return false;
    }
    return true;
  };
  std::vector<Choice> begins, ends;
  for (std::size_t guard = 0; guard < holds.front().size(); ++guard)
    for (std::size_t one = 0; one < values.front().size(); ++one)
      for (std::size_t other = 0; other < values.front().size(); ++other) {
        if ((one == other) != (guard == 0)) continue;
        if (begins.size() < kMostOfEach && fits({guard, one, other}, true))
          begins.push_back({guard, one, other});
        if (ends.size() < kMostOfEach && fits({guard, one, other}, false))
          ends.push_back({guard, one, other});
      }
  std::vector<Shape> result;
  for (const Choice& begin : begins)
    for (const Choice& end : ends) {
      bool is_right = true;
      for (std::size_t i = 0; i < samples.size() && is_right; ++i)
        if (samples[i].is_empty)
          is_right = values[i][holds[i][begin.guard] ? begin.one : begin.other] ==
                     values[i][holds[i][end.guard] ? end.one : end.other];
      if (is_right) result.push_back({begin, end});
    }
  return result;
}

}  // namespace launchproof::scans
