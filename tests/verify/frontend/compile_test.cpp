#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/verify/frontend/support.h"
#include "verify/frontend/opencl/assumed_device.h"
#include "verify/frontend/opencl/device_features.h"

namespace launchproof::frontend {
namespace {

Translation compile_only(const std::string& text, const std::string& options = "",
                         const DeviceEnvironment& device = {}) {
  return translate({{"test.cl", text, options, "", {}}}, device);
}

bool compiles(const std::string& text, const std::string& options = "",
              const DeviceEnvironment& device = {}) {
  return compile_only(text, options, device).compiled;
}

// Returns a program that compiles only if the condition holds in the preprocessor.
std::string needs(const std::string& condition) {
  return "#if !(" + condition + ")\n#error no\n#endif\nkernel void f() {}";
}

DeviceEnvironment version(const std::string& number) {
  DeviceEnvironment device;
  device.opencl_c_version = number;
  return device;
}

TEST(Compile, DefaultLanguageIsTheHighestOnePointX) {
  EXPECT_TRUE(compiles(needs("__OPENCL_C_VERSION__ == 120"), "", version("3.0")));
  EXPECT_TRUE(compiles(needs("__OPENCL_C_VERSION__ == 120"), "", version("2.0")));
  EXPECT_TRUE(compiles(needs("__OPENCL_C_VERSION__ == 110"), "", version("1.1")));
  EXPECT_TRUE(compiles(needs("__OPENCL_C_VERSION__ == 200"), "-cl-std=CL2.0", version("3.0")));
  EXPECT_TRUE(compiles(needs("__OPENCL_C_VERSION__ == 300"), "-cl-std=CL3.0", version("3.0")));
  EXPECT_TRUE(compiles(needs("__OPENCL_VERSION__ == 300"), "", version("3.0")));
}

TEST(Compile, MacrosDescribeTheRecordedDevice) {
  DeviceEnvironment device;
  EXPECT_TRUE(compiles(needs("defined(__IMAGE_SUPPORT__) && defined(__ENDIAN_LITTLE__)"), "", device));
  EXPECT_TRUE(compiles(needs("!defined(__SPIR__) && !defined(__FAST_RELAXED_MATH__)"), "", device));
  EXPECT_TRUE(compiles(needs("defined(__FAST_RELAXED_MATH__)"), "-cl-fast-relaxed-math", device));
  EXPECT_TRUE(compiles(needs("!__FINITE_MATH_ONLY__"), "-Werror -cl-unsafe-math-optimizations", device));
  EXPECT_TRUE(compiles(needs("__FINITE_MATH_ONLY__ == 1"), "-Werror -cl-finite-math-only", device));
  EXPECT_TRUE(compiles(needs("defined(cl_khr_fp64) && !defined(cl_khr_fp16)"), "", device));
  device.images = false;
  EXPECT_TRUE(compiles(needs("!defined(__IMAGE_SUPPORT__)"), "", device));
  device.extensions = {"cl_khr_fp16", "cl_vendor_thing"};
  device.macros = {{"__VENDOR__", "7"}};
  EXPECT_TRUE(compiles(needs("!defined(cl_khr_fp64) && defined(cl_khr_fp16) && defined(cl_vendor_thing)"), "",
                       device));
  EXPECT_TRUE(compiles(needs("__VENDOR__ == 7"), "", device));
  EXPECT_FALSE(compiles("kernel void f(global double* a) { a[0] = 1.0; }", "", device));
}

TEST(Compile, WhatTheCompilerSaidOfItselfDecides) {
  DeviceEnvironment device = version("1.2");
  device.macros = {{"__OPENCL_C_VERSION__", "300"}, {"__x86_64__", "1"}, {"__clang_major__", "15"}};
  device.undefined_macros = {"__llvm__"};
  EXPECT_TRUE(compiles(needs("__OPENCL_C_VERSION__ == 300"), "", device));
  EXPECT_TRUE(compiles(needs("__OPENCL_C_VERSION__ == 120"), "-cl-std=CL1.2", device));
  const Translation told = compile_only(
      needs("__clang_major__ == 15 && defined(__x86_64__) && !defined(__llvm__)"), "-Werror", device);
  EXPECT_TRUE(told.compiled);
  EXPECT_TRUE(told.messages.empty());
  EXPECT_TRUE(told.assumptions.empty());
}

TEST(Compile, NamesWhatIsTakenForGrantedOfTheCompiler) {
  const auto assumptions = [](const std::string& text, const std::string& options = "") {
    return compile_only(text + "\nkernel void f() {}", options).assumptions;
  };
  const std::vector<std::string> undefined{"the device's compiler does not define `__x86_64__` (test.cl:2)"};
  EXPECT_EQ(assumptions("\n#ifdef __x86_64__\n#endif"), undefined);
  EXPECT_EQ(assumptions("\n#ifndef __x86_64__\n#endif"), undefined);
  EXPECT_EQ(assumptions("\n#if MINE || defined(__x86_64__)\n#endif"), undefined);
  EXPECT_EQ(assumptions("\n#if __x86_64__ > 0\n#endif"), undefined);
  EXPECT_EQ(assumptions("#if 0\n#elif __x86_64__\n#endif"), undefined);
  EXPECT_EQ(
      assumptions("#ifdef __clang__\n#endif"),
      std::vector<std::string>{"the device's compiler defines, as Clang does, `__clang__` (test.cl:1)"});
  EXPECT_EQ(assumptions("kernel void g(global int* a) { a[__clang_major__] = 1; }").size(), 1U);
  // The options, the program or the record decide these conditions.
  EXPECT_TRUE(assumptions("#ifdef __x86_64__\n#endif", "-D __x86_64__").empty());
  EXPECT_TRUE(compile_only("#ifndef __HEADER__\n#define __HEADER__ 1\nkernel void f() {}\n#endif  // end\n")
                  .assumptions.empty());
  EXPECT_TRUE(
      assumptions("#if defined(USE_FLOAT4) || __OPENCL_VERSION__ > 110 || cl_khr_fp16\n#endif").empty());
}

// A macro, an option, a default or a comment may stand between a condition and what the compiler predefines.
TEST(Compile, NamesWhatConditionsExpandTo) {
  const auto assumptions = [](const std::string& text, const std::string& options = "") {
    return compile_only(text + "\nkernel void f() {}", options).assumptions;
  };
  const std::vector<std::string> undefined{"the device's compiler does not define `__BMI__` (test.cl:2)"};
  EXPECT_EQ(assumptions("#define HAS (0 + __BMI__)\n#if HAS\n#endif"), undefined);
  EXPECT_EQ(assumptions("\n#ifndef __BMI__\n#define __BMI__ 0\n#endif\n#if __BMI__\n#endif"), undefined);
  EXPECT_EQ(assumptions("\n#if HAS\n#endif", "-DHAS=__BMI__"), undefined);
  EXPECT_EQ(assumptions("\n#if MINE /* or */ || __BMI__\n#endif"), undefined);
  EXPECT_EQ(assumptions("\n#if MINE /* or\n*/ || __BMI__\n#endif"), undefined);
  EXPECT_EQ(assumptions("#ifdef FP_FAST_FMAF\n#endif").size(), 1U);
  EXPECT_EQ(assumptions("#ifdef NVIDIA\n#endif").size(), 1U);
  EXPECT_TRUE(assumptions("#define __MINE 1\n#if __MINE\n#endif").empty());
}

// Returns the assumptions of the model of kernel `k`, as sentences.
std::vector<std::string> guesses(const std::string& text, const DeviceEnvironment& device = {}) {
  std::vector<std::string> sentences;
  const Translation translation = compile_only(text, "", device);
  EXPECT_TRUE(translation.compiled) << text;
  for (const auto& [kernel, all] : translation.guesses)
    for (const Guess& guess : all) sentences.push_back(kernel + ": " + guess.text);
  return sentences;
}

TEST(Compile, WhatIsAskedOfTheCompilerIsAGuess) {
  const std::string known =
      "\nkernel void k(global int* a) {\n#if __has_builtin(__builtin_clz)\na[0] = 1;\n#endif\n}";
  EXPECT_EQ(guesses(known), std::vector<std::string>{
                                "k: the device's compiler takes `__has_builtin(__builtin_clz)` for true, as "
                                "Clang 19 does (test.cl:3)"});
  // Each of these decides what the kernel writes.
  for (const std::string condition :
       {"#ifdef __has_attribute", "#if defined(__has_extension)", "#ifndef __has_declspec_attribute",
        "#if __has_include(\"no.h\")", "#if __has_feature(cl_khr_fp64)", "#if __is_identifier(half)",
        "#if __has_c_attribute(fallthrough) > 0", "#if __has_warning(\"-Wall\")",
        "#if __has_embed(\"no.bin\")", "#if 0\n#elifdef __OPENCL_VERSION__",
        "#if 0\n#elif __has_constexpr_builtin(__builtin_clz)"})
    EXPECT_EQ(
        guesses("kernel void k(global int* a) {\n" + condition + "\na[1] = 1;\n#else\na[2] = 1;\n#endif\n}")
            .size(),
        1U)
        << condition;
  EXPECT_EQ(guesses("kernel void k(global int* a) { a[__has_builtin(__builtin_clz)] = 1; }").size(), 1U);
}

TEST(Compile, WhatChangesNothingIsNoGuess) {
  EXPECT_TRUE(
      guesses(
          "#if __has_builtin(__builtin_clz)\n#define A 1\n#endif\nkernel void k(global int* a) { a[0] = 1; }")
          .empty());
  EXPECT_TRUE(guesses("#ifndef __has_builtin\n#define __has_builtin(x) 0\n#endif\n"
                      "kernel void k(global int* a) { a[0] = 1; }")
                  .empty());
  // A macro that the program defines itself is not a question.
  EXPECT_TRUE(guesses("#define __has_my_thing(x) x\nkernel void k(global int* a) {\n#if __has_my_thing(1)\n"
                      "a[0] = 1;\n#endif\n}")
                  .empty());
  // Only a kernel that depends on the condition is guessed.
  const std::string two =
      "kernel void k(global int* a) { a[0] = 1; }\nkernel void asks(global int* a) {\n"
      "#if __has_builtin(__builtin_clz)\na[1] = 1;\n#endif\n}";
  ASSERT_EQ(guesses(two).size(), 1U);
  EXPECT_TRUE(guesses(two).front().starts_with("asks: "));
}

TEST(Compile, WhatIsComeToTwiceOrByManyWaysIsAGuess) {
  ProgramSource source{"test.cl",
                       "#define N 1\n#include \"a.h\"\n#define N 2\n#include \"a.h\"\n"
                       "kernel void k(global int* a) { a[0] = 1; }",
                       "",
                       "",
                       {}};
  source.headers = {{"a.h", "#undef N\n#if __has_builtin(__builtin_clz)\n#endif\n"}};
  EXPECT_EQ(translate({source}, {}).guesses.size(), 1U) << "a file that is included twice";
  std::string many;
  for (int i = 0; i < 4; ++i) many += "#if __has_builtin(__builtin_clz)\n#endif\n";
  EXPECT_EQ(guesses(many + "kernel void k(global int* a) { a[0] = 1; }").size(), 4U);
}

TEST(Compile, ANameOfClangIsAGuessWhereTheDeviceWasAsked) {
  const std::string text =
      "kernel void k(global int* a) {\n#ifdef __clang_literal_encoding__\na[0] = 1;\n#endif\n}";
  EXPECT_TRUE(guesses(text).empty());
  DeviceEnvironment device;
  device.macros = {{"__clang__", "1"}};
  EXPECT_EQ(guesses(text, device).size(), 1U);
}

TEST(Compile, BranchesThatTheDeviceTookAreFollowed) {
  const std::string text =
      "#define HAS(x) __has_builtin(x)\n"
      "#if HAS(__builtin_clz)\n#define A 1\n#elif defined(__new__)\n#define A 2\n#else\n#define A 3\n#endif\n"
      "#ifdef __other__\n#if A == 2\n#define B 10\n#endif\n#endif\n"
      "#ifndef B\n#define B 0\n#endif\n"
      "#if A + B != WANTED\n#error no\n#endif\nkernel void k(global int* a) { a[0] = 1; }";
  const auto taken = [&](Branches branches, const std::string& wanted) {
    ProgramSource source{"test.cl", text, "-DWANTED=" + wanted, "", {}};
    source.branches = std::move(branches);
    return translate({source}, {});
  };
  const auto is_followed = [&](Branches branches, const std::string& wanted) {
    const Translation result = taken(std::move(branches), wanted);
    return result.compiled && result.guesses.empty() && result.assumptions.empty();
  };
  EXPECT_TRUE(is_followed({0, -1, 0, -1}, "1"));
  EXPECT_TRUE(is_followed({1, -1, 0, -1}, "2"));
  EXPECT_TRUE(is_followed({2, -1, 0, -1}, "3"));
  EXPECT_TRUE(is_followed({1, 0, 0, -1, -1}, "12"));
  EXPECT_TRUE(is_followed({2, 0, -1, 0, -1}, "3"));
  // The record does not match this program: nothing is known about the device's answers, and Clang's are
  // used.
  for (const Branches& branches :
       {Branches{0, -1, 0}, Branches{}, Branches{7, -1, 0, -1}, Branches{0, -1, 0, -1, 0}}) {
    const Translation result = taken(branches, "1");
    EXPECT_TRUE(result.compiled);
    EXPECT_EQ(result.guesses.size(), 1U);
  }
}

// The device's compiler predefines a name with a value that is unknown here.
TEST(Compile, BranchesWithWhichClangDoesNotCompileAreNotFollowed) {
  ProgramSource source{"test.cl",
                       "#ifndef __BMI__\n#define __BMI__ 0\n#endif\n"
                       "kernel void k(global int* a) { a[8 * __BMI__] = 1; }",
                       "",
                       "",
                       {}};
  source.branches = Branches{0};
  EXPECT_TRUE(translate({source}, {}).guesses.empty());
  source.branches = Branches{kNoBranch};
  const Translation result = translate({source}, {});
  EXPECT_TRUE(result.compiled);
  ASSERT_EQ(result.guesses.count("k"), 1U);
  ASSERT_EQ(result.guesses.at("k").size(), 1U);
  const Guess& guess = result.guesses.at("k")[0];
  EXPECT_EQ(guess.line, 1U);
  EXPECT_EQ(
      guess.text,
      "the branch that the device's compiler takes at test.cl:1, with which Clang 19 does not compile the "
      "program (use of undeclared identifier '__BMI__', test.cl:4), changes nothing");
}

TEST(Compile, BranchesOfIncludedFilesAreFollowed) {
  ProgramSource source{"test.cl",
                       "#include \"a.h\"\n#include \"a.h\"\n#if A != 5\n#error no\n#endif\n"
                       "kernel void k(global int* a) { a[0] = 1; }",
                       "",
                       "",
                       {}};
  source.headers = {
      {"a.h",
       "#ifndef A_H\n#define A_H\n#if __has_builtin(__builtin_clz) /*\n */\n#define A 4\n#else\n"
       "#define A 5\n#endif\n#endif\n"}};
  source.branches = Branches{0, 1, -1, -1};
  const Translation result = translate({source}, {});
  EXPECT_TRUE(result.compiled);
  EXPECT_TRUE(result.guesses.empty());
}

TEST(Compile, FeaturesThatNobodyGaveAreAssumed) {
  const std::string text = "#ifdef __opencl_c_images\n#endif\nkernel void f() {}";
  const Translation assumed = compile_only(text, "-cl-std=CL3.0", assumed_device("-cl-std=CL3.0"));
  EXPECT_EQ(assumed.assumptions,
            std::vector<std::string>{"the device has the feature `__opencl_c_images` (test.cl:1)"});
  const DeviceEnvironment none = assumed_device("-cl-std=CL3.0", std::vector<std::string>{});
  EXPECT_TRUE(compile_only(text, "-cl-std=CL3.0", none).assumptions.empty());
  EXPECT_TRUE(compiles(
      needs("!defined(__opencl_c_images) && !defined(__opencl_c_fp64) && !defined(cl_khr_fp64) && "
            "!defined(__IMAGE_SUPPORT__) && !defined(cl_khr_subgroups) && __OPENCL_VERSION__ == 300"),
      "-cl-std=CL3.0", none));
  EXPECT_TRUE(compiles(needs("__opencl_c_images && __opencl_c_fp64 && cl_khr_fp64 && __IMAGE_SUPPORT__ && "
                             "__opencl_c_device_enqueue && __opencl_c_pipes && __opencl_c_int64"),
                       "-cl-std=CL3.0", assumed_device("-cl-std=CL3.0")));
  // Other languages have no features.
  EXPECT_TRUE(compiles(needs("cl_khr_fp64 && __OPENCL_VERSION__ == 200"), "-cl-std=CL2.0",
                       assumed_device("-cl-std=CL2.0", std::vector<std::string>{})));
}

TEST(Compile, NamesOfFeaturesAreThoseOfTheSpecification) {
  EXPECT_TRUE(parse_device_features("none").empty());
  EXPECT_EQ(parse_device_features("__opencl_c_fp64,images"), (std::vector<std::string>{"fp64", "images"}));
  EXPECT_EQ(parse_device_features("full").size(), 17U);
  EXPECT_EQ(parse_device_features("ext_fp32_global_atomic_add").size(), 1U);
  const auto refusal = [](const std::string& text) {
    try {
      parse_device_features(text);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(refusal("read_write_images"),
            "a device with read_write_images also has images; add it to the list");
  EXPECT_EQ(refusal("image").substr(0, 43), "`image` is not a feature of OpenCL C 3.0; g");
  EXPECT_NE(refusal(""), "no error");
  EXPECT_NE(refusal("images,,fp64"), "no error");
  EXPECT_NE(refusal("images,full"), "no error");
}

TEST(Compile, FeaturesBelongToOpenCL3) {
  DeviceEnvironment device = version("3.0");
  device.extensions.emplace_back("cl_khr_3d_image_writes");
  EXPECT_TRUE(compiles(needs("defined(__opencl_c_fp64) && !defined(__opencl_c_generic_address_space)"),
                       "-cl-std=CL3.0", device));
  device.features = {"generic_address_space", "work_group_collective_functions"};
  EXPECT_TRUE(
      compiles(needs("__opencl_c_generic_address_space && __opencl_c_work_group_collective_functions"),
               "-cl-std=CL3.0", device));
  EXPECT_TRUE(compiles(needs("!defined(__opencl_c_generic_address_space)"), "-cl-std=CL1.2", device));
}

TEST(Compile, FollowsBuildOptions) {
  EXPECT_TRUE(compiles(needs("N == 4 && defined(M)"), "-D N=4 -DM"));
  EXPECT_TRUE(compiles("kernel void f(global T* a) { a[0] = (T)1; }", "\"-DT=unsigned int\""));
  const std::string warns = "kernel void f(global int* a) { int b; a[0] = b = 1 ? 2 : 3; if (a = a) {} }";
  EXPECT_TRUE(compiles(warns));
  EXPECT_FALSE(compiles(warns, "-Werror"));
  EXPECT_TRUE(compile_only(warns, "-w").messages.empty());
}

TEST(Compile, UnknownOptionsAreNoted) {
  const Translation result = compile_only("kernel void f() {}", "-cl-nv-verbose");
  EXPECT_TRUE(result.compiled);
  ASSERT_EQ(result.messages.size(), 1U);
  EXPECT_FALSE(result.messages[0].is_error);
  EXPECT_NE(result.messages[0].text.find("-cl-nv-verbose"), std::string::npos);
}

TEST(Compile, BadOptionsAreErrors) {
  const Translation result = compile_only("kernel void f() {}", "-cl-std=CL7.0");
  EXPECT_FALSE(result.compiled);
  ASSERT_FALSE(result.messages.empty());
  EXPECT_TRUE(result.messages[0].is_error);
}

TEST(Compile, FindsEmbeddedHeaders) {
  ProgramSource source{
      "main.cl",
      "#include \"sub/defs.h\"\n#include <more.h>\nkernel void f(global int* a) { a[N] = M; }",
      "",
      "",
      {{"sub/defs.h", "#define N 3\n"}, {"more.h", "#define M 5\n"}}};
  const Translation result = translate({source}, {});
  ASSERT_TRUE(result.compiled);
  EXPECT_EQ(result.kernels[0].values[result.kernels[0].sites[0].offset].literal, 12U);
  source.headers.pop_back();
  const Translation missing = translate({source}, {});
  EXPECT_FALSE(missing.compiled);
  EXPECT_EQ(missing.messages[0].line, 2U);
  EXPECT_NE(missing.messages[0].text.find("more.h"), std::string::npos);
}

TEST(Compile, SaysWhenTheWorkingDirectoryIsGone) {
  const Translation result =
      translate({{"main.cl", "kernel void f() {}", "-I inc", "/nowhere/at/all", {}}}, {});
  EXPECT_TRUE(result.compiled);
  ASSERT_EQ(result.messages.size(), 1U);
  EXPECT_NE(result.messages[0].text.find("/nowhere/at/all"), std::string::npos);
}

TEST(Compile, NamesTheHeaderOfAnError) {
  const Translation result = translate(
      {{"main.cl", "#include \"bad.h\"\nkernel void f() {}", "", "", {{"bad.h", "int x = ;\n"}}}}, {});
  EXPECT_FALSE(result.compiled);
  EXPECT_NE(result.messages[0].file.find("bad.h"), std::string::npos);
}

TEST(Compile, LinksSources) {
  const ProgramSource first{
      "a.cl", "int g(global int* p); kernel void f(global int* a) { a[0] = g(a); }", "", "", {}};
  const ProgramSource second{
      "b.cl",
      "int g(global int* p) { return p[5]; }\nkernel void h(global int* a) { a[1] = 2; }",
      "",
      "",
      {}};
  const Translation result = translate({first, second}, {});
  ASSERT_TRUE(result.compiled);
  ASSERT_EQ(result.kernels.size(), 2U);
  for (const model::KernelModel& kernel : result.kernels) {
    EXPECT_EQ(model::validate(kernel), "");
    EXPECT_TRUE(kernel.unsupported.empty());
  }
  EXPECT_EQ(result.kernels[0].sites.size(), 2U);
  EXPECT_EQ(model::describe(result.kernels[0], result.kernels[0].sites[0].location).find("b.cl:1:"), 0U);
  const Translation twice = translate({first, second, second}, {});
  EXPECT_FALSE(twice.compiled);
  EXPECT_FALSE(twice.messages.empty());
}

TEST(Compile, RefusesWhatIsNoProgram) {
  EXPECT_FALSE(compiles("this is not a program"));
  EXPECT_FALSE(compiles(std::string("kernel void f() {\0", 18)));
  EXPECT_FALSE(compiles("kernel int f() { return 1; }"));
  EXPECT_TRUE(compiles(""));
  EXPECT_TRUE(compile_only("").kernels.empty());
  DeviceEnvironment device;
  device.little_endian = false;
  EXPECT_FALSE(compiles("kernel void f() {}", "", device));
}

TEST(Compile, TakesCPlusPlusForOpenCL) {
  const model::KernelModel kernel = model_of(R"(template <typename T> T add(T a, T b) { return a + b; }
struct P { int x; int get() const { return x + 1; } };
namespace n {
kernel void f(global int* a) { P p{3}; auto at = [&](int i) { return a[i]; }; a[p.get()] = add(a[0], at(2)); }
})",
                                             "-cl-std=CLC++");
  ASSERT_EQ(kernel.sites.size(), 3U);
  EXPECT_EQ(kernel.values[kernel.sites[2].offset].literal, 16U);
}

TEST(Compile, ReadsRequiredLocalSize) {
  const model::KernelModel kernel =
      model_of("kernel __attribute__((reqd_work_group_size(8, 4, 1))) void f(global int* a) { a[0] = 1; }");
  ASSERT_TRUE(kernel.required_local_size);
  EXPECT_EQ(*kernel.required_local_size, (std::array<std::uint64_t, 3>{8, 4, 1}));
}

TEST(Compile, DescribesParameters) {
  const model::KernelModel kernel = model_of(
      "typedef struct { int a; double b; } S;\nkernel void f(global const S* restrict s, constant float4* c, "
      "local uchar* l, "
      "S v, float3 w, volatile global int* x, read_only image2d_t i, sampler_t m) { l[0] = 1; }");
  using model::ParameterKind;
  ASSERT_EQ(kernel.parameters.size(), 8U);
  const auto& p = kernel.parameters;
  EXPECT_EQ(p[0].kind, ParameterKind::GlobalPointer);
  EXPECT_TRUE(p[0].is_const && p[0].is_restrict && !p[0].is_volatile);
  EXPECT_EQ(kernel.arrays[p[0].array].element_bytes, 16U);
  EXPECT_EQ(kernel.arrays[p[0].array].element_type, "S");
  EXPECT_EQ(p[1].kind, ParameterKind::ConstantPointer);
  EXPECT_EQ(kernel.arrays[p[1].array].element_bytes, 16U);
  EXPECT_EQ(p[2].kind, ParameterKind::LocalPointer);
  EXPECT_EQ(p[3].bytes, 16U);
  EXPECT_EQ(p[4].bytes, 16U);
  EXPECT_TRUE(p[5].is_volatile);
  EXPECT_EQ(p[6].kind, ParameterKind::Image);
  EXPECT_EQ(p[7].kind, ParameterKind::Sampler);
}

}  // namespace
}  // namespace launchproof::frontend
