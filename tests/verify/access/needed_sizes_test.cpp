#include <random>

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;

std::string bounds_reason(const verdict::ClassResult& result) {
  return result.properties.at(Property::OutOfBounds).reason;
}

// Returns the statement about the arrays' sizes, and checks that nothing else changes.
std::string said(const std::string& source, const Launch& launch) {
  const verdict::ClassResult result = check(source, launch);
  EXPECT_EQ(result.verdict, Verdict::Verified) << explain(result);
  EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::NotAsked);
  return bounds_reason(result);
}

TEST(NeededSizes, OfOneArray) {
  EXPECT_EQ(said("__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }", {8, 4, {}}),
            "sizes are not known; in bounds if `a` has at least 128 bytes");
  EXPECT_EQ(said("__kernel void k(__global char* a) { a[get_global_id(0) * 1000 + 7] = 1; }", {8, 4, {}}),
            "sizes are not known; in bounds if `a` has at least 31,008 bytes");
}

TEST(NeededSizes, ThatAGuardLimits) {
  EXPECT_EQ(said("__kernel void k(__global int* a) {\n"
                 " uint i = get_global_id(0);\n if (i < 10 || i == 13) a[i + 2] = 1;\n}",
                 {8, 4, {}}),
            "sizes are not known; in bounds if `a` has at least 64 bytes");
}

TEST(NeededSizes, OfALoop) {
  EXPECT_EQ(said("__kernel void k(__global int* a) {\n"
                 " for (int i = 0; i < 5; i++) a[get_global_id(0) * 5 + i] = i;\n}",
                 {8, 4, {}}),
            "sizes are not known; in bounds if `a` has at least 640 bytes");
}

TEST(NeededSizes, OfSeveralArraysOneOfWhichIsKnown) {
  const std::string source =
      "__kernel void k(__global int* a, __global const short* b, __global const int* c) {\n"
      " uint i = get_global_id(0);\n a[i] = b[2 * i] + c[i];\n}";
  EXPECT_EQ(
      said(source, {8, 1, {}}),
      "sizes are not known; in bounds if `a` has at least 32 bytes, `b` has at least 30 bytes, `c` has at "
      "least 32 bytes");
  const verdict::ClassResult partly = check(source, {8, 1, {buffer(1, 32)}});
  EXPECT_EQ(of(partly, Property::OutOfBounds), Verdict::NotAsked);
  EXPECT_EQ(bounds_reason(partly),
            "sizes are not known; in bounds if `b` has at least 30 bytes, `c` has at least 32 bytes");
}

TEST(NeededSizes, AreLeastOnlyWhereALastByteIsTouchedForCertain) {
  // Any `n` is possible, and none is certain.
  EXPECT_EQ(said("__kernel void k(__global int* a, int n) {\n"
                 " if ((int)get_global_id(0) < n) a[get_global_id(0)] = 1;\n}",
                 {8, 4, {}}),
            "sizes are not known; in bounds if `a` has 128 bytes (fewer may do)");
}

TEST(NeededSizes, NoneIsEnoughBeforeTheStart) {
  const verdict::ClassResult result =
      check("__kernel void k(__global int* a, __global const int* i) { a[0] = a[i[0]]; }", {1, 1, {}});
  EXPECT_EQ(bounds_reason(result).find("`a` has"), std::string::npos) << bounds_reason(result);
}

TEST(NeededSizes, AreStatedAsAssumptions) {
  const verdict::ClassResult result =
      check("__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }", {8, 4, {}});
  ASSERT_FALSE(result.assumptions.empty());
  EXPECT_EQ(result.assumptions[0],
            "accesses to `a` in bounds: size not known; they are if `a` has at least 128 bytes");
}

TEST(NeededSizes, NothingIsStatedBesideADefect) {
  const verdict::ClassResult result =
      check("__kernel void k(__global int* a) { a[get_global_id(0) / 2] = get_global_id(0); }", {8, 1, {}});
  EXPECT_EQ(result.verdict, Verdict::Defect);
  EXPECT_EQ(bounds_reason(result).find("has at least"), std::string::npos);
}

// Compares the sizes found for generated kernels with their indices, and with the verdicts for this size and
// for one byte less.
TEST(NeededSizes, OfDrawnKernels) {
  std::mt19937 random(27);
  for (int round = 0; round < 40; ++round) {
    const auto number = [&](unsigned below) { return static_cast<unsigned>(random() % below); };
    const unsigned factor = 1 + number(5), offset = number(9), limit = 1 + number(40), turn = number(32);
    const unsigned rounds = 1 + number(3);
    const std::string source = "__kernel void k(__global short* a) {\n uint i = (get_global_id(0) + " +
                               std::to_string(turn) + ") & 31;\n if (i < " + std::to_string(limit) +
                               ")\n  for (uint j = 0; j < " + std::to_string(rounds) + "; j++) a[(i * " +
                               std::to_string(rounds) + " + j) * " + std::to_string(factor) + " + " +
                               std::to_string(offset) + "] = i;\n}";
    const unsigned most = (std::min(limit, 32U) - 1) * rounds + rounds - 1;
    const std::uint64_t bytes = 2 * (static_cast<std::uint64_t>(most) * factor + offset + 1);
    EXPECT_EQ(said(source, {8, 4, {}}),
              "sizes are not known; in bounds if `a` has at least " +
                  (bytes < 1000
                       ? std::to_string(bytes)
                       : std::to_string(bytes / 1000) + "," + std::to_string(1000 + bytes % 1000).substr(1)) +
                  " bytes")
        << source;
    EXPECT_EQ(check(source, {8, 4, {buffer(1, bytes)}}).verdict, Verdict::Verified) << source;
    EXPECT_EQ(of(check(source, {8, 4, {buffer(1, bytes - 1)}}), Property::OutOfBounds), Verdict::Defect)
        << source;
  }
}

}  // namespace
}  // namespace launchproof::access::testing
