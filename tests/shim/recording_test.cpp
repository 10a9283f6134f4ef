// Tests the records in the capture, on the stub driver.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <CL/cl.h>

#include "application.h"
#include "capture/launch_class.h"
#include "capture/show.h"

namespace launchproof::tests {
namespace {

using capture::BufferArgument;
using capture::ImageArgument;
using capture::Launch;
using capture::LocalArgument;
using capture::NullArgument;
using capture::PipeArgument;
using capture::SamplerArgument;
using capture::ValueArgument;

template <class Kind>
const Kind& argument(const Launch& launch, std::size_t index) {
  return std::get<Kind>(launch.arguments.at(index).value);
}

class EveryWay : public testing::TestWithParam<Way> {};

// Calls of such a function bypass the shim.
TEST_P(EveryWay, SaysWhenAFunctionThatLaunchesIsAskedFor) {
  const Recorded harmless = recorded_on_stub({"by_name", "harmless"}, GetParam());
  EXPECT_TRUE(harmless.capture.remarks.empty());
  const Recorded run = recorded_on_stub({"by_name", "launching"}, GetParam());
  EXPECT_EQ(run.outcome.out, "1010\n");
  EXPECT_EQ(run.capture.launch_count(), 1U);
  ASSERT_EQ(run.capture.remarks.size(), 1U);
  EXPECT_NE(run.capture.remarks[0].text.find("clRemapCommandBufferKHR"), std::string::npos);
  EXPECT_EQ(run.capture.remarks[0].missing, capture::Missing::Launches);
}

TEST_P(EveryWay, RecordsALaunchOnce) {
  const Recorded run = recorded_on_stub({"vector_add", "1000"}, GetParam());
  EXPECT_EQ(run.outcome.status, 7);
  ASSERT_EQ(run.capture.launches.size(), 1U);
  const Launch& launch = run.capture.launches[0];
  EXPECT_EQ(launch.kernel, "add");
  EXPECT_EQ(launch.count, 1000U);
  EXPECT_EQ(launch.work_dim, 1U);
  EXPECT_EQ(launch.global_size, (capture::Size3{64, 1, 1}));
  EXPECT_EQ(launch.local_size, (capture::Size3{16, 1, 1}));
  EXPECT_EQ(launch.options, "-DUNUSED=1 -cl-std=CL1.2");
  EXPECT_NE(launch.call_site.module.find("app_vector_add"), std::string::npos);
  EXPECT_NE(launch.call_site.offset, 0U);
  ASSERT_EQ(launch.arguments.size(), 5U);
  EXPECT_EQ(argument<BufferArgument>(launch, 0).bytes, 256U);
  EXPECT_EQ(argument<BufferArgument>(launch, 0).flags, 36U);
  EXPECT_EQ(argument<ValueArgument>(launch, 3).bytes, (std::vector<std::uint8_t>{64, 0, 0, 0}));
  EXPECT_EQ(argument<LocalArgument>(launch, 4).bytes, 64U);
}

INSTANTIATE_TEST_SUITE_P(Ways, EveryWay, testing::Values(Way::Layer, Way::Preload, Way::Both));

TEST(Recording, KeepsTheProgramAndItsDevice) {
  const Recorded run = recorded_on_stub({"vector_add"});
  ASSERT_EQ(run.capture.programs.size(), 1U);
  const capture::Program& program = run.capture.programs[0];
  EXPECT_EQ(program.origin, capture::ProgramOrigin::Source);
  EXPECT_NE(run.capture.blob(program.sources.at(0).digest).find("__kernel void add"), std::string::npos);
  ASSERT_EQ(program.results.size(), 1U);
  EXPECT_EQ(program.results[0].status, capture::BuildStatus::Success);
  EXPECT_FALSE(program.working_directory.empty());
  ASSERT_EQ(run.capture.devices.size(), 1U);
  const capture::Device& device = run.capture.devices[0];
  EXPECT_EQ(device.name, "stub device");
  EXPECT_EQ(device.platform_name, "Launchproof stub");
  EXPECT_EQ(device.opencl_c_version, "OpenCL C 1.2 stub");
  EXPECT_EQ(device.address_bits, 64U);
  EXPECT_TRUE(device.image_support);
  EXPECT_EQ(device.extensions, (std::vector<std::string>{"cl_khr_byte_addressable_store", "cl_khr_fp64"}));
  EXPECT_EQ(device.features, (std::vector<std::string>{"__opencl_c_int64", "__opencl_c_images"}));
  EXPECT_EQ(device.limit("max_work_group_size"), 1024U);
  EXPECT_EQ(device.limit("max_work_item_sizes.1"), 512U);
}

TEST(Recording, KeepsAFailedBuild) {
  const Recorded run = recorded_on_stub({"vector_add"}, Way::Layer, {{"LAUNCHPROOF_STUB_BUILD", "error"}});
  EXPECT_TRUE(run.capture.launches.empty());
  ASSERT_EQ(run.capture.programs.size(), 1U);
  ASSERT_EQ(run.capture.programs[0].results.size(), 1U);
  EXPECT_EQ(run.capture.programs[0].results[0].status, capture::BuildStatus::Error);
  EXPECT_EQ(run.capture.programs[0].results[0].log, "stub log");
}

TEST(Recording, SeesAProgramThatOpensTheLoader) {
  const Recorded run = recorded_on_stub({"opened"});
  ASSERT_EQ(run.capture.launches.size(), 1U);
  EXPECT_FALSE(run.capture.launches[0].local_size.has_value());
  EXPECT_NE(run.capture.launches[0].call_site.module.find("app_opened"), std::string::npos);
}

// A copy of the loader under another name, as some plug-ins contain.
TEST(Recording, SaysWhenASecondLoaderIsUsed) {
  const std::filesystem::path loader = "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1";
  if (!std::filesystem::exists(loader)) GTEST_SKIP() << loader << " is missing";
  const Folder folder;
  const std::string copy = folder.path() + "/libOther.so";
  std::filesystem::copy_file(loader, copy);
  const Recorded run = recorded_on_stub({"second_loader", copy});
  EXPECT_EQ(run.outcome.out, "0 1\n");
  EXPECT_EQ(run.capture.launch_count(), 1U);
  ASSERT_EQ(run.capture.remarks.size(), 1U);
  EXPECT_NE(run.capture.remarks[0].text.find("second OpenCL loader"), std::string::npos);
  EXPECT_EQ(run.capture.remarks[0].missing, capture::Missing::Launches);
}

// In that case the last groups are smaller.
TEST(Recording, KeepsSizesThatGroupsDoNotDivide) {
  const Recorded line = recorded_on_stub({"partial_groups", "reversed"});
  ASSERT_EQ(line.capture.launches.size(), 1U);
  EXPECT_EQ(line.capture.launches[0].options, "-cl-std=CL2.0");
  EXPECT_EQ(line.capture.launches[0].global_size, (capture::Size3{100, 1, 1}));
  EXPECT_EQ(line.capture.launches[0].local_size, (capture::Size3{16, 1, 1}));
  const Recorded plane = recorded_on_stub({"partial_groups", "turned"});
  ASSERT_EQ(plane.capture.launches.size(), 1U);
  EXPECT_EQ(plane.capture.launches[0].global_size, (capture::Size3{20, 10, 1}));
  EXPECT_EQ(plane.capture.launches[0].local_size, (capture::Size3{8, 4, 1}));
}

TEST(Recording, TellsObjectsApart) {
  const Recorded run = recorded_on_stub({"objects", "reuse"});
  EXPECT_EQ(run.outcome.out, "handle seen again: yes\n");
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 6U);
  // Two parts of one buffer, then the whole of it.
  const auto& low = argument<BufferArgument>(launches[0], 0);
  const auto& high = argument<BufferArgument>(launches[0], 1);
  EXPECT_EQ(low.root, high.root);
  EXPECT_NE(low.object, high.object);
  EXPECT_EQ(low.origin, 0U);
  EXPECT_EQ(high.origin, 1024U);
  EXPECT_EQ(high.bytes, 512U);
  EXPECT_EQ(launches[0].global_offset, (capture::Size3{2, 0, 0}));
  EXPECT_EQ(argument<BufferArgument>(launches[1], 0).object, low.root);
  // A task is one work-item.
  EXPECT_EQ(launches[2].kernel, "one");
  EXPECT_EQ(launches[2].global_size, (capture::Size3{1, 1, 1}));
  EXPECT_EQ(launches[2].local_size, (capture::Size3{1, 1, 1}));
  EXPECT_EQ(argument<ImageArgument>(launches[3], 1).width, 16U);
  EXPECT_EQ(argument<ImageArgument>(launches[3], 1).height, 8U);
  EXPECT_FALSE(argument<SamplerArgument>(launches[3], 2).normalized_coordinates);
  // The same handle denotes a different object.
  const auto& before = argument<BufferArgument>(launches[4], 0);
  const auto& after = argument<BufferArgument>(launches[5], 0);
  EXPECT_NE(before.root, after.root);
  EXPECT_EQ(before.bytes, 512U);
  EXPECT_EQ(after.bytes, 1024U);
}

TEST(Recording, KnowsBuffersOverOneHostMemory) {
  const Recorded run = recorded_on_stub({"objects", "host-memory"});
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 8U);
  const auto& whole = argument<BufferArgument>(launches[4], 0);
  const auto& half = argument<BufferArgument>(launches[5], 0);
  EXPECT_EQ(whole.root, half.root);
  EXPECT_NE(whole.object, half.object);
  EXPECT_EQ(whole.origin, 0U);
  EXPECT_EQ(half.origin, 1024U);
  // A region that begins before the others cannot be a part of them.
  const auto& before = argument<capture::UnknownArgument>(launches[6], 0);
  EXPECT_NE(before.reason.find("host memory"), std::string::npos) << before.reason;
  const auto& beside = argument<BufferArgument>(launches[7], 0);
  EXPECT_EQ(beside.root, beside.object);
}

// Buffers may share memory of another interface without showing it.
TEST(Recording, TakesNoBufferWithPropertiesForOneOfItsOwn) {
  const Recorded run = recorded_on_stub({"objects", "properties"});
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 8U);
  for (const std::size_t own : {4U, 5U, 6U})
    EXPECT_EQ(argument<BufferArgument>(launches[own], 0).bytes, 512U) << own;
  const auto& other = argument<capture::UnknownArgument>(launches[7], 0);
  EXPECT_NE(other.reason.find("properties"), std::string::npos) << other.reason;
  EXPECT_EQ(launches[7].count, 3U);
}

TEST(Recording, UnderstandsArguments) {
  const Recorded run = recorded_on_stub({"arguments"});
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 5U);
  EXPECT_EQ(argument<LocalArgument>(launches[0], 0).bytes, sizeof(void*));
  EXPECT_EQ(argument<ValueArgument>(launches[1], 0).bytes, std::vector<std::uint8_t>(sizeof(void*), 0));
  EXPECT_EQ(argument<ValueArgument>(launches[2], 0).bytes.size(), 64U);
  // A clone keeps its arguments when the original's change.
  EXPECT_EQ(launches[3].count, 2U);
  EXPECT_EQ(argument<ValueArgument>(launches[3], 0).bytes.at(0), 1U);
  EXPECT_EQ(argument<ValueArgument>(launches[4], 0).bytes.at(0), 2U);
}

TEST(Recording, TakesNoTypeOfTheProgramForAnImage) {
  const Recorded run = recorded_on_stub({"typed_arguments"});
  EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
  EXPECT_EQ(run.outcome.out, "passed\n");
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 2U);
  const std::vector<std::uint8_t> pair{64, 0, 0, 0, 7, 0, 0, 0};
  for (const std::size_t index : {1, 2, 3})
    EXPECT_EQ(argument<ValueArgument>(launches[0], index).bytes, pair);
  EXPECT_EQ(argument<ValueArgument>(launches[0], 4).bytes.size(), 12U);
  EXPECT_EQ(launches[0].arguments[1].type, "image_info");
  EXPECT_EQ(launches[1].arguments.at(1).type, "image2d_t");
  EXPECT_EQ(argument<ImageArgument>(launches[1], 1).width, 16U);
}

// The parameters come from the build that made the kernel, although only the first kernel is asked for them.
TEST(Recording, AsksForParametersOfEachBuild) {
  const Recorded run = recorded_on_stub({"built_again"});
  EXPECT_EQ(run.outcome.out, "passed\n") << run.outcome.err;
  const auto& launches = run.capture.launches;
  ASSERT_EQ(launches.size(), 5U);
  for (const std::size_t launch : {0, 1}) {
    EXPECT_EQ(launches[launch].arguments.at(0).name, "");
    EXPECT_EQ(launches[launch].arguments.at(1).type, "");
  }
  for (const std::size_t launch : {2, 3, 4}) {
    EXPECT_EQ(launches[launch].arguments.at(0).name, "out");
    EXPECT_EQ(launches[launch].arguments.at(1).type, "int");
    EXPECT_EQ(launches[launch].arguments.at(1).name, launch == 4 ? "other" : "value");
  }
}

TEST(Recording, KeepsPipes) {
  for (const Way way : {Way::Layer, Way::Preload}) {
    const Recorded run = recorded_on_stub({"pipes"}, way);
    EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
    const auto& launches = run.capture.launches;
    ASSERT_EQ(launches.size(), 3U);
    const auto& between = argument<PipeArgument>(launches[0], 0);
    EXPECT_EQ(between.packet_bytes, sizeof(cl_int));
    EXPECT_EQ(between.packets, 64U);
    EXPECT_EQ(between.flags, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS);
    EXPECT_EQ(argument<PipeArgument>(launches[1], 0), between);
    EXPECT_NE(argument<PipeArgument>(launches[2], 0).object, between.object);
    // The contents of a pipe are unknown anyway, so it does not matter which pipe it is.
    EXPECT_EQ(capture::classify(run.capture).size(), 2U);
    EXPECT_NE(capture::show(run.capture).find("pipe, 64 packets of 4 bytes"), std::string::npos);
  }
}

TEST(Recording, PartsInheritWhatKernelsMayDo) {
  for (const Way way : {Way::Layer, Way::Preload}) {
    const Recorded run = recorded_on_stub({"access_flags"}, way);
    EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
    const auto& launches = run.capture.launches;
    ASSERT_EQ(launches.size(), 6U);
    EXPECT_EQ(argument<BufferArgument>(launches[0], 0).flags, CL_MEM_READ_ONLY);
    EXPECT_EQ(argument<BufferArgument>(launches[0], 1).flags, CL_MEM_WRITE_ONLY);
    EXPECT_EQ(argument<BufferArgument>(launches[2], 0).flags, CL_MEM_READ_ONLY);  // its buffer's
    EXPECT_EQ(argument<BufferArgument>(launches[3], 0).flags, CL_MEM_READ_ONLY);  // its own
    EXPECT_EQ(argument<BufferArgument>(launches[5], 0).flags, CL_MEM_READ_WRITE | CL_MEM_HOST_READ_ONLY);
  }
}

TEST(Recording, KeepsSpecializationConstants) {
  using Constants = std::vector<capture::SpecializationConstant>;
  for (const Way way : {Way::Layer, Way::Preload}) {
    const Recorded run = recorded_on_stub({"specialised"}, way);
    EXPECT_EQ(run.outcome.status, 0) << run.outcome.err;
    const auto& programs = run.capture.programs;
    ASSERT_EQ(programs.size(), 5U);
    EXPECT_EQ(programs[0].origin, capture::ProgramOrigin::Il);
    EXPECT_EQ(programs[0].specialization, Constants{});
    EXPECT_EQ(programs[1].specialization, (Constants{{3, {1}}, {7, {16, 0, 0, 0}}}));
    EXPECT_EQ(programs[2].specialization, (Constants{{3, {1}}, {7, {32, 0, 0, 0}}}));
    EXPECT_EQ(programs[3].origin, capture::ProgramOrigin::Compile);
    EXPECT_EQ(programs[3].specialization, (Constants{{3, {1}}}));
    // Each of these makes a different program, and therefore a different launch class.
    EXPECT_EQ(capture::classify(run.capture).size(), 4U);
    EXPECT_NE(capture::show(run.capture).find("specialization constant 7 = 20000000"), std::string::npos);
  }
}

TEST(Recording, KeepsLinkedPrograms) {
  const Folder folder;
  folder.write("headers/included.h", "#include \"deeper.h\"\n");
  folder.write("headers/deeper.h", "#define INCLUDED 4\n");
  const Application application{{app("linking"), "-Iheaders"}, Way::Layer, LAUNCHPROOF_STUB, {}};
  EXPECT_EQ(application.in(folder).status, 0);
  const auto captured = capture::read_capture(folder.path() + "/run.lpcap");
  ASSERT_EQ(captured.programs.size(), 3U);
  const capture::Program& compiled = captured.programs[0];
  EXPECT_EQ(compiled.origin, capture::ProgramOrigin::Compile);
  EXPECT_EQ(compiled.options, "-DX=1");
  ASSERT_EQ(compiled.headers.size(), 1U);
  EXPECT_EQ(compiled.headers[0].name, "inner/scale.h");
  EXPECT_EQ(captured.blob(compiled.headers[0].digest), "#define SCALE 3\n");
  const capture::Program& linked = captured.programs[1];
  EXPECT_EQ(linked.origin, capture::ProgramOrigin::Link);
  EXPECT_EQ(linked.inputs, std::vector{compiled.id});
  const capture::Program& including = captured.programs[2];
  ASSERT_EQ(including.included_files.size(), 2U);
  EXPECT_EQ(including.included_files[0].name, "headers/included.h");
  EXPECT_EQ(captured.blob(including.included_files[1].digest), "#define INCLUDED 4\n");
  ASSERT_EQ(captured.launches.size(), 2U);
  EXPECT_EQ(captured.launches[0].program, linked.id);
  EXPECT_EQ(captured.launches[1].program, including.id);
}

TEST(Recording, CountsEveryThread) {
  const Recorded run = recorded_on_stub({"threads", "1000"});
  EXPECT_EQ(run.capture.launches.size(), 8U);
  EXPECT_EQ(run.capture.launch_count(), 8000U);
}

TEST(Recording, NativeKernelsAreNoted) {
  const Recorded run = recorded_on_stub({"leaving", "native"});
  EXPECT_EQ(run.outcome.out, "on the host\non the host\non the host\n");
  ASSERT_EQ(run.capture.remarks.size(), 1U);
  EXPECT_NE(run.capture.remarks[0].text.find("native kernels were enqueued"), std::string::npos);
  EXPECT_EQ(run.capture.remarks[0].missing, capture::Missing::Nothing);
}

}  // namespace
}  // namespace launchproof::tests
