// Implements registers that hold several numbers, and floats in special formats.
#include <algorithm>

#include "tests/oracle/ptx/operation.h"

namespace launchproof::oracle::ptx {

namespace {

bool is_open_format(const std::string& word) {
  static const std::vector<std::string> kNames{"tf32",   "s2f6x2", "e4m3x2",  "e5m2x2", "e2m1x2",
                                               "e2m3x2", "e3m2x2", "ue8m0x2", "e4m3x4", "e5m2x4",
                                               "e2m1x4", "e2m3x4", "e3m2x4"};
  return std::ranges::find(kNames, word) != kNames.end();
}

std::int64_t limited(std::int64_t value, bool is_signed, unsigned bits) {
  const std::int64_t most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return std::clamp(value, is_signed ? -most - 1 : 0, most);
}

// cvt.pack.sat.TO.FROM[.b32] d, a, b[, c]
Operation packing(const Statement& statement) {
  if (statement.words.size() < 5 || statement.words[2] != "sat") statement.refuse("a form that is not known");
  const std::string& to = statement.words[3];
  const auto from = type_named(statement.words[4]);
  const auto bits = static_cast<unsigned>(std::stoul(to.substr(1)));
  if (!from || from->bits != 32 || (to[0] != 'u' && to[0] != 's'))
    statement.refuse("a type that is not known");
  std::vector<Type> sources{*from, *from};
  if (bits < 16) sources.push_back(kWord);
  return {sources, kWord,
          [=, is_signed = to[0] == 's', from_signed = from->kind == 's'](Machine&, const Word* s) {
            const auto part = [&](Word word) {
              const std::int64_t value =
                  from_signed ? sign_extended(word, 32) : static_cast<std::int64_t>(word);
              return static_cast<Word>(limited(value, is_signed, bits)) & mask_of(bits);
            };
            const Word both = part(s[0]) << bits | part(s[1]);
            return bits < 16 ? s[2] << (2 * bits) | both : both;
          }};
}

Operation of_halves(const Statement& statement, bool is_signed) {
  const std::string name = statement.words[0];
  const bool cuts = statement.has("relu");
  return {{kWord, kWord}, kWord, [=](Machine&, const Word* s) {
            Word result = 0;
            for (unsigned first = 0; first < 32; first += 16) {
              const auto number = [&](Word word) {
                const Word half = word >> first & 0xffff;
                return is_signed ? sign_extended(half, 16) : static_cast<std::int64_t>(half);
              };
              const std::int64_t a = number(s[0]);
              const std::int64_t b = number(s[1]);
              std::int64_t value = a + b;
              if (name == "min") value = std::min(a, b);
              if (name == "max") value = std::max(a, b);
              if (cuts) value = std::max<std::int64_t>(value, 0);
              result |= (static_cast<Word>(value) & 0xffff) << first;
            }
            return result;
          }};
}

}  // namespace

std::optional<Operation> packed_operation(const Statement& statement) {
  const std::string& name = statement.words[0];
  const bool of_two = statement.has("u16x2") || statement.has("s16x2");
  if (of_two && (name == "add" || name == "min" || name == "max"))
    return of_halves(statement, statement.has("s16x2"));
  if (name != "cvt") return std::nullopt;
  if (statement.has("pack")) return packing(statement);
  if (std::ranges::none_of(statement.words, is_open_format)) return std::nullopt;
  const auto to = std::ranges::find_if(statement.words, [](const std::string& word) {
    return is_open_format(word) || word == "f16x2" || word == "bf16x2" || type_named(word);
  });
  unsigned bits = to->ends_with("x2") && *to != "f16x2" && *to != "bf16x2" ? 16 : 32;
  if (*to == "e2m1x4") bits = 16;
  if (*to == "e2m1x2") bits = 8;
  std::vector<Type> sources;
  for (std::size_t i = 1; i < statement.operands.size(); ++i) {
    const auto from = type_named(statement.words.back());
    sources.push_back(from ? *from : Type{'b', 16});
  }
  if (sources.size() > 3) statement.refuse("operands of another number");
  return Operation{
      sources, {'b', bits}, [](Machine& machine, const Word*) { return machine.item.arbitrary_word(); }};
}

}  // namespace launchproof::oracle::ptx
