#include "verify/equivalence/solver_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

namespace launchproof::equivalence {

using model::Op;
using smt::Term;

Term SolverTerms::term(Word word, unsigned width) {
  return word.is_known() ? d_store.bv(word.bits, width) : made(word.node);
}

Term SolverTerms::made(NodeId id) {
  if (const auto found = d_terms.find(id); found != d_terms.end()) return found->second;
  const Term result = compute(d_graph.node(id), id);
  d_terms.emplace(id, result);
  return result;
}

Term SolverTerms::read(const Node& node, Term at) {
  const std::array operands{at};
  return d_store.apply(fmt::format("memory.{}.{}", node.index, node.width), operands, node.width);
}

Term SolverTerms::compute(const Node& node, NodeId id) {
  const auto of = [&](std::uint32_t i) { return made(d_graph.operand(node, i)); };
  switch (node.kind) {
    case NodeKind::Constant:
      return d_store.bv(node.literal, node.width);
    case NodeKind::Initial:
    case NodeKind::Argument:
    case NodeKind::Undefined: {
      const Term variable = d_store.bv_var(fmt::format("v{}", id), node.width);
      if (node.kind != NodeKind::Undefined) d_leaves.emplace(id, variable);
      return variable;
    }
    case NodeKind::Gather:
      return read(node, of(0));
    case NodeKind::Function: {
      std::vector<Term> operands;
      operands.reserve(node.count);
      for (std::uint32_t i = 0; i < node.count; ++i) operands.push_back(of(i));
      if (operands.empty()) return d_store.bv_var(fmt::format("f{}", node.index), node.width);
      if (is_commutative(d_graph.text(node.index)) && operands[0].width() == operands[1].width()) {
        // The smaller operand comes first, so that the order of operands does not matter.
        const Term a = operands[0];
        const Term b = operands[1];
        const Term less = d_store.ult(b, a);
        operands[0] = d_store.ite(less, b, a);
        operands[1] = d_store.ite(less, a, b);
      }
      return d_store.apply(fmt::format("f{}", node.index), operands, node.width);
    }
    case NodeKind::Operation:
      break;
  }
  const auto bit = [&](Term condition) { return d_store.ite(condition, d_store.bv(1, 1), d_store.bv(0, 1)); };
  switch (node.op) {
    case Op::Add:
      return d_store.add(of(0), of(1));
    case Op::Sub:
      return d_store.sub(of(0), of(1));
    case Op::Mul:
      return d_store.mul(of(0), of(1));
    case Op::UDiv:
      return d_store.udiv(of(0), of(1));
    case Op::SDiv:
      return d_store.sdiv(of(0), of(1));
    case Op::URem:
      return d_store.urem(of(0), of(1));
    case Op::SRem:
      return d_store.srem(of(0), of(1));
    case Op::Shl:
      return d_store.shl(of(0), of(1));
    case Op::LShr:
      return d_store.lshr(of(0), of(1));
    case Op::AShr:
      return d_store.ashr(of(0), of(1));
    case Op::And:
      return d_store.bvand(of(0), of(1));
    case Op::Or:
      return d_store.bvor(of(0), of(1));
    case Op::Xor:
      return d_store.bvxor(of(0), of(1));
    case Op::Equal:
      return bit(d_store.eq(of(0), of(1)));
    case Op::ULess:
      return bit(d_store.ult(of(0), of(1)));
    case Op::SLess:
      return bit(d_store.slt(of(0), of(1)));
    case Op::Select:
      return d_store.ite(d_store.eq(of(0), d_store.bv(1, 1)), of(1), of(2));
    case Op::ZExt:
      return d_store.zext(of(0), node.width);
    case Op::SExt:
      return d_store.sext(of(0), node.width);
    case Op::Extract:
      return d_store.extract(of(0), static_cast<unsigned>(node.literal), node.width);
    case Op::Concat: {
      Term whole = of(0);
      for (std::uint32_t i = 1; i < node.count; ++i) whole = d_store.concat(of(i), whole);
      return whole;
    }
    default:
      throw std::logic_error("a node of a graph that has no term");
  }
}

}  // namespace launchproof::equivalence
