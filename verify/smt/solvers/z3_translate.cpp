#include "verify/smt/solvers/z3_translate.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

Z3_ast owned(Z3_context context, Z3_ast ast) {
  if (ast != nullptr) Z3_inc_ref(context, ast);
  return ast;
}

using Binary = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

Binary binary(Kind kind) {
  switch (kind) {
    case Kind::Add:
      return Z3_mk_bvadd;
    case Kind::Sub:
      return Z3_mk_bvsub;
    case Kind::Mul:
      return Z3_mk_bvmul;
    case Kind::UDiv:
      return Z3_mk_bvudiv;
    case Kind::URem:
      return Z3_mk_bvurem;
    case Kind::SDiv:
      return Z3_mk_bvsdiv;
    case Kind::SRem:
      return Z3_mk_bvsrem;
    case Kind::BvAnd:
      return Z3_mk_bvand;
    case Kind::BvOr:
      return Z3_mk_bvor;
    case Kind::BvXor:
      return Z3_mk_bvxor;
    case Kind::Shl:
      return Z3_mk_bvshl;
    case Kind::LShr:
      return Z3_mk_bvlshr;
    case Kind::AShr:
      return Z3_mk_bvashr;
    case Kind::Ult:
      return Z3_mk_bvult;
    case Kind::Ule:
      return Z3_mk_bvule;
    case Kind::Slt:
      return Z3_mk_bvslt;
    case Kind::Sle:
      return Z3_mk_bvsle;
    case Kind::Concat:
      return Z3_mk_concat;
    default:
      return Z3_mk_eq;
  }
}

}  // namespace

Z3Translator::~Z3Translator() {
  for (const auto& [id, ast] : d_translated) Z3_dec_ref(d_context, ast);
  for (const auto& [number, declaration] : d_functions) {
    Z3_dec_ref(d_context, Z3_func_decl_to_ast(d_context, declaration));
  }
}

Z3_sort Z3Translator::sort(unsigned width) {
  return width == 0 ? Z3_mk_bool_sort(d_context) : Z3_mk_bv_sort(d_context, width);
}

Z3_func_decl Z3Translator::function(Term application) {
  const auto known = d_functions.find(application->low);
  if (known != d_functions.end()) return known->second;
  std::vector<Z3_sort> domain;
  for (const Term argument : application->operands) {
    domain.push_back(sort(argument.width()));
    Z3_inc_ref(d_context, Z3_sort_to_ast(d_context, domain.back()));
  }
  const std::string name = "f" + std::to_string(application->low);
  const Z3_func_decl made =
      Z3_mk_func_decl(d_context, Z3_mk_string_symbol(d_context, name.c_str()),
                      static_cast<unsigned>(domain.size()), domain.data(), sort(application.width()));
  for (const Z3_sort argument : domain) Z3_dec_ref(d_context, Z3_sort_to_ast(d_context, argument));
  if (made == nullptr) return nullptr;
  Z3_inc_ref(d_context, Z3_func_decl_to_ast(d_context, made));
  d_functions.emplace(application->low, made);
  return made;
}

Z3_ast Z3Translator::translate(Term root) {
  bool failed = false;
  Marks marks;
  const auto seen = [&](Term term) { return d_translated.contains(term.id()) || marks(term); };
  visit_operands_first(root, seen, [&](Term term) {
    std::vector<Z3_ast> operands;
    for (const Term operand : term->operands) {
      const auto found = d_translated.find(operand.id());
      if (found == d_translated.end())
        failed = true;
      else
        operands.push_back(found->second);
    }
    if (failed) return;
    const Z3_ast made = build(term, operands.data(), static_cast<unsigned>(operands.size()));
    if (made == nullptr) {
      failed = true;
      return;
    }
    d_translated.emplace(term.id(), made);
  });
  return failed ? nullptr : d_translated.at(root.id());
}

Z3_ast Z3Translator::build(Term term, const Z3_ast* x, unsigned count) {
  const unsigned width = term.width();
  switch (term.kind()) {
    case Kind::True:
      return owned(d_context, Z3_mk_true(d_context));
    case Kind::False:
      return owned(d_context, Z3_mk_false(d_context));
    case Kind::BoolVar:
    case Kind::BvVar: {
      const std::string name = "v" + std::to_string(term.id());
      return owned(d_context,
                   Z3_mk_const(d_context, Z3_mk_string_symbol(d_context, name.c_str()), sort(width)));
    }
    case Kind::BvConst:
      if (width <= 64)
        return owned(d_context,
                     Z3_mk_unsigned_int64(d_context, static_cast<std::uint64_t>(term->value), sort(width)));
      return owned(d_context, Z3_mk_numeral(d_context, fmt::to_string(term->value).c_str(), sort(width)));
    case Kind::Not:
      return owned(d_context, Z3_mk_not(d_context, x[0]));
    case Kind::And:
      return owned(d_context, Z3_mk_and(d_context, count, x));
    case Kind::Or:
      return owned(d_context, Z3_mk_or(d_context, count, x));
    case Kind::Ite:
      return owned(d_context, Z3_mk_ite(d_context, x[0], x[1], x[2]));
    case Kind::Neg:
      return owned(d_context, Z3_mk_bvneg(d_context, x[0]));
    case Kind::BvNot:
      return owned(d_context, Z3_mk_bvnot(d_context, x[0]));
    case Kind::Extract:
      return owned(d_context, Z3_mk_extract(d_context, term->low + width - 1, term->low, x[0]));
    case Kind::ZeroExtend:
      return owned(d_context, Z3_mk_zero_ext(d_context, width - term->operands[0].width(), x[0]));
    case Kind::SignExtend:
      return owned(d_context, Z3_mk_sign_ext(d_context, width - term->operands[0].width(), x[0]));
    case Kind::Apply: {
      const Z3_func_decl declaration = function(term);
      return declaration == nullptr ? nullptr : owned(d_context, Z3_mk_app(d_context, declaration, count, x));
    }
    default:
      break;
  }
  const Binary join = binary(term.kind());
  Z3_ast result = owned(d_context, x[0]);
  for (unsigned i = 1; i < count && result != nullptr; ++i) {
    const Z3_ast next = owned(d_context, join(d_context, result, x[i]));
    Z3_dec_ref(d_context, result);
    result = next;
  }
  return result;
}

}  // namespace launchproof::smt
