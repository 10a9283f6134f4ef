// Tests lines that state only how a launch differs from an earlier one.
#include "capture/json/launch_template.h"

#include <random>

#include "capture/json/launch_arguments.h"
#include "capture/reading/launch_lines.h"
#include "capture/show.h"
#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using SimilarLaunches = CaptureTest;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// Behaves like an application that creates new buffers for each launch.
Launch launch_of(ProgramId program, DeviceId device, ObjectId buffer, std::uint8_t value) {
  Launch launch = sample_launch(program, device, value);
  for (std::uint8_t i = 0; i < 12; ++i) launch.arguments.push_back({"", "", ValueArgument{{i, 0, 0, 0}}});
  launch.arguments.push_back({"", "", BufferArgument{buffer, buffer, 0, 704, 1}});
  launch.arguments.push_back({"", "", BufferArgument{buffer + 1, buffer + 1, 0, 704, 1}});
  return launch;
}

// Returns all facts of a line except the ids, which a reader assigns anew.
std::string said(const Launch& launch) {
  return launch_to_open_json(launch) + std::to_string(launch.sequence) + ' ' + std::to_string(launch.thread) +
         ' ' + std::to_string(launch.queue);
}

TEST_F(SimilarLaunches, TakeUnderThreeHundredBytesEach) {
  constexpr int kLaunches = 200;
  {
    Writer writer(path().c_str(), sample_session());
    const DeviceId device = writer.add_device(sample_device());
    const ProgramId program = writer.add_program(sample_program(writer, device, "kernel void k() {}"));
    for (int i = 0; i < kLaunches; ++i)
      writer.add_launch(launch_of(program, device, 1'000'000 + 2 * i, static_cast<std::uint8_t>(i)));
  }
  EXPECT_LT(read_text(file("launches.")).size(), 300U * kLaunches);
  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  ASSERT_EQ(capture.launches.size(), std::size_t{kLaunches});
  for (int i = 0; i < kLaunches; ++i) {
    const Launch& launch = capture.launches[static_cast<std::size_t>(i)];
    EXPECT_EQ(launch.sequence, static_cast<std::uint64_t>(i));
    EXPECT_EQ(launch.arguments.size(), launch_of(0, 0, 1, 0).arguments.size());
    EXPECT_EQ(std::get<ValueArgument>(launch.arguments.at(0).value).bytes.at(0),
              static_cast<std::uint8_t>(i));
  }
  const auto& buffer = std::get<BufferArgument>(capture.launches[7].arguments.back().value);
  EXPECT_EQ(buffer.bytes, 704U);
  EXPECT_EQ(buffer.origin, 0U);
  EXPECT_EQ(buffer.root, buffer.object);
}

// A launch whose arguments are written one at a time is the same launch.
TEST_F(SimilarLaunches, AreTheSameHoweverTheirArgumentsAreGiven) {
  Launch launch = sample_launch(1, 1, 0);
  launch.arguments.clear();
  for (const std::size_t bytes : {0U, 1U, 4U, 8U, 16U, 17U, 64U})
    for (const char* const name : {"", "n"})
      launch.arguments.push_back({name, "", ValueArgument{std::vector<std::uint8_t>(bytes, 0xA5)}});
  struct OneByOne final : LaunchArguments {
    const Launch* of = nullptr;
    void write(ArgumentsText& text) const override {
      for (const Argument& argument : of->arguments) {
        const auto& bytes = std::get<ValueArgument>(argument.value).bytes;
        text.add_value(argument.name, argument.type,
                       {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      }
    }
  } arguments;
  arguments.of = &launch;
  EXPECT_EQ(launch_to_open_json({}, launch, launch.program_digest, launch.options, &arguments, nullptr),
            launch_to_open_json(launch));
}

// The reader returns what the writer was given, whatever changes between launches of several kernels and
// programs.
TEST_F(SimilarLaunches, AreReadAsTheyWereWritten) {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  std::vector<std::string> expected;
  {
    Writer writer(path().c_str(), sample_session());
    const DeviceId device = writer.add_device(sample_device());
    const ProgramId first = writer.add_program(sample_program(writer, device, "kernel void k() {}"));
    const ProgramId second = writer.add_program(sample_program(writer, device, "kernel void k() { }"));
    const QueueId queue = writer.add_queue(device, false);
    for (std::uint64_t i = 0; i < 2000; ++i) {
      Launch launch = launch_of(below(2) == 0 ? first : second, device, 1 + below(3), 0);
      launch.kernel = below(3) == 0 ? "k\"1" : "k2";
      for (std::uint32_t changes = below(3); changes > 0; --changes) {
        Argument& argument = launch.arguments[below(static_cast<std::uint32_t>(launch.arguments.size()))];
        const Argument kinds[] = {
            {"n", "int", ValueArgument{{1, 2, 3}}},
            {"", "", NullArgument{}},
            {"a,b", "{}", UnknownArgument{"\"like\":1,"}},
            {"l", "", LocalArgument{below(100)}},
            {"c", "", BufferArgument{1, 1, 8, std::nullopt, 0}, true},
            {"", "", BufferArgument{2, 1, 0, 64, 1, Contents{"", "a, \"b\": " + std::to_string(below(3))}}},
            {"", "", BufferArgument{1, 1, 0, 64, 1, std::nullopt, below(3)}}};
        argument = kinds[below(7)];
      }
      if (below(4) == 0) launch.arguments.pop_back();
      if (below(4) == 0) launch.local_size.reset();
      if (below(4) == 0) launch.global_size[0] = 1 + below(5);
      if (below(4) == 0) launch.sub_groups = SubGroups{16, 1 + below(2)};
      if (below(4) == 0) launch.reach.memory = {BufferArgument{1 + below(3), 1, 0, 704, 1}};
      if (below(4) == 0) launch.reach.all = {below(2) == 0 ? "host" : "device"};
      if (below(4) == 0) launch.call_site.offset = below(4);
      launch.thread = 1 + below(3);
      launch.queue = below(2) == 0 ? queue : 0;
      launch.arguments.push_back(
          {"", "", ValueArgument{{static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8U)}}});
      writer.add_launch(launch);
      launch.sequence = i;
      expected.push_back(said(launch));
    }
  }
  std::size_t differences = 0;
  LaunchLines lines;
  std::vector<std::string> found;
  for (const std::string& line : lines_of(read_text(file("launches.")))) {
    differences += line.starts_with("{\"like\":") ? 1U : 0U;
    Launch launch = launch_from(lines.whole(Json::parse(line))).launch;
    launch.program_digest.clear();
    launch.options.clear();
    found.push_back(said(launch));
  }
  EXPECT_EQ(found, expected);
  EXPECT_GT(differences, 200U);
  EXPECT_LT(differences, 2000U);
}

TEST_F(SimilarLaunches, AreMissingWithTheLineThatTheyAreLike) {
  {
    Writer writer(path().c_str(), sample_session());
    for (std::uint8_t i = 0; i < 4; ++i) writer.add_launch(launch_of(0, 0, 1, i));
  }
  const std::vector<std::string> lines = lines_of(read_text(file("launches.")));
  ASSERT_EQ(lines.size(), 4U);
  for (std::size_t i = 1; i < 4; ++i) ASSERT_TRUE(lines[i].starts_with("{\"like\":0,")) << lines[i];
  // Damaged lines: the first launch is missing, or a line changes an argument that the first launch lacks.
  write_text(file("launches."), lines[1] + '\n' + lines[2] + '\n' + lines[3] + '\n');
  Capture capture = read_capture(path());
  EXPECT_EQ(capture.launches.size(), 0U);
  EXPECT_NE(all_remarks(capture).find("it is like the launch of counter 0, which is not there"),
            std::string::npos)
      << all_remarks(capture);
  EXPECT_EQ(capture.remarks.front().missing, Missing::Launches);
  for (const char* differing : {R"({"like":0,"arguments":{"99":{"kind":"null"}},"sequence":9,"counter":1})",
                                R"({"like":0,"arguments":{"x":{"kind":"null"}},"sequence":9,"counter":1})",
                                R"({"like":0,"arguments":[],"sequence":9,"counter":1})",
                                R"({"like":"0","sequence":9,"counter":1})"}) {
    write_text(file("launches."), lines[0] + '\n' + differing + '\n');
    capture = read_capture(path());
    EXPECT_EQ(capture.launches.size(), 1U) << differing;
    EXPECT_NE(all_remarks(capture).find(".jsonl:2: the line is not understood"), std::string::npos)
        << differing;
  }
}

// A forked process has its own files and does not use its parent's lines.
TEST_F(SimilarLaunches, OfAChildAreWholeAtFirst) {
  Writer writer(path().c_str(), sample_session());
  writer.add_launch(launch_of(0, 0, 1, 1));
  const pid_t child = ::fork();
  if (child == 0) {
    writer.add_launch(launch_of(0, 0, 1, 2));
    writer.add_launch(launch_of(0, 0, 1, 3));
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  const std::vector<std::string> lines =
      lines_of(read_text(path() + "/launches." + std::to_string(child) + ".jsonl"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(lines[0].starts_with("{\"kernel\":"));
  EXPECT_TRUE(lines[1].starts_with("{\"like\":0,"));
  EXPECT_EQ(read_capture(path()).launches.size(), 3U);
}

}  // namespace
}  // namespace launchproof::capture
