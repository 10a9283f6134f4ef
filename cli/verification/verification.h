// The common part of `check`, `verify` and `run`: verifies jobs, and shows and writes the results.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"
#include "verify/worker/classes/class_verifier.h"

namespace launchproof::cli {

// Verifies the jobs in worker processes and shows a progress line. On a terminal, and with --ci, it also
// names each failure when it is found if the run lasts longer than ten seconds. Uses results in the cache,
// and adds problems with the cache to `notes`. `decided` is called with the number of each job and its
// outcomes as soon as all of them are known. It may be empty.
using Decided = std::function<void(std::size_t job, const std::vector<worker::Completed>& outcomes)>;
// The findings that were named then are added to `named`, by reports::named_key(), unless that is null.
std::vector<worker::Completed> verify_jobs(const std::vector<jobs::Job>& jobs, const Arguments& arguments,
                                           std::vector<std::string>& notes, const Decided& decided = {},
                                           std::set<std::string>* named = nullptr);

// Returns the stream on which written files are listed along with a summary on `stream`, or null for none.
// File names are never mixed into JSON.
std::FILE* stream_of_names(const Arguments& arguments, std::FILE* stream);

// If verification was interrupted, writes results.json into `folder` first, so that a second signal loses
// nothing that was proved. Otherwise, or if `folder` is empty, does nothing.
void keep_interrupted(const verdict::Results& results, const std::filesystem::path& folder);

// Prints the summary according to --format and --quiet. `finds_by_id` is as in reports::FindingCommands.
// The summary refers to the findings `named` by verify_jobs() if `stream` leads to the same place as standard
// error. Returns false, after a message, if it could not be written.
[[nodiscard]] bool print_results(const verdict::Results& results, const reports::Acceptance& acceptance,
                                 bool finds_by_id, const Arguments& arguments, std::FILE* stream,
                                 const std::set<std::string>& named = {});

// Writes results.json and report.html, and lists them on `stream` unless quiet. Returns false, after a
// message on standard error, if a file could not be written.
[[nodiscard]] bool write_reports(const verdict::Results& results, const reports::Acceptance& acceptance,
                                 const std::filesystem::path& folder, const Arguments& arguments,
                                 std::FILE* stream);

// Returns the exit status for the results, ignoring accepted findings and with --error-exitcode applied.
int status_of(const verdict::Results& results, const reports::Acceptance& acceptance,
              const Arguments& arguments);

bool does_not_compile(const verdict::ClassResult& result);

// Returns whether standard error or output is coloured: as --color says, or otherwise on a terminal if
// NO_COLOR is unset or empty.
bool wants_colours(const Arguments& arguments, std::FILE* stream);

}  // namespace launchproof::cli
