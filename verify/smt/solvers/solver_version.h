// Identifies the program behind a solver's name.
#pragma once

#include <string>

namespace launchproof::smt {

// Returns the versions of all programs in a name that --solver takes: the first line that each prints for
// --version within five seconds. Solvers in process are part of this program and have no version of their
// own. Returns an empty text if a version cannot be determined.
std::string solver_versions(const std::string& names);

}  // namespace launchproof::smt
