#include "verify/verdict/registry_page.h"

#include <cstddef>
#include <span>
#include <string_view>

#include "verify/verdict/registry.h"
#include "verify/verdict/remedies.h"
#include "verify/verdict/rests_on.h"

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

std::string_view in_words(Needs needs) {
  switch (needs) {
    case Needs::Proof:
      return "it is verified, or not asked and assumed";
    case Needs::NoCounterexample:
      return "no counterexample was found; the rest is assumed";
    case Needs::ProofWhereItReads:
      return "it is verified, if the proof uses a value read from memory that the launch writes";
  }
  return {};
}

void rests_on_table(std::string& page) {
  page +=
      "\n"
      "## How properties depend on each other\n"
      "\n"
      "A property that was proved is `unknown`, with the given cause, if the property that its proof depends "
      "on does not hold. Anything that\n"
      "is assumed is listed under the assumptions of the class.\n"
      "\n"
      "| property | depends on | condition | cause otherwise | reason |\n|---|---|---|---|---|\n";
  for (const RestsOn& row : all_rests_on()) {
    page.append("| `").append(name(row.property)).append("` | `").append(name(row.on)).append("` | ");
    page.append(in_words(row.needs)).append(" | `").append(name(row.cause)).append("` | ");
    page.append(row.meaning).append(" |\n");
  }
}

}  // namespace

std::string registry_page() {
  std::string page =
      "# Verdicts, properties and causes\n\n"
      "<!-- Generated from verify/verdict/registry.def by `ninja -C build verdicts_page`; do not edit. "
      "-->\n\n"
      "Each launch class has one verdict for each property. The verdict of the class is the worst of those "
      "that were asked.\n"
      "A verdict other than `verified` names its causes. `results.json` and all reports use the names "
      "below.\n";
  table(page, "Verdicts", "From worst to best. `not-asked` is ignored in the ranking but always reported.",
        all_verdicts());
  table(page, "Properties",
        "`verified` means that the sentence holds for every input that the stated launch facts allow.",
        all_properties());
  table(page, "Causes", "Why a defect is only possible, or an answer is unknown, unsupported or not asked.",
        all_causes());
  page += "\n## What helps\n\n`launchproof explain CAUSE` prints the same on a terminal.\n\n";
  for (std::size_t i = 0; i < all_causes().size(); ++i) {
    page += "- `";
    page += all_causes()[i].name;
    page += "`: ";
    page += remedy(static_cast<Cause>(i));
    page += "\n";
  }
  page +=
      "\n"
      "## When a finding is a defect\n"
      "\n"
      "A finding is a `defect` if it is exact, or if a replay saw it happen. A replay makes up the contents "
      "of buffers and the scalar\n"
      "arguments that the launch facts do not give, and the finding names the values that it used. Recorded "
      "contents are never\n"
      "replaced. A finding that a replay saw is still only a `possible-defect` if\n"
      "\n"
      "- it depends on a value that the program leaves undefined, or that devices compute in different "
      "ways;\n"
      "- it depends on an exchange in a sub-group that OpenCL leaves open "
      "([replay.md](replay.md#sub-groups)), or on an unknown division of\n"
      "  groups into sub-groups;\n"
      "- a fence, or an atomic that has an order or decides a branch, comes before an access and may order "
      "it;\n"
      "- it depends on memory that nothing wrote, or on an access outside of its array;\n"
      "- the values used break a precondition or an assumption, or no execution shows whether they do;\n"
      "- the replay made up an image, a sampler or a truth value, contents that differ from launch to "
      "launch, or recorded\n"
      "  contents that cannot be read.\n"
      "\n"
      "Undefined values and branches that do not affect the two accesses do not count. Among the races that "
      "are\n"
      "approximate only because another race may change a value (`voided-by-race`), one certainly happens: "
      "without any race, each read would\n"
      "yield the value that it is assumed to yield. The property is then a `defect`, and each finding stays "
      "possible until a replay shows it.\n";
  rests_on_table(page);
  page +=
      "\n"
      "A value read from memory that the launch also writes is assumed to be the value at the start of the "
      "barrier interval.\n"
      "This holds as long as no race comes before.\n"
      "\n"
      "A race in which all writers store the same bytes is benign: it is always listed, and is a defect "
      "under `--strict`. That the bytes are\n"
      "always the same is proved, or follows from executing the launch with its recorded contents, if every "
      "device\n"
      "stores the same values as the replay: integers, and floats that OpenCL defines to the last bit. A "
      "replay of two work-items\n"
      "that stored equal bytes once is no proof; the finding stays a `possible-defect` and says so. The "
      "fourth component of a vector of three\n"
      "in memory is undefined padding, so two stores of such vectors are compared in the other components "
      "only.\n"
      "\n"
      "A subscript that leaves an inner array, such as a row of `A[16][16]` or an array in a structure, but "
      "stays in the whole array, is\n"
      "also benign. C leaves it undefined; it is reported as a separate kind of `out-of-bounds`. Pointers "
      "that walk over elements, as\n"
      "`&A[0][0] + i` does, only have to stay in the whole array.\n"
      "\n"
      "A data race at addresses outside of an array follows from the access that leaves the array. It is "
      "reported only as\n"
      "`out-of-bounds`.\n";
  return page;
}

}  // namespace launchproof::verdict
