// The solvers that are known by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace launchproof::smt {

// What `--solver NAME` selects.
enum class Access : std::uint8_t {
  InProcess,  // a library, even if a program with the same name can be given by its path
  Program,    // a program looked up in PATH
  PathOnly    // nothing: the program must be given by its path, but its options are known
};

struct KnownSolver {
  std::string_view name;
  Access access = Access::Program;
  // Options that make the program read SMT-LIB 2 from its standard input, one question after the other.
  std::string_view options;
};

std::span<const KnownSolver> known_solvers();

// Returns the names that `--solver` accepts, for messages: "cadical, z3, cvc4, cvc5".
std::string known_solver_names();

// Returns whether `--solver` accepts the name, of a program or of a library.
bool is_known_program(std::string_view name);
bool is_in_process(std::string_view name);

// Returns the options for a program given by name or path. A known name that is a prefix of the program's own
// name decides ("cvc5-1.0").
std::vector<std::string> known_options(const std::string& program);

}  // namespace launchproof::smt
