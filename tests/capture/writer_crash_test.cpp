// Tests processes that crash, fork, exec, or close descriptors that they do not own.
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

using Crash = CaptureTest;

TEST_F(Crash, KeepsWhatWasRecordedBeforeKill) {
  for (int round = 0; round < 20; ++round) {
    const std::string capture_path = path() + std::to_string(round);
    int pipe_ends[2];
    ASSERT_EQ(::pipe(pipe_ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(pipe_ends[0]);
      Writer writer(capture_path.c_str(), sample_session());
      Launch launch = sample_launch(0, 0, 0);
      for (std::uint64_t i = 1;; ++i) {
        launch.global_size[0] = i;
        writer.repeat(writer.add_launch(launch));
        // Prints which launches it believes to be recorded. From then on it may be killed at any time.
        if (::write(pipe_ends[1], &i, sizeof i) != sizeof i) ::_exit(1);
      }
    }
    ::close(pipe_ends[1]);
    std::uint64_t recorded = 0;
    const std::uint64_t wanted = 1 + static_cast<std::uint64_t>(round) * 37;
    while (recorded < wanted && ::read(pipe_ends[0], &recorded, sizeof recorded) == sizeof recorded) {
    }
    ::kill(child, SIGKILL);
    for (std::uint64_t more = 0; ::read(pipe_ends[0], &more, sizeof more) == sizeof more;) recorded = more;
    ::close(pipe_ends[0]);
    ::waitpid(child, nullptr, 0);

    const Capture capture = read_capture(capture_path);
    ASSERT_GE(capture.launches.size(), recorded);
    for (std::uint64_t i = 0; i < recorded; ++i) {
      ASSERT_EQ(capture.launches[i].global_size[0], i + 1);
      ASSERT_EQ(capture.launches[i].count, 2U);
    }
  }
}

TEST_F(Crash, AForkedChildHasFilesOfItsOwn) {
  Writer writer(path().c_str(), sample_session());
  const DeviceId device = writer.add_device(sample_device());
  const ProgramId program = writer.add_program(sample_program(writer, device, "source"));
  const LaunchHandle handle = writer.add_launch(sample_launch(program, device, 1));
  const int status = in_child([&] {
    if (writer.repeat(handle)) return 1;  // would count for the parent
    const LaunchHandle own = writer.add_launch(sample_launch(program, device, 1));
    if (!writer.repeat(own)) return 2;
    const ProgramId another = writer.add_program(sample_program(writer, device, "another source"));
    if (another == program) return 3;
    writer.add_launch(sample_launch(another, device, 2));
    return 0;
  });
  ASSERT_EQ(status, 0);
  EXPECT_TRUE(writer.repeat(handle));
  const ProgramId third = writer.add_program(sample_program(writer, device, "third source"));
  writer.add_launch(sample_launch(third, device, 3));

  const Capture capture = read_capture(path());
  EXPECT_EQ(all_remarks(capture), "");
  ASSERT_EQ(capture.processes.size(), 2U);
  ASSERT_EQ(capture.launches.size(), 4U);
  std::uint64_t of_parent = 0;
  std::uint64_t of_child = 0;
  for (const Launch& launch : capture.launches) {
    (launch.process == std::to_string(::getpid()) ? of_parent : of_child) += launch.count;
    ASSERT_NE(capture.program(launch.program), nullptr);
    EXPECT_EQ(capture.program(launch.program)->digest, launch.program_digest);
    EXPECT_EQ(launch.device, 1U);
  }
  EXPECT_EQ(of_parent, 3U);
  EXPECT_EQ(of_child, 3U);
}

TEST_F(Crash, AForkWhileOtherThreadsRecordDoesNotHang) {
#ifdef __SANITIZE_ADDRESS__
  // The address sanitizer of GCC 12 does not release its allocator's locks in a forked child, which then
  // waits for a thread that it does not have.
  GTEST_SKIP() << "the address sanitizer's allocator does not survive a fork beside other threads";
#else
  Writer writer(path().c_str(), sample_session());
  std::atomic<bool> done = false;
  std::thread busy([&] {
    Launch launch = sample_launch(0, 0, 1);
    for (std::uint64_t i = 1; !done; ++i) {
      launch.global_size[0] = 1 + i % 1000;
      writer.add_launch(launch);
    }
  });
  for (int i = 0; i < 20; ++i) {
    const int status =
        in_child([&] { return writer.add_launch(sample_launch(0, 0, 2)).counter != nullptr ? 0 : 1; });
    EXPECT_EQ(status, 0);
  }
  done = true;
  busy.join();
  const Capture capture = read_capture(path());
  EXPECT_EQ(remarks_beside_programs(capture), "");
  EXPECT_GE(capture.processes.size(), 20U);
#endif
}

TEST_F(Crash, NoticesAForkThatRunsNoHandlers) {
  Writer writer(path().c_str(), sample_session());
  writer.add_launch(sample_launch(0, 0, 1));
  const auto child = static_cast<pid_t>(::syscall(SYS_fork));
  if (child == 0) {
    writer.add_launch(sample_launch(0, 0, 2));
    ::_exit(writer.recording() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_capture(path()).processes.size(), 2U);
}

TEST_F(Crash, GoesOnWhenTheApplicationClosesAllDescriptors) {
  const std::string victim = folder() + "/victim";
  const int status = in_child([&] {
    Writer writer(path().c_str(), sample_session());
    writer.add_launch(sample_launch(0, 0, 1));
    for (int fd = 0; fd < 1024; ++fd) ::close(fd);
    const LaunchHandle handle = writer.add_launch(sample_launch(0, 0, 2));
    writer.repeat(handle);
    // The application takes every descriptor number, the writer's too: nothing may be written into the
    // application's files.
    for (int fd = 0; fd < 1024; ++fd) ::close(fd);
    for (int i = 0; i < 300; ++i) {
      if (::open(victim.c_str(), O_RDWR | O_CREAT, 0600) < 0) return 2;
    }
    writer.add_launch(sample_launch(0, 0, 3));
    writer.add_blob("blob", 4);
    return writer.recording() ? 0 : 3;
  });
  ASSERT_EQ(status, 0);
  EXPECT_EQ(read_text(victim), "");
  const Capture capture = read_capture(path());
  EXPECT_EQ(remarks_beside_programs(capture), "");
  EXPECT_EQ(capture.launches.size(), 3U);
  EXPECT_EQ(capture.launch_count(), 4U);
}

TEST_F(Crash, KeepsAwayFromTheLowDescriptors) {
  const int status = in_child([&] {
    ::close(0);
    ::close(1);
    ::close(2);
    Writer writer(path().c_str(), sample_session());
    writer.add_launch(sample_launch(0, 0, 1));
    for (int fd = 0; fd < 64; ++fd) {
      if (::open("/dev/null", O_RDONLY) != fd && fd < 3) return 1;
    }
    return 0;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(Crash, StopsWhenTheFolderIsTakenAway) {
  const int status = in_child([&] {
    Writer writer(path().c_str(), sample_session());
    writer.add_launch(sample_launch(0, 0, 1));
    std::filesystem::remove_all(path());
    writer.add_blob("x", 1);
    writer.add_launch(sample_launch(0, 0, 2));
    return writer.recording() ? 1 : 0;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(Crash, ACancelledThreadLeavesTheWriterUsable) {
  Writer writer(path().c_str(), sample_session());
  struct Shared {
    Writer* writer;
    std::atomic<bool> started;
  } shared{&writer, false};
  pthread_t thread{};
  const auto work = [](void* data) -> void* {
    auto* given = static_cast<Shared*>(data);
    Launch launch = sample_launch(0, 0, 1);
    for (std::uint64_t i = 1; i < 100000; ++i) {
      launch.global_size[0] = i;
      given->writer->add_launch(launch);
      given->started = true;
      ::pthread_testcancel();
    }
    return nullptr;
  };
  ASSERT_EQ(::pthread_create(&thread, nullptr, work, &shared), 0);
  while (!shared.started) ::usleep(100);
  ::pthread_cancel(thread);
  ::pthread_join(thread, nullptr);
  EXPECT_NE(writer.add_launch(sample_launch(0, 0, 2)).counter, nullptr);
  EXPECT_EQ(remarks_beside_programs(read_capture(path())), "");
}

}  // namespace
}  // namespace launchproof::capture
