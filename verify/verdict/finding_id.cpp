#include "verify/verdict/finding_id.h"

#include <set>

#include "verify/verdict/digest.h"

namespace launchproof::verdict {

std::string finding_id(const std::string& kernel, const Finding& finding) {
  std::string text = kernel + "/" + std::string(name(finding.property)) + "/" + finding.kind;
  for (const SourceLocation& at : finding.locations)
    text += "/" + at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  return digest(text);
}

void make_ids_unique(std::vector<Finding>& findings) {
  std::set<std::string> taken;
  for (Finding& finding : findings) {
    if (taken.insert(finding.id).second) continue;
    std::string text = finding.id + "/" + std::to_string(finding.launch) + (finding.benign ? "/benign" : "/");
    if (finding.witness) {
      for (const WorkItem& item : finding.witness->work_items) text += "/" + item.array + "/" + item.access;
      text += "/" + finding.witness->interval;
    }
    do {
      finding.id = digest(text);
      text += "/";
    } while (!taken.insert(finding.id).second);
  }
}

}  // namespace launchproof::verdict
