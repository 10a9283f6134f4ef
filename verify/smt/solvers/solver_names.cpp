#include "verify/smt/solvers/solver_names.h"

#include <algorithm>
#include <stdexcept>

#include "verify/smt/solvers/child_process.h"
#include "verify/smt/solvers/known_solvers.h"
#include "verify/smt/solvers/portfolio.h"
#include "verify/smt/solvers/schedule.h"

namespace launchproof::smt {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool is_path(const std::string& text) {
  return text.find('/') != std::string::npos && !find_program(text).empty();
}

SolverName one_name(const std::string& text) {
  constexpr std::string_view kIntegers = ":int";
  if (!text.ends_with(kIntegers) || is_path(text)) return {text, Form::BitVectors};
  return {text.substr(0, text.size() - kIntegers.size()), Form::Integers};
}

}  // namespace

std::unique_ptr<Backend> make_backend(TermStore& store, const SolverName& name) {
  if (name.program == "z3") return make_z3_backend(store, name.form);
  if (name.program == kTable) {
    if (name.form == Form::Integers) throw std::runtime_error("solver 'table' does not support integers");
    return make_table_backend(store);
  }
  if (name.program == "cadical") {
    if (name.form == Form::Integers) throw std::runtime_error("solver 'cadical' does not support integers");
    return make_cadical_backend(store);
  }
  std::vector<std::string> command{name.program};
  for (std::string& option : known_options(name.program)) command.push_back(std::move(option));
  return make_process_backend(store, name.program, std::move(command), name.form);
}

std::vector<std::vector<SolverName>> solver_names(const std::string& text) {
  std::vector<std::vector<SolverName>> groups;
  if (is_path(text)) return {{{text, Form::BitVectors}}};
  for (const std::string& group : split(text, ',')) {
    groups.emplace_back();
    if (is_path(group)) {
      groups.back().push_back({group, Form::BitVectors});
      continue;
    }
    for (const std::string& one : split(group, '+')) groups.back().push_back(one_name(one));
  }
  return groups;
}

std::unique_ptr<Solver> make_solver(TermStore& store, const std::string& name,
                                    std::chrono::milliseconds stagger,
                                    const std::shared_ptr<QuestionLog>& log) {
  std::vector<std::unique_ptr<Solver>> groups;
  for (const std::vector<SolverName>& group : solver_names(name)) {
    std::vector<std::unique_ptr<Backend>> solvers;
    solvers.reserve(group.size());
    for (const SolverName& one : group) solvers.push_back(make_backend(store, one));
    groups.push_back(make_portfolio(store, std::move(solvers), stagger));
    if (log) groups.back() = make_logged(std::move(groups.back()), log);
  }
  // Even a single in-process solver gets a schedule, since a question is divided if it is hard as a whole.
  if (groups.size() > 1 || is_in_process(name)) return make_schedule(store, std::move(groups));
  return std::move(groups.front());
}

std::unique_ptr<Solver> make_solver(TermStore& store, const std::string& name) {
  return make_solver(store, name, kStagger);
}

}  // namespace launchproof::smt
