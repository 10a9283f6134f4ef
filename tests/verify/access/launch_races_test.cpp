// Tests whether the accesses of two concurrent launches meet.
#include "verify/access/checks/launch_races.h"

#include "tests/verify/access/checked_kernel.h"

namespace launchproof::access::testing {
namespace {

struct Pair {
  const char* what;
  const char* first;
  const char* second;
  std::vector<model::Argument> of_first, of_second;
  bool meet = false;
  bool same_program = false;
  bool same_device = true;
};

void PrintTo(const Pair& one, std::ostream* out) {
  *out << one.what;
}

model::LaunchFacts facts_of(const model::KernelModel& kernel, const std::vector<model::Argument>& arguments) {
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 32;
  facts.arguments = arguments;
  facts.arguments.resize(kernel.parameters.size());
  return facts;
}

LaunchRaceAnswer ask(const Pair& pair, const std::string& options = "") {
  const model::KernelModel first = compile(pair.first, {}, options);
  const model::KernelModel second = compile(pair.second, {}, options);
  EXPECT_TRUE(first.unsupported.empty() && second.unsupported.empty());
  const model::LaunchFacts one = facts_of(first, pair.of_first), other = facts_of(second, pair.of_second);
  smt::TermStore store;
  const auto solver = smt::make_z3(store);
  return ask_launch_races({first, one}, {second, other}, store, *solver,
                          {pair.same_program, pair.same_device, patient()});
}

constexpr const char* kFill = "__kernel void k(__global int* a) { a[get_global_id(0)] = 1; }";
constexpr const char* kBehind = "__kernel void k(__global int* a) { a[get_global_id(0) + 32] = 2; }";
constexpr const char* kBefore = "__kernel void k(__global int* a) { a[get_global_id(0) + 31] = 2; }";
constexpr const char* kEven = "__kernel void k(__global int* a) { a[2 * get_global_id(0)] = 1; }";
constexpr const char* kOdd = "__kernel void k(__global int* a) { a[2 * get_global_id(0) + 1] = 1; }";
constexpr const char* kBytes = "__kernel void k(__global char* a) { a[get_global_id(0) + 127] = 1; }";
constexpr const char* kLaterBytes = "__kernel void k(__global char* a) { a[get_global_id(0) + 128] = 1; }";
constexpr const char* kCount = "__kernel void k(__global int* a) { atomic_inc(a); }";
constexpr const char* kWideCount =
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
    "__kernel void k(__global long* a) { atom_inc(a); }";
constexpr const char* kSet = "__kernel void k(__global int* a) { if (get_global_id(0) == 3) *a = 0; }";
constexpr const char* kLoop =
    "__kernel void k(__global int* a, int n) {\n"
    "  for (int i = get_global_id(0); i < n; i += 32) a[i] = i;\n"
    "}";
constexpr const char* kFrom = "__kernel void k(__global int* a, int n) { a[n + get_global_id(0)] = 1; }";
// Both choose by values in memory, which need not be equal in the two launches.
constexpr const char* kWhereSet =
    "__kernel void k(__global int* a, __global const int* f) { if (f[0] == 1) a[get_global_id(0)] = 1; }";
constexpr const char* kWhereNot =
    "__kernel void k(__global int* a, __global const int* f) { if (f[0] != 1) a[get_global_id(0)] = 1; }";
// The launch alone does not determine a ticket if another launch also counts.
constexpr const char* kTicket =
    "__kernel void k(__global uint* n, __global int* a) {\n"
    "  uint at = atomic_inc(n);\n"
    "  if (at >= 32 && at < 64) a[at] = 1;\n"
    "}";

std::vector<model::Argument> args(std::initializer_list<model::Argument> list) {
  return {list};
}

class LaunchRaces : public ::testing::TestWithParam<Pair> {};

TEST_P(LaunchRaces, AreFoundWhereAccessesMeet) {
  const Pair& pair = GetParam();
  const LaunchRaceAnswer answer = ask(pair);
  EXPECT_GT(answer.pairs, 0U);
  for (const OpenAccesses& open : answer.open) EXPECT_TRUE(open.is_satisfiable) << open.reason;
  EXPECT_EQ(!answer.open.empty(), pair.meet);
  // The order of the two launches makes no difference.
  const LaunchRaceAnswer back = ask({pair.what, pair.second, pair.first, pair.of_second, pair.of_first, false,
                                     pair.same_program, pair.same_device});
  EXPECT_EQ(back.open.size(), answer.open.size());
  EXPECT_EQ(back.pairs, answer.pairs);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, LaunchRaces,
    ::testing::Values(
        Pair{"same", kFill, kFill, args({buffer(1, 4096)}), args({buffer(1, 4096)}), true},
        Pair{"halves", kFill, kBehind, args({buffer(1, 4096)}), args({buffer(1, 4096)})},
        Pair{"halves_off", kFill, kBefore, args({buffer(1, 4096)}), args({buffer(1, 4096)}), true},
        Pair{"parts", kFill, kFill, args({buffer(1, 128)}), args({buffer(1, 128, 128)})},
        Pair{"parts_off", kFill, kFill, args({buffer(1, 128)}), args({buffer(1, 128, 124)}), true},
        Pair{"one_byte_off", kFill, kFill, args({buffer(1, 128)}), args({buffer(1, 128, 127)}), true},
        Pair{"even_and_odd", kEven, kOdd, args({buffer(1, 4096)}), args({buffer(1, 4096)})},
        Pair{"even_and_shifted_odd", kEven, kOdd, args({buffer(1, 4096)}), args({buffer(1, 4096, 4)}), true},
        Pair{"last_byte", kFill, kBytes, args({buffer(1, 4096)}), args({buffer(1, 4096)}), true},
        Pair{"behind_last_byte", kFill, kLaterBytes, args({buffer(1, 4096)}), args({buffer(1, 4096)})},
        Pair{"atomics", kCount, kCount, args({buffer(1, 64)}), args({buffer(1, 64)})},
        Pair{"atomics_of_two_devices", kCount, kCount, args({buffer(1, 64)}), args({buffer(1, 64)}), true,
             false, false},
        Pair{"atomics_of_two_widths", kCount, kWideCount, args({buffer(1, 64)}), args({buffer(1, 64)}), true},
        Pair{"atomic_and_plain", kCount, kSet, args({buffer(1, 64)}), args({buffer(1, 64)}), true},
        Pair{"loop", kLoop, kFrom, args({buffer(1, 4096), integer(100)}),
             args({buffer(1, 4096), integer(100)})},
        Pair{"loop_off", kLoop, kFrom, args({buffer(1, 4096), integer(101)}),
             args({buffer(1, 4096), integer(100)}), true},
        Pair{"contents_of_two_launches", kWhereSet, kWhereNot, args({buffer(1, 4096), buffer(2, 64)}),
             args({buffer(1, 4096), buffer(2, 64)}), true},
        Pair{"tickets", kTicket, kTicket, args({buffer(2, 64), buffer(1, 4096)}),
             args({buffer(2, 64), buffer(1, 4096)}), true}),
    [](const auto& one) { return one.param.what; });

// The last work-item of one launch meets the first work-item of the other.
TEST(LaunchRaceAnswers, NameTheGroupsInWhichAccessesMeet) {
  const LaunchRaceAnswer answer = ask({"", kFill, kBefore, args({buffer(1, 4096)}), args({buffer(1, 4096)})});
  ASSERT_EQ(answer.open.size(), 1U);
  EXPECT_EQ(answer.open[0].first_group, (std::array<std::uint64_t, 3>{3, 0, 0}));
  EXPECT_EQ(answer.open[0].second_group, (std::array<std::uint64_t, 3>{0, 0, 0}));
}

TEST(LaunchRaceAnswers, SayWhatTheyRestOn) {
  const LaunchRaceAnswer plain = ask({"", kFill, kBehind, args({buffer(1, 4096)}), args({buffer(1, 4096)})});
  EXPECT_FALSE(plain.first_reads.any);
  const LaunchRaceAnswer reads =
      ask({"", kWhereSet, kBehind, args({buffer(1, 4096), buffer(2, 64)}), args({buffer(1, 4096)})});
  EXPECT_TRUE(reads.first_reads.any);
  EXPECT_FALSE(reads.first_reads.own);
  EXPECT_FALSE(reads.second_reads.any);
  const LaunchRaceAnswer own =
      ask({"", kTicket, kFill, args({buffer(2, 64), buffer(1, 4096)}), args({buffer(1, 4096)})});
  EXPECT_TRUE(own.first_reads.own);
}

// Two kernels of one program share its variables.
TEST(LaunchRaceAnswers, VariablesOfAProgramAreCommon) {
  constexpr const char* kVariable =
      "__global int seen[64];\n"
      "__kernel void k(void) { seen[get_global_id(0)] = 1; }";
  Pair pair{"", kVariable, kVariable, {}, {}};
  EXPECT_EQ(ask(pair, "-cl-std=CL2.0").pairs, 0U);
  pair.same_program = true;
  EXPECT_EQ(ask(pair, "-cl-std=CL2.0").open.size(), 1U);
}

}  // namespace
}  // namespace launchproof::access::testing
