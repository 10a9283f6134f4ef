#include "verify/smt/solvers/z3_integers.h"

#include <fmt/format.h>

#include <algorithm>

namespace launchproof::smt {

Z3Integers::Z3Integers(Z3_context context, const IntegerForm& form) : d_context(context) {
  d_nodes.reserve(form.nodes.size());
  for (const IntegerNode& node : form.nodes) {
    const bool fails = std::any_of(node.operands.begin(), node.operands.end(),
                                   [&](std::uint32_t operand) { return d_nodes[operand] == nullptr; });
    Z3_ast made = fails ? nullptr : build(node);
    if (made != nullptr) Z3_inc_ref(d_context, made);
    d_nodes.push_back(made);
  }
}

Z3Integers::~Z3Integers() {
  for (const Z3_ast node : d_nodes)
    if (node != nullptr) Z3_dec_ref(d_context, node);
}

Z3_ast Z3Integers::build(const IntegerNode& node) {
  std::vector<Z3_ast> x;
  x.reserve(node.operands.size());
  for (const std::uint32_t operand : node.operands) x.push_back(d_nodes[operand]);
  const auto count = static_cast<unsigned>(x.size());
  const auto name = [&](char kind) {
    return Z3_mk_string_symbol(d_context, (kind + std::to_string(node.symbol)).c_str());
  };
  switch (node.kind) {
    case IntegerKind::Truth:
      return node.value != 0 ? Z3_mk_true(d_context) : Z3_mk_false(d_context);
    case IntegerKind::BoolVar:
      return Z3_mk_const(d_context, name('i'), Z3_mk_bool_sort(d_context));
    case IntegerKind::Not:
      return Z3_mk_not(d_context, x[0]);
    case IntegerKind::And:
      return Z3_mk_and(d_context, count, x.data());
    case IntegerKind::Or:
      return Z3_mk_or(d_context, count, x.data());
    case IntegerKind::Ite:
      return Z3_mk_ite(d_context, x[0], x[1], x[2]);
    case IntegerKind::Equal:
      return Z3_mk_eq(d_context, x[0], x[1]);
    case IntegerKind::Less:
      return Z3_mk_lt(d_context, x[0], x[1]);
    case IntegerKind::AtMost:
      return Z3_mk_le(d_context, x[0], x[1]);
    case IntegerKind::Number:
      return Z3_mk_numeral(d_context, fmt::to_string(node.value).c_str(), Z3_mk_int_sort(d_context));
    case IntegerKind::IntVar:
      return Z3_mk_const(d_context, name('i'), Z3_mk_int_sort(d_context));
    case IntegerKind::Sum:
      return Z3_mk_add(d_context, count, x.data());
    case IntegerKind::Product:
      return Z3_mk_mul(d_context, count, x.data());
    case IntegerKind::Quotient:
      return Z3_mk_div(d_context, x[0], x[1]);
    case IntegerKind::Remainder:
      return Z3_mk_mod(d_context, x[0], x[1]);
    case IntegerKind::Call: {
      const std::vector<Z3_sort> domain(x.size(), Z3_mk_int_sort(d_context));
      const Z3_func_decl declaration =
          Z3_mk_func_decl(d_context, name('g'), count, domain.data(), Z3_mk_int_sort(d_context));
      return declaration == nullptr ? nullptr : Z3_mk_app(d_context, declaration, count, x.data());
    }
  }
  return nullptr;
}

}  // namespace launchproof::smt
