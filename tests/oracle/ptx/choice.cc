// Implements comparisons and selections.
#include <set>

#include "tests/oracle/ptx/operation.h"

namespace launchproof::oracle::ptx {

namespace {

bool holds(const std::string& name, bool less, bool equal) {
  if (name == "eq") return equal;
  if (name == "ne") return !equal;
  if (name == "lt" || name == "lo") return less;
  if (name == "le" || name == "ls") return less || equal;
  if (name == "gt" || name == "hi") return !less && !equal;
  return !less;  // ge, hs
}

bool compare_floats(const std::string& name, Word a, Word b, unsigned width) {
  const bool unordered = is_nan(a, width) || is_nan(b, width);
  if (name == "num") return !unordered;
  if (name == "nan") return unordered;
  const bool takes_unordered = name.size() == 3;  // equ, ltu
  if (unordered) return takes_unordered;
  const double x = to_double(a, width);
  const double y = to_double(b, width);
  return holds(name.substr(0, 2), x < y, x == y);
}

bool compare_integers(CallingItem& item, const std::string& name, Word a, Word b, Type type) {
  if (type.bits == 64) {  // places that are reached by different parameters
    a = item.place_of(a);
    b = item.place_of(b);
  }
  // lo, ls, hi and hs compare without sign.
  const bool less = type.kind == 's' ? sign_extended(a, type.bits) < sign_extended(b, type.bits) : a < b;
  return holds(name, less, a == b);
}

using Test = std::function<bool(CallingItem&, const Word*)>;

// Parses the comparison after the operation's name.
Test test_of(const Statement& statement, Type type) {
  static const std::set<std::string> kForIntegers{"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"};
  static const std::set<std::string> kForFloats{"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                                "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  const std::string name = statement.words.size() > 1 ? statement.words[1] : "";
  const bool is_float = type.kind == 'f';
  if (!(is_float ? kForFloats : kForIntegers).contains(name))
    statement.refuse("a comparison that is not known");
  if (type.kind == 'p' || (is_float && type.bits == 16)) statement.refuse("a comparison of this type");
  if (!is_float)
    return [=](CallingItem& item, const Word* s) { return compare_integers(item, name, s[0], s[1], type); };
  const bool flushes = statement.has("ftz");
  return [=](CallingItem&, const Word* s) {
    const Word a = flushes ? flushed(s[0], type.bits) : s[0];
    const Word b = flushes ? flushed(s[1], type.bits) : s[1];
    return compare_floats(name, a, b, type.bits);
  };
}

Word joined(const std::string& how, Word a, Word b) {
  if (how == "and") return a & b;
  return how == "or" ? a | b : a ^ b;
}

// Combines the outcome with a predicate, if the operation names one, and also computes the opposite outcome.
Operation comparison(const Statement& statement, Type type) {
  const Test test = test_of(statement, type);
  std::string how;
  if (statement.words.size() > 2 &&
      (statement.words[2] == "and" || statement.words[2] == "or" || statement.words[2] == "xor"))
    how = statement.words[2];
  Operation operation{{type, type}, kPredicate, [=](Machine& machine, const Word* s) {
                        const Word is_so = test(machine.item, s) ? 1 : 0;
                        if (how.empty()) return is_so | (is_so ^ 1) << 1;
                        return joined(how, is_so, s[2]) | joined(how, is_so ^ 1, s[2]) << 1;
                      }};
  if (!how.empty()) operation.sources.push_back(kPredicate);
  return operation;
}

}  // namespace

std::optional<Operation> choice_operation(const Statement& statement) {
  const std::string& name = statement.words[0];
  if (name == "setp") {
    Operation operation = comparison(statement, statement.type());
    operation.pair = true;
    return operation;
  }
  if (name == "set") {
    const Type result = statement.type(1);
    if (result.bits != 32) statement.refuse("a result of this type");
    Operation operation = comparison(statement, statement.type());
    operation.result = result;
    const Word yes = result.kind == 'f' ? bits_of(1.0F) : mask_of(32);
    operation.compute = [=, inner = operation.compute](Machine& machine, const Word* s) {
      return (inner(machine, s) & 1) != 0 ? yes : 0;
    };
    return operation;
  }
  if (name == "selp") {
    const Type type = statement.type();
    allow(statement, {});
    return Operation{
        {type, type, kPredicate}, type, [](Machine&, const Word* s) { return s[2] != 0 ? s[0] : s[1]; }};
  }
  if (name != "slct") return std::nullopt;
  const Type type = statement.type(1);
  const Type by = statement.type();
  allow(statement, {"ftz"});
  if (by.bits != 32) statement.refuse("a choice by this type");
  return Operation{{type, type, by}, type, [=](Machine&, const Word* s) {
                     const bool first = by.kind == 'f' ? as_float(s[2]) >= 0 : sign_extended(s[2], 32) >= 0;
                     return first ? s[0] : s[1];
                   }};
}

}  // namespace launchproof::oracle::ptx
