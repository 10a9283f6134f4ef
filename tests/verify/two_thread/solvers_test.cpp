// Tests Houdini with each solver and with several: it keeps the same candidates, and a candidate left open by
// a dying solver is not an invariant.
#include <set>

#include "tests/verify/smt/fake_solver.h"
#include "tests/verify/two_thread/two_threads.h"
#include "verify/two_thread/proof/prover.h"
#include "verify/two_thread/terms/one_setting.h"
#include "verify/two_thread/terms/work_items.h"
#include "verify/two_thread/walk/walker.h"

namespace launchproof::two_thread::testing {
namespace {

// Creates Houdini's questions: problems over the terms of a store, and candidates inferred from them.
Inferred infer(const Problem& problem, smt::TermStore& store, const std::string& solvers, bool models) {
  const model::KernelModel kernel = access::testing::compile("__kernel void k() {}");
  const model::LaunchFacts facts;
  Options options;
  // Returns the invariants that Z3 finds in process, whatever the solver is.
  if (!models) options.left_out.insert(Optimisation::KeptContexts);
  const symbolic::Options limits = patient();
  const OneSetting analysed(kernel, facts, store, limits, options);
  const auto solver = smt::make_solver(store, solvers);
  Prover prover(analysed.setting(), *solver);
  return houdini(problem, prover, all_candidates(problem, true));
}

// The loop x := 0; y := 5; z := 1; while (..) { x := x * (x + 1) + 2; y := x; z := z * z * 3; }. Neither
// simplification nor trying all values (`small_domains.h`) settles it: the variables have 16 bits.
Inferred infer(const std::string& solvers, bool models = false) {
  smt::TermStore store;
  const smt::Term x = store.bv_var("x", 16), y = store.bv_var("y", 16), z = store.bv_var("z", 16);
  const auto number = [&](unsigned value) { return store.bv(value, 16); };
  const smt::Term next = store.add(store.mul(x, store.add(x, number(1))), number(2));
  Problem problem;
  for (const smt::Term formula : {store.eq(store.bvand(x, number(1)), number(0)),  // stands
                                  store.ult(x, number(10)),                        // not maintained
                                  store.eq(y, number(5)),                          // not maintained
                                  store.eq(x, number(1)),                          // not on entry
                                  store.ule(x, number(12)),                        // falls with 1
                                  store.distinct(z, number(0)),                    // stands with the next one
                                  store.eq(store.bvand(z, number(1)), number(1))})  // stands
    problem.candidates.push_back({0, 0, formula, model::kNone, model::kNone, false});
  for (const bool is_entry : {true, false}) {
    Induction induction{0, is_entry, {}, {}};
    for (CandidateId id = 0; id < problem.candidates.size(); ++id) {
      const smt::Term formula = problem.candidates[id].formula;
      if (!is_entry) induction.context.push_back({formula, id});
      induction.goals.emplace_back(id, store.substitute(formula, [&](smt::Term part) {
        if (part == x) return is_entry ? number(0) : next;
        if (part == y) return is_entry ? number(5) : next;
        if (part == z) return is_entry ? number(1) : store.mul(store.mul(z, z), number(3));
        return smt::Term();
      }));
    }
    problem.inductions.push_back(std::move(induction));
  }
  return infer(problem, store, solvers, models);
}

const std::vector<bool> kStanding{true, false, false, false, false, true, true};

bool is_decided(const Inferred& inferred) {
  return std::ranges::find(inferred.falls, Fall::Undecided) == inferred.falls.end();
}

// Houdini gives each question less than a second, which a busy machine may need for less.
template <class Make>
Inferred patiently(const Make& make) {
  constexpr int kTries = 5;
  Inferred result = make();
  for (int tries = 1; tries < kTries && !is_decided(result); ++tries) result = make();
  return result;
}

std::size_t count(const std::vector<bool>& stands) {
  return static_cast<std::size_t>(std::ranges::count(stands, true));
}

bool is_installed(const std::string& solver) {
  smt::TermStore store;
  try {
    smt::make_solver(store, solver);
  } catch (const std::runtime_error&) {
    return false;
  }
  return true;
}

class HoudiniWith : public ::testing::TestWithParam<const char*> {};

TEST_P(HoudiniWith, KeepsWhatZ3Keeps) {
  const std::string solvers = GetParam();
  if (solvers.find("cvc4") != std::string::npos && !is_installed("cvc4"))
    GTEST_SKIP() << "CVC4 is not installed";
  for (const bool models : {false, true}) {
    EXPECT_EQ(patiently([&] { return infer("z3", models); }).stands, kStanding) << models;
    EXPECT_EQ(patiently([&] { return infer(solvers, models); }).stands, kStanding) << models;
  }
}

// Infers the invariants of the pass in which both work-items belong to one group.
Inferred infer_of_kernel(const std::string& solvers) {
  const model::KernelModel kernel = access::testing::compile(
      "__kernel void k(__global int* a, int n) { __local int t[64]; int l = get_local_id(0);"
      " for (int i = l; i < 64; i += 8) t[i] = l; a[get_global_id(0)] = l; }");
  model::LaunchFacts facts;
  facts.local_size[0] = 8;
  facts.global_size[0] = 16;
  facts.arguments.resize(kernel.parameters.size());
  smt::TermStore store;
  const Options options;
  const symbolic::Options limits = patient();
  const OneSetting analysed(kernel, facts, store, limits, options);
  const auto [items, base] = work_items(analysed.setting(), Pairing::SameGroup);
  Values values(analysed.setting(), Pairing::SameGroup, items);
  Memory memory(analysed.setting(), Pairing::SameGroup, values);
  return infer(Walker(analysed.setting(), Pairing::SameGroup, values, memory).run(base), store, solvers,
               true);
}

TEST_P(HoudiniWith, KeepsWhatZ3KeepsOfAKernel) {
  const std::string solvers = GetParam();
  if (solvers.find("cvc4") != std::string::npos && !is_installed("cvc4"))
    GTEST_SKIP() << "CVC4 is not installed";
  const Inferred alone = patiently([] { return infer_of_kernel("z3"); });
  const Inferred with = patiently([&] { return infer_of_kernel(solvers); });
  EXPECT_GT(count(alone.stands), 0U);
  EXPECT_LT(count(alone.stands), alone.stands.size());
  // A candidate that is not decided in time falls.
  for (CandidateId id = 0; id < with.stands.size(); ++id)
    EXPECT_TRUE(with.stands[id] == alone.stands[id] || with.falls[id] == Fall::Undecided ||
                alone.falls[id] == Fall::Undecided || !is_decided(with) || !is_decided(alone))
        << id;
  EXPECT_GT(count(with.stands), 0U);
}

INSTANTIATE_TEST_SUITE_P(Solvers, HoudiniWith,
                         ::testing::Values("cvc5", "cvc4", "z3,cvc5", "cvc5,z3", "z3+cvc5", "z3,cvc4",
                                           "z3+cvc4+cvc5"),
                         [](const auto& one) {
                           std::string name = one.param;
                           for (char& c : name) c = c == ',' ? '_' : c == '+' ? 'x' : c;
                           return name;
                         });

// Uses cvc5 until the given number of questions were asked; from then on cvc5 does not return. Each call
// creates a new solver.
std::string mortal(const smt::FakeSolvers& fakes, unsigned questions) {
  static unsigned number = 0;
  const std::string path = (fakes.folder() / ("cvc5-" + std::to_string(++number))).string();
  std::ofstream script(path);
  script << "#!/bin/sh\ndead='" << path << ".dead'\n[ -e \"$dead\" ] && exit 1\nn=0\n"
         << "while IFS= read -r line; do\n"
         << "  if [ \"$line\" = '(check-sat)' ]; then\n    n=$((n + 1))\n"
         << "    if [ $n -gt " << questions << " ]; then : > \"$dead\"; exit; fi\n  fi\n"
         << "  printf '%s\\n' \"$line\"\ndone | cvc5 \"$@\"\n";
  script.close();
  chmod(path.c_str(), 0755);
  return path;
}

// Whichever solver dies and whenever it does: every remaining candidate also remains with Z3, and none
// remains if no solver answered.
TEST(HoudiniWithDyingSolvers, NothingStandsThatNobodyDecided) {
  const smt::FakeSolvers fakes;
  const std::string dead = fakes.make("dead", "exit 1", ":");
  EXPECT_EQ(count(infer(dead).stands), 0U);
  std::set<std::size_t> left;
  for (const unsigned questions : {0U, 1U, 2U, 4U, 100U})
    for (const char* with : {"", ",", "+"}) {
      const auto make = [&] {
        std::string solvers = mortal(fakes, questions);
        if (*with != '\0') solvers.append(with).append(dead);
        return infer(solvers);
      };
      const std::vector<bool> stands = (questions == 100 ? patiently(make) : make()).stands;
      for (std::size_t id = 0; id < stands.size(); ++id)
        EXPECT_FALSE(stands[id] && !kStanding[id]) << id << " " << questions << with;
      if (questions == 0) {
        EXPECT_EQ(count(stands), 0U) << with;
      }
      left.insert(count(stands));
    }
  EXPECT_TRUE(left.contains(count(kStanding))) << ::testing::PrintToString(left);
}

// Another solver of the portfolio decides the questions that it left open.
TEST(HoudiniWithDyingSolvers, OthersGoOn) {
  const smt::FakeSolvers fakes;
  for (const unsigned questions : {0U, 1U, 3U})
    for (const std::string order : {"@,z3", "@+z3", "z3,@", "z3+@"}) {
      const Inferred inferred = patiently([&] {
        std::string solvers = order;
        return infer(solvers.replace(solvers.find('@'), 1, mortal(fakes, questions)));
      });
      EXPECT_EQ(inferred.stands, kStanding) << order << " " << questions;
    }
}

// An answer that is not a model refutes nothing, and one without a model proves nothing.
TEST(HoudiniWithDyingSolvers, LiesThatHaveNoModel) {
  const smt::FakeSolvers fakes;
  const std::string liar = fakes.make("liar", ":", "echo sat");
  EXPECT_EQ(count(infer(liar).stands), 0U);
  EXPECT_EQ(patiently([&] { return infer(liar + ",z3"); }).stands, kStanding);
}

}  // namespace
}  // namespace launchproof::two_thread::testing
