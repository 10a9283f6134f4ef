#include "capture/writing/directives.h"

#include <gtest/gtest.h>

namespace launchproof::capture {
namespace {

std::string names(std::string_view text) {
  std::string all;
  for (const Directive& one : directives_in(text))
    all += std::to_string(one.line) + ":" + one.name + (one.rest.empty() ? "" : " ") + one.rest + ";";
  return all;
}

TEST(Directives, AreFoundWhereALineBeginsWithThem) {
  EXPECT_EQ(names("#if A\n  #  define B 1 \nint c; #endif\n#endif"), "1:if A;2:define B 1;4:endif;");
  EXPECT_EQ(names("#\n/* x */ #if A // why\n/* y\n*/ # endif"), "1:;2:if A;4:endif;");
  EXPECT_EQ(names(""), "");
}

TEST(Directives, CommentsAndLiteralsHideThem) {
  EXPECT_EQ(names("/* \n#if A\n*/\n// \\\n#if B\n#if C\n"), "6:if C;");
  EXPECT_EQ(names("char* a = \"/*\";\n#if A\n'\"';\n#endif\n"), "2:if A;4:endif;");
  // Skipped text need not be valid C: a quote ends at the end of its line.
  EXPECT_EQ(names("#if 0\ndon't\n#endif\n"), "1:if 0;3:endif;");
  EXPECT_EQ(names("#include \"//a.h\" /* b */ // c\n"), "1:include \"//a.h\";");
}

TEST(Directives, LinesThatAreJoinedAreOne) {
  EXPECT_EQ(names("#if A && \\\n  B\n#end\\\nif\n#if C /* \n */ || D\n"),
            "1:if A &&   B;3:endif;5:if C   || D;");
  EXPECT_EQ(names("int a; \\\n#if A\n"), "");
}

TEST(Directives, SomeTextsAreNotReadForCertain) {
  EXPECT_TRUE(is_plain_text("#if A\nint b = c ? d : e;\n#endif\n"));
  EXPECT_FALSE(is_plain_text("?\?=if A\n"));
  EXPECT_FALSE(is_plain_text("%:if A\n"));
  EXPECT_FALSE(is_plain_text("R\"(\n#if A\n)\""));
}

TEST(Directives, AConditionalIsDecidedInItsLine) {
  const std::string text = "a\n#ifdef A /* x\n */\nb\n#elif B \\\n C\nc\n#else\nd\n#endif\n";
  EXPECT_EQ(with_decided(text, 2, true), "a\n#if 1\n\nb\n#elif B \\\n C\nc\n#else\nd\n#endif\n");
  EXPECT_EQ(with_decided(text, 5, false), "a\n#ifdef A /* x\n */\nb\n#elif 0\n\nc\n#else\nd\n#endif\n");
  EXPECT_EQ(with_decided(text, 8, true), text) << "`else` has no condition";
  EXPECT_EQ(with_decided(text, 3, true), text);
}

TEST(Directives, LinesOfAConditionalAreItsOwn) {
  const std::string text = "#if A\n#if B\n#elif C\n#endif\n#elifdef D\n#else\n#endif\n#ifndef E\n#endif\n";
  EXPECT_EQ(lines_of_conditional(text, 1), (std::vector<unsigned>{1, 5}));
  EXPECT_EQ(lines_of_conditional(text, 2), (std::vector<unsigned>{2, 3}));
  EXPECT_EQ(lines_of_conditional(text, 8), (std::vector<unsigned>{8}));
  EXPECT_TRUE(lines_of_conditional(text, 3).empty());
}

}  // namespace
}  // namespace launchproof::capture
