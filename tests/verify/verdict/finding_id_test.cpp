#include "verify/verdict/finding_id.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace launchproof::verdict {
namespace {

Finding access(const char* array, const char* does) {
  Finding finding;
  finding.property = Property::OutOfBounds;
  finding.kind = "past the end";
  finding.locations = {{"k.cu", 4, 0, "access"}};
  finding.witness.emplace().work_items.resize(1);
  finding.witness->work_items[0].array = array;
  finding.witness->work_items[0].access = does;
  finding.id = finding_id("k", finding);
  return finding;
}

TEST(FindingId, IsUniqueAndOtherwiseStays) {
  std::vector<Finding> findings{access("a", "read"), access("b", "write"), access("a", "write"),
                                access("a", "write")};
  const std::string plain = findings[0].id;
  for (const Finding& finding : findings) EXPECT_EQ(finding.id, plain) << "they share a line";
  make_ids_unique(findings);
  std::set<std::string> ids;
  for (const Finding& finding : findings) ids.insert(finding.id);
  EXPECT_EQ(ids.size(), findings.size());
  EXPECT_EQ(findings[0].id, plain);
  const std::vector<Finding> before = findings;
  make_ids_unique(findings);
  EXPECT_EQ(findings, before) << "what is unique stays";
  std::vector<Finding> again{access("a", "read"), access("b", "write")};
  make_ids_unique(again);
  EXPECT_EQ(again[1].id, before[1].id) << "other findings do not change it";
}

}  // namespace
}  // namespace launchproof::verdict
