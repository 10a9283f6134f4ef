#include "verify/smt/terms/print.h"

#include <stdexcept>
#include <unordered_map>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

const char* operator_name(Kind kind) {
  switch (kind) {
    case Kind::Not:
      return "not";
    case Kind::And:
      return "and";
    case Kind::Or:
      return "or";
    case Kind::Ite:
      return "ite";
    case Kind::Eq:
      return "=";
    case Kind::Add:
      return "bvadd";
    case Kind::Sub:
      return "bvsub";
    case Kind::Mul:
      return "bvmul";
    case Kind::Neg:
      return "bvneg";
    case Kind::UDiv:
      return "bvudiv";
    case Kind::URem:
      return "bvurem";
    case Kind::SDiv:
      return "bvsdiv";
    case Kind::SRem:
      return "bvsrem";
    case Kind::BvNot:
      return "bvnot";
    case Kind::BvAnd:
      return "bvand";
    case Kind::BvOr:
      return "bvor";
    case Kind::BvXor:
      return "bvxor";
    case Kind::Shl:
      return "bvshl";
    case Kind::LShr:
      return "bvlshr";
    case Kind::AShr:
      return "bvashr";
    case Kind::Ult:
      return "bvult";
    case Kind::Ule:
      return "bvule";
    case Kind::Slt:
      return "bvslt";
    case Kind::Sle:
      return "bvsle";
    case Kind::Concat:
      return "concat";
    default:
      throw std::logic_error("print: not an operation");
  }
}

std::string quoted(const std::string& name) {
  std::string text = "|";
  for (const char c : name) text += c == '|' || c == '\\' ? '_' : c;
  return text + '|';
}

}  // namespace

std::string sort_text(unsigned width) {
  return width == 0 ? "Bool" : "(_ BitVec " + std::to_string(width) + ')';
}

std::string literal_text(Bits value, unsigned width) {
  const bool hexadecimal = width % 4 == 0;
  std::string text = hexadecimal ? "#x" : "#b";
  const unsigned step = hexadecimal ? 4 : 1;
  for (unsigned at = width; at > 0; at -= step) {
    text += "0123456789abcdef"[static_cast<unsigned>(value >> (at - step)) & (hexadecimal ? 15U : 1U)];
  }
  return text;
}

std::string operation_text(Term term, const std::function<std::string(Term)>& operand,
                           const std::function<std::string(Term)>& function) {
  const auto& x = term->operands;
  switch (term.kind()) {
    case Kind::True:
      return "true";
    case Kind::False:
      return "false";
    case Kind::BvConst:
      return literal_text(term->value, term.width());
    case Kind::Extract:
      return "((_ extract " + std::to_string(term->low + term.width() - 1) + ' ' + std::to_string(term->low) +
             ") " + operand(x[0]) + ')';
    case Kind::ZeroExtend:
    case Kind::SignExtend:
      return std::string(term.kind() == Kind::ZeroExtend ? "((_ zero_extend " : "((_ sign_extend ") +
             std::to_string(term.width() - x[0].width()) + ") " + operand(x[0]) + ')';
    case Kind::Mul:
      if (x[0].kind() == Kind::BvConst &&
          to_signed(x[0]->value, term.width()) < 0) {  // -(c·x) has fewer set bits
        const Bits positive = -x[0]->value & mask(term.width());
        if (positive == 1) return "(bvneg " + operand(x[1]) + ')';
        return "(bvneg (bvmul " + literal_text(positive, term.width()) + ' ' + operand(x[1]) + "))";
      }
      break;
    case Kind::Apply: {
      std::string text(1, '(');
      text += function(term);
      for (const Term argument : x) (text += ' ') += operand(argument);
      return text + ')';
    }
    default:
      break;
  }
  const char* name = operator_name(term.kind());
  const bool boolean = term.kind() == Kind::And || term.kind() == Kind::Or || term.kind() == Kind::Ite;
  if (boolean || x.size() < 3) {
    std::string text(1, '(');
    text += name;
    for (const Term part : x) (text += ' ') += operand(part);
    return text + ')';
  }
  std::string text;  // bit-vector operators take two operands
  for (std::size_t i = 1; i < x.size(); ++i) ((text += '(') += name) += ' ';
  text += operand(x[0]);
  for (std::size_t i = 1; i < x.size(); ++i) text += ' ' + operand(x[i]) + ')';
  return text;
}

std::string to_smtlib(Term root) {
  std::unordered_map<std::uint32_t, unsigned> uses;
  Marks counted;
  visit_operands_first(root, counted, [&](Term term) {
    for (const Term operand : term->operands) ++uses[operand.id()];
  });
  std::unordered_map<std::uint32_t, std::string> texts;
  std::string bindings, closing;
  const auto text_of = [&](Term term) { return texts.at(term.id()); };
  const auto name_of = [](Term term) { return quoted(term->name); };
  // Each let binds a node that is used more than once, or whose text has become long.
  constexpr std::size_t kLongText = 200;
  Marks written;
  visit_operands_first(root, written, [&](Term term) {
    const bool variable = term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar;
    std::string text = variable ? name_of(term) : operation_text(term, text_of, name_of);
    if (!term->operands.empty() && term != root && (uses[term.id()] > 1 || text.size() > kLongText)) {
      const std::string name = "?" + std::to_string(term.id());
      bindings += "(let ((" + name + ' ' + text + ")) ";
      closing += ')';
      text = name;
    }
    texts.emplace(term.id(), std::move(text));
  });
  return bindings + texts.at(root.id()) + closing;
}

}  // namespace launchproof::smt
