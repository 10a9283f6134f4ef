// Generates candidates for facts about loop-carried values. They are guesses, which induction must prove.
#include <algorithm>

#include "verify/access/loops/loop_facts.h"

namespace launchproof::access {
namespace {

using model::kNone;
using model::Op;
using model::Value;
using model::ValueId;
using smt::Bits;
using LoopFactKind = LoopFact::Kind;
using Source = LoopOperand::Source;

constexpr std::size_t kMostOpen = 6;    // number of values without a closed form that are examined
constexpr std::size_t kMostBounds = 8;  // number of values of one width with which they are compared
constexpr std::size_t kMostCandidates = 240;
constexpr unsigned kAlignments = 4;  // alignments up to 16 bytes

class Candidates {
 public:
  Candidates(const analysis::FlowGraph& graph, model::LoopId loop, const std::vector<CarriedValue>& values)
      : d_graph(graph), d_loop(loop), d_values(values) {
    for (const CarriedValue& value : values)
      if (value.is_open && d_open.size() < kMostOpen) d_open.push_back(&value);
  }

  std::vector<LoopFact> find() {
    find_orders();
    for (const CarriedValue* value : d_open) add_own(*value);
    for (std::size_t i = 0; i < d_open.size(); ++i)
      for (std::size_t j = i + 1; j < d_open.size(); ++j) add_pair(*d_open[i], *d_open[j]);
    add_compared();
    for (const CarriedValue* value : d_open)
      for (const CarriedValue& other : d_values) {
        if (other.id == value->id) continue;
        compare(whole(value->id), operand(other.is_open ? Source::First : Source::Carried, other.id));
      }
    return std::move(d_result);
  }

 private:
  const Value& value(ValueId id) const { return d_graph.kernel().values[id]; }
  LoopOperand operand(Source source, ValueId id) const { return {source, id, false, value(id).width, 0}; }
  LoopOperand whole(ValueId id) const { return operand(Source::Carried, id); }

  void add(LoopFactKind kind, std::vector<LoopOperand> operands, Bits number = 0,
           std::vector<Bits> constants = {}) {
    if (d_result.size() < kMostCandidates)
      d_result.push_back({kind, std::move(operands), number, std::move(constants), d_chain});
  }

  static LoopOperand moved(LoopOperand operand, Bits by) {
    operand.offset += by;
    return operand;
  }

  // Adds the candidates that `a` is less than `b`, equal to it, or larger by one.
  void add_order(const LoopOperand& a, const LoopOperand& b, bool is_signed) {
    ++d_chain;
    add(is_signed ? LoopFactKind::SLess : LoopFactKind::ULess, {a, b});
    add(is_signed ? LoopFactKind::SLessEq : LoopFactKind::ULessEq, {a, b});
    add(is_signed ? LoopFactKind::SLessEq : LoopFactKind::ULessEq, {a, moved(b, 1)});
  }

  void compare(const LoopOperand& a, const LoopOperand& b) {
    if (a.width != b.width) return;
    for (const bool is_signed : {true, false})
      if (is_signed ? d_is_signed : d_is_unsigned) {
        add_order(a, b, is_signed);
        add_order(b, a, is_signed);
      }
  }

  bool is_in_loop(const Value& one) const {
    return one.block != kNone && d_graph.contains(d_loop, one.block);
  }

  // The orders (signed or unsigned) in which the loop compares numbers; both if it compares none.
  void find_orders() {
    for (const Value& one : d_graph.kernel().values) {
      if (!is_in_loop(one)) continue;
      d_is_signed = d_is_signed || one.op == Op::SLess || one.op == Op::SLessEq;
      d_is_unsigned = d_is_unsigned || one.op == Op::ULess || one.op == Op::ULessEq;
    }
    if (!d_is_signed && !d_is_unsigned) d_is_signed = d_is_unsigned = true;
  }

  // Adds candidates that involve no other value.
  void add_own(const CarriedValue& carried) {
    const LoopOperand now = whole(carried.id);
    const LoopOperand first = operand(Source::First, carried.id);
    const LoopOperand zero{Source::Zero, kNone, false, now.width, 0};
    for (const bool is_signed : {true, false})
      for (const auto& [less, more] : {std::pair(now, first), std::pair(first, now)}) {
        ++d_chain;
        add(is_signed ? LoopFactKind::SLessEq : LoopFactKind::ULessEq, {less, more});
      }
    ++d_chain;
    add(LoopFactKind::SLessEq, {zero, now});
    add(LoopFactKind::SLessEq, {moved(zero, ~Bits{0}), now});
    if (carried.most) {
      ++d_chain;
      add(LoopFactKind::ULessEq, {now, moved(zero, *carried.most)});
    }
    ++d_chain;
    if (carried.rises) add(LoopFactKind::Rises, {now}, *carried.rises);
    if (carried.falls) add(LoopFactKind::Falls, {now}, *carried.falls);
    ++d_chain;
    if (now.width == d_graph.kernel().address_bits)
      for (unsigned bits = kAlignments; bits > 0; --bits) add(LoopFactKind::Aligned, {now}, bits);
    ++d_chain;
    if (!carried.constants.empty()) add(LoopFactKind::OneOf, {now}, 0, carried.constants);
  }

  void add_pair(const CarriedValue& a, const CarriedValue& b) {
    const LoopOperand left = whole(a.id);
    const LoopOperand right = whole(b.id);
    // The base and the offset of a pointer that may be null.
    for (const auto& [base, offset] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      ++d_chain;
      if (std::ranges::find(base->constants, Bits{0}) != base->constants.end() &&
          value(offset->id).width == d_graph.kernel().address_bits)
        add(LoopFactKind::BothZero, {whole(base->id), whole(offset->id)});
    }
    compare(left, right);
    if (left.width != right.width) return;
    ++d_chain;
    add(LoopFactKind::SameSum, {left, right});
    for (const CarriedValue& other : d_values)
      if (other.id != a.id && other.id != b.id && value(other.id).width == left.width) {
        ++d_chain;
        add(LoopFactKind::SameSum, {left, right, whole(other.id)});
      }
  }

  // Returns the operand of a comparison as a value of the loop's header, or one that the loop does not
  // change, plus a constant. Returns an operand of width 0 if it has no such form.
  LoopOperand read(ValueId id) const {
    LoopOperand result;
    result.width = value(id).width;
    const auto added_constant = [&] {
      const Value& sum = value(id);
      if (sum.op != Op::Add && sum.op != Op::Sub) return false;
      const Value& constant = value(sum.operands[1]);
      if (constant.op != Op::Constant) return false;
      result.offset += sum.op == Op::Add ? Bits{constant.literal} : -Bits{constant.literal};
      id = sum.operands[0];
      return true;
    };
    if (is_fixed(id)) return fixed(id, result);
    while (added_constant())
      if (is_fixed(id)) return fixed(id, result);
    if (const Value& wide = value(id); wide.op == Op::ZExt || wide.op == Op::SExt) {
      result.is_signed = wide.op == Op::SExt;
      id = wide.operands[0];
    }
    const bool is_carried =
        std::ranges::any_of(d_open, [&](const CarriedValue* one) { return one->id == id; });
    if (!is_carried) return {};
    result.value = id;
    return result;
  }

  static LoopOperand fixed(ValueId id, LoopOperand result) {
    result.source = Source::Fixed;
    result.value = id;
    return result;
  }

  bool is_fixed(ValueId id) const {
    const Value& one = value(id);
    return one.op != Op::Undefined && (one.block == kNone || !d_graph.contains(d_loop, one.block));
  }

  // Comparisons in the loop: their operands, with which any open value may be compared.
  void add_compared() {
    std::vector<LoopOperand> bounds;
    const auto remember = [&](LoopOperand bound) {
      if (bound.source != Source::Fixed) return;
      const auto alike =
          std::ranges::count_if(bounds, [&](const LoopOperand& one) { return one.width == bound.width; });
      if (std::ranges::find(bounds, bound) == bounds.end() && static_cast<std::size_t>(alike) < kMostBounds)
        bounds.push_back(bound);
    };
    for (const Value& one : d_graph.kernel().values) {
      const bool compares = one.op == Op::Equal || one.op == Op::ULess || one.op == Op::ULessEq ||
                            one.op == Op::SLess || one.op == Op::SLessEq;
      if (!compares || !is_in_loop(one)) continue;
      const LoopOperand left = read(one.operands[0]);
      const LoopOperand right = read(one.operands[1]);
      remember(left);
      remember(right);
      if (left.width <= 1 || right.width <= 1) continue;
      const bool carries = left.source == Source::Carried || right.source == Source::Carried;
      if (carries && !(left.source == Source::Carried && right.source == Source::Carried))
        compare(left, right);
    }
    for (const LoopOperand& bound : bounds)
      for (const CarriedValue* carried : d_open) compare(whole(carried->id), bound);
  }

  const analysis::FlowGraph& d_graph;
  model::LoopId d_loop;
  const std::vector<CarriedValue>& d_values;
  std::vector<const CarriedValue*> d_open;
  bool d_is_signed = false;
  bool d_is_unsigned = false;
  std::vector<LoopFact> d_result;
  std::uint32_t d_chain = 0;
};

}  // namespace

std::vector<LoopFact> loop_candidates(const analysis::FlowGraph& graph, model::LoopId loop,
                                      const std::vector<CarriedValue>& values) {
  return Candidates(graph, loop, values).find();
}

}  // namespace launchproof::access
