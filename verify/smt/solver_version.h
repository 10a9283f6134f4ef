// Which program answers to a solver's name.
#pragma once

#include <string>

namespace launchproof::smt {

// Of a name that --solver takes, all programs in it: what each prints for --version, the first lines, within
// five seconds. Solvers in process are part of this program and need none. Empty where one cannot be told.
std::string solver_versions(const std::string& names);

}  // namespace launchproof::smt
