// The rules of a SARIF log.
#pragma once

#include <string_view>

#include "verify/verdict/registry.h"

namespace launchproof::reports {

struct RuleText {
  std::string_view name;  // an identifier in Pascal case
  std::string_view help;  // what a violation does, and what can be done about it
};

RuleText rule_text(verdict::Property property);

}  // namespace launchproof::reports
