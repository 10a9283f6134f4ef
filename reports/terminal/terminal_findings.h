// One diagnostic for each root cause, in the style of a compiler.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/words/commands.h"
#include "reports/words/paint.h"
#include "reports/words/root_causes.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

// Returns the line of a class's source with a marker under the place, followed by the label. Returns an empty
// text if the place is not in that source.
std::string quoted_line(const verdict::ClassResult& result, const verdict::SourceLocation& location,
                        const std::string& label, const Paint& paint);

// Returns what a finding is called where it was named before the summary.
std::string named_key(const verdict::ClassResult& result, const verdict::Finding& finding);

// Returns the first line of each root cause that counts in their order or, if none does, of the reason why
// the class is not verified. Recorded programs have the names that reports give them.
std::vector<std::string> headlines(const verdict::ClassResult& result, bool colours);

// Diagnostics for the findings of one class, without its launch. Each root cause, each fix and
// each value that counterexamples need is shown once.
class Diagnostics {
 public:
  // Requires that all of them outlive this object.
  Diagnostics(const verdict::ClassResult& result, const Paint& paint, const FindingCommands& commands)
      : d_result(result), d_paint(paint), d_commands(commands) {}
  // Also refers to findings with these named_key()s instead of repeating their messages. May be null.
  Diagnostics(const verdict::ClassResult& result, const Paint& paint, const FindingCommands& commands,
              const std::set<std::string>* named)
      : d_result(result), d_paint(paint), d_commands(commands), d_named(named) {}

  std::string of(const RootCause& cause);
  // Returns the first line of it alone, after which fixes and needed values count as not shown.
  std::string first_line(const RootCause& cause) const;

 private:
  std::string needs(const verdict::Finding& finding);
  std::string advice(const verdict::Finding& finding);

  const verdict::ClassResult& d_result;
  const Paint& d_paint;
  const FindingCommands& d_commands;
  const std::set<std::string>* d_named = nullptr;
  std::vector<const verdict::Fix*> d_shown;
  std::vector<std::string> d_needs;         // values that were already named
  std::vector<std::string_view> d_advised;  // remedies that were already printed
};

// Returns the kernel and its launch on one or two lines.
std::string launch_lines(const verdict::ClassResult& result);

}  // namespace launchproof::reports
