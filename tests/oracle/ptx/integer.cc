// Arithmetic on integers.
#include <algorithm>

#include "tests/oracle/ptx/operation.h"

namespace launchproof::oracle::ptx {

namespace {

Word high_part(Word a, Word b) {
  const Word low = 0xffffffff;
  const Word middle = (a >> 32) * (b & low) + ((a & low) * (b & low) >> 32);
  const Word other = (a & low) * (b >> 32) + (middle & low);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

// Returns the upper half of the product.
Word product_high(Word a, Word b, Type type) {
  if (type.bits < 64) {
    const bool is_signed = type.kind == 's';
    const Word x = is_signed ? static_cast<Word>(sign_extended(a, type.bits)) : a;
    const Word y = is_signed ? static_cast<Word>(sign_extended(b, type.bits)) : b;
    return (x * y) >> type.bits;
  }
  Word high = high_part(a, b);
  if (type.kind == 's' && sign_extended(a, 64) < 0) high -= b;
  if (type.kind == 's' && sign_extended(b, 64) < 0) high -= a;
  return high;
}

Word product_wide(Word a, Word b, Type type) {
  if (type.kind != 's') return a * b;
  return static_cast<Word>(sign_extended(a, type.bits)) * static_cast<Word>(sign_extended(b, type.bits));
}

bool is_less(Word a, Word b, Type type) {
  return type.kind == 's' ? sign_extended(a, type.bits) < sign_extended(b, type.bits) : a < b;
}

Word saturated(std::int64_t value) {
  return static_cast<Word>(std::clamp<std::int64_t>(value, INT32_MIN, INT32_MAX));
}

// Implements add, sub, addc and subc.
Operation sum(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {"sat", "cc"});
  const bool minus = statement.words[0].starts_with("sub");
  const bool takes = statement.words[0].ends_with("c");
  const bool gives = statement.has("cc");
  const bool saturates = statement.has("sat");
  if (saturates && (type.kind != 's' || type.bits != 32)) statement.refuse("saturation of this type");
  return {{type, type}, type, [=](Machine& machine, const Word* s) {
            if (saturates) {
              const std::int64_t b = sign_extended(s[1], 32);
              return saturated(sign_extended(s[0], 32) + (minus ? -b : b));
            }
            const Word mask = mask_of(type.bits);
            const Word carry = takes ? machine.carry : 0;
            if (minus && type.bits == 64 && !takes && !gives) return machine.item.difference(s[0], s[1]);
            const Word result = (minus ? s[0] - s[1] - carry : s[0] + s[1] + carry) & mask;
            if (gives && minus) machine.carry = s[0] < s[1] || (s[0] == s[1] && carry != 0) ? 1 : 0;
            if (gives && !minus) machine.carry = result < s[0] || (result == s[0] && carry != 0) ? 1 : 0;
            return result;
          }};
}

Word product(const std::string& part, Word a, Word b, Type type) {
  if (part == "hi") return product_high(a, b, type);
  return part == "wide" ? product_wide(a, b, type) : a * b;
}

// Implements mul, mad and madc.
Operation multiplication(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {"lo", "hi", "wide", "cc", "sat"});
  std::string part = "lo";
  if (statement.has("hi")) part = "hi";
  if (statement.has("wide")) part = "wide";
  if (!statement.has(part.c_str())) statement.refuse("a product without a part");
  const Type result{type.kind, part == "wide" ? 2 * type.bits : type.bits};
  if (result.bits > 64) statement.refuse("a product of this width");
  if (statement.words[0] == "mul")
    return {{type, type}, result, [=](Machine&, const Word* s) { return product(part, s[0], s[1], type); }};
  const bool takes = statement.words[0] == "madc";
  const bool gives = statement.has("cc");
  const bool saturates = statement.has("sat");
  if (saturates && (part != "hi" || type.kind != 's' || type.bits != 32))
    statement.refuse("saturation of this type");
  return {{type, type, result}, result, [=](Machine& machine, const Word* s) {
            const Word first = product(part, s[0], s[1], type) & mask_of(result.bits);
            if (saturates) return saturated(sign_extended(first, 32) + sign_extended(s[2], 32));
            const Word carry = takes ? machine.carry : 0;
            const Word all = (first + s[2] + carry) & mask_of(result.bits);
            if (gives) machine.carry = all < first || (all == first && carry != 0) ? 1 : 0;
            return all;
          }};
}

Operation multiplication_of_24(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {"lo", "hi"});
  if (type.bits != 32) statement.refuse("operands that have not 32 bits");
  const unsigned shift = statement.has("hi") ? 16 : 0;
  const auto multiply = [=](Word a, Word b) {
    const Type part{type.kind, 24};
    return product_wide(a & mask_of(24), b & mask_of(24), part) >> shift;
  };
  if (statement.words[0] == "mul24")
    return {{type, type}, type, [=](Machine&, const Word* s) { return multiply(s[0], s[1]); }};
  return {{type, type, type}, type, [=](Machine&, const Word* s) { return multiply(s[0], s[1]) + s[2]; }};
}

// Division by zero gives an arbitrary value.
Operation division(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {});
  const bool remainder = statement.words[0] == "rem";
  return {{type, type}, type, [=](Machine& machine, const Word* s) -> Word {
            if (s[1] == 0) return machine.item.arbitrary_word();
            if (type.kind != 's') return remainder ? s[0] % s[1] : s[0] / s[1];
            const std::int64_t a = sign_extended(s[0], type.bits);
            const std::int64_t b = sign_extended(s[1], type.bits);
            if (b == -1) return remainder ? 0 : 0 - s[0];
            return static_cast<Word>(remainder ? a % b : a / b);
          }};
}

Operation extreme(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {"relu"});
  const bool least = statement.words[0] == "min";
  const bool not_negative = statement.has("relu");
  return {{type, type}, type, [=](Machine&, const Word* s) {
            const Word found = is_less(s[0], s[1], type) == least ? s[0] : s[1];
            return not_negative && sign_extended(found, type.bits) < 0 ? 0 : found;
          }};
}

Word products_of_bytes(Word a, Word b, Type type_a, Type type_b, unsigned count, unsigned width,
                       unsigned first) {
  Word all = 0;
  for (unsigned i = 0; i < count; ++i) {
    const Word x = a >> (i * width) & mask_of(width);
    const Word y = b >> ((first + i) * 8) & 0xff;
    all += static_cast<Word>(type_a.kind == 's' ? sign_extended(x, width) : static_cast<std::int64_t>(x)) *
           static_cast<Word>(type_b.kind == 's' ? sign_extended(y, 8) : static_cast<std::int64_t>(y));
  }
  return all;
}

Operation dot_product(const Statement& statement) {
  const Type a = statement.type(1);
  const Type b = statement.type(0);
  allow(statement, {"lo", "hi"});
  const bool four = statement.words[0] == "dp4a";
  const unsigned first = statement.has("hi") ? 2 : 0;
  const bool is_signed = a.kind == 's' || b.kind == 's';
  const Type result{is_signed ? 's' : 'u', 32};
  return {{a, b, result}, result, [=](Machine&, const Word* s) {
            return s[2] + products_of_bytes(s[0], s[1], a, b, four ? 4 : 2, four ? 8 : 16, first);
          }};
}

}  // namespace

void allow(const Statement& statement, std::initializer_list<const char*> words) {
  for (std::size_t i = 1; i < statement.words.size(); ++i) {
    const std::string& word = statement.words[i];
    if (!type_named(word) && std::find(words.begin(), words.end(), word) == words.end())
      statement.refuse("'" + word + "' is not known here");
  }
}

std::optional<Operation> integer_operation(const Statement& statement) {
  const std::string& name = statement.words[0];
  if (name == "dp4a" || name == "dp2a") return dot_product(statement);
  static const std::vector<std::string> kNames{"add", "sub", "addc", "subc", "mul", "mad",   "madc",  "div",
                                               "rem", "min", "max",  "abs",  "neg", "mul24", "mad24", "sad"};
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) return std::nullopt;
  const Type type = statement.type();
  if (type.kind == 'f') return std::nullopt;
  if (type.kind != 'u' && type.kind != 's') statement.refuse("arithmetic of this type");
  if (name == "add" || name == "sub" || name == "addc" || name == "subc") return sum(statement);
  if (name == "mul" || name == "mad" || name == "madc") return multiplication(statement);
  if (name == "mul24" || name == "mad24") return multiplication_of_24(statement);
  if (name == "div" || name == "rem") return division(statement);
  if (name == "min" || name == "max") return extreme(statement);
  allow(statement, {});
  if (name == "neg") return Operation{{type}, type, [](Machine&, const Word* s) { return 0 - s[0]; }};
  if (name == "abs")
    return Operation{{type}, type, [=](Machine&, const Word* s) {
                       return sign_extended(s[0], type.bits) < 0 ? 0 - s[0] : s[0];
                     }};
  return Operation{{type, type, type}, type, [=](Machine&, const Word* s) {
                     return s[2] + (is_less(s[0], s[1], type) ? s[1] - s[0] : s[0] - s[1]);
                   }};  // sad
}

}  // namespace launchproof::oracle::ptx
