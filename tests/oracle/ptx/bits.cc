// Implements logic, shifts, and other operations on bits.
#include <algorithm>
#include <bit>

#include "tests/oracle/ptx/operation.h"

namespace launchproof::oracle::ptx {

namespace {

Operation logic(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {});
  const std::string name = statement.words[0];
  if (name == "not") return {{type}, type, [](Machine&, const Word* s) { return ~s[0]; }};
  if (name == "cnot") return {{type}, type, [](Machine&, const Word* s) { return Word{s[0] == 0}; }};
  return {{type, type}, type, [=](Machine&, const Word* s) {
            if (name == "and") return s[0] & s[1];
            return name == "or" ? s[0] | s[1] : s[0] ^ s[1];
          }};
}

// Shifts by more than the width are shifts by the width.
Operation shift(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {});
  const bool left = statement.words[0] == "shl";
  return {{type, kWord}, type, [=](Machine&, const Word* s) -> Word {
            if (left) return s[1] >= type.bits ? 0 : s[0] << s[1];
            if (type.kind != 's') return s[1] >= type.bits ? 0 : s[0] >> s[1];
            return static_cast<Word>(sign_extended(s[0], type.bits) >> std::min<Word>(s[1], type.bits - 1));
          }};
}

Operation funnel_shift(const Statement& statement) {
  allow(statement, {"l", "r", "clamp", "wrap"});
  const bool left = statement.has("l");
  const bool clamps = statement.has("clamp");
  return {{kWord, kWord, kWord}, kWord, [=](Machine&, const Word* s) {
            const Word by = clamps ? std::min<Word>(s[2], 32) : s[2] & 31;
            const Word both = s[1] << 32 | s[0];
            return left ? (both << by) >> 32 : both >> by;
          }};
}

Operation counting(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {"shiftamt"});
  const std::string name = statement.words[0];
  const bool amount = statement.has("shiftamt");
  return {{type}, kWord, [=](Machine&, const Word* s) -> Word {
            Word value = s[0];
            if (name == "popc") return static_cast<Word>(std::popcount(value));
            const auto zeros = static_cast<Word>(std::countl_zero(value)) - (64 - type.bits);
            if (name == "clz") return zeros;
            if (type.kind == 's' && sign_extended(value, type.bits) < 0) value = ~value & mask_of(type.bits);
            if (value == 0) return mask_of(32);
            const auto highest = static_cast<Word>(63 - std::countl_zero(value));
            return amount ? type.bits - 1 - highest : highest;
          }};
}

Word reversed(Word value, unsigned bits) {
  Word result = 0;
  for (unsigned i = 0; i < bits; ++i) result |= (value >> i & 1) << (bits - 1 - i);
  return result;
}

Operation extraction(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {});
  return {{type, kWord, kWord}, type, [=](Machine&, const Word* s) {
            const Word first = s[1] & 0xff;
            const Word count = s[2] & 0xff;
            const Word last = type.bits - 1;
            Word fill = 0;
            if (type.kind == 's' && count != 0) fill = s[0] >> std::min(first + count - 1, last) & 1;
            Word result = 0;
            for (Word i = 0; i < type.bits; ++i)
              result |= (i < count && first + i <= last ? s[0] >> (first + i) & 1 : fill) << i;
            return result;
          }};
}

Operation insertion(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {});
  return {{type, type, kWord, kWord}, type, [=](Machine&, const Word* s) {
            const Word first = s[2] & 0xff;
            Word result = s[1];
            for (Word i = 0; i < (s[3] & 0xff) && first + i < type.bits; ++i) {
              const Word bit = Word{1} << (first + i);
              result = (s[0] >> i & 1) != 0 ? result | bit : result & ~bit;
            }
            return result;
          }};
}

Operation bit_mask(const Statement& statement) {
  allow(statement, {"clamp", "wrap"});
  const bool wraps = statement.has("wrap");
  return {{kWord, kWord}, kWord, [=](Machine&, const Word* s) -> Word {
            const Word first = wraps ? s[0] & 31 : s[0];
            const Word count = wraps ? s[1] & 31 : s[1];
            if (first >= 32) return 0;
            return mask_of(static_cast<unsigned>(std::min<Word>(count, 32))) << first;
          }};
}

Operation extension(const Statement& statement) {
  const Type type = statement.type();
  allow(statement, {"clamp", "wrap"});
  const bool wraps = statement.has("wrap");
  return {{type, kWord}, type, [=](Machine&, const Word* s) -> Word {
            const auto count = static_cast<unsigned>(wraps ? s[1] & 31 : std::min<Word>(s[1], 32));
            if (count == 0) return 0;
            const Word kept = s[0] & mask_of(count);
            return type.kind == 's' ? static_cast<Word>(sign_extended(kept, count)) : kept;
          }};
}

// Returns the byte of `b:a` that becomes byte i of the result.
Word selected(const std::string& mode, Word control, Word i) {
  const Word n = control & 3;
  if (mode == "f4e") return n + i;
  if (mode == "b4e") return (n - i) & 7;
  if (mode == "rc8") return n;
  if (mode == "ecl") return std::max(i, n);
  if (mode == "ecr") return std::min(i, n);
  return (n & 1) * 2 + (i & 1);  // rc16
}

Operation permutation(const Statement& statement) {
  allow(statement, {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"});
  const std::string mode = statement.words.back() == "b32" ? "" : statement.words.back();
  return {{kWord, kWord, kWord}, kWord, [=](Machine&, const Word* s) {
            const Word both = s[1] << 32 | s[0];
            Word result = 0;
            for (Word i = 0; i < 4; ++i) {
              const Word nibble = s[2] >> (4 * i) & 15;
              const Word place = mode.empty() ? nibble & 7 : selected(mode, s[2], i);
              Word byte = both >> (8 * place) & 0xff;
              if (mode.empty() && (nibble & 8) != 0) byte = (byte & 0x80) != 0 ? 0xff : 0;
              result |= byte << (8 * i);
            }
            return result;
          }};
}

Operation lookup(const Statement& statement) {
  allow(statement, {});
  return {{kWord, kWord, kWord, kWord}, kWord, [](Machine&, const Word* s) {
            Word result = 0;
            for (unsigned i = 0; i < 32; ++i) {
              const Word row = (s[0] >> i & 1) << 2 | (s[1] >> i & 1) << 1 | (s[2] >> i & 1);
              result |= (s[3] >> row & 1) << i;
            }
            return result;
          }};
}

}  // namespace

std::optional<Operation> bit_operation(const Statement& statement) {
  const std::string& name = statement.words[0];
  if (name == "and" || name == "or" || name == "xor" || name == "not" || name == "cnot")
    return logic(statement);
  if (name == "shl" || name == "shr") return shift(statement);
  if (name == "shf") return funnel_shift(statement);
  if (name == "popc" || name == "clz" || name == "bfind") return counting(statement);
  if (name == "bfe") return extraction(statement);
  if (name == "bfi") return insertion(statement);
  if (name == "bmsk") return bit_mask(statement);
  if (name == "szext") return extension(statement);
  if (name == "prmt") return permutation(statement);
  if (name == "lop3") return lookup(statement);
  if (name != "brev") return std::nullopt;
  const Type type = statement.type();
  allow(statement, {});
  return Operation{{type}, type, [=](Machine&, const Word* s) { return reversed(s[0], type.bits); }};
}

}  // namespace launchproof::oracle::ptx
