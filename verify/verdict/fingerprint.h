// Fingerprints that identify the same finding in different results, even if lines were inserted before it.
#pragma once

#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns, by number of result and finding, 16 hexadecimal digits computed from kernel, file, property, kind,
// the arrays of the witness, and, for each location, its file, its role, the text of its line without blanks,
// and the line's index among all lines with this text. Uses line numbers only if the text is unknown, as in
// an included file. Places that agree in all of that are distinguished by their order, so that an additional
// place gives an additional fingerprint. Launches of one kernel share the fingerprints of findings at the
// same places.
std::vector<std::vector<std::string>> fingerprints(const Results& results);

// Returns the same for an undecided answer, computed from kernel, file, property, verdict and causes with the
// texts of their lines.
std::string undecided_fingerprint(const ClassResult& result, Property property);

// Returns the part of a source's name that is the same after an edit and in another checkout: for an absolute
// path only the last folder and the file, and `program` for programs without a file.
std::string stable_name(const std::string& file);

}  // namespace launchproof::verdict
