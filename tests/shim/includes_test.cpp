#include "shim/opencl/programs/includes.h"

#include <gtest/gtest.h>

#include "application.h"

namespace launchproof::shim {
namespace {

using Names = std::vector<std::string>;

Names names_of(const IncludeSearch& search) {
  Names names;
  for (const IncludedFile& file : search.files) names.push_back(file.name);
  return names;
}

TEST(IncludeDirectories, ReadsBothForms) {
  EXPECT_EQ(include_directories("-Ia -I b -DX=1 -I 'c d' -I\"e f\" -w"), (Names{"a", "b", "c d", "e f"}));
  EXPECT_EQ(include_directories("-DINCLUDE=-I"), Names{});
  EXPECT_EQ(include_directories("-I"), Names{});
}

TEST(IncludeLines, LeavesCommentsOut) {
  EXPECT_EQ(include_lines(
                "#include \"a.h\"\n  #  include <b.h> // c\n// #include \"no.h\"\n/*\n#include \"no.h\"\n*/"),
            (Names{"\"a.h", "<b.h"}));
  EXPECT_EQ(include_lines("x = \"/*\";\n#include \"a.h\"\n"), (Names{"\"a.h"}));
  EXPECT_EQ(include_lines("#include MACRO\n#include \"open\n#include \"\"\n"), Names{});
}

TEST(FindIncludes, FollowsFilesAndTakesEachOnce) {
  const tests::Folder folder;
  folder.write("top/a.h", "#include \"b.h\"\n#include <c.h>\n");
  folder.write("top/b.h", "#include \"a.h\"\n");
  folder.write("more/c.h", "\n");
  folder.write("more/b.h", "wrong\n");
  const auto search = find_includes("#include \"a.h\"\n#include \"lost.h\"\n#include \"given.h\"\n",
                                    "-I" + folder.path() + "/top -I " + folder.path() + "/more", {"given.h"});
  EXPECT_EQ(names_of(search), (Names{"a.h", "b.h", "c.h"}));
  EXPECT_EQ(search.files.at(1).path, folder.path() + "/top/b.h");
  EXPECT_EQ(search.not_found, Names{"lost.h"});
}

TEST(FindIncludes, DoesNotReadWhatIsNoFile) {
  const tests::Folder folder;
  folder.write("a.h/inside", "");
  const auto search = find_includes("#include \"a.h\"\n#include \"/dev/zero\"\n", "-I" + folder.path(), {});
  EXPECT_TRUE(search.files.empty());
  EXPECT_EQ(search.not_found, (Names{"a.h", "/dev/zero"}));
}

}  // namespace
}  // namespace launchproof::shim
