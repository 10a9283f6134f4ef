// The integer form as SMT-LIB 2 text.
#include <fmt/format.h>

#include <unordered_set>

#include "verify/smt/arithmetic/integer_form.h"

namespace launchproof::smt {
namespace {

std::string number_text(SignedBits value) {
  return value < 0 ? fmt::format("(- {})", -value) : fmt::to_string(value);
}

const char* operator_of(IntegerKind kind) {
  switch (kind) {
    case IntegerKind::Not:
      return "not";
    case IntegerKind::And:
      return "and";
    case IntegerKind::Or:
      return "or";
    case IntegerKind::Ite:
      return "ite";
    case IntegerKind::Equal:
      return "=";
    case IntegerKind::Less:
      return "<";
    case IntegerKind::AtMost:
      return "<=";
    case IntegerKind::Sum:
      return "+";
    case IntegerKind::Product:
      return "*";
    case IntegerKind::Quotient:
      return "div";
    default:
      return "mod";
  }
}

bool is_leaf(const IntegerNode& node) {
  return node.kind == IntegerKind::Truth || node.kind == IntegerKind::Number;
}

bool is_symbol(const IntegerNode& node) {
  return node.kind == IntegerKind::BoolVar || node.kind == IntegerKind::IntVar;
}

}  // namespace

std::string integer_name(const IntegerForm& form, std::uint32_t index) {
  const IntegerNode& node = form.nodes[index];
  if (node.kind == IntegerKind::Truth) return node.value != 0 ? "true" : "false";
  if (node.kind == IntegerKind::Number) return number_text(node.value);
  return (is_symbol(node) ? "i" + std::to_string(node.symbol) : "n" + std::to_string(index));
}

std::string integer_script(const IntegerForm& form) {
  std::string text;
  std::unordered_set<std::uint32_t> functions;
  for (std::uint32_t i = 0; i < form.nodes.size(); ++i) {
    const IntegerNode& node = form.nodes[i];
    if (is_leaf(node)) continue;
    const std::string name = integer_name(form, i), sort = node.boolean ? "Bool" : "Int";
    if (is_symbol(node)) {
      text.append("(declare-fun ").append(name).append(" () ").append(sort).append(")\n");
      continue;
    }
    std::string head = operator_of(node.kind);
    if (node.kind == IntegerKind::Call) {
      head = "g" + std::to_string(node.symbol);
      if (functions.insert(node.symbol).second) {
        text += "(declare-fun " + head + " (";
        for (std::size_t k = 0; k < node.operands.size(); ++k) text += "Int ";
        text += ") Int)\n";
      }
    }
    text.append("(define-fun ").append(name).append(" () ").append(sort).append(" (").append(head);
    for (const std::uint32_t operand : node.operands) text += ' ' + integer_name(form, operand);
    text += "))\n";
  }
  for (const std::uint32_t conjunct : form.conjuncts)
    text += "(assert " + integer_name(form, conjunct) + ")\n";
  return text;
}

}  // namespace launchproof::smt
