// Tests bug-finding mode: it checks the unrolled iterations, reports the rest as open, and draws no proof
// from omitted parts.
#include <set>
#include <stdexcept>

#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

using verdict::Cause;

verdict::ClassResult found(const std::string& body, std::uint32_t times) {
  Options options;
  options.unwinding = times;
  return result_of(body, options);
}

std::set<Cause> causes_of(const verdict::ClassResult& result, Property property) {
  std::set<Cause> causes;
  for (const auto& one : result.properties.at(property).causes) causes.insert(one.cause);
  return causes;
}

// A loop that ends after at most three iterations, with a defect in the third.
struct Counted {
  const char* name;
  std::string good, bad;
  Property property = Property::DataRace;
};

class ThreeIterations : public ::testing::TestWithParam<Counted> {};

TEST_P(ThreeIterations, AreProvedWithThreeAndOpenWithTwo) {
  const auto whole = found(GetParam().good, 3);
  EXPECT_EQ(whole.verdict, Verdict::Verified) << explain(whole);
  EXPECT_EQ(found(GetParam().good, 64).verdict, Verdict::Verified);
  for (const std::uint32_t times : {1U, 2U}) {
    const auto part = found(GetParam().good, times);
    EXPECT_EQ(part.verdict, Verdict::Unknown) << explain(part);
    EXPECT_TRUE(causes_of(part, GetParam().property).contains(Cause::LoopUnwound)) << explain(part);
  }
}

TEST_P(ThreeIterations, ShowADefectOfTheThirdWithThree) {
  const auto whole = found(GetParam().bad, 3);
  EXPECT_EQ(of(whole, GetParam().property), Verdict::PossibleDefect) << explain(whole);
  for (const verdict::Finding& finding : whole.findings)
    for (const auto& one : finding.approximations) EXPECT_NE(one.cause, Cause::LoopAbstraction);
  const auto part = found(GetParam().bad, 2);
  EXPECT_EQ(of(part, GetParam().property), Verdict::Unknown) << explain(part);
}

const std::string kBarrier = "barrier(CLK_LOCAL_MEM_FENCE); ";
const Counted kCounted[] = {
    {"For", "for (int i = 0; i < 3; i++) a[g * 3 + i] = l;",
     "for (int i = 0; i < 3; i++) a[g * 3 + i + (i == 2)] = l;"},
    {"DoWhile", "int i = 0; do { a[g * 3 + i] = l; i++; } while (i < 3);",
     "int i = 0; do { a[g * 3 + i + (i == 2)] = l; i++; } while (i < 3);"},
    {"DoWhileOfBlocks", "int i = 0; do { if (n > i) a[g * 3 + i] = l; i++; } while (i < 3);",
     "int i = 0; do { if (n > i) a[g * 3 + i + (i == 2)] = l; i++; } while (i < 3);"},
    {"LeftInTheMiddle", "int i = 0; while (true) { if (i == 3) break; a[g * 3 + i] = l; i++; }",
     "int i = 0; while (true) { if (i == 3) break; a[g * 3 + i + (i == 2)] = l; i++; }"},
    {"OneExitMore", "for (int i = 0; i < 3; i++) { if (n == i) break; a[g * 3 + i] = l; }",
     "for (int i = 0; i < 3; i++) { if (n == i) break; a[g * 3 + i + (i == 2)] = l; }"},
    {"OneByOne", "for (int i = 0; i < (l & 3); i++) a[g * 3 + i] = l;",
     "for (int i = 0; i < (l & 3); i++) a[g * 3 + i - (i == 2 ? 4 : 0)] = l;"},
    {"OneNeverEnters", "if (l == 0) for (int i = 0; i < 3; i++) a[get_group_id(0) + 2 * i] = l;",
     "if (l == 0) for (int i = 0; i < 3; i++) a[get_group_id(0) + 2 * i] = l; else a[get_group_id(0) + 4] = "
     "9;"},
    {"Nested", "for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) a[g * 9 + i * 3 + j] = l;",
     "for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) a[g * 9 + i * 3 + j + (i + j == 4)] = l;"},
    {"Barriers",
     "t[l] = l; for (int i = 0; i < 3; i++) { " + kBarrier + "int x = t[l ^ 1]; " + kBarrier + "t[l] = x; }",
     "t[l] = l; for (int i = 0; i < 3; i++) { " + kBarrier + "int x = t[l ^ 1]; if (i != 2) " + kBarrier +
         "t[l] = x; }"},
    {"Divergence", "for (int i = 0; i < 3; i++) { " + kBarrier + "}",
     "for (int i = 0; i < 3; i++) { if (i != 2 || l != 5) " + kBarrier + "}", Property::BarrierDivergence},
    {"Bounds", "for (int i = 0; i < 3; i++) a[g * 3 + i] = l;",
     "for (int i = 0; i < 3; i++) a[g * 3 + i + (i == 2 ? 1000 : 0)] = l;", Property::OutOfBounds},
    {"Behind", "int i = 0; while (i < 3) i++; a[g * 3 + i] = l;",
     "int i = 0; while (i < 3) i++; a[g + (i == 3 ? -g : 0)] = l;"},
    {"Assertion", "for (int i = 0; i < 3; i++) { __assert(i < 3); a[g * 3 + i] = l; }",
     "for (int i = 0; i < 3; i++) { __assert(i < 2); a[g * 3 + i] = l; }", Property::Assertion},
};
INSTANTIATE_TEST_SUITE_P(Kernels, ThreeIterations, ::testing::ValuesIn(kCounted),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Unwinding, NamesTheLoopThatGoesOn) {
  const auto result =
      found("for (int i = 0; i < 2; i++) a[g * 2 + i] = 1;\nfor (int i = 0; i < n; i++) a[g] = 1;", 2);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  const auto& race = result.properties.at(Property::DataRace);
  ASSERT_EQ(race.causes.size(), 2U) << explain(result);  // of a group, of different groups
  for (const auto& cause : race.causes) {
    EXPECT_EQ(cause.cause, Cause::LoopUnwound);
    EXPECT_EQ(cause.location.line, 3U);
    EXPECT_NE(cause.detail.find("--loop-unwind"), std::string::npos);
  }
}

// Code that does not come after the loop was examined.
TEST(Unwinding, LeavesOpenWhatTheLoopHolds) {
  const auto result =
      found("t[l] = l; " + kBarrier +
                "int x = t[l ^ 1]; int s = 0; for (int i = 0; i < n; i++) s += i; a[g] = s + x;",
            2);
  EXPECT_EQ(of(result, Property::BarrierDivergence), Verdict::Verified) << explain(result);
  EXPECT_EQ(of(result, Property::NullAccess), Verdict::Verified) << explain(result);
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Unknown) << explain(result);
  EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::Unknown) << explain(result);
}

// The barrier stands in a separate branch: a work-item that stays in the loop of the other branch never
// reaches it.
TEST(Unwinding, ABarrierBesideTheLoopIsOpen) {
  const auto result = found("if (n > 3) { for (int i = 0; i < n; i++) a[g] = i; } else " + kBarrier + ";", 2);
  EXPECT_EQ(of(result, Property::BarrierDivergence), Verdict::Unknown) << explain(result);
}

// If one of a pair is cut off, the pair reaches no barrier after the loop, neither together nor apart.
TEST(Unwinding, ACutOffWorkItemIsNotDivergent) {
  const auto result = found("for (int i = 0; i < l; i++) a[g] = i; " + kBarrier + "a[g] = 1;", 2);
  EXPECT_EQ(of(result, Property::BarrierDivergence), Verdict::Unknown) << explain(result);
  EXPECT_TRUE(result.findings.empty()) << explain(result);
  EXPECT_EQ(found("for (int i = 0; i < l; i++) a[g] = i; " + kBarrier + "a[g] = 1;", 7).verdict,
            Verdict::Verified);
  // The loop has two exits, and the work-item takes neither. The value that it has computed so far is not its
  // value after the loop.
  for (const std::string& body :
       {"for (int i = 0; i < l; i++) { a[g] = i; if (n == i + 100) break; } " + kBarrier,
        "int i = 0; while (i < l) i++; " + kBarrier + "a[get_group_id(0) * 8 + i] = l;"}) {
    const auto open = found(body, 2);
    EXPECT_EQ(of(open, Property::BarrierDivergence), Verdict::Unknown) << explain(open);
    EXPECT_TRUE(open.findings.empty()) << explain(open);
  }
  // A pair with both work-items uncut is still checked.
  const auto racy = found("for (int i = 0; i < l; i++) a[g] = i; " + kBarrier + "a[g / 2] = l;", 1);
  EXPECT_EQ(of(racy, Property::DataRace), Verdict::PossibleDefect) << explain(racy);
}

TEST(Unwinding, EndlessLoopsAreNeverProved) {
  const std::string loops[] = {"for (uint i = 0; i != 5; i += 2) t[9] = i;", "while (true) t[9] = n;",
                               "for (uint i = 0; i < 5; i *= 2) t[9] = i;", "while (l == 0) {}"};
  for (const std::string& loop : loops)
    for (const std::uint32_t times : {1U, 2U, 9U}) {
      std::string body = "if (l == 0) { ";
      body.append(loop).append(" } ").append(kBarrier).append("a[g] = 1;");
      const auto result = found(body, times);
      EXPECT_NE(result.verdict, Verdict::Verified) << loop << explain(result);
      EXPECT_NE(of(result, Property::BarrierDivergence), Verdict::Verified) << loop << explain(result);
      EXPECT_NE(of(result, Property::DataRace), Verdict::Verified) << loop << explain(result);
    }
}

// A line that one iteration reaches is not called unreachable for the others, nor while some iterations are
// left out.
TEST(Unwinding, CallsUnreachableWhatNoIterationComesTo) {
  const std::string body = "for (int i = 0; i < 3; i++) { if (i == 1) a[g] = 1;\nif (i == 5) a[g] = 2; }";
  const auto whole = found(body, 3);
  EXPECT_EQ(whole.verdict, Verdict::Verified) << explain(whole);
  ASSERT_EQ(whole.unreachable.size(), 1U);
  EXPECT_EQ(whole.unreachable[0].line, 3U);
  EXPECT_TRUE(found(body, 2).unreachable.empty());
}

// Each pair of lines is one finding, however many iterations show it.
TEST(Unwinding, FindsEachDefectOnce) {
  const auto result = found("for (int i = 0; i < 9; i++) a[i] = l;", 9);
  EXPECT_EQ(result.findings.size(), 1U) << explain(result);
  const auto bounds = found("for (int i = 0; i < 9; i++) a[9000 * (i + 1) + g] = l;", 9);
  EXPECT_EQ(bounds.findings.size(), 1U) << explain(bounds);
}

// Loop-carried values that are requested only after the loop.
TEST(Unwinding, ManyIterationsOfNestedLoops) {
  const std::string body =
      "int s = 0; for (int i = 0; i < 24; i++) for (int j = 0; j < 24; j++) s += i ^ j; a[g] = s;";
  EXPECT_EQ(found(body, 24).verdict, Verdict::Verified);
  EXPECT_EQ(found(body, 23).verdict, Verdict::Unknown);
}

TEST(UnwindingNumber, IsRead) {
  EXPECT_EQ(parse_unwinding("1"), 1U);
  EXPECT_EQ(parse_unwinding("64"), 64U);
  for (const char* text : {"0", "65", "", " 2", "2 ", "+2", "-2", "two", "99999999999"})
    EXPECT_THROW(parse_unwinding(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace launchproof::two_thread::testing
