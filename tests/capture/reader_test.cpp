#include "capture/reader.h"

#include <sys/stat.h>

#include <fstream>

#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using Reading = CaptureTest;

// Returns the error from reading, or an empty text on success.
std::string error_of(const std::string& path) {
  try {
    read_capture(path);
  } catch (const InputError& error) {
    EXPECT_FALSE(error.place().empty());
    EXPECT_FALSE(error.cause().empty());
    EXPECT_FALSE(error.remedy().empty());
    return error.what();
  }
  return {};
}

void append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::app) << text;
}

TEST_F(Reading, RejectsAMissingFolder) {
  const std::string error = error_of(path());
  EXPECT_NE(error.find(path()), std::string::npos);
  EXPECT_NE(error.find("no such capture"), std::string::npos);
  EXPECT_NE(error.find("launchproof record"), std::string::npos);
}

TEST_F(Reading, RejectsAnEmptyFolderAndAFile) {
  std::filesystem::create_directory(path());
  EXPECT_NE(error_of(path()).find("session.json is missing"), std::string::npos);
  write_text(folder() + "/file", "x");
  EXPECT_NE(error_of(folder() + "/file").find("a capture is a folder"), std::string::npos);
}

TEST_F(Reading, RejectsAnUnknownSchemaNamingBoth) {
  record_sample();
  std::string session = read_text(path() + "/session.json");
  session.replace(session.find("capture/3"), 9, "capture/7");
  write_text(path() + "/session.json", session);
  const std::string error = error_of(path());
  EXPECT_NE(error.find("launchproof.capture/7"), std::string::npos) << error;
  EXPECT_NE(error.find("launchproof.capture/3"), std::string::npos) << error;
}

TEST_F(Reading, TakesCapturesOfEarlierSchemas) {
  record_sample();
  const std::size_t launches = read_capture(path()).launches.size();
  const std::string now = read_text(path() + "/session.json");
  for (const std::string earlier : kEarlierSchemas) {
    std::string session = now;
    session.replace(session.find(kSchema), std::string(kSchema).size(), earlier);
    write_text(path() + "/session.json", session);
    EXPECT_EQ(read_capture(path()).session.schema, earlier);
    EXPECT_EQ(read_capture(path()).launches.size(), launches);
  }
}

TEST_F(Reading, RejectsASessionThatIsCutOrNoSession) {
  record_sample();
  const std::string session = read_text(path() + "/session.json");
  for (const std::string& content : {std::string(), session.substr(0, session.size() / 2), std::string("[]"),
                                     std::string(R"({"schema":"launchproof.capture/1"})")}) {
    write_text(path() + "/session.json", content);
    EXPECT_NE(error_of(path()).find("session.json: cannot be understood"), std::string::npos) << content;
  }
}

TEST_F(Reading, SkipsALineThatIsCutAnywhere) {
  record_sample();
  const std::string lines = read_text(file("launches."));
  const std::size_t second = lines.find('\n') + 1;
  for (std::size_t length = second + 1; length < lines.size(); length += length + 8 < lines.size() ? 7 : 1) {
    write_text(file("launches."), lines.substr(0, length));
    const Capture capture = read_capture(path());
    ASSERT_EQ(capture.launches.size(), 1U) << length;
    ASSERT_EQ(capture.launches[0].count, 3U);
    ASSERT_NE(all_remarks(capture).find("launches." + std::to_string(::getpid()) +
                                        ".jsonl:2: the last line was cut"),
              std::string::npos);
    ASSERT_NE(all_remarks(capture).find("1 launches were counted, but their lines are missing"),
              std::string::npos);
  }
  write_text(file("launches."), "");
  EXPECT_EQ(read_capture(path()).launches.size(), 0U);
}

TEST_F(Reading, SkipsLinesThatItDoesNotUnderstandAndGoesOn) {
  record_sample();
  const std::string lines = read_text(file("launches."));
  const std::string bad = "rubbish\n{}\n{\"kernel\":7}\n\n" + std::string(10000, '[') + "\n";
  write_text(file("launches."), bad + lines);
  const Capture capture = read_capture(path());
  EXPECT_EQ(capture.launches.size(), 2U);
  EXPECT_EQ(capture.remarks.size(), 5U);
}

TEST_F(Reading, CountsManyBadLinesInsteadOfListingThem) {
  record_sample();
  std::string bad;
  for (int i = 0; i < 1000; ++i) bad += "?\n";
  append(file("launches."), bad);
  const Capture capture = read_capture(path());
  EXPECT_EQ(capture.launches.size(), 2U);
  EXPECT_EQ(capture.remarks.size(), 11U);
  EXPECT_NE(all_remarks(capture).find("990 more lines"), std::string::npos);
}

TEST_F(Reading, DoesNotTakeWrongNumbersForRightOnes) {
  record_sample();
  std::string lines = read_text(file("launches."));
  lines.resize(lines.find('\n') + 1);
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"work_dim\":2", "\"work_dim\":4"},
                                 {"\"work_dim\":2", "\"work_dim\":-1"},
                                 {"\"global_size\":[64,4,1]", "\"global_size\":[64,4]"},
                                 {"\"global_size\":[64,4,1]", "\"global_size\":[64.5,4,1]"},
                                 {"\"bytes\":\"01000000\"", "\"bytes\":\"0100000\""},
                                 {"\"bytes\":\"01000000\"", "\"bytes\":\"0100000g\""},
                                 {"\"local_size\":[8,2,1],", ""},
                                 {"\"arguments\":[", "\"arguments\":3,\"x\":["}}) {
    std::string changed = lines;
    ASSERT_NE(changed.find(from), std::string::npos) << from;
    changed.replace(changed.find(from), from.size(), to);
    write_text(file("launches."), changed);
    const Capture capture = read_capture(path());
    EXPECT_EQ(capture.launches.size(), 0U) << to;
    EXPECT_NE(all_remarks(capture).find(".jsonl:1: the line is not understood"), std::string::npos) << to;
  }
}

TEST_F(Reading, KeepsALaunchWithAnArgumentOfALaterKind) {
  record_sample();
  std::string lines = read_text(file("launches."));
  lines.replace(lines.find("\"kind\":\"local\""), 14, "\"kind\":\"hologram\"");
  write_text(file("launches."), lines);
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 2U);
  const auto& unknown = std::get<UnknownArgument>(capture.launches[0].arguments[2].value);
  EXPECT_NE(unknown.reason.find("hologram"), std::string::npos);
}

TEST_F(Reading, MissingFilesOfAProcessAreRemarks) {
  record_sample();
  std::filesystem::remove(file("counters."));
  Capture capture = read_capture(path());
  EXPECT_EQ(capture.launch_count(), 2U);
  EXPECT_NE(all_remarks(capture).find("count once"), std::string::npos);
  std::filesystem::remove(file("programs."));
  capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 2U);
  EXPECT_EQ(capture.launches[0].program, 0U);
  EXPECT_EQ(capture.launches[0].program_digest.size(), 64U);
  EXPECT_NE(all_remarks(capture).find("the program of a launch of \"k\" is not recorded"), std::string::npos);
}

TEST_F(Reading, CountersThatAreCutOrForeignAreRemarks) {
  record_sample();
  const std::string counters = read_text(file("counters."));
  for (const std::string& content :
       {std::string(), counters.substr(0, 100), counters.substr(0, 4096 + 4), std::string(8192, 'x')}) {
    write_text(file("counters."), content);
    const Capture capture = read_capture(path());
    EXPECT_EQ(capture.launches.size(), 2U);
    EXPECT_EQ(capture.launch_count(), 2U);
    EXPECT_FALSE(capture.remarks.empty());
  }
}

TEST_F(Reading, AMarkOfFailureAloneIsReported) {
  ASSERT_EQ(create_capture(path().c_str(), sample_session()), "");
  write_text(path() + "/failures.4711", "");
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.processes.size(), 1U);
  EXPECT_EQ(capture.processes[0].stopped, "the reason could not be written");
}

TEST_F(Reading, IdsThatAreUsedTwiceAreNotTaken) {
  record_sample();
  const std::string lines = read_text(file("programs."));
  append(file("programs."), lines);
  const Capture capture = read_capture(path());
  EXPECT_EQ(capture.devices.size(), 1U);
  EXPECT_EQ(capture.programs.size(), 1U);
  EXPECT_NE(all_remarks(capture).find("used before"), std::string::npos);
}

TEST_F(Reading, ReadsAFolderThatCannotBeWritten) {
  record_sample();
  namespace fs = std::filesystem;
  for (const auto& entry : fs::recursive_directory_iterator(path())) {
    fs::permissions(entry.path(), fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write,
                    fs::perm_options::remove);
  }
  fs::permissions(path(), fs::perms::owner_read | fs::perms::owner_exec);
  const Capture capture = read_capture(path() + "/");
  EXPECT_EQ(all_remarks(capture), "");
  EXPECT_EQ(capture.launch_count(), 4U);
  fs::permissions(path(), fs::perms::owner_all);
  fs::permissions(path() + "/blobs", fs::perms::owner_all);
}

TEST_F(Reading, MergesProcessesUnderIdsOfTheirOwn) {
  record_sample();
  ASSERT_EQ(in_child([&] {
              record_sample();
              return 0;
            }),
            0);
  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  EXPECT_EQ(capture.processes.size(), 2U);
  EXPECT_EQ(capture.launch_count(), 8U);
  ASSERT_EQ(capture.programs.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(capture.programs[i].id, i + 1);
  const auto object = [&](std::size_t launch) {
    return std::get<BufferArgument>(capture.launches.at(launch).arguments[1].value).root;
  };
  EXPECT_EQ(object(0), object(1));
  EXPECT_NE(object(0), object(2));
  EXPECT_EQ(capture.program(3), nullptr);
  EXPECT_EQ(capture.program(0), nullptr);
}

}  // namespace
}  // namespace launchproof::capture
