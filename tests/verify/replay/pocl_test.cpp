// Tests that replay computes the same results as PoCL, byte for byte, for kernels whose results the language
// defines.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "tests/verify/replay/launched_case.h"

namespace launchproof::replay {
namespace {

constexpr std::size_t kBufferBytes = 128 << 10;

using Bytes = std::vector<std::uint8_t>;

std::uint64_t next(std::uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

template <typename T>
Bytes floats(std::uint64_t state) {
  const T special[] = {0,
                       T(-0.0),
                       1,
                       -1,
                       T(0.5),
                       T(-0.5),
                       T(1.5),
                       T(2.5),
                       T(-2.5),
                       INFINITY,
                       -INFINITY,
                       NAN,
                       T(2147483648.0),
                       T(-2147483648.0),
                       T(4294967296.0),
                       T(1e30),
                       T(-1e30),
                       T(255.5),
                       T(127.5),
                       T(-128.5),
                       3,
                       7,
                       T(0.1)};
  Bytes bytes(kBufferBytes);
  for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
    const std::uint64_t bits = next(state);
    T value = 0;
    if (bits % 3 == 0)
      value = special[(bits >> 8) % std::size(special)];
    else
      value =
          static_cast<T>(static_cast<std::int64_t>(bits)) / static_cast<T>(1ULL << (20 + (bits >> 3) % 42));
    std::memcpy(bytes.data() + i, &value, sizeof value);
  }
  return bytes;
}

Bytes integers(std::uint64_t state, std::size_t width) {
  Bytes bytes(kBufferBytes);
  for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
    const std::uint64_t bits = next(state);
    const std::uint64_t top = 1ULL << (8 * width - 1);
    const std::uint64_t special[] = {0, 1, ~0ULL, top, top - 1, top + 1, 2, 31, 32, 33, 255, ~0ULL - 1};
    const std::uint64_t value =
        bits % 4 == 0 ? special[(bits >> 8) % std::size(special)] : bits >> (bits >> 2) % 40;
    std::memcpy(bytes.data() + i, &value, width);
  }
  return bytes;
}

// Returns the contents that a parameter of this type points to, before the launch.
Bytes filled(const model::Parameter& parameter, std::uint64_t number) {
  const std::uint64_t seed = 0x9e3779b97f4a7c15ULL * (number + 1);
  const auto has = [&](const char* word) { return parameter.type.find(word) != std::string::npos; };
  if (!parameter.is_const) return Bytes(kBufferBytes, 0);
  if (has("float")) return floats<float>(seed);
  if (has("double")) return floats<double>(seed);
  if (has("char")) return integers(seed, 1);
  if (has("short")) return integers(seed, 2);
  return integers(seed, has("long") ? 8 : 4);
}

// NaNs differ in bits that the language leaves open.
void make_nans_equal(const std::string& type, Bytes& bytes) {
  const auto every = [&](auto zero) {
    for (std::size_t i = 0; i + sizeof zero <= bytes.size(); i += sizeof zero) {
      std::memcpy(&zero, bytes.data() + i, sizeof zero);
      if (!std::isnan(zero)) continue;
      zero = NAN;
      std::memcpy(bytes.data() + i, &zero, sizeof zero);
    }
  };
  if (type.find("float") != std::string::npos) every(0.0F);
  if (type.find("double") != std::string::npos) every(0.0);
}

// Runs the kernel in a separate process, because PoCL loads another LLVM. Stores the buffers' contents after
// the launch in `buffers`. Returns an empty text, or a description of the failure.
std::string run_on_device(const std::string& text, const std::string& options,
                          const model::LaunchFacts& facts, std::vector<Bytes>& buffers) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("pocl" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "kernel.cl") << text;
  std::ofstream launch(folder / "launch");
  launch << facts.work_dim;
  for (const auto* sizes : {&facts.global_offset, &facts.global_size, &facts.local_size})
    for (const std::uint64_t size : *sizes) launch << ' ' << size;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const auto* local = std::get_if<model::LocalArgument>(&facts.arguments[i]);
    launch << ' ' << (local == nullptr ? 0 : local->bytes);
    std::ofstream(folder / std::to_string(i), std::ios::binary)
        .write(reinterpret_cast<const char*>(buffers[i].data()),
               static_cast<std::streamsize>(buffers[i].size()));
  }
  launch.close();
  const std::string command =
      std::string(LAUNCHPROOF_LAUNCH_ON_DEVICE) + " " + folder.string() + " '" + options + "' 2>&1";
  std::string printed(1 << 16, '\0');
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "cannot start " + command;
  printed.resize(fread(printed.data(), 1, printed.size(), pipe));
  const int status = pclose(pipe);
  for (std::size_t i = 0; i < buffers.size(); ++i)
    std::ifstream(folder / std::to_string(i), std::ios::binary)
        .read(reinterpret_cast<char*>(buffers[i].data()), static_cast<std::streamsize>(buffers[i].size()));
  std::filesystem::remove_all(folder);
  return status == 0 ? "" : "status " + std::to_string(status) + ": " + printed;
}

class Pocl : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Pocl, ComputesTheSame) {
  CaseFile item(GetParam(), true);
  if (item.launch.empty()) item.launch = "--local-size 64 --num-groups 4";
  const std::string options = item.keys["options"];
  frontend::DeviceEnvironment environment;
  environment.opencl_c_version = "3.0";
  environment.features = {"work_group_collective_functions"};
  const frontend::PreparedProgram program =
      frontend::prepare_program({source_of(item.text, options)}, environment);
  ASSERT_TRUE(program.compiled) << program.messages.front().text;
  const frontend::PreparedKernel& prepared = program.kernels.front();
  model::LaunchFacts facts = facts_for(prepared, cli::split_words(item.launch));
  std::vector<Bytes> buffers(prepared.parameters.size());
  Contents contents;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (prepared.parameters[i].kind == model::ParameterKind::LocalPointer) {
      facts.arguments[i] = model::LocalArgument{1024};
      continue;
    }
    facts.arguments[i] = model::BufferArgument{i + 1, 0, kBufferBytes};
    buffers[i] = filled(prepared.parameters[i], i);
    contents.objects[i + 1] = buffers[i];
  }
  Options how;
  how.keep_results = true;
  Outcome outcome = Kernel(program, "k").run(facts, contents, how);
  ASSERT_EQ(outcome.status, Status::Completed) << outcome.reason;
  // Copying partly written memory is not a mistake.
  EXPECT_TRUE(
      std::ranges::all_of(outcome.seen, [](const Seen& seen) { return seen.kind == kUndefinedPrivate; }));
  ASSERT_EQ(run_on_device(item.text, options, facts, buffers), "");
  std::size_t written = 0;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].empty()) continue;
    Bytes& ours = outcome.results.at(i + 1);
    make_nans_equal(prepared.parameters[i].type, ours);
    make_nans_equal(prepared.parameters[i].type, buffers[i]);
    for (std::size_t k = 0; k < kBufferBytes; ++k) {
      written += !prepared.parameters[i].is_const && buffers[i][k] != 0 ? 1 : 0;
      if (ours[k] == buffers[i][k]) continue;
      std::uint64_t mine = 0, theirs = 0;
      std::memcpy(&mine, &ours[k / 8 * 8], 8);
      std::memcpy(&theirs, &buffers[i][k / 8 * 8], 8);
      ADD_FAILURE() << prepared.parameters[i].name << " differs at byte " << k << ": " << std::hex << mine
                    << ", PoCL " << theirs;
      k = (k / 1024 + 1) * 1024 - 1;  // the next row
    }
  }
  EXPECT_GT(written, 40u);
}

std::vector<std::filesystem::path> all_kernels() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(LAUNCHPROOF_POCL_KERNELS))
    if (entry.path().extension() == ".cl") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

INSTANTIATE_TEST_SUITE_P(All, Pocl, testing::ValuesIn(all_kernels()),
                         [](const auto& parameter) { return parameter.param.stem().string(); });

}  // namespace
}  // namespace launchproof::replay
