// Tests that each optimisation can be omitted: the engine then works differently, but reaches the same
// verdict.
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "tests/verify/two_thread/written_down.h"

namespace launchproof::two_thread::testing {
namespace {

struct LeftOut {
  Optimisation which;
  std::string body;  // verified with it
  // Whether the kernel is still verified without it.
  Verdict without = Verdict::Verified;
};

const std::string kOfTiles =
    "for (int i = 0; i < n; i++) { t[l] = i; barrier(CLK_LOCAL_MEM_FENCE); int x = t[l ^ 1];"
    " barrier(CLK_LOCAL_MEM_FENCE); a[g] = x; }";

const LeftOut kLeftOut[] = {
    {Optimisation::Uniformity, kOfTiles},
    {Optimisation::TypedMemory, kOfTiles},
    {Optimisation::EqualReads,
     "if (l == 0) t[0] = n; barrier(CLK_LOCAL_MEM_FENCE); int x = t[0]; if (x > 3) {"
     " barrier(CLK_LOCAL_MEM_FENCE); } a[g] = x;",
     Verdict::PossibleDefect},
    {Optimisation::RedundantReads,
     "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); int x = t[(l + n) & 7] * t[(l + n) & 7]; a[g] = x;"
     " barrier(CLK_LOCAL_MEM_FENCE); t[l] = x;"},
    {Optimisation::BarrierIntervals, kOfTiles},
    {Optimisation::PrivateArrays, "int own[2]; own[l & 1] = g; a[own[l & 1]] = l;", Verdict::PossibleDefect},
    {Optimisation::WithoutInvariants, "for (int i = 0; i < n; i++) a[g] = i;"},
    {Optimisation::Relevance, "int s = 5; for (int i = l; i < 64; i += 8) { s += 2; t[i] = s; }"},
    {Optimisation::KnownCandidates,
     "for (int i = g; i < 512; i += 16) for (int j = 0; j < 2; j++) a[i * 2 + j] = i;"},
    {Optimisation::NearFacts,
     "for (int i = l; i < 64; i += 8) t[i] = l; for (int i = g; i < 1024; i += 16) a[i] = i;"},
    {Optimisation::Divisions,
     "for (int i = l + n / 3 * 8; i < n / 3 * 8 + 64; i += 8) t[i & 63] = l; a[g] = 1;"},
    {Optimisation::Executions,
     "for (int i = l; i < 64; i += 8) t[i] = l; for (int i = g; i < 1024; i += 16) a[i] = i;"},
    {Optimisation::PassesAtOnce,
     "for (int i = l; i < 64; i += 8) t[i] = l; for (int i = g; i < 1024; i += 16) a[i] = i;"},
    {Optimisation::KeptContexts,
     "for (int i = l; i < 64; i += 8) t[i] = l; for (int i = g; i < 1024; i += 16) a[i] = i;"},
};

class Optimisations : public ::testing::TestWithParam<LeftOut> {};

// The effect of each optimisation shows in the verdict, in a test below, or in the tests of its parts.
TEST_P(Optimisations, ChangeNoProof) {
  const LeftOut& one = GetParam();
  const auto with = result_of(one.body);
  EXPECT_EQ(with.verdict, Verdict::Verified) << explain(with);
  Options options;
  options.left_out = {one.which};
  const auto without = result_of(one.body, options);
  EXPECT_EQ(without.verdict, one.without) << explain(without);
}

// Counts the questions for the class's solver, and the questions that have models.
class Listening : public smt::Solver {
 public:
  explicit Listening(smt::TermStore& store) : d_solver(smt::make_z3(store)), d_store(store) {}
  smt::Answer check(std::span<const smt::Term> conjuncts, const smt::Limits& limits) override {
    d_asked.insert(smt::to_smtlib(d_store.and_(conjuncts)));
    smt::Answer answer = d_solver->check(conjuncts, limits);
    d_models += answer.status == smt::Status::Sat ? 1 : 0;
    return answer;
  }
  std::string name() const override { return d_solver->name(); }

  const std::set<std::string>& asked() const { return d_asked; }
  unsigned models() const { return d_models; }

 private:
  std::unique_ptr<smt::Solver> d_solver;
  smt::TermStore& d_store;
  std::set<std::string> d_asked;
  unsigned d_models = 0;
};

struct Heard {
  std::set<std::string> asked;
  unsigned models = 0;
};

Heard heard(const std::string& body, std::set<Optimisation> left_out) {
  const model::KernelModel kernel = access::testing::compile(
      "__kernel void k(__global int* a, int n) { __local int t[64]; int l = get_local_id(0);"
      " int g = get_global_id(0);\n" +
      body + " }");
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments = {buffer(1, 4096)};
  facts.arguments.resize(kernel.parameters.size());
  smt::TermStore store;
  Listening solver(store);
  Options options;
  options.left_out = std::move(left_out);
  EXPECT_EQ(verify(kernel, facts, store, solver, patient(), options).verdict, Verdict::Verified);
  return {solver.asked(), solver.models()};
}

// These optimisations change the questions. The test looks for questions that are never asked with them,
// because how often a question is asked depends on time.
TEST(LeftOutOptimisations, ChangeWhatIsAsked) {
  const std::string once = "for (int i = 0; i < n; i++) a[g] = i;";
  EXPECT_LT(heard(once, {}).asked.size(), heard(once, {Optimisation::WithoutInvariants}).asked.size());
  const std::string twice = "for (int i = l; i < 64; i += 8) t[i] = l;";
  // Kept contexts may exceed their time limit on a busy machine.
  unsigned fewest = heard(twice, {}).models;
  for (int i = 0; i < 5 && fewest > 0; ++i) fewest = std::min(fewest, heard(twice, {}).models);
  EXPECT_LT(fewest, heard(twice, {Optimisation::KeptContexts}).models);
}

const char* const kVerifiedBodies[] = {
    "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); int x = t[l ^ 1]; a[g] = x;",
    "for (int i = l; i < 64; i += 8) t[i] = l; a[g] = l;",
    "for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) a[g * 32 + i * 8 + j] = 1;",
    ("t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); for (int s = 4; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s];"
     " barrier(CLK_LOCAL_MEM_FENCE); }"),
    "atomic_inc(&t[0]); barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) a[g] = t[0];",
    "for (int i = l; i < l + 4; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;",
};
const char* const kDefectiveBodies[] = {
    "t[l] = l; int x = t[l ^ 1]; a[g] = x;",
    "for (int i = l; i < 64; i += 7) t[i] = l; a[g] = l;",
    "for (int i = 0; i < 4; i++) for (int j = 0; j < 9; j++) a[g * 32 + i * 8 + j] = l;",
    ("t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); for (int s = 4; s > 0; s >>= 1) { if (l <= s) t[l] += t[l + s];"
     " barrier(CLK_LOCAL_MEM_FENCE); }"),
    "atomic_inc(&t[0]); if (l == 0) a[g] = t[0];",
    "for (int i = l; i < 4; i++) barrier(CLK_LOCAL_MEM_FENCE); a[g] = 1;",
};

TEST_P(Optimisations, ChangeNoVerdict) {
  Options options;
  options.left_out = {GetParam().which};
  // The same for each of them, so asked once.
  static const std::vector<Verdict> with_all = [] {
    std::vector<Verdict> verdicts;
    for (const char* body : kVerifiedBodies) verdicts.push_back(verdict_of(body));
    return verdicts;
  }();
  for (std::size_t i = 0; i < std::size(kVerifiedBodies); ++i) {
    EXPECT_EQ(with_all[i], Verdict::Verified) << kVerifiedBodies[i];
    EXPECT_EQ(verdict_of(kVerifiedBodies[i], options), Verdict::Verified) << kVerifiedBodies[i];
  }
  for (const char* body : kDefectiveBodies)
    EXPECT_EQ(verdict_of(body, options), Verdict::PossibleDefect) << body;
}

INSTANTIATE_TEST_SUITE_P(All, Optimisations, ::testing::ValuesIn(kLeftOut), [](const auto& one) {
  std::string name = name_of(one.param.which);
  std::erase(name, '-');
  return name;
});

TEST(LeftOutOptimisations, CanAllBeLeftOut) {
  Options options;
  for (const std::string& name : optimisation_names()) options.left_out.insert(parse_optimisation(name));
  for (const char* body : kVerifiedBodies) EXPECT_EQ(verdict_of(body, options), Verdict::Verified) << body;
  for (const char* body : kDefectiveBodies)
    EXPECT_EQ(verdict_of(body, options), Verdict::PossibleDefect) << body;
}

// Returns the program of one pass over one group.
TEST(LeftOutOptimisations, ChangeWhatIsWrittenDown) {
  const std::string body =
      "__local int t[64]; int l = get_local_id(0); for (int i = 0; i < n; i++) { t[l] = i;"
      " barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = t[l ^ 1]; barrier(CLK_LOCAL_MEM_FENCE); }";
  const auto left_out = [&](Optimisation which) {
    Options options;
    options.left_out = {which};
    return std::make_unique<LaunchOf>(body, "int n, int m", options);
  };
  LaunchOf whole(body);
  const WrittenDown pass(whole, Pairing::SameGroup);
  const model::LoopId loop = 0;
  EXPECT_TRUE(pass.values.leaves_together(loop, kOutside));
  EXPECT_TRUE(std::ranges::all_of(pass.problem.obligations, [](const Obligation& one) {
    return one.kind != ObligationKind::Divergence;  // both reach each barrier
  }));

  const auto without_uniformity = left_out(Optimisation::Uniformity);
  const WrittenDown apart(*without_uniformity, Pairing::SameGroup);
  EXPECT_FALSE(apart.values.leaves_together(loop, kOutside));
  EXPECT_TRUE(std::ranges::any_of(apart.problem.obligations, [](const Obligation& one) {
    return one.kind == ObligationKind::Divergence;
  }));

  const auto in_bytes = left_out(Optimisation::TypedMemory);
  const WrittenDown of_bytes(*in_bytes, Pairing::SameGroup);
  for (std::size_t region = 0; region < pass.memory.regions(); ++region)
    if (pass.memory.region(region).is_watched) {
      EXPECT_EQ(pass.memory.region(region).piece, 4U);
      EXPECT_EQ(of_bytes.memory.region(region).piece, 1U);
    }
}

TEST(LeftOutOptimisations, RedundantReadsSaveChecks) {
  const std::string body =
      "__local int t[64]; int l = get_local_id(0); t[l] = n; a[get_global_id(0)] = t[l ^ 1] * t[l ^ 1];";
  const auto races = [&](const Options& options) {
    LaunchOf launch(body, "int n, int m", options);
    const WrittenDown pass(launch, Pairing::SameGroup);
    return std::ranges::count(pass.problem.obligations, ObligationKind::Race, &Obligation::kind);
  };
  Options without;
  without.left_out = {Optimisation::RedundantReads};
  EXPECT_EQ(races({}) + 1, races(without));
}

// This includes accesses at literal indices; the value read is not the one stored.
TEST(LeftOutOptimisations, PrivateArraysSaveAccesses) {
  const std::string begin = "int own[2][2] = {{1, 2}, {3, 4}}; own[1][0] = g; ";
  const auto private_sites = [&](frontend::PrivateArrays arrays) {
    const model::KernelModel kernel = access::testing::compile(
        "__kernel void k(__global int* a) { int g = get_global_id(0); " + begin + " a[g] = own[1][0]; }", {},
        {}, arrays);
    return std::ranges::count_if(kernel.sites, [&](const model::Site& site) {
      return site.arrays.size() == 1 && kernel.arrays[site.arrays[0]].memory == model::Memory::Private;
    });
  };
  EXPECT_EQ(private_sites(frontend::PrivateArrays::TakenApart), 0);
  EXPECT_GE(private_sites(frontend::PrivateArrays::Kept), 3);
  Options options;
  options.left_out = {Optimisation::PrivateArrays};
  EXPECT_EQ(verdict_of(begin + "a[g] = own[1][0];", options), Verdict::Verified);
  EXPECT_EQ(verdict_of(begin + "a[own[1][0]] = l;", options), Verdict::PossibleDefect);
  EXPECT_EQ(verdict_of(begin + "a[own[1][0]] = l;"), Verdict::Verified);
  const auto of_bounds = [&](const std::string& index) {
    return of(result_of(begin + "int i = " + index + "; own[0][i] = 1; a[g] = own[i][1];", options),
              Property::OutOfBounds);
  };
  EXPECT_EQ(of_bounds("l & 1"), Verdict::Verified);
  EXPECT_EQ(of_bounds("l & 7"), Verdict::PossibleDefect);
}

TEST(LeftOutOptimisations, RelevanceSavesCandidates) {
  const std::string body = "int s = 5; for (int i = 0; i < n; i++) { s += 2; a[get_global_id(0)] = s; }";
  LaunchOf whole(body);
  Options options;
  options.left_out = {Optimisation::Relevance};
  LaunchOf without(body, "int n, int m", options);
  EXPECT_LT(WrittenDown(whole, Pairing::SameGroup).problem.candidates.size(),
            WrittenDown(without, Pairing::SameGroup).problem.candidates.size());
}

TEST(OptimisationsTable, IsExercised) {
  std::set<std::string> exercised;
  for (const LeftOut& one : kLeftOut) exercised.insert(name_of(one.which));
  const std::vector<std::string> names = optimisation_names();
  EXPECT_EQ(exercised, std::set<std::string>(names.begin(), names.end()));
  for (const std::string& name : names) EXPECT_EQ(name_of(parse_optimisation(name)), name);
  EXPECT_THROW(parse_optimisation("speed"), std::invalid_argument);
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST(OptimisationsTable, IsThePage) {
  const std::string path = std::string(LAUNCHPROOF_SOURCE_DIR) + "/docs/optimisations.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << optimisations_page();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), optimisations_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::two_thread::testing
