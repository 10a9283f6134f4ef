// Tests refutation engines: what each refutes, that Houdini refutes it too, and that no verdict depends on
// them.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "tests/verify/two_thread/two_threads.h"
#include "verify/two_thread/proof/refutation.h"
#include "verify/two_thread/terms/one_setting.h"
#include "verify/two_thread/terms/work_items.h"

namespace launchproof::two_thread::testing {
namespace {

constexpr const char* kEngines[] = {"DYN", "SBASE", "SSTEP", "LU(1)"};

struct Dumped {
  Verdict verdict = Verdict::Error;
  std::vector<nlohmann::json> passes;
};

Dumped dumped(const std::string& body, const std::string& refutation, Options options = {}) {
  const std::string file = ::testing::TempDir() + "/houdini." + std::to_string(::getpid()) + ".jsonl";
  std::remove(file.c_str());
  options.dump = file;
  if (!refutation.empty()) options.refutation = parse_refutation(refutation);
  const auto result = result_of(body, options);
  Dumped all{result.verdict, {}};
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) all.passes.push_back(nlohmann::json::parse(line));
  std::remove(file.c_str());
  return all;
}

std::string key(const nlohmann::json& pass, std::size_t id) {
  return pass["pass"].get<std::string>() + " " + std::to_string(id) + " " +
         pass["candidates"][id]["rule"].get<std::string>();
}

// Returns the candidates that an engine refuted.
std::set<std::string> refuted(const Dumped& from) {
  std::set<std::string> result;
  for (const auto& pass : from.passes)
    for (std::size_t id = 0; id < pass["candidates"].size(); ++id)
      if (pass["candidates"][id].contains("by")) result.insert(key(pass, id));
  return result;
}

std::set<std::string> standing_candidates(const Dumped& from) {
  std::set<std::string> result;
  for (const auto& pass : from.passes)
    for (std::size_t id = 0; id < pass["candidates"].size(); ++id)
      if (pass["candidates"][id].value("fate", "") == "stands") result.insert(key(pass, id));
  return result;
}

const char* const kBodies[] = {
    "for (int i = l; i < 64; i += 8) t[i] = l; a[g] = l;",
    "for (int i = 0; i < n; i++) { t[l] = i; barrier(CLK_LOCAL_MEM_FENCE); int x = t[l ^ 1];"
    " barrier(CLK_LOCAL_MEM_FENCE); } a[g] = l;",
    "for (int i = 0; i < 4; i++) for (int j = 0; j < 8; j++) a[g * 32 + i * 8 + j] = 1;",
    "int i = 0; while (a[100 + g * 8 + i] > 0 && i < 7) i++; for (int j = i; j < 9; j++) t[l + 8 * j & 63] = "
    "l;"
    " a[g] = i;",
    "int i = 0; while (i < l) i++; if (i >= 3) for (int j = i; j > 0; j--) a[get_group_id(0) * 8 + j] = l;",
    "t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); for (int s = 4; s > 0; s >>= 1) { if (l < s) t[l] += t[l + s];"
    " barrier(CLK_LOCAL_MEM_FENCE); } if (l == 0) for (int i = 0; i < n; i++) a[g] = t[i & 1];",
    "__requires(n > 7000); if (l > 2) for (int j = 0; j < 3; j++) { for (int i = j; i < n; i += 16)"
    " { if (i == 9) break; a[g * 60 + i & 1023] = i; } if (a[j] == 7) break; } a[g] = 1;",
    "for (int i = l; i < l + 4; i++) { if (i == 6) { for (int k = i; k < 9; k++) t[k & 7] = 1; }"
    " barrier(CLK_LOCAL_MEM_FENCE); } a[g] = 1;",
};

// A candidate that an engine refutes does not stand with Houdini alone. The standing candidates may still
// differ, because a candidate that is not decided in time falls, and engines in parallel depend on that too.
class Instrumented : public ::testing::TestWithParam<Instrumentation> {};

TEST_P(Instrumented, RefutersTakeNothingThatHoudiniKeeps) {
  Options options;
  options.instrumentation = GetParam();
  options.left_out = {Optimisation::BarrierIntervals};  // so that reads between barriers are logged
  for (const char* body : kBodies) {
    const std::set<std::string> kept = standing_candidates(dumped(body, "", options));
    EXPECT_FALSE(kept.empty()) << body;
    for (const std::string names : {"seq:DYN", "seq:LU(2)", "seq:SBASE,SSTEP"}) {
      const Dumped with = dumped(body, names, options);
      const std::set<std::string> fallen = refuted(with);
      EXPECT_FALSE(fallen.empty()) << names << ": " << body;
      for (const std::string& one : fallen)
        EXPECT_FALSE(kept.contains(one)) << one << " " << names << ": " << body;
      for (const auto& pass : with.passes)
        for (const auto& engine : pass["engines"])
          EXPECT_TRUE(engine["ended"] == "done" || pass["ended"] != "done") << engine << ": " << body;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Instrumented,
                         ::testing::Values(Instrumentation::Original, Instrumentation::WatchdogSingle,
                                           Instrumentation::WatchdogMultiple),
                         [](const auto& one) {
                           std::string name = name_of(one.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST(Refuters, ChangeNoVerdict) {
  for (std::size_t i = 0; i < 3; ++i)
    for (const std::string names : {"seq:DYN,SBASE", "par:DYN,SBASE", "par:LU(2),SSTEP"})
      EXPECT_EQ(dumped(kBodies[i], names).verdict, dumped(kBodies[i], "").verdict)
          << names << ": " << kBodies[i];
}

// A candidate that one engine refutes by its method, and that none of the others refutes.
struct Special {
  const char* engine;
  const char* body;
  const char* rule;
  std::vector<std::string> only;
};

class Alone : public ::testing::TestWithParam<Special> {};

TEST_P(Alone, RefutesWhatTheOthersDoNot) {
  const Special& special = GetParam();
  std::map<std::string, std::set<std::string>> by;
  Options options;
  options.only = special.only;
  for (const std::string engine : kEngines)
    by[engine] = refuted(dumped(special.body, "seq:" + engine, options));
  std::set<std::string> own = by[special.engine];
  for (const auto& [engine, found] : by)
    if (engine != special.engine)
      for (const std::string& one : found) own.erase(one);
  EXPECT_TRUE(std::ranges::any_of(own, [&](const std::string& one) { return one.ends_with(special.rule); }))
      << ::testing::PrintToString(by);
}

// SBASE: the loop before may have run for longer than is unwound, with what no execution makes up in memory.
// SSTEP: an iteration from a state that no launch comes to, but that all candidates allow.
// LU: a first iteration with an argument that no execution makes up; a candidate that does not hold when
// the loop is entered keeps SSTEP from examining it.
// DYN: the tenth iteration; all candidates together do not allow it.
const Special kSpecial[] = {
    {"SBASE",
     "int s = 5; for (int i = 0; i < n; i++) if (a[900] == 123456) s -= 3;"
     " for (int v = s; v < 10; v++) a[v] = v;",
     "guardNonNeg",
     {"guardNonNeg"}},
    {"SSTEP",
     "int w = 0, v = 0; for (int i = 0; i + v < 3; i++) { if (w == 5) v -= 9; w++; a[v] = v; }",
     "guardNonNeg",
     {"guardNonNeg"}},
    {"LU(1)",
     "int v = 0; for (int i = -9; i + v < 3; i++) { if (n == 123456) v -= 9; a[v] = v; }",
     "guardNonNeg",
     {}},
    {"DYN",
     "int v = 5; for (int i = 0; i + v < 60; i += 3) { v -= 1; a[v] = v; }",
     "guardNonNeg",
     {"guardNonNeg", "guardBound", "loopBound"}},
};
INSTANTIATE_TEST_SUITE_P(Engines, Alone, ::testing::ValuesIn(kSpecial),
                         [](const auto& one) { return std::string(one.param.engine).substr(0, 2); });

class Reports : public ::testing::Test {
 protected:
  // Runs the engines on the pass over two work-items of a group, after `change`.
  std::vector<RefuterReport> reports(const std::string& refutation,
                                     const std::function<void(Problem&)>& change,
                                     std::chrono::milliseconds time, Pool** pool_out) {
    const model::KernelModel kernel = access::testing::compile(
        "__kernel void k(__global int* a, int n) { for (int i = 0; i < n; i++) a[get_global_id(0) * 8 + i] = "
        "i; }");
    model::LaunchFacts facts;
    facts.local_size[0] = 8;
    facts.global_size[0] = 16;
    facts.arguments.resize(kernel.parameters.size());
    smt::TermStore store;
    Options options;
    options.refutation = parse_refutation(refutation);
    const symbolic::Options limits = patient();
    const OneSetting analysed(kernel, facts, store, limits, options);
    const Setting& setting = analysed.setting();
    const auto [items, base] = work_items(setting, Pairing::SameGroup);
    Values values(setting, Pairing::SameGroup, items);
    Memory memory(setting, Pairing::SameGroup, values);
    Problem problem = Walker(setting, Pairing::SameGroup, values, memory).run(base);
    change(problem);
    Setting late = setting;
    late.deadline = effort::Clock::now() + time;
    const auto solver = smt::make_z3(store);
    Prover prover(late, *solver);
    d_pool.emplace(problem.candidates.size());
    if (pool_out != nullptr) *pool_out = &*d_pool;
    Refutations refutations({late, Pairing::SameGroup, values, problem, prover, *d_pool});
    refutations.begin();
    refutations.begin_concurrent();
    refutations.end();
    d_few.emplace(problem.candidates.size());
    refute_by_few_executions({late, Pairing::SameGroup, values, problem, prover, *d_few});
    if (time > std::chrono::seconds(1))
      d_stands = houdini(problem, prover, all_candidates(problem, true)).stands;
    return refutations.reports();
  }

  std::optional<Pool> d_pool, d_few;
  std::vector<bool> d_stands;  // with Houdini alone, where there is time
};

TEST_F(Reports, FewExecutionsRefuteWhatFalls) {
  reports("seq:DYN", [](Problem&) {}, std::chrono::seconds(60), nullptr);
  EXPECT_GT(d_few->size(), 0U);
  for (CandidateId id = 0; id < d_stands.size(); ++id)
    EXPECT_FALSE(d_stands[id] && d_few->entry(id).why != Fall::None) << id;
}

TEST_F(Reports, AnEngineThatCannotGoOnRefutesNothing) {
  Pool* pool = nullptr;
  const auto swapped = [](Problem& problem) { std::ranges::reverse(problem.candidates); };
  const auto all = reports("par:SBASE,DYN", swapped, std::chrono::minutes(1), &pool);
  ASSERT_EQ(all.size(), 2);
  for (const RefuterReport& one : all) {
    EXPECT_TRUE(one.ended == "failed: it has other candidates" || one.ended == "time") << one.ended;
  }
  EXPECT_EQ(pool->size(), 0);
}

TEST_F(Reports, NoTimeEndsAnEngine) {
  for (const std::string names : {"seq:SBASE,SSTEP,LU(16),DYN", "par:SBASE,SSTEP,LU(16),DYN"})
    for (const RefuterReport& one : reports(names, [](Problem&) {}, std::chrono::milliseconds(0), nullptr))
      EXPECT_EQ(one.ended, "time") << names << " " << one.name;
}

TEST(RefutationNames, AreRead) {
  const Refutation read = parse_refutation("par:DYN,SBASE,LU(2),LU(16),SSTEP");
  EXPECT_TRUE(read.is_parallel);
  std::string names;
  for (const Refuter& one : read.refuters) names += name_of(one) + " ";
  EXPECT_EQ(names, "DYN SBASE LU(2) LU(16) SSTEP ");
  EXPECT_FALSE(parse_refutation("seq:LU(1)").is_parallel);
}

TEST(RefutationNames, OthersAreRefused) {
  const std::pair<const char*, const char*> bad[] = {{"DYN", "begins with neither"},
                                                     {"", "begins with neither"},
                                                     {"seq:", "`` is none of"},
                                                     {"seq:DYN,", "`` is none of"},
                                                     {"seq:DYN,,SBASE", "`` is none of"},
                                                     {"seq:dyn", "`dyn` is none of"},
                                                     {"seq:SBASE SSTEP", "is none of"},
                                                     {"par:LU", "say how often"},
                                                     {"par:LU(0)", "from 1 to 16"},
                                                     {"par:LU(17)", "from 1 to 16"},
                                                     {"par:LU()", "from 1 to 16"},
                                                     {"par:LU(2", "from 1 to 16"},
                                                     {"par:LU(2)x", "from 1 to 16"},
                                                     {"par:LU(-1)", "from 1 to 16"},
                                                     {"par:LU(99999999999)", "from 1 to 16"},
                                                     {"par:DYN(2)", "takes no number"},
                                                     {"par:DYN,DYN", "named twice"}};
  for (const auto& [text, why] : bad) {
    try {
      parse_refutation(text);
      ADD_FAILURE() << text;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << text << ": " << error.what();
    }
  }
}

}  // namespace
}  // namespace launchproof::two_thread::testing
