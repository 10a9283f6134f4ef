// Tests captures derived from other captures: merged, redacted, cleaned, counted, and listed for GPUVerify.
#include "capture/editing/copies.h"

#include <nlohmann/json.hpp>
#include <set>

#include "capture/editing/garbage.h"
#include "capture/editing/launch_list.h"
#include "capture/launch_class.h"
#include "capture/overlap.h"
#include "capture/stats.h"
#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

namespace fs = std::filesystem;

void expect_holds(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "`" << part << "` is not in: " << text;
}
void expect_lacks(const std::string& text, const std::string& part) {
  EXPECT_EQ(text.find(part), std::string::npos) << "`" << part << "` is in: " << text;
}

class Copies : public CaptureTest {
 protected:
  // Returns a capture of a process that records `value` and forks a child that records another launch.
  std::string record_family(const std::string& name, std::uint8_t value) const {
    const std::string to = folder() + "/" + name;
    in_child([&] {
      Writer writer(to.c_str(), sample_session());
      const DeviceId device = writer.add_device(sample_device());
      const ProgramId program =
          writer.add_program(sample_program(writer, device, "kernel void k() { /*" + name + "*/ }"));
      writer.add_launch(sample_launch(program, device, value));
      const int child = in_child([&] {
        writer.add_launch(sample_launch(program, device, static_cast<std::uint8_t>(value + 1)));
        return 0;
      });
      return child;
    });
    return to;
  }

  std::string into() const { return folder() + "/out.lpcap"; }

  // Returns the contents of all files in a folder.
  static std::string all_text(const std::string& of) {
    std::string text;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(of))
      if (entry.is_regular_file()) text += entry.path().string() + read_text(entry.path().string());
    return text;
  }
};

// Two launches in two queues, one by a process and one by a forked child.
void record_at_once(const std::string& to) {
  in_child([&] {
    Writer writer(to.c_str(), sample_session());
    const DeviceId device = writer.add_device(sample_device());
    const ProgramId program = writer.add_program(sample_program(writer, device, "kernel void k() {}"));
    const auto launch_twice = [&] {
      for (const std::uint8_t value : {1, 2}) {
        Launch launch = sample_launch(program, device, value);
        launch.queue = writer.add_queue(device, false);
        const LaunchHandle handle = writer.add_launch(launch);
        CommandNote note;
        note.queue = launch.queue;
        note.begin = writer.order_now();
        note.launches = &handle.index;
        note.launch_count = 1;
        writer.add_order(note);
      }
      return 0;
    };
    launch_twice();
    return in_child(launch_twice);
  });
}

TEST_F(Copies, KeepTheOrder) {
  record_at_once(path());
  const Capture capture = read_capture(path());
  EXPECT_EQ(capture.queues.size(), 4U);
  const std::vector<Overlap> expected{{0, 1}, {2, 3}};
  EXPECT_EQ(find_overlaps(capture).pairs, expected);
  redact(path(), into());
  EXPECT_EQ(find_overlaps(read_capture(into())).pairs, expected);
  const std::string both = folder() + "/both.lpcap";
  merge({path(), into()}, both);
  EXPECT_EQ(find_overlaps(read_capture(both)).pairs, (std::vector<Overlap>{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
}

std::vector<std::string> keys(const Capture& capture) {
  std::vector<std::string> result;
  for (const LaunchClass& launch_class : classify(capture)) result.push_back(launch_class.key);
  return result;
}

TEST_F(Copies, AMergeHoldsTheLaunchesOfAll) {
  const std::string a = record_family("a", 1), b = record_family("b", 10);
  const Copied copied = merge({a, b, a}, into());
  const Capture merged = read_capture(into());
  EXPECT_EQ(all_remarks(merged), "");
  EXPECT_EQ(copied.processes, 6U);
  EXPECT_EQ(merged.processes.size(), 6U);
  EXPECT_EQ(merged.launch_count(), 6U);
  const std::vector<std::string> of_a = keys(read_capture(a)), of_b = keys(read_capture(b));
  std::vector<std::string> expected(of_a);
  expected.insert(expected.end(), of_b.begin(), of_b.end());
  EXPECT_EQ(std::multiset<std::string>(expected.begin(), expected.end()), [&] {
    const std::vector<std::string> found = keys(merged);
    return std::multiset<std::string>(found.begin(), found.end());
  }());
  for (const Launch& launch : merged.launches) {
    ASSERT_NE(merged.program(launch.program), nullptr);
    EXPECT_NE(merged.blob(merged.program(launch.program)->sources[0].digest), "");
  }
}

// A child names its parent by a tag. In the merged capture, another process may have that tag.
TEST_F(Copies, AChildKeepsItsParent) {
  const std::string a = record_family("a", 1);
  merge({a, a}, into());
  std::set<std::string> parents;
  for (const Process& process : read_capture(into()).processes)
    if (!process.forked_from.empty()) parents.insert(process.forked_from);
  EXPECT_EQ(parents.size(), 2U);
}

TEST_F(Copies, ACutLineStaysCut) {
  record_sample();
  const std::string lines = file("launches.");
  fs::resize_file(lines, fs::file_size(lines) - 3);
  const std::string before = all_remarks(read_capture(path()));
  expect_holds(before, "cut off");
  merge({path()}, into());
  expect_holds(all_remarks(read_capture(into())), "cut off");
}

TEST_F(Copies, NothingIsWrittenOverAnotherFolder) {
  record_sample();
  EXPECT_THROW(merge({path()}, path()), InputError);
  EXPECT_THROW(redact(path(), path()), InputError);
  EXPECT_THROW(merge({path(), folder() + "/none"}, into()), InputError);
  EXPECT_FALSE(fs::exists(into()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), {}), 1) << "something unfinished is left";
}

TEST_F(Copies, ARedactedCaptureHoldsNoTextsAndTheSameClasses) {
  Session session = sample_session();
  session.command = {"/secret-folder/app", "--password=secret-word"};
  session.host = "secret-host";
  session.working_directory = "/secret-folder";
  {
    Writer writer(path().c_str(), session);
    const DeviceId device = writer.add_device(sample_device());
    Program program = sample_program(writer, device, "kernel void k() { /* secret-source */ }");
    program.included_files = {{"/secret-folder/k.h", program.sources[0].digest}};
    program.working_directory = "/secret-folder";
    program.results = {{device, BuildStatus::Success, "secret-log"}};
    const ProgramId id = writer.add_program(program);
    writer.add_build_result(id, {device, BuildStatus::Success, "secret-log"});
    Launch launch = sample_launch(id, device, 1);
    launch.call_site.file = "/secret-folder/app.c";
    const std::string contents = "secret-contents";
    std::get<BufferArgument>(launch.arguments[1].value).contents =
        Contents{writer.add_blob(contents.data(), contents.size()), {}};
    writer.add_launch(launch);
    writer.note("cannot read /secret-folder/k2.h");
    writer.stop("secret-reason /secret-folder");
  }
  expect_holds(all_text(path()), "secret-source");
  redact(path(), into());
  expect_lacks(all_text(into()), "secret");
  const Capture before = read_capture(path()), after = read_capture(into());
  EXPECT_TRUE(after.session.redacted);
  EXPECT_EQ(keys(after), keys(before));
  EXPECT_EQ(after.programs[0].sources[0].digest, before.programs[0].sources[0].digest);
  EXPECT_EQ(after.launches[0].call_site.file, "app.c");
  expect_lacks(all_remarks(after), "blob");
  EXPECT_TRUE(after.processes[0].stopped);
}

TEST_F(Copies, GarbageIsWhatNoLineNames) {
  record_sample();
  EXPECT_TRUE(find_garbage(path()).files.empty());
  const std::string unnamed(64, 'a');
  write_text(path() + "/blobs/" + unnamed, "1234");
  write_text(path() + "/blobs/" + unnamed.substr(1) + "b.zst", "12");
  write_text(path() + "/.session.1", "123");
  const Garbage garbage = find_garbage(path());
  EXPECT_EQ(garbage.files.size(), 3U);
  EXPECT_EQ(garbage.bytes, 9U);
  EXPECT_EQ(remove(garbage), 0U);
  EXPECT_TRUE(find_garbage(path()).files.empty());
  EXPECT_EQ(all_remarks(read_capture(path())), "");
}

TEST_F(Copies, ACaptureThatIsRecordedIntoKeepsItsGarbage) {
  int ends[2], back[2];
  ASSERT_EQ(::pipe(ends) + ::pipe(back), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    auto* writer = new Writer(path().c_str(), sample_session());
    writer->add_device(sample_device());
    char byte = 0;
    if (::write(back[1], &byte, 1) != 1 || ::read(ends[0], &byte, 1) != 1) ::_exit(1);
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(back[0], &byte, 1), 1);
  EXPECT_THROW(find_garbage(path()), InputError);
  ASSERT_EQ(::write(ends[1], &byte, 1), 1);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(find_garbage(path()).files.empty());
}

TEST_F(Copies, FiguresCountLaunchesAndClasses) {
  record_sample();
  const Stats stats = stats_of(read_capture(path()));
  EXPECT_EQ(stats.launches, 4U);
  EXPECT_EQ(stats.distinct, 2U);
  EXPECT_EQ(stats.classes, 2U);
  EXPECT_EQ(stats.programs.at("source"), 1U);
  EXPECT_EQ(stats.blobs, 1U);
  EXPECT_EQ(stats.without_source, 0U);
  ASSERT_EQ(stats.kernels.size(), 1U);
  EXPECT_EQ(stats.kernels[0].launches, 4U);
  const auto json = nlohmann::json::parse(to_json(stats));
  EXPECT_EQ(json["schema"], "launchproof.capture-stats/1");
  EXPECT_EQ(json["kernels"][0]["classes"], 2);
  expect_holds(show(stats), "launch classes    2\n");
}

TEST_F(Copies, AListSaysWhatGpuverifyReads) {
  record_sample();
  const ExportedList exported = export_launch_list(read_capture(path()), into());
  EXPECT_EQ(exported.entries, 2U);
  const auto list = nlohmann::json::parse(read_text(into() + "/kernels.json"));
  const auto& entry = list.at(0);
  EXPECT_EQ(entry["language"], "OpenCL");
  EXPECT_EQ(entry["entry_point"], "k");
  EXPECT_EQ(entry["compiler_flags"], "-DN=4");
  EXPECT_EQ(entry["endianness"], "little");
  EXPECT_EQ(entry["global_size"], (std::vector<int>{64, 4}));
  EXPECT_EQ(entry["local_size"], (std::vector<int>{8, 2}));
  EXPECT_EQ(entry["kernel_arguments"][0]["value"], "0x00000001");
  EXPECT_EQ(entry["kernel_arguments"][1]["size"], 1024);
  EXPECT_EQ(entry["kernel_arguments"][2]["address_space"], "local");
  EXPECT_EQ(entry["host_api_calls"][0]["line_number"], 7);
  EXPECT_EQ(read_text(into() + "/" + entry["kernel_file"].get<std::string>()), "kernel void k() {}");
  const std::vector<ListedLaunch> read = read_launch_list(into() + "/kernels.json");
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[1].arguments->at(0).value, "00000002");
  EXPECT_EQ(read[0].call_site.line, 7U);
}

TEST_F(Copies, AListThatIsWrongIsRefusedWithThePlace) {
  const std::string list = folder() + "/list.json";
  const auto refusal = [&](const std::string& text) -> std::string {
    write_text(list, text);
    try {
      read_launch_list(list);
    } catch (const InputError& error) {
      return error.what();
    }
    return "read";
  };
  const std::string start = R"([{"language": "OpenCL", "kernel_file": "k.cl", "entry_point": "k", )";
  EXPECT_EQ(refusal("[]"), "read");
  EXPECT_EQ(refusal(start + R"("global_size": [64]}])"), "read");
  expect_holds(refusal("{}"), "is not a list");
  expect_holds(refusal("[1"), "is not a list");
  expect_holds(refusal("[{}]"), "list.json[0]: `language` is missing");
  expect_holds(refusal(start + R"("local_size": [1]}])"), "`global_size` is missing");
  expect_holds(refusal(start + R"("global_size": [0]}])"), "[0].global_size: a size is 0");
  expect_holds(refusal(start + R"("global_size": [1, 1, 1, 1]}])"), "1 to 3 sizes");
  expect_holds(refusal(start + R"("global_size": [64], "local_size": [8, 8]}])"), "dimensions");
  expect_holds(refusal(start + R"("global_size": [-1]}])"), "not a number");
  expect_holds(refusal(start + R"("global_size": [64], "colour": 1}])"), "\"colour\" is not known");
  const std::string sized = start + R"("global_size": [64], "kernel_arguments": [)";
  expect_holds(refusal(sized + R"({"type": "scalar", "value": "12"}]}])"), "not a hexadecimal number");
  expect_holds(refusal(sized + R"({"type": "pipe"}]}])"), "none of scalar");
  expect_holds(refusal(sized + R"({"type": "image", "size": 4}]}])"), "\"size\" is not known");
  expect_holds(refusal(sized + R"({"type": "array", "address_space": "far"}]}])"), "far");
  fs::remove(list);
  EXPECT_THROW(read_launch_list(list), InputError);
  EXPECT_THROW(read_launch_list(folder()), InputError);
}

}  // namespace
}  // namespace launchproof::capture
