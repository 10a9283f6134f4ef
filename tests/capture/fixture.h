// A temporary folder, sample records, and child processes.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "capture/reader.h"
#include "capture/writing/writer.h"

namespace launchproof::capture {

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void write_text(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

inline Session sample_session() {
  Session session = describe_process();
  session.tool = "capture_test 1";
  return session;
}

inline Device sample_device() {
  Device device;
  device.platform_name = "Platform";
  device.name = "Device";
  device.opencl_c_version = "OpenCL C 1.2 test";
  device.opencl_c_all_versions = {"1.0", "1.2"};
  device.extensions = {"cl_khr_fp64"};
  device.features = {"__opencl_c_fp64"};
  device.address_bits = 64;
  device.image_support = true;
  device.type = 4;
  device.macros = {{"__ENDIAN_LITTLE__", "1"}};
  device.undefined_macros = {"__GPU__"};
  device.macros_remembered = true;
  device.limits = {{"max_work_group_size", 256}, {"local_mem_size", 32768}};
  return device;
}

inline Program sample_program(Writer& writer, DeviceId device, const std::string& source) {
  Program program;
  program.sources = {{"", writer.add_blob(source.data(), source.size())}};
  program.options = "-DN=4";
  program.working_directory = "/somewhere";
  program.devices = {device};
  return program;
}

inline Launch sample_launch(ProgramId program, DeviceId device, std::uint8_t value) {
  Launch launch;
  launch.kernel = "k";
  launch.program = program;
  launch.device = device;
  launch.work_dim = 2;
  launch.global_size = {64, 4, 1};
  launch.local_size = Size3{8, 2, 1};
  launch.arguments = {{"n", "int", ValueArgument{{value, 0, 0, 0}}},
                      {"out", "float*", BufferArgument{1, 1, 0, 1024, 1}},
                      {"", "", LocalArgument{128}}};
  launch.call_site = {"main", "app.c", 7, "app", 0x10};
  return launch;
}

class CaptureTest : public ::testing::Test {
 protected:
  CaptureTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "capture_test_XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    d_folder = pattern;
  }
  ~CaptureTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(d_folder, ignored);
  }

  std::string path() const { return d_folder + "/a.lpcap"; }
  std::string folder() const { return d_folder; }

  // Returns the only process's file whose name begins with this prefix.
  std::string file(const std::string& prefix) const {
    for (const auto& entry : std::filesystem::directory_iterator(path())) {
      if (entry.path().filename().string().starts_with(prefix)) return entry.path().string();
    }
    return {};
  }

  // One device, one program and two launches, the first of them counted three times.
  void record_sample() const {
    Writer writer(path().c_str(), sample_session());
    const DeviceId device = writer.add_device(sample_device());
    const ProgramId program = writer.add_program(sample_program(writer, device, "kernel void k() {}"));
    writer.add_build_result(program, {device, BuildStatus::Success, "fine"});
    const LaunchHandle handle = writer.add_launch(sample_launch(program, device, 1));
    writer.repeat(handle);
    writer.repeat(handle);
    writer.add_launch(sample_launch(program, device, 2));
  }

 private:
  std::string d_folder;
};

// Runs `work` in a child process and returns its wait status. `work` returns the exit status. A child that is
// still running after two minutes is killed. The parent does that, because the writer blocks the signal of an
// alarm.
template <class Work>
int in_child(Work&& work) {
  constexpr int kWaits = 12000;
  constexpr useconds_t kMicroseconds = 10000;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  for (int i = 0; i < kWaits; ++i) {
    if (::waitpid(child, &status, WNOHANG) != 0) return status;
    ::usleep(kMicroseconds);
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return status;
}

inline std::string all_remarks(const Capture& capture) {
  std::string text;
  for (const Remark& remark : capture.remarks) text += remark.place + ": " + remark.text + '\n';
  return text;
}

// Returns the same without remarks about launches that a test records without a program.
inline std::string remarks_beside_programs(const Capture& capture) {
  std::string text;
  for (const Remark& remark : capture.remarks) {
    if (!remark.text.ends_with("is not recorded (its id is 0)"))
      text += remark.place + ": " + remark.text + '\n';
  }
  return text;
}

}  // namespace launchproof::capture
