// Prints results as text for a terminal or a log.
#pragma once

#include <set>
#include <string>

#include "reports/acceptance/acceptance.h"
#include "verify/verdict/results.h"

namespace launchproof::reports {

struct TerminalOptions {
  bool colours = false;      // ANSI colours; the caller knows whether its output is a terminal
  unsigned width = 0;        // columns; kernels and launches in the table are cut to fit; 0: nothing is cut
  bool quiet = false;        // print only the summary line
  bool finds_by_id = false;  // as in FindingCommands
  // Findings that were named above the summary, by named_key(); null: none was.
  const std::set<std::string>* named = nullptr;
  const Acceptance* acceptance = nullptr;  // shown if something was accepted; null: nothing was
};

// Returns the table, a diagnostic for each finding, what was assumed and not checked, and the summary line.
// Control characters in names and sources are made visible, so that kernels cannot write escape sequences to
// the terminal.
std::string terminal_report(const verdict::Results& results, const TerminalOptions& options);

// Returns only the last line: "5 launch classes (144 launches): 3 verified, 1 defect, 1 unknown". Says how
// many of the classes with defects are accepted.
std::string summary_line(const verdict::Results& results, const Acceptance& acceptance = {});

}  // namespace launchproof::reports
