// Tests full disks, file size limits and folders that cannot be written.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <csignal>
#include <random>

#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using Disk = CaptureTest;

// Records until the writer stops. Returns the number of launches recorded before that, or 0 if the writer did
// not stop.
std::uint64_t record_until_stopped(Writer& writer, std::uint64_t most) {
  Launch launch = sample_launch(0, 0, 0);
  for (std::uint64_t i = 1; i <= most; ++i) {
    launch.global_size[0] = i;
    if (writer.add_launch(launch).counter == nullptr) return writer.recording() ? 0 : i;
  }
  return 0;
}

// The first launches are all recorded, and the reader reports why the others are missing.
void expect_stopped(const Capture& capture, const std::string& cause) {
  ASSERT_EQ(capture.processes.size(), 1U);
  ASSERT_TRUE(capture.processes[0].stopped);
  EXPECT_NE(capture.processes[0].stopped->find(cause), std::string::npos) << *capture.processes[0].stopped;
  EXPECT_NE(all_remarks(capture).find("later launches are missing"), std::string::npos);
  ASSERT_GT(capture.launches.size(), 10U);
  for (std::size_t i = 0; i < capture.launches.size(); ++i)
    ASSERT_EQ(capture.launches[i].global_size[0], i + 1);
}

TEST_F(Disk, StopsAtTheFileSizeLimitWithoutASignal) {
  const int status = in_child([&] {
    const rlimit limit{200000, 200000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Writer writer(path().c_str(), sample_session());
    if (record_until_stopped(writer, 5000) == 0) return 1;
    sigset_t pending;
    ::sigpending(&pending);
    return sigismember(&pending, SIGXFSZ) == 0 ? 0 : 2;
  });
  ASSERT_EQ(status, 0);
  const Capture capture = read_capture(path());
  expect_stopped(capture, "File too large");
  EXPECT_NE(all_remarks(capture).find("cut off"), std::string::npos);
}

TEST_F(Disk, StopsWhenTheCountersCannotGrow) {
  const int status = in_child([&] {
    const rlimit limit{65536 + 100, 65536 + 100};
    Writer writer(path().c_str(), sample_session());
    writer.add_device(sample_device());
    const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &none);
    // Lines longer than the limit would stop the writer first; an enqueue without arguments has the shortest
    // line.
    Launch launch;
    for (std::uint64_t i = 1; i <= 7680; ++i) {  // everything that the first part holds
      launch.global_size[0] = i;
      if (writer.add_launch(launch).counter == nullptr) return 1;
    }
    ::setrlimit(RLIMIT_FSIZE, &limit);
    launch.global_size[0] = 7681;
    if (writer.add_launch(launch).counter != nullptr || writer.recording()) return 2;
    return 0;
  });
  ASSERT_EQ(status, 0);
  const Capture capture = read_capture(path());
  expect_stopped(capture, "counters");
  EXPECT_EQ(capture.launches.size(), 7680U);
}

TEST_F(Disk, StopsAtABlobThatDoesNotFit) {
  const int status = in_child([&] {
    const rlimit limit{200000, 200000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Writer writer(path().c_str(), sample_session());
    writer.add_device(sample_device());
    std::mt19937 random(1);
    std::string noise(1000000, '\0');
    for (char& byte : noise) byte = static_cast<char>(random());
    if (!writer.add_blob(noise.data(), noise.size()).empty()) return 1;
    return writer.recording() ? 2 : 0;
  });
  ASSERT_EQ(status, 0);
  const Capture capture = read_capture(path());
  EXPECT_EQ(capture.devices.size(), 1U);
  EXPECT_TRUE(capture.processes.at(0).stopped);
  EXPECT_TRUE(std::filesystem::is_empty(path() + "/blobs"));
}

TEST_F(Disk, StopsOnAFullFileSystem) {
  constexpr int kNoNamespace = 99;
  const std::string mounted = folder() + "/small";
  const std::string kept = folder() + "/kept.lpcap";
  std::filesystem::create_directory(mounted);
  const int status = in_child([&] {
    const int flags = ::geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
    if (::unshare(flags) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      return kNoNamespace;
    if (::mount("tmpfs", mounted.c_str(), "tmpfs", 0, "size=256k") != 0) return kNoNamespace;
    const std::string small = mounted + "/a.lpcap";
    Writer writer(small.c_str(), sample_session());
    const LaunchHandle first = writer.add_launch(sample_launch(0, 0, 7));
    if (record_until_stopped(writer, 5000) == 0) return 1;
    if (!writer.repeat(first)) return 2;  // the counters are still there, and no SIGBUS
    std::filesystem::copy(small, kept, std::filesystem::copy_options::recursive);
    return 0;
  });
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoNamespace) GTEST_SKIP() << "no mount namespace here";
  ASSERT_EQ(status, 0);
  Capture capture = read_capture(kept);
  EXPECT_EQ(capture.launches.at(0).count, 2U);
  capture.launches.erase(capture.launches.begin());
  expect_stopped(capture, "No space left");
}

TEST_F(Disk, AFullFileSystemFromTheBeginningHarmsNobody) {
  constexpr int kNoNamespace = 99;
  const std::string mounted = folder() + "/small";
  std::filesystem::create_directory(mounted);
  const int status = in_child([&] {
    const int flags = ::geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
    if (::unshare(flags) != 0 || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      return kNoNamespace;
    if (::mount("tmpfs", mounted.c_str(), "tmpfs", 0, "size=64k") != 0) return kNoNamespace;
    write_text(mounted + "/filler", std::string(40000, 'x'));
    const std::string small = mounted + "/a.lpcap";
    if (!create_capture(small.c_str(), sample_session()).empty()) return 1;
    Writer writer(small.c_str(), sample_session());
    if (writer.add_launch(sample_launch(0, 0, 1)).counter != nullptr || writer.recording()) return 2;
    const Capture capture = read_capture(small);
    return capture.processes.size() == 1 && capture.processes[0].stopped ? 0 : 3;
  });
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoNamespace) GTEST_SKIP() << "no mount namespace here";
  EXPECT_EQ(status, 0);
}

TEST_F(Disk, AFolderThatCannotBeMadeIsSaid) {
  write_text(folder() + "/file", "x");
  const std::string below = folder() + "/file/a.lpcap";
  const std::string problem = create_capture(below.c_str(), sample_session());
  EXPECT_NE(problem.find("Not a directory"), std::string::npos) << problem;
  Writer writer(below.c_str(), sample_session());
  EXPECT_TRUE(writer.recording());
  EXPECT_EQ(writer.add_device(sample_device()), 0U);
  EXPECT_FALSE(writer.recording());
}

TEST_F(Disk, ACaptureOfAnotherSchemaIsNotWrittenTo) {
  std::filesystem::create_directories(path());
  write_text(path() + "/session.json", "{\"schema\":\"launchproof.capture/99\"}\n");
  Writer writer(path().c_str(), sample_session());
  EXPECT_EQ(writer.add_device(sample_device()), 0U);
  EXPECT_FALSE(writer.recording());
  EXPECT_EQ(file("programs."), "");
}

}  // namespace
}  // namespace launchproof::capture
