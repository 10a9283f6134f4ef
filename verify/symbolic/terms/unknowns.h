// The variables of a question that represent an over-approximation, with the cause. A question whose formula
// contains none of them is exact.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/smt/terms/term.h"
#include "verify/verdict/registry.h"

namespace launchproof::symbolic {

struct Unknown {
  verdict::Cause cause{};
  std::string detail;  // in words
  model::LocationId location = model::kNone;
  // The parameter that holds the value, if it is the value of a by-value argument or of a buffer at the
  // launch.
  std::uint32_t parameter = model::kNone;
  std::uint64_t byte = 0;    // for a by-value argument: the byte in it
  bool is_promised = false;  // preconditions mention it, so any value that they allow is real
  bool is_other = false;     // computed by another work-item, and known if the question includes that
  smt::Term address;         // for a buffer: the byte in the memory object, unless an operand of the
                             // application gives it
  smt::Term rounded;         // for a marker: made from the result of an inexact float operation
};

class Unknowns {
 public:
  explicit Unknowns(smt::TermStore& store) : d_store(store) {}

  // Creates a Boolean that, if true, admits more than the program does. With the value false, only real
  // behaviour remains.
  smt::Term marker(const std::string& name, const Unknown& unknown) {
    const smt::Term term = d_store.bool_var("approx." + name);
    d_markers.try_emplace(term, unknown);
    return term;
  }
  // Creates a value that the program determines but the engine does not know.
  smt::Term value(const std::string& name, unsigned width, const Unknown& unknown) {
    const smt::Term term = width == 1 ? d_store.bool_var(name) : d_store.bv_var(name, width);
    d_values.try_emplace(term, unknown);
    return term;
  }
  // Records the same for a variable that already exists.
  void note(smt::Term variable, const Unknown& unknown) { d_values.try_emplace(variable, unknown); }
  // Records an uninterpreted function whose results the program determines but the engine does not know.
  void function(const std::string& name, const Unknown& unknown) { d_functions.try_emplace(name, unknown); }

  // Records that the float is the result of this application, exact or rounded.
  void note_rounded(smt::Term bits, smt::Term application) { d_rounded.try_emplace(bits, application); }
  smt::Term rounded(smt::Term bits) const {
    const auto it = d_rounded.find(bits);
    return it == d_rounded.end() ? smt::Term() : it->second;
  }

  const Unknown* marker(smt::Term term) const { return find(d_markers, term); }
  // Returns what is unknown about a variable or an application; null if nothing is recorded.
  const Unknown* value(smt::Term term) const {
    if (term.kind() == smt::Kind::Apply) {
      const auto it = d_functions.find(term->name);
      return it == d_functions.end() ? nullptr : &it->second;
    }
    return find(d_values, term);
  }

 private:
  template <typename Map>
  static const Unknown* find(const Map& map, smt::Term term) {
    const auto it = map.find(term);
    return it == map.end() ? nullptr : &it->second;
  }

  smt::TermStore& d_store;
  std::unordered_map<smt::Term, Unknown> d_markers;
  std::unordered_map<smt::Term, Unknown> d_values;
  std::unordered_map<std::string, Unknown> d_functions;
  std::unordered_map<smt::Term, smt::Term> d_rounded;
};

}  // namespace launchproof::symbolic
