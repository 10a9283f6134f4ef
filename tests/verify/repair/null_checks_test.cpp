#include <gtest/gtest.h>

#include "tests/verify/repair/findings.h"

namespace launchproof::repair {
namespace {

std::vector<std::string> checked(const std::string& source, const std::string& access,
                                 const std::string& array, const std::string& kind = "write") {
  verdict::Finding finding = outside(source, access, array, kind);
  finding.property = verdict::Property::NullAccess;
  return texts(source, null_checks(SourceTree(source), facts(), finding));
}

using Texts = std::vector<std::string>;

TEST(NullChecks, AskForThePointerBeforeTheAccess) {
  EXPECT_EQ(checked("void k() {\n  a[i] = 1;\n}\n", "a[i]", "a"),
            (Texts{"void k() {\n  if (a != 0) a[i] = 1;\n}\n"}));
  EXPECT_EQ(checked("void k() {\n  if (c) *last = 1;\n}\n", "*last", "a"),
            (Texts{"void k() {\n  if (c) if (last != 0) *last = 1;\n}\n"}));
  EXPECT_EQ(checked("void k() {\n  p->x = 2 * y;\n}\n", "p->x", "a"),
            (Texts{"void k() {\n  if (p != 0) p->x = 2 * y;\n}\n"}));
  EXPECT_EQ(checked("void k() {\n  vstore4(v, 0, a);\n}\n", "vstore4", "a"),
            (Texts{"void k() {\n  if (a != 0) vstore4(v, 0, a);\n}\n"}));
}

TEST(NullChecks, KeepADeclaration) {
  EXPECT_EQ(checked("void k() {\n  int m = a[i];\n  f(m);\n}\n", "a[i]", "a", "read"),
            (Texts{"void k() {\n  int m = (a != 0 ? a[i] : 0);\n  f(m);\n}\n"}));
}

TEST(NullChecks, TurnAQuestionRound) {
  for (const char* question : {"!a", "a == 0", "a == NULL"})
    EXPECT_EQ(checked(std::string("void k() {\n  if (") + question + ") a[i] = 1;\n}\n", "a[i]", "a"),
              (Texts{"void k() {\n  if (a != 0) a[i] = 1;\n}\n"}))
        << question;
}

TEST(NullChecks, AreNoneBehindAQuestionForThePointer) {
  EXPECT_TRUE(checked("void k() {\n  if (a != 0) a[i] = 1;\n}\n", "a[i]", "a").empty());
  EXPECT_TRUE(checked("void k() {\n  if (a) a[i] = 1;\n}\n", "a[i]", "a").empty());
}

}  // namespace
}  // namespace launchproof::repair
