#include "verify/smt/solvers/known_solvers.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace launchproof::smt {
namespace {

constexpr std::array kKnown{KnownSolver{"cadical", Access::InProcess, ""},
                            KnownSolver{"table", Access::InProcess, ""},
                            KnownSolver{"z3", Access::InProcess, "-in"},
                            KnownSolver{"cvc4", Access::Program, "--lang=smt2 --incremental"},
                            KnownSolver{"cvc5", Access::Program, "--lang=smt2 --incremental"},
                            KnownSolver{"yices", Access::PathOnly, "--incremental"}};

bool is_known_as(std::string_view name, Access access) {
  return std::ranges::any_of(
      kKnown, [&](const KnownSolver& one) { return one.name == name && one.access == access; });
}

}  // namespace

std::span<const KnownSolver> known_solvers() {
  return kKnown;
}

std::string known_solver_names() {
  std::string names;
  for (const KnownSolver& one : kKnown)
    if (one.access != Access::PathOnly) names += (names.empty() ? "" : ", ") + std::string(one.name);
  return names;
}

bool is_known_program(std::string_view name) {
  return is_known_as(name, Access::Program);
}

bool is_in_process(std::string_view name) {
  return is_known_as(name, Access::InProcess);
}

std::vector<std::string> known_options(const std::string& program) {
  const std::string base = program.substr(program.rfind('/') + 1);
  const auto* const known =
      std::ranges::find_if(kKnown, [&](const KnownSolver& one) { return base.starts_with(one.name); });
  std::vector<std::string> options;
  if (known == kKnown.end()) return options;
  std::istringstream words{std::string(known->options)};
  for (std::string word; words >> word;) options.push_back(word);
  return options;
}

}  // namespace launchproof::smt
