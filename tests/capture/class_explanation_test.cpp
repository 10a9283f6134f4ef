#include "capture/class_explanation.h"

#include <functional>

#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

Capture capture_of(std::vector<Launch> launches) {
  Capture capture;
  capture.devices = {sample_device(), sample_device()};
  capture.devices[1].address_bits = 32;
  for (DeviceId id = 1; id <= 2; ++id) capture.devices[id - 1].id = id;
  capture.launches = std::move(launches);
  return capture;
}

Launch sample() {
  Launch launch = sample_launch(1, 1, 1);
  launch.program_digest = std::string(64, '1');
  launch.arguments.push_back({"in", "float*", BufferArgument{2, 2, 0, 1024, 1}});
  return launch;
}

std::string explained(std::vector<Launch> launches, std::size_t index = 0) {
  const Capture capture = capture_of(std::move(launches));
  return explain(capture, classify(capture), index);
}

void expect_holds(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "`" << part << "` is not in: " << text;
}

struct Change {
  std::function<void(Launch&)> apply;
  std::string nearest;  // the text about the other class
};

// Each fact that alone makes a different class is named as the only difference.
TEST(ClassExplanation, NamesEveryDifferenceBetweenClasses) {
  const auto buffer = [](Launch& launch, std::size_t i) -> BufferArgument& {
    return std::get<BufferArgument>(launch.arguments[i].value);
  };
  const std::vector<Change> changes = {
      {[](Launch& launch) { launch.program_digest = std::string(64, '2'); },
       "program (222222222222 instead of 111111111111)."},
      {[](Launch& launch) { launch.options = "-DX"; }, "build options (-DX instead of none)."},
      {[](Launch& launch) { launch.device = 2; }, "device (in what is not shown of it)."},
      {[](Launch& launch) { launch.global_size[1] = 8; }, "global size (64x8x1 instead of 64x4x1)."},
      {[](Launch& launch) { launch.local_size = Size3{4, 2, 1}; }, "local size (4x2x1 instead of 8x2x1)."},
      {[](Launch& launch) { launch.local_size.reset(); },
       "local size (left to the runtime and not known instead of 8x2x1)."},
      {[](Launch& launch) { launch.local_size.reset(), launch.chosen_local_size = Size3{8, 2, 1}; },
       "local size (8x2x1 (chosen by the runtime) instead of 8x2x1)."},
      {[](Launch& launch) { launch.global_offset[0] = 3; }, "global offset (3x0x0 instead of 0x0x0)."},
      {[](Launch& launch) { launch.work_dim = 3; }, "dimensions (3 instead of 2)."},
      {[](Launch& launch) { launch.arguments[0].value = ValueArgument{{2, 0, 0, 0}}; },
       "argument 0 n (2 (02000000) instead of 1 (01000000))."},
      {[&](Launch& launch) { buffer(launch, 1).bytes = 64; },
       "argument 1 out (buffer A, 64 bytes instead of buffer A, 1024 bytes)."},
      {[](Launch& launch) { launch.arguments[2].value = LocalArgument{64}; },
       "argument 2 (local memory, 64 bytes instead of local memory, 128 bytes)."},
      {[&](Launch& launch) { buffer(launch, 3).root = buffer(launch, 3).object = 1; },
       "argument 3 in (buffer A, 1024 bytes instead of buffer B, 1024 bytes)."},
      {[](Launch& launch) { launch.arguments[3].value = NullArgument{}; },
       "argument 3 in (null instead of buffer B, 1024 bytes)."},
      {[](Launch& launch) { launch.arguments.pop_back(); }, "number of arguments (3 instead of 4)."},
  };
  for (const Change& change : changes) {
    Launch changed = sample();
    change.apply(changed);
    const std::string text = explained({sample(), changed});
    expect_holds(text, "1 other class has a kernel of this name. It differs in\n");
    expect_holds(text, "Nearest is class 2, which differs in " + change.nearest);
  }
}

// Only the beginning of a long value is shown.
TEST(ClassExplanation, NamesADifferenceThatIsNotShown) {
  Launch launch = sample();
  launch.arguments[0].value = ValueArgument{std::vector<std::uint8_t>(64, 1)};
  Launch changed = launch;
  std::get<ValueArgument>(changed.arguments[0].value).bytes[60] = 2;
  expect_holds(explained({launch, changed}), "differs in argument 0 n (in what is not shown of it).");
}

TEST(ClassExplanation, SaysWhatLaunchesOfOneClassHaveApart) {
  Launch other = sample();
  std::get<BufferArgument>(other.arguments[1].value).object = 9;
  std::get<BufferArgument>(other.arguments[1].value).root = 9;
  std::get<BufferArgument>(other.arguments[3].value).contents = Contents{std::string(64, 'a'), ""};
  other.call_site.line = 70;
  other.thread = 12;
  other.count = 5;
  const std::string text = explained({sample(), other});
  expect_holds(text, "Recorded launches 1, 2 (5 times).");
  expect_holds(
      text,
      "They differ in the memory objects of argument 1; the recorded contents of argument 3, which are "
      "judged apart where they matter; the place in the application; the thread that enqueued.");
  expect_holds(text, "No other class has a kernel of this name.");
  expect_holds(explained({sample(), sample()}), "They differ in nothing that is recorded.");
}

TEST(ClassExplanation, CountsTheValuesOfOtherClasses) {
  std::vector<Launch> launches;
  for (std::uint8_t value = 0; value < 10; ++value) {
    Launch launch = sample();
    launch.arguments[0].value = ValueArgument{{value, 0, 0, 0}};
    if (value != 7) launch.global_size[0] = 128;
    launches.push_back(launch);
  }
  Launch foreign = sample();
  foreign.kernel = "other";
  launches.push_back(foreign);
  const std::string text = explained(launches, 7);
  expect_holds(text, "9 other classes have a kernel of this name. They differ in\n");
  expect_holds(text, "    global size   here 64x4x1; in 9 classes 128x4x1\n");
  expect_holds(
      text,
      "    argument 0 n  here 7 (07000000); in 9 classes 0 (00000000), 1 (01000000), 2 (02000000), 3 "
      "(03000000), 4 (04000000), 5 (05000000) and 3 more\n");
}

}  // namespace
}  // namespace launchproof::capture
