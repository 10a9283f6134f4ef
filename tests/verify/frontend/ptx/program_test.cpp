// Tests PTX in the whole front end.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/verify/frontend/ptx/module_text.h"
#include "verify/frontend/frontend.h"

namespace launchproof::frontend::ptx {
namespace {

Translation translated(const std::string& text) {
  return translate({{.file_name = "k.ptx", .text = text, .language = SourceLanguage::Ptx}}, {});
}

std::string first_error(const std::string& text) {
  const Translation translation = translated(text);
  EXPECT_FALSE(translation.compiled);
  for (const CompilerMessage& message : translation.messages)
    if (message.is_error) return message.file + ":" + std::to_string(message.line) + ": " + message.text;
  return "no error";
}

TEST(PtxProgram, KernelsAreThoseOfCuda) {
  const Translation translation = translated(testing::module_of(
      "ld.param.u64 %rd1, [k_param_0]; cvta.to.global.u64 %rd2, %rd1;\nmov.u32 %r1, %tid.x;\n"
      "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd4, %rd2, %rd3;\nst.global.u32 [%rd4], %r1;\nret;"));
  ASSERT_TRUE(translation.compiled);
  ASSERT_EQ(translation.kernels.size(), 1U);
  const model::KernelModel& kernel = translation.kernels[0];
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.language, model::Language::Cuda);
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[0].name, "param_0");
  EXPECT_EQ(kernel.parameters[0].kind, model::ParameterKind::GlobalPointer);
  EXPECT_EQ(kernel.parameters[1].kind, model::ParameterKind::Value);
  ASSERT_EQ(kernel.sites.size(), 1U);
  EXPECT_EQ(kernel.locations[kernel.sites[0].location].line, 9U);
}

TEST(PtxProgram, PlacesHaveTheCallsThatWereInlined) {
  const Translation translation = translated(
      testing::module_of("ld.param.u64 %rd1, [k_param_0]; cvta.to.global.u64 %rd2, %rd1;\n"
                         ".loc 1 30 3, function_name $L__f, inlined_at 1 50 7\nmov.u32 %r1, %tid.x;\n"
                         ".loc 2 20 5, function_name $L__g, inlined_at 1 30 3\nst.global.u32 [%rd2], %r1;\n"
                         ".loc 1 51 1\nst.global.u32 [%rd2+4], %r1;\nret;") +
      ".file 1 \"/s/a.cu\"\n.file 2 \"/s/b.h\"\n");
  ASSERT_TRUE(translation.compiled);
  const model::KernelModel& kernel = translation.kernels.at(0);
  ASSERT_EQ(kernel.sites.size(), 2U);
  const auto place = [&](model::LocationId id) {
    const model::Location& one = kernel.locations.at(id);
    return one.file + ":" + std::to_string(one.line);
  };
  const model::Location& inner = kernel.locations.at(kernel.sites[0].location);
  EXPECT_EQ(place(kernel.sites[0].location), "/s/b.h:20");
  ASSERT_NE(inner.call_site, model::kNone);
  EXPECT_EQ(place(inner.call_site), "/s/a.cu:30");
  const model::LocationId outer = kernel.locations.at(inner.call_site).call_site;
  ASSERT_NE(outer, model::kNone);
  EXPECT_EQ(place(outer), "/s/a.cu:50");
  EXPECT_EQ(kernel.locations.at(outer).call_site, model::kNone);
  EXPECT_EQ(place(kernel.sites[1].location), "/s/a.cu:51");
  EXPECT_EQ(kernel.locations.at(kernel.sites[1].location).call_site, model::kNone);
}

TEST(PtxProgram, NamesAreDemangled) {
  std::string text = testing::module_of("ret;");
  text.replace(text.find(" k("), 3, " _Z5scalePfi(");
  const Translation translation = translated(text);
  ASSERT_EQ(translation.kernels.size(), 1U);
  EXPECT_EQ(translation.kernels[0].name, "scale");
}

TEST(PtxProgram, BadTextIsAnErrorWithItsLine) {
  EXPECT_EQ(first_error("no PTX"), "k.ptx:1: this is no PTX: it begins with no `.version`");
  EXPECT_EQ(first_error(testing::module_of("mov.u32 %r1, 0")), "k.ptx:7: `,` is expected in place of `}`");
  EXPECT_EQ(first_error(".version 8.0\n.target sm_75\n.address_size 64\n"),
            "k.ptx:0: the file holds no kernel (an `.entry`)");
}

TEST(PtxProgram, NewerVersionsAreReadWithANote) {
  std::string text = testing::module_of("ret;");
  text.replace(text.find("8.0"), 3, "99.1");
  const Translation translation = translated(text);
  EXPECT_TRUE(translation.compiled);
  EXPECT_TRUE(std::ranges::any_of(translation.messages, [](const CompilerMessage& message) {
    return message.text.find("PTX 99.1 is newer") != std::string::npos;
  }));
  EXPECT_TRUE(std::ranges::any_of(translation.assumptions, [](const std::string& assumption) {
    return assumption.starts_with("PTX 99.1, which is newer");
  }));
}

}  // namespace
}  // namespace launchproof::frontend::ptx
