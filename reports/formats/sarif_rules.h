// The rules of a SARIF log.
#pragma once

#include <string_view>

#include "verify/verdict/registry.h"

namespace launchproof::reports {

struct RuleText {
  std::string_view name;  // an identifier in Pascal case
  std::string_view help;  // the effect of a violation, and remedies
};

RuleText rule_text(verdict::Property property);

}  // namespace launchproof::reports
