// What makes a finding the same finding in other results, whatever lines were put in before it.
#pragma once

#include <string>
#include <vector>

#include "verify/verdict/results.h"

namespace launchproof::verdict {

// By number of result and finding: 16 hexadecimal digits of kernel, file without its folder, property, kind,
// and, for each location, its file, role and the text of its line without blanks. No line numbers: where
// several places agree in all of that, they are told apart by their order, so that one more place is one more
// fingerprint. Launches of one kernel share the fingerprints of what is found at the same places.
std::vector<std::vector<std::string>> fingerprints(const Results& results);

// The same for an answer that is undecided: kernel, file, property, verdict and causes with their lines'
// texts.
std::string undecided_fingerprint(const ClassResult& result, Property property);

// A source's name as far as it is the same after an edit: without its folder, and programs without a file as
// `program`.
std::string stable_name(const std::string& file);

}  // namespace launchproof::verdict
