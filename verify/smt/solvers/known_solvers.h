// The solvers that are known by name, each once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::smt {

// What `--solver NAME` stands for.
enum class Access : std::uint8_t {
  InProcess,  // a library; a program that is given by a path may have the same name
  Program,    // looked for in PATH
  PathOnly    // nothing: the program is given by a path, and its options are known
};

struct KnownSolver {
  std::string_view name;
  Access access = Access::Program;
  // Words that let the program read SMT-LIB 2 from its standard input, one question after the other.
  std::string_view options;
};

std::span<const KnownSolver> known_solvers();

// Returns those that `--solver` takes by name, for messages: "cadical, z3, cvc4, cvc5".
std::string known_solver_names();

// Returns whether `--solver` takes the name for a program, or for a library.
bool is_known_program(std::string_view name);
bool is_in_process(std::string_view name);

// Returns the options of a program, a name or a path, by the name with which its own begins ("cvc5-1.0").
std::vector<std::string> known_options(const std::string& program);

}  // namespace launchproof::smt
