// Kernels in parts.
#include <algorithm>

#include "tests/verify/frontend/support.h"

namespace launchproof::frontend {
namespace {

model::KernelModel divided(const std::string& text, AnnotationUse use = AnnotationUse::All) {
  ProgramSource source{"k.cl", text, "", "", {}};
  source.is_modular = true;
  source.annotations = use;
  Translation all = translate({source}, {});
  EXPECT_TRUE(all.compiled) << text;
  return all.kernels.at(0);
}

const std::string kAdd =
    "int add(global int* p, int i) { __requires(i > 0); __ensures(__return_val_int() > i); return p[i] + i; "
    "}\n";

using Kinds = std::vector<std::pair<model::AnnotationKind, model::ContractPart>>;

Kinds kinds(const model::KernelModel& part) {
  Kinds result;
  for (const model::Annotation& one : part.annotations) result.emplace_back(one.kind, one.contract);
  return result;
}

TEST(Procedures, EachSideOfAContractShowsWhatTheOtherTakesForGranted) {
  const model::KernelModel kernel =
      divided(kAdd + "kernel void k(global int* a, int n) { a[n] = add(a, n); }");
  ASSERT_NE(kernel.modular, nullptr);
  const model::ModularKernel& parts = *kernel.modular;
  using enum model::AnnotationKind;
  EXPECT_EQ(kinds(parts.kernel), (Kinds{{Assertion, model::ContractPart::Requirement},
                                        {Assumption, model::ContractPart::Guarantee}}));
  ASSERT_EQ(parts.procedures.size(), 1U);
  EXPECT_EQ(kinds(parts.procedures[0]), (Kinds{{Precondition, model::ContractPart::Requirement},
                                               {Assertion, model::ContractPart::Guarantee}}));
  // The kernel is the same as without modular mode.
  EXPECT_EQ(kinds(kernel),
            (Kinds{{Assertion, model::ContractPart::None}, {Assertion, model::ContractPart::None}}));
  EXPECT_TRUE(kernel.calls.empty());
}

TEST(Procedures, HaveTheKernelsArrays) {
  const model::KernelModel kernel =
      divided(kAdd +
              "int at(local int* p, int i) { __requires(i > 0); return p[i]; }\n"
              "kernel void k(global int* a, global int* b, int n) { local int t[8];\n"
              "  a[n] = add(b, n) + at(t, 1); }");
  ASSERT_NE(kernel.modular, nullptr);
  ASSERT_EQ(kernel.modular->procedures.size(), 2U);
  for (const model::KernelModel& one : kernel.modular->procedures) {
    ASSERT_EQ(one.sites.size(), 1U);
    const model::Array& array = one.arrays[one.sites[0].arrays.at(0)];
    EXPECT_EQ(array.name, one.procedure == "add" ? "b" : "t");
    EXPECT_EQ(one.parameters.size(), 3U);
    EXPECT_NE(one.enabled, model::kNone);
    EXPECT_EQ(one.name, "k");
  }
}

TEST(Procedures, AreNamedAsInTheSource) {
  const model::KernelModel kernel = divided(
      "float4 __attribute__((overloadable)) half_of(float4 v, bool up) { __requires(v.x > 0); return v * "
      "0.5f; }\n"
      "int __attribute__((overloadable)) half_of(int v, bool up) { __requires(v > 0);"
      " barrier(CLK_LOCAL_MEM_FENCE); return v / 2; }\n"
      "kernel void k(global float4* a, int n) { __assume(n < 8); a[n] = half_of(a[n], true) + half_of(n, n > "
      "3); }");
  ASSERT_NE(kernel.modular, nullptr);
  // The other function holds both a barrier and an assumption.
  ASSERT_EQ(kernel.modular->procedures.size(), 1U);
  EXPECT_EQ(kernel.modular->procedures[0].procedure, "half_of");
  EXPECT_EQ(model::validate(kernel.modular->procedures[0]), "");
}

TEST(Procedures, NameTheLineOfTheCall) {
  const model::KernelModel kernel =
      divided(kAdd + "kernel void k(global int* a, int n) {\n  a[n] = add(a, n); }");
  ASSERT_NE(kernel.modular, nullptr);
  const model::KernelModel& whole = kernel.modular->kernel;
  ASSERT_EQ(whole.calls.size(), 1U);
  EXPECT_EQ(whole.locations.at(whole.calls[0].location).line, 3U);
}

TEST(Procedures, AreMadeWhereContractsCount) {
  const std::string text = kAdd + "kernel void k(global int* a, int n) { a[n] = add(a, n); }";
  EXPECT_EQ(divided(text, AnnotationUse::None).modular, nullptr);
  EXPECT_EQ(divided(text, AnnotationUse::Preconditions).modular, nullptr);
  EXPECT_NE(divided(text, AnnotationUse::InvariantsAsCandidates).modular, nullptr);
  ProgramSource source{"k.cl", text, "", "", {}};
  EXPECT_EQ(translate({source}, {}).kernels.at(0).modular, nullptr);
}

TEST(Procedures, AGuaranteeThatCannotBePlacedIsNone) {
  // It mentions a variable after a loop.
  const std::string looping =
      "int f(int i) { __requires(i > 0); int r = 0; for (int k = 0; k < i; k++) r += k;"
      " __ensures(__return_val_int() == r); return r; }\n";
  EXPECT_EQ(divided(looping + "kernel void k(global int* a, int n) { a[n] = f(n); }").modular, nullptr);
  const std::string of_call =
      "int h(int i) { return i; }\n"
      "int f(int i) { __ensures(__return_val_int() == h(i)); return i; }\n";
  EXPECT_EQ(divided(of_call + "kernel void k(global int* a) { a[0] = f(1); }").modular, nullptr);
}

}  // namespace
}  // namespace launchproof::frontend
