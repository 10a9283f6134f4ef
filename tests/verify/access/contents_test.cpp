// Tests questions that are asked again with recorded contents: every verdict is compared with the contents.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

using verdict::Property;
using verdict::Verdict;
using Integers = std::vector<std::int32_t>;

constexpr const char* kScatter =
    "__kernel void k(__global int* out, __global const int* idx) {\n"
    "  int i = get_global_id(0);\n"
    "  out[idx[i]] = i;\n"
    "}\n";
constexpr const char* kRows =
    "__kernel void k(__global int* out, __global const int* start) {\n"
    "  int i = get_global_id(0);\n"
    "  for (int j = start[i]; j < start[i + 1]; ++j) out[j] = i;\n"
    "}\n";

std::vector<std::uint8_t> bytes_of(const Integers& values) {
  std::vector<std::uint8_t> bytes;
  for (const std::int32_t value : values) {
    for (int i = 0; i < 4; ++i)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint32_t>(value) >> (8 * i)));
  }
  return bytes;
}

model::Argument buffer_with(std::uint64_t object, const Integers& values, std::uint64_t origin = 0) {
  return model::BufferArgument{object, origin, 4 * values.size(),
                               model::BufferContents::known(bytes_of(values), "recorded")};
}

// Verifies launches of one kernel one after another, as a worker does: with one store and the earlier
// refutations.
class Bench {
 public:
  explicit Bench(const std::string& source) : d_kernel(compile(source)), d_solver(smt::make_z3(d_store)) {}

  verdict::ClassResult verify_with(std::uint64_t items, std::vector<model::Argument> arguments) {
    model::LaunchFacts facts;
    facts.local_size[0] = 4;
    facts.global_size[0] = items;
    facts.arguments = std::move(arguments);
    return verify(d_kernel, facts, d_store, *d_solver, patient(), d_lessons);
  }

 private:
  model::KernelModel d_kernel;
  smt::TermStore d_store;
  std::unique_ptr<smt::Solver> d_solver;
  Lessons d_lessons;
};

bool assumes(const verdict::ClassResult& result, const std::string& text) {
  return std::find(result.assumptions.begin(), result.assumptions.end(), text) != result.assumptions.end();
}

Integers random_table(std::mt19937& random, std::size_t count) {
  Integers values(count);
  const int kind = static_cast<int>(random() % 4);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = kind == 0 ? static_cast<std::int32_t>(random() % 40) : static_cast<std::int32_t>(i);
    if (kind == 1) values[i] = static_cast<std::int32_t>(3 * i % 64);
  }
  if (kind == 2) std::shuffle(values.begin(), values.end(), random);
  if (kind == 3) std::reverse(values.begin(), values.end());
  // Sometimes one entry equals another one, or is far away.
  if (random() % 2 == 0) values[random() % count] = values[random() % count];
  if (random() % 8 == 0) values[random() % count] = random() % 2 == 0 ? 64 : -1;
  return values;
}

TEST(Contents, DecideScattersAsTheyAre) {
  Bench bench(kScatter);
  std::mt19937 random(7);
  int races = 0, outside = 0;
  for (int round = 0; round < 30; ++round) {
    constexpr std::size_t kItems = 16;
    const Integers table = random_table(random, kItems);
    const bool far = std::any_of(table.begin(), table.end(), [](int v) { return v < 0 || v >= 64; });
    const bool repeated = std::set(table.begin(), table.end()).size() < table.size();
    const auto result = bench.verify_with(kItems, {buffer(1, 256), buffer_with(2, table)});
    EXPECT_EQ(of(result, Property::OutOfBounds), far ? Verdict::Defect : Verdict::Verified)
        << explain(result);
    // A write outside of its array voids statements about races.
    const Verdict without_race = far ? Verdict::Unknown : Verdict::Verified;
    EXPECT_EQ(of(result, Property::DataRace), repeated ? Verdict::Defect : without_race) << explain(result);
    EXPECT_TRUE(assumes(result, "contents of `idx` as recorded"));
    races += repeated ? 1 : 0;
    outside += far ? 1 : 0;
  }
  EXPECT_GT(races, 5);
  EXPECT_LT(races, 25);
  EXPECT_GT(outside, 1);
}

TEST(Contents, DecideRowsAsTheyAre) {
  Bench bench(kRows);
  std::mt19937 random(8);
  int races = 0;
  for (int round = 0; round < 12; ++round) {
    constexpr std::size_t kRowsCount = 8;
    Integers start{static_cast<std::int32_t>(random() % 3)};
    for (std::size_t i = 0; i < kRowsCount; ++i)
      start.push_back(start.back() + static_cast<std::int32_t>(random() % 4));
    if (round % 2 == 0) start[1 + random() % (kRowsCount - 1)] += static_cast<std::int32_t>(random() % 5);
    std::vector<int> writers(64, 0);
    for (std::size_t i = 0; i < kRowsCount; ++i) {
      for (std::int32_t j = start[i]; j < start[i + 1]; ++j) ++writers[static_cast<std::size_t>(j)];
    }
    const bool race = *std::max_element(writers.begin(), writers.end()) > 1;
    const auto result = bench.verify_with(kRowsCount, {buffer(1, 256), buffer_with(2, start)});
    EXPECT_EQ(of(result, Property::DataRace), race ? Verdict::Defect : Verdict::Verified) << explain(result);
    EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::Verified) << explain(result);
    races += race ? 1 : 0;
  }
  EXPECT_GT(races, 0);
  EXPECT_LT(races, 10);
}

TEST(Contents, OfOneLaunchProveNothingOfAnother) {
  Bench bench(kScatter);
  const Integers distinct{3, 1, 0, 2, 7, 6, 5, 4};
  Integers repeated = distinct;
  repeated[7] = 3;
  const auto verified = [&](std::vector<model::Argument> arguments) {
    return of(bench.verify_with(8, std::move(arguments)), Property::DataRace);
  };
  EXPECT_EQ(verified({buffer(1, 32), buffer_with(2, distinct)}), Verdict::Verified);
  EXPECT_EQ(verified({buffer(1, 32), buffer_with(2, repeated)}), Verdict::Defect);
  EXPECT_EQ(verified({buffer(1, 32), buffer(2, 32)}), Verdict::PossibleDefect);
  EXPECT_EQ(verified({buffer(1, 32), buffer_with(2, distinct)}), Verdict::Verified);
}

TEST(Contents, AreAssumedOnlyWhereTheyWereNeeded) {
  const auto result = check(
      "__kernel void k(__global int* out, __global const int* in) {\n"
      "  out[get_global_id(0)] = in[get_global_id(0)];\n"
      "}\n",
      {8, 1, {buffer(1, 32), buffer_with(2, Integers(8, 5))}});
  EXPECT_EQ(result.verdict, Verdict::Verified);
  EXPECT_FALSE(assumes(result, "contents of `in` as recorded"));
}

TEST(Contents, OfPartsLieWhereThePartsLie) {
  // idx begins 16 bytes into its object; the same object is read from its start through another argument.
  const char* source =
      "__kernel void k(__global int* out, __global const int* idx, __global const int* whole) {\n"
      "  int i = get_global_id(0);\n"
      "  if (whole[i + 4] == idx[i]) out[idx[i]] = i;\n"
      "}\n";
  const Integers whole{9, 9, 9, 9, 3, 1, 0, 2};
  const Integers part(whole.begin() + 4, whole.end());
  auto result = check(source, {4, 1, {buffer(1, 16), buffer_with(2, part, 16), buffer_with(2, whole)}});
  EXPECT_EQ(result.verdict, Verdict::Verified) << explain(result);
  const Integers repeated{3, 1, 0, 3};
  Integers whole_repeated = whole;
  whole_repeated[7] = 3;
  result =
      check(source, {4, 1, {buffer(1, 16), buffer_with(2, repeated, 16), buffer_with(2, whole_repeated)}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Defect) << explain(result);
  // Two arguments that disagree about one byte leave it unknown.
  result = check(source, {4, 1, {buffer(1, 16), buffer_with(2, part, 16), buffer_with(2, whole_repeated)}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::PossibleDefect) << explain(result);
  EXPECT_NE(explain(result).find("recorded with different contents"), std::string::npos);
}

TEST(Contents, BeyondWhatIsRecordedAreArbitrary) {
  // The index reaches past the end of idx.
  const auto result = check(
      "__kernel void k(__global int* out, __global const int* idx) {\n"
      "  int i = get_global_id(0);\n"
      "  out[idx[2 * i]] = i;\n"
      "}\n",
      {4, 1, {buffer(1, 64), buffer_with(2, {0, 9, 1, 9, 2})}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::PossibleDefect) << explain(result);
  EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::Defect) << explain(result);
}

TEST(Contents, ThatCannotBeReadSayWhy) {
  const auto late = [](std::string& why) -> std::optional<std::vector<std::uint8_t>> {
    why = "blobs/abc: the blob is damaged";
    return std::nullopt;
  };
  for (const auto& contents :
       {model::BufferContents::late(late, "recorded"), model::BufferContents::unknown("a repeat")}) {
    const auto result = check(kScatter, {4, 2, {buffer(1, 32), model::BufferArgument{2, 0, 32, contents}}});
    EXPECT_EQ(of(result, Property::DataRace), Verdict::PossibleDefect);
    EXPECT_NE(explain(result).find("(" + contents.reason() + ")"), std::string::npos) << explain(result);
  }
}

TEST(Contents, WrittenByTheLaunchAreNotUsed) {
  const auto result = check(
      "__kernel void k(__global int* out, __global int* idx) {\n"
      "  int i = get_global_id(0);\n"
      "  idx[i] = 0;\n"
      "  out[idx[i]] = i;\n"
      "}\n",
      {4, 2, {buffer(1, 32), buffer_with(2, {3, 1, 0, 2, 7, 6, 5, 4})}});
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Defect) << explain(result);
}

TEST(Contents, OfEveryWidthAreReadAsTheyLie) {
  const std::map<std::string, std::size_t> widths{{"uchar", 1}, {"ushort", 2}, {"long", 8}};
  for (const auto& [type, width] : widths) {
    const std::string source = std::string("__kernel void k(__global int* out, __global const ") + type +
                               "* idx) {\n  int i = get_global_id(0);\n  out[idx[i]] = i;\n}\n";
    for (const bool repeat : {false, true}) {
      std::vector<std::uint8_t> bytes(8 * width, 0);
      for (std::size_t i = 0; i < 8; ++i)
        bytes[i * width] = static_cast<std::uint8_t>(repeat && i == 7 ? 2 : 7 - i);
      const auto result = check(
          source, {4,
                   2,
                   {buffer(1, 32), model::BufferArgument{2, 0, bytes.size(),
                                                         model::BufferContents::known(bytes, "given")}}});
      EXPECT_EQ(of(result, Property::DataRace), repeat ? Verdict::Defect : Verdict::Verified)
          << type << explain(result);
      EXPECT_TRUE(assumes(result, "contents of `idx` as given"));
    }
  }
}

TEST(Contents, OfManyEntriesNeedNoTable) {
  constexpr std::size_t kItems = 1 << 16;
  Integers table(kItems);
  for (std::size_t i = 0; i < kItems; ++i) table[i] = static_cast<std::int32_t>(i);
  std::mt19937 random(9);
  std::shuffle(table.begin(), table.end(), random);
  Bench bench(kScatter);
  const auto result = bench.verify_with(kItems, {buffer(1, 4 * kItems), buffer_with(2, table)});
  EXPECT_EQ(result.verdict, Verdict::Verified) << explain(result);
  table[1000] = table[2000];
  const auto other = bench.verify_with(kItems, {buffer(1, 4 * kItems), buffer_with(2, table)});
  EXPECT_NE(other.verdict, Verdict::Verified);
}

}  // namespace
}  // namespace launchproof::access::testing
