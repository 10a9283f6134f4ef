#include "verify/smt/questions/question_text.h"

#include <algorithm>
#include <set>

#include "verify/smt/questions/question.h"
#include "verify/smt/terms/print.h"

namespace launchproof::smt {
namespace {

std::string declarations(const Symbols& symbols) {
  std::string text;
  for (const Term variable : symbols.variables)
    text += "(declare-fun " + to_smtlib(variable) + " () " + sort_text(variable.width()) + ")\n";
  std::set<std::string> known;
  for (const Term application : symbols.applications) {
    std::string one = "(declare-fun |" + application->name + "| (";
    for (const Term operand : application->operands) one += sort_text(operand.width()) + ' ';
    one += ") " + sort_text(application.width()) + ")\n";
    if (known.insert(one).second) text += one;
  }
  return text;
}

}  // namespace

std::string question_text(std::span<const Term> conjuncts) {
  std::string text = "(set-logic QF_UFBV)\n" + declarations(symbols_of(conjuncts));
  for (const Term conjunct : conjuncts) text += "(assert " + to_smtlib(conjunct) + ")\n";
  // Names created in this folder contain a byte that symbols cannot contain; `~` is in no name of a program.
  std::ranges::replace(text, '\x01', '~');
  return text + "(check-sat)\n";
}

}  // namespace launchproof::smt
