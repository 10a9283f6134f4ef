// Translates terms to Z3 expressions and keeps them between questions. Z3's types do not leave the z3_*
// files.
#pragma once

#include <z3.h>

#include <unordered_map>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

class Z3Translator {
 public:
  explicit Z3Translator(Z3_context context) : d_context(context) {}
  ~Z3Translator();
  Z3Translator(const Z3Translator&) = delete;
  Z3Translator& operator=(const Z3Translator&) = delete;

  // Returns an expression that lives as long as the translator; null if Z3 failed, in which case the context
  // has the error.
  Z3_ast translate(Term root);
  Z3_func_decl function(Term application);
  std::size_t size() const { return d_translated.size(); }

 private:
  Z3_ast build(  // the caller owns a reference to the result
      Term term, const Z3_ast* x, unsigned count);
  Z3_sort sort(unsigned width);

  Z3_context d_context;
  std::unordered_map<std::uint32_t, Z3_ast> d_translated;       // by term id
  std::unordered_map<std::uint32_t, Z3_func_decl> d_functions;  // by function number
};

}  // namespace launchproof::smt
