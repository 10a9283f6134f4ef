// Terms as Z3 expressions, kept between questions. Z3's types stay in the z3_* files.
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

  // Returns a term that lives as long as the translator. Null when Z3 failed; the context has the error.
  Z3_ast translate(Term root);
  Z3_func_decl function(Term application);
  std::size_t size() const { return d_translated.size(); }

 private:
  Z3_ast build(  // with a reference for the caller
      Term term, const Z3_ast* x, unsigned count);
  Z3_sort sort(unsigned width);

  Z3_context d_context;
  std::unordered_map<std::uint32_t, Z3_ast> d_translated;       // by term id
  std::unordered_map<std::uint32_t, Z3_func_decl> d_functions;  // by function number
};

}  // namespace launchproof::smt
