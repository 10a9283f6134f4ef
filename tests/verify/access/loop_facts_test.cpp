// Tests loop-carried values without closed form, whose bounds are proved by induction. Each verified kernel
// has a neighbour that is not verified.
#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

struct FactCase {
  const char* name;
  const char* body;    // of a kernel with `a`, `in`, `n` (10) and `l`
  std::uint64_t fits;  // bytes of `a` that suffice; four fewer do not
};

class LoopFactsOf : public ::testing::TestWithParam<FactCase> {};

verdict::ClassResult result_of(const std::string& body, std::uint64_t bytes) {
  return check("__kernel void k(__global int* a, __global const int* in, int n) { int l = get_local_id(0); " +
                   body + " }",
               {1, 1, {buffer(1, bytes), buffer(2, 4096), integer(10)}});
}

TEST_P(LoopFactsOf, AreNeededAndSuffice) {
  const auto enough = result_of(GetParam().body, GetParam().fits);
  EXPECT_EQ(of(enough, Property::OutOfBounds), Verdict::Verified) << explain(enough);
  const auto short_by_one = result_of(GetParam().body, GetParam().fits - 4);
  EXPECT_NE(of(short_by_one, Property::OutOfBounds), Verdict::Verified) << explain(short_by_one);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, LoopFactsOf,
    ::testing::Values(
        FactCase{"half_open_search",
                 "int lo = 0, hi = n; while (lo < hi) { int m = (lo + hi) / 2; a[m] = 1;"
                 " if (in[m] < l) lo = m + 1; else hi = m; }",
                 40},
        FactCase{"half_open_search_unsigned",
                 "uint lo = 0, hi = n; while (lo < hi) { uint m = (lo + hi) >> 1; a[m] = 1;"
                 " if (in[m] < l) lo = m + 1; else hi = m; }",
                 40},
        FactCase{"closed_search",
                 "int lo = 0, hi = n - 1; while (lo <= hi) { int m = lo + (hi - lo) / 2; a[m] = 1;"
                 " if (in[m] < l) lo = m + 1; else hi = m - 1; }",
                 40},
        FactCase{"place_found",
                 "int lo = 0, hi = n; while (lo < hi) { int m = (lo + hi) / 2;"
                 " if (in[m] < l) lo = m + 1; else hi = m; } a[lo] = 1;",
                 44},
        FactCase{"search_in_a_part",
                 "int lo = 3, hi = 3 + n; while (hi - lo > 1) { int m = (lo + hi) / 2;"
                 " if (in[m] < l) lo = m; else hi = m; } a[lo] = 1;",
                 52},
        FactCase{"search_for_each",
                 "for (int q = 0; q < 30; ++q) { int lo = 0, hi = n; while (lo < hi) { int m = (lo + hi) / 2;"
                 " if (in[m] < q) lo = m + 1; else hi = m; } a[lo] = 1; }",
                 44},
        FactCase{"wide_search",
                 "ulong lo = 0, hi = (ulong)n; while (lo < hi) { ulong m = lo + (hi - lo) / 2; a[m] = 1;"
                 " if (in[m] < l) lo = m + 1; else hi = m; }",
                 40},
        FactCase{"counted", "int c = 0; for (int i = 0; i < 100; ++i) { if (in[i]) { a[c] = 1; ++c; } }",
                 400},
        FactCase{"counted_by_guard",
                 "int c = 0; for (int i = 0; i < 900; ++i) if (in[i] && c < n) a[c++] = 1;", 40},
        FactCase{"counted_down",
                 "int c = 99; for (int i = 0; i < 100; ++i) { if (in[i]) { a[c] = 1; --c; } }", 400},
        FactCase{
            "cursors_sum",
            "int i = 0, j = 0, c = 0; while (i < n && j < 20) { a[c++] = 1; if (in[i] < in[j + 50]) ++i; "
            "else "
            "++j; }",
            116},
        FactCase{
            "cursor_of_a_merge",
            "int i = 0, j = 0; while (i < n && j < 20) { a[j] = 1; if (in[i] < in[j + 50]) ++i; else ++j; }",
            80},
        FactCase{"falls_while", "int j = n - 1; while (j >= 0 && in[j] > l) { a[j + 1] = 1; --j; }", 44},
        FactCase{"leaps", "int i = 0; while (i < n) { a[i] = 1; i += in[i] > 3 ? 2 : 1; }", 40},
        FactCase{"walks", "__global int* p = a; while (p < a + n) { *p = 1; p += in[5] > 3 ? 2 : 1; }", 40},
        FactCase{
            "one_of_few",
            "int s = 0; for (int i = 0; i < 100; ++i) { a[s] = 1; if (in[i] > 3) s = 7; else if (s == 7) s "
            "= 2; }",
            32}),
    [](const auto& tested) { return std::string(tested.param.name); });

// The array's contents decide how the loop continues, so a counterexample depends on them.
TEST(LoopFacts, DoNotHideWhatIsWrong) {
  const auto inclusive = result_of(
      "int lo = 0, hi = n; while (lo <= hi) { int m = (lo + hi) / 2; a[m] = 1;"
      " if (in[m] < l) lo = m + 1; else hi = m - 1; }",
      40);
  EXPECT_EQ(of(inclusive, Property::OutOfBounds), Verdict::PossibleDefect) << explain(inclusive);
  const auto too_fast =
      result_of("int c = 0; for (int i = 0; i < 100; ++i) { if (in[i]) { a[c] = 1; c += 2; } }", 400);
  EXPECT_NE(of(too_fast, Property::OutOfBounds), Verdict::Verified) << explain(too_fast);
}

TEST(LoopFacts, AreOfMachineArithmetic) {
  const auto search = [](std::int32_t n, std::uint64_t bytes) {
    return of(
        check(
            "__kernel void k(__global char* a, __global const int* in, int n) { int lo = 0, hi = n;"
            " while (lo < hi) { int m = (lo + hi) / 2; a[m] = 1; if (in[m & 7] < 5) lo = m + 1; else hi = m; "
            "} }",
            {1, 1, {buffer(1, bytes), buffer(2, 4096), integer(n)}}),
        Property::OutOfBounds);
  };
  EXPECT_EQ(search(0x40000000, 0x40000000), Verdict::Verified);
  EXPECT_NE(search(0x60000000, 0x60000000), Verdict::Verified);  // low + high comes to be negative
}

// A loop that is not entered implies nothing about the values that it would carry.
TEST(LoopFacts, HoldWhereTheLoopIsEntered) {
  const std::string source =
      "__kernel void k(__global int* a, __global const int* in, int n) { int x = 90;"
      " if (n > 20) { int lo = 0, hi = n; while (lo < hi) { int m = (lo + hi) / 2;"
      " if (in[m] < 5) lo = m + 1; else hi = m; } x = lo; } a[x] = 1; }";
  EXPECT_NE(of(check(source, {1, 1, {buffer(1, 44), buffer(2, 4096), integer(10)}}), Property::OutOfBounds),
            Verdict::Verified);
  EXPECT_EQ(of(check(source, {1, 1, {buffer(1, 128), buffer(2, 4096), integer(31)}}), Property::OutOfBounds),
            Verdict::Verified);
}

TEST(LoopFacts, AreThoseOfTheWorkItemsOwnLoop) {
  const std::string source =
      "__kernel void k(__global int* a, __global const int* in, int n) { int l = get_local_id(0);"
      " int lo = l * n, hi = lo + n; while (lo < hi) { int m = (lo + hi) / 2; a[m] = 1;"
      " if (in[m] < 5) lo = m + 1; else hi = m; } }";
  EXPECT_EQ(check(source, {8, 1, {buffer(1, 320), buffer(2, 4096), integer(10)}}).verdict, Verdict::Verified);
  const std::string shared =
      "__kernel void k(__global int* a, __global const int* in, int n) {"
      " int l = get_local_id(0); int lo = l * n, hi = lo + n + 1; while (lo < hi) { int m = (lo + hi) / 2;"
      " a[m] = l; if (in[m] < 5) lo = m + 1; else hi = m; } }";
  EXPECT_NE(of(check(shared, {8, 1, {buffer(1, 324), buffer(2, 4096), integer(10)}}), Property::DataRace),
            Verdict::Verified);
}

// An optional pointer: its base and its offset are null together.
TEST(LoopFacts, OfPointersThatMayBeNull) {
  const auto result = [](const std::string& guard) {
    return check(
        "__kernel void k(__global int* a, __global const int* b) { int i = get_global_id(0); __global int* p "
        "= 0;"
        " for (int k = 0; k < 99; ++k) { if (b[k & 7] > 3) p = a + i; if (" +
            guard + ") *p = 1; } }",
        {8, 1, {buffer(1, 32), buffer(2, 32)}});
  };
  EXPECT_EQ(result("p").verdict, Verdict::Verified) << explain(result("p"));
  EXPECT_EQ(of(result("k"), Property::NullAccess), Verdict::PossibleDefect) << explain(result("k"));
}

}  // namespace
}  // namespace launchproof::access::testing
