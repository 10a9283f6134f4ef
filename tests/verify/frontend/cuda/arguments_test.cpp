#include "verify/frontend/cuda/arguments.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verify/frontend/cuda/support.h"
#include "verify/frontend/cuda/headers.h"

namespace launchproof::frontend::cuda {
namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

Words arguments_for(const std::string& options, const DeviceEnvironment& device = {}) {
  ProgramSource source{"k.cu", "", options, "", {}};
  source.language = SourceLanguage::Cuda;
  return arguments(source, parse_options(options), device, "/resources", /*with_annotations=*/false);
}

TEST(CudaOptions, NoneIsCuda17For75) {
  const Options options = parse_options("");
  EXPECT_EQ(options.standard, "c++17");
  EXPECT_EQ(options.architecture, 75U);
  EXPECT_TRUE(options.contracts);
  EXPECT_FALSE(options.fast_math);
  EXPECT_FALSE(options.no_warnings);
  EXPECT_TRUE(options.notes.empty());
  EXPECT_TRUE(options.errors.empty());
}

TEST(CudaOptions, ThePreprocessorsKeepTheirOrder) {
  const Options options = parse_options("-DA=1 -U B -I include -D C --pre-include first.h -isystem sys");
  EXPECT_EQ(options.preprocessor,
            (Words{"-DA=1", "-UB", "-Iinclude", "-DC", "-include", "first.h", "-isystem", "sys"}));
}

TEST(CudaOptions, AValueIsQuotedJoinedOrApart) {
  EXPECT_EQ(parse_options("-D\"N=a b\"").preprocessor, Words{"-DN=a b"});
  EXPECT_EQ(parse_options("-std=c++20").standard, "c++20");
  EXPECT_EQ(parse_options("--std c++14").standard, "c++14");
}

TEST(CudaOptions, TheArchitectureHasManySpellings) {
  for (const char* text : {"-arch=sm_86", "-arch sm_86", "--gpu-architecture=compute_86", "--gpu-arch=sm_86",
                           "--cuda-gpu-arch=sm_86", "-gencode arch=compute_86,code=sm_86",
                           "--generate-code=arch=compute_86,code=sm_86"}) {
    const Options options = parse_options(text);
    EXPECT_EQ(options.architecture, 86U) << text;
    EXPECT_TRUE(options.errors.empty()) << text;
    EXPECT_TRUE(has(arguments_for(text), "-D__CUDA_ARCH__=860")) << text;
  }
  EXPECT_EQ(parse_options("-arch=sm_90a").architecture, 90U);
  EXPECT_EQ(parse_options("-arch=sm_100f").architecture, 100U);
}

TEST(CudaOptions, UnknownArchitecturesAreErrors) {
  for (const char* text : {"-arch=sm_7", "-arch=sm_76", "-arch=gfx900", "-arch=sm_", "-arch=sm_75x"}) {
    const Options options = parse_options(text);
    ASSERT_EQ(options.errors.size(), 1U) << text;
    EXPECT_NE(options.errors.front().find("sm_75, from sm_50 to sm_121"), std::string::npos)
        << options.errors.front();
    EXPECT_EQ(options.architecture, 75U);
  }
}

TEST(CudaOptions, AMissingValueIsAnError) {
  for (const char* text : {"-D", "-U", "-I"}) {
    const Options options = parse_options(text);
    ASSERT_EQ(options.errors.size(), 1U) << text;
    EXPECT_EQ(options.errors.front(), "the build option " + std::string(text) + " lacks its value");
  }
}

TEST(CudaOptions, AnUnterminatedQuoteIsAnError) {
  ASSERT_EQ(parse_options("-D\"A=1").errors.size(), 1U);
  EXPECT_NE(parse_options("-D\"A=1").errors.front().find("unterminated quote"), std::string::npos);
}

TEST(CudaOptions, ArithmeticIsThatOfTheOptions) {
  EXPECT_FALSE(parse_options("-fmad=false").contracts);
  EXPECT_TRUE(parse_options("--fmad true").contracts);
  for (const char* text : {"-use_fast_math", "--use_fast_math", "-ffast-math"})
    EXPECT_TRUE(parse_options(text).fast_math) << text;
  EXPECT_TRUE(has(arguments_for("-fmad=false"), "-ffp-contract=off"));
  EXPECT_TRUE(has(arguments_for(""), "-ffp-contract=fast-honor-pragmas"));
  EXPECT_TRUE(has(arguments_for("-fmad=false -use_fast_math"), "-ffp-contract=fast-honor-pragmas"));
  EXPECT_TRUE(has(arguments_for("-use_fast_math"), "-D__USE_FAST_MATH__=1"));
}

TEST(CudaOptions, WhatSteersCodeOrTheHostIsDropped) {
  const Options options = parse_options(
      "-O3 -O2 -g -G -lineinfo -rdc=true -dc -c -ptx -Xcompiler -fopenmp -Xptxas -v --maxrregcount=32 -m64 "
      "-lcudart "
      "-Llib --extended-lambda --expt-relaxed-constexpr -cudart=shared -restrict");
  EXPECT_TRUE(options.notes.empty()) << options.notes.front();
  EXPECT_TRUE(options.errors.empty());
  EXPECT_TRUE(options.preprocessor.empty());
}

TEST(CudaOptions, UnknownOnesAreNoted) {
  const Options options = parse_options("--no-such-option -DA");
  ASSERT_EQ(options.notes.size(), 1U);
  EXPECT_EQ(options.notes.front(), "the build option --no-such-option is not known and was ignored");
  EXPECT_EQ(options.preprocessor, Words{"-DA"});
}

TEST(CudaArguments, OurHeadersStandInFront) {
  const Words words = arguments_for("-DA=1");
  const auto header = std::ranges::find(words, kMainHeader);
  const auto defined = std::ranges::find(words, "-DA=1");
  ASSERT_NE(header, words.end());
  ASSERT_NE(defined, words.end());
  EXPECT_LT(header, defined);
  EXPECT_EQ(words.back(), "k.cu");
  EXPECT_TRUE(has(words, "-std=c++17"));
  EXPECT_TRUE(has(words, "/resources/include"));
}

TEST(CudaArguments, AddressesAreAsWideAsTheDevicesAre) {
  EXPECT_TRUE(has(arguments_for(""), "spirv64-unknown-unknown"));
  DeviceEnvironment device;
  device.address_bits = 32;
  EXPECT_TRUE(has(arguments_for("", device), "spirv32-unknown-unknown"));
}

TEST(CudaArguments, AnOptionsErrorIsTheCompilers) {
  EXPECT_NE(errors_of("__global__ void k() {}", "-arch=sm_1").find("sm_1 is not known"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::frontend::cuda
