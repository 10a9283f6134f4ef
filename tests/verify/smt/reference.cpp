#include "tests/verify/smt/reference.h"

#include <algorithm>
#include <functional>
#include <set>

namespace launchproof::smt::reference {
namespace {

Digits add(const Digits& a, const Digits& b, bool carry = false) {
  Digits sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int total = a[i] + b[i] + carry;
    sum[i] = total % 2 != 0;
    carry = total > 1;
  }
  return sum;
}

Digits invert(Digits a) {
  a.flip();
  return a;
}

Digits zero(std::size_t width) {
  return Digits(width, false);
}
Digits one(std::size_t width) {
  Digits digits(width, false);
  digits[0] = true;
  return digits;
}
Digits minus(const Digits& a) {
  return add(invert(a), one(a.size()));
}
bool is_zero(const Digits& a) {
  return std::find(a.begin(), a.end(), true) == a.end();
}

bool below(const Digits& a, const Digits& b) {
  for (std::size_t i = a.size(); i-- > 0;) {
    if (a[i] != b[i]) return b[i];
  }
  return false;
}

bool signed_below(const Digits& a, const Digits& b) {
  return a.back() != b.back() ? a.back() : below(a, b);
}

Digits shift(const Digits& a, long by, bool fill) {  // by > 0: towards the high bits
  Digits result(a.size(), fill);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const long from = static_cast<long>(i) - by;
    if (from >= 0 && from < static_cast<long>(a.size()))
      result[i] = a[static_cast<std::size_t>(from)];
    else if (from < 0)
      result[i] = false;
  }
  return result;
}

long amount(const Digits& b) {  // capped far above every width
  long by = 0;
  for (std::size_t i = b.size(); i-- > 0;) by = std::min(by * 2 + b[i], 1000L);
  return by;
}

Digits multiply(const Digits& a, const Digits& b) {
  Digits product = zero(a.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i]) product = add(product, shift(a, static_cast<long>(i), false));
  }
  return product;
}

// Quotient and remainder by long division; SMT-LIB's values when b is zero.
std::pair<Digits, Digits> divide(const Digits& a, const Digits& b) {
  Digits quotient = zero(a.size()), rest = zero(a.size() + 1), divisor = b;
  divisor.push_back(false);
  if (is_zero(b)) return {Digits(a.size(), true), a};
  for (std::size_t i = a.size(); i-- > 0;) {
    rest = shift(rest, 1, false);
    rest[0] = a[i];
    if (!below(rest, divisor)) {
      rest = add(rest, minus(divisor));
      quotient[i] = true;
    }
  }
  rest.pop_back();
  return {quotient, rest};
}

Digits apply_value(const std::string& name, const std::vector<Digits>& x, unsigned width,
                   std::uint64_t seed) {
  std::uint64_t hash = seed;
  for (const char c : name) hash = hash * 131 + static_cast<unsigned char>(c);
  for (const auto& digits : x) {
    for (const bool digit : digits) hash = hash * 6364136223846793005ULL + (digit ? 7 : 3);
  }
  return to_digits(hash >> 61, width);
}

Digits operation(const Tree& t, const std::vector<Digits>& x, const Assignment& assignment) {
  const std::string& op = t.op;
  if (op == "not") return {!x[0][0]};
  if (op == "and" || op == "bvand" || op == "or" || op == "bvor" || op == "bvxor") {
    Digits result = x[0];
    for (std::size_t i = 0; i < result.size(); ++i) {
      for (std::size_t j = 1; j < x.size(); ++j) {
        if (op == "bvxor")
          result[i] = result[i] != x[j][i];
        else if (op == "and" || op == "bvand")
          result[i] = result[i] && x[j][i];
        else
          result[i] = result[i] || x[j][i];
      }
    }
    return result;
  }
  if (op == "ite") return x[0][0] ? x[1] : x[2];
  if (op == "=") return {x[0] == x[1]};
  if (op == "bvadd") return add(x[0], x[1]);
  if (op == "bvsub") return add(x[0], invert(x[1]), true);
  if (op == "bvmul") return multiply(x[0], x[1]);
  if (op == "bvneg") return minus(x[0]);
  if (op == "bvnot") return invert(x[0]);
  if (op == "bvudiv") return divide(x[0], x[1]).first;
  if (op == "bvurem") return divide(x[0], x[1]).second;
  if (op == "bvsdiv" || op == "bvsrem") {
    const bool a = x[0].back(), b = x[1].back();
    const auto [quotient, rest] = divide(a ? minus(x[0]) : x[0], b ? minus(x[1]) : x[1]);
    if (op == "bvsdiv") return a != b ? minus(quotient) : quotient;
    return a ? minus(rest) : rest;
  }
  if (op == "bvshl") return shift(x[0], amount(x[1]), false);
  if (op == "bvlshr") return shift(x[0], -amount(x[1]), false);
  if (op == "bvashr") return shift(x[0], -amount(x[1]), x[0].back());
  if (op == "bvult") return {below(x[0], x[1])};
  if (op == "bvule") return {!below(x[1], x[0])};
  if (op == "bvslt") return {signed_below(x[0], x[1])};
  if (op == "bvsle") return {!signed_below(x[1], x[0])};
  if (op == "extract") return {x[0].begin() + t.low, x[0].begin() + t.low + t.width};
  if (op == "concat") {
    Digits result = x[1];
    result.insert(result.end(), x[0].begin(), x[0].end());
    return result;
  }
  if (op == "zext" || op == "sext") {
    Digits result = x[0];
    result.resize(t.width, op == "sext" && x[0].back());
    return result;
  }
  return apply_value(t.name, x, t.width, assignment.function_seed);
}

}  // namespace

Bits to_bits(const Digits& digits) {
  Bits value = 0;
  for (std::size_t i = digits.size(); i-- > 0;) value = value * 2 + digits[i];
  return value;
}

Digits to_digits(Bits value, unsigned width) {
  Digits digits(width);
  for (unsigned i = 0; i < width; ++i) digits[i] = ((value >> i) & 1) != 0;
  return digits;
}

Digits value(const Tree& tree, const Assignment& assignment) {
  if (tree.op == "var") return assignment.variables.at(tree.name);
  if (tree.op == "const") return tree.literal;
  std::vector<Digits> x;
  x.reserve(tree.x.size());
  for (const auto& child : tree.x) x.push_back(value(*child, assignment));
  return operation(tree, x, assignment);
}

Term build(TermStore& store, const Tree& t) {
  if (t.op == "var") return t.width == 0 ? store.bool_var(t.name) : store.bv_var(t.name, t.width);
  if (t.op == "const")
    return t.width == 0 ? store.boolean(t.literal[0]) : store.bv(to_bits(t.literal), t.width);
  std::vector<Term> x;
  x.reserve(t.x.size());
  for (const auto& child : t.x) x.push_back(build(store, *child));
  using Two = Term (TermStore::*)(Term, Term);
  static const std::map<std::string, Two> binary{
      {"=", &TermStore::eq},         {"bvadd", &TermStore::add},   {"bvsub", &TermStore::sub},
      {"bvmul", &TermStore::mul},    {"bvudiv", &TermStore::udiv}, {"bvurem", &TermStore::urem},
      {"bvsdiv", &TermStore::sdiv},  {"bvsrem", &TermStore::srem}, {"bvand", &TermStore::bvand},
      {"bvor", &TermStore::bvor},    {"bvxor", &TermStore::bvxor}, {"bvshl", &TermStore::shl},
      {"bvlshr", &TermStore::lshr},  {"bvashr", &TermStore::ashr}, {"bvult", &TermStore::ult},
      {"bvule", &TermStore::ule},    {"bvslt", &TermStore::slt},   {"bvsle", &TermStore::sle},
      {"concat", &TermStore::concat}};
  if (const auto found = binary.find(t.op); found != binary.end()) return (store.*found->second)(x[0], x[1]);
  if (t.op == "not") return store.not_(x[0]);
  if (t.op == "and") return store.and_(x);
  if (t.op == "or") return store.or_(x);
  if (t.op == "ite") return store.ite(x[0], x[1], x[2]);
  if (t.op == "bvneg") return store.neg(x[0]);
  if (t.op == "bvnot") return store.bvnot(x[0]);
  if (t.op == "extract") return store.extract(x[0], t.low, t.width);
  if (t.op == "zext") return store.zext(x[0], t.width);
  if (t.op == "sext") return store.sext(x[0], t.width);
  return store.apply(t.name, x, t.width);
}

Model to_model(TermStore& store, const Tree& tree, const Assignment& assignment) {
  Model model;
  for (const auto& [name, digits] : assignment.variables) {
    if (name[0] == 'b')
      model.set(store.bool_var(name), to_bits(digits));
    else
      model.set(store.bv_var(name, static_cast<unsigned>(digits.size())), to_bits(digits));
  }
  std::map<std::string, Model::FunctionTable> tables;
  const std::function<void(const Tree&)> walk = [&](const Tree& t) {
    for (const auto& child : t.x) walk(*child);
    if (t.op != "apply") return;
    std::vector<Bits> arguments;
    arguments.reserve(t.x.size());
    for (const auto& child : t.x) arguments.push_back(to_bits(value(*child, assignment)));
    tables[t.name].entries[arguments] = to_bits(value(t, assignment));
  };
  walk(tree);
  for (auto& [name, table] : tables) model.set_function(name, std::move(table));
  return model;
}

std::string text(const Tree& tree) {
  if (tree.op == "var") return tree.name;
  if (tree.op == "const") {
    std::string digits;
    for (const bool digit : tree.literal) digits.insert(digits.begin(), digit ? '1' : '0');
    return (tree.width == 0 ? "?" : "#b") + digits;
  }
  std::string result = "(" + tree.op + (tree.op == "apply" ? " " + tree.name : "");
  if (tree.op == "extract") result += "@" + std::to_string(tree.low) + "+" + std::to_string(tree.width);
  if (tree.op == "zext" || tree.op == "sext") result += std::to_string(tree.width);
  for (const auto& child : tree.x) result += " " + text(*child);
  return result + ")";
}

}  // namespace launchproof::smt::reference
