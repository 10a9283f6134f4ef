// Tests that every annotation can be called and has the effect that the table states.
#include "verify/frontend/annotations/annotations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/verify/frontend/support.h"

namespace launchproof::frontend {
namespace {

using model::AnnotationKind;

// Returns one call of each entry, as a statement.
const std::map<std::string_view, std::string>& calls() {
  static const std::map<std::string_view, std::string> all{
      {"__requires", "__requires(n > 3);"},
      {"__global_requires", "__global_requires(n > 3);"},
      {"__assume", "__assume(n > 3);"},
      {"__global_assume", "__global_assume(n > 3);"},
      {"__assert", "__assert(n > 3);"},
      {"__assert_of_program", "__assert_of_program(n > 3);"},
      {"__global_assert", "__global_assert(n > 3);"},
      {"__invariant", "for (int i = 0; __invariant(i >= 0), i < n; i++) a[i] = 1;"},
      {"__global_invariant", "for (int i = 0; __global_invariant(i >= 0), i < n; i++) a[i] = 1;"},
      {"__candidate_invariant", "for (int i = 0; __candidate_invariant(i >= 0), i < n; i++) a[i] = 1;"},
      {"__candidate_global_invariant",
       "for (int i = 0; __candidate_global_invariant(i >= 0), i < n; i++) a[i] = 1;"},
      {"__function_wide_invariant",
       "__function_wide_invariant(n > 3); for (int i = 0; i < n; i++) a[i] = 1;"},
      {"__function_wide_candidate_invariant",
       "__function_wide_candidate_invariant(n > 3); for (int i = 0; i < n; i++) a[i] = 1;"},
      {"__ensures", "__ensures(n > 3);"},
      {"__global_ensures", "__global_ensures(n > 3);"},
      {"__requires_fresh_array", "__requires_fresh_array(a);"},
      {"__reads_from", "__reads_from(c);"},
      {"__writes_to", "__writes_to(a);"},
      {"__array_snapshot", "__array_snapshot(a, t);"},
      {"__barrier_invariant", "__barrier_invariant(t[n] == 3, n); barrier(CLK_LOCAL_MEM_FENCE);"},
      {"__barrier_invariant_binary",
       "__barrier_invariant_binary(t[n] < t[__other_int(n)], n, n + 1); barrier(CLK_LOCAL_MEM_FENCE);"},
      {"__read_permission", "__read_permission(t[n]);"},
      {"__is_scan", "__is_scan(a, c, 0);"},
      {"__postcondition", "__postcondition(n > 3);"},
      {"__old", "__postcondition(__old(a[0]) == a[1]);"},
      {"__forall", "__postcondition(__forall(i, 0, n, a[i] == 1));"},
      {"__exists", "__postcondition(__exists(i, 0, n, a[i] == 1));"},
      {"__sum", "__postcondition(__sum(i, 0, n, a[i]) == 1);"},
      {"__accessed", "__assert(__accessed(t, n));"},
      {"__non_temporal_loads_begin", "__non_temporal_loads_begin();"},
      {"__non_temporal_loads_end", "__non_temporal_loads_begin(); __non_temporal_loads_end();"},
      {"__read", "__assert(__read(a));"},
      {"__write", "__assert(__write(t));"},
      {"__atomic", "__assert(__atomic(a));"},
      {"__no_read", "__assert(__no_read(c));"},
      {"__no_write", "__assert(__no_write(a));"},
      {"__no_atomic", "__assert(__no_atomic(a));"},
      {"__read_offset_bytes", "__assert(__read_offset_bytes(a) > 4);"},
      {"__write_offset_bytes", "__assert(__write_offset_bytes(a) > 4);"},
      {"__atomic_offset_bytes", "__assert(__atomic_offset_bytes(a) > 4);"},
      {"__ptr_offset_bytes", "__assert(__ptr_offset_bytes(a + n) > 4);"},
      {"__ptr_base", "__assert(__ptr_base(a) == __ptr_base(t));"},
      {"__read_implies", "__assert(__read_implies(a, n > 3));"},
      {"__write_implies", "__assert(__write_implies(a, n > 3));"},
      {"__atomic_has_taken_value", "__assert(__atomic_has_taken_value(a, 0, 4));"},
      {"__other_int", "__assert(__other_int(n) == n);"},
      {"__other_bool", "__assert(__other_bool(n > 3));"},
      {"__uniform_int", "__assert(__uniform_int(n));"},
      {"__uniform_bool", "__assert(__uniform_bool(n > 3));"},
      {"__distinct_int", "__assert(__distinct_int(n));"},
      {"__distinct_bool", "__assert(__distinct_bool(n > 3));"},
      {"__all", "__assert(__all(n > 3));"},
      {"__exclusive", "__assert(__exclusive(n > 3));"},
      {"__same_group", "__assert(__same_group & n > 3);"},
      {"__enabled", "__assert(__enabled());"},
      {"__dominator_enabled", "__assert(__dominator_enabled());"},
      {"__implies", "__assert(__implies(n > 5, n > 3));"},
      {"__ite", "__assert(__ite(n > 5, n, 5) >= 5);"},
      {"__ite_int", "__assert(__ite_int(n > 5, n, 5) >= 5);"},
      {"__ite_bool", "__assert(__ite_bool(n > 5, n < 5, true));"},
      {"__ite_size_t", "__assert(__ite_size_t(n > 5, 1, 2) >= 1);"},
      {"__is_pow2", "__assert(__is_pow2(n));"},
      {"__mod_pow2", "__assert(__mod_pow2(n, 4) < 4);"},
      {"__add_noovfl", "__assert(__add_noovfl(n, 1) & __add_noovfl(n, 1, 2) & __add_noovfl(n, 1, 2, 3));"},
      {"__add_noovfl_int", "__assert(__add_noovfl_int(n, 1) > 3);"},
      {"__add_noovfl_unsigned_int", "__assert(__add_noovfl_unsigned_int(n, 1) > 3);"},
      {"__add_unsigned_int", "__assert(__add_unsigned_int(n, 1) > 3);"},
      {"__old_int", "__assert(__old_int(n) == n);"},
      {"__old_bool", "__assert(__old_bool(n > 3));"},
      {"__return_val_int", "__assert(__return_val_int() == n);"},
      {"__return_val_bool", "__assert(__return_val_bool());"},
  };
  return all;
}

std::string kernel_with(const std::string& statement) {
  return "kernel void f(global int* a, local int* t, constant int* c, int n) {\n  " + statement +
         "\n  a[get_global_id(0)] = n;\n}\n";
}

AnnotationKind kind_of(Treatment treatment) {
  switch (treatment) {
    case Treatment::Precondition:
      return AnnotationKind::Precondition;
    case Treatment::Assumption:
      return AnnotationKind::Assumption;
    case Treatment::GlobalAssertion:
      return AnnotationKind::GlobalAssertion;
    case Treatment::Invariant:
    case Treatment::AtLoops:
      return AnnotationKind::Invariant;
    case Treatment::Candidate:
    case Treatment::CandidateAtLoops:
      return AnnotationKind::Candidate;
    case Treatment::Exemption:
      return AnnotationKind::Exemption;
    case Treatment::BarrierInvariant:
      return AnnotationKind::BarrierInvariant;
    case Treatment::ReadPermission:
      return AnnotationKind::ReadPermission;
    case Treatment::Scan:
      return AnnotationKind::Scan;
    case Treatment::Snapshot:  // into an array that the program uses
      return AnnotationKind::Unjudged;
    default:
      return AnnotationKind::Assertion;  // or an assertion of such a value
  }
}

// An engine that tracks the contents of shared memory judges it; no other engine does.
bool is_judged_with_memory(const AnnotationEntry& entry) {
  return entry.treatment == Treatment::BarrierInvariant || entry.treatment == Treatment::ReadPermission ||
         entry.treatment == Treatment::Scan || entry.name == "__accessed";
}

class Annotations : public testing::TestWithParam<AnnotationEntry> {};

TEST_P(Annotations, AreCalledInEveryVersion) {
  const auto call = calls().find(GetParam().name);
  ASSERT_NE(call, calls().end()) << "a test must call " << GetParam().name;
  for (const char* version : {"CL1.0", "CL1.2", "CL2.0", "CL3.0", "CLC++", "CLC++2021"}) {
    const model::KernelModel kernel = model_of(kernel_with(call->second), std::string("-cl-std=") + version);
    if (call->second.starts_with("__postcondition")) {
      EXPECT_EQ(kernel.postconditions.size(), 1U) << version;
      continue;
    }
    ASSERT_FALSE(kernel.annotations.empty()) << version;
    for (const model::Annotation& item : kernel.annotations) {
      EXPECT_NE(item.text.find('('), std::string::npos) << "spelled as called";
      EXPECT_NE(item.location, model::kNone);
      EXPECT_EQ(item.open.empty(), item.condition != model::kNone) << item.text << ": " << item.open;
    }
  }
}

TEST_P(Annotations, BecomeWhatTheTableSays) {
  const model::KernelModel kernel = model_of(kernel_with(calls().at(GetParam().name)));
  const AnnotationKind kind = kind_of(GetParam().treatment);
  for (const model::Annotation& item : kernel.annotations) {
    const bool within = item.text.starts_with("__add_noovfl_");  // assumed by the function itself
    EXPECT_EQ(item.kind, within ? AnnotationKind::Assumption : kind) << item.text;
    const bool judged = GetParam().treatment != Treatment::Contract &&
                        GetParam().treatment != Treatment::Exemption &&
                        GetParam().treatment != Treatment::Snapshot && !is_judged_with_memory(GetParam());
    EXPECT_EQ(item.open.empty(), judged) << item.text << ": " << item.open;
  }
  const bool excludes = std::ranges::any_of(
      kernel.blocks, [](const model::Block& block) { return block.excluded_by != model::kNone; });
  EXPECT_EQ(excludes, kind == AnnotationKind::Precondition || kind == AnnotationKind::Assumption ||
                          GetParam().name.starts_with("__add_noovfl_"));
}

struct Case {
  std::string file, expected;
  std::set<std::string> words;  // of the kernel, not of its header
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> result;
    const std::filesystem::path folder = LAUNCHPROOF_SOURCE_DIR "/tests/kernels";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() != ".cl" && entry.path().extension() != ".cu") continue;
      Case& one = result.emplace_back();
      one.file = entry.path().filename().string();
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) {
        static const std::string kExpect = "// expect: ";
        if (line.starts_with(kExpect)) one.expected = line.substr(kExpect.size());
        if (line.starts_with("//")) continue;
        for (char& c : line)
          if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = ' ';
        std::istringstream words(line);
        for (std::string word; words >> word;) one.words.insert(word == "assert" ? kProgramAssertion : word);
      }
    }
    return result;
  }();
  return all;
}

TEST_P(Annotations, HaveAPassingAndAFailingKernelCase) {
  const auto is_used = [](const std::set<std::string>& expected) {
    return std::ranges::any_of(cases(), [&](const Case& one) {
      return expected.contains(one.expected) && one.words.contains(std::string(GetParam().name));
    });
  };
  EXPECT_TRUE(is_used({"verified"})) << "a kernel case that is verified must use " << GetParam().name;
  EXPECT_TRUE(is_used({"defect", "possible-defect", "error"}))
      << "a kernel case that is not verified must use " << GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(All, Annotations,
                         testing::ValuesIn(all_annotations().begin(), all_annotations().end()),
                         [](const auto& item) { return std::string(item.param.name.substr(2)); });

TEST(AnnotationsOf, ProgramsWithFunctionsOfTheirOwnByTheseNames) {
  const model::KernelModel kernel = model_of(
      "int __assert(int x) { return x + 1; }\n"
      "kernel void f(global int* a) { a[__assert(2)] = 1; }");
  EXPECT_TRUE(kernel.annotations.empty());
}

TEST(AnnotationsOf, ProgramsWithMacrosOfTheirOwnByTheseNames) {
  const model::KernelModel kernel = model_of(
      "#define __assume(x) (x)\n"
      "kernel void f(global int* a) { a[__assume(2)] = 1; }",
      "-Werror");
  EXPECT_TRUE(kernel.annotations.empty());
}

TEST(AnnotationsOf, WrongOnesAreErrorsWithTheirPlace) {
  const Translation result =
      translate({{"test.cl", "kernel void f(int n) {\n  __requires(n >);\n}", "", "", {}}}, {});
  EXPECT_FALSE(result.compiled);
  ASSERT_FALSE(result.messages.empty());
  EXPECT_EQ(result.messages.front().line, 2U);
}

TEST(AnnotationsOf, HelperFunctionsNameBothPlaces) {
  const model::KernelModel kernel = model_of(
      "void check(int n) {\n  __assert(n > 3);\n}\n"
      "kernel void f(int n) {\n  check(n);\n}");
  ASSERT_EQ(kernel.annotations.size(), 1U);
  EXPECT_EQ(kernel.annotations[0].text, "__assert(n > 3)");
  EXPECT_EQ(model::describe(kernel, kernel.annotations[0].location), "test.cl:2:3 (inlined at test.cl:5:3)");
}

std::size_t observations(const model::KernelModel& kernel) {
  return static_cast<std::size_t>(
      std::ranges::count_if(kernel.sites, [](const model::Site& site) { return site.observes; }));
}

// The same place is an annotation, and the program reads for it.
TEST(AnnotationsOf, FilesThatAreReadTwiceReadForThemselvesWhereOneReadingIsNone) {
  const auto observed = [](const std::string& second) {
    const std::string text =
        "#define READ in[i] > 0\n"
        "kernel void f(global int* out, global int* in) {\n"
        "  int i = get_local_id(0), v = 0;\n"
        "#include \"check.h\"\n"
        "#undef READ\n"
        "#define READ " +
        second +
        "\n"
        "#include \"check.h\"\n"
        "  out[i] = v;\n}";
    const Translation result = translate({{"test.cl", text, "", "", {{"check.h", "__assert(READ);\n"}}}}, {});
    EXPECT_EQ(result.kernels.size(), 1U);
    return result.kernels.empty() ? 0 : observations(result.kernels.front());
  };
  EXPECT_EQ(observed("in[i + 1] > 0"), 2U);
  EXPECT_EQ(observed("in[i + 1] > 0\n#undef __assert\n#define __assert(x) v = x"), 0U);
}

TEST(AnnotationsOf, SeveralSourcesHaveTheirOwnPlaces) {
  const auto source = [](const std::string& name, const std::string& check) {
    return ProgramSource{name + ".cl",
                         "kernel void " + name +
                             "(global int* out, global int* in) {\n"
                             "  int i = get_local_id(0), v = 0;\n"
                             "#include \"check.h\"\n"
                             "  out[i] = v;\n}",
                         "",
                         "",
                         {{"check.h", check}}};
  };
  const Translation result =
      translate({source("one", "__assert(in[i] > 0);\n"), source("other", "v = (in[i] > 0) + 3;\n")}, {});
  ASSERT_EQ(result.kernels.size(), 2U);
  EXPECT_EQ(observations(result.kernels[0]), 1U);
  EXPECT_EQ(observations(result.kernels[1]), 0U);
}

// The launched program, in which annotations are empty, must not change values that an annotation would
// change. It must not wait in an annotation either.
TEST(AnnotationsOf, AProgramChangeNothing) {
  const auto refused = [](const std::string& statement) {
    const std::string text =
        "typedef struct { int first, second; } Pair;\n"
        "int twice(int n) { int own = n; own += n; return own; }\n"
        "int kept(global int* a, int n) { barrier(0); return n; } int at(int* p) { return *p; }\n"
        "int of(const int* p) { return *p; } int stored(global int* a) { return *a = 3; }\n"
        "kernel void f(global int* a, int n) {\n  int i = 0; Pair pair = {0, 0};\n" +
        statement + "\n  a[n] = i + pair.second;\n}";
    const Translation result = translate({{"test.cl", text, "-cl-std=CL2.0", "", {}}}, {});
    bool any = false;
    for (const CompilerMessage& message : result.messages) {
      if (!message.is_error) continue;
      EXPECT_EQ(message.line, 7U) << message.text;
      EXPECT_NE(message.text.find("changes a variable or memory"), std::string::npos) << message.text;
      any = true;
    }
    EXPECT_EQ(any, result.kernels.empty());
    return any;
  };
  for (const char* statement :
       {"__assert(i++ >= 0);", "__requires((i = n) > 0);", "__assume((a[n] |= 1) > 0);",
        "__assert(--pair.second < 3);", "__assert(kept(a, n) > 0);",
        "for (;__invariant(++i > 0), i < 9; i++);", "__candidate_invariant(n > 0 && n-- > 3);",
        "__ensures((i += 2) > 0);", "__assert(stored(a) > 0);", "__assert(({ i++; 1; }));",
        "__assert((barrier(1), 1));", "__assert(work_group_all(n) != 0);", "__assert(frexp(1.0f, &i) > 0);",
        "__assume(atomic_inc(a) > 0);", "__assert(at(&i) == 0);", "__assert(printf(\"x\") > 0 && i++ > 0);"})
    EXPECT_TRUE(refused(statement)) << statement;
  for (const char* statement : {"__assert(i >= 0);", "__assert(twice(n) >= 0);", "__assert(of(&i) == 0);",
                                "__assert(__no_write(a) | i > 0);", "i = 3;", "__assert(a[n] == 3);"})
    EXPECT_FALSE(refused(statement)) << statement;
}

// LAUNCHPROOF_UPDATE_DOCS=1 rewrites the page.
TEST(AnnotationsPage, IsUpToDate) {
  const std::string path = LAUNCHPROOF_SOURCE_DIR "/docs/annotations.md";
  if (std::getenv("LAUNCHPROOF_UPDATE_DOCS") != nullptr) std::ofstream(path) << annotations_page();
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  EXPECT_EQ(text.str(), annotations_page()) << "run this test with LAUNCHPROOF_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace launchproof::frontend
