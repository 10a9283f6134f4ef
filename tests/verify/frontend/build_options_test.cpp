#include "verify/frontend/options/build_options.h"

#include <gtest/gtest.h>

namespace launchproof::frontend {
namespace {

using Words = std::vector<std::string>;

TEST(BuildOptions, SplitsAsAShellDoes) {
  bool unterminated = false;
  EXPECT_EQ(split_options(R"(-D "X=a b"  -DY='1 2' -I a\ b "" )", unterminated),
            (Words{"-D", "X=a b", "-DY=1 2", "-I", "a b", ""}));
  EXPECT_FALSE(unterminated);
  EXPECT_EQ(split_options(R"(-DS=\"x\")", unterminated), Words{R"(-DS="x")"});
  split_options("-D 'X=1", unterminated);
  EXPECT_TRUE(unterminated);
}

TEST(BuildOptions, KeepsTheOrderOfThePreprocessor) {
  const BuildOptions options = parse_build_options("-D A -DB=2 -U A -I inc -Iother -D A=3");
  EXPECT_EQ(options.preprocessor, (Words{"-DA", "-DB=2", "-UA", "-Iinc", "-Iother", "-DA=3"}));
  EXPECT_TRUE(options.errors.empty());
  EXPECT_TRUE(options.notes.empty());
}

TEST(BuildOptions, ReadsFlags) {
  const BuildOptions options = parse_build_options(
      "-cl-std=CL2.0 -cl-fast-relaxed-math -cl-mad-enable -cl-opt-disable -O3 -g -w -Werror "
      "-cl-single-precision-constant");
  EXPECT_EQ(options.language, "CL2.0");
  EXPECT_TRUE(options.fast_relaxed_math);
  EXPECT_TRUE(options.no_warnings);
  EXPECT_TRUE(options.warnings_are_errors);
  EXPECT_EQ(options.language_flags, Words{"-cl-single-precision-constant"});
  EXPECT_TRUE(options.notes.empty());
}

TEST(BuildOptions, KnowsWhatRelaxesArithmetic) {
  for (const char* option :
       {"-cl-mad-enable", "-cl-no-signed-zeros", "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"})
    EXPECT_TRUE(parse_build_options(option).relaxed_arithmetic) << option;
  EXPECT_FALSE(parse_build_options("-cl-finite-math-only -cl-denorms-are-zero").relaxed_arithmetic);
  EXPECT_FALSE(parse_build_options("-cl-unsafe-math-optimizations").fast_relaxed_math);
}

TEST(BuildOptions, KnowsWhatTakesFloatsForFinite) {
  for (const char* option : {"-cl-finite-math-only", "-cl-fast-relaxed-math"})
    EXPECT_TRUE(parse_build_options(option).finite_math) << option;
  EXPECT_FALSE(parse_build_options("-cl-unsafe-math-optimizations -cl-mad-enable").finite_math);
}

TEST(BuildOptions, NotesWhatItDoesNotKnow) {
  const BuildOptions options = parse_build_options("-cl-nv-verbose -fno-bin-llvmir");
  ASSERT_EQ(options.notes.size(), 2U);
  EXPECT_NE(options.notes[0].find("-cl-nv-verbose"), std::string::npos);
  EXPECT_TRUE(options.errors.empty());
}

TEST(BuildOptions, RejectsWhatIsMalformed) {
  EXPECT_FALSE(parse_build_options("-D").errors.empty());
  EXPECT_FALSE(parse_build_options("-DX=1 -I").errors.empty());
  EXPECT_FALSE(parse_build_options("-cl-std=CL9.9").errors.empty());
  EXPECT_FALSE(parse_build_options("-D \"X=1").errors.empty());
}

}  // namespace
}  // namespace launchproof::frontend
