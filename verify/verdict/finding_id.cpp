#include "verify/verdict/finding_id.h"

#include "verify/verdict/digest.h"

namespace launchproof::verdict {

std::string finding_id(const std::string& kernel, const Finding& finding) {
  std::string text = kernel + "/" + std::string(name(finding.property)) + "/" + finding.kind;
  for (const SourceLocation& at : finding.locations)
    text += "/" + at.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  return digest(text);
}

}  // namespace launchproof::verdict
