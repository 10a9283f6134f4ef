// The part that `check`, `verify` and `run` share: verifies jobs, and shows and writes the results.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::cli {

// Verifies the jobs in worker processes and shows a progress line. On a terminal, and with --ci, it also
// names each failure as soon as it is found. Results that the cache holds are taken from it, and `notes` gets
// the problems with the cache. `decided` is called with the number of each job and its outcomes as soon as
// all of them are known. It may be empty.
using Decided = std::function<void(std::size_t job, const std::vector<worker::Completed>& outcomes)>;
std::vector<worker::Completed> verify_jobs(const std::vector<jobs::Job>& jobs, const Arguments& arguments,
                                           std::vector<std::string>& notes, const Decided& decided = {});

// Returns the stream that names the files written along with a summary on `stream`, or null for none. Names
// never go into JSON.
std::FILE* stream_of_names(const Arguments& arguments, std::FILE* stream);

// Writes results.json into `folder` first if verification was interrupted, so that a second signal loses
// nothing that was proved. Does nothing otherwise, or if `folder` is empty.
void keep_interrupted(const verdict::Results& results, const std::filesystem::path& folder);

// Prints the summary, as --format and --quiet ask for. `finds_by_id` is as reports::TerminalOptions has it.
// Returns false, after a message, when it could not be written.
[[nodiscard]] bool print_results(const verdict::Results& results, const reports::Acceptance& acceptance,
                                 bool finds_by_id, const Arguments& arguments, std::FILE* stream);

// Writes results.json and report.html, and names them on `stream` unless quiet. False, after a message on
// standard error, when a file could not be written.
[[nodiscard]] bool write_reports(const verdict::Results& results, const reports::Acceptance& acceptance,
                                 const std::filesystem::path& folder, const Arguments& arguments,
                                 std::FILE* stream);

// Returns the exit status of the results without accepted findings, with --error-exitcode applied.
int status_of(const verdict::Results& results, const reports::Acceptance& acceptance,
              const Arguments& arguments);

bool does_not_compile(const verdict::ClassResult& result);

// Returns whether standard error or output is coloured: as --color says, else on a terminal where NO_COLOR is
// unset or empty.
bool wants_colours(const Arguments& arguments, std::FILE* stream);

}  // namespace launchproof::cli
