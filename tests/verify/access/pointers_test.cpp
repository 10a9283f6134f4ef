// Tests pointers that may be null or point into one of several arrays, and comparisons of them.
#include "verify/symbolic/terms/pointers.h"

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

verdict::ClassResult of_optional(const std::string& body) {
  return check(
      "__kernel void k(__global int* a, __global int* b, int n) { int i = get_global_id(0); " + body + " }",
      {8, 1, {buffer(1, 32), buffer(2, 32)}});
}

TEST(Pointers, AGuardReachesTheAccess) {
  for (const char* guard : {"if (p) ", "if (p != 0) ", "if (!p) return; ", "if (p == b) ", "if (n) "}) {
    const auto result = of_optional("__global int* p = n ? b : 0; " + std::string(guard) + "p[i] = 1;");
    EXPECT_EQ(result.verdict, Verdict::Verified) << guard << explain(result);
  }
}

TEST(Pointers, AGuardThatSaysTheOppositeDoesNot) {
  for (const char* guard : {"", "if (!p) ", "if (p == 0) ", "if (p != b) ", "if (i < 8) "}) {
    const auto result = of_optional("__global int* p = n ? b : 0; " + std::string(guard) + "p[i] = 1;");
    EXPECT_EQ(of(result, Property::NullAccess), Verdict::PossibleDefect) << guard << explain(result);
  }
}

TEST(Pointers, OneOfSeveralArrays) {
  const std::string chosen = "__global int* p = n > 2 ? a : n > 1 ? b : 0; ";
  EXPECT_EQ(of_optional(chosen + "if (p == a) a[i] = 1; else if (p) b[i] = 1;").verdict, Verdict::Verified);
  EXPECT_EQ(
      of_optional(chosen + "__global int* q = n > 2 ? 0 : a; if (p && q) b[i] = 1; if (p == q) a[i + 8] = 1;")
          .verdict,
      Verdict::Verified);
  EXPECT_NE(of_optional(chosen + "__global int* q = n > 2 ? a : 0; if (p == q) a[i + 8] = 1;").verdict,
            Verdict::Verified);
}

// It is unknown where one array ends and another begins.
TEST(Pointers, TheEndOfAnArrayMayBeTheStartOfAnother) {
  EXPECT_EQ(of_optional("if (a + 7 == b) a[i + 8] = 1;").verdict, Verdict::Verified);
  EXPECT_EQ(of(of_optional("if (a + 8 == b) a[i + 8] = 1;"), Property::OutOfBounds), Verdict::PossibleDefect);
  EXPECT_EQ(of_optional("if (a + 8 == 0) a[i + 8] = 1;").verdict, Verdict::Verified);
  EXPECT_EQ(of_optional("if (a == b) a[i + 8] = 1;").verdict, Verdict::Verified);
}

TEST(Pointers, PartsOfOneBuffer) {
  const auto result = [](const std::string& test) {
    return of(check("__kernel void k(__global int* a, __global int* b) { if (" + test + ") a[8] = 1; }",
                    {1, 1, {buffer(1, 32), buffer(1, 16, 16)}}),
              Property::OutOfBounds);
  };
  EXPECT_EQ(result("a + 4 == b"), Verdict::Defect);
  EXPECT_EQ(result("a + 3 == b"), Verdict::Verified);
}

TEST(Pointers, MadeFromAnIntegerAndNotUsed) {
  const auto verdict_of = [](const std::string& body) {
    return check("__kernel void k(__global int* a, ulong n) { int i = get_global_id(0); " + body + " }",
                 {8, 1, {buffer(1, 32)}})
        .verdict;
  };
  const std::string made = "__global int* p = (__global int*)n; ";
  EXPECT_EQ(verdict_of(made + "p = a; p[i] = 1;"), Verdict::Verified);
  EXPECT_EQ(
      verdict_of(made + "for (int k = 0; k < 3; ++k) { p = a + i; *p = k; p = (__global int*)(n + k); }"),
      Verdict::Verified);
  EXPECT_EQ(verdict_of(made + "p[i] = 1;"), Verdict::Unsupported);
  EXPECT_EQ(verdict_of(made + "if (i & 1) p = a; p[i] = 1;"), Verdict::Unsupported);
  EXPECT_EQ(verdict_of(made + "if (p == a) a[i + 8] = 1;"), Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::access::testing
