#include "tests/cli/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "capture/writing/writer.h"

namespace launchproof::cli::testing {
namespace fs = std::filesystem;

namespace {

std::string slurp(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void redirect(const fs::path& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::dup2(file, descriptor);
}

}  // namespace

void expect_holds(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "`" << part << "` is not in: " << text;
}

void ProgramTest::SetUp() {
  std::string pattern = fs::temp_directory_path() / "launchproof-cli-XXXXXX";
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  d_folder = pattern;
}

void ProgramTest::TearDown() {
  fs::remove_all(d_folder);
}

Ran ProgramTest::run(const std::vector<std::string>& words, const std::function<void()>& prepare,
                     const std::function<void(int)>& meanwhile) const {
  const pid_t child = ::fork();
  if (child == 0) {
    redirect(d_folder / ".out", STDOUT_FILENO);
    redirect(d_folder / ".err", STDERR_FILENO);
    fs::current_path(d_folder);
    ::setenv("LAUNCHPROOF_CACHE", "off", 1);  // no test is to see what another did
    if (prepare) prepare();
    std::vector<char*> argv{const_cast<char*>(LAUNCHPROOF_PROGRAM)};
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(126);
  }
  if (meanwhile) meanwhile(child);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), slurp(d_folder / ".out"),
          slurp(d_folder / ".err")};
}

std::string ProgramTest::write(const std::string& name, const std::string& text) const {
  std::ofstream(d_folder / name, std::ios::binary) << text;
  return path(name);
}

std::string ProgramTest::write_script(const std::string& name, const std::string& text) const {
  const std::string file = write(name, text);
  fs::permissions(file, fs::perms::owner_all);
  return file;
}

std::string ProgramTest::read(const std::string& name) const {
  return slurp(d_folder / name);
}

void ProgramTest::record(const std::string& name, const std::string& body,
                         std::optional<capture::Size3> local_size, const std::string& build_options) const {
  // The writer lives as long as its process, so it runs in a separate process.
  const pid_t child = ::fork();
  if (child == 0) {
    auto* writer = new capture::Writer(path(name).c_str(), capture::describe_process());
    const std::string text = "__kernel void k(__global int *a) {\n  " + body + "\n}\n";
    capture::Device device;
    device.name = "a device";
    device.opencl_c_version = "OpenCL C 1.2 ";
    device.address_bits = 64;
    capture::Program program;
    program.sources = {{"", writer->add_blob(text.data(), text.size())}};
    program.options = build_options;
    program.devices = {writer->add_device(device)};
    capture::Launch launch;
    launch.kernel = "k";
    launch.program = writer->add_program(program);
    launch.device = program.devices[0];
    launch.global_size = {64, 1, 1};
    launch.local_size = local_size;
    const capture::ObjectId object = writer->new_object_id();
    launch.arguments = {{"a", "int*", capture::BufferArgument{object, object, 0, 256, 0}}};
    writer->add_launch(launch);
    writer->add_launch(launch);
    writer->mark_ending(capture::Ending::Left);
    ::_exit(writer->recording() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
}

}  // namespace launchproof::cli::testing
