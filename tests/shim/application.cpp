#include "application.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace launchproof::tests {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::map<std::string, std::string> variables(const Application& run, const std::string& folder) {
  std::map<std::string, std::string> all = run.environment;
  all.emplace("HOME", folder);
  // Programs that may be killed at any moment use their own PoCL compilation cache.
  all.emplace("POCL_CACHE_DIR", run.shares_compiled ? LAUNCHPROOF_POCL_CACHE : folder + "/pocl");
  all.emplace("PATH", "/usr/local/bin:/usr/bin:/bin");
  if (!run.vendors.empty()) all.emplace("OCL_ICD_VENDORS", run.vendors);
  if (!run.capture.empty()) {
    all.emplace("LAUNCHPROOF_CAPTURE", std::filesystem::path(folder) / run.capture);
  }
  if (run.way == Way::Layer || run.way == Way::Both) all.emplace("OPENCL_LAYERS", LAUNCHPROOF_SHIM);
  const bool is_preloaded = run.way == Way::Preload || run.way == Way::Both;
  std::string preloaded;
  for (const std::string& library :
       {run.before, std::string(is_preloaded ? LAUNCHPROOF_SHIM : ""), run.after})
    if (!library.empty()) preloaded += (preloaded.empty() ? "" : ":") + library;
  if (!preloaded.empty()) all.emplace("LD_PRELOAD", preloaded);
  return all;
}

constexpr uid_t kNobody = 65534;

bool is_to_change_user(const Application& run) {
  return run.unprivileged && ::geteuid() == 0;
}

[[noreturn]] void become(const Application& run, const std::string& folder) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : variables(run, folder)) texts.emplace_back(name).append("=").append(value);
  std::vector<char*> environment, arguments;
  for (std::string& text : texts) environment.push_back(text.data());
  environment.push_back(nullptr);
  std::vector<std::string> command = run.command;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int out = open((folder + "/out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = open((folder + "/err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(open("/dev/null", O_RDONLY), 0);
  dup2(out, 1);
  dup2(err, 2);
  if (chdir(folder.c_str()) != 0) _exit(125);
  if (is_to_change_user(run) && (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0))
    _exit(124);
  execvpe(arguments[0], arguments.data(), environment.data());
  _exit(126);
}

}  // namespace

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "launchproof-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  d_path = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(d_path, ignored);
}

void Folder::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = std::filesystem::path(d_path) / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

pid_t Application::start(const Folder& folder) const {
  if (is_to_change_user(*this) && ::chown(folder.path().c_str(), kNobody, kNobody) != 0)
    throw std::runtime_error("cannot give " + folder.path() + " away");
  const pid_t child = fork();
  if (child == 0) become(*this, folder.path());
  return child;
}

Outcome Application::in(const Folder& folder) const {
  const pid_t child = start(folder);
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  outcome.status = WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
  outcome.out = text_of(folder.path() + "/out");
  outcome.err = text_of(folder.path() + "/err");
  return outcome;
}

std::string app(const std::string& name) {
  return std::string(LAUNCHPROOF_APPS) + "app_" + name;
}

std::string beside(const std::string& name) {
  return std::string(LAUNCHPROOF_BESIDE) + "libbeside_" + name + ".so";
}

Recorded recorded_on_stub(std::vector<std::string> command, Way way,
                          std::map<std::string, std::string> environment) {
  Recorded result;
  result.folder = std::make_shared<Folder>();
  const Folder& folder = *result.folder;
  command.front() = app(command.front());
  const Application run{std::move(command), way, LAUNCHPROOF_STUB, std::move(environment)};
  result.outcome = run.in(folder);
  result.capture = capture::read_capture(folder.path() + "/run.lpcap");
  return result;
}

}  // namespace launchproof::tests
