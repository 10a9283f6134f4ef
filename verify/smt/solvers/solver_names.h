// Parses the names that `--solver` takes.
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
  std::string program;  // a program, or the name of a solver in process
  Form form = Form::BitVectors;
};

// Creates one solver by name. Throws std::runtime_error if the program is not found.
std::unique_ptr<Backend> make_backend(TermStore& store, const SolverName& name);

// Returns the parsed names. Never throws: unknown solvers are only detected when they are looked up.
std::vector<std::vector<SolverName>> solver_names(const std::string& text);

// Creates a solver as make_solver of solver.h does. Each solver of a group works on the question for the time
// `stagger` before the next one gets it too. `log`, if given, records the questions to each group.
std::unique_ptr<Solver> make_solver(TermStore& store, const std::string& name,
                                    std::chrono::milliseconds stagger,
                                    const std::shared_ptr<QuestionLog>& log = nullptr);

}  // namespace launchproof::smt
