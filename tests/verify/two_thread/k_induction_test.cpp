// Tests k-induction: candidates that need several iterations at once, and candidates that fail in the first
// iterations or after them.
#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

Options deep(std::uint32_t depth) {
  Options options;
  options.induction_depth = depth;
  return options;
}

Verdict of_property(Property property, const std::string& body, std::uint32_t depth) {
  return of(result_of(body, deep(depth)), property);
}

// Each iteration passes on to the next one which part of `t` is used.
std::string swaps(const std::string& second, const std::string& more = "") {
  return "int p = 0, q = " + second + "; for (int i = 0; __invariant((p == 0) | (p == 1)), i < n; i++) {" +
         more + " t[p * 8 + l] = i; int s = p; p = q; q = s; }";
}

TEST(KInduction, KnowsWhatHeldTwoIterationsAgo) {
  EXPECT_EQ(of_property(Property::Assertion, swaps("1"), 1), Verdict::PossibleDefect);
  EXPECT_EQ(of_property(Property::OutOfBounds, swaps("1"), 1), Verdict::PossibleDefect);
  EXPECT_EQ(of_property(Property::Assertion, swaps("1"), 2), Verdict::Verified);
  EXPECT_EQ(of_property(Property::OutOfBounds, swaps("1"), 2), Verdict::Verified);
  EXPECT_EQ(of_property(Property::OutOfBounds, swaps("1"), 3), Verdict::Verified);
}

TEST(KInduction, LooksAtTheFirstIterations) {
  EXPECT_EQ(of_property(Property::Assertion, swaps("9"), 2), Verdict::PossibleDefect);
  EXPECT_EQ(of_property(Property::OutOfBounds, swaps("9"), 2), Verdict::PossibleDefect);
  const auto result = result_of(swaps("9"), deep(2));
  EXPECT_NE(explain(result).find("when the loop is entered, or in its first iterations"), std::string::npos)
      << explain(result);
}

TEST(KInduction, NeedsThreeIterationsForThreeParts) {
  const auto turns = [](const std::string& third) {
    return "int p = 0, q = 1, r = " + third +
           "; for (int i = 0; __invariant(p >= 0 && p < 3), i < n; i++) { t[p * 8 + l] = i;"
           " int s = p; p = q; q = r; r = s; }";
  };
  EXPECT_EQ(of_property(Property::OutOfBounds, turns("2"), 2), Verdict::PossibleDefect);
  EXPECT_EQ(of_property(Property::OutOfBounds, turns("2"), 3), Verdict::Verified);
  EXPECT_EQ(of_property(Property::OutOfBounds, turns("8"), 3), Verdict::PossibleDefect);
}

TEST(KInduction, TheFirstIterationsAloneShowNothing) {
  EXPECT_EQ(of_property(Property::Assertion,
                        "int p = 0, q = 1; for (int i = 0; __invariant(p < 3), i < n; i++) { a[g] = p; p = q;"
                        " q = q + 1; }",
                        3),
            Verdict::PossibleDefect);
}

// A loop with a logged access that two work-items leave in different iterations.
std::string races(const std::string& second, const std::string& bound) {
  return "int p = l, q = l + " + second +
         "; for (int i = 0; __invariant((p & 7) == l),"
         " __invariant(__write_implies(t, (__write_offset_bytes(t) / 4 & 7) == l)), i < " +
         bound + "; i++) { t[p & 63] = i; int s = p; p = q; q = s; }";
}

TEST(KInduction, OfTwoWorkItems) {
  for (const std::string bound : {"n", "l", "t[l]"}) {
    EXPECT_EQ(of_property(Property::DataRace, races("8", bound), 1), Verdict::PossibleDefect) << bound;
    EXPECT_EQ(of_property(Property::DataRace, races("8", bound), 2), Verdict::Verified) << bound;
    EXPECT_EQ(of_property(Property::DataRace, races("9", bound), 2), Verdict::PossibleDefect) << bound;
  }
}

TEST(KInduction, AccessesOfTheFirstIterationsCount) {
  const std::string body =
      "int p = 8, q = 0; for (int i = 0; __invariant(__no_write(a)), i < n; i++) { if (p == 0) a[g] = 1;"
      " int s = p; p = q; q = s; }";
  // Nothing was written at the first two arrivals.
  EXPECT_NE(of_property(Property::DataRace, body + " a[(g + 1) % 16] = 2;", 2), Verdict::Verified);
}

TEST(KInduction, BarriersWithinForgetAndDivergence) {
  const auto exchange = [](const std::string& first, const std::string& condition) {
    return "int p = 0, q = " + first +
           "; for (int i = 0; __invariant((p == 0) | (p == 1)), i < n; i++) {"
           " t[p * 8 + l] = i; if (" +
           condition +
           ") barrier(CLK_LOCAL_MEM_FENCE); a[g] = t[(p & 1) * 8 + (l ^ 1)];"
           " barrier(CLK_LOCAL_MEM_FENCE); int s = p; p = q; q = s; }";
  };
  EXPECT_EQ(of_property(Property::DataRace, exchange("1", "p < 2"), 1), Verdict::PossibleDefect);
  EXPECT_EQ(of_property(Property::DataRace, exchange("1", "p < 2"), 2), Verdict::Verified);
  EXPECT_EQ(of_property(Property::BarrierDivergence, exchange("1", "p < 2"), 2), Verdict::Verified);
  EXPECT_EQ(of_property(Property::BarrierDivergence, exchange("1", "p < 1 || l > 0"), 2),
            Verdict::PossibleDefect);
  EXPECT_EQ(of_property(Property::DataRace, exchange("1", "p == 0"), 2), Verdict::PossibleDefect);
}

// Loops that contain loops are proved by plain induction.
TEST(KInduction, OfInnermostLoops) {
  EXPECT_EQ(of_property(Property::OutOfBounds, "for (int j = 0; j < n; j++) { " + swaps("1") + " }", 2),
            Verdict::Verified);
  EXPECT_EQ(of_property(Property::OutOfBounds, swaps("1", "for (int j = 0; j < n; j++) a[g] += j;"), 2),
            Verdict::PossibleDefect);
}

TEST(KInduction, WithRefutationEngines) {
  for (const char* engines : {"seq:SBASE,SSTEP", "par:DYN,LU(3)"}) {
    Options options = deep(2);
    options.refutation = parse_refutation(engines);
    EXPECT_EQ(of(result_of(swaps("1"), options), Property::OutOfBounds), Verdict::Verified) << engines;
    EXPECT_EQ(of(result_of(swaps("9"), options), Property::OutOfBounds), Verdict::PossibleDefect) << engines;
  }
}

}  // namespace
}  // namespace launchproof::two_thread::testing
