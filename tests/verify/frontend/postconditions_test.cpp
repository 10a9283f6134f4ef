// Tests postconditions as separate kernels, and which ones are refused.
#include "verify/frontend/program/postconditions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "verify/frontend/frontend.h"

namespace launchproof::frontend {
namespace {

Translation asked(const std::string& text, const std::string& options = "",
                  SourceLanguage language = SourceLanguage::OpenCl) {
  ProgramSource source;
  source.file_name = language == SourceLanguage::Cuda ? "kernel.cu" : "kernel.cl";
  source.text = text;
  source.options = options;
  source.language = language;
  source.asks_postconditions = true;
  return translate({source}, {});
}

const model::KernelModel* kernel_named(const Translation& translation, const std::string& name) {
  const auto found = std::ranges::find(translation.kernels, name, &model::KernelModel::name);
  return found == translation.kernels.end() ? nullptr : &*found;
}

std::string refusal(const std::string& body) {
  const Translation translation =
      asked("kernel void k(global int* a, local int* t, int n) {\n" + body + "\n}\n");
  const auto stated = translation.postconditions.find("k");
  if (!translation.compiled) return translation.messages.empty() ? "" : translation.messages.front().text;
  if (stated == translation.postconditions.end()) return "not stated";
  return stated->second.refusal;
}

TEST(Postconditions, BecomeKernelsInEveryVersion) {
  const std::string text =
      "kernel void k(global int* a, global const int* b, int n) {\n"
      "  __postcondition(__forall(i, 0, n, a[i] == __old(a[i]) + b[i]));\n"
      "  __postcondition(__exists(i, 0, n, a[i] > 0) || __sum(i, 0, n, b[i]) < 0);\n"
      "  a[get_global_id(0)] += b[get_global_id(0)];\n"
      "}\n";
  for (const char* version : {"CL1.0", "CL1.2", "CL2.0", "CL3.0", "CLC++", "CLC++2021"}) {
    const Translation translation = asked(text, std::string("-cl-std=") + version);
    ASSERT_TRUE(translation.compiled) << version;
    const Postconditions& stated = translation.postconditions.at("k");
    EXPECT_EQ(stated.refusal, "") << version;
    ASSERT_EQ(stated.places.size(), 2U) << version;
    EXPECT_EQ(stated.places[0].line, 2U);
    EXPECT_EQ(stated.places[1].line, 3U);
    EXPECT_EQ(stated.before, (std::vector<std::uint32_t>{3, 4, model::kNone}));
    const model::KernelModel* asking = kernel_named(translation, "k.postconditions");
    ASSERT_NE(asking, nullptr);
    EXPECT_EQ(asking->parameters.size(), 6U);
    EXPECT_TRUE(asking->unsupported.empty());
    const auto writes = std::ranges::count(asking->sites, model::AccessKind::Write, &model::Site::kind);
    EXPECT_EQ(writes, 2) << "one for each condition";
    ASSERT_NE(kernel_named(translation, "k.conditions_hold"), nullptr);
    EXPECT_EQ(kernel_named(translation, "k"), nullptr);
  }
}

TEST(Postconditions, BecomeKernelsOfCuda) {
  const Translation translation = asked(
      "__global__ void k(int* a, int n) {\n"
      "  int i = threadIdx.x;\n"
      "  __postcondition(__forall(j, 0, n, a[j] == 2 * __old(a[j])));\n"
      "  if (i < n) a[i] *= 2;\n"
      "}\n",
      "", SourceLanguage::Cuda);
  ASSERT_TRUE(translation.compiled);
  EXPECT_EQ(translation.postconditions.at("k").refusal, "");
  EXPECT_NE(kernel_named(translation, "k.postconditions"), nullptr);
}

TEST(Postconditions, ThatSpeakOfSizesAreForTheFirstWorkItemOfTheSameLaunch) {
  const auto uses = [](const std::string& body) {
    const Translation translation = asked("kernel void k(global int* a, int n) {\n" + body + "\n}\n");
    const model::KernelModel* asking = kernel_named(translation, "k.postconditions");
    EXPECT_NE(asking, nullptr);
    if (asking == nullptr) return false;
    // Work-items but the first one leave before the conditions.
    const bool asks_ids = std::ranges::any_of(
        asking->values, [](const model::Value& value) { return value.op == model::Op::LocalId; });
    EXPECT_EQ(asks_ids, translation.postconditions.at("k").uses_sizes) << body;
    return translation.postconditions.at("k").uses_sizes;
  };
  EXPECT_TRUE(uses("__postcondition(a[0] == get_local_size(0));"));
  EXPECT_TRUE(uses("size_t n1 = get_num_groups(1); __postcondition(a[0] == n1);"));
  EXPECT_TRUE(uses("__postcondition(a[0] == get_work_dim());"));
  EXPECT_FALSE(uses("size_t n1 = get_num_groups(1); __postcondition(a[0] == n); a[0] = n1;"));
}

TEST(Postconditions, AreRefusedWhereTheyCannotBeAskedOnce) {
  EXPECT_EQ(refusal("__postcondition(a[n] == 0); a[0] = 0;"), "");
  const auto refused = [](const std::string& body, const std::string& why) {
    EXPECT_NE(refusal(body).find(why), std::string::npos) << body << ": " << refusal(body);
  };
  refused("__postcondition(a[get_global_id(0)] == 0);", "cannot depend on ids");
  refused("int i = get_global_id(0); __postcondition(a[i] == 0);", "cannot depend on ids");
  refused("a[n] = 1; __postcondition(a[n] == 0);", "must stand before what the kernel writes");
  refused("__postcondition(a[0]++ == 0);", "changes a variable or memory");
  refused("int x = a[0]; __postcondition(a[0] == x);", "read from memory before it is stated");
  refused("if (n > 3) __postcondition(a[0] == 0);", "not each work-item comes");
  refused("if (n > 3) return; __postcondition(a[0] == 0);", "not each work-item comes");
  refused("if (n > 3) __postcondition(a[0] == 0); else __postcondition(a[0] == 1);",
          "not each work-item comes");
  refused("for (int i = 0; i < n; ++i) __postcondition(a[i] == 0);", "stands in a loop");
  refused("int i = 0; do { __postcondition(a[i] == 0); ++i; } while (i < n);", "stands in a loop");
  refused("return; __postcondition(a[0] == 0);", "where no work-item comes");
  refused("__postcondition(t[0] == 0);", "local memory");
  refused("__postcondition(atomic_inc(&a[0]) == 0);", "changes a variable or memory");
  refused("__postcondition(__old(t[0]) == 0);", "changes address space of pointer");
}

TEST(Postconditions, AreRefusedForWhatFunctionsDo) {
  const auto with = [](const std::string& function, const std::string& body) {
    const Translation translation =
        asked(function + "\nkernel void k(global int* a, int n) {\n" + body + "\n a[0] = 1; }\n");
    return translation.compiled ? translation.postconditions.at("k").refusal : "does not compile";
  };
  const std::string first = "int first(global const int* p) { return p[0]; }";
  EXPECT_EQ(with(first, "__postcondition(first(a) == 1);"), "");
  EXPECT_NE(with(first, "int x = first(a); __postcondition(a[0] == x);").find("before it is stated"),
            std::string::npos);
  EXPECT_NE(with(first, "int x = first(a); __postcondition(first(a) == x);").find("before it is stated"),
            std::string::npos);
  EXPECT_EQ(with("int set(global int* p) { return p[0] = 1; }", "__postcondition(set(a) == 1);"),
            "does not compile");
  EXPECT_EQ(with("int sum(global int* p) { int s = 0; for (int i = 0; i < 4; ++i) s += p[i]; return s; }",
                 "__postcondition(sum(a) == 1);"),
            "");
  EXPECT_NE(
      with("void state(global int* p) { __postcondition(p[0] == 1); }", "state(a);").find("not a kernel"),
      std::string::npos);
}

// A postcondition that changed memory would affect the next one.
TEST(Postconditions, ChangeNoVariableButTheirOwn) {
  const auto refused = [](const std::string& body) {
    EXPECT_NE(refusal(body).find("'__postcondition' says changes a variable"), std::string::npos)
        << body << ": " << refusal(body);
  };
  refused("__postcondition((n = 0, true)); __postcondition(__forall(i, 0, n, a[i] == 1));");
  refused("__postcondition(n++ >= 0); __postcondition(a[n] == 0);");
  refused("int x[2]; __postcondition((x[0] = 1) == 1);");
  refused("int x; __postcondition(({ int *p = &x; *p = 1; true; }));");
  EXPECT_EQ(refusal("__postcondition(({ int x = a[0]; x += 1; x > 0; }));"), "");
}

TEST(Postconditions, LeaveOutWhatTheyDoNotUse) {
  EXPECT_EQ(refusal("int x = a[get_global_id(0)]; __requires(n > 0); __postcondition(a[n] == 0); a[0] = x;"),
            "");
}

TEST(Postconditions, ConvertBoundsBeforeTheyNameTheVariable) {
  EXPECT_EQ(refusal("uint i = n; __postcondition(__forall(i, i, i + 1u, a[i] == 0));"), "");
}

}  // namespace
}  // namespace launchproof::frontend
