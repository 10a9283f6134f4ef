#include "capture/writing/writer.h"

#include <csignal>
#include <set>
#include <thread>
#include <vector>

#include "capture/show.h"
#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using Recording = CaptureTest;

TEST_F(Recording, GivesBackDevicesAndSession) {
  record_sample();
  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  EXPECT_EQ(capture.session.schema, kSchema);
  EXPECT_EQ(capture.session.tool, "capture_test 1");
  EXPECT_FALSE(capture.session.command.empty());
  EXPECT_EQ(capture.session.started.size(), 20U);
  ASSERT_EQ(capture.processes.size(), 1U);
  EXPECT_EQ(capture.processes[0].pid, static_cast<std::uint64_t>(::getpid()));

  ASSERT_EQ(capture.devices.size(), 1U);
  const Device& device = capture.devices[0];
  const Device expected = sample_device();
  EXPECT_EQ(device.name, expected.name);
  EXPECT_EQ(device.platform_name, expected.platform_name);
  EXPECT_EQ(device.opencl_c_version, expected.opencl_c_version);
  EXPECT_EQ(device.opencl_c_all_versions, expected.opencl_c_all_versions);
  EXPECT_EQ(device.extensions, expected.extensions);
  EXPECT_EQ(device.features, expected.features);
  EXPECT_EQ(device.address_bits, 64U);
  EXPECT_TRUE(device.image_support);
  EXPECT_EQ(device.type, 4U);
  EXPECT_EQ(device.macros, expected.macros);
  EXPECT_EQ(device.undefined_macros, expected.undefined_macros);
  EXPECT_TRUE(device.macros_remembered);
  EXPECT_EQ(device.limit("local_mem_size"), 32768U);
  EXPECT_EQ(device.limit("nothing"), std::nullopt);
}

TEST_F(Recording, KeepsTheSourceThatAModuleWasCompiledFrom) {
  Writer writer(path().c_str(), sample_session());
  const DeviceId device = writer.add_device(sample_device());
  Program program = sample_program(writer, device, ".version 7.0");
  program.origin = ProgramOrigin::Ptx;
  const ProgramId plain = writer.add_program(program);
  program.compiled_from =
      RuntimeSource{{"k.cu", writer.add_blob("__global__ void k() {}", 22)}, {"k<int>", "\xff"}};
  const ProgramId compiled = writer.add_program(program);

  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  EXPECT_FALSE(capture.program(plain)->compiled_from.has_value());
  const auto& from = capture.program(compiled)->compiled_from;
  ASSERT_TRUE(from.has_value());
  EXPECT_EQ(from->file.name, "k.cu");
  EXPECT_EQ(capture.blob(from->file.digest), "__global__ void k() {}");
  EXPECT_EQ(from->expressions, (std::vector<Text>{"k<int>", "\xff"}));
  // The digest covers the source, because the source decides the verdict.
  EXPECT_NE(capture.program(compiled)->digest, capture.program(plain)->digest);
  EXPECT_NE(show(capture).find("compiled by NVRTC from blob " + from->file.digest + " k.cu"),
            std::string::npos);
}

TEST_F(Recording, SaysWhichBranchesADeviceTakes) {
  Writer writer(path().c_str(), sample_session());
  const DeviceId device = writer.add_device(sample_device());
  Program program = sample_program(writer, device, "kernel void k() {}");
  const ProgramId plain = writer.add_program(program);
  program.taken = {{device, {0, -1, 2}, {}}, {device, {}, {{"__BMI__", "1"}, {"__EMPTY__", ""}}}};
  const ProgramId asked = writer.add_program(program);

  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  EXPECT_TRUE(capture.program(plain)->taken.empty());
  EXPECT_EQ(capture.program(asked)->taken, program.taken);
  // The program is the same one, whichever devices it is built for.
  EXPECT_EQ(capture.program(asked)->digest, capture.program(plain)->digest);
}

TEST_F(Recording, SaysWhichProgramsWereLoadedAsBinaries) {
  Writer writer(path().c_str(), sample_session());
  const DeviceId device = writer.add_device(sample_device());
  Program program = sample_program(writer, device, "kernel void k() {}");
  const ProgramId built = writer.add_program(program);
  program.recalled = Recalled{{{"binary.0", writer.add_blob("b", 1)}}, "-w"};
  const ProgramId loaded = writer.add_program(program);

  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  EXPECT_FALSE(capture.program(built)->recalled.has_value());
  const auto& recalled = capture.program(loaded)->recalled;
  ASSERT_TRUE(recalled.has_value());
  EXPECT_EQ(recalled->options, "-w");
  EXPECT_EQ(capture.blob(recalled->binaries.at(0).digest), "b");
  // Only the source decides what the program does.
  EXPECT_EQ(capture.program(loaded)->digest, capture.program(built)->digest);
  EXPECT_NE(show(capture).find("loaded as a binary with options -w"), std::string::npos) << show(capture);
}

TEST_F(Recording, GivesBackWhatWasStored) {
  Writer writer(path().c_str(), sample_session());
  const std::string text(10'000, 'x');
  const Digest digest = writer.add_blob(text.data(), text.size());
  std::string found;
  EXPECT_TRUE(writer.find_blob(digest, text.size(), found));
  EXPECT_EQ(found, text);
  EXPECT_FALSE(writer.find_blob(digest, text.size() - 1, found));
  EXPECT_FALSE(writer.find_blob(Digest(64, '0'), text.size(), found));
}

TEST_F(Recording, GivesBackProgramsAndTheirBuilds) {
  Writer writer(path().c_str(), sample_session());
  const DeviceId device = writer.add_device(sample_device());
  Program compiled = sample_program(writer, device, "#include \"h.h\"");
  compiled.origin = ProgramOrigin::Compile;
  compiled.headers = {{"h.h", writer.add_blob("int i;", 6)}};
  compiled.included_files = {{"/inc/x.h", writer.add_blob("", 0)}};
  const ProgramId first = writer.add_program(compiled);
  Program linked;
  linked.origin = ProgramOrigin::Link;
  linked.inputs = {first};
  const ProgramId second = writer.add_program(linked);
  writer.add_build_result(first, {device, BuildStatus::Error, "line 1: bad"});

  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  const Program* program = capture.program(first);
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->origin, ProgramOrigin::Compile);
  EXPECT_EQ(program->headers.at(0).name, "h.h");
  EXPECT_EQ(capture.blob(program->headers.at(0).digest), "int i;");
  EXPECT_EQ(capture.blob(program->included_files.at(0).digest), "");
  EXPECT_EQ(program->working_directory, "/somewhere");
  ASSERT_EQ(program->results.size(), 1U);
  EXPECT_EQ(program->results[0].status, BuildStatus::Error);
  EXPECT_EQ(program->results[0].log, "line 1: bad");
  ASSERT_NE(capture.program(second), nullptr);
  EXPECT_EQ(capture.program(second)->inputs, std::vector<ProgramId>{first});
  EXPECT_EQ(capture.program(second)->digest.size(), 64U);
}

TEST_F(Recording, GivesBackEveryKindOfArgument) {
  Writer writer(path().c_str(), sample_session());
  Launch launch = sample_launch(0, 0, 1);
  launch.local_size.reset();
  launch.chosen_local_size = Size3{16, 1, 1};
  ImageArgument image;
  image.object = 5;
  image.root = 4;
  image.image_type = 0x10F1;
  image.width = 640;
  image.slice_pitch = 9;
  launch.arguments = {{"v", "int", ValueArgument{{1, 2, 3, 255}}},
                      {"b", "float*", BufferArgument{2, 1, 64, 128, 4}},
                      {"u", "", BufferArgument{3, 3, 0, std::nullopt, 0}},
                      {"", "", NullArgument{}},
                      {"l", "int*", LocalArgument{77}},
                      {"i", "image2d_t", image},
                      {"s", "sampler_t", SamplerArgument{true, 0x1131, 0x1140}},
                      {"x", "", UnknownArgument{"svm"}},
                      {"p", "int*", BufferArgument{6, 6, 64, 192, 1, std::nullopt, 64}},
                      {"q", "int*", BufferArgument{6, 6, 0, 256, 1, std::nullopt, 0}},
                      {"t", "pipe", PipeArgument{7, 8, 64, 1}}};
  writer.add_launch(launch);
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 1U);
  const Launch& found = capture.launches[0];
  EXPECT_FALSE(found.local_size);
  EXPECT_EQ(found.chosen_local_size, launch.chosen_local_size);
  EXPECT_EQ(found.call_site, launch.call_site);
  EXPECT_EQ(found.thread, static_cast<std::uint64_t>(::gettid()));
  ASSERT_EQ(found.arguments.size(), 11U);
  EXPECT_EQ(std::get<ValueArgument>(found.arguments[0].value).bytes,
            (std::vector<std::uint8_t>{1, 2, 3, 255}));
  const auto& buffer = std::get<BufferArgument>(found.arguments[1].value);
  EXPECT_EQ(buffer.origin, 64U);
  EXPECT_EQ(buffer.bytes, 128U);
  EXPECT_EQ(buffer.flags, 4U);
  EXPECT_NE(buffer.object, buffer.root);
  EXPECT_EQ(buffer.before, std::nullopt);
  EXPECT_EQ(std::get<BufferArgument>(found.arguments[8].value).before, 64U);
  EXPECT_EQ(std::get<BufferArgument>(found.arguments[9].value).before, 0U);
  EXPECT_EQ(std::get<BufferArgument>(found.arguments[2].value).bytes, std::nullopt);
  EXPECT_TRUE(std::holds_alternative<NullArgument>(found.arguments[3].value));
  EXPECT_EQ(std::get<LocalArgument>(found.arguments[4].value).bytes, 77U);
  EXPECT_EQ(std::get<ImageArgument>(found.arguments[5].value).image_type, 0x10F1U);
  EXPECT_EQ(std::get<ImageArgument>(found.arguments[5].value).slice_pitch, 9U);
  EXPECT_TRUE(std::get<SamplerArgument>(found.arguments[6].value).normalized_coordinates);
  EXPECT_EQ(std::get<UnknownArgument>(found.arguments[7].value).reason, "svm");
  const auto& pipe = std::get<PipeArgument>(found.arguments[10].value);
  EXPECT_NE(pipe.object, 0U);
  EXPECT_EQ(pipe.packet_bytes, 8U);
  EXPECT_EQ(pipe.packets, 64U);
  EXPECT_EQ(pipe.flags, 1U);
}

TEST_F(Recording, KeepsPointersInStructuresAndDynamicMemory) {
  Writer writer(path().c_str(), sample_session());
  Launch launch = sample_launch(0, 0, 1);
  const StructureArgument structure{{0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0},
                                    {{0, BufferArgument{9, 9, 16, 48, 0, std::nullopt, 16}}}};
  launch.arguments = {{"", "", structure}, {"", "", BufferArgument{9, 9, 0, 64, 0, std::nullopt, 0}}};
  launch.dynamic_local_bytes = 4096;
  launch.is_cooperative = false;
  writer.add_launch(launch);
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 1U);
  const Launch& found = capture.launches[0];
  EXPECT_EQ(found.dynamic_local_bytes, 4096U);
  EXPECT_EQ(found.is_cooperative, false);
  const auto& back = std::get<StructureArgument>(found.arguments.at(0).value);
  EXPECT_EQ(back.bytes, structure.bytes);
  ASSERT_EQ(back.pointers.size(), 1U);
  EXPECT_EQ(back.pointers[0].memory.origin, 16U);
  EXPECT_EQ(back.pointers[0].memory.bytes, 48U);
  // It is the memory object of the other argument.
  EXPECT_EQ(back.pointers[0].memory.root, std::get<BufferArgument>(found.arguments.at(1).value).root);
}

TEST_F(Recording, KeepsOddBytesInNames) {
  Writer writer(path().c_str(), sample_session());
  Device device = sample_device();
  device.name = std::string("a\0b\n\"\\\xff\xfe", 8);
  device.macros = {{"G\xc3\xb6", "\x80"}};
  writer.add_device(device);
  Launch launch = sample_launch(0, 0, 1);
  launch.kernel = "k\xc3\x28";
  writer.add_launch(launch);
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.devices.size(), 1U);
  EXPECT_EQ(capture.devices[0].name, device.name);
  EXPECT_EQ(capture.devices[0].macros, device.macros);
  ASSERT_EQ(capture.launches.size(), 1U);
  EXPECT_EQ(capture.launches[0].kernel, launch.kernel);
}

TEST_F(Recording, CountsRepeatsOfOneLaunch) {
  Writer writer(path().c_str(), sample_session());
  const LaunchHandle first = writer.add_launch(sample_launch(0, 0, 1));
  const LaunchHandle other = writer.add_launch(sample_launch(0, 0, 2));
  const LaunchHandle again = writer.add_launch(sample_launch(0, 0, 1));
  EXPECT_EQ(first.counter, again.counter);
  EXPECT_NE(first.counter, other.counter);
  for (int i = 0; i < 998; ++i) EXPECT_TRUE(writer.repeat(first));
  EXPECT_FALSE(writer.repeat(LaunchHandle()));
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 2U);
  EXPECT_EQ(capture.launches[0].count, 1000U);
  EXPECT_EQ(capture.launches[0].sequence, 0U);
  EXPECT_EQ(capture.launches[1].count, 1U);
  EXPECT_EQ(capture.launches[1].sequence, 1U);
  EXPECT_EQ(capture.launch_count(), 1001U);
  EXPECT_EQ(capture.processes[0].enqueues, 1001U);
}

TEST_F(Recording, MovesALaunchToTheLineThatKnowsMore) {
  Writer writer(path().c_str(), sample_session());
  const LaunchHandle first = writer.add_launch(sample_launch(0, 0, 1));
  const LaunchHandle second = writer.add_launch(sample_launch(0, 0, 2));
  const LaunchHandle moved = writer.move_launch(first, sample_launch(0, 0, 3));
  EXPECT_EQ(moved.sequence, 0U);
  writer.take_back(second);
  EXPECT_EQ(writer.move_launch(LaunchHandle(), sample_launch(0, 0, 4)).counter, nullptr);
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), 1U);
  EXPECT_EQ(capture.launches[0].count, 1U);
  EXPECT_EQ(capture.launches[0].sequence, 0U);
  EXPECT_EQ(std::get<ValueArgument>(capture.launches[0].arguments.front().value).bytes,
            std::get<ValueArgument>(sample_launch(0, 0, 3).arguments.front().value).bytes);
  EXPECT_EQ(capture.processes[0].enqueues, 1U);
  EXPECT_EQ(capture.processes[0].refused, 1U);
  EXPECT_EQ(all_remarks(capture).find("2 launches were refused"), std::string::npos);
}

TEST_F(Recording, CountsPastTheFirstPartOfTheCounters) {
  constexpr std::uint64_t kLaunches = 20000;  // three parts of the mapping
  Writer writer(path().c_str(), sample_session());
  Launch launch = sample_launch(0, 0, 0);
  for (std::uint64_t i = 0; i < kLaunches; ++i) {
    launch.global_size[0] = i + 1;
    const LaunchHandle handle = writer.add_launch(launch);
    for (std::uint64_t repeat = 0; repeat < i % 3; ++repeat) ASSERT_TRUE(writer.repeat(handle));
  }
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.launches.size(), kLaunches);
  for (std::uint64_t i = 0; i < kLaunches; ++i) {
    ASSERT_EQ(capture.launches[i].global_size[0], i + 1);
    ASSERT_EQ(capture.launches[i].count, 1 + i % 3);
  }
}

TEST_F(Recording, LosesNothingBetweenThreads) {
  Writer writer(path().c_str(), sample_session());
  const LaunchHandle shared = writer.add_launch(sample_launch(0, 0, 255));
  std::vector<std::thread> threads;
  threads.reserve(8);
  for (int number = 0; number < 8; ++number) {
    threads.emplace_back([&writer, shared, number] {
      Launch launch = sample_launch(0, 0, static_cast<std::uint8_t>(number));
      for (std::uint64_t i = 0; i < 200; ++i) {
        launch.global_size[0] = i + 1;
        writer.repeat(writer.add_launch(launch));
        writer.repeat(shared);
        writer.add_blob(&i, sizeof i);
        writer.new_object_id();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(writer.new_object_id(), 8U * 200 + 1);
  const Capture capture = read_capture(path());
  EXPECT_EQ(remarks_beside_programs(capture), "");
  EXPECT_EQ(capture.launches.size(), 8U * 200 + 1);
  EXPECT_EQ(capture.launch_count(), 8U * 200 * 3 + 1);
  std::set<std::uint64_t> sequences;
  for (const Launch& launch : capture.launches) sequences.insert(launch.sequence);
  EXPECT_EQ(sequences.size(), capture.launches.size());
}

TEST_F(Recording, TwoWritersInOneProcessHaveFilesOfTheirOwn) {
  record_sample();
  record_sample();
  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  ASSERT_EQ(capture.processes.size(), 2U);
  EXPECT_EQ(capture.processes[1].tag, capture.processes[0].tag + "-2");
  EXPECT_EQ(capture.launch_count(), 8U);
  EXPECT_EQ(capture.programs[0].digest, capture.programs[1].digest);
  EXPECT_NE(capture.launches[0].program, capture.launches[2].program);
}

TEST_F(Recording, LeavesNoFilesOfAProcessThatRecordsNothing) {
  ASSERT_EQ(create_capture(path().c_str(), sample_session()), "");
  {
    const Writer writer(path().c_str(), sample_session());
  }
  EXPECT_EQ(read_capture(path()).processes.size(), 0U);
  EXPECT_NE(create_capture(path().c_str(), sample_session()), "");
}

TEST_F(Recording, KeepsTheTracesOfTheCallerClean) {
  Writer writer(path().c_str(), sample_session());
  sigset_t before;
  sigset_t after;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &before);
  errno = 1234;
  writer.add_launch(sample_launch(0, 0, 1));
  writer.add_blob("x", 1);
  writer.note("n");
  EXPECT_EQ(errno, 1234);
  ::pthread_sigmask(SIG_BLOCK, nullptr, &after);
  for (int signal = 1; signal < 32; ++signal)
    EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal));
}

TEST_F(Recording, PassesNotesAndStopsOn) {
  Writer writer(path().c_str(), sample_session());
  writer.note("images are not recorded");
  writer.stop("somebody pulled the plug");
  EXPECT_FALSE(writer.recording());
  EXPECT_EQ(writer.add_device(sample_device()), 0U);
  EXPECT_EQ(writer.add_launch(sample_launch(0, 0, 1)).counter, nullptr);
  EXPECT_EQ(writer.add_blob("x", 1), "");
  const Capture capture = read_capture(path());
  EXPECT_NE(all_remarks(capture).find("images are not recorded"), std::string::npos);
  ASSERT_EQ(capture.processes.size(), 1U);
  EXPECT_EQ(capture.processes[0].stopped, "somebody pulled the plug");
  EXPECT_NE(all_remarks(capture).find("somebody pulled the plug"), std::string::npos);
}

TEST_F(Recording, ARelativePathStaysWhereItWasMeant) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder());
  Writer writer("a.lpcap", sample_session());
  std::filesystem::current_path("/");
  writer.add_launch(sample_launch(0, 0, 1));
  std::filesystem::current_path(before);
  EXPECT_EQ(read_capture(path()).launches.size(), 1U);
}

TEST_F(Recording, ARepeatAddsNoBytes) {
  Writer writer(path().c_str(), sample_session());
  const LaunchHandle handle = writer.add_launch(sample_launch(0, 0, 1));
  const auto bytes = [&] {
    std::uintmax_t sum = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path()))
      if (entry.is_regular_file()) sum += entry.file_size();
    return sum;
  };
  writer.repeat(handle);
  const std::uintmax_t before = bytes();
  ASSERT_GT(before, 0U);
  for (int i = 0; i < 1000000; ++i) writer.repeat(handle);
  EXPECT_EQ(bytes(), before);
}

}  // namespace
}  // namespace launchproof::capture
