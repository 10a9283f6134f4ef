#include "verify/repair/source_tree.h"

#include <gtest/gtest.h>

namespace launchproof::repair {
namespace {

// Returns the statement that begins with this text.
std::size_t at(const SourceTree& tree, const std::string& text) {
  return tree.innermost(tree.text().find(text));
}

TEST(SourceTree, FindsTheStatementsOfAKernel) {
  const SourceTree tree(
      "__kernel void k(__global int *a) {\n"
      "  int i = get_global_id(0);  // not; a statement\n"
      "  for (int j = 0; j < 4; ++j) {\n"
      "    if (i < j) a[i] = j;\n"
      "    else a[j] = i;\n"
      "  }\n"
      "}\n");
  const std::size_t store = at(tree, "a[i] = j");
  EXPECT_EQ(tree.text(tree.statement(store).at), "a[i] = j;");
  const std::vector<std::size_t> chain = tree.chain(store);
  ASSERT_EQ(chain.size(), 5U);  // store, if, block, for, body
  EXPECT_EQ(tree.statement(chain[1]).kind, StatementKind::If);
  EXPECT_EQ(tree.text(tree.statement(chain[1]).condition), "i < j");
  EXPECT_EQ(tree.statement(chain[1]).children.size(), 2U);
  EXPECT_EQ(tree.statement(chain[2]).kind, StatementKind::Block);
  EXPECT_EQ(tree.statement(chain[3]).kind, StatementKind::Loop);
  EXPECT_EQ(tree.text(tree.statement(chain[3]).condition), "int j = 0; j < 4; ++j");
  EXPECT_EQ(tree.statement(chain[4]).children.size(), 2U);
}

TEST(SourceTree, PassesOverDirectivesCommentsAndLiterals) {
  const SourceTree tree(
      "#define BLOCK { \\\n  {\n"
      "struct S { int x; };\n"
      "__constant char text[] = { '{', '\"' };\n"
      "/* } */ void f(void) { /* ; */ g(\"};\"); // }\n"
      "  h(); }\n");
  EXPECT_EQ(tree.text(tree.statement(at(tree, "g(")).at), "g(\"};\");");
  EXPECT_EQ(tree.text(tree.statement(at(tree, "h(")).at), "h();");
  EXPECT_EQ(tree.statement(tree.statement(at(tree, "h(")).parent).children.size(), 2U);
}

TEST(SourceTree, KnowsDoLoopsSwitchesAndAttributes) {
  const SourceTree tree(
      "void f(int i) {\n"
      "  do { g(i); } while (--i > 0);\n"
      "  switch (i) { case 1: h(i); break; default: ; }\n"
      "  __attribute__((opencl_unroll_hint(2))) while (i) j(i);\n"
      "  last(i);\n"
      "}\n");
  EXPECT_EQ(tree.statement(tree.chain(at(tree, "g(i)"))[2]).kind, StatementKind::Loop);
  EXPECT_EQ(tree.statement(tree.chain(at(tree, "h(i)"))[2]).kind, StatementKind::Switch);
  EXPECT_EQ(tree.statement(tree.chain(at(tree, "j(i)"))[1]).kind, StatementKind::Loop);
  EXPECT_EQ(tree.text(tree.statement(at(tree, "last(")).at), "last(i);");
  EXPECT_EQ(tree.statement(tree.chain(at(tree, "last("))[1]).children.size(), 4U);
}

TEST(SourceTree, TakesWhatIsBroken) {
  for (const char* text :
       {"", "{", "}", "void f(", "void f() {", "void f() { if (", "void f() { for (;;", "\"", "/*", "#",
        "#\\", "void f() { do", "void f() { else }", "(((((", "void f() { a[ }"}) {
    const SourceTree tree(text);
    EXPECT_EQ(tree.text(), text);
  }
  std::string deep = "void f() ";
  for (int i = 0; i < 5000; ++i) deep += "{";
  EXPECT_GT(SourceTree(deep).size(), 0U);
}

TEST(SourceTree, KnowsPlaces) {
  const SourceTree tree("a;\n  b;\n");
  EXPECT_EQ(tree.offset(2, 3), 5U);
  EXPECT_EQ(tree.line(5), 2U);
  EXPECT_EQ(tree.indentation(5), "  ");
  EXPECT_TRUE(tree.begins_its_line(5));
  EXPECT_FALSE(tree.begins_its_line(6));
  EXPECT_FALSE(tree.offset(7, 1));
  EXPECT_FALSE(tree.offset(1, 9));
  EXPECT_FALSE(tree.offset(0, 1));
}

}  // namespace
}  // namespace launchproof::repair
