#include "verify/access/checks/moderate_arguments.h"

#include <algorithm>
#include <cstdint>

namespace launchproof::access {

using symbolic::Unknown;

void keep_moderate(const Context& context, std::vector<smt::Term>& question) {
  constexpr std::uint64_t kModerate = std::uint64_t{1} << 40U;
  smt::TermStore& store = context.store;
  std::vector<smt::Term> arguments;
  for (const smt::Term conjunct : question)
    for (const smt::Term variable : store.variables(conjunct)) {
      const Unknown* unknown = context.unknowns.value(variable);
      const bool is_argument = unknown != nullptr && unknown->is_promised && !unknown->address &&
                               unknown->parameter != model::kNone && variable.width() == 64;
      if (is_argument && std::ranges::find(arguments, variable) == arguments.end())
        arguments.push_back(variable);
    }
  for (const smt::Term argument : arguments) {
    const smt::Term shifted = store.add(argument, store.bv(kModerate, argument.width()));
    question.push_back(store.ult(shifted, store.bv(kModerate << 1U, argument.width())));
  }
}

}  // namespace launchproof::access
