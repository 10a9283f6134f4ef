// Tests modular mode: functions with contracts are verified separately, and calls of them use the contracts.
#include <algorithm>

#include "tests/verify/two_thread/two_threads.h"
#include "verify/frontend/frontend.h"
#include "verify/two_thread/terms/parts.h"

namespace launchproof::two_thread::testing {
namespace {

model::KernelModel translated(const std::string& source) {
  frontend::ProgramSource program{"k.cl", source, "", "", {}};
  program.is_modular = true;
  frontend::Translation all = frontend::translate({program}, {});
  EXPECT_TRUE(all.compiled) << source << (all.messages.empty() ? "" : all.messages[0].text);
  EXPECT_EQ(all.kernels.size(), 1U);
  return all.kernels.at(0);
}

// Returns a kernel with the parameters `a`, `b` and `n`, the local array `t`, and this body.
std::string source_of(const std::string& functions, const std::string& body) {
  return functions +
         "\n__kernel void k(__global int* a, __global int* b, int n) { __local int t[64];"
         " int l = get_local_id(0); int g = get_global_id(0); " +
         body + " }";
}

struct Functions {
  std::string functions;

  model::KernelModel kernel(const std::string& body) const { return translated(source_of(functions, body)); }

  verdict::ClassResult result(const std::string& body, bool is_modular = true, Options options = {},
                              std::uint64_t local = 8, std::uint64_t groups = 2) const {
    const model::KernelModel model = kernel(body);
    model::LaunchFacts facts;
    facts.local_size[0] = local;
    facts.global_size[0] = local * groups;
    facts.arguments = {buffer(1, 256), buffer(2, 256)};
    facts.arguments.resize(model.parameters.size());
    smt::TermStore store;
    const auto solver = smt::make_z3(store);
    options.is_modular = is_modular;
    return verify(model, facts, store, *solver, patient(), options);
  }
  Verdict verdict(const std::string& body, Options options = {}) const {
    return result(body, true, std::move(options)).verdict;
  }
  // Returns the names of the functions that became procedures.
  std::vector<std::string> procedures(const std::string& body) const {
    const model::KernelModel model = kernel(body);
    std::vector<std::string> names;
    if (model.modular == nullptr) return names;
    EXPECT_EQ(model::validate(model.modular->kernel), "");
    const model::ModularKernel summarised = with_summaries(*model.modular);
    EXPECT_EQ(model::validate(summarised.kernel), "");
    for (const model::KernelModel& one : summarised.procedures) EXPECT_EQ(model::validate(one), "");
    for (const model::KernelModel& one : model.modular->procedures) {
      EXPECT_EQ(model::validate(one), "");
      names.push_back(one.procedure);
    }
    return names;
  }
};

bool names(const verdict::ClassResult& result, verdict::Cause cause) {
  return std::ranges::any_of(result.findings, [&](const verdict::Finding& finding) {
    return std::ranges::any_of(finding.approximations,
                               [&](const verdict::Approximation& one) { return one.cause == cause; });
  });
}

using Names = std::vector<std::string>;

const Functions kNext{"int next(int i) { __ensures(__return_val_int() == i + 1); return i + 1; }"};
const Functions kPut{
    "void put(__global int* p, int i, int v) { __requires(i >= 0 & i < 64); __requires(__distinct_int(i));"
    " __requires(__write_implies(p, __write_offset_bytes(p) == 4 * i));"
    " __requires(__no_read(p)); "
    " __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * i)); p[i] = v; }"};

TEST(Modular, EqualCallsHaveOneProcedure) {
  EXPECT_EQ(kNext.procedures("a[g] = next(n) + next(g);"), Names{"next"});
  EXPECT_EQ(kPut.procedures("put(a, g, 1); put(a, g, 2);"), Names{"put"});
  EXPECT_EQ(kPut.procedures("put(a, g, 1); put(b, g, 2);"), (Names{"put", "put"}));
  // The target of the pointer is known exactly if the offset is a constant.
  EXPECT_EQ(kPut.procedures("put(a, g, 1); put(a + 4, g, 2); put(a + n, g, 1); put(a + g, g, 1);").size(),
            3U);
}

TEST(Modular, CallersComeBeforeWhatTheyCall) {
  const Functions two{kNext.functions +
                      "int last(int i) { __requires(i > 0); return next(i) - 2; }\n"
                      "int both(int i) { __requires(i > 0); return last(i) + next(i); }"};
  EXPECT_EQ(two.procedures("a[g] = next(g) + both(n);"), (Names{"both", "last", "next"}));
}

TEST(Modular, WhatCannotBeFollowedIsInlined) {
  EXPECT_EQ(kNext.procedures("a[g] = g;"), Names{});
  EXPECT_EQ(Functions{"int f(int i) { return i; }"}.procedures("a[g] = f(g);"), Names{});
  const Functions of_private{"int f(int* p) { __requires(p[0] > 0); return p[0]; }"};
  EXPECT_EQ(of_private.procedures("int x = g; a[g] = f(&x);"), Names{});
  EXPECT_EQ(kPut.procedures("put(n > 0 ? a : b, g, 1);"), Names{});
  EXPECT_EQ(kPut.procedures("put(0, g, 1);"), Names{});
  const Functions assuming{"int f(int i) { __requires(i > 0); __assume(i < 5); return i; }"};
  EXPECT_EQ(assuming.procedures("a[g] = f(g);"), Names{});
  const Functions assuming_within{
      "int h(int i) { __assume(i < 5); return i; }\n"
      "int f(int i) { __requires(i > 0); return h(i); }"};
  EXPECT_EQ(assuming_within.procedures("a[g] = f(g);"), Names{});
  const Functions late{"int f(__global int* p, int i) { p[i] = 1; __requires(i > 0); return i; }"};
  EXPECT_EQ(late.procedures("f(a, g);"), Names{});
  const Functions recursive{"int f(int i) { __requires(i > 0); return i > 1 ? f(i - 1) : 1; }"};
  EXPECT_EQ(recursive.procedures("a[g] = f(g);"), Names{});
  EXPECT_EQ(recursive.verdict("a[g] = f(g);"), Verdict::Unsupported);
  const Functions endless{"int f(int i) { __ensures(__return_val_int() == i); for (;;) { } }"};
  EXPECT_EQ(endless.procedures("a[g] = f(g);"), Names{});
  const Functions copying{"void f(int i) { __requires(i > 0); }"};
  EXPECT_EQ(copying.procedures("f(g);"), Names{"f"});
  EXPECT_EQ(copying.procedures("f(g); event_t e = async_work_group_copy(t, a, 8, 0); "
                               "wait_group_events(1, &e);"),
            Names{});
}

TEST(Modular, BarriersBesideAssumptionsAreInlined) {
  const Functions meeting{"void f(int i) { __requires(i > 0); barrier(CLK_LOCAL_MEM_FENCE); }"};
  EXPECT_EQ(meeting.procedures("f(1);"), Names{"f"});
  EXPECT_EQ(meeting.procedures("__assume(l < 4); f(1);"), Names{});
  EXPECT_EQ(meeting.procedures("__requires(n < 4); f(1);"), Names{"f"});
}

TEST(Modular, WithoutTheOptionCallsAreInlined) {
  const Functions loose{"int f(int i) { __ensures(__return_val_int() >= 0); return i & 63; }"};
  EXPECT_EQ(loose.result("a[f(g)] = 1;", false).verdict, Verdict::Verified);
  const auto result = loose.result("a[f(g)] = 1;");
  EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::PossibleDefect);
  EXPECT_TRUE(names(result, verdict::Cause::Contract));
}

TEST(Modular, ACallIsKnownByItsContract) {
  EXPECT_EQ(kNext.verdict("a[next(g) - 1] = 1;"), Verdict::Verified);
  EXPECT_EQ(kNext.verdict("a[next(g)] = 1;"), Verdict::Verified);
  EXPECT_NE(kNext.verdict("a[next(g) & 7] = g;"), Verdict::Verified);
  // Also after a loop, in its last iteration.
  EXPECT_EQ(
      kNext.verdict("int x = g; for (int i = 0;; i++) { x = next(g) - 1; if (i >= n) break; } a[x] = 1;"),
      Verdict::Verified);
  EXPECT_NE(
      kNext.verdict("int x = g; for (int i = 0;; i++) { x = next(l) - 1; if (i >= n) break; } a[x] = g;"),
      Verdict::Verified);
}

TEST(Modular, WhatIsNotKeptProvesNothing) {
  const Functions broken{"int f(int i) { __ensures(__return_val_int() == i); return i + 1; }"};
  const auto result = broken.result("a[f(g)] = 1;");
  EXPECT_EQ(of(result, Property::Assertion), Verdict::PossibleDefect);
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Unknown);
  EXPECT_EQ(of(result, Property::OutOfBounds), Verdict::Unknown);
  const Functions never{"int f(int i) { __ensures(0); return i; }"};
  EXPECT_EQ(of(never.result("a[f(g)] = 1; a[0] = g;"), Property::DataRace), Verdict::Unknown);
  const Functions asking{"int f(int i) { __requires(i < 8); return i; }"};
  EXPECT_EQ(asking.verdict("a[g + f(l) - f(l)] = 1;"), Verdict::PossibleDefect);
  EXPECT_EQ(of(asking.result("a[f(g) & 0] = 1;"), Property::DataRace), Verdict::Unknown);
}

TEST(Modular, ContradictionsAreErrors) {
  const Functions never{"void f(__global int* p, int i) { __requires(i < 0); __requires(i > 0); p[0] = i; }"};
  EXPECT_EQ(never.verdict("f(a, g);"), Verdict::Error);
  const Functions of_two{
      "void f(__global int* p, int i) { __requires(__write(p)); __requires(__no_write(p));"
      " p[0] = i; }"};
  EXPECT_EQ(of_two.verdict("f(a, g);"), Verdict::Error);
}

TEST(Modular, WhatNobodyCallsIsNotLookedAt) {
  const Functions large{
      "void f(__global int* p) { __requires(get_num_groups(0) > 100); p[0] = get_local_id(0); }"};
  const auto result = large.result("if (get_num_groups(0) > 100) f(a); b[g] = 1;");
  EXPECT_EQ(result.verdict, Verdict::Verified);
  EXPECT_FALSE(result.unreachable.empty());
  EXPECT_EQ(of(large.result("if (get_num_groups(0) > 1) f(a);"), Property::DataRace), Verdict::Error);
}

TEST(Modular, APlainAssertionBreaksNoContract) {
  const Functions asserting{
      "int f(int i) { __ensures(__return_val_int() == i); __assert(i < 3); return i; }"};
  const auto result = asserting.result("a[f(g)] = 1;");
  EXPECT_EQ(of(result, Property::Assertion), Verdict::PossibleDefect);
  EXPECT_EQ(of(result, Property::DataRace), Verdict::Verified);
}

TEST(Modular, AccessesInAProcedureAreAskedOf) {
  const Functions reading{
      "int f(__global int* p, int i) { __requires(i <= 64); __requires(i >= 0);"
      " return p[i]; }"};
  EXPECT_EQ(of(reading.result("b[g] = f(a, l);"), Property::OutOfBounds), Verdict::PossibleDefect);
  const Functions racing{"void f(__global int* p, int v) { __requires(v >= 0); p[0] = v; }"};
  EXPECT_EQ(of(racing.result("f(a, g);"), Property::DataRace), Verdict::PossibleDefect);
  const Functions asserting{"void f(int v) { __requires(v >= 0); __assert(v < 16); }"};
  EXPECT_EQ(of(asserting.result("f(g);"), Property::Assertion), Verdict::PossibleDefect);
  const Functions diverging{"void f(int v) { __requires(v >= 0); if (v > 3) barrier(CLK_LOCAL_MEM_FENCE); }"};
  EXPECT_EQ(of(diverging.result("f(l);"), Property::BarrierDivergence), Verdict::PossibleDefect);
}

TEST(Modular, PairsOfCallerAndCallee) {
  EXPECT_EQ(kPut.verdict("put(a, g, l);"), Verdict::Verified);
  EXPECT_EQ(kPut.verdict("put(a, g, l); put(a, g, g);"), Verdict::Verified);
  // The statement is made before the call, after it, and where another function calls it.
  EXPECT_NE(kPut.verdict("a[15 - g] = l; put(a, g, l);"), Verdict::Verified);
  EXPECT_EQ(of(kPut.result("put(a, g, l); b[g] = a[15 - g];"), Property::DataRace), Verdict::PossibleDefect);
  EXPECT_NE(kPut.verdict("put(a, g, l); put(a, 15 - g, g);"), Verdict::Verified);
  EXPECT_NE(kPut.verdict("if (l < 4) put(a, g, l); else put(a, 15 - g, g);"), Verdict::Verified);
}

TEST(Modular, WhoDoesNotCallMayHaveWritten) {
  const Functions reading{"int f(__global int* p) { __requires(get_local_id(0) != 0); return p[0]; }"};
  EXPECT_EQ(of(reading.result("if (g == 0) a[0] = 1; else if (l != 0) b[g] = f(a);"), Property::DataRace),
            Verdict::PossibleDefect);
  EXPECT_EQ(of(reading.result("if (l == 0) a[0] = 1; if (l != 0) b[g] = f(a);", true, {}, 8, 1),
               Property::DataRace),
            Verdict::PossibleDefect);
  const Functions requiring{"int f(__global int* p) { __requires(__no_write(p)); return p[0]; }"};
  EXPECT_EQ(of(requiring.result("if (l == 0) a[0] = 1; if (l != 0) b[g] = f(a);", true, {}, 8, 1),
               Property::Assertion),
            Verdict::PossibleDefect);
  // The same holds if the function names the work-items that may have written.
  const Functions knowing{
      "int f(__global int* p) { __requires(get_local_id(0) != 0);"
      " __requires(__write_implies(p, get_local_id(0) == 0)); return p[0]; }"};
  EXPECT_EQ(of(knowing.result("if (l == 0) a[0] = 1; if (l != 0) b[g] = f(a);", true, {}, 8, 1),
               Property::DataRace),
            Verdict::PossibleDefect);
  // Guarantees about accesses hold only for the work-item that called the function.
  const Functions own{
      "void f(__global int* p) { __requires(__no_write(p));"
      " __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * get_global_id(0)));"
      " p[get_global_id(0)] = 1; }"};
  EXPECT_EQ(own.verdict("if (l < 4) f(a); if (l >= 4) b[g] = a[g];"), Verdict::Verified);
  EXPECT_NE(own.verdict("if (l < 4) f(a); if (l >= 4) b[g] = a[g - 4];"), Verdict::Verified);
  // A statement by the function about groups that call it holds only for those groups.
  const Functions of_first{
      "int f(__global int* p) { __requires(get_group_id(0) == 0);"
      " __requires(get_local_id(0) == 0); return p[0]; }"};
  EXPECT_EQ(of(of_first.result("if (g == 8) a[0] = 1; if (g == 0) b[0] = f(a);"), Property::DataRace),
            Verdict::PossibleDefect);
}

TEST(Modular, NothingIsLoggedWhereNoCallerHasLoggedIt) {
  const Functions plain{"int f(__local int* p, int i) { __requires(i >= 0 & i < 8); return p[i]; }"};
  EXPECT_EQ(plain.verdict("t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); a[g] = f(t, 7 - l);"), Verdict::Verified);
  EXPECT_NE(plain.verdict("t[l] = l; barrier(CLK_GLOBAL_MEM_FENCE); a[g] = f(t, 7 - l);"), Verdict::Verified);
  // One call out of two is enough.
  EXPECT_NE(plain.verdict("int x = f(t, l); t[l] = l; a[g] = x + f(t, 7 - l);"), Verdict::Verified);
  // By a procedure of another one's caller.
  const Functions deep{plain.functions +
                       "int h(__local int* p, int i) { __requires(i >= 0 & i < 8);"
                       " return f(p, i); }"};
  EXPECT_EQ(deep.verdict("t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); a[g] = h(t, 7 - l);"), Verdict::Verified);
  EXPECT_NE(deep.verdict("t[l] = l; a[g] = h(t, 7 - l);"), Verdict::Verified);
  // A function that is called inside has also made accesses.
  EXPECT_EQ(of(deep.result("t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); int x = h(t, 7 - l); t[l] = x;"),
               Property::DataRace),
            Verdict::PossibleDefect);
}

TEST(Modular, WidthsAreThoseOfAllParts) {
  const Functions wide{"int f(__global int* p, int i) { __requires(i >= 0 & i < 16); return p[i]; }"};
  EXPECT_NE(wide.verdict("b[g] = f(a, g); ((__global char*)a)[63 - g] = 1;"), Verdict::Verified);
  const Functions narrow{
      "void f(__global char* p, int i) { __requires(i == get_global_id(0));"
      " __ensures(__write_implies(p, __write_offset_bytes(p) == i)); p[i] = 1; }"};
  EXPECT_EQ(narrow.verdict("f((__global char*)a, g); b[g] = a[4 + (g & 0)];"), Verdict::Verified);
  EXPECT_NE(narrow.verdict("f((__global char*)a, g); b[g] = a[3 + (g & 0)];"), Verdict::Verified);
}

TEST(Modular, OffsetsAreAnyThatCallsMayHave) {
  const std::string own =
      "void f(__global char* p) { __requires(__ptr_offset_bytes(p) == get_global_id(0));"
      " p[0] = get_local_id(0); ";
  EXPECT_EQ(Functions{own + "}"}.verdict("f((__global char*)a + g);"), Verdict::Verified);
  EXPECT_EQ(of(Functions{own + "p[1] = 1; }"}.result("f((__global char*)a + g);"), Property::DataRace),
            Verdict::PossibleDefect);
}

TEST(Modular, BarriersOfProcedures) {
  const Functions meeting{
      "void f(__local int* p, int i) { __requires(i == get_local_id(0)); p[i] = i;"
      " barrier(CLK_LOCAL_MEM_FENCE); }"};
  EXPECT_EQ(of(meeting.result("if (l < 4) f(t, l);"), Property::BarrierDivergence), Verdict::PossibleDefect);
  EXPECT_EQ(of(meeting.result("if (n < 4) f(t, l);"), Property::BarrierDivergence), Verdict::Verified);
  // The contract must state that the function orders earlier accesses.
  EXPECT_NE(meeting.verdict("f(t, l); a[g] = t[7 - l];"), Verdict::Verified);
  const Functions ordering{
      "void f(__local int* p, int i) { __requires(i == get_local_id(0));"
      " __ensures(__no_write(p)); p[i] = i; barrier(CLK_LOCAL_MEM_FENCE); }"};
  EXPECT_EQ(ordering.verdict("f(t, l); a[g] = t[7 - l];"), Verdict::Verified);
  const Functions on_some_way{
      "void f(__local int* p, int n) { __requires(__uniform_int(n));"
      " __ensures(__no_write(p)); if (n > 3) barrier(CLK_LOCAL_MEM_FENCE); }"};
  EXPECT_NE(on_some_way.verdict("t[l] = l; f(t, n); a[g] = t[7 - l];"), Verdict::Verified);
  const Functions within{meeting.functions +
                         " void h(__local int* p, int i) { __requires(i == get_local_id(0));"
                         " f(p, i); }"};
  EXPECT_EQ(of(within.result("h(t, l);"), Property::BarrierDivergence), Verdict::Verified);
  EXPECT_EQ(of(within.result("if (l < 4) h(t, l);"), Property::BarrierDivergence), Verdict::PossibleDefect);
  const Functions saying_nothing{
      "void f(int n) { __requires(__uniform_int(n));"
      " if (n > 3) barrier(CLK_LOCAL_MEM_FENCE); }"};
  EXPECT_EQ(saying_nothing.verdict("t[l] = l; f(n); a[g] = t[l];"), Verdict::Verified);
  EXPECT_EQ(of(saying_nothing.result("t[l] = l; f(n); a[g] = t[7 - l];"), Property::DataRace),
            Verdict::PossibleDefect);
}

TEST(Modular, CallsInLoops) {
  const std::string own =
      "void f(__local int* p, int i) { __requires(i == get_local_id(0));"
      " __requires(__write_implies(p, __write_offset_bytes(p) == 4 * i));"
      " __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * i)); p[i] = i; }";
  const Functions keeping{own};
  EXPECT_EQ(keeping.verdict("for (int i = 0; i < n; i++) f(t, l); a[g] = t[l];"), Verdict::Verified);
  EXPECT_NE(keeping.verdict("for (int i = 0; i < n; i++) f(t, l); a[g] = t[7 - l];"), Verdict::Verified);
  Options deep;
  deep.induction_depth = 2;
  EXPECT_EQ(keeping.verdict("for (int i = 0; i < n; i++) f(t, l); a[g] = t[l];", deep), Verdict::Verified);
}

TEST(Modular, ReadsOfOnePlaceAreNotTakenForEqual) {
  const std::string body =
      "if (l == 0) t[0] = b[0]; barrier(CLK_LOCAL_MEM_FENCE);"
      " if (t[0] > 3) barrier(CLK_LOCAL_MEM_FENCE); a[g] = next(l);";
  EXPECT_EQ(of(kNext.result(body, false), Property::BarrierDivergence), Verdict::Verified);
  EXPECT_EQ(of(kNext.result(body), Property::BarrierDivergence), Verdict::PossibleDefect);
}

TEST(Modular, OneConditionSpeaksOfOneKindOfAccesses) {
  const Functions two{"void f(__global int* p) { __requires(__no_read(p) & __no_write(p)); }"};
  EXPECT_EQ(two.verdict("f(a);"), Verdict::Verified);
  EXPECT_EQ(two.verdict("a[g] = 1; f(a);"), Verdict::PossibleDefect);
  const Functions compared{
      "void f(__global int* p) {"
      " __requires(__read_offset_bytes(p) == __write_offset_bytes(p)); p[0] = 1; }"};
  EXPECT_EQ(of(compared.result("f(a);"), Property::Assertion), Verdict::Unknown);
}

TEST(Modular, OfOneWorkItemAloneNothingIsKnownOfAccesses) {
  const Functions saying{"void f(__global int* p) { __ensures(__no_write(p)); p[0] = 1; }"};
  EXPECT_EQ(of(saying.result("f(a);", true, {}, 1, 1), Property::Assertion), Verdict::Unknown);
}

TEST(Modular, WhatIsAskedOfAccessesIsLoggedInEachPart) {
  // Nothing writes there, so no race check asks about it; only the last function in the chain mentions it.
  const Functions chain{
      "int h(__global int* p) { __requires(__no_read(p)); return 1; }\n"
      "int f(__global int* p, int i) { __requires(i >= 0); return h(p) + i; }"};
  EXPECT_EQ(chain.verdict("b[g] = f(a, g);"), Verdict::Verified);
  EXPECT_EQ(of(chain.result("int x = a[g]; b[g] = x + f(a, g);"), Property::Assertion),
            Verdict::PossibleDefect);
}

TEST(Modular, LoopsWithinLoops) {
  EXPECT_EQ(kNext.verdict("int x = g; for (int j = 0;; j++) { for (int i = 0;; i++) { x = next(g) - 1;"
                          " if (i >= n) break; } if (j >= n) break; } a[x] = 1;"),
            Verdict::Verified);
  const Functions own{
      "void f(__local int* p, int i) { __requires(i == get_local_id(0));"
      " __ensures(__write_implies(p, __write_offset_bytes(p) == 4 * i));"
      " __requires(__write_implies(p, __write_offset_bytes(p) == 4 * i)); p[i] = i; }"};
  EXPECT_EQ(own.verdict("for (int j = 0; j < n; j++) { for (int i = 0; i < j; i++) f(t, l); "
                        "for (int i = 0; i < j; i++) f(t, l); } a[g] = t[l];"),
            Verdict::Verified);
  EXPECT_NE(own.verdict("for (int j = 0; j < n; j++) { for (int i = 0; i < j; i++) f(t, l); "
                        "for (int i = 0; i < j; i++) t[7 - l] = 1; } a[g] = t[l];"),
            Verdict::Verified);
}

TEST(Modular, EachInstrumentationFindsTheSame) {
  for (const Instrumentation one : {Instrumentation::Original, Instrumentation::WatchdogSingle}) {
    Options options;
    options.instrumentation = one;
    EXPECT_EQ(kPut.verdict("put(a, g, l); put(a, g, g);", options), Verdict::Verified) << name_of(one);
    EXPECT_EQ(of(kPut.result("put(a, g, l); b[g] = a[15 - g];", true, options), Property::DataRace),
              Verdict::PossibleDefect)
        << name_of(one);
    EXPECT_NE(kPut.verdict("put(a, g, l); put(a, 15 - g, g);", options), Verdict::Verified) << name_of(one);
  }
}

}  // namespace
}  // namespace launchproof::two_thread::testing
