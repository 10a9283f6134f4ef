#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {

void Model::set_function(Term application, FunctionTable table) {
  d_functions[function_key(*application.node())] = std::move(table);
}

Bits Model::evaluate(Term root) const {
  std::unordered_map<std::uint32_t, Bits> values;
  Marks marks;
  visit_operands_first(root, marks, [&](Term term) {
    std::vector<Bits> operands;
    operands.reserve(term->operands.size());
    for (const Term operand : term->operands) operands.push_back(values.at(operand.id()));
    Bits value = 0;
    if (term.kind() == Kind::BoolVar || term.kind() == Kind::BvVar) {
      const auto found = d_values.find(term);
      if (found != d_values.end()) value = found->second & (term.width() == 0 ? Bits{1} : mask(term.width()));
    } else if (term.kind() == Kind::Apply) {
      auto table = d_functions.find(function_key(*term.node()));
      if (table == d_functions.end()) table = d_functions.find(term->name);
      if (table != d_functions.end()) {
        const auto entry = table->second.entries.find(operands);
        value = (entry == table->second.entries.end() ? table->second.otherwise : entry->second) &
                mask(term.width());
      }
    } else {
      value = operation_value(*term.node(), operands);
    }
    values.emplace(term.id(), value);
  });
  return values.at(root.id());
}

}  // namespace launchproof::smt
