// Data for the page's template. Private to reports/html*.cpp, which alone see the template library.
// Every key of a section is always set: Mustache would otherwise look a missing one up in the section around
// it.
#pragma once

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "reports/acceptance/acceptance.h"
#include "reports/words/root_causes.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

using Data = kainjow::mustache::data;
using List = kainjow::mustache::list;

Data text(std::string_view value);  // cleaned; the template escapes it

// Returns the pieces of a sentence. Text between backticks is code.
Data sentence(std::string_view value);

// Returns one entry for each line, its sentence under `key`.
List sentences(const std::vector<std::string>& lines, const char* key);

// Adds the overview of all results.
void add_overview(Data& page, const verdict::Results& results, const Acceptance& acceptance);

// Returns the severity, the worst first.
std::size_t severity(verdict::Verdict verdict);

struct Look {
  const char* style;  // class in report.css
  const char* icon;
};
Look look_of(verdict::Verdict verdict);

// Returns one line of a listing with its marked pieces and labels; `locations` and `labels` by index, see
// excerpt.h.
Data code_line(std::uint32_t number, const std::string& line, const std::vector<std::size_t>& marks,
               const std::vector<verdict::SourceLocation>& locations, const std::vector<std::string>& styles,
               const std::vector<std::string>& labels);
Data code_gap();

// Returns a root cause by the finding that stands for it. `lines` is the class's source; `source_anchor` is
// where the page lists all of it; `accepted` says why the findings are accepted, and is empty where they are
// not.
Data finding_data(const verdict::ClassResult& result, const RootCause& cause,
                  const std::vector<std::string>& lines, const std::string& anchor,
                  const std::string& source_anchor, const std::string& accepted);

// Adds where in the launch the work-items of the finding's witness are. Adds nothing where its grid is not
// known.
void add_grid(Data& data, const verdict::ClassResult& result, const verdict::Finding& finding);

// Adds which elements the first work-items touch. Adds nothing where the class has no pattern, or not
// `wanted`.
void add_pattern(Data& data, const verdict::ClassResult& result, bool wanted);

// Adds what the witness's work-items did when replayed, and in which barrier intervals. Adds nothing where it
// is not known.
void add_steps(Data& data, const verdict::ClassResult& result, const verdict::Finding& finding);
// Returns the lines of the class's source that these steps name.
std::vector<std::uint32_t> step_lines(const verdict::ClassResult& result, const verdict::Finding& finding);

Data fact_data(std::string_view name, std::string_view value);
std::string approximation_text(const verdict::Approximation& item);

}  // namespace launchproof::reports
