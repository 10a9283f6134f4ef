#include "reports/formats/formats.h"

#include <array>

#include "reports/formats/junit.h"
#include "reports/formats/sarif.h"
#include "reports/terminal/terminal.h"

namespace launchproof::reports {

std::span<const Format> formats() {
  static constexpr std::array kFormats{
#define FORMAT(name, label, ci_file, written) \
  Format{#name, label, ci_file, [](const ReportInput& report) -> std::string { return written; }},
#include "reports/formats/formats.def"
  };
  return kFormats;
}

}  // namespace launchproof::reports
