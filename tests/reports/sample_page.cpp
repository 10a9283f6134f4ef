// reports_sample_page FILE [hostile|large|empty]: writes the sample as report.html, and as text to standard
// output.
#include <iostream>
#include <string_view>

#include "reports/files.h"
#include "reports/terminal.h"
#include "tests/reports/sample.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: reports_sample_page FILE [hostile|large|empty]\n";
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
  launchproof::reports::write_html(results, argv[1]);
  std::cout << launchproof::reports::terminal_report(results,
                                                     {.colours = false, .width = 110, .quiet = false});
  return 0;
}
