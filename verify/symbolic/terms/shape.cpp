#include "verify/symbolic/terms/shape.h"

#include <string_view>

namespace launchproof::symbolic {
namespace {

constexpr unsigned kDepth = 4;  // levels that are analysed

std::uint64_t mix(std::uint64_t value) {  // the finaliser of SplitMix64
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

// Omits the work-item's tag, which ends at the first dot, and numbers, which count environments.
std::uint64_t shape_of_name(std::string_view name) {
  name.remove_prefix(name.find('.') == std::string_view::npos ? 0 : name.find('.'));
  std::uint64_t result = 1;
  for (const char letter : name)
    if (letter < '0' || letter > '9') result = mix(result + static_cast<unsigned char>(letter));
  return result;
}

std::uint64_t shape(smt::Term term, unsigned depth) {
  std::uint64_t result = mix(static_cast<std::uint64_t>(term.kind()) * 256 + term.width() + 1);
  if (term.is_constant()) result = mix(result + static_cast<std::uint64_t>(term->value));
  if (!term->name.empty()) result = mix(result + shape_of_name(term->name));
  if (depth == 0) return result;
  // Uses a sum, since operands are sorted by age.
  std::uint64_t operands = 0;
  for (const smt::Term operand : term->operands) operands += mix(shape(operand, depth - 1));
  return mix(result + operands);
}

}  // namespace

std::uint64_t shape(smt::Term term) {
  return shape(term, kDepth);
}

}  // namespace launchproof::symbolic
