#include "verify/verdict/registry_page.h"

#include <span>
#include <string_view>

#include "verify/verdict/registry.h"

namespace launchproof::verdict {
namespace {

void table(std::string& page, std::string_view heading, std::string_view introduction,
           std::span<const Entry> entries) {
  page += "\n## ";
  page += heading;
  page += "\n\n";
  page += introduction;
  page += "\n\n| name | meaning |\n|---|---|\n";
  for (const Entry& entry : entries) {
    page += "| `";
    page += entry.name;
    page += "` | ";
    page += entry.meaning;
    page += " |\n";
  }
}

}  // namespace

std::string registry_page() {
  std::string page =
      "# Verdicts, properties and causes\n\n"
      "<!-- Generated from verify/verdict/registry.def by `ninja -C build verdicts_page`; do not edit. "
      "-->\n\n"
      "Every launch class carries one verdict for each property, and the worst of those asked for itself. A "
      "verdict\n"
      "other than `verified` names its causes. The names below are the ones in `results.json` and in every "
      "report.\n";
  table(page, "Verdicts", "From worst to best; `not-asked` counts for nothing, and is always said.",
        all_verdicts());
  table(page, "Properties",
        "`verified` means that the sentence holds for every input that the stated launch facts allow.",
        all_properties());
  table(page, "Causes", "Why a defect is only possible, or an answer is unknown, unsupported or not asked.",
        all_causes());
  page +=
      "\n## How properties lean on each other\n\n"
      "Race freedom is proved between barriers and for arrays that do not reach into each other. Therefore\n"
      "`data-race: verified` needs `barrier-divergence` and `out-of-bounds` to be verified, or to stand "
      "among the\n"
      "assumptions of the class. A class whose barriers may diverge, or with an access that can leave its "
      "array, has\n"
      "`data-race: unknown` with the cause `voided-by-divergence` or `voided-by-bounds`.\n\n"
      "A value read from memory that the launch also writes is taken to be what the barrier interval began "
      "with, which\n"
      "holds as long as there is no race before. Where a race is found, `out-of-bounds`, "
      "`barrier-divergence` "
      "and\n"
      "`null-access` that rest on such values are `unknown` with the cause `voided-by-race`.\n\n"
      "A race in which all writers store the same bytes is benign: always listed, and a defect under "
      "`--strict`.\n";
  return page;
}

}  // namespace launchproof::verdict
