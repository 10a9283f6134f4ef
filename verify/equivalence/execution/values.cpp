#include "verify/equivalence/execution/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>

#include "verify/equivalence/execution/stop.h"
#include "verify/model/padding.h"

namespace launchproof::equivalence {

using model::Op;
using model::ValueId;
using verdict::Cause;
using verdict::Verdict;

namespace {

// Returns the float (32 bits) or double (64 bits) with these bits.
double as_double(std::uint64_t bits, unsigned width) {
  return width == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                     : std::bit_cast<double>(bits);
}

// Returns the bits of the number if it is normal or zero and exact in this width; nothing otherwise.
std::optional<std::uint64_t> exact_bits(long double number, unsigned width) {
  if (number == 0 && !std::signbit(number)) return 0;
  if (width == 32) {
    const auto narrow = static_cast<float>(number);
    if (!std::isnormal(narrow) || static_cast<long double>(narrow) != number) return std::nullopt;
    return std::bit_cast<std::uint32_t>(narrow);
  }
  const auto narrow = static_cast<double>(number);
  if (!std::isnormal(narrow) || static_cast<long double>(narrow) != number) return std::nullopt;
  return std::bit_cast<std::uint64_t>(narrow);
}

bool is_usable(std::uint64_t bits, unsigned width) {
  const double number = as_double(bits, width);
  return (width == 32 || width == 64) &&
         (bits == 0 || (width == 32 ? std::isnormal(static_cast<float>(number)) : std::isnormal(number)));
}

// Returns the result of an operation on numbers if every device computes the same, because it is exact and no
// number is subnormal.
std::optional<std::uint64_t> exact_result(std::string_view name, unsigned width, unsigned operand_width,
                                          std::uint64_t a, std::uint64_t b) {
  const auto is = [&](std::string_view operation) { return name.starts_with(operation); };
  if (is("float.from_signed.")) {
    const auto number = static_cast<std::int64_t>(a << (64 - operand_width)) >> (64 - operand_width);
    return exact_bits(static_cast<long double>(number), width);
  }
  if (is("float.from_unsigned.")) return exact_bits(static_cast<long double>(a), width);
  if (!is_usable(a, operand_width)) return std::nullopt;
  const long double x = as_double(a, operand_width);
  if (is("float.convert.") && width >= 32) return exact_bits(x, width);
  if (!is_usable(b, operand_width)) return std::nullopt;
  const long double y = as_double(b, operand_width);
  if (is("float.olt.")) return x < y ? 1 : 0;
  if (is("float.ole.")) return x <= y ? 1 : 0;
  if (is("float.oeq.")) return x == y ? 1 : 0;
  if (operand_width != 32)
    return std::nullopt;  // products of doubles need more digits than are available
                          // here
  const auto sum = [&](long double other) -> std::optional<std::uint64_t> {
    const long double whole = x + other;
    if (whole - x != other || whole - other != x) return std::nullopt;
    return exact_bits(whole, width);
  };
  if (is("float.add.")) return sum(y);
  if (is("float.sub.")) return sum(-y);
  if (is("float.mul.")) return exact_bits(x * y, width);
  return std::nullopt;
}

}  // namespace

SizeWords sizes_of(const model::LaunchFacts& facts) {
  SizeWords sizes;
  for (std::size_t i = 0; i < 3; ++i) {
    sizes.local[i].bits = facts.local_size[i];
    sizes.global[i].bits = facts.global_size[i];
    sizes.groups[i].bits = (facts.global_size[i] + facts.local_size[i] - 1) / facts.local_size[i];
    sizes.offset[i].bits = facts.global_offset[i];
  }
  return sizes;
}

Word Values::compute(const Instruction& instruction, const std::vector<Word>& values, const ItemIds& ids) {
  const auto operands = d_code.operands(instruction);
  const unsigned width = instruction.width;
  const unsigned operand_width = instruction.operand_width;
  switch (instruction.op) {
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      d_divides = d_divides || !values[operands[1]].is_known();
      [[fallthrough]];
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Equal:
    case Op::ULess:
    case Op::ULessEq:
    case Op::SLess:
    case Op::SLessEq:
      return d_graph.binary(instruction.op, width, operand_width, values[operands[0]], values[operands[1]]);
    case Op::Trunc:
    case Op::ZExt:
    case Op::SExt:
    case Op::Extract:
      return d_graph.unary(instruction.op, width, operand_width, values[operands[0]], instruction.literal);
    case Op::Select:
      return d_graph.select(width, values[operands[0]], values[operands[1]], values[operands[2]]);
    case Op::Concat: {
      std::vector<Word> parts;
      const auto& model_values = d_code.kernel().values;
      for (const ValueId operand : operands) {
        // Parts of different widths are split into bytes, or rejected.
        if (model_values[operand].width == operand_width)
          parts.push_back(values[operand]);
        else
          throw Stop{Verdict::Unsupported, Cause::NotFollowed, "parts of unlike widths",
                     model_values[instruction.target].location};
      }
      return d_graph.concat(parts, operand_width);
    }
    case Op::Function:
      return function(instruction, operands, values);
    default:
      return leaf(instruction, ids);
  }
}

Word Values::leaf(const Instruction& instruction, const ItemIds& ids) {
  const unsigned width = instruction.width;
  const auto& facts = d_launch.facts;
  const std::uint32_t index = instruction.index;
  const auto dimension = [&](Word value) {
    return value.is_known() ? Graph::known(value.bits, width) : value;
  };
  switch (instruction.op) {
    case Op::Constant:
      return Graph::known(instruction.literal, width);
    case Op::Undefined:
      if (index == model::kPadding) return d_graph.function(d_graph.name("padding"), width, {}, {}, false);
      return d_graph.undefined(width);
    case Op::LocalId:
      return dimension(ids.local[index]);
    case Op::GroupId:
      return dimension(ids.group[index]);
    case Op::LocalSize:
      return dimension(ids.size[index]);
    case Op::EnqueuedLocalSize:
      return dimension(d_sizes.local[index]);
    case Op::NumGroups:
      return dimension(d_sizes.groups[index]);
    case Op::GlobalOffset:
      return dimension(d_sizes.offset[index]);
    case Op::GlobalSize:
      return dimension(d_sizes.global[index]);
    case Op::WorkDim:
      return Graph::known(facts.work_dim, width);
    case Op::Parameter: {
      const auto* given = std::get_if<model::ValueArgument>(&facts.arguments[index]);
      if (given != nullptr && instruction.literal + (width + 7) / 8 <= given->bytes.size()) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, given->bytes.data() + instruction.literal, (width + 7) / 8);
        return Graph::known(bits, width);
      }
      if (d_code.kernel().parameters[index].kind != model::ParameterKind::Value) break;
      return d_graph.argument(d_graph.name(d_launch.names[index]), instruction.literal, width);
    }
    default:
      break;
  }
  throw Stop{Verdict::Unsupported, Cause::UnsupportedConstruct,
             "a value of a sub-group, a collective function, an image or a pipe (" +
                 model::describe(d_code.kernel(), d_code.kernel().values[instruction.target].location) + ")",
             d_code.kernel().values[instruction.target].location};
}

Word Values::function(const Instruction& instruction, std::span<const ValueId> operands,
                      const std::vector<Word>& values) {
  const FunctionCode& code = d_code.function(instruction.index);
  const auto& model_values = d_code.kernel().values;
  std::array<Word, 8> few;
  std::array<unsigned, 8> few_widths{};
  std::vector<Word> many;
  std::vector<unsigned> many_widths;
  std::span<Word> words(few.data(), code.operands);
  std::span<unsigned> widths(few_widths.data(), code.operands);
  if (code.operands > few.size()) {
    many.resize(code.operands);
    many_widths.resize(code.operands);
    words = many;
    widths = many_widths;
  }
  bool all_known = code.operands > 0 && code.operands <= 2;
  for (std::uint32_t i = 0; i < code.operands; ++i) {
    words[i] = values[operands[i]];
    widths[i] = model_values[operands[i]].width;
    all_known = all_known && words[i].is_known();
  }
  if (code.swaps) std::swap(words[0], words[1]);
  Word result;
  std::optional<std::uint64_t> exact;
  if (all_known)
    exact = exact_result(d_graph.text(code.name), instruction.width, widths[0], words[0].bits,
                         code.operands == 2 ? words[1].bits : 0);
  if (exact) {
    result = Graph::known(*exact, instruction.width);
  } else {
    if (code.may_contract) d_contracts = true;
    result = d_graph.function(code.name, instruction.width, words, widths, code.commutative);
  }
  return code.negates ? d_graph.not_(result) : result;
}

unsigned trailing_zeros(const Graph& graph, NodeId id) {
  const Node& node = graph.node(id);
  const auto of = [&](std::uint32_t number) { return trailing_zeros(graph, graph.operand(node, number)); };
  switch (node.kind) {
    case NodeKind::Constant:
      return node.literal == 0 ? node.width : static_cast<unsigned>(std::countr_zero(node.literal));
    case NodeKind::Operation:
      switch (node.op) {
        case Op::Mul:
          return std::min<unsigned>(of(0) + of(1), node.width);
        case Op::Add:
        case Op::Sub:
        case Op::Or:
        case Op::Xor:
          return std::min(of(0), of(1));
        case Op::And:
          return std::max(of(0), of(1));
        case Op::ZExt:
        case Op::SExt:
          return of(0);
        case Op::Extract:
          return node.literal == 0 ? std::min<unsigned>(of(0), node.width) : 0;
        case Op::Select:
          return std::min(of(1), of(2));
        default:
          return 0;
      }
    default:
      return 0;
  }
}

}  // namespace launchproof::equivalence
