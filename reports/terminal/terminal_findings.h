// One diagnostic for each root cause, in the style of a compiler.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/words/paint.h"
#include "reports/words/root_causes.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the line of a class's source with a marker under the place, and the label behind it. Empty when the
// place is not in that source.
std::string quoted_line(const verdict::ClassResult& result, const verdict::SourceLocation& location,
                        const std::string& label, const Paint& paint);

// Returns the first line of each finding that counts, and of what else keeps the class from being verified.
std::vector<std::string> headlines(const verdict::ClassResult& result, bool colours);

// Diagnostics for the findings of one class, without its launch: one for each root cause, and each fix once.
class Diagnostics {
 public:
  // Requires that both outlive this. `finds_by_id` is as TerminalOptions has it.
  Diagnostics(const verdict::ClassResult& result, const Paint& paint, bool finds_by_id = false)
      : d_result(result), d_paint(paint), d_finds_by_id(finds_by_id) {}

  std::string of(const RootCause& cause);

 private:
  std::string advice(const verdict::Finding& finding);

  const verdict::ClassResult& d_result;
  const Paint& d_paint;
  bool d_finds_by_id;
  std::vector<const verdict::Fix*> d_shown;
  std::vector<std::string_view> d_advised;  // remedies that were printed
};

// Returns the kernel and its launch, in one line or two.
std::string launch_lines(const verdict::ClassResult& result);

}  // namespace launchproof::reports
