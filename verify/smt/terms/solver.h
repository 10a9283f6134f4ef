// The common interface of all solvers. An answer is sound, or it is Unknown with a reason: a solver that
// dies, lies or stalls never changes a verdict.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/smt/terms/term.h"

namespace launchproof::smt {

class Cancellation;

// Effort of a solver in Z3's resource units, which are steps counted by Z3, so that the same question costs
// the same on every machine. A limit for cvc5 is in cvc5's own steps, and an answer is assumed to need a
// quarter of them. For CaDiCaL, clauses and decisions count. Other programs are limited and charged by the
// clock, at kWorkPerMillisecond for each millisecond.
using Work = std::uint64_t;
constexpr Work kWorkPerMillisecond = 2'000;  // about what Z3 does in a millisecond on an idle machine

struct Limits {
  std::chrono::milliseconds time{10'000};  // clock time for one check (effort::Clock)
  Work work = 0;                           // work of one check, which ends as Unknown kOutOfWork when it is
                                           // spent; 0: no limit
  bool in_slices = false;                  // solvers asked in turn share `work` even if it is small
  std::size_t memory_mib = 1024;  // memory of a solver process, or of an in-process solver if it can be
                                  // limited
  Cancellation* cancellation = nullptr;  // ends the check the way the time limit does: Unknown "cancelled"
};

// A total assignment: variables that are not listed are zero or false, function entries that are not listed
// are `otherwise` (or zero).
class Model {
 public:
  struct FunctionTable {
    std::map<std::vector<Bits>, Bits> entries;
    Bits otherwise = 0;
  };
  void set(Term variable, Bits value) { d_values[variable] = value; }  // Booleans: 0 or 1
  void set_function(const std::string& name, FunctionTable table) { d_functions[name] = std::move(table); }
  // Sets the table of the function with this name and the widths of `application`. It takes precedence over
  // the table for the name alone.
  void set_function(Term application, FunctionTable table);
  // Returns the value of `root` (Booleans: 0 or 1); memoised within a call.
  Bits evaluate(Term root) const;

 private:
  std::unordered_map<Term, Bits> d_values;
  std::map<std::string, FunctionTable> d_functions;
};

enum class Status : std::uint8_t { Unsat, Sat, Unknown };

struct Answer {
  Status status = Status::Unknown;
  Model model;  // Sat only; has been evaluated on the question and satisfies it
  std::string
      reason;  // Unknown only: "timeout", "memory", "solver died: signal 9", "model does not fit", ...
  std::string solver;  // name of the solver that answered; empty if simplification alone settled the question
  Work work = 0;       // work spent by the solver
};

// The reason of an answer that was ended by Limits::work.
constexpr const char* kOutOfWork = "work limit";

class Solver {
 public:
  virtual ~Solver() = default;
  // Returns whether the conjunction is satisfiable. Never throws if a solver fails: the answer is then
  // Unknown with the reason.
  virtual Answer check(std::span<const Term> conjuncts, const Limits& limits) = 0;
  virtual std::string name() const = 0;
};

// Creates an in-process Z3.
std::unique_ptr<Solver> make_z3(TermStore& store);

// Returns a solver that speaks SMT-LIB 2 on its standard input and output. The process is kept running
// between questions and restarted if it dies. `command` is its argv. Throws std::runtime_error if the program
// is not found.
std::unique_ptr<Solver> make_process_solver(TermStore& store, std::string name,
                                            std::vector<std::string> command);

// Creates a solver by the name that `--solver` takes (solver_names.h): "cadical", "z3", "z3:int", "cvc5", a
// path. Names joined by `+` are asked at once, names separated by commas in turn.
std::unique_ptr<Solver> make_solver(TermStore& store, const std::string& name);

}  // namespace launchproof::smt
