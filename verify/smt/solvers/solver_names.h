// The names that `--solver` takes.
//
//     LIST  = GROUP { "," GROUP }      groups are asked in turn
//     GROUP = ONE { "+" ONE }          those of a group are asked at once
//     ONE   = NAME [ ":int" ]          one of known_solvers.h, or the path of an SMT-LIB 2 program
//
// A text that is the path of a program is that program, whatever characters it holds.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "verify/smt/questions/question_log.h"
#include "verify/smt/solvers/backend.h"

namespace launchproof::smt {

struct SolverName {
  std::string program;  // or the name of one in process
  Form form = Form::BitVectors;
};

// Makes one solver by one name. Throws std::runtime_error when the program is not found.
std::unique_ptr<Backend> make_backend(TermStore& store, const SolverName& name);

// Never throws: what is no solver shows when it is looked for.
std::vector<std::vector<SolverName>> solver_names(const std::string& text);

// Makes a solver as make_solver of solver.h does. Each solver of a group has the question for the time
// `stagger` before the next one gets it too. `log`, if there is one, notes what each group is asked.
std::unique_ptr<Solver> make_solver(TermStore& store, const std::string& name,
                                    std::chrono::milliseconds stagger,
                                    const std::shared_ptr<QuestionLog>& log = nullptr);

}  // namespace launchproof::smt
