// reports_sample_files FOLDER: writes every kind of report of the samples, for the validators, for the golden
// files and for inspection. Each file name begins with its sample: plain, accepted, hostile, empty.
#include <filesystem>
#include <iostream>
#include <string>

#include "reports/formats/files.h"
#include "reports/formats/junit.h"
#include "reports/formats/sarif.h"
#include "reports/formats/trace.h"
#include "reports/terminal/comparison_text.h"
#include "reports/terminal/terminal.h"
#include "tests/reports/sample.h"

namespace {

using namespace launchproof;

void write(const std::filesystem::path& folder, const std::string& name, const verdict::Results& results,
           const reports::Acceptance& acceptance) {
  reports::write_json(results, folder / (name + ".json"));
  reports::write_whole(folder / (name + ".sarif"), reports::sarif_log(results, acceptance));
  reports::write_whole(folder / (name + ".junit.xml"), reports::junit_xml(results, acceptance));
  reports::write_whole(folder / (name + ".txt"),
                       reports::terminal_report(results, {.width = 110, .acceptance = &acceptance}));
  reports::write_whole(folder / (name + ".trace.json"),
                       reports::chrome_trace(results, reports::sample_launches()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: reports_sample_files FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  const verdict::Results results = reports::sample();
  write(folder, "plain", results, {});
  write(folder, "accepted", results, reports::sample_acceptance(results));
  write(folder, "hostile", reports::hostile_sample(), {});
  write(folder, "empty", {}, {});
  const verdict::Results before = reports::earlier_sample();
  const reports::Comparison comparison = reports::compare(before, results);
  reports::write_whole(folder / "diff.txt", reports::comparison_text(comparison, before, results, false));
  reports::write_whole(folder / "diff.json", reports::comparison_json(comparison, before, results));
  return 0;
}
