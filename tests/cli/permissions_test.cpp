// Tests `run` and `record` without the necessary file permissions: either nothing starts, with a message that
// says what to do, or the application runs as usual and the message says what could not be recorded.
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace launchproof::cli::testing {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;
const std::string kHostile = LAUNCHPROOF_APPS "app_hostile";

// The superuser may write anywhere, so the program runs as another user.
void become_nobody() {
  if (::geteuid() != 0) return;
  if (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0) ::_exit(98);
}

class PermissionsTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    ASSERT_EQ(::chmod(path(".").c_str(), 0777), 0);
  }
  Ran run_as_nobody(const std::vector<std::string>& words) const {
    return run(words, [] {
      ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1);
      become_nobody();
    });
  }
  // Makes everything read-only except for the contents of the folder.
  void lock() const { ASSERT_EQ(::chmod(path(".").c_str(), 0555), 0); }
};

TEST_F(PermissionsTest, AFolderThatMayNotBeWrittenIsStatusTwoAndStartsNothing) {
  write_script("app", "#!/bin/sh\necho started\n");
  fs::permissions(path("app"), fs::perms(0755));
  lock();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"run", "--", "./app"},
                                             {"record", "--", "./app"},
                                             {"record", "-o", "deep/new.lpcap", "--", "./app"}}) {
    const Ran ran = run_as_nobody(words);
    EXPECT_EQ(ran.status, 2) << words[0] << ran.err;
    EXPECT_EQ(ran.out, "");
    expect_holds(ran.err, "cannot make the folder " + fs::canonical(path(".")).string());
    expect_holds(ran.err, ": Permission denied; name another with -o");
  }
}

TEST_F(PermissionsTest, APlaceThatIsNoFolderIsStatusTwo) {
  for (const std::string place : {"/dev/null/x.lpcap", "/proc/x.lpcap"}) {
    for (const std::string command : {"run", "record"}) {
      const Ran ran = run_as_nobody({command, "-o", place, "--", "/bin/echo", "started"});
      EXPECT_EQ(ran.status, 2) << ran.err;
      EXPECT_EQ(ran.out, "");
      expect_holds(ran.err, "cannot make the folder " + place + ": ");
      expect_holds(ran.err, "; name another with -o");
    }
  }
}

TEST_F(PermissionsTest, ACaptureThatMayNotBeWrittenIsNotAppendedTo) {
  ASSERT_EQ(run_as_nobody({"record", "-o", "c.lpcap", "--", kHostile}).status, 0);
  ASSERT_EQ(::chmod(path("c.lpcap").c_str(), 0555), 0);
  const Ran ran = run_as_nobody({"record", "--append", "-o", "c.lpcap", "--", "/bin/echo", "started"});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_EQ(ran.out, "");
  expect_holds(ran.err,
               "cannot write into " + path("c.lpcap") + ": Permission denied; name another folder with -o");
  // It can be read and verified as before.
  EXPECT_EQ(run_as_nobody({"verify", "c.lpcap", "-o", "results"}).status, 0);
  const Ran inside = run_as_nobody({"verify", "c.lpcap"});
  EXPECT_EQ(inside.status, 2);
  expect_holds(inside.err, "cannot write into c.lpcap: Permission denied; name another folder with -o");
}

// The existing blobs are those of earlier launches; a launch that needs new ones stops the recording with a
// reason.
TEST_F(PermissionsTest, BlobsThatMayNotBeWrittenAreAProblem) {
  ASSERT_EQ(run_as_nobody({"record", "-o", "c.lpcap", "--", "/bin/true"}).status, 0);
  ASSERT_EQ(::chmod(path("c.lpcap/blobs").c_str(), 0555), 0);
  const Ran ran = run_as_nobody({"run", "--append", "-o", "c.lpcap", "--", kHostile});
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.err + ran.out, "cannot write blob");
}

// The permissions are removed after the application has started.
TEST_F(PermissionsTest, ACaptureThatCannotBeWrittenAnyMoreIsAProblemNotAnEmptyOne) {
  const Ran ran =
      run_as_nobody({"run", "-o", "c.lpcap", "--", "/bin/sh", "-c",
                     "chmod -R a-w c.lpcap; " + kHostile + " wrong; chmod -R u+w c.lpcap; exit 0"});
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.err + ran.out, "launches may be missing from the recording");
  expect_holds(ran.err + ran.out, "/counters.");
  expect_holds(ran.out, "launches: -53 ");  // by the application, which continued
}

TEST_F(PermissionsTest, ACaptureThatStaysUnwritableIsTold) {
  const Ran ran = run_as_nobody(
      {"record", "-o", "c.lpcap", "--", "/bin/sh", "-c", "chmod -R a-w c.lpcap; exec " + kHostile});
  EXPECT_EQ(ran.status, 0) << ran.err;
  expect_holds(ran.err, " could not record, and " + path("c.lpcap") +
                            " cannot be written into any more: launches are missing");
}

// Behaves like a server that the superuser starts: only the child gives its privileges up. The parent's
// launches are proved, which must not count as a proof of all.
TEST_F(PermissionsTest, AChildThatGivesItsRightsUpIsAProblem) {
  if (::geteuid() != 0) GTEST_SKIP() << "rights are root's to give up";
  const Ran ran =
      run({"run", "-o", "c.lpcap", "--", "/bin/sh", "-c",
           kHostile + "; chmod 755 c.lpcap; setpriv --reuid=65534 --regid=65534 --clear-groups " + kHostile},
          [] { ::setenv("OCL_ICD_VENDORS", LAUNCHPROOF_STUB, 1); });
  EXPECT_EQ(ran.status, 11) << ran.err;
  expect_holds(ran.err + ran.out, "launches may be missing from the recording");
  expect_holds(ran.err + ran.out, "2 verified");
}

TEST_F(PermissionsTest, AnApplicationsUmaskHidesNothingFromItsOwner) {
  for (const std::string contents : {"none", "all"}) {
    const std::string name = contents + ".lpcap";
    const Ran ran = run_as_nobody({"run", "--contents=" + contents, "-o", name, "--", kHostile, "umask"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    const Json results = Json::parse(read(name + "/results.json")).at("results");
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results.at(0).at("verdict"), "verified");
    EXPECT_EQ(results.at(0).at("launches"), 2);
    const Ran shown = run_as_nobody({"capture", "show", name});
    EXPECT_EQ(shown.status, 0) << shown.err;
    expect_holds(shown.out, "fill");
  }
}

}  // namespace
}  // namespace launchproof::cli::testing
