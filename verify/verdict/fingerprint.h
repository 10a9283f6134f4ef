// The fingerprint that makes a finding the same finding in other results, whatever lines were inserted before
// it.
#pragma once

#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// Returns, by number of result and finding, 16 hexadecimal digits of kernel, file, property, kind, the arrays
// of the witness, and, for each location, its file, role, the text of its line without blanks, and which of
// the lines of this text it is. Line numbers count only where the text is not known, as in an included file.
// Places that agree in all of that are told apart by their order, so that one more place is one more
// fingerprint. Launches of one kernel share the fingerprints of findings at the same places.
std::vector<std::vector<std::string>> fingerprints(const Results& results);

// Returns the same for an answer that is undecided: kernel, file, property, verdict and causes with their
// lines' texts.
std::string undecided_fingerprint(const ClassResult& result, Property property);

// Returns a source's name as far as it is the same after an edit and in another checkout: of an absolute path
// the last folder alone, and programs without a file as `program`.
std::string stable_name(const std::string& file);

}  // namespace launchproof::verdict
