// Floating-point functions. They are opaque, unless the result only depends on bits.
#include <map>

#include "verify/frontend/builtins/builtin_call.h"

namespace launchproof::frontend {
namespace {

std::uint64_t sign_bit(unsigned width) {
  return 1ULL << (width - 1);
}

// Returns the bits of infinity: all exponent bits are set.
std::uint64_t infinity(unsigned width) {
  switch (width) {
    case 16:
      return 0x7c00;
    case 32:
      return 0x7f800000;
    default:
      return 0x7ff0000000000000ULL;
  }
}

// The mangled code distinguishes operands of equal width, such as int and float.
std::string opaque_name(BuiltinCall& call, unsigned width) {
  std::string name = call.name();
  name.append(".")
      .append(1, call.scalar().code == 0 ? 'v' : call.scalar().code)
      .append(std::to_string(width));
  return name;
}

// Converts one bit to the result of a relational function: 1 or 0 for scalars, all bits or none for vectors.
ValueId relation_result(BuiltinCall& call, ValueId bit, unsigned width) {
  return call.values().resize(bit, width, call.call().getType()->isVectorTy());
}

}  // namespace

void functional(BuiltinCall& call) {
  for (unsigned i = 0; i < call.arguments(); ++i)
    if (call.type(i)->isPointerTy()) {
      call.refuse("the function " + call.name() + " with a pointer");
      return;
    }
  // A device may round the product of `mad` in one place but not in another.
  const std::string place = call.name() == "mad" ? call.translator().next_place() : "";
  call.result_of_each([&](const Parts& of, unsigned width) {
    return call.values().function(opaque_name(call, width) + place, width, of);
  });
}

void geometric(BuiltinCall& call) {
  Parts operands;
  for (unsigned i = 0; i < call.arguments(); ++i) {
    const Parts parts = call.argument(i);
    operands.insert(operands.end(), parts.begin(), parts.end());
  }
  const std::vector<unsigned> widths = call.result_widths();
  Parts made;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    std::string name = opaque_name(call, widths[i]);
    name.append(".of").append(std::to_string(operands.size())).append(".").append(std::to_string(i));
    made.push_back(call.values().function(name, widths[i], operands));
  }
  call.result(std::move(made));
}

void two_results(BuiltinCall& call) {
  const unsigned last = call.arguments() - 1;
  const bool narrow = call.name() == "frexp" || call.name() == "lgamma_r" || call.name() == "remquo";
  const std::vector<unsigned> widths = call.result_widths();
  Parts made;
  Parts stored;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    Parts operands;
    for (unsigned argument = 0; argument < last; ++argument) operands.push_back(call.argument(argument)[i]);
    const std::string name = opaque_name(call, widths[i]);
    made.push_back(call.values().function(name, widths[i], operands));
    // The second result is an int for those that yield an exponent, sign or quotient.
    stored.push_back(call.values().function(name + ".second", narrow ? 32 : widths[i], operands));
  }
  call.translator().write(call.pointer(last), call.values().width(stored.front()) / 8, stored);
  call.result(std::move(made));
}

void float_abs(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  call.result_of_each([&](const Parts& of, unsigned width) {
    return values.bit_and(of[0], values.constant(width, ~sign_bit(width)));
  });
}

void float_copysign(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  call.result_of_each([&](const Parts& of, unsigned width) {
    return values.bit_or(values.bit_and(of[0], values.constant(width, ~sign_bit(width))),
                         values.bit_and(of[1], values.constant(width, sign_bit(width))));
  });
}

// If floats are assumed to be finite, a compiler may return any result for other values, and different
// results at different places.
void float_class(BuiltinCall& call) {
  ValueBuilder& values = call.values();
  const bool is_finite = call.translator().is_finite_math();
  const std::string place = is_finite ? call.translator().next_place() : "";
  call.result_of_each([&](const Parts& of, unsigned result_width) {
    const unsigned width = values.width(of[0]);
    const ValueId magnitude = values.bit_and(of[0], values.constant(width, ~sign_bit(width)));
    const ValueId infinite = values.constant(width, infinity(width));
    ValueId bit = values.extract(of[0], width - 1, 1);
    if (call.name() == "isnan") bit = values.less(false, infinite, magnitude);
    if (call.name() == "isinf") bit = values.equal(magnitude, infinite);
    if (call.name() == "isfinite") bit = values.less(false, magnitude, infinite);
    if (call.name() == "isnormal") {
      // If only the lowest bit of the exponent is set, this is the smallest normal number.
      const std::uint64_t smallest = infinity(width) & (~infinity(width) + 1);
      bit = values.bit_and(values.less(false, magnitude, infinite),
                           values.less_equal(false, values.constant(width, smallest), magnitude));
    }
    if (is_finite) {
      const std::string name = "float.special." + call.name() + "." + std::to_string(width) + place;
      bit = values.select(values.less_equal(false, infinite, magnitude), values.function(name, 1, {of[0]}),
                          bit);
    }
    return relation_result(call, bit, result_width);
  });
}

void float_relation(BuiltinCall& call) {
  // Uses the comparison instructions that Clang emits for operators, so that both are the same function.
  static const std::map<std::string, std::pair<std::string, bool>> names{
      {"isequal", {"oeq", true}},         {"isnotequal", {"une", true}}, {"isgreater", {"ogt", false}},
      {"isgreaterequal", {"oge", false}}, {"isless", {"olt", false}},    {"islessequal", {"ole", false}},
      {"islessgreater", {"one", true}},   {"isordered", {"ord", true}},  {"isunordered", {"uno", true}}};
  const auto& [predicate, commutative] = names.at(call.name());
  ValueBuilder& values = call.values();
  call.result_of_each([&](const Parts& of, unsigned width) {
    const std::string name = "float." + predicate + "." + std::to_string(values.width(of[0]));
    return relation_result(call, values.function(name, 1, of, commutative), width);
  });
}

}  // namespace launchproof::frontend
