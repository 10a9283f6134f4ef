#include "verify/verdict/fingerprint.h"

#include <gtest/gtest.h>

#include <set>

namespace launchproof::verdict {
namespace {

constexpr const char* kText =
    "kernel void k(global int *a) {\n"
    "  a[0] = get_global_id(0);\n"
    "  a[1] = 3;\n"
    "  a[0] = get_global_id(0);\n"
    "}\n";

Finding race(std::uint32_t line, std::uint32_t column = 3) {
  const auto at = [&](std::string_view role) {
    return SourceLocation{.file = "dir/k.cl", .line = line, .column = column, .role = std::string(role)};
  };
  return {.id = "x",
          .property = Property::DataRace,
          .kind = "write-write",
          .message = "two work-items write `a`",
          .locations = {at(kFirstRole), at(kSecondRole)}};
}

ClassResult with(std::vector<Finding> findings, const std::string& text = kText) {
  ClassResult result;
  result.kernel = "k";
  result.source = "dir/k.cl";
  result.source_text = text;
  result.findings = std::move(findings);
  return result;
}

std::vector<std::vector<std::string>> of(std::vector<ClassResult> classes) {
  Results results;
  results.results = std::move(classes);
  return fingerprints(results);
}

std::string alone(const ClassResult& result) {
  return of({result}).at(0).at(0);
}

TEST(Fingerprint, LinesPutInBeforeChangeNothing) {
  const std::string before = alone(with({race(3)}));
  EXPECT_EQ(before.size(), 16U);
  EXPECT_EQ(alone(with({race(5)}, std::string("// new\n\n") + kText)), before);
  std::string indented = kText;
  indented.replace(indented.find("  a[1]"), 2, "\t\t  ");
  EXPECT_EQ(alone(with({race(3, 5)}, indented)), before) << "blanks are not compared";
}

TEST(Fingerprint, AnotherKernelFileKindPropertyOrLineIsAnother) {
  std::set<std::string> all{alone(with({race(3)}))};
  ClassResult other = with({race(3)});
  other.kernel = "l";
  all.insert(alone(other));
  other = with({race(3)});
  other.source = "dir/other.cl";
  all.insert(alone(other));
  other = with({race(3)});
  other.findings[0].kind = "read-write";
  all.insert(alone(other));
  other = with({race(3)});
  other.findings[0].property = Property::OutOfBounds;
  all.insert(alone(other));
  all.insert(alone(with({race(2)})));
  std::string edited = kText;
  edited.replace(edited.find("= 3"), 3, "= 4");
  all.insert(alone(with({race(3)}, edited)));
  EXPECT_EQ(all.size(), 7U);
}

// A baseline must not hide a second race at an equal line.
TEST(Fingerprint, EqualLinesAreToldApartByTheirOrder) {
  const auto both = of({with({race(2), race(4)})});
  EXPECT_NE(both[0][0], both[0][1]);
  EXPECT_EQ(both[0][1], alone(with({race(4)})))
      << "the second of two equal lines, whatever is found at the first";
  EXPECT_EQ(of({with({race(4), race(2)})})[0][1], both[0][0]) << "by place, not by order of the findings";
}

// A macro in the line may now refer to another array; in an included file, only the text of the line is
// known.
TEST(Fingerprint, TheArrayAndPlacesWithoutATextCount) {
  const auto on = [](const char* array) {
    ClassResult result = with({race(3)});
    result.findings[0].witness = Witness{.work_items = {{.array = array}}};
    return alone(result);
  };
  EXPECT_NE(on("t"), on("u"));
  const auto included = [](std::uint32_t line) {
    ClassResult result = with({race(3)});
    for (SourceLocation& at : result.findings[0].locations) {
      at.file = "i.h";
      at.line = line;
    }
    return alone(result);
  };
  EXPECT_NE(included(4), included(5));
}

TEST(Fingerprint, LaunchesOfAKernelShareWhatIsFoundAtOnePlace) {
  const auto two = of({with({race(2)}), with({race(2)})});
  EXPECT_EQ(two[0], two[1]);
}

// A program without a file is named by a digest of its text, so an edit changes its name.
TEST(Fingerprint, ProgramsWithoutAFileKeepTheirs) {
  const auto of_program = [](const std::string& name) {
    ClassResult result = with({race(3)});
    result.source = name;
    for (SourceLocation& at : result.findings[0].locations) at.file = name;
    return alone(result);
  };
  EXPECT_EQ(of_program("program-b12f8880081d.cl"), of_program("program-001122334455.cl"));
  EXPECT_NE(of_program("program-1.cl"), of_program("program-2.cl")) << "files of somebody";
  EXPECT_EQ(stable_name("program 3b7f21c09d"), "program");
  EXPECT_EQ(stable_name("program-a84efc9fe626.ptx"), "program");
  EXPECT_EQ(stable_name("program-loader.cl"), "program-loader.cl");
  EXPECT_EQ(stable_name("/a/b/k.cl"), "b/k.cl");
  EXPECT_EQ(stable_name("/k.cl"), "k.cl");
  EXPECT_EQ(stable_name("a/b/k.cl"), "a/b/k.cl") << "within a checkout";
}

TEST(Fingerprint, UndecidedAnswersAreKnownByTheirCauses) {
  const auto lost = [](Cause cause, const char* detail) {
    ClassResult result = with({});
    give_up(result, Verdict::Unknown, {.cause = cause, .detail = detail, .location = {}}, false);
    return undecided_fingerprint(result, Property::DataRace);
  };
  EXPECT_EQ(lost(Cause::ClassTimeout, "10 s"), lost(Cause::ClassTimeout, "20 s"));
  EXPECT_NE(lost(Cause::ClassTimeout, "10 s"), lost(Cause::ClassMemory, "10 s"));
}

}  // namespace
}  // namespace launchproof::verdict
