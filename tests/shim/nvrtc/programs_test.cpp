// Tests the table of programs that NVRTC compiles.
#include "shim/nvrtc/programs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "verify/frontend/options/build_options.h"

namespace launchproof::shim {
namespace {

TEST(NvrtcOptions, CanBeToldApartAgain) {
  const std::vector<std::string> all{"-DA=1", "-DTEXT=\"a b\"", "-I", "/a folder/'x'", "back\\slash",
                                     "",      "tab\t"};
  std::vector<const char*> options;
  options.reserve(all.size());
  for (const std::string& option : all) options.push_back(option.c_str());
  const std::string joined = joined_options(static_cast<int>(options.size()), options.data());
  bool unterminated = true;
  EXPECT_EQ(frontend::split_options(joined, unterminated), all) << joined;
  EXPECT_FALSE(unterminated);
  EXPECT_EQ(joined_options(0, nullptr), "");
}

TEST(NvrtcPrograms, AnImageHasTheProgramThatItWasMadeFrom) {
  NvrtcPrograms programs;
  const int one = 0, other = 0;
  programs.create(
      &one, {.name = "k.cu", .text = "text", .options = "-w", .headers = {{"h", "body"}}, .expressions = {}});
  programs.find(&one)->expressions.emplace_back("k<int>");
  programs.keep(&one, "ptx");
  programs.keep(&one, "machine code", "its ptx");
  EXPECT_STREQ(programs.source_of("machine code")->ptx, "its ptx");
  const RuntimeSource* const found = programs.source_of("ptx");
  ASSERT_NE(found, nullptr);
  EXPECT_STREQ(found->name, "k.cu");
  EXPECT_STREQ(found->ptx, "");
  EXPECT_STREQ(found->text, "text");
  EXPECT_STREQ(found->options, "-w");
  ASSERT_EQ(found->headers, 1U);
  EXPECT_STREQ(found->header_names[0], "h");
  EXPECT_STREQ(found->header_texts[0], "body");
  ASSERT_EQ(found->expressions, 1U);
  EXPECT_STREQ(found->expression_texts[0], "k<int>");
  EXPECT_EQ(programs.source_of("other ptx"), nullptr);

  // The source outlives the program, and also a later program with the same handle.
  programs.destroy(&one);
  programs.create(&one, {.name = {}, .text = "second", .options = {}, .headers = {}, .expressions = {}});
  EXPECT_EQ(programs.source_of("ptx"), found);
  EXPECT_STREQ(found->text, "text");
  // The first source that gave an image is kept.
  programs.keep(&one, "ptx");
  EXPECT_STREQ(programs.source_of("ptx")->text, "text");
  // An unknown program has no source to keep.
  programs.keep(&other, "another");
  EXPECT_EQ(programs.source_of("another"), nullptr);
  EXPECT_EQ(programs.find(&other), nullptr);
}

}  // namespace
}  // namespace launchproof::shim
