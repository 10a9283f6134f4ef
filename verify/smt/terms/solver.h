// Solvers after one type. An answer is sound or it is Unknown with a reason: a solver that dies, lies or
// stalls never changes a verdict.
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

// Effort of a solver, in Z3's resource units: steps that Z3 counts itself, so that the same question costs
// the same on every machine. A limit for cvc5 is one of its own steps, of which an answer is taken to need a
// quarter; of CaDiCaL, clauses and decisions count. Other programs are limited and charged by the clock,
// kWorkPerMillisecond each.
using Work = std::uint64_t;
constexpr Work kWorkPerMillisecond = 2'000;  // about what Z3 does in a millisecond on an idle machine

struct Limits {
  std::chrono::milliseconds time{10'000};  // wall clock for one check
  Work work = 0;                           // of one check, which then ends as Unknown kOutOfWork; 0: no limit
  bool in_slices = false;                  // solvers asked in turn share `work` even when it is small
  std::size_t memory_mib = 1024;  // of a solver process, or of the solver in process where it can be limited
  Cancellation* cancellation = nullptr;  // ends the check as the time does: Unknown "cancelled"
};

// A total assignment: variables not listed are zero/false, function entries not listed are `otherwise` (or
// zero).
class Model {
 public:
  struct FunctionTable {
    std::map<std::vector<Bits>, Bits> entries;
    Bits otherwise = 0;
  };
  void set(Term variable, Bits value) { d_values[variable] = value; }  // Booleans: 0 or 1
  void set_function(const std::string& name, FunctionTable table) { d_functions[name] = std::move(table); }
  // Sets the table of the one function of this name that has the widths of `application`. It comes before
  // that of the plain name.
  void set_function(Term application, FunctionTable table);
  // Returns the value of `root` (Booleans: 0 or 1); memoised per call.
  Bits evaluate(Term root) const;

 private:
  std::unordered_map<Term, Bits> d_values;
  std::map<std::string, FunctionTable> d_functions;
};

enum class Status : std::uint8_t { Unsat, Sat, Unknown };

struct Answer {
  Status status = Status::Unknown;
  Model model;  // Sat only; has been evaluated on the question and fits
  std::string
      reason;  // Unknown only: "timeout", "memory", "solver died: signal 9", "model does not fit", ...
  std::string solver;  // name of the solver that answered; empty when simplification alone settled it
  Work work = 0;       // that the solver spent
};

// The reason of an answer that ended because of Limits::work.
constexpr const char* kOutOfWork = "work limit";

class Solver {
 public:
  virtual ~Solver() = default;
  // Is the conjunction satisfiable? Never throws for a solver's failure: that is Unknown with the reason.
  virtual Answer check(std::span<const Term> conjuncts, const Limits& limits) = 0;
  virtual std::string name() const = 0;
};

// Makes Z3 in process.
std::unique_ptr<Solver> make_z3(TermStore& store);

// Returns a solver that speaks SMT-LIB 2 on its standard input, kept running between questions and started
// again when it dies. `command` is its argv. Throws std::runtime_error when the program is not found.
std::unique_ptr<Solver> make_process_solver(TermStore& store, std::string name,
                                            std::vector<std::string> command);

// Makes a solver by the name that `--solver` takes (solver_names.h): "cadical", "z3", "z3:int", "cvc5", a
// path. Several with `+` between are asked at once, with commas between in turn.
std::unique_ptr<Solver> make_solver(TermStore& store, const std::string& name);

}  // namespace launchproof::smt
