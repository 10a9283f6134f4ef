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
      return "it is verified, or was not asked and is assumed";
    case Needs::NoCounterexample:
      return "no counterexample of it was found; what is not verified is assumed";
    case Needs::ProofWhereItReads:
      return "it is verified, where the proof uses a value read from memory that the launch writes";
  }
  return {};
}

void rests_on_table(std::string& page) {
  page +=
      "\n## How properties rest on each other\n\n"
      "A property that was proved is `unknown`, with the cause that is given, where what its proof rests on "
      "is not so. What is\n"
      "assumed stands among the assumptions of the class.\n\n"
      "| property | rests on | which must hold | else the cause is | why |\n|---|---|---|---|---|\n";
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
  page += "\n## What helps\n\n`launchproof explain CAUSE` prints the same on a terminal.\n\n";
  for (std::size_t i = 0; i < all_causes().size(); ++i) {
    page += "- `";
    page += all_causes()[i].name;
    page += "`: ";
    page += remedy(static_cast<Cause>(i));
    page += "\n";
  }
  page +=
      "\n## When a finding is a defect\n\n"
      "A finding is a `defect` when its question was exact, or when a replay saw it happen. Contents of "
      "buffers and scalar\n"
      "arguments that the launch facts do not give may be anything: a replay makes them up, and a finding "
      "that it shows so\n"
      "names what was used. Recorded contents are never replaced. A finding that a replay saw stays a "
      "`possible-defect` where\n"
      "\n"
      "- a value has a part in it that the program leaves undefined, or that devices compute in ways of "
      "their own;\n"
      "- work-items of a sub-group give each other what OpenCL leaves open "
      "([replay.md](replay.md#sub-groups)), or how\n"
      "  the device divides groups into sub-groups is not known;\n"
      "- a fence, or an atomic that has an order or decides a branch, comes before an access and may order "
      "it;\n"
      "- it rests on memory that nothing wrote, or on an access outside of its array;\n"
      "- the values used break a precondition or an assumption, or no execution tells whether they do;\n"
      "- the replay made up an image, a sampler or a truth value, or contents that each launch has of its "
      "own or that were\n"
      "  recorded and cannot be read.\n"
      "\n"
      "Undefined values and branches that have no part in the two accesses do not count. Of races whose only "
      "approximation\n"
      "is a value that another race may change (`voided-by-race`), one happens for certain: without any "
      "race, each read would\n"
      "find what it is taken to find. The property is a `defect` then, while the finding stays possible "
      "until a replay shows it.\n";
  rests_on_table(page);
  page +=
      "\nA value read from memory that the launch also writes is taken to be what the barrier interval began "
      "with, which\n"
      "holds as long as there is no race before.\n\n"
      "A race in which all writers store the same bytes is benign: always listed, and a defect under "
      "`--strict`.\n"
      "That they always do is proved, or follows from executing the launch with its recorded contents where "
      "every device\n"
      "stores what the replay stored: integers, and floats that OpenCL fixes to the last bit. A replay of "
      "two "
      "work-items\n"
      "that stored equal bytes once is no proof; the finding stays a `possible-defect` and says so. The "
      "fourth "
      "component\n"
      "that a vector of three has in memory is padding, and undefined whichever store comes last: two stores "
      "of vectors of\n"
      "three are compared in the other components alone.\n\n"
      "A subscript that leaves an inner array, such as a row of `A[16][16]` or an array in a structure, is "
      "benign too where the\n"
      "access stays in the whole. C leaves it undefined, and it is a finding of `out-of-bounds` of a kind of "
      "its "
      "own.\n"
      "Pointers that walk over elements, as `&A[0][0] + i` does, are held to the whole alone.\n\n"
      "A data race at addresses outside of an array restates that an access leaves it: the finding of "
      "`out-of-bounds`\n"
      "says so, and there is none of `data-race`.\n";
  return page;
}

}  // namespace launchproof::verdict
