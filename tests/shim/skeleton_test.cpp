// Tests programs that consist only of directives, and what their kernels reveal.
#include "shim/opencl/programs/skeleton.h"

#include <gtest/gtest.h>

namespace launchproof::shim {
namespace {

using Branches = std::vector<std::int32_t>;

bool asks(const std::string& source, const IncludeTexts& includes = {}, const std::string& options = "") {
  return asks_compiler(source, includes, options);
}

std::string skeleton(const std::string& source, const IncludeTexts& includes = {}) {
  const auto made = Skeleton::make(source, includes);
  return made ? made->text() : "none";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Skeleton, IsAskedForWhatNoRecordDecides) {
  EXPECT_TRUE(asks("#if __has_builtin(x)\n#endif"));
  EXPECT_TRUE(asks("#ifdef __has_attribute\n#endif"));
  EXPECT_TRUE(asks("#define HAS(x) __has_builtin(x)\n"));
  EXPECT_TRUE(asks("#if __is_identifier(half)\n#endif"));
  EXPECT_TRUE(asks("#if A\n#elifdef B\n#endif"));
  EXPECT_TRUE(asks("#ifdef __VENDOR_OF_TOMORROW__\n#endif"));
  EXPECT_TRUE(
      asks("", {.embedded = {{"a.h", "#if defined(_Vendor)\n#endif"}}, .files = {}, .directories = {}}));
}

// A macro, an option or a default of the program may stand between a condition and what the compiler
// predefines.
TEST(Skeleton, IsAskedForWhatConditionsExpandTo) {
  EXPECT_TRUE(asks("#define HAS __BMI__\n#if HAS\n#endif"));
  EXPECT_TRUE(asks("#define HAS (0 + MORE)\n#define MORE __BMI__\n#if HAS\n#endif"));
  EXPECT_TRUE(asks("#ifndef __BMI__\n#define __BMI__ 0\n#endif\n#if __BMI__\n#endif"));
  EXPECT_TRUE(asks("#ifndef __BMI__\n#define __BMI__\n#define WIDE\n#endif\nkernel void k() {}"));
  EXPECT_TRUE(asks("#if HAS\n#endif", {}, "-cl-std=CL2.0 -DHAS=__BMI__ -w"));
  EXPECT_TRUE(asks("#ifdef FP_FAST_FMAF\n#endif"));
  EXPECT_TRUE(asks("#if A\n#define __MINE 1\n#endif\n#if __MINE\n#endif"));
  EXPECT_TRUE(asks("#define __MINE 1\n#undef __MINE\n#if __MINE\n#endif"));
  // Nothing is asked about macros that no condition tests.
  EXPECT_FALSE(asks("#define INLINE __attribute__((always_inline))\n#if A\n#endif"));
  EXPECT_FALSE(asks("#define __MINE 1\n#if __MINE > 0\n#endif"));
  EXPECT_FALSE(asks("#if __MINE\n#endif", {}, "-D __MINE=1"));
  EXPECT_FALSE(asks("#ifndef __H__\n#define __H__ 1\n#if A\n#else\n#endif\n#endif // __H__\n"));
}

TEST(Skeleton, IsNotAskedForWhatIsKnown) {
  EXPECT_FALSE(asks("kernel void k() {}"));
  EXPECT_FALSE(asks("#if USE_FLOAT4 > 1\n#endif"));
  EXPECT_FALSE(asks("#ifndef __HEADER_H__\n#define __HEADER_H__\n#endif"));
  EXPECT_FALSE(asks("#if defined(__clang__) && __OPENCL_C_VERSION__ > 120 && cl_khr_fp64\n#endif"));
  EXPECT_FALSE(asks("// #if __has_builtin(x)\n"));
  EXPECT_FALSE(asks("#define INLINE __attribute__((always_inline))\n"));
}

TEST(Skeleton, TellsWhichNamesArePredefined) {
  const auto made = Skeleton::make(
      "#ifndef __BMI__\n#define __BMI__ 0\n#endif\n#if __WIDE__ || __GIVEN__ || __has_builtin(x)\n#endif\n",
      {}, "-D__GIVEN__=1");
  ASSERT_TRUE(made);
  const std::string asked = "#ifdef __BMI__\n__kernel void launchproof_name_0(void) {}\n#endif\n";
  EXPECT_LT(made->text().find(asked), made->text().find("#define __BMI__"));
  EXPECT_FALSE(contains(made->text(), "__GIVEN__\n"));
  EXPECT_EQ(made->predefined({"launchproof_name_0"}), std::vector<std::string>{"__BMI__"});
  EXPECT_EQ(made->predefined({"launchproof_name_1", "launchproof_0_0"}),
            std::vector<std::string>{"__WIDE__"});
}

TEST(Skeleton, ReadsBodiesOfOneDigit) {
  std::string lengths, digits;
  const auto bodies = short_bodies({"__EMPTY__", "__ONE__", "__LONG__", "__TYPE__"},
                                   {[&](const std::string& source) {
                                      digits = source;
                                      return std::set<std::string>{"launchproof_name_0_7"};
                                    },
                                    [&](const std::string& source) {
                                      lengths = source;
                                      return std::map<std::string, std::size_t>{{"launchproof_name_0", 1},
                                                                                {"launchproof_name_1", 2},
                                                                                {"launchproof_name_2", 3},
                                                                                {"launchproof_name_3", 2}};
                                    }});
  EXPECT_EQ(bodies, (std::vector<std::pair<std::string, std::string>>{{"__EMPTY__", ""}, {"__ONE__", "7"}}));
  EXPECT_TRUE(contains(lengths, "sizeof(LAUNCHPROOF_TEXT(__LONG__))"));
  EXPECT_TRUE(
      contains(digits, "#if LAUNCHPROOF_DIGIT(__ONE__) == 8\n__kernel void launchproof_name_0_7(void) {}\n"));
  EXPECT_FALSE(contains(digits, "__LONG__"));
  // A program without questions is not built.
  EXPECT_TRUE(short_bodies({}, {}).empty());
}

TEST(Skeleton, KeepsDirectivesAlone) {
  const std::string text =
      skeleton("int a;\n#if A // why\nint b;\n#else\n#pragma unroll\n#endif\n#warning w\n");
  EXPECT_FALSE(contains(text, "int"));
  EXPECT_FALSE(contains(text, "pragma"));
  EXPECT_FALSE(contains(text, "warning"));
  EXPECT_TRUE(contains(text, "#line 2\n#if A\n__kernel void launchproof_0_0(void) {}\n"));
  EXPECT_TRUE(contains(text, "#else\n__kernel void launchproof_0_1(void) {}\n#endif\n"));
}

TEST(Skeleton, BranchesAreThoseWhoseKernelsThereAre) {
  const auto made =
      Skeleton::make("#if A\n#if B\n#endif\n#elif C\n#ifdef D\n#else\n#endif\n#endif\n#if E\n#endif\n", {});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->branches({"launchproof_end"}), (Branches{-1, -1}));
  EXPECT_EQ(made->branches({"launchproof_end", "launchproof_0_0", "launchproof_1_0", "launchproof_3_0"}),
            (Branches{0, 0, 0}));
  EXPECT_EQ(made->branches({"launchproof_end", "launchproof_0_1", "launchproof_2_1"}), (Branches{1, 1, -1}));
  // There is no answer: a part was not built, two branches were taken at once, or a branch was taken inside
  // of one that was not.
  EXPECT_EQ(made->branches({"launchproof_0_0"}), std::nullopt);
  EXPECT_EQ(made->branches({"launchproof_end", "launchproof_0_0", "launchproof_0_1"}), std::nullopt);
  EXPECT_EQ(made->branches({"launchproof_end", "launchproof_1_0"}), std::nullopt);
}

TEST(Skeleton, FilesAreIncludedInPlace) {
  IncludeTexts includes;
  includes.directories = {"inc", "."};
  includes.files["inc/a.h"] = "#ifndef A_H\n#define A_H\n#include \"b.h\"\n#endif\n";
  includes.files["inc/b.h"] = "#pragma once\n#include <a.h>\n#if B\n#endif\n";
  const auto made = Skeleton::make("#include \"a.h\"\n#include \"b.h\"\n", includes);
  ASSERT_TRUE(made);
  const std::string& text = made->text();
  EXPECT_FALSE(contains(text, "#include"));
  EXPECT_TRUE(contains(text, "#ifndef launchproof_once_0\n#define launchproof_once_0\n"));
  // The guard of a.h, b.h for the first time, the guard again, and B; of the second b.h nothing.
  EXPECT_EQ(made->branches({"launchproof_end", "launchproof_0_0", "launchproof_1_0"}), (Branches{0, -1, -1}));
}

TEST(Skeleton, WhatIsLeftOutMustNotBeReached) {
  for (const std::string left :
       {"#include <missing.h>", "#include NAME", "#include_next <a.h>", "#embed \"a\""}) {
    const auto made = Skeleton::make("#if A\n" + left + "\n#endif\n", {});
    ASSERT_TRUE(made) << left;
    EXPECT_EQ(made->branches({"launchproof_end"}), Branches{-1}) << left;
    EXPECT_EQ(made->branches({"launchproof_end", "launchproof_0_0", "launchproof_gap_0"}), std::nullopt)
        << left;
  }
}

TEST(Skeleton, IsNotMadeOfWhatMoreThanDirectivesDecide) {
  for (const std::string text :
       {"int a = __COUNTER__;\n", "_Pragma(\"push_macro(\\\"A\\\")\")\n", "%:if A\n#endif\n", "#endif\n",
        "#if A\n", "#define __kernel\n#if A\n#endif\n", "#if A\n#elif B\n"})
    EXPECT_EQ(skeleton(text), "none") << text;
  // The folder of the including file decides which file is found.
  IncludeTexts includes;
  includes.directories = {"."};
  includes.files["./a.h"] = "#if __has_include(\"b.h\")\n#endif\n";
  EXPECT_EQ(skeleton("#include \"a.h\"\n", includes), "none");
  EXPECT_NE(skeleton("#if __has_include(\"b.h\")\n#endif\n"), "none");
  // The folders for `<name>` are the same for all files. A macro may hide which of the two forms is used.
  includes.files["./a.h"] = "#if __has_include( <b.h>) && defined(A)\n#endif\n";
  EXPECT_NE(skeleton("#include \"a.h\"\n", includes), "none");
  for (const std::string asks : {"__has_include(NAME)", "__has_include_next(<b.h>)", "defined(__has_include)",
                                 "__has_include(<b.h>) && __has_include(\"b.h\")", "__has_embed(<b.h>)"}) {
    includes.files["./a.h"] = "#if " + asks + "\n#endif\n";
    EXPECT_EQ(skeleton("#include \"a.h\"\n", includes), "none") << asks;
  }
  includes.files.clear();
  includes.embedded["a.h"] = "#if __has_include(<b.h>)\n#endif\n";
  EXPECT_EQ(skeleton("#include \"a.h\"\n", includes), "none");
}

}  // namespace
}  // namespace launchproof::shim
