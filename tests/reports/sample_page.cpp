// reports_sample_page FILE [hostile|large|empty|accepted]: writes the sample as report.html, and as text to
// standard output.
#include <iostream>
#include <string_view>

#include "reports/formats/files.h"
#include "reports/terminal/terminal.h"
#include "tests/reports/sample.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: reports_sample_page FILE [hostile|large|empty|accepted]\n";
    return 2;
  }
  const std::string_view which = argc > 2 ? argv[2] : "";
  launchproof::verdict::Results results;
  if (which == "hostile") {
    results = launchproof::reports::hostile_sample();
  } else if (which == "large") {
    results = launchproof::reports::large_sample(10'000);
  } else if (which != "empty") {
    results = launchproof::reports::sample();
  }
  launchproof::reports::Acceptance acceptance;
  if (which == "accepted") {
    results.problems = {"the application ended with exit status 3"};
    acceptance = launchproof::reports::sample_acceptance(results);
  }
  launchproof::reports::write_html(results, acceptance, false, argv[1]);
  std::cout << launchproof::reports::terminal_report(results, {.width = 110, .acceptance = &acceptance});
  return 0;
}
