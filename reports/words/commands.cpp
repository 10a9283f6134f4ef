#include "reports/words/commands.h"

namespace launchproof::reports {

FindingCommands::FindingCommands(const verdict::Results& results, bool finds_by_id) {
  if (!finds_by_id) return;
  for (const verdict::ClassResult& result : results.results)
    for (const verdict::Finding& finding : result.findings)
      if (!finding.id.empty()) d_by_id.try_emplace(finding.id, Whole{finding.repro, finding.export_repro});
}

std::string FindingCommands::replay(const verdict::Finding& finding) const {
  const auto found = d_by_id.find(finding.id);
  const bool suffices = found != d_by_id.end() && found->second.replay == finding.repro;
  return suffices && !finding.repro.empty() ? "launchproof replay " + finding.id : finding.repro;
}

std::string FindingCommands::export_repro(const verdict::Finding& finding) const {
  const auto found = d_by_id.find(finding.id);
  const bool suffices = found != d_by_id.end() && found->second.export_repro == finding.export_repro;
  return suffices && !finding.export_repro.empty() ? "launchproof export-repro " + finding.id
                                                   : finding.export_repro;
}

}  // namespace launchproof::reports
