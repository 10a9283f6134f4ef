// Tests the equality abstraction: which results depend on reads of one place being equal, and that none do
// where a race is possible.
#include "tests/verify/two_thread/two_threads.h"

namespace launchproof::two_thread::testing {
namespace {

const std::string kOwn = "a[g] = 1;";

Verdict divergence(const std::string& body, const Options& options = {},
                   const symbolic::Options& limits = patient()) {
  const auto result = check(
      "__kernel void k(__global const int* in, __global int* a, int n) { __local int t[64];"
      " int l = get_local_id(0); int g = get_global_id(0);\n" +
          body + " }",
      {8, 2, {buffer(1, 4096), buffer(2, 4096)}}, options, limits);
  return of(result, Property::BarrierDivergence);
}

const std::string kOfInput =
    "if (l == 0) t[0] = in[0]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "if (t[0] > 3) { barrier(CLK_LOCAL_MEM_FENCE); }\n";

TEST(EqualReads, ShowThatAllComeToTheBarrier) {
  EXPECT_EQ(divergence(kOfInput + kOwn), Verdict::Verified);
}

TEST(EqualReads, ShowNothingWhereARaceMayBe) {
  EXPECT_EQ(divergence(kOfInput + "t[7] = l;"), Verdict::PossibleDefect);
  EXPECT_EQ(divergence(kOfInput + "a[7] = l;"), Verdict::PossibleDefect);
  // The race check covers only different groups; the pass over one group shows that there is no race within a
  // group.
  EXPECT_EQ(divergence(kOfInput + "a[l] = g;"), Verdict::PossibleDefect);
}

TEST(EqualReads, ShowNothingWhereAnAccessMayLeaveItsArray) {
  EXPECT_EQ(divergence(kOfInput + "a[g + n] = 1;"), Verdict::PossibleDefect);
}

TEST(EqualReads, WhatNeedsNoneOfThemIsShownBesideARace) {
  EXPECT_EQ(divergence("if (n > 3) { barrier(CLK_LOCAL_MEM_FENCE); } t[7] = l;"), Verdict::Verified);
  // Asked anew.
  EXPECT_EQ(divergence("if (l == 0) t[0] = in[0]; barrier(CLK_LOCAL_MEM_FENCE); if (t[l] > 3) a[g] = 1;"
                       " barrier(CLK_LOCAL_MEM_FENCE); t[7] = l;"),
            Verdict::Verified);
}

TEST(EqualReads, AreNotUsedWhereNothingLooksForRaces) {
  Options adversarial;
  adversarial.is_adversarial = true;
  EXPECT_EQ(divergence(kOfInput + kOwn, adversarial), Verdict::PossibleDefect);
  symbolic::Options limits = patient();
  limits.only_divergence = true;
  EXPECT_EQ(divergence(kOfInput + kOwn, {}, limits), Verdict::PossibleDefect);
  limits = patient();
  limits.only_intra_group = true;
  EXPECT_EQ(divergence(kOfInput + kOwn, {}, limits), Verdict::PossibleDefect);
}

TEST(EqualReads, AreNotUsedOfArraysThatAreNamed) {
  Options options;
  for (const auto& [name, verdict] : {std::pair{"a", Verdict::Verified},
                                      {"in", Verdict::Verified},
                                      {"t", Verdict::PossibleDefect},
                                      {"T", Verdict::Verified}}) {
    options.adversarial_arrays = {name};
    EXPECT_EQ(divergence(kOfInput + kOwn, options), verdict) << name;
  }
  // A value read at a uniform address of such an array is not uniform either.
  options.adversarial_arrays = {"t"};
  EXPECT_EQ(divergence("for (int i = 0; i < 8; i++) { if (l == i) t[0] = in[i]; barrier(CLK_LOCAL_MEM_FENCE);"
                       " if (!t[0]) break; barrier(CLK_LOCAL_MEM_FENCE); }",
                       options),
            Verdict::PossibleDefect);
  // The result of a counter is arbitrary too.
  const std::string counts =
      "if (l == 0) t[0] = 0; barrier(CLK_LOCAL_MEM_FENCE); uint x = atomic_inc(&t[0]);"
      " if (x < 16) a[x + 16 * get_group_id(0)] = l;";
  options.adversarial_arrays = {"a"};
  EXPECT_EQ(of(result_of(counts, options), Property::DataRace), Verdict::Verified);
  options.adversarial_arrays = {"t"};
  EXPECT_EQ(of(result_of(counts, options), Property::DataRace), Verdict::PossibleDefect);
}

TEST(EqualReads, NamesOfNoArrayAreTold) {
  Options options;
  options.adversarial_arrays = {"t", "T"};
  const auto notes = result_of("if (l == 0) t[0] = n; a[g] = l;", options).notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0], "`--adversarial-array T`: the kernel has no array of this name");
}

TEST(EqualReads, AreOfOneIntervalAndOnePlace) {
  const std::string begin = "if (l < 2) t[l] = n + l; barrier(CLK_LOCAL_MEM_FENCE); int x = t[0];\n";
  const std::string differ = " if (x != y) a[0] = l;";
  EXPECT_EQ(verdict_of(begin + "int y = t[0];" + differ), Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "int y = t[1];" + differ), Verdict::PossibleDefect);
  const std::string barrier = "barrier(CLK_LOCAL_MEM_FENCE); ";
  EXPECT_EQ(verdict_of(begin + barrier + "if (l == 0) t[0] = 0; " + barrier + "int y = t[0];" + differ),
            Verdict::PossibleDefect);
}

// A work-item reads the value that it wrote, while others, which did not write, read another value.
TEST(EqualReads, OfWhatTheWorkItemWroteItselfAreItsOwn) {
  const std::string end = " if (x != 5) a[0] = l;";
  EXPECT_EQ(verdict_of("t[l] = 5; int x = t[l];" + end), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of("int y = t[l]; t[l] = y + 1; int x = t[l]; if (x != y) a[0] = l;"),
            Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of("t[l] = l; int x = t[l]; if (x > 3) barrier(CLK_LOCAL_MEM_FENCE);"),
            Verdict::PossibleDefect);
}

TEST(EqualReads, OfALoopWithABarrierAreOfOneIteration) {
  const std::string begin =
      "int before = 0;\n for (int i = 0; i < 4; i++) { if (l == 0) t[0] = i; barrier(CLK_LOCAL_MEM_FENCE);"
      " int now = t[0]; int again = t[0]; ";
  const std::string end = " before = now; barrier(CLK_LOCAL_MEM_FENCE); }";
  EXPECT_EQ(verdict_of(begin + "if (now != again) a[0] = l;" + end), Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "if (now != before) a[0] = l;" + end), Verdict::PossibleDefect);
}

TEST(EqualReads, LetAllLeaveALoopTogether) {
  const std::string begin =
      "for (int i = 0; i < 8; i++) { if (l == i) t[0] = a[i + 64];"
      " barrier(CLK_LOCAL_MEM_FENCE); if (!t[";
  const std::string end = "]) break; barrier(CLK_LOCAL_MEM_FENCE); } barrier(CLK_LOCAL_MEM_FENCE);";
  EXPECT_EQ(verdict_of(begin + "0" + end), Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "l & 1" + end), Verdict::PossibleDefect);
}

// Two groups have a local array each.
TEST(EqualReads, AreThoseOfOneGroup) {
  const std::string begin =
      "if (l == 0) t[0] = a[64 + get_group_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);"
      " int x = t[0] & 1; ";
  EXPECT_EQ(verdict_of(begin + "a[get_group_id(0) * 8 + l] = x;"), Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "if (l == 0) a[x] = x + get_group_id(0);"), Verdict::PossibleDefect);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
