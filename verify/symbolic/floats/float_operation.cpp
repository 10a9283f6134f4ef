#include "verify/symbolic/floats/float_operation.h"

#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace launchproof::symbolic {

std::optional<FloatOperation> float_operation(const std::string& function) {
  using K = FloatOperation::Kind;
  FloatOperation result;
  std::string_view rest = function;
  const bool is_operator = rest.starts_with("float.");
  if (is_operator) rest.remove_prefix(6);
  const std::size_t point = rest.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  std::string_view name = rest.substr(0, point);
  rest.remove_prefix(point + 1);
  if (!is_operator && (rest.starts_with('f') || rest.starts_with('d') || rest.starts_with('H')))
    rest.remove_prefix(1);
  else if (!is_operator && name != "fma")
    return std::nullopt;
  for (const char digit : rest.substr(0, rest.find('.'))) {
    if (digit < '0' || digit > '9') return std::nullopt;
    result.width = result.width * 10 + static_cast<unsigned>(digit - '0');
  }
  result.name = name;
  if (name == "fma") {
    result.kind = K::Fused;
    return result;
  }
  if (!is_operator) {
    static const std::unordered_map<std::string_view, std::pair<K, char>> kFunctions{
        {"floor", {K::Round, 'n'}}, {"ceil", {K::Round, 'p'}},   {"trunc", {K::Round, 'z'}},
        {"rint", {K::Round, 'e'}},  {"round", {K::Round, 'a'}},  {"fmin", {K::Extreme, 0}},
        {"fmax", {K::Extreme, 0}},  {"min", {K::Extreme, 0}},    {"max", {K::Extreme, 0}},
        {"clamp", {K::Clamp, 0}},   {"fmod", {K::Remainder, 0}}, {"step", {K::Step, 0}}};
    const auto found = kFunctions.find(name);
    if (found == kFunctions.end()) return std::nullopt;
    std::tie(result.kind, result.direction) = found->second;
    return result;
  }
  const bool makes_floats = name.starts_with("convert") || name.starts_with("from_");
  if (makes_floats) result.direction = 'e';
  if (const std::size_t mode = name.find("_rt"); mode != std::string_view::npos && mode + 4 == name.size()) {
    result.direction = name[mode + 3];
    name = name.substr(0, mode);
  }
  if (name.ends_with("_sat")) {
    result.saturates = true;
    name.remove_suffix(4);
  }
  result.is_signed = name.ends_with("_signed");
  if (name == "add" || name == "sub") {
    result.kind = K::Sum;
    result.subtracts = name == "sub";
  } else if (name == "mul") {
    result.kind = K::Product;
  } else if (name == "quotient") {
    result.kind = K::Quotient;
  } else if (name == "div") {
    result.kind = K::LooseQuotient;
  } else if (name == "rem") {
    result.kind = K::Remainder;
  } else if (name == "convert") {
    result.kind = K::Convert;
  } else if (name == "to_signed" || name == "to_unsigned") {
    result.kind = K::ToInteger;
  } else if (name == "from_signed" || name == "from_unsigned") {
    result.kind = K::FromInteger;
  } else if (name.size() == 3 && (name[0] == 'o' || name[0] == 'u')) {
    result.kind = K::Compare;
    result.is_finite = function.ends_with(".finite");
  } else {
    return std::nullopt;
  }
  return result;
}

}  // namespace launchproof::symbolic
