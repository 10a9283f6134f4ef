// Tests the contents of buffers on their way from a capture to the engines and to replay.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "capture/writing/writer.h"
#include "verify/jobs/recorded/recorded.h"

namespace launchproof::jobs {
namespace {

class RecordedContents : public ::testing::Test {
 protected:
  RecordedContents() {
    std::string pattern = (std::filesystem::temp_directory_path() / "contents_test_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    d_folder = pattern;
    d_writer =
        std::make_unique<capture::Writer>((d_folder + "/a.lpcap").c_str(), capture::describe_process());
    capture::Device device;
    device.address_bits = 64;
    d_device = d_writer->add_device(device);
    d_program = d_writer->add_program({});
  }
  ~RecordedContents() override { std::filesystem::remove_all(d_folder); }

  capture::BufferArgument buffer(std::uint64_t root, std::uint64_t origin, const std::string& bytes) {
    return {root + origin, root, origin,
            bytes.size(),  0,    capture::Contents{d_writer->add_blob(bytes.data(), bytes.size()), {}}};
  }

  // Returns the capture of one launch with these arguments.
  capture::Capture recorded(std::vector<capture::ArgumentValue> values) {
    capture::Launch launch;
    launch.kernel = "k";
    launch.program = d_program;
    launch.device = d_device;
    launch.local_size = capture::Size3{1, 1, 1};
    for (auto& value : values) launch.arguments.push_back({"a", "int*", std::move(value)});
    d_writer->add_launch(launch);
    return capture::read_capture(d_folder + "/a.lpcap");
  }

  static model::KernelModel kernel_of(std::size_t buffers) {
    model::KernelModel kernel;
    for (std::size_t i = 0; i < buffers; ++i) {
      kernel.parameters.push_back({.name = "a", .kind = model::ParameterKind::GlobalPointer});
    }
    return kernel;
  }

  static const model::BufferContents& contents_of(const FactsAnswer& answer, std::size_t argument) {
    return std::get<model::BufferArgument>(answer.facts.value().arguments.at(argument)).contents;
  }

  std::string d_folder;
  std::unique_ptr<capture::Writer> d_writer;
  capture::DeviceId d_device = 0;
  capture::ProgramId d_program = 0;
};

TEST_F(RecordedContents, ReachTheFacts) {
  const capture::Capture capture = recorded({buffer(1, 0, "abcd")});
  const auto answer = recorded_facts(capture.launches.at(0), kernel_of(1), contents_lookup(capture));
  const model::BufferContents& contents = contents_of(answer, 0);
  EXPECT_TRUE(contents.available());
  ASSERT_NE(contents.bytes(), nullptr);
  EXPECT_EQ(*contents.bytes(), (std::vector<std::uint8_t>{'a', 'b', 'c', 'd'}));
  EXPECT_EQ(contents.origin(), "recorded");
  // A caller that does not ask for contents gets none.
  EXPECT_FALSE(contents_of(recorded_facts(capture.launches[0], kernel_of(1)), 0).available());
}

TEST_F(RecordedContents, SayWhyThereAreNone) {
  capture::BufferArgument damaged = buffer(1, 0, "abcd");
  const std::string blob = d_folder + "/a.lpcap/blobs/" + damaged.contents->digest;
  std::ofstream(blob) << "x";
  const capture::BufferArgument absent{2, 2, 0, 4, 0, capture::Contents{{}, "a repeat"}};
  const capture::BufferArgument unasked{3, 3, 0, 4, 0};
  const capture::Capture capture = recorded({damaged, absent, unasked});
  const auto answer = recorded_facts(capture.launches.at(0), kernel_of(3), contents_lookup(capture));
  EXPECT_TRUE(contents_of(answer, 0).available());
  EXPECT_EQ(contents_of(answer, 0).bytes(), nullptr);
  EXPECT_NE(contents_of(answer, 0).reason().find(blob + ": the blob is damaged"), std::string::npos);
  EXPECT_FALSE(contents_of(answer, 1).available());
  EXPECT_EQ(contents_of(answer, 1).reason(), "a repeat");
  EXPECT_FALSE(contents_of(answer, 2).available());
  EXPECT_EQ(contents_of(answer, 2).reason(), "");
}

TEST_F(RecordedContents, ReachReplayByObject) {
  // Two parts of object 1, and object 2 without any recorded contents.
  const capture::BufferArgument absent{9, 2, 0, 4, 0, capture::Contents{{}, "a repeat"}};
  const capture::Capture capture = recorded({buffer(1, 4, "efgh"), buffer(1, 0, "ab"), absent});
  const capture::Launch& launch = capture.launches.at(0);
  const ReplayContents contents = replay_contents(capture, launch);
  const auto root = [&](std::size_t i) {
    return std::get<capture::BufferArgument>(launch.arguments.at(i).value).root;
  };
  ASSERT_EQ(contents.contents.objects.size(), 1U);
  const auto& bytes = contents.contents.objects.at(root(0));
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), std::string("ab\0\0efgh", 8));
  EXPECT_EQ(root(0), root(1));
  ASSERT_EQ(contents.missing.size(), 1U);
  EXPECT_EQ(contents.missing[0], "argument 2 (a): its contents were not recorded: a repeat");
}

TEST_F(RecordedContents, FarAwayPartsDoNotExhaustMemory) {
  const capture::Capture capture = recorded({buffer(1, std::uint64_t{1} << 60, "ab")});
  const ReplayContents contents = replay_contents(capture, capture.launches.at(0));
  EXPECT_TRUE(contents.contents.objects.empty());
  ASSERT_EQ(contents.missing.size(), 1U);
  EXPECT_NE(contents.missing[0].find("beyond 4 GiB"), std::string::npos);
}

}  // namespace
}  // namespace launchproof::jobs
