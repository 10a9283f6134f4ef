// Tests that all race instrumenters prove and find the same.
#include <set>
#include <stdexcept>

#include "tests/verify/two_thread/written_down.h"

namespace launchproof::two_thread::testing {
namespace {

constexpr Instrumentation kAll[] = {Instrumentation::Original, Instrumentation::WatchdogSingle,
                                    Instrumentation::WatchdogMultiple};

struct Case {
  const char* name;
  std::string body;
  Verdict verdict;
  bool strict = false;
};

const std::string kSynchronised = "barrier(CLK_LOCAL_MEM_FENCE);";

const Case kInstrumented[] = {
    {"Apart", "t[l] = 1; a[g] = 1;", Verdict::Verified},
    {"SecondRegionAlone", "t[l] = 1; a[g / 2] = l;", Verdict::PossibleDefect},
    {"FirstRegionAlone", "t[l / 2] = l; a[g] = 1;", Verdict::PossibleDefect},
    // The first of two writes is the one that races.
    {"OverwrittenInTheLog", "t[0] = l; t[8 + l] = l;", Verdict::PossibleDefect},
    {"ReadBeforeTheWrite", "int x = t[l ^ 1]; t[l] = x;", Verdict::PossibleDefect},
    {"WriteBeforeTheRead", "t[l] = 1; int x = t[l ^ 1]; a[g] = x;", Verdict::PossibleDefect},
    {"OrderedByABarrier", "t[l] = 1; " + kSynchronised + " int x = t[l ^ 1]; a[g] = x;", Verdict::Verified},
    {"AfterTheBarrier", "t[l] = 1; " + kSynchronised + " int x = t[l ^ 1]; a[g] = x; t[l] = x;",
     Verdict::PossibleDefect},
    {"BytesOfAWord", "((__local uchar*)t)[l + 1] = l; t[2] = l;", Verdict::PossibleDefect},
    {"BytesOfTheirOwnWord", "((__local uchar*)t)[4 * l + 1] = l; ((__local uchar*)t)[4 * l + 3] = l;",
     Verdict::Verified},
    {"LastComponent", "vstore4((int4)(l), 0, (__local int*)t + 8 * l); t[8 * l + 4] = l;", Verdict::Verified},
    {"LastComponentOfANeighbour", "vstore4((int4)(l), 0, (__local int*)t + 4 * l); t[4 * l + 4 & 63] = l;",
     Verdict::PossibleDefect},
    {"EqualValues", "t[0] = 7; t[l + 1] = l; if (l < 3) t[0] = 7;", Verdict::Verified},
    {"OneOtherValue", "t[0] = 7; t[l + 1] = l; if (l < 3) t[0] = 8;", Verdict::PossibleDefect},
    {"EqualValuesStrictly", "t[0] = 7;", Verdict::PossibleDefect, true},
    {"EqualBytesOfOtherWidths", "((__local uchar*)t)[2] = 0; t[0] = 7;", Verdict::Verified},
    {"OtherBytesOfOtherWidths", "((__local uchar*)t)[2] = 0; t[0] = 7 << 16;", Verdict::PossibleDefect},
    // The value that an atomic stores is unknown.
    {"AtomicsAlone", "atomic_add(&t[0], l);", Verdict::Verified},
    {"AtomicAndWrite", "atomic_add(&t[0], l); if (l == 3) t[0] = 1;", Verdict::PossibleDefect},
    {"AtomicAndRead", "atomic_add(&t[l / 2], l); a[g] = t[l];", Verdict::PossibleDefect},
    {"LoopApart", "for (int i = 0; i < 4; i++) { t[l * 4 + i] = i; a[g * 4 + i] = i; }", Verdict::Verified},
    {"LoopAcross", "for (int i = 0; i < 5; i++) { t[l * 4 + i & 63] = l; a[g * 4 + i] = i; }",
     Verdict::PossibleDefect},
    {"BeforeTheLoop", "t[l] = l; for (int i = 0; i < n; i++) a[g] = t[l]; if (l == 0) t[5] = 9;",
     Verdict::PossibleDefect},
    {"BeforeTheLoopAndOrdered",
     "t[l] = l; for (int i = 0; i < n; i++) a[g] = t[l]; " + kSynchronised + " if (l == 0) t[5] = 9;",
     Verdict::Verified},
    {"LoopThatNotAllEnter", "if (l == 1) t[32] = 1; if (l == 0) for (int i = 0; i < 10; i++) t[i] = i;",
     Verdict::Verified},
    {"LoopThatNotAllEnterAcross", "if (l == 1) t[9] = 1; if (l == 0) for (int i = 0; i < 10; i++) t[i] = i;",
     Verdict::PossibleDefect},
    {"EqualValuesInALoop", "for (int i = 0; i < 8; i++) t[i] = 7 + i;", Verdict::Verified},
    {"OtherValuesInALoop", "for (int i = 0; i < 8; i++) t[i] = 7 + l;", Verdict::PossibleDefect},
    {"NestedLoops",
     "for (int i = 0; i < 2; i++) { for (int j = 0; j < 2; j++) t[l * 4 + i * 2 + j] = j; " + kSynchronised +
         " for (int j = 0; j < 4; j++) a[g * 4 + j] = t[(l ^ 1) * 4 + j]; " + kSynchronised + " }",
     Verdict::Verified},
    {"NestedLoopsUnordered",
     "for (int i = 0; i < 2; i++) { for (int j = 0; j < 2; j++) t[l * 4 + i * 2 + j] = j; " + kSynchronised +
         " for (int j = 0; j < 4; j++) a[g * 4 + j] = t[(l ^ 1) * 4 + j]; }",
     Verdict::PossibleDefect},
    {"ChosenArray", "__local int u[64]; __local int* p = n > 3 ? t : u; p[l] = l; t[l] = l; u[l] = l;",
     Verdict::Verified},
    {"ChosenArrayAcross",
     "__local int u[64]; __local int* p = n > 3 ? t : u; p[l] = l; t[l] = l; u[l + 1] = l;",
     Verdict::PossibleDefect},
};

class Instrumentations : public ::testing::TestWithParam<Case> {};

TEST_P(Instrumentations, ShowTheSame) {
  const Case& one = GetParam();
  symbolic::Options limits = patient();
  limits.strict = one.strict;
  for (const Instrumentation instrumentation : kAll)
    for (const bool is_typed : {true, false}) {
      Options options;
      options.instrumentation = instrumentation;
      if (!is_typed) options.left_out = {Optimisation::TypedMemory};
      const auto result = result_of(one.body, options, 8, 2, limits);
      EXPECT_EQ(of(result, Property::DataRace), one.verdict)
          << name_of(instrumentation) << (is_typed ? ": " : ", in bytes: ") << explain(result);
    }
}

TEST_P(Instrumentations, FindTheSameWhereLoopsAreUnwound) {
  const Case& one = GetParam();
  symbolic::Options limits = patient();
  limits.strict = one.strict;
  for (const Instrumentation instrumentation : kAll) {
    Options options;
    options.instrumentation = instrumentation;
    options.unwinding = 10;
    const Verdict found = of(result_of(one.body, options, 8, 2, limits), Property::DataRace);
    EXPECT_EQ(found == Verdict::PossibleDefect, one.verdict == Verdict::PossibleDefect)
        << name_of(instrumentation) << ": " << one.body;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Instrumentations, ::testing::ValuesIn(kInstrumented),
                         [](const auto& one) { return one.param.name; });

// The two accesses of a finding touch common bytes: their places are less than four bytes apart.
TEST(Instrumentation, FindingsNameTheAccessesThatMeet) {
  for (const Instrumentation instrumentation : kAll) {
    Options options;
    options.instrumentation = instrumentation;
    const auto result =
        result_of("t[0] = l;\n t[16 + l] = l;\n t[32 + l] = l;\n int x = t[17 + l];", options);
    for (const verdict::Finding& finding : result.findings) {
      const auto& items = finding.witness->work_items;
      ASSERT_EQ(items.size(), 2U);
      EXPECT_LT(items[0].byte_offset < items[1].byte_offset ? items[1].byte_offset - items[0].byte_offset
                                                            : items[0].byte_offset - items[1].byte_offset,
                4U);
    }
    EXPECT_EQ(lines_of(result), (std::set<std::vector<std::uint32_t>>{{2, 2}, {3, 5}}))
        << name_of(instrumentation);
  }
}

std::size_t variables_named(smt::TermStore& store, const Problem& problem, const std::string& begin) {
  std::set<std::string> names;
  for (const Obligation& one : problem.obligations)
    for (const smt::Term variable : store.variables(one.bad))
      if (variable->name.starts_with(begin)) names.insert(variable->name);
  return names.size();
}

TEST(Instrumentation, RememberDifferentThings) {
  const std::string body =
      "__local int t[64]; __local int u[64]; int l = get_local_id(0); t[l] = l; u[l] = l; a[l] = l;";
  const auto counted = [&](Instrumentation instrumentation, const std::string& begin) {
    Options options;
    options.instrumentation = instrumentation;
    LaunchOf launch(body, "int n, int m", options);
    const WrittenDown pass(launch, Pairing::SameGroup);
    return variables_named(launch.store, pass.problem, begin);
  };
  EXPECT_EQ(counted(Instrumentation::WatchdogMultiple, "watched."), 6U);  // places and values
  EXPECT_EQ(counted(Instrumentation::WatchdogSingle, "watched."), 3U);    // and which region
  EXPECT_EQ(counted(Instrumentation::Original, "taken."), 3U);
  EXPECT_EQ(counted(Instrumentation::WatchdogMultiple, "taken."), 0U);
}

TEST(Instrumentation, HasNames) {
  for (const Instrumentation one : kAll) EXPECT_EQ(parse_instrumentation(name_of(one)), one);
  EXPECT_THROW(parse_instrumentation("watchdog"), std::invalid_argument);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
