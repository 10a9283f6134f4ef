// Tests jobs as text: from launches of a capture, with known facts, with arbitrary bytes, and damaged.
#include "verify/jobs/json/job_json.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "capture/writing/writer.h"
#include "verify/jobs/plan/capture_plan.h"

namespace launchproof::jobs {
namespace {

Job known_job(KnownLaunch launch) {
  auto program = std::make_shared<Program>();
  program->key = "k";
  program->sources.push_back({.file_name = "k.cl", .text = "kernel void k(global int* a) {}"});
  Job job;
  job.program = program;
  job.launch_source = std::move(launch);
  return job;
}

// Compares facts by the text of a job that contains them.
std::string text_of(const FactsAnswer& answer) {
  return to_json(known_job({answer, {}}));
}

Job read_back(const Job& job) {
  JobReader reader;
  const std::string text = to_json(job);
  const Job again = reader.read(text);
  EXPECT_EQ(to_json(again), text);
  return again;
}

class RecordedJobs : public ::testing::Test {
 protected:
  RecordedJobs() {
    std::string pattern = (std::filesystem::temp_directory_path() / "jobs_test_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    d_folder = pattern;
    capture::Writer writer(path().c_str(), capture::describe_process());
    capture::Device device;
    device.address_bits = 64;
    const capture::DeviceId device_id = writer.add_device(device);
    const capture::ProgramId program = writer.add_program({});
    for (const char* const bytes : {"abcd", "efgh", "abcd"}) {
      capture::Launch launch;
      launch.kernel = "k";
      launch.program = program;
      launch.device = device_id;
      launch.global_size = {8, 1, 1};
      launch.arguments.push_back(
          {"a", "int*",
           capture::BufferArgument{1, 1, 0, 4, 0, capture::Contents{writer.add_blob(bytes, 4), {}}}});
      writer.add_launch(launch);
    }
  }
  ~RecordedJobs() override { std::filesystem::remove_all(d_folder); }

  std::string path() const { return d_folder + "/a.lpcap"; }

  // Returns the only job of the capture.
  Job planned(bool executes = false) const {
    CapturePlan plan;
    plan.capture = std::make_shared<const capture::Capture>(capture::read_capture(path()));
    plan.folder = path();
    plan.executes = executes;
    plan.leaves_sizes_open = !executes;
    plan.commands = [](std::size_t number, std::size_t launch) {
      return Commands{.repro = std::to_string(number), .launch = std::to_string(launch)};
    };
    plan.call_site = [](const capture::LaunchClass&) { return "main"; };
    RecordedPrograms programs(*plan.capture, {});
    PlannedJobs made = plan_capture(plan, capture::classify(*plan.capture), programs);
    EXPECT_EQ(made.jobs.size(), executes ? 2U : 1U);
    return made.jobs.at(0);
  }

  static model::KernelModel kernel() {
    model::KernelModel kernel;
    kernel.name = "k";
    kernel.parameters.push_back({.name = "a", .kind = model::ParameterKind::GlobalPointer});
    return kernel;
  }

  std::string d_folder;
};

TEST_F(RecordedJobs, AreReadBackWithTheirParts) {
  const Job job = planned();
  const Job again = read_back(job);
  EXPECT_EQ(text_of(facts_of(again, kernel())), text_of(facts_of(job, kernel())));
  ASSERT_TRUE(has_variants(job));
  const std::vector<LaunchVariant> parts = variants_of(job, {0});
  const std::vector<LaunchVariant> parts_again = variants_of(again, {0});
  ASSERT_EQ(parts.size(), 2U);
  ASSERT_EQ(parts_again.size(), 2U);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i].launch, parts_again[i].launch);
    EXPECT_EQ(parts[i].count, parts_again[i].count);
    EXPECT_EQ(text_of(facts_of(parts[i].source, *job.program, kernel())),
              text_of(facts_of(parts_again[i].source, *again.program, kernel())));
  }
  EXPECT_EQ(parts[0].launch, 1U);
  EXPECT_EQ(parts[0].count, 2U);
}

TEST_F(RecordedJobs, AreReadBackWithSizes) {
  Job job = planned();
  std::get<RecordedLaunch>(job.launch_source).unknown = UnknownLocalSize::LeftOpen;
  ASSERT_TRUE(leaves_sizes_open(job));
  const Job sized = with_sizes(job, {{4, 1, 1}, {2, 1, 1}});
  EXPECT_FALSE(leaves_sizes_open(sized));
  EXPECT_FALSE(has_variants(sized));
  const FactsAnswer answer = facts_of(read_back(sized), kernel());
  EXPECT_EQ(answer.facts.value().local_size[0], 4U);
  EXPECT_EQ(text_of(answer), text_of(facts_of(sized, kernel())));
}

TEST_F(RecordedJobs, OfLaunchesThatAreExecutedNameOne) {
  const Job job = read_back(planned(/*executes=*/true));
  EXPECT_EQ(std::get<RecordedLaunch>(job.launch_source).launches, std::vector<std::size_t>{0});
  EXPECT_FALSE(has_variants(job));
  EXPECT_EQ(job.launches, 2U);
  EXPECT_EQ(job.launch_command, "1");
}

TEST_F(RecordedJobs, NeedTheirCapture) {
  const std::string text = to_json(planned());
  Job beyond = planned();
  std::get<RecordedLaunch>(beyond.launch_source).launches = {3};
  EXPECT_THROW(JobReader().read(to_json(beyond)), std::runtime_error);
  std::filesystem::remove_all(path());
  EXPECT_THROW(JobReader().read(text), std::runtime_error);
}

TEST(JobJson, KeepsFactsThatAreKnown) {
  KnownLaunch launch;
  model::LaunchFacts& facts = launch.answer.facts.emplace();
  facts.work_dim = 2;
  facts.open.local[1] = 2;
  facts.open.global[2] = true;
  facts.sub_groups.make_warps();
  model::BufferArgument buffer{1, 16, 48, model::BufferContents::known({1, 255, 0}, "recorded")};
  buffer.image = model::own_image({}, model::ImageSize{4, 5, 1}, std::nullopt);
  buffer.properties = {.bytes = 4, .low = 3, .distinct = true};
  model::BufferArgument unread{2, 0, 3};
  unread.contents = model::BufferContents::late(
      [](std::string&) { return model::BufferContents::Bytes{1, 2, 3}; }, "recorded");
  model::BufferArgument lost{3, 0, std::nullopt, model::BufferContents::unknown("lost")};
  facts.arguments = {model::UnknownArgument{}, model::ValueArgument{{7, 0}}, buffer, unread, lost,
                     model::NullArgument{},    model::LocalArgument{64}};
  facts.free = {{{model::QuantityKind::Bytes, 2}, 4}};
  facts.relations = {
      {model::RelationKind::AtMost, {-2, {{model::QuantityKind::Groups, 1}}}, {5, {}}, 9},
      {model::RelationKind::PowerOfTwo, {1, {{model::QuantityKind::LocalSize, 0}}}, {0, {}}, 0}};
  launch.parts = {{3, 4, launch.answer}};
  launch.parts[0].answer.local_size_open = true;
  const Job again = read_back(known_job(launch));
  const auto& known = std::get<KnownLaunch>(again.launch_source);
  const auto& arguments = known.answer.facts.value().arguments;
  EXPECT_EQ(*std::get<model::BufferArgument>(arguments.at(3)).contents.bytes(),
            (model::BufferContents::Bytes{1, 2, 3}));
  EXPECT_EQ(std::get<model::BufferArgument>(arguments.at(4)).contents.reason(), "lost");
  EXPECT_TRUE(std::holds_alternative<model::NullArgument>(arguments.at(5)));
  EXPECT_EQ(known.answer.facts->relations, facts.relations);
  EXPECT_EQ(known.answer.facts->free, facts.free);
  EXPECT_EQ(known.parts.at(0).count, 4U);
  EXPECT_TRUE(known.parts[0].answer.local_size_open);
}

TEST(JobJson, KeepsTextOfAnyBytes) {
  Job job = known_job({});
  auto program = std::make_shared<Program>(*job.program);
  program->sources[0].text = "// caf\xe9\n";
  program->sources[0].branches = frontend::Branches{};
  program->module = job.program;
  job.program = program;
  const Job again = read_back(job);
  EXPECT_EQ(again.program->sources[0].text, program->sources[0].text);
  EXPECT_TRUE(again.program->sources[0].branches.has_value());
  ASSERT_NE(again.program->module, nullptr);
  EXPECT_EQ(again.program->module->key, "k");
}

TEST(JobJson, IsRefusedWhenDamaged) {
  const std::string text = to_json(known_job({}));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  for (const std::string& damaged :
       {std::string(), std::string("{}"), text.substr(0, text.size() / 2), with("job/1", "job/2"),
        with("\"kernel\"", "\"kernels\""), with("\"launches\":1", "\"launches\":1,\"more\":1"),
        with("\"launch_source\":[0", "\"launch_source\":[7"), with("\"launches\":1", "\"launches\":\"one\"")})
    EXPECT_THROW(JobReader().read(damaged), std::runtime_error) << damaged;
}

}  // namespace
}  // namespace launchproof::jobs
