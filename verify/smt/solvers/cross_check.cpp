#include "verify/smt/solvers/cross_check.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <set>

#include "verify/smt/questions/question_text.h"
#include "verify/smt/solvers/child_process.h"
#include "verify/smt/solvers/solver_names.h"
#include "verify/smt/terms/bits.h"
#include "verify/smt/terms/print.h"

namespace launchproof::smt {
namespace {

constexpr const char* kReport =
    "; this is a fault of Launchproof or of a solver and not of the kernel: please report it with this file";

std::string in_words(const Model& model, const Symbols& symbols) {
  std::string text;
  for (const Term variable : symbols.variables) {
    const unsigned width = variable.width();
    const Bits value = model.evaluate(variable);
    text += "; " + variable->name + " = " +
            (width == 0 ? std::string(value != 0 ? "true" : "false") : literal_text(value, width)) + '\n';
  }
  return text;
}

}  // namespace

CrossCheck::CrossCheck(std::unique_ptr<Solver> first, std::unique_ptr<Backend> second, double share,
                       std::filesystem::path folder)
    : d_first(std::move(first)), d_second(std::move(second)), d_share(share), d_folder(std::move(folder)) {}

bool CrossCheck::is_chosen(std::span<const Term> conjuncts) const {
  // FNV-1a over the numbers of the conjuncts, which are the same in every run.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const Term conjunct : conjuncts) hash = (hash ^ conjunct.id()) * 0x100000001b3;
  constexpr unsigned kKept = 32;
  hash = (hash ^ (hash >> kKept)) * 0x9e3779b97f4a7c15;
  return static_cast<double>(hash >> kKept) < d_share * static_cast<double>(std::uint64_t{1} << kKept);
}

void CrossCheck::disagree(std::span<const Term> conjuncts, const std::string& first,
                          const std::string& second) const {
  static unsigned s_number = 0;
  const auto file = d_folder / ("launchproof-disagreement-" + std::to_string(::getpid()) + "-" +
                                std::to_string(++s_number) + ".smt2");
  std::ofstream out(file);
  out << "; " << d_first->name() << ": " << first << "\n; " << d_second->name() << ": " << second << "\n";
  out << question_text(conjuncts);
  out.close();
  const auto line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  throw Disagreement(d_first->name() + " says " + line(first) + ", " + d_second->name() + " says " +
                     line(second) + "; the question is in " +
                     (out ? file.string() : file.string() + ", which could not be written") + kReport);
}

Answer CrossCheck::check(std::span<const Term> conjuncts, const Limits& limits) {
  Answer answer = d_first->check(conjuncts, limits);
  if (answer.status == Status::Sat) {
    const bool fits =
        std::ranges::all_of(conjuncts, [&](Term conjunct) { return answer.model.evaluate(conjunct) != 0; });
    if (!fits)
      disagree(conjuncts,
               "sat with a model that does not fit\n" + in_words(answer.model, symbols_of(conjuncts)),
               "nothing, it was not asked");
    return answer;
  }
  if (answer.status == Status::Unknown) {
    if (answer.reason.find(kNoFit) != std::string::npos)
      disagree(conjuncts, "sat with a model that does not fit (" + answer.reason + ")",
               "nothing, it was not asked");
    return answer;
  }
  if (!is_chosen(conjuncts)) return answer;
  Cancellation never;
  const Question question = Question::verbatim(conjuncts);
  const Answer again = d_second->answer(question, limits, never);
  if (again.status == Status::Sat)
    disagree(conjuncts, "unsat",
             "sat, with this model, which fits\n" + in_words(again.model, symbols_of(conjuncts)));
  if (again.status == Status::Unsat) ++d_agreed;
  return answer;
}

CrossCheckChoice cross_check_choice(const std::string& text) {
  CrossCheckChoice choice;
  if (text == "off") return choice;
  const std::size_t colon = std::min(text.find(':'), text.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + colon, choice.share);
  const bool number = error == std::errc() && end == text.data() + colon;
  if (!number || !(choice.share >= 0 && choice.share <= 1))
    throw std::invalid_argument("`" + text +
                                "` does not begin with a share from 0 to 1; for instance 0.1 or 1:cvc5");
  if (colon < text.size()) choice.solver = text.substr(colon + 1);
  if (colon < text.size() && choice.solver.empty())
    throw std::invalid_argument("`" + text + "` names no solver after the colon; for instance 1:cvc5");
  const auto names = solver_names(choice.solver);
  if (!choice.solver.empty() && (names.size() != 1 || names.front().size() != 1))
    throw std::invalid_argument("`" + choice.solver + "` is more than one solver; the second one is one");
  return choice;
}

std::string second_solver(const CrossCheckChoice& choice, const std::string& first) {
  if (!choice.solver.empty()) return choice.solver;
  std::set<std::string> taken;
  for (const auto& group : solver_names(first))
    for (const SolverName& one : group) taken.insert(one.program);
  for (const char* other : {"cvc5", "cvc4"})
    if (!taken.contains(other) && !find_program(other).empty()) return other;
  return taken.contains("z3") ? "z3:int" : "z3";
}

}  // namespace launchproof::smt
