// Selection, shuffles and conversions.
#include <bit>
#include <optional>

#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

struct NumberType {
  std::string_view name;
  unsigned width;
  bool is_float;
  bool is_signed;
};

constexpr NumberType kNumberTypes[] = {
    {"char", 8, false, true},     {"uchar", 8, false, false},  {"short", 16, false, true},
    {"ushort", 16, false, false}, {"int", 32, false, true},    {"uint", 32, false, false},
    {"long", 64, false, true},    {"ulong", 64, false, false}, {"half", 16, true, true},
    {"float", 32, true, true},    {"double", 64, true, true}};

ValueId top_bit(ValueBuilder& values, ValueId value) {
  return values.extract(value, values.width(value) - 1, 1);
}

// Converts an integer to a type that may not represent all of its values.
ValueId saturate(ValueBuilder& values, ValueId value, bool from_signed, const NumberType& to) {
  const unsigned width = values.width(value);
  const std::uint64_t high = to.width == 64 ? ~0ULL : (1ULL << to.width) - 1;
  const std::uint64_t highest = to.is_signed ? high >> 1 : high;
  const unsigned highest_bits = to.is_signed ? to.width - 1 : to.width;
  if (highest_bits < (from_signed ? width - 1 : width)) {
    const ValueId bound = values.constant(width, highest);
    value = values.select(values.less(from_signed, bound, value), bound, value);
  }
  if (from_signed && (!to.is_signed || to.width < width)) {
    const ValueId bound = values.constant(width, to.is_signed ? ~highest : 0);
    value = values.select(values.less(true, value, bound), bound, value);
  }
  return values.resize(value, to.width, from_signed);
}

}  // namespace

void selected(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const bool is_vector = call.call().getType()->isVectorTy();
  call.result_of_each([&](const Parts& of, unsigned) {
    const ValueId zero = values.constant(values.width(of[2]), 0);
    const ValueId chosen = is_vector ? top_bit(values, of[2]) : values.logical_not(values.equal(of[2], zero));
    return values.select(chosen, of[1], of[0]);
  });
}

void bit_selected(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  call.result_of_each([&](const Parts& of, unsigned) {
    return values.bit_or(values.bit_and(of[0], values.bit_not(of[2])), values.bit_and(of[1], of[2]));
  });
}

void any_of(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  ValueId result = values.constant(1, 0);
  for (const ValueId part : call.argument(0)) result = values.bit_or(result, top_bit(values, part));
  call.result({values.resize(result, call.result_widths().front(), false)});
}

void all_of(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  ValueId result = values.constant(1, 1);
  for (const ValueId part : call.argument(0)) result = values.bit_and(result, top_bit(values, part));
  call.result({values.resize(result, call.result_widths().front(), false)});
}

void shuffled(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  Parts from = call.argument(0);
  const std::size_t each = std::bit_ceil(from.size());
  const auto append = [&](const Parts& parts) {
    for (std::size_t i = 0; i < std::bit_ceil(parts.size()); ++i)
      from.push_back(i < parts.size() ? parts[i] : values.undefined(values.width(parts.front())));
  };
  from.clear();
  append(call.argument(0));
  if (call.arguments() == 3) append(call.argument(1));
  const Parts mask = call.argument(call.arguments() - 1);
  const std::size_t count = call.arguments() == 3 ? 2 * each : each;
  Parts made;
  for (std::size_t i = 0; i < call.result_widths().size(); ++i) {
    // Only the low bits of the mask are used, as many as the number of components requires.
    const unsigned width = values.width(mask[i]);
    const ValueId index = values.bit_and(mask[i], values.constant(width, count - 1));
    ValueId component = from.front();
    for (std::size_t j = 1; j < count; ++j)
      component = values.select(values.equal(index, values.constant(width, j)), from[j], component);
    made.push_back(component);
  }
  call.result(std::move(made));
}

// convert_TYPE[N][_sat][_rte|_rtz|_rtp|_rtn]
void converted(BuiltinCall& call) {
  std::string_view rest = std::string_view(call.name()).substr(std::string_view("convert_").size());
  const std::string_view type = rest.substr(0, rest.find_first_of("0123456789_"));
  std::optional<NumberType> to;
  for (const NumberType& item : kNumberTypes)
    if (item.name == type) to = item;
  if (!to || call.scalar().code == 0) {
    call.refuse("the function " + call.name());
    return;
  }
  rest.remove_prefix(type.size());
  while (!rest.empty() && rest.front() != '_') rest.remove_prefix(1);
  const std::string mode(rest);
  const ScalarType from = call.scalar();
  ValueBuilder& values = call.values();
  call.result_of_each([&](const Parts& of, unsigned width) {
    if (!from.is_float() && !to->is_float) {
      return mode.starts_with("_sat") ? saturate(values, of[0], from.is_signed(), *to)
                                      : values.resize(of[0], width, from.is_signed());
    }
    if (from.is_float() && to->is_float && values.width(of[0]) == width) return of[0];
    // The language itself defines plain conversions.
    std::string name = from.is_signed() ? "float.from_signed" : "float.from_unsigned";
    if (from.is_float()) name = to->is_signed ? "float.to_signed" : "float.to_unsigned";
    if (from.is_float() && to->is_float) name = "float.convert";
    name.append(mode)
        .append(".")
        .append(std::to_string(values.width(of[0])))
        .append(".")
        .append(std::to_string(width));
    return values.function(name, width, {of[0]});
  });
}

}  // namespace launchproof::frontend
