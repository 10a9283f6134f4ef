#include "verify/smt/solvers/columns.h"

#include <algorithm>

#include "verify/smt/terms/bits.h"

namespace launchproof::smt {
namespace {

// An operation on words of one type: of 64 bits, or of 128.
template <typename Word, typename Signed>
class Operation {
 public:
  // `operands` begin at the first row.
  Operation(const Node& node, std::span<const Word* const> operands, std::size_t rows, Word* result)
      : d_node(node),
        d_operands(operands),
        d_rows(rows),
        d_result(result),
        d_width(std::max<unsigned>(1, node.operands.front()->width)) {}

  void run();

 private:
  static constexpr unsigned kBits = 8 * sizeof(Word);

  static Word all_of(unsigned width) { return static_cast<Word>(mask(std::max(1U, width))); }
  static Signed with_sign(Word value, unsigned width) {
    const unsigned unused = kBits - width;
    return static_cast<Signed>(value << unused) >> unused;
  }
  static Word signed_quotient(Word a, Word b, unsigned width) {
    if (b == 0) return with_sign(a, width) < 0 ? Word{1} : all_of(width);
    const Signed divisor = with_sign(b, width);
    if (divisor == -1) return -a;
    return static_cast<Word>(with_sign(a, width) / divisor);
  }
  static Word signed_rest(Word a, Word b, unsigned width) {
    if (b == 0) return a;
    const Signed divisor = with_sign(b, width);
    return divisor == -1 ? Word{0} : static_cast<Word>(with_sign(a, width) % divisor);
  }

  template <typename Function>
  void unary(Function function) {
    const Word* a = d_operands[0];
    for (std::size_t i = 0; i < d_rows; ++i) d_result[i] = function(a[i]);
  }
  template <typename Function>
  void binary(Function function) {
    const Word *a = d_operands[0], *b = d_operands[1];
    for (std::size_t i = 0; i < d_rows; ++i) d_result[i] = function(a[i], b[i]);
  }
  template <typename Function>
  void fold(Function function) {
    std::copy(d_operands[0], d_operands[0] + d_rows, d_result);
    for (std::size_t n = 1; n < d_operands.size(); ++n) {
      const Word* next = d_operands[n];
      for (std::size_t i = 0; i < d_rows; ++i) d_result[i] = function(d_result[i], next[i]);
    }
  }
  void concat();
  void choose();
  void divide();
  void shift();
  void compare();
  void resize();

  const Node& d_node;
  std::span<const Word* const> d_operands;
  std::size_t d_rows;
  Word* d_result;
  unsigned d_width;  // of the first operand
};

template <typename Word, typename Signed>
void Operation<Word, Signed>::concat() {
  std::copy(d_operands[0], d_operands[0] + d_rows, d_result);
  for (std::size_t n = 1; n < d_operands.size(); ++n) {
    const Word* next = d_operands[n];
    const unsigned by = d_node.operands[n]->width;
    for (std::size_t i = 0; i < d_rows; ++i) d_result[i] = (d_result[i] << by) | next[i];
  }
}

template <typename Word, typename Signed>
void Operation<Word, Signed>::choose() {
  const Word *condition = d_operands[0], *then_value = d_operands[1], *else_value = d_operands[2];
  for (std::size_t i = 0; i < d_rows; ++i) d_result[i] = condition[i] != 0 ? then_value[i] : else_value[i];
}

template <typename Word, typename Signed>
void Operation<Word, Signed>::divide() {
  const unsigned width = d_width;
  const Word all = all_of(width);
  switch (d_node.kind) {
    case Kind::UDiv:
      return binary([all](Word a, Word b) { return b == 0 ? all : a / b; });
    case Kind::URem:
      return binary([](Word a, Word b) { return b == 0 ? a : a % b; });
    case Kind::SDiv:
      return binary([=](Word a, Word b) { return signed_quotient(a, b, width) & all; });
    default:
      return binary([=](Word a, Word b) { return signed_rest(a, b, width) & all; });
  }
}

template <typename Word, typename Signed>
void Operation<Word, Signed>::shift() {
  const unsigned width = d_width;
  const Word all = all_of(width);
  switch (d_node.kind) {
    case Kind::Shl:
      return binary(
          [=](Word a, Word b) { return b >= width ? Word{0} : (a << static_cast<unsigned>(b)) & all; });
    case Kind::LShr:
      return binary([=](Word a, Word b) { return b >= width ? Word{0} : a >> static_cast<unsigned>(b); });
    default:
      return binary([=](Word a, Word b) {
        return static_cast<Word>(with_sign(a, width) >> (b >= width ? width - 1 : static_cast<unsigned>(b))) &
               all;
      });
  }
}

template <typename Word, typename Signed>
void Operation<Word, Signed>::compare() {
  const unsigned width = d_width;
  switch (d_node.kind) {
    case Kind::Eq:
      return binary([](Word a, Word b) { return static_cast<Word>(a == b); });
    case Kind::Ult:
      return binary([](Word a, Word b) { return static_cast<Word>(a < b); });
    case Kind::Ule:
      return binary([](Word a, Word b) { return static_cast<Word>(a <= b); });
    case Kind::Slt:
      return binary(
          [=](Word a, Word b) { return static_cast<Word>(with_sign(a, width) < with_sign(b, width)); });
    default:
      return binary(
          [=](Word a, Word b) { return static_cast<Word>(with_sign(a, width) <= with_sign(b, width)); });
  }
}

template <typename Word, typename Signed>
void Operation<Word, Signed>::resize() {
  const unsigned width = d_width, low = d_node.low;
  const Word kept = all_of(d_node.width);
  switch (d_node.kind) {
    case Kind::Extract:
      return unary([=](Word a) { return (a >> low) & kept; });
    case Kind::ZeroExtend:
      return unary([](Word a) { return a; });
    default:
      return unary([=](Word a) { return static_cast<Word>(with_sign(a, width)) & kept; });
  }
}

template <typename Word, typename Signed>
void Operation<Word, Signed>::run() {
  const Word all = all_of(d_width);
  switch (d_node.kind) {
    case Kind::Not:
      return unary([](Word a) { return a ^ 1U; });
    case Kind::Ite:
      return choose();
    case Kind::Eq:
    case Kind::Ult:
    case Kind::Ule:
    case Kind::Slt:
    case Kind::Sle:
      return compare();
    case Kind::And:
    case Kind::BvAnd:
      return fold([](Word a, Word b) { return a & b; });
    case Kind::Or:
    case Kind::BvOr:
      return fold([](Word a, Word b) { return a | b; });
    case Kind::BvXor:
      return fold([](Word a, Word b) { return a ^ b; });
    case Kind::Add:
      return fold([all](Word a, Word b) { return (a + b) & all; });
    case Kind::Mul:
      return fold([all](Word a, Word b) { return (a * b) & all; });
    case Kind::Sub:
      return binary([all](Word a, Word b) { return (a - b) & all; });
    case Kind::Neg:
      return unary([all](Word a) { return -a & all; });
    case Kind::BvNot:
      return unary([all](Word a) { return ~a & all; });
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem:
      return divide();
    case Kind::Shl:
    case Kind::LShr:
    case Kind::AShr:
      return shift();
    case Kind::Extract:
    case Kind::ZeroExtend:
    case Kind::SignExtend:
      return resize();
    case Kind::Concat:
      return concat();
    default:
      break;  // variables, functions and constants
  }
}

bool is_wide(const Node& node) {
  return node.width > 64 || std::ranges::any_of(node.operands, [](Term one) { return one->width > 64; });
}

void compute_wide(const Node& node, std::span<const Column* const> operands, std::size_t rows,
                  Column& result) {
  std::vector<std::vector<Bits>> values(operands.size(), std::vector<Bits>(rows));
  std::vector<const Bits*> places;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    for (std::size_t row = 0; row < rows; ++row) values[i][row] = operands[i]->at(row);
    places.push_back(values[i].data());
  }
  std::vector<Bits> computed(rows);
  Operation<Bits, SignedBits>(node, places, rows, computed.data()).run();
  for (std::size_t row = 0; row < rows; ++row) {
    result.low[row] = static_cast<std::uint64_t>(computed[row]);
    if (node.width > 64) result.high[row] = static_cast<std::uint64_t>(computed[row] >> 64U);
  }
}

}  // namespace

void Column::keep(std::span<const std::uint32_t> chosen) {
  for (std::vector<std::uint64_t>* half : {&low, &high}) {
    if (half->empty()) continue;
    std::size_t to = 0;
    for (const std::uint32_t row : chosen) (*half)[to++] = (*half)[row];
    half->resize(to);
  }
}

void Column::fill(Bits value, unsigned width, std::size_t rows) {
  low.assign(rows, static_cast<std::uint64_t>(value));
  high.assign(width > 64 ? rows : 0, static_cast<std::uint64_t>(value >> 64U));
}

void compute(const Node& node, std::span<const Column* const> operands, std::size_t rows, Column& result) {
  result.low.resize(rows);
  result.high.resize(node.width > 64 ? rows : 0);
  if (is_wide(node)) {
    compute_wide(node, operands, rows, result);
    return;
  }
  std::vector<const std::uint64_t*> places;
  for (const Column* operand : operands) places.push_back(operand->low.data());
  Operation<std::uint64_t, std::int64_t>(node, places, rows, result.low.data()).run();
}

unsigned effort_of_row(const Node& node) {
  constexpr unsigned kWide = 6, kDivision = 8;
  if (is_wide(node)) return kWide;
  switch (node.kind) {
    case Kind::UDiv:
    case Kind::URem:
    case Kind::SDiv:
    case Kind::SRem:
      return kDivision;
    default:
      return std::max<unsigned>(1, static_cast<unsigned>(node.operands.size()) / 2);
  }
}

}  // namespace launchproof::smt
