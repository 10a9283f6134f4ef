// Tests the notes that a process writes about the end of another process.
#include "capture/writing/end_note.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>

#include "capture/reader.h"
#include "capture/writing/recorded_group.h"
#include "capture/writing/writer.h"
#include "fixture.h"

namespace launchproof::capture {
namespace {

class EndNotes : public CaptureTest {
 protected:
  EndNotes() { d_writer.add_launch(Launch{}); }
  static void note(const char* capture, pid_t process, const timespec& since, Ending ending,
                   std::uint64_t signal) {
    EndNote(capture, process, since).ended(ending, signal);
  }
  Process process() const { return read_capture(path()).processes.at(0); }

  Writer d_writer{path().c_str(), Session{}};
};
constexpr timespec kEver{};

TEST_F(EndNotes, SayHowAProcessEnded) {
  errno = ERANGE;
  note(path().c_str(), ::getpid(), kEver, Ending::Killed, SIGTERM);
  EXPECT_EQ(errno, ERANGE);
  EXPECT_EQ(process().ending, Ending::Killed);
  EXPECT_EQ(process().signal, SIGTERM);
  EXPECT_FALSE(process().was_asked_to_end);
  // An end that is already known is not noted again.
  note(path().c_str(), ::getpid(), kEver, Ending::Left, 0);
  EXPECT_EQ(process().ending, Ending::Killed);
}

TEST_F(EndNotes, KeepWhatTheProcessHasSaidItself) {
  d_writer.mark_ending(Ending::Returned);
  note(path().c_str(), ::getpid(), kEver, Ending::Killed, SIGTERM);
  EXPECT_EQ(process().ending, Ending::Returned);
}

TEST_F(EndNotes, AreOfTheRightProcess) {
  timespec later{};
  ::clock_gettime(CLOCK_REALTIME, &later);
  later.tv_sec += 2;
  note(path().c_str(), ::getpid(), later, Ending::Killed, SIGTERM);      // an earlier one of that number
  note(path().c_str(), ::getpid() + 1, kEver, Ending::Killed, SIGTERM);  // none of that number
  note((path() + "x").c_str(), ::getpid(), kEver, Ending::Killed, SIGTERM);
  note(std::string(5000, 'x').c_str(), ::getpid(), kEver, Ending::Killed, SIGTERM);
  EXPECT_EQ(process().ending, Ending::GoesOn);
}

TEST_F(EndNotes, AreOfTheLatestRecordOfANumber) {
  Writer second(path().c_str(), Session{});
  second.add_launch(Launch{});
  note(path().c_str(), ::getpid(), kEver, Ending::Killed, SIGKILL);
  const Capture capture = read_capture(path());
  ASSERT_EQ(capture.processes.size(), 2U);
  for (const Process& one : capture.processes)
    EXPECT_EQ(one.ending, one.tag.ends_with("-2") ? Ending::Killed : Ending::GoesOn) << one.tag;
}

TEST_F(EndNotes, SayWhichSignalsWereSent) {
  {
    EndNote note(path().c_str(), ::getpid(), kEver);
    note.is_sent(SIGTERM);
  }
  {
    EndNote note(path().c_str(), ::getpid(), kEver);
    note.is_sent(SIGKILL);
    note.was_not_sent(SIGKILL);
    note.is_sent(0);
    note.is_sent(65);
  }
  EXPECT_FALSE(process().was_asked_to_end);
  note(path().c_str(), ::getpid(), kEver, Ending::Killed, SIGTERM);
  EXPECT_TRUE(process().was_asked_to_end);
}

TEST_F(EndNotes, OfOneSignalSayNothingOfAnother) {
  EndNote(path().c_str(), ::getpid(), kEver).is_sent(SIGTERM);
  note(path().c_str(), ::getpid(), kEver, Ending::Killed, SIGSEGV);
  EXPECT_FALSE(process().was_asked_to_end);
}

// Returns the processes that have a record, and those among them that belong to the group.
TEST_F(EndNotes, FindTheProcessesOfAGroup) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) ::pause();
  }
  ::setpgid(child, child);
  std::array<pid_t, 4> found{};
  const auto count = [&](pid_t group) {
    errno = ERANGE;
    const std::size_t result = recorded_in_group(path().c_str(), group, found.data(), found.size());
    EXPECT_EQ(errno, ERANGE);
    return result;
  };
  EXPECT_EQ(count(child), 0U);  // it has recorded nothing
  for (const char* suffix : {"", "-2", ".old"})
    std::ofstream(path() + "/counters." + std::to_string(child) + suffix) << ' ';
  EXPECT_EQ(count(child), 1U);
  EXPECT_EQ(found[0], child);
  EXPECT_EQ(count(0), 0U);  // the caller itself, and not the child
  EXPECT_EQ(recorded_in_group(path().c_str(), child, found.data(), 0), 0U);
  EXPECT_EQ(recorded_in_group((path() + "x").c_str(), child, found.data(), 4), 0U);
  ::setpgid(child, ::getpgrp());
  EXPECT_EQ(count(child), 0U);
  EXPECT_EQ(count(0), 1U);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(count(0), 0U);
}

// A signal to all processes reaches neither the caller, nor process 1, nor a process that the caller may not
// signal.
TEST_F(EndNotes, FindTheProcessesThatASignalToAllReaches) {
  const pid_t child = ::fork();
  if (child == 0) {
    for (;;) ::pause();
  }
  for (const pid_t process : {child, pid_t{1}})
    std::ofstream(path() + "/counters." + std::to_string(process)) << ' ';
  std::array<pid_t, 4> found{};
  EXPECT_EQ(recorded_anywhere(path().c_str(), found.data(), found.size()), 1U);
  EXPECT_EQ(found[0], child);
  if (::geteuid() == 0) {
    std::filesystem::permissions(folder(), std::filesystem::perms(0755));
    const pid_t stranger = ::fork();
    if (stranger == 0) {
      constexpr uid_t kNobody = 65534;
      if (::setresuid(kNobody, kNobody, kNobody) != 0 || ::access((path() + "/.").c_str(), R_OK) != 0)
        ::_exit(9);
      ::_exit(static_cast<int>(recorded_anywhere(path().c_str(), found.data(), found.size()) +
                               recorded_in_group(path().c_str(), ::getpgrp(), found.data(), found.size())));
    }
    int status = -1;
    ::waitpid(stranger, &status, 0);
    EXPECT_EQ(status, 0);
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace
}  // namespace launchproof::capture
