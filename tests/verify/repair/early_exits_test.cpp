#include <gtest/gtest.h>

#include "tests/verify/repair/findings.h"

namespace launchproof::repair {
namespace {

std::vector<std::string> staying(const std::string& source, const std::string& barrier = "barrier(") {
  verdict::Finding finding;
  finding.property = verdict::Property::BarrierDivergence;
  finding.locations = {place(source, barrier, "barrier")};
  return texts(source, later_exits(SourceTree(source), facts(), finding));
}

TEST(LaterExits, SkipTheWorkBeforeTheBarrier) {
  EXPECT_EQ(
      staying("void k() {\n  if (i >= n) return;\n  __local int t[8];\n  t[l] = i;\n  barrier(X);\n"
              "  a[i] = t[7 - l];\n}\n"),
      (std::vector<std::string>{"void k() {\n  const bool takes_part = !(i >= n);\n  __local int t[8];\n"
                                "  if (takes_part) t[l] = i;\n  barrier(X);\n  if (!takes_part) return;\n  "
                                "a[i] = t[7 - l];\n}\n"}));
}

TEST(LaterExits, MoveWhereNothingIsToBeSkipped) {
  EXPECT_EQ(staying("void k() {\n  if (i >= n) return;\n  int j = i + 1;\n  barrier(X);\n  a[i] = j;\n}\n"),
            (std::vector<std::string>{
                "void k() {\n  int j = i + 1;\n  barrier(X);\n  if (i >= n) return;\n  a[i] = j;\n}\n"}));
  // What the condition reads may have changed behind the barrier.
  EXPECT_EQ(staying("void k() {\n  if (t[i]) return;\n  barrier(X);\n  t[j] = 1;\n}\n"),
            (std::vector<std::string>{"void k() {\n  const bool takes_part = !(t[i]);\n  barrier(X);\n"
                                      "  if (!takes_part) return;\n  t[j] = 1;\n}\n"}));
}

TEST(LaterExits, DeclareForAllAndReadForSome) {
  EXPECT_EQ(staying("void k() {\n  if (c) return;\n  int v = a[i], w = b ? *p : 1, *q = &x;\n  barrier(X);\n "
                    " g();\n}\n"),
            (std::vector<std::string>{
                "void k() {\n  const bool takes_part = !(c);\n  int v = takes_part ? a[i] : 0, "
                "w = takes_part ? (b ? *p : 1) : 0, *q = &x;\n  barrier(X);\n  if (!takes_part) return;\n  "
                "g();\n}\n"}));
}

TEST(LaterExits, GoIntoLoopsThatHoldTheBarrier) {
  EXPECT_EQ(
      staying("void k() {\n  if (c) return;\n  for (;;) {\n    f();\n    g();\n    barrier(X);\n    h();\n  "
              "}\n}\n"),
      (std::vector<std::string>{
          "void k() {\n  const bool takes_part = !(c);\n  for (;;) {\n    if (takes_part) {\n      f();\n"
          "      g();\n    }\n    barrier(X);\n    if (takes_part) h();\n  }\n}\n"}));
}

TEST(LaterExits, KeepWhatIsDoneBeforeTheExit) {
  EXPECT_EQ(
      staying("int k() {\n  if (c) {\n    f();\n    return 0;\n  }\n  barrier(X);\n  return 1;\n}\n"),
      (std::vector<std::string>{
          "int k() {\n  const bool takes_part = !(c);\n  if (!takes_part) {\n    f();\n  }\n  barrier(X);\n"
          "  if (!takes_part) return 0;\n  return 1;\n}\n"}));
}

TEST(LaterExits, ContinueBehindTheBarrierOfTheIteration) {
  EXPECT_EQ(
      staying(
          "void k() {\n  for (;;) {\n    if (c) continue;\n    f();\n    barrier(X);\n    g();\n  }\n}\n"),
      (std::vector<std::string>{
          "void k() {\n  for (;;) {\n    const bool takes_part = !(c);\n    if (takes_part) f();\n"
          "    barrier(X);\n    if (!takes_part) continue;\n    g();\n  }\n}\n"}));
}

TEST(LaterExits, KnowFunctionsThatHoldABarrier) {
  EXPECT_EQ(
      staying("void f(int i) {\n  barrier(X);\n}\nvoid k() {\n  if (c) return;\n  g();\n  f(1);\n}\n",
              "f(1)"),
      (std::vector<std::string>{"void f(int i) {\n  barrier(X);\n}\nvoid k() {\n"
                                "  const bool takes_part = !(c);\n  if (takes_part) g();\n  f(1);\n}\n"}));
}

TEST(LaterExits, AreNoneWhereTheExitDependsOnWhatFollows) {
  EXPECT_TRUE(staying("int k() {\n  if (c) return v;\n  barrier(X);\n  return 1;\n}\n").empty());
  EXPECT_TRUE(staying("void k() {\n  for (;;) {\n    if (c) break;\n    barrier(X);\n  }\n}\n").empty());
  EXPECT_TRUE(staying("void k() {\n  if (c) return; else f();\n  barrier(X);\n}\n").empty());
  EXPECT_TRUE(staying("void k() {\n  if (c) { if (d) return; return; }\n  barrier(X);\n}\n").empty());
  EXPECT_TRUE(staying("void k() {\n  f();\n  barrier(X);\n  if (c) return;\n}\n").empty());
  EXPECT_TRUE(
      staying("void k() {\n  if (c) return;\n#ifdef D\n  f();\n#endif\n  barrier(X);\n  g();\n}\n").empty());
}

}  // namespace
}  // namespace launchproof::repair
