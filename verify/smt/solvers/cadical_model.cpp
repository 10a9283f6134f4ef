#include "verify/smt/solvers/cadical_model.h"

#include <cstdlib>
#include <map>
#include <utility>

namespace launchproof::smt {

Model cadical_model(CaDiCaL::Solver& solver, const BitBlaster& blaster, const Symbols& symbols) {
  const auto value = [&](Term term) {
    Bits bits = 0;
    const Word& word = blaster.word(term);
    for (std::size_t i = 0; i < word.size(); ++i)
      if ((solver.val(std::abs(word[i])) > 0) == (word[i] > 0)) bits |= Bits{1} << i;
    return bits;
  };
  Model model;
  for (const Term variable : symbols.variables) model.set(variable, value(variable));
  std::map<std::uint32_t, std::pair<Term, Model::FunctionTable>> tables;  // by function
  for (const Term application : symbols.applications) {
    std::vector<Bits> arguments;
    arguments.reserve(application->operands.size());
    for (const Term argument : application->operands) arguments.push_back(value(argument));
    auto& [named, table] = tables[application->low];
    named = application;
    table.entries.emplace(std::move(arguments), value(application));
  }
  for (auto& [function, entry] : tables) model.set_function(entry.first, std::move(entry.second));
  return model;
}

}  // namespace launchproof::smt
