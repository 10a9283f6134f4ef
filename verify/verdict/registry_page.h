// docs/verdicts.md, generated from registry.def.
#pragma once

#include <string>

namespace launchproof::verdict {

std::string registry_page();  // Markdown

}  // namespace launchproof::verdict
