// Tests that recorded launches and programs become facts and sources, and that nothing unrecorded is made up.
#include "verify/jobs/recorded/recorded.h"

#include <gtest/gtest.h>

#include <map>

namespace launchproof::jobs {
namespace {

using model::Op;
using model::ParameterKind;

// A kernel that stores at offset + (group * size + local), the shape of get_global_id(0).
class KernelBuilder {
 public:
  KernelBuilder() {
    d_kernel.name = "k";
    d_kernel.arrays.resize(2);
    d_kernel.blocks.resize(1);
    const auto product = add(Op::Mul, {add(Op::GroupId), add(Op::EnqueuedLocalSize)});
    d_index = add(Op::Add, {add(Op::GlobalOffset), add(Op::Add, {product, add(Op::LocalId)})});
    store(d_index);
  }
  model::ValueId add(Op op, std::vector<model::ValueId> operands = {}) {
    d_kernel.values.push_back({.op = op, .width = 64, .operands = std::move(operands)});
    return static_cast<model::ValueId>(d_kernel.values.size() - 1);
  }
  void store(model::ValueId offset) {
    d_kernel.sites.push_back({.kind = model::AccessKind::Write, .block = 0, .offset = offset});
  }
  model::KernelModel& kernel() { return d_kernel; }

 private:
  model::KernelModel d_kernel;
  model::ValueId d_index = 0;
};

TEST(IndependentOfLocalSize, GlobalIdsAlone) {
  KernelBuilder builder;
  builder.add(Op::GlobalSize);
  EXPECT_TRUE(independent_of_local_size(builder.kernel()));
}

TEST(IndependentOfLocalSize, AnyOtherUseOfIdsDepends) {
  for (const Op op : {Op::LocalId, Op::GroupId, Op::LocalSize, Op::EnqueuedLocalSize, Op::NumGroups}) {
    KernelBuilder as_offset;
    as_offset.store(as_offset.add(op));
    EXPECT_FALSE(independent_of_local_size(as_offset.kernel())) << static_cast<int>(op);
    KernelBuilder as_operand;
    as_operand.add(Op::Xor, {as_operand.add(op), 0});
    EXPECT_FALSE(independent_of_local_size(as_operand.kernel())) << static_cast<int>(op);
    KernelBuilder as_condition;
    as_condition.kernel().blocks[0].condition = as_condition.add(op);
    EXPECT_FALSE(independent_of_local_size(as_condition.kernel())) << static_cast<int>(op);
  }
}

TEST(IndependentOfLocalSize, DimensionsThatAreMixedDepend) {
  KernelBuilder builder;
  const auto other = builder.add(Op::LocalId);
  builder.kernel().values[other].index = 1;
  const auto product = builder.add(Op::Mul, {builder.add(Op::GroupId), builder.add(Op::EnqueuedLocalSize)});
  builder.store(builder.add(Op::Add, {product, other}));
  EXPECT_FALSE(independent_of_local_size(builder.kernel()));
}

TEST(IndependentOfLocalSize, BarriersLocalMemoryAndGroupScopesDepend) {
  KernelBuilder barrier, local, atomic;
  barrier.kernel().barriers.resize(1);
  local.kernel().arrays.push_back({.name = "tile", .memory = model::Memory::Local});
  atomic.kernel().sites.push_back(
      {.kind = model::AccessKind::Atomic, .scope = model::AtomicScope::WorkGroup});
  EXPECT_FALSE(independent_of_local_size(barrier.kernel()));
  EXPECT_FALSE(independent_of_local_size(local.kernel()));
  EXPECT_FALSE(independent_of_local_size(atomic.kernel()));
}

capture::Launch launch_of(std::vector<capture::ArgumentValue> values) {
  capture::Launch launch;
  launch.kernel = "k";
  launch.global_size = {64, 1, 1};
  launch.local_size = capture::Size3{8, 1, 1};
  for (auto& value : values) launch.arguments.push_back({"", "", std::move(value)});
  return launch;
}

model::KernelModel kernel_of(std::vector<model::Parameter> parameters) {
  model::KernelModel kernel;
  kernel.parameters = std::move(parameters);
  return kernel;
}

const model::Parameter kBuffer{.name = "a", .kind = ParameterKind::GlobalPointer};
const model::Parameter kLocal{.name = "t", .kind = ParameterKind::LocalPointer};
const model::Parameter kInt{.name = "n", .type = "int", .kind = ParameterKind::Value, .bytes = 4};

TEST(RecordedFacts, BuffersKeepTheirRootAndOrigin) {
  const auto answer =
      recorded_facts(launch_of({capture::BufferArgument{5, 3, 16, 48, 0}}), kernel_of({kBuffer}));
  const auto& buffer = std::get<model::BufferArgument>(answer.facts.value().arguments.at(0));
  EXPECT_EQ(buffer.object, 3U);
  EXPECT_EQ(buffer.origin, 16U);
  EXPECT_EQ(buffer.bytes, 48U);
  EXPECT_EQ(answer.facts->local_size[0], 8U);
}

// CL_MEM_WRITE_ONLY is 2, CL_MEM_READ_ONLY 4, CL_MEM_HOST_WRITE_ONLY 128.
TEST(RecordedFacts, FlagsSayWhatKernelsMayDo) {
  const auto access = [](std::uint64_t flags) {
    const auto answer =
        recorded_facts(launch_of({capture::BufferArgument{5, 5, 0, 48, flags}}), kernel_of({kBuffer}));
    return std::get<model::BufferArgument>(answer.facts.value().arguments.at(0)).access;
  };
  EXPECT_EQ(access(0), model::KernelAccess::ReadWrite);
  EXPECT_EQ(access(1), model::KernelAccess::ReadWrite);
  EXPECT_EQ(access(2), model::KernelAccess::WriteOnly);
  EXPECT_EQ(access(4 | 32), model::KernelAccess::ReadOnly);
  EXPECT_EQ(access(1 | 128), model::KernelAccess::ReadWrite);
}

// The groups have 8 work-items.
TEST(RecordedFacts, HowTheRuntimeDividesGroupsIsAFact) {
  capture::Launch launch = launch_of({});
  model::KernelModel kernel = kernel_of({});
  EXPECT_FALSE(recorded_facts(launch, kernel).facts.value().sub_groups.is_stated());
  kernel.required_sub_group_size = 2;
  EXPECT_EQ(recorded_facts(launch, kernel).facts.value().sub_groups.source, model::SubGroupSource::Attribute);
  launch.sub_groups = capture::SubGroups{4, 2};
  EXPECT_EQ(recorded_facts(launch, kernel).facts.value().sub_groups.size, 4U);
  EXPECT_EQ(recorded_facts(launch, kernel).facts.value().sub_groups.source, model::SubGroupSource::Recorded);
  // OpenCL does not allow this, so nothing is concluded from it.
  launch.sub_groups = capture::SubGroups{4, 1};
  EXPECT_EQ(recorded_facts(launch, kernel).facts.value().sub_groups.size, 2U);
}

TEST(RecordedFacts, TheParameterSaysWhatAPointerSizedNullMeans) {
  const auto answer = recorded_facts(
      launch_of({capture::LocalArgument{8}, capture::LocalArgument{8}, capture::NullArgument{},
                 capture::NullArgument{}, capture::ValueArgument{std::vector<std::uint8_t>(8, 0)}}),
      kernel_of({kBuffer, kLocal, kBuffer, kLocal, kBuffer}));
  const auto& arguments = answer.facts.value().arguments;
  EXPECT_TRUE(std::holds_alternative<model::NullArgument>(arguments.at(0)));
  EXPECT_EQ(std::get<model::LocalArgument>(arguments.at(1)).bytes, 8U);
  EXPECT_TRUE(std::holds_alternative<model::NullArgument>(arguments.at(2)));
  EXPECT_EQ(std::get<model::LocalArgument>(arguments.at(3)).bytes, 8U);
  EXPECT_TRUE(std::holds_alternative<model::NullArgument>(arguments.at(4)));
}

model::KernelModel kernel_of_image(const model::ImageType& type) {
  model::KernelModel kernel = kernel_of({{.name = "i", .kind = ParameterKind::Image}});
  kernel.parameters[0].image = type;
  return kernel;
}

TEST(RecordedFacts, ImagesHaveTheSizesThatTheirCoordinatesCount) {
  capture::ImageArgument image;
  image.object = image.root = 7;
  image.image_type = 0x10F1;  // CL_MEM_OBJECT_IMAGE2D
  image.channel_order = 0x10B5;
  image.channel_type = 0x10D2;
  image.width = 640;
  image.height = 480;
  image.array_size = 3;
  const auto shape_of = [&](const model::ImageType& type) {
    const auto answer = recorded_facts(launch_of({image}), kernel_of_image(type));
    const auto& made = std::get<model::BufferArgument>(answer.facts.value().arguments.at(0));
    EXPECT_EQ(made.object, 7U);
    EXPECT_EQ(made.bytes, made.image->extent());
    return *made.image;
  };
  EXPECT_EQ(shape_of({2, false, false}).size, (model::ImageSize{640, 480, 1}));
  EXPECT_EQ(shape_of({3, true, false}).size, (model::ImageSize{640, 480, 3}));
  EXPECT_EQ(shape_of({2, true, false}).size, (model::ImageSize{640, 3, 1}));
  EXPECT_EQ(shape_of({3, false, false}).size, std::nullopt);  // it has no depth
  EXPECT_EQ(shape_of({2, false, false}).format, (model::ImageFormat{0x10B5, 0x10D2}));
  image.image_type = 0;  // of another API
  EXPECT_EQ(shape_of({2, false, false}).size, std::nullopt);
}

TEST(RecordedFacts, AnImageOverABufferLiesInIt) {
  capture::ImageArgument image;
  image.object = 7;
  image.root = 3;
  image.image_type = 0x10F1;
  image.channel_order = 0x10B0;
  image.channel_type = 0x10DE;
  image.width = 10;
  image.height = 2;
  image.row_pitch = 64;
  image.over_buffer = true;
  image.origin = 128;
  const auto answer = recorded_facts(launch_of({image}), kernel_of_image({2, false, false}));
  const auto& made = std::get<model::BufferArgument>(answer.facts.value().arguments.at(0));
  EXPECT_EQ(made.object, 3U);
  EXPECT_EQ(made.origin, 128U);
  EXPECT_TRUE(made.image->over_buffer);
  EXPECT_EQ(made.bytes, 64U + 40U);
}

TEST(RecordedFacts, SamplersAreAsOpenClCWritesThem) {
  const model::Parameter sampler{.name = "s", .kind = ParameterKind::Sampler};
  const auto bits = [&](const capture::SamplerArgument& recorded) {
    const auto answer = recorded_facts(launch_of({recorded}), kernel_of({sampler}));
    const auto* value = std::get_if<model::ValueArgument>(&answer.facts.value().arguments.at(0));
    return value == nullptr ? -1 : static_cast<int>(value->bytes.at(0));
  };
  EXPECT_EQ(bits({false, 0x1132, 0x1140}), 0x14);  // clamp, nearest
  EXPECT_EQ(bits({true, 0x1134, 0x1141}), 0x29);   // mirrored repeat, linear, normalised
  EXPECT_EQ(bits({false, 0x1130, 0x1140}), 0x10);
  EXPECT_EQ(bits({false, 0x2000, 0x1140}), -1);
}

TEST(RecordedFacts, APointerThatWasNotRecordedIsNoDistinctArray) {
  const auto answer =
      recorded_facts(launch_of({capture::UnknownArgument{"an SVM pointer"}}), kernel_of({kBuffer}));
  EXPECT_FALSE(answer.facts);
  EXPECT_EQ(answer.verdict, verdict::Verdict::Unsupported);
  EXPECT_NE(answer.reason.find("an SVM pointer"), std::string::npos);
  EXPECT_FALSE(recorded_facts(launch_of({}), kernel_of({kBuffer})).facts);
}

TEST(RecordedFacts, APointerHasTheBytesBeforeIt) {
  capture::BufferArgument recorded{3, 3, 16, 48, 0};
  recorded.before = 16;
  const auto answer = recorded_facts(launch_of({recorded}), kernel_of({kBuffer}));
  ASSERT_TRUE(answer.facts);
  const auto& buffer = std::get<model::BufferArgument>(answer.facts->arguments.at(0));
  EXPECT_EQ(buffer.origin, 16U);
  EXPECT_EQ(buffer.bytes, 48U);
  EXPECT_EQ(buffer.before, 16U);
  recorded.before = 17;
  EXPECT_FALSE(recorded_facts(launch_of({recorded}), kernel_of({kBuffer})).facts);
}

TEST(RecordedFacts, AValueOfAnotherSizeIsArbitrary) {
  const auto answer =
      recorded_facts(launch_of({capture::ValueArgument{{1, 0, 0, 0}}, capture::ValueArgument{{1, 0}}}),
                     kernel_of({kInt, kInt}));
  EXPECT_TRUE(std::holds_alternative<model::ValueArgument>(answer.facts.value().arguments.at(0)));
  EXPECT_TRUE(std::holds_alternative<model::UnknownArgument>(answer.facts->arguments.at(1)));
}

TEST(RecordedFacts, TheLocalSizeIsRecordedChosenRequiredOrOpen) {
  capture::Launch launch = launch_of({});
  launch.local_size.reset();
  model::KernelModel barrier = kernel_of({});
  barrier.barriers.resize(1);
  EXPECT_FALSE(recorded_facts(launch, barrier).facts);
  EXPECT_TRUE(recorded_facts(launch, kernel_of({})).local_size_open);
  launch.work_dim = 2;
  launch.global_size = {64, 1, 1};
  const auto open = recorded_facts(launch, barrier, {}, UnknownLocalSize::LeftOpen).facts.value().open;
  EXPECT_NE(open.local[0], 0U);
  EXPECT_EQ(open.local[1], 0U) << "one work-item is in a group of one";
  EXPECT_FALSE(open.global[0]);
  launch.global_size = {1, 1, 1};
  EXPECT_EQ(recorded_facts(launch, barrier).facts.value().local_size[0], 1U) << "there is no other";
  launch.global_size = {std::uint64_t{1} << 31U, 1, 1};
  EXPECT_FALSE(recorded_facts(launch, barrier, {}, UnknownLocalSize::LeftOpen).facts) << "too many";
  launch.work_dim = 1;
  barrier.required_local_size = {4, 1, 1};
  EXPECT_EQ(recorded_facts(launch, barrier).facts.value().local_size[0], 4U);
  launch.chosen_local_size = capture::Size3{16, 1, 1};
  EXPECT_EQ(recorded_facts(launch, barrier).facts.value().local_size[0], 16U);
}

TEST(RecordedDevice, IsTheEnvironmentOfTheCompiler) {
  capture::Device device;
  device.opencl_c_version = "OpenCL C 1.2 a driver";
  device.opencl_c_all_versions = {"1.0", "3.0", "2.0"};
  device.extensions = {"cl_khr_fp64"};
  device.features = {"__opencl_c_images", "__opencl_c_int64"};
  device.address_bits = 32;
  const auto environment = recorded_device(device);
  EXPECT_EQ(environment.opencl_c_version, "3.0");
  EXPECT_EQ(environment.features, (std::vector<std::string>{"images", "int64"}));
  EXPECT_EQ(environment.address_bits, 32U);
  EXPECT_EQ(environment.extensions, device.extensions);
  EXPECT_FALSE(environment.images);
  device.opencl_c_all_versions.clear();
  EXPECT_EQ(recorded_device(device).opencl_c_version, "1.2");
}

class RecordedPrograms : public ::testing::Test {
 protected:
  const ProgramLookup d_lookup{[this](capture::ProgramId id) -> const capture::Program* {
                                 const auto found = d_programs.find(id);
                                 return found == d_programs.end() ? nullptr : &found->second;
                               },
                               [this](const capture::Digest& digest) -> std::optional<std::string> {
                                 const auto found = d_texts.find(digest);
                                 return found == d_texts.end() ? std::nullopt : std::optional(found->second);
                               }};
  capture::Program& add(capture::ProgramId id, capture::ProgramOrigin origin,
                        std::vector<std::string> digests) {
    capture::Program& program = d_programs[id];
    program.id = id;
    program.origin = origin;
    for (std::string& digest : digests) program.sources.push_back({"", std::move(digest)});
    return program;
  }
  std::map<capture::ProgramId, capture::Program> d_programs;
  std::map<std::string, std::string> d_texts{
      {"a", "int f();"}, {"b", "kernel void k() {}"}, {"h", "#define N 1"}};
};

TEST_F(RecordedPrograms, StringsOfOneProgramAreJoined) {
  capture::Program& program = add(1, capture::ProgramOrigin::Source, {"a", "b"});
  program.options = "-D M";
  program.included_files = {{"n.h", "h"}, {"lost.h", "gone"}};
  const Program result = recorded_program(program, nullptr, d_lookup);
  ASSERT_EQ(result.sources.size(), 1U);
  EXPECT_EQ(result.sources[0].text, "int f();kernel void k() {}");
  EXPECT_EQ(result.sources[0].options, "-D M");
  ASSERT_EQ(result.sources[0].headers.size(), 1U);
  EXPECT_EQ(result.sources[0].headers[0].name, "n.h");
}

TEST_F(RecordedPrograms, ALinkedProgramIsTheSourcesOfItsInputs) {
  add(1, capture::ProgramOrigin::Compile, {"a"});
  add(2, capture::ProgramOrigin::Compile, {"b"});
  add(3, capture::ProgramOrigin::Link, {}).inputs = {1, 2};
  EXPECT_EQ(recorded_program(d_programs[3], nullptr, d_lookup).sources.size(), 2U);
  add(4, capture::ProgramOrigin::Binary, {"b"});
  d_programs[3].inputs.push_back(4);
  EXPECT_TRUE(recorded_program(d_programs[3], nullptr, d_lookup).sources.empty());
}

TEST_F(RecordedPrograms, HaveWhatTheDevicesCompilerPredefinesForThem) {
  capture::Device device;
  device.id = 7;
  device.macros = {{"__OLD__", "1"}};
  add(1, capture::ProgramOrigin::Compile, {"a"}).taken = {
      {7, {0}, {{"__BMI__", "1"}, {"__OLD__", "2"}, {"__BY_OPTION__", "1"}}}, {8, {}, {{"__OTHER__", "1"}}}};
  add(2, capture::ProgramOrigin::Compile, {"b"}).taken = {{7, {}, {{"__BMI__", "1"}, {"__BY_OPTION__", ""}}}};
  add(3, capture::ProgramOrigin::Link, {}).inputs = {1, 2};
  const Program result = recorded_program(d_programs[3], &device, d_lookup);
  ASSERT_EQ(result.sources.size(), 2U);
  EXPECT_EQ(result.sources[0].branches, frontend::Branches{0});
  EXPECT_EQ(result.device.macros,
            (std::vector<std::pair<std::string, std::string>>{{"__OLD__", "1"}, {"__BMI__", "1"}}));
}

TEST_F(RecordedPrograms, SayWhatTheyWereBuiltFromInPlaceOfSource) {
  d_texts["elf"] =
      "\x7f"
      "ELF";
  d_texts["spirv"] = "\x03\x02\x23\x07...";
  d_texts["swapped"] = "\x07\x23\x02\x03...";
  add(1, capture::ProgramOrigin::Binary, {"elf"});
  add(2, capture::ProgramOrigin::Binary, {"gone"});
  add(3, capture::ProgramOrigin::Binary, {"elf", "spirv"});
  add(4, capture::ProgramOrigin::Binary, {"swapped"});
  add(5, capture::ProgramOrigin::BuiltInKernels, {"a"});
  for (const auto& [id, part] : std::map<capture::ProgramId, std::string>{{1, "--prefer-source"},
                                                                          {2, "--prefer-source"},
                                                                          {3, "SPIR-V"},
                                                                          {4, "SPIR-V"},
                                                                          {5, "built-in kernels"}}) {
    const Program result = recorded_program(d_programs[id], nullptr, d_lookup);
    EXPECT_TRUE(result.sources.empty()) << id;
    EXPECT_NE(result.no_source.find(part), std::string::npos) << result.no_source;
  }
}

TEST_F(RecordedPrograms, WithoutEverySourceThereIsNone) {
  add(1, capture::ProgramOrigin::Source, {"a", "gone"});
  add(2, capture::ProgramOrigin::Il, {"b"});
  add(3, capture::ProgramOrigin::Link, {}).inputs = {9};
  add(4, capture::ProgramOrigin::Link, {}).inputs = {4};  // a damaged capture may hold a circle
  for (const auto& [id, program] : d_programs) {
    EXPECT_TRUE(recorded_program(program, nullptr, d_lookup).sources.empty()) << id;
  }
  const auto reason = [&](capture::ProgramId id) {
    return recorded_program(d_programs[id], nullptr, d_lookup).no_source;
  };
  EXPECT_NE(reason(1).find("missing in the capture or damaged (blob gone)"), std::string::npos) << reason(1);
  EXPECT_NE(reason(2).find("recorded without source (built from IL, which is not translated)"),
            std::string::npos)
      << reason(2);
  EXPECT_NE(reason(3).find("linked from is missing"), std::string::npos) << reason(3);
}

}  // namespace
}  // namespace launchproof::jobs
