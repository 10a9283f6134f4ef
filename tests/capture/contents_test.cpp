// Tests the contents of buffers: writing, reading, comparing, and reporting damage.
#include <sys/resource.h>

#include "capture/launch_class.h"
#include "capture/show.h"
#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

class ContentsOfBuffers : public CaptureTest {
 protected:
  ContentsOfBuffers() : d_writer(path().c_str(), sample_session()) {
    d_device = d_writer.add_device(sample_device());
    d_program = d_writer.add_program(sample_program(d_writer, d_device, "kernel void k() {}"));
  }

  Launch launch_with(const std::string& bytes) {
    return launch_with(Contents{d_writer.add_blob(bytes.data(), bytes.size()), {}}, bytes.size());
  }
  Launch launch_with(std::optional<Contents> contents, std::uint64_t size = 1024) const {
    Launch launch = sample_launch(d_program, d_device, 1);
    launch.arguments[1].value = BufferArgument{1, 1, 0, size, 1, std::move(contents)};
    return launch;
  }
  static const BufferArgument& buffer_of(const Launch& launch) {
    return std::get<BufferArgument>(launch.arguments.at(1).value);
  }
  std::string blob_path(const Launch& launch) const {
    return path() + "/blobs/" + buffer_of(launch).contents->digest;
  }
  // Returns the error from reading the contents of the only launch.
  std::string error_of() const {
    const Capture capture = read_capture(path());
    try {
      capture.contents(buffer_of(capture.launches.at(0)));
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }

  Writer d_writer;
  DeviceId d_device = 0;
  ProgramId d_program = 0;
};

TEST_F(ContentsOfBuffers, AreReadBack) {
  const std::string small = "sixteen bytes...";
  const std::string large(100'000, 'x');
  const std::string none;
  for (const std::string& bytes : {small, large, none}) d_writer.add_launch(launch_with(bytes));
  d_writer.add_launch(launch_with(Contents{{}, "longer than \"the limit\""}));
  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  ASSERT_EQ(capture.launches.size(), 4U);
  EXPECT_EQ(capture.contents(buffer_of(capture.launches[0])), small);
  EXPECT_EQ(capture.contents(buffer_of(capture.launches[1])), large);
  EXPECT_EQ(capture.contents(buffer_of(capture.launches[2])), none);
  EXPECT_EQ(capture.contents(buffer_of(capture.launches[3])), std::nullopt);
  EXPECT_EQ(buffer_of(capture.launches[3]).contents->reason, "longer than \"the limit\"");
  EXPECT_LT(std::filesystem::file_size(blob_path(capture.launches[1]) + ".zst"), 1000U);
}

TEST_F(ContentsOfBuffers, TellRepeatsApart) {
  d_writer.add_launch(launch_with("aaaa"));
  d_writer.add_launch(launch_with("bbbb"));
  d_writer.add_launch(launch_with("aaaa"));
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 2U);
  EXPECT_EQ(capture.launches[0].count, 2U);
  EXPECT_EQ(capture.launches[1].count, 1U);
  EXPECT_EQ(classify(capture).size(), 1U);
}

TEST_F(ContentsOfBuffers, AreCommonOnlyWhenEveryLaunchHasThem) {
  d_writer.add_launch(launch_with("aaaa"));
  Capture capture = read_capture(path());
  EXPECT_TRUE(buffer_of(common_launch(capture, classify(capture).at(0).launches)).contents->recorded());

  d_writer.add_launch(launch_with(Contents{{}, "a repeat"}, 4));
  capture = read_capture(path());
  const Launch partly = common_launch(capture, classify(capture).at(0).launches);
  EXPECT_FALSE(buffer_of(partly).contents->recorded());
  EXPECT_EQ(buffer_of(partly).contents->reason, "1 of 2 launches of this class have none recorded: a repeat");

  const Launch alone = common_launch(capture, {0});
  EXPECT_TRUE(buffer_of(alone).contents->recorded());
}

TEST_F(ContentsOfBuffers, SplitAClass) {
  for (const char* bytes : {"aaaa", "bbbb", "aaaa"}) d_writer.add_launch(launch_with(bytes));
  Capture capture = read_capture(path());
  std::vector<ContentsGroup> groups = split_by_contents(capture, classify(capture).at(0), {1});
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_TRUE(groups[0].recorded);
  EXPECT_EQ(groups[0].count, 2U);
  EXPECT_EQ(groups[1].count, 1U);
  EXPECT_EQ(buffer_of(common_launch(capture, {0, 1})).contents->reason,
            "the launches of this class differ in them");

  d_writer.add_launch(launch_with(Contents{{}, "too many"}, 4));
  capture = read_capture(path());
  groups = split_by_contents(capture, classify(capture).at(0), {1});
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_FALSE(groups[2].recorded);
  // An argument without contents distinguishes no launches, and its contents are unknown.
  groups = split_by_contents(capture, classify(capture).at(0), {0});
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_FALSE(groups[0].recorded);
  EXPECT_EQ(groups[0].count, 4U);
}

TEST_F(ContentsOfBuffers, AreMissing) {
  const Launch launch = launch_with("aaaa");
  d_writer.add_launch(launch);
  std::filesystem::remove(blob_path(launch));
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 1U);
  EXPECT_NE(all_remarks(capture).find(blob_path(launch) + ": the contents of a buffer are missing"),
            std::string::npos);
  EXPECT_NE(error_of().find("missing"), std::string::npos);
}

TEST_F(ContentsOfBuffers, AreDamaged) {
  const Launch launch = launch_with("aaaa");
  d_writer.add_launch(launch);
  for (const char* damaged : {"aaab", "aaa", ""}) {
    write_text(blob_path(launch), damaged);
    EXPECT_NE(error_of().find("its SHA-256 is not its name"), std::string::npos) << damaged;
    const std::string shown = show(read_capture(path()));
    EXPECT_NE(shown.find("its SHA-256 is not its name"), std::string::npos) << shown;
  }
  EXPECT_EQ(read_capture(path()).launches.size(), 1U);
}

TEST_F(ContentsOfBuffers, AreTruncated) {
  std::string bytes(50'000, 'x');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * i >> 3);
  const Launch launch = launch_with(bytes);
  d_writer.add_launch(launch);
  const std::string packed = read_text(blob_path(launch) + ".zst");
  for (const std::size_t length : {std::size_t{0}, packed.size() / 2, packed.size() - 1}) {
    write_text(blob_path(launch) + ".zst", packed.substr(0, length));
    EXPECT_NE(error_of().find("cannot be decompressed"), std::string::npos) << length;
  }
}

TEST_F(ContentsOfBuffers, HaveAnotherSizeThanTheirBuffer) {
  const std::string large(50'000, 'x');
  for (const std::string& bytes : {std::string("aaaa"), large}) {
    const Contents contents{d_writer.add_blob(bytes.data(), bytes.size()), {}};
    const Capture capture = read_capture(path());
    for (const std::uint64_t size : {bytes.size() - 1, bytes.size() + 1}) {
      EXPECT_THROW(capture.contents(BufferArgument{1, 1, 0, size, 0, contents}), InputError) << size;
    }
  }
}

TEST_F(ContentsOfBuffers, HaveANameThatIsNoDigest) {
  d_writer.add_launch(launch_with(Contents{"../../etc/passwd", {}}, 4));
  EXPECT_NE(error_of().find("is not the name of a blob"), std::string::npos);
}

TEST_F(ContentsOfBuffers, AreShown) {
  d_writer.add_launch(launch_with("aaaa"));
  const std::string digest = buffer_of(launch_with("aaaa")).contents->digest.substr(0, 12);
  std::string text = show(read_capture(path()));
  EXPECT_NE(text.find("out: buffer A, 4 bytes, contents " + digest + "\n"), std::string::npos) << text;
  d_writer.add_launch(launch_with(Contents{{}, "a repeat"}, 4));
  text = show(read_capture(path()));
  EXPECT_NE(text.find("1 launch: argument 1 contents " + digest + "\n"), std::string::npos) << text;
  EXPECT_NE(text.find("1 launch: argument 1 contents not recorded (a repeat)\n"), std::string::npos) << text;
}

TEST_F(ContentsOfBuffers, ThatCannotBeWrittenDoNotStopTheRecording) {
  const std::string bytes(100, 'x');
  const PreparedBlob blob = prepare_blob(bytes.data(), bytes.size());
  std::filesystem::remove_all(path() + "/blobs");
  EXPECT_NE(d_writer.add_contents(blob).find("cannot write the blob: No such file"), std::string::npos);
  EXPECT_TRUE(d_writer.recording());
  d_writer.add_launch(launch_with(std::nullopt));
  std::filesystem::create_directory(path() + "/blobs");
  EXPECT_EQ(d_writer.add_contents(blob), "");
  EXPECT_EQ(read_capture(path()).blob(blob.digest), bytes);
}

TEST_F(ContentsOfBuffers, ThatExceedTheFileSizeLimitLeaveNoBlob) {
  std::string bytes(500'000, 'x');
  std::uint32_t state = 1;
  for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  const PreparedBlob blob = prepare_blob(bytes.data(), bytes.size());
  const int status = in_child([&] {
    Writer writer(path().c_str(), sample_session());
    writer.add_device(sample_device());
    const rlimit limit{200'000, 200'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string why = writer.add_contents(blob);
    return why.find("File too large") != std::string::npos && writer.recording() ? 0 : 1;
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_capture(path()).find_blob(blob.digest), std::nullopt);
  for (const auto& entry : std::filesystem::directory_iterator(path() + "/blobs")) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("."));
  }
}

}  // namespace
}  // namespace launchproof::capture
