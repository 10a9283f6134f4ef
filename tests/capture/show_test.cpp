#include "capture/show.h"

#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using Showing = CaptureTest;

TEST_F(Showing, SaysWhatWasRecorded) {
  record_sample();
  const std::string text = show(read_capture(path()));
  for (const std::string& part :
       {std::string("launchproof.capture/3"), std::string("capture_test 1"), std::string("OpenCL C 1.2 test"),
        std::string("options -DN=4, build: success"), std::string("4 launches in 2 classes"),
        std::string("1  k, 3 launches, program 1, device 1"), std::string("2  k, 1 launch, program 1"),
        std::string("global 64x4, local 8x2\n"), std::string("0  int n = 1 (01000000)"),
        std::string("1  float* out: buffer A, 1024 bytes"),
        std::string("2  argument: local memory, 128 bytes"),
        std::string("from main at app.c:7 (app+0x10), 3 times")}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("remarks"), std::string::npos);
}

TEST_F(Showing, SaysWhatIsMissing) {
  record_sample();
  std::filesystem::remove(file("programs."));
  const std::string text = show(read_capture(path()));
  EXPECT_NE(text.find("program not recorded, device not recorded"), std::string::npos) << text;
  EXPECT_NE(text.find("remarks\n"), std::string::npos);
}

TEST(ShowLaunch, NamesSizesThatTheRuntimeChose) {
  Launch launch = sample_launch(1, 1, 1);
  launch.global_offset = {0, 3, 0};
  EXPECT_EQ(show_sizes(launch), "global 64x4, local 8x2, offset 0x3");
  launch.local_size.reset();
  EXPECT_NE(show_sizes(launch).find("not known"), std::string::npos);
  launch.chosen_local_size = Size3{4, 1, 1};
  EXPECT_NE(show_sizes(launch).find("local 4x1 (chosen by the runtime)"), std::string::npos);
}

TEST(ShowLaunch, NamesEveryKindOfArgument) {
  Launch launch;
  launch.arguments = {{"a", "float", ValueArgument{{0, 0, 128, 63}}},
                      {"b", "struct s", ValueArgument{std::vector<std::uint8_t>(40, 1)}},
                      {"c", "", BufferArgument{1, 1, 0, 64, 0}},
                      {"d", "", BufferArgument{3, 1, 16, 8, 0}},
                      {"e", "", BufferArgument{2, 2, 0, std::nullopt, 0}},
                      {"f", "", NullArgument{}},
                      {"g", "", UnknownArgument{"shared virtual memory"}},
                      {"h", "char", ValueArgument{{255}}},
                      {"i", "int", ValueArgument{{255}}},
                      {"p", "", BufferArgument{4, 4, 16, 48, 0, std::nullopt, 16}}};
  const std::vector<std::string> texts = show_arguments(launch);
  ASSERT_EQ(texts.size(), 10U);
  EXPECT_EQ(texts[0], "float a = 1.000000 (0000803f)");
  EXPECT_EQ(texts[1].substr(0, 25), "struct s b = 40 bytes (01");
  EXPECT_NE(texts[1].find("...)"), std::string::npos);
  EXPECT_EQ(texts[2], "c: buffer A, 64 bytes");
  EXPECT_EQ(texts[3], "d: buffer A + 16 (sub-buffer), 8 bytes");
  EXPECT_EQ(texts[4], "e: buffer B, size not known");
  EXPECT_EQ(texts[5], "f: null");
  EXPECT_EQ(texts[6], "g: not recorded (shared virtual memory)");
  EXPECT_EQ(texts[7], "char h = -1 (ff)");
  EXPECT_EQ(texts[8], "int i = 1 bytes (ff)");  // the bytes do not fit the type: no number is made up
  EXPECT_EQ(texts[9], "p: buffer C + 16 (pointer), 48 bytes from there, 16 before");
}

TEST(ShowLaunch, LettersMoreObjectsThanTheAlphabet) {
  Launch launch;
  for (ObjectId id = 1; id <= 30; ++id) launch.arguments.push_back({"", "", BufferArgument{id, id, 0, 1, 0}});
  const std::vector<std::string> texts = show_arguments(launch);
  EXPECT_NE(texts[25].find("buffer Z,"), std::string::npos);
  EXPECT_NE(texts[26].find("buffer #27,"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::capture
