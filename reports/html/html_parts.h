// Data for the page's template. Private to reports/html*.cpp, the only files that use the template library.
// Every key of a section is always set: Mustache would otherwise look up a missing key in the enclosing
// section.
#pragma once

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "reports/html/file_links.h"
#include "reports/words/commands.h"
#include "reports/words/root_causes.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

using Data = kainjow::mustache::data;
using List = kainjow::mustache::list;

Data text(std::string_view value);  // cleaned text; the template escapes it

// Returns the pieces of a sentence. Text between backticks is code.
Data sentence(std::string_view value);

// Returns one entry for each line, its sentence under `key`.
List sentences(const std::vector<std::string>& lines, const char* key);

// Adds the overview of all results.
void add_overview(Data& page, const verdict::Results& results, const Acceptance& acceptance);

// Returns a number that sorts verdicts by severity, worst first.
std::size_t severity(verdict::Verdict verdict);

struct Look {
  const char* style;  // class in report.css
  const char* icon;
};
Look look_of(verdict::Verdict verdict);

// Returns one line of a listing with its marked pieces and labels. `locations` and `labels` are indexed as in
// excerpt.h.
Data code_line(std::uint32_t number, const std::string& line, const std::vector<std::size_t>& marks,
               const std::vector<verdict::SourceLocation>& locations, const std::vector<std::string>& styles,
               const std::vector<std::string>& labels);
Data code_gap();

// Returns the data for a root cause, given by the finding that represents it. `lines` is the class's source.
// `source_anchor` is the place where the page lists the whole source. `accepted` says why the findings are
// accepted, and is empty if they are not. `commands` has the commands of the results, `links` the links to
// files.
Data finding_data(const verdict::ClassResult& result, const RootCause& cause,
                  const std::vector<std::string>& lines, const std::string& anchor,
                  const std::string& source_anchor, const std::string& accepted,
                  const FindingCommands& commands, const FileLinks& links);

// Adds a picture of the positions of the witness's work-items in the launch. Adds nothing if the grid is
// unknown.
void add_grid(Data& data, const verdict::ClassResult& result, const verdict::Finding& finding);

// Adds a picture of the elements that the first work-items touch. Adds nothing if the class has no pattern,
// or if `wanted` is false.
void add_pattern(Data& data, const verdict::ClassResult& result, bool wanted);

// Adds the actions of the witness's work-items in the replay and their barrier intervals. Adds nothing if
// they are unknown.
void add_steps(Data& data, const verdict::ClassResult& result, const verdict::Finding& finding);
// Returns the lines of the class's source that occur in these steps.
std::vector<std::uint32_t> step_lines(const verdict::ClassResult& result, const verdict::Finding& finding);

Data fact_data(std::string_view name, std::string_view value);
std::string approximation_text(const verdict::Approximation& item);

}  // namespace launchproof::reports
